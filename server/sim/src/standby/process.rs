//! A process that was started with `--standby`: it waits for its place, opens the room, and plays.
//!
//! When it takes the lease, and whether it goes on after a lost connection, is decided by the
//! store's own rules (`server/store/src/lease.rs`). What it does in between follows
//! `server/store/src/postgres`: the writer, the beat, and the question what became of a commit.

mod beat;

use super::database::{Change, Connection, Database, Lost, Rows, Step};
use super::planted::Flaw;
use super::table::Table;
use super::world::{Asked, Machine, World};
use beat::Lease;
use cardroom::store::{Before, Candidate, Decision, Followed, Regaining};
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

/// The age of a beat at which a room may be ended (`standby.ttl_ms`).
pub(super) const TTL_MS: u64 = 3_000;
/// How often to look at the lease, and how long a look may take.
const LOOK_EVERY: Duration = Duration::from_millis(250);
const SEEN_WITHIN: Duration = Duration::from_secs(2);
/// How long to try to get the lock, for a process that waits and for a room that has lost it.
const NEXT_PATIENCE: Duration = Duration::from_millis(500);
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
const LOCK_RETRY: Duration = Duration::from_millis(50);
/// The pause after an opening that failed.
const PAUSE: Duration = Duration::from_secs(1);
/// How long to ask for the outcome of a commit whose answer was lost, and how often.
const OUTCOME_PATIENCE: Duration = Duration::from_secs(10);
const OUTCOME_RETRY: Duration = Duration::from_millis(200);

/// Why something was not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Failed {
    /// Another room has opened the database.
    TakenOver,
    /// The database failed, or did not answer.
    Database,
}

impl From<Lost> for Failed {
    fn from(_: Lost) -> Self {
        Self::Database
    }
}

/// One life of a process.
#[derive(Clone)]
pub(super) struct Process {
    pub(super) world: Rc<World>,
    pub(super) machine: Machine,
    pub(super) life: u64,
}

/// The connection that writes.
struct Writer {
    connection: Option<Connection>,
    before: Before,
    batches: i64,
}

/// An open room.
struct Room {
    process: Process,
    writer: Rc<Mutex<Writer>>,
    epoch: i64,
    lease: Rc<Lease>,
}

impl Process {
    /// Waits for the room's place, and plays until it is lost.
    pub(super) async fn run(self) {
        loop {
            let (followed, has_waited) = self.wait_for_place().await;
            match self.open().await {
                Ok((room, table)) => {
                    if has_waited {
                        self.world.followed(&self, followed);
                    }
                    return room.play(table).await;
                }
                Err(_) => sleep(PAUSE).await,
            }
        }
    }

    fn database(&self) -> &Database {
        &self.world.database
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.world.flaw == Some(flaw)
    }

    /// Looks at the lease until this process gets it. Returns how, and whether another process had
    /// it.
    async fn wait_for_place(&self) -> (Followed, bool) {
        let mut candidate = Candidate::new(TTL_MS);
        let (mut connection, mut has_waited, mut has_lost) = (None, false, false);
        let mut due = interval(LOOK_EVERY);
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            due.tick().await;
            let look = self.look(&mut connection, &mut candidate, &mut has_waited, has_lost);
            match timeout(SEEN_WITHIN, look).await.unwrap_or(Err(Lost)) {
                Ok(None) => {}
                Ok(Some(followed)) => return (followed, has_waited),
                Err(Lost) => {
                    candidate.lose();
                    (connection, has_lost) = (None, true);
                }
            }
        }
    }

    async fn look(
        &self,
        kept: &mut Option<Connection>,
        candidate: &mut Candidate,
        has_waited: &mut bool,
        has_lost: bool,
    ) -> Result<Option<Followed>, Lost> {
        let connection = match kept.take() {
            Some(connection) => connection,
            None => self.database().connect(self.machine).await?,
        };
        let seen = connection.look().await?;
        *has_waited |= seen.session.is_some();
        let decision = match (candidate.decide(seen), seen.session) {
            (_, Some(session)) if self.has(Flaw::LeaseNotWaitedFor) => Decision::End(session),
            (Decision::Wait, None) if self.has(Flaw::FirstAfterLoss) => Decision::Take,
            (decision, _) => decision,
        };
        let next = match decision {
            Decision::Wait => None,
            Decision::Take => {
                self.world.takes_free_lock(self.machine, has_lost);
                Some(Followed::Free)
            }
            Decision::End(session) => {
                let ttl = i64::try_from(TTL_MS).unwrap_or(i64::MAX);
                let note = |holder| self.world.ended(holder, self.machine);
                let ended = connection.end_silent(session, ttl, note).await?;
                ended.then_some(Followed::Ended)
            }
        };
        *kept = Some(connection);
        Ok(next)
    }

    /// Takes the lock, begins to beat, counts this opening, and reads the table.
    async fn open(&self) -> Result<(Room, Table), Failed> {
        let connection = self.database().connect(self.machine).await?;
        let begin = Instant::now();
        while !connection.take_lock().await?.0 {
            if begin.elapsed() >= NEXT_PATIENCE {
                return Err(Failed::Database);
            }
            sleep(LOCK_RETRY).await;
        }
        let beating = self.database().connect(self.machine).await?;
        beating.claim(self.life).await?;
        let lease = self.begin_to_beat(beating);
        connection.commit(Change::Count).await?;
        let mut rows = connection.read().await?;
        let newest = rows.keys.last_key_value().map_or(0, |(number, _)| *number) + 1;
        let secret = self.world.draw_secret();
        connection.commit(Change::Key(newest, secret)).await?;
        rows.keys.insert(newest, secret);
        let table = Table::fold(&rows, newest, self.has(Flaw::OtherLifesKey));
        let unused = rows.keys.keys().copied().filter(|key| !table.needs(*key)).collect();
        connection.commit(Change::Forgotten(unused)).await?;
        let before = Before { epoch: rows.epoch, session: connection.session };
        let writer = Writer { connection: Some(connection), before, batches: 0 };
        let writer = Rc::new(Mutex::new(writer));
        lease.epoch.set(rows.epoch);
        *lease.writer.borrow_mut() = Rc::downgrade(&writer);
        Ok((Room { process: self.clone(), writer, epoch: rows.epoch, lease }, table))
    }
}

impl Room {
    fn has(&self, flaw: Flaw) -> bool {
        self.process.has(flaw)
    }

    /// Plays what players ask for, until the room is taken over or handed over.
    async fn play(self, mut table: Table) {
        let (asked, mut inbox) = mpsc::unbounded_channel();
        self.process.world.opened(&self.process, asked);
        let station = &self.process.world.stations[self.process.machine];
        let play = async {
            loop {
                let asked = tokio::select! {
                    biased;
                    () = station.closing.notified() => return Ok(()),
                    asked = inbox.recv() => asked,
                };
                let Some(asked) = asked else { return Ok(()) };
                if self.answer(&mut table, asked).await == Err(Failed::TakenOver) {
                    return Err(Failed::TakenOver);
                }
            }
        };
        let ended = tokio::select! {
            biased;
            () = self.lease.taken_over.notified() => Err(Failed::TakenOver),
            ended = play => ended,
        };
        self.process.world.closed(&self.process, ended.is_err());
    }

    /// Plays an action, and answers when it is stored.
    async fn answer(&self, table: &mut Table, asked: Asked) -> Result<(), Failed> {
        let Asked { player, action, answer } = asked;
        // A client that is gone does not read it.
        if table.has_played(player, action) {
            let _ = answer.send(true);
            return Ok(());
        }
        let steps = table.plan(player, action, |hand, key| self.process.world.deal(hand, key));
        let stored = self.store(steps.clone()).await;
        let is_told = match stored {
            Ok(()) => {
                table.apply(&steps);
                true
            }
            Err(Failed::TakenOver) => self.has(Flaw::ToldAfterTakeOver),
            Err(Failed::Database) => {
                // Nothing is known for certain: back to what is stored.
                *table = self.read_again().await?.refold(table);
                table.has_played(player, action)
            }
        };
        if is_told {
            steps.iter().for_each(|step| self.process.world.told(&self.process, step));
        }
        let _ = answer.send(is_told);
        stored.or_else(|error| match error {
            Failed::TakenOver => Err(error),
            Failed::Database => Ok(()),
        })
    }

    async fn read_again(&self) -> Result<Rows, Failed> {
        loop {
            let read = async {
                let mut writer = self.writer.lock().await;
                let connection = self.process.take(&mut writer).await?;
                let rows = connection.read().await?;
                writer.connection = Some(connection);
                Ok(rows)
            };
            match read.await {
                Err(Failed::Database) => sleep(OUTCOME_RETRY).await,
                other => return other,
            }
        }
    }

    /// Stores steps, and finds out what became of them if the answer is lost.
    async fn store(&self, steps: Vec<Step>) -> Result<(), Failed> {
        let mut writer = self.writer.lock().await;
        let connection = self.process.take(&mut writer).await?;
        writer.batches += 1;
        let batch = (self.epoch << 32) + writer.batches;
        if connection.commit(Change::Steps(batch, steps)).await.is_ok() {
            writer.connection = Some(connection);
            return Ok(());
        }
        drop((connection, writer));
        self.process.world.lost_an_answer();
        if self.has(Flaw::LostAnswerBelieved) {
            return Ok(());
        }
        let begin = Instant::now();
        while begin.elapsed() < OUTCOME_PATIENCE {
            match self.is_stored(batch).await {
                Ok(true) => return Ok(()),
                Ok(false) => return Err(Failed::Database),
                Err(Failed::TakenOver) => return Err(Failed::TakenOver),
                Err(Failed::Database) => sleep(OUTCOME_RETRY).await,
            }
        }
        Err(Failed::Database)
    }

    async fn is_stored(&self, batch: i64) -> Result<bool, Failed> {
        let mut writer = self.writer.lock().await;
        let connection = self.process.take(&mut writer).await?;
        let rows = connection.read().await?;
        writer.connection = Some(connection);
        Ok(rows.batches.contains(&batch))
    }
}

impl Process {
    /// Connects again if the writer's connection is lost.
    async fn check(&self, writer: &Mutex<Writer>) {
        let mut writer = writer.lock().await;
        if let Ok(connection) = self.take(&mut writer).await
            && connection.look().await.is_ok()
        {
            writer.connection = Some(connection);
        }
    }

    /// Returns the writer's connection, after connecting again if it is lost.
    async fn take(&self, writer: &mut Writer) -> Result<Connection, Failed> {
        match writer.connection.take() {
            Some(connection) => Ok(connection),
            None => self.reconnect(writer).await,
        }
    }

    /// Connects and takes the lock again, and makes sure that the connection reads what is proven.
    async fn reconnect(&self, writer: &mut Writer) -> Result<Connection, Failed> {
        let connection = self.database().connect(self.machine).await?;
        let begin = Instant::now();
        loop {
            let (is_locked, epoch) = connection.take_lock().await?;
            let epoch = match self.has(Flaw::EpochNotCompared) {
                true => writer.before.epoch,
                false => epoch,
            };
            match writer.before.decide(is_locked, epoch, begin.elapsed()) {
                Regaining::TakenOver => return Err(Failed::TakenOver),
                Regaining::Prove => break,
                Regaining::EndLost(session) => connection.end_lost(session).await?,
                Regaining::Wait => {}
            }
            if begin.elapsed() >= LOCK_PATIENCE {
                return Err(Failed::Database);
            }
            sleep(LOCK_RETRY).await;
        }
        writer.before.session = connection.session;
        if !self.has(Flaw::MarkNotWaitedFor) {
            connection.commit(Change::Mark).await?;
        }
        Ok(connection)
    }
}

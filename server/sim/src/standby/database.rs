//! A database server with a replica that confirms commits, as far as a room and a process that
//! waits rely on it. PostgreSQL behaves so in the tests of `server/tests/suite/standby` and in the
//! trials that its manual and they describe:
//!
//! - A commit that waits for the replica is visible to nobody else. It becomes visible, without the
//!   replica, when the server restarts or when its session is ended. A promoted replica lacks it.
//! - A session ends with its client's connection, but not while its commit waits.
//! - A lock belongs to a session, and is free when that one ends.

mod connection;

pub(super) use connection::{Connection, Lost};

use super::world::{Machine, Moment};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

/// How long both ends of a connection keep it if nothing arrives: `tcp_keepalives_*` of the room.
pub(super) const KEPT_ALIVE: Duration = Duration::from_secs(4);

/// A step of the table, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) seq: u64,
    pub(super) what: What,
}

/// What happened in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A hand begins with this deck, which is sealed with a key of the ring.
    Dealt { hand: u64, key: u64, sealed: [u8; 8] },
    /// A player has acted, and a card of the deck was turned over.
    Acted { player: usize, action: u64, hand: u64, card: u8 },
}

/// A change of the stored data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// A batch of steps, with its number.
    Steps(i64, Vec<Step>),
    /// The count of openings.
    Count,
    /// The mark of a new connection, which changes nothing.
    Mark,
    /// A new key of the ring.
    Key(u64, u64),
    /// Keys that no hand needs any more.
    Forgotten(BTreeSet<u64>),
    /// A process enters itself as the room.
    Claimed {
        life: u64,
        at: Moment,
    },
    Beat {
        life: u64,
        at: Moment,
    },
}

impl Change {
    /// Returns `true` if the session waits until the replica has it.
    fn waits(&self) -> bool {
        !matches!(self, Self::Claimed { .. } | Self::Beat { .. })
    }
}

/// Everything that can be read.
#[derive(Clone, Default, Debug)]
pub(super) struct Rows {
    pub(super) steps: Vec<Step>,
    pub(super) batches: BTreeSet<i64>,
    pub(super) epoch: i64,
    pub(super) keys: BTreeMap<u64, u64>,
    /// The process that is the room, and its last beat.
    pub(super) beat: Option<(u64, Moment)>,
}

impl Rows {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Steps(batch, steps) => {
                self.batches.insert(*batch);
                self.steps.extend(steps.iter().cloned());
            }
            Change::Count => self.epoch += 1,
            Change::Mark => {}
            Change::Key(number, secret) => {
                self.keys.insert(*number, *secret);
            }
            Change::Forgotten(keys) => self.keys.retain(|number, _| !keys.contains(number)),
            Change::Claimed { life, at } | Change::Beat { life, at } => {
                self.beat = Some((*life, *at));
            }
        }
    }
}

/// A change in the server's log.
struct Entry {
    change: Change,
    is_visible: bool,
    session: i32,
}

/// A session of the server.
struct Session {
    machine: Machine,
    /// Whether its commit waits for the replica.
    is_waiting: bool,
    /// Whether its client is gone. The session ends when its commit has waited.
    is_deserted: bool,
    /// Whether its client closed it while its machine was cut off, so that the server does not know.
    is_closed: bool,
}

struct Server {
    is_up: bool,
    /// The server's clock, from the start of the run.
    clock_ahead: Moment,
    log: Vec<Entry>,
    /// How many entries of the log the replica has.
    replicated: usize,
    has_replica: bool,
    is_replica_linked: bool,
    rows: Rows,
    sessions: BTreeMap<i32, Session>,
    last_session: i32,
    lock: Option<i32>,
    /// The machines that do not reach the server.
    cut: BTreeSet<Machine>,
    latency: ChaCha12Rng,
}

/// A handle of the server.
#[derive(Clone)]
pub(super) struct Database {
    server: Rc<RefCell<Server>>,
    begin: Instant,
    /// Notified of everything that a session or the replica may wait for.
    changed: Rc<Notify>,
    /// The planted fault that the session of a silent room loses its lock, and goes on.
    pub(super) keeps_silent: Rc<Cell<bool>>,
}

impl Database {
    pub(super) fn new(has_replica: bool, latency: ChaCha12Rng) -> Self {
        let server = Server {
            is_up: true,
            clock_ahead: 0,
            log: Vec::new(),
            replicated: 0,
            has_replica,
            is_replica_linked: true,
            rows: Rows::default(),
            sessions: BTreeMap::new(),
            last_session: 0,
            lock: None,
            cut: BTreeSet::new(),
            latency,
        };
        Self {
            server: Rc::new(RefCell::new(server)),
            begin: Instant::now(),
            changed: Rc::default(),
            keeps_silent: Rc::default(),
        }
    }

    /// Sends the log to the replica while the run lasts.
    pub(super) async fn replicate(self) {
        loop {
            let changed = self.changed.notified();
            let is_due = {
                let server = self.server.borrow();
                server.is_up && server.is_replica_linked && server.replicated < server.log.len()
            };
            if !is_due {
                changed.await;
                continue;
            }
            let takes = self.server.borrow_mut().latency.random_range(1..4);
            sleep(Duration::from_millis(takes)).await;
            self.server.borrow_mut().confirm();
            self.changed.notify_waiters();
        }
    }

    /// Connects from a machine.
    pub(super) async fn connect(&self, machine: Machine) -> Result<Connection, Lost> {
        self.wait().await;
        let is_reached = || {
            let server = self.server.borrow();
            server.is_up && !server.cut.contains(&machine)
        };
        if !is_reached() {
            sleep(Duration::from_millis(500)).await;
            return Err(Lost);
        }
        let session = self.server.borrow_mut().open(machine);
        let connection = Connection::new(self.clone(), machine, session);
        self.wait().await;
        Ok(connection)
    }

    /// Restarts the server. It shows every commit as done that its log has, also those that wait for
    /// the replica. The last of those that wait for nothing may be lost.
    pub(super) fn go_down(&self, loses_the_last: bool) {
        let mut server = self.server.borrow_mut();
        server.end_all();
        if loses_the_last {
            while server.log.last().is_some_and(|entry| !entry.change.waits()) {
                server.log.pop();
            }
            server.replicated = server.replicated.min(server.log.len());
            server.read_log_again();
        }
        server.is_up = false;
        drop(server);
        self.changed.notify_waiters();
    }

    pub(super) fn come_up(&self) {
        self.server.borrow_mut().is_up = true;
        self.changed.notify_waiters();
    }

    /// Puts the replica in the server's place, with the clock of its machine and without the commits
    /// that it does not have. The old server is gone for good.
    pub(super) fn promote(&self, clock_ahead: Moment) {
        let mut server = self.server.borrow_mut();
        server.end_all();
        let replicated = server.replicated;
        server.log.truncate(replicated);
        server.log.iter_mut().for_each(|entry| entry.is_visible = true);
        server.read_log_again();
        server.clock_ahead = clock_ahead;
        server.is_replica_linked = true;
        server.is_up = false;
    }

    pub(super) fn link_replica(&self, is_linked: bool) {
        self.server.borrow_mut().is_replica_linked = is_linked;
        self.changed.notify_waiters();
    }

    /// Cuts a machine off, or lets it reach the server again. The server ends the sessions of a
    /// machine from which nothing comes.
    pub(super) fn cut(&self, machine: Machine, is_cut: bool) {
        let mut server = self.server.borrow_mut();
        if is_cut {
            server.cut.insert(machine);
        } else {
            server.cut.remove(&machine);
            server.desert_all(|session| session.machine == machine && session.is_closed);
        }
        drop(server);
        self.changed.notify_waiters();
    }

    /// Ends the sessions of a machine that has been cut off for as long as it is waited for.
    pub(super) fn end_silent_machine(&self, machine: Machine) {
        let mut server = self.server.borrow_mut();
        if server.cut.contains(&machine) {
            server.desert_all(|session| session.machine == machine);
        }
        drop(server);
        self.changed.notify_waiters();
    }

    /// Returns the machine whose session holds the lock.
    pub(super) fn holder(&self) -> Option<Machine> {
        let server = self.server.borrow();
        server.lock.and_then(|session| server.sessions.get(&session)).map(|one| one.machine)
    }

    pub(super) fn has_replica(&self) -> bool {
        self.server.borrow().has_replica
    }

    /// Returns everything that is stored, at the end of a run.
    pub(super) fn rows(&self) -> Rows {
        self.server.borrow().rows.clone()
    }

    async fn wait(&self) {
        let takes = self.server.borrow_mut().latency.random_range(200..2_000);
        sleep(Duration::from_micros(takes)).await;
    }

    /// Returns the time by the server's clock.
    fn now(&self) -> Moment {
        let since = i64::try_from(self.begin.elapsed().as_millis()).unwrap_or(Moment::MAX / 2);
        since + self.server.borrow().clock_ahead
    }
}

impl Server {
    fn open(&mut self, machine: Machine) -> i32 {
        self.last_session += 1;
        let session = Session { machine, is_waiting: false, is_deserted: false, is_closed: false };
        self.sessions.insert(self.last_session, session);
        self.last_session
    }

    /// Appends a change of a session's to the log.
    fn append(&mut self, session: i32, change: Change) {
        let waits = self.has_replica && change.waits();
        if let Some(session) = self.sessions.get_mut(&session) {
            session.is_waiting = waits;
        }
        if !waits {
            self.rows.apply(&change);
        }
        self.log.push(Entry { change, is_visible: !waits, session });
    }

    /// Confirms everything in the log: the replica has it.
    fn confirm(&mut self) {
        if !self.is_up || !self.is_replica_linked {
            return;
        }
        self.replicated = self.log.len();
        let mut confirmed = Vec::new();
        for entry in self.log.iter_mut().filter(|entry| !entry.is_visible) {
            entry.is_visible = true;
            self.rows.apply(&entry.change);
            confirmed.push(entry.session);
        }
        for number in confirmed {
            let Some(session) = self.sessions.get_mut(&number) else { continue };
            session.is_waiting = false;
            if session.is_deserted {
                self.end(number);
            }
        }
    }

    fn desert_all(&mut self, is_deserted: impl Fn(&Session) -> bool) {
        let deserted = self.sessions.iter().filter(|(_, session)| is_deserted(session));
        let deserted: Vec<i32> = deserted.map(|(number, _)| *number).collect();
        deserted.into_iter().for_each(|session| self.desert(session));
    }

    /// The client of a session is gone.
    fn desert(&mut self, number: i32) {
        let Some(session) = self.sessions.get_mut(&number) else { return };
        session.is_deserted = true;
        if !session.is_waiting {
            self.end(number);
        }
    }

    /// Ends a session. What it has committed becomes visible, whether the replica has it or not.
    fn end(&mut self, session: i32) {
        self.sessions.remove(&session);
        if self.lock == Some(session) {
            self.lock = None;
        }
        let of_session = |entry: &&mut Entry| entry.session == session && !entry.is_visible;
        for entry in self.log.iter_mut().filter(of_session) {
            entry.is_visible = true;
            self.rows.apply(&entry.change);
        }
    }

    fn end_all(&mut self) {
        while let Some((session, _)) = self.sessions.first_key_value() {
            let session = *session;
            self.end(session);
        }
        self.lock = None;
    }

    fn read_log_again(&mut self) {
        self.rows = Rows::default();
        self.log.iter().for_each(|entry| self.rows.apply(&entry.change));
    }
}

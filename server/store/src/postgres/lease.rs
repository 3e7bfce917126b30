//! The room's side of its lease. Over a connection of its own, it writes the server's time into a
//! row once a second, so that a beat waits neither for play nor for a replica. The same connection
//! reads who waits for the room's place.

use super::super::lease::{BEAT_MS, Followed, LeaseState, Process, Vigil, WaitingProcess};
use super::super::{StoreError, failed};
use super::servers::Servers;
use super::writer::Writer;
use parking_lot::Mutex;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Row as _};
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::{CancellationToken, DropGuard};

/// How long the server may take for a beat.
const PATIENCE: Duration = Duration::from_secs(2);

/// How soon to try again after a beat that failed.
const AGAIN: Duration = Duration::from_millis(250);

/// The room's time, in milliseconds since 1970.
type Clock = Box<dyn Fn() -> u64 + Send + Sync>;

/// The lease of an open room. Dropping it ends the beat.
#[derive(Debug)]
pub struct Lease {
    shared: Arc<Shared>,
    time_before: Option<u64>,
    end: CancellationToken,
    _ends: DropGuard,
}

struct Shared {
    process: Process,
    followed: Option<Followed>,
    /// How often rooms have opened the database. Above every number until it is known.
    epoch: AtomicI64,
    clock: OnceLock<Clock>,
    state: Mutex<State>,
    /// The writer of this room, which reconnects when the beat does.
    writer: OnceLock<Weak<tokio::sync::Mutex<Writer>>>,
}

struct State {
    last: Instant,
    vigil: Vigil,
    waiting: Vec<WaitingProcess>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("process", &self.process).finish_non_exhaustive()
    }
}

impl Lease {
    /// Begins to beat for a process that has just taken the lock. Returns `None` if the database
    /// is older than the lease, and must be migrated first.
    pub(super) async fn begin(
        servers: Servers,
        server: usize,
        (process, followed): (Process, Option<Followed>),
        taken_over: CancellationToken,
    ) -> Result<Option<Self>, StoreError> {
        let mut connection = servers.connect_to(server).await?;
        let is_there = sqlx::query_scalar("SELECT to_regclass('room_beat') IS NOT NULL");
        let is_there: bool = is_there.fetch_one(&mut connection).await.map_err(failed)?;
        if !is_there {
            return Ok(None);
        }
        let time_before = claim(&mut connection, &process).await.map_err(failed)?;
        let now = Instant::now();
        let state = State { last: now, vigil: Vigil::new(now), waiting: Vec::new() };
        let state = Mutex::new(state);
        let (epoch, clock, writer) = (AtomicI64::new(i64::MAX), OnceLock::new(), OnceLock::new());
        let shared = Arc::new(Shared { process, followed, epoch, clock, state, writer });
        let end = CancellationToken::new();
        let beat = Beat { servers, connection: Some(connection), shared: Arc::clone(&shared) };
        let ended = end.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = ended.cancelled() => {}
                () = taken_over.cancelled() => {}
                () = beat.run() => taken_over.cancel(),
            }
        });
        let ends = end.clone().drop_guard();
        Ok(Some(Self { shared, time_before, end, _ends: ends }))
    }

    /// Sets how often rooms have opened the database, this one included.
    pub(super) fn count(&self, epoch: i64) {
        self.shared.epoch.store(epoch, Ordering::Relaxed);
    }

    /// Sets the writer that reconnects when the beat does. Only the first one counts.
    pub(super) fn wake(&self, writer: &Arc<tokio::sync::Mutex<Writer>>) {
        let _ = self.shared.writer.set(Arc::downgrade(writer));
    }

    /// Ends the beat, once the lock is free.
    pub(super) fn end(&self) {
        self.end.cancel();
    }

    /// Returns the room's time as the room before this one last stored it.
    #[must_use]
    pub fn time_before(&self) -> Option<u64> {
        self.time_before
    }

    /// Sets the clock whose time the beat carries. Only the first one counts.
    pub fn carry(&self, clock: impl Fn() -> u64 + Send + Sync + 'static) {
        let _ = self.shared.clock.set(Box::new(clock));
    }

    /// Returns the lease as of the last beat.
    #[must_use]
    pub fn state(&self) -> LeaseState {
        let state = self.shared.state.lock();
        LeaseState {
            configuration: self.shared.process.configuration.clone(),
            beat_age: state.last.elapsed(),
            is_doubtful: state.vigil.is_doubtful(Instant::now()),
            waiting: state.waiting.clone(),
            followed: self.shared.followed,
        }
    }
}

/// The task that beats.
struct Beat {
    servers: Servers,
    connection: Option<PgConnection>,
    shared: Arc<Shared>,
}

impl Beat {
    /// Beats until another process has the lease.
    async fn run(mut self) {
        let mut due = tokio::time::interval(Duration::from_millis(BEAT_MS));
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            due.tick().await;
            self.look();
            let beaten = tokio::time::timeout(PATIENCE, self.beat()).await;
            let silent = || StoreError::Database("it does not answer".to_owned());
            match beaten.unwrap_or_else(|_| Err(silent())) {
                Ok(true) => {}
                Ok(false) => return self.shared.state.lock().vigil.lose(),
                Err(error) => {
                    self.look();
                    tracing::debug!(%error, "the room's lease could not be renewed");
                    self.connection = None;
                    due.reset_after(AGAIN);
                }
            }
        }
    }

    /// Notes that this process runs.
    fn look(&self) {
        self.shared.state.lock().vigil.look(Instant::now());
    }

    /// Beats once. Returns `false` if another process has the lease.
    async fn beat(&mut self) -> Result<bool, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let (connection, _) = self.servers.connect().await?;
                self.wake_writer();
                connection
            }
        };
        let shared = &self.shared;
        let Some(waiting) = renew(&mut connection, shared).await.map_err(failed)? else {
            return Ok(false);
        };
        let now = Instant::now();
        let mut state = shared.state.lock();
        state.vigil.beaten(now);
        (state.last, state.waiting) = (now, waiting);
        drop(state);
        self.connection = Some(connection);
        Ok(true)
    }

    /// Lets the writer reconnect, because a quiet room would leave its lock free.
    fn wake_writer(&self) {
        if let Some(writer) = self.shared.writer.get().and_then(Weak::upgrade) {
            tokio::spawn(async move { writer.lock().await.check().await });
        }
    }
}

/// Enters a process as the room. Returns the time of the room before it.
async fn claim(
    connection: &mut PgConnection,
    process: &Process,
) -> Result<Option<u64>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let time = sqlx::query_scalar("SELECT room_ms FROM room_beat");
    let time: Option<Option<i64>> = time.fetch_optional(&mut *transaction).await?;
    let Process { life, name, configuration, program } = process;
    let claim = "INSERT INTO room_beat (life, holder, since, beat, configuration, program)
         VALUES ($1, $2, clock_timestamp(), clock_timestamp(), $3, $4)
         ON CONFLICT (one) DO UPDATE SET life = $1, holder = $2, since = clock_timestamp(),
             beat = clock_timestamp(), configuration = $3, program = $4";
    let claim = sqlx::query(claim).bind(life).bind(name).bind(configuration).bind(program);
    claim.execute(&mut *transaction).await?;
    let forget = "DELETE FROM room_waiting WHERE seen < clock_timestamp() - INTERVAL '1 day'";
    sqlx::query(forget).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(time.flatten().and_then(|ms| u64::try_from(ms).ok()))
}

/// Writes a beat, and reads who waits. Returns `None` if another process has the lease: it has
/// entered itself, or it has counted its opening.
async fn renew(
    connection: &mut PgConnection,
    shared: &Shared,
) -> Result<Option<Vec<WaitingProcess>>, sqlx::Error> {
    let time = shared.clock.get().map(|clock| i64::try_from(clock()).unwrap_or(i64::MAX));
    let beat = "UPDATE room_beat SET beat = clock_timestamp(), room_ms = COALESCE($2, room_ms)
         WHERE life = $1 AND (SELECT epoch FROM room_lease) <= $3";
    let epoch = shared.epoch.load(Ordering::Relaxed);
    let beat = sqlx::query(beat).bind(shared.process.life).bind(time).bind(epoch);
    if beat.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(None);
    }
    let waiting = "SELECT holder, configuration, obstacle FROM room_waiting
         WHERE seen > clock_timestamp() - INTERVAL '3 seconds' ORDER BY holder";
    let rows = sqlx::query(waiting).fetch_all(connection).await?;
    let waiting = rows.iter().map(|row| {
        Ok(WaitingProcess {
            name: row.try_get("holder")?,
            configuration: row.try_get("configuration")?,
            obstacle: row.try_get("obstacle")?,
        })
    });
    waiting.collect::<Result<_, sqlx::Error>>().map(Some)
}

//! A process that waits for the room's place: what it sees in the database, what it says there, and
//! the session that it ends. `lease.rs` of this crate has the rule.

use super::super::lease::{Candidate, Decision, Followed, LeaseHolder, Process, Seen};
use super::super::{StoreError, StoreWarning, failed, migrations};
use super::lock;
use super::replica::clock_warning;
use super::servers::Servers;
use super::{beating, kept_alive, servers_at};
use sqlx::Row as _;
use sqlx::postgres::PgConnection;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long to wait for a connection.
const CONNECTED_WITHIN: Duration = Duration::from_secs(5);

/// How long a look may take.
const SEEN_WITHIN: Duration = Duration::from_secs(2);

/// How often the process enters itself as one that waits.
const ENTERED_EVERY: Duration = Duration::from_secs(1);

/// The reason why a process would not take over.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Obstacle {
    #[error("The database cannot be reached: {0}.")]
    Database(String),
    /// A newer program has migrated the database.
    #[error(
        "This program is older than the one that last opened the database, which has migration \
         {found}: this one knows migrations up to {known}. It waits, and does not take over. \
         Install the newer program."
    )]
    OlderProgram { found: i64, known: i64 },
    /// A reason outside of the database, in whole sentences.
    #[error("{0}")]
    Process(String),
}

impl Obstacle {
    /// Returns a word for programs.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Database(_) => "database",
            Self::OlderProgram { .. } => "program",
            Self::Process(_) => "key",
        }
    }
}

/// The result of a look at the lease, with what follows from it.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// How this process gets the lease now; `None` while it waits.
    pub next: Option<Followed>,
    /// Whether another process has the lock.
    pub is_held: bool,
    /// That process, or the last one; `None` if none ever beat.
    pub holder: Option<LeaseHolder>,
    pub obstacle: Option<Obstacle>,
    /// The things that would go wrong if it took over.
    pub warnings: Vec<StoreWarning>,
}

/// A process that waits for the room's place.
#[derive(Debug)]
pub struct Standby {
    servers: Servers,
    connection: Option<PgConnection>,
    candidate: Candidate,
    process: Process,
    ttl_ms: i64,
    obstacle: Option<String>,
    entered: Option<Instant>,
    /// The last finding about both clocks.
    clock: Option<StoreWarning>,
}

impl Standby {
    /// Creates a process that waits, and may end a room whose last beat is older than `ttl_ms`.
    ///
    /// # Errors
    /// The address cannot be read.
    pub fn new(url: &str, process: Process, ttl_ms: u64) -> Result<Self, StoreError> {
        let servers = beating(&kept_alive(&servers_at(url)?));
        let candidate = Candidate::new(ttl_ms);
        let ttl_ms = i64::try_from(ttl_ms).unwrap_or(i64::MAX);
        let (connection, obstacle, entered, clock) = (None, None, None, None);
        Ok(Self { servers, connection, candidate, process, ttl_ms, obstacle, entered, clock })
    }

    /// Sets a reason outside of the database why this process must not take over.
    pub fn hold_back(&mut self, obstacle: Option<String>) {
        self.obstacle = obstacle;
    }

    /// Looks at the lease once. Ends the session of a room that has stopped.
    pub async fn look(&mut self) -> Sighting {
        match self.try_to_look().await {
            Ok(look) => look,
            Err(error) => {
                self.candidate.lose();
                (self.connection, self.entered) = (None, None);
                let error = match error {
                    StoreError::Database(text) => text,
                    error => error.to_string(),
                };
                let obstacle = Some(Obstacle::Database(error));
                Sighting {
                    next: None,
                    is_held: false,
                    holder: None,
                    obstacle,
                    warnings: Vec::new(),
                }
            }
        }
    }

    /// Withdraws as a process that waits, because it takes over or ends.
    pub async fn withdraw(&mut self) {
        let Some(connection) = &mut self.connection else { return };
        let leave = sqlx::query("DELETE FROM room_waiting WHERE life = $1").bind(self.process.life);
        // The row would count for no longer than three seconds anyway.
        let _ = timeout(SEEN_WITHIN, leave.execute(connection)).await;
        self.entered = None;
    }

    async fn try_to_look(&mut self) -> Result<Sighting, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => within(CONNECTED_WITHIN, self.servers.connect()).await?.0,
        };
        let sight = async { see(&mut connection).await.map_err(failed) };
        let sight = within(SEEN_WITHIN, sight).await?;
        let obstacle = self.obstacle_of(&sight);
        let mut look = Sighting {
            next: None,
            is_held: sight.seen.session.is_some(),
            warnings: self.warnings(&sight),
            holder: sight.holder,
            obstacle,
        };
        let decision = self.candidate.decide(sight.seen);
        let act = async {
            self.enter(&mut connection, sight.has_lease, look.obstacle.as_ref()).await?;
            match decision {
                _ if look.obstacle.is_some() => Ok(None),
                Decision::Wait => Ok(None),
                Decision::Take => Ok(Some(Followed::Free)),
                Decision::End(session) => {
                    let ended = lock::end_silent(&mut connection, session, self.ttl_ms).await?;
                    if ended {
                        tracing::warn!(
                            session,
                            room = look.holder.as_ref().map(|holder| &*holder.name),
                            "ended the session of a room that no longer beats"
                        );
                    }
                    Ok(ended.then_some(Followed::Ended))
                }
            }
        };
        look.next = within(SEEN_WITHIN, async { act.await.map_err(failed) }).await?;
        look.warnings.extend(self.clock.clone());
        self.connection = Some(connection);
        Ok(look)
    }

    fn obstacle_of(&self, sight: &Sight) -> Option<Obstacle> {
        let (found, known) = (sight.migration, migrations::newest(&migrations::postgres()));
        let is_older = found > known;
        let older = is_older.then_some(Obstacle::OlderProgram { found, known });
        older.or_else(|| self.obstacle.clone().map(Obstacle::Process))
    }

    fn warnings(&self, sight: &Sight) -> Vec<StoreWarning> {
        let other = sight.holder.as_ref().is_some_and(|holder| {
            !holder.configuration.is_empty() && holder.configuration != self.process.configuration
        });
        let configuration = other.then(|| StoreWarning {
            reason: "configuration",
            message: "The tables, tournaments or rules of this process differ from those of the \
                      room. If it took over now, hands in progress at tables that differ would be \
                      voided. Give both machines the same configuration and rules."
                .to_owned(),
        });
        let role = (sight.may_end == Some(false)).then(|| StoreWarning {
            reason: "role",
            message:
                "The database role of this process may not end the session of the room, so it \
                      could not take over from a room that is stopped or cut off. Let both use the \
                      same role in store.url."
                    .to_owned(),
        });
        configuration.into_iter().chain(role).collect()
    }

    /// Enters this process as one that waits, if that is due.
    async fn enter(
        &mut self,
        connection: &mut PgConnection,
        has_lease: bool,
        obstacle: Option<&Obstacle>,
    ) -> Result<(), sqlx::Error> {
        if !has_lease || self.entered.is_some_and(|at| at.elapsed() < ENTERED_EVERY) {
            return Ok(());
        }
        let enter = "INSERT INTO room_waiting (life, holder, seen, configuration, obstacle)
             VALUES ($1, $2, clock_timestamp(), $3, $4)
             ON CONFLICT (life) DO UPDATE SET seen = clock_timestamp(), obstacle = $4";
        let Process { life, name, configuration, .. } = &self.process;
        let obstacle = obstacle.map(ToString::to_string);
        let enter = sqlx::query(enter).bind(life).bind(name).bind(configuration).bind(obstacle);
        enter.execute(&mut *connection).await?;
        self.clock = clock_warning(connection).await?;
        self.entered = Some(Instant::now());
        Ok(())
    }
}

/// Everything that a look shows.
struct Sight {
    seen: Seen,
    holder: Option<LeaseHolder>,
    /// Whether the table of the lease is there.
    has_lease: bool,
    /// The last migration of the database.
    migration: i64,
    /// Whether this role may end the session of the room.
    may_end: Option<bool>,
}

async fn see(connection: &mut PgConnection) -> Result<Sight, sqlx::Error> {
    let session = lock::holder(connection).await?;
    let state = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint AS now,
             to_regclass('room_beat') IS NOT NULL AS has_lease,
             to_regclass('_sqlx_migrations') IS NOT NULL AS is_migrated";
    let state = sqlx::query(state).fetch_one(&mut *connection).await?;
    let has_lease: bool = state.try_get("has_lease")?;
    let migration = if state.try_get("is_migrated")? {
        let last = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations");
        last.fetch_one(&mut *connection).await?
    } else {
        0
    };
    let beaten = if has_lease { beaten(connection).await? } else { None };
    let may_end = match session {
        Some(session) => lock::may_end(connection, session).await?,
        None => None,
    };
    let now: i64 = state.try_get("now")?;
    let (beat, holder) = beaten.unzip();
    let holder = holder.map(|holder| LeaseHolder {
        beat_age_ms: beat.map_or(0, |beat| now.saturating_sub(beat).max(0)),
        held_ms: now.saturating_sub(holder.since_ms).max(0),
        ..holder
    });
    Ok(Sight { seen: Seen { now, session, beat }, holder, has_lease, migration, may_end })
}

/// Returns the time of the last beat, and who beat.
async fn beaten(connection: &mut PgConnection) -> Result<Option<(i64, LeaseHolder)>, sqlx::Error> {
    let beat = "SELECT holder, configuration, program,
             (EXTRACT(EPOCH FROM since) * 1000)::bigint AS since_ms,
             (EXTRACT(EPOCH FROM beat) * 1000)::bigint AS beat_ms FROM room_beat";
    let Some(row) = sqlx::query(beat).fetch_optional(connection).await? else { return Ok(None) };
    let holder = LeaseHolder {
        name: row.try_get("holder")?,
        configuration: row.try_get("configuration")?,
        program: row.try_get("program")?,
        since_ms: row.try_get("since_ms")?,
        held_ms: 0,
        beat_age_ms: 0,
    };
    Ok(Some((row.try_get("beat_ms")?, holder)))
}

/// Waits for the database, but at most this long.
async fn within<T>(
    at_most: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let silent = |_| Err(StoreError::Database("it does not answer".to_owned()));
    timeout(at_most, work).await.unwrap_or_else(silent)
}

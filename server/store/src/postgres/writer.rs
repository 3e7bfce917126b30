//! The one connection that writes. It holds the room's lock in the database, and is replaced after
//! it was lost. This module does not know what is written over it.

use super::super::index::Index;
use super::super::lease::{Before, Regaining};
use super::super::{StoreError, failed, migrations, not_migrated};
use super::lease::Lease;
use super::replica::{Patience, is_confirmed, prove};
use super::servers::Servers;
use super::sql::accounts::add_skeletons;
use super::{PostgresOpening, beating, lock};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use std::time::Duration;
use tokio::sync::MutexGuard;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long to wait for the lock, because a server needs a moment to notice that a client is dead.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);

/// The same for a process that waits for its turn. It goes on waiting if another one was faster.
const NEXT_PATIENCE: Duration = Duration::from_millis(500);

/// How often to try to get it.
const LOCK_RETRY: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(super) struct Writer {
    servers: Servers,
    /// The place of the server that has the truth, among them.
    pub(super) server: usize,
    /// The session of the last connection in the server.
    session: i32,
    /// `None` after it was lost, and while it is lent.
    connection: Option<PgConnection>,
    /// `None` after the database failed, so that the stored state must be read again.
    pub(super) index: Option<Index>,
    /// How often rooms had opened the database when this one did.
    epoch: i64,
    /// How many marks were given out.
    marks: i64,
    /// How many snapshots of each stream keep the records behind them.
    pub(super) keep_snapshots: usize,
    /// Whether nothing may be stored without a replica.
    requires_replica: bool,
    pub(super) patience: Patience,
    /// Canceled when another room has opened the database.
    taken_over: CancellationToken,
}

impl Writer {
    /// Takes the room's lock, begins to beat, migrates the tables and counts this opening. Returns
    /// the lease, too.
    pub(super) async fn open(
        servers: Servers,
        opening: &PostgresOpening,
        taken_over: CancellationToken,
    ) -> Result<(Self, Lease), StoreError> {
        let patience = opening.followed.map_or(LOCK_PATIENCE, |_| NEXT_PATIENCE);
        let Locked { mut connection, server, session } = locked(&servers, None, patience).await?;
        let who = (opening.process.clone(), opening.followed);
        let begin = || Lease::begin(beating(&servers), server, who.clone(), taken_over.clone());
        // A process that waits ends a session that has the lock and does not beat.
        let lease = begin().await?;
        let has_replica = is_confirmed(&mut connection).await.map_err(failed)?;
        if opening.requires_replica && !has_replica {
            return Err(StoreError::NoReplica);
        }
        let migrator = migrations::postgres();
        let migrated = migrator.run(&mut connection).await;
        migrated.map_err(|error| not_migrated(error, &migrator))?;
        let lease = match lease {
            None => begin().await?,
            lease => lease,
        };
        let no_lease =
            || StoreError::Damaged("the table of the room's lease is missing".to_owned());
        let lease = lease.ok_or_else(no_lease)?;
        add_skeletons(&mut connection).await?;
        let unused = "DELETE FROM setup WHERE NOT EXISTS
            (SELECT 1 FROM snapshot WHERE snapshot.setup = setup.hash)";
        sqlx::query(unused).execute(&mut connection).await.map_err(failed)?;
        let patience = Patience::default();
        let epoch = count_opening(&mut connection, &patience).await.map_err(failed)?;
        lease.count(epoch);
        let writer = Self {
            servers,
            server,
            session,
            connection: Some(connection),
            index: None,
            epoch,
            marks: 0,
            keep_snapshots: opening.keep_snapshots,
            requires_replica: opening.requires_replica,
            patience,
            taken_over,
        };
        Ok((writer, lease))
    }

    /// Reconnects if the connection is lost, so that the lock of a quiet room is not left free.
    pub(super) async fn check(&mut self) {
        if let Some(mut connection) = self.connection.take()
            && connection.ping().await.is_ok()
        {
            self.connection = Some(connection);
            return;
        }
        match self.reconnect().await {
            Ok(connection) => self.connection = Some(connection),
            // The next use tries again, and reports it.
            Err(error) => tracing::debug!(%error, "the writer could not reconnect"),
        }
    }

    /// Returns a mark for a commit that no other one had or will have.
    pub(super) fn next_mark(&mut self) -> i64 {
        self.marks += 1;
        (self.epoch << 32) + self.marks
    }

    /// Returns the connection, after reconnecting if it was lost.
    async fn take(&mut self) -> Result<PgConnection, StoreError> {
        if self.taken_over.is_cancelled() {
            return Err(StoreError::TakenOver);
        }
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect().await?,
        };
        if self.requires_replica && !is_confirmed(&mut connection).await.map_err(failed)? {
            return Err(StoreError::NoReplica);
        }
        Ok(connection)
    }

    /// Connects and takes the lock again, and makes sure that the connection reads what is proven.
    async fn reconnect(&mut self) -> Result<PgConnection, StoreError> {
        self.index = None;
        let before = Before { epoch: self.epoch, session: self.session };
        let locked = locked(&self.servers, Some(before), LOCK_PATIENCE).await;
        if locked.as_ref().is_err_and(|error| *error == StoreError::TakenOver) {
            self.taken_over.cancel();
        }
        let Locked { mut connection, server, session } = locked?;
        (self.server, self.session) = (server, session);
        prove(&mut connection, &self.patience).await?;
        Ok(connection)
    }

    /// Closes the connection and so releases the lock.
    pub(super) async fn close(&mut self) -> Result<(), StoreError> {
        match self.connection.take() {
            Some(connection) => connection.close().await.map_err(failed),
            None => Ok(()),
        }
    }
}

/// Counts this opening, and waits until the count and everything before it are on the disk and on
/// the replica.
async fn count_opening(
    connection: &mut PgConnection,
    patience: &Patience,
) -> Result<i64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let wait = sqlx::query("SET LOCAL synchronous_commit = on");
    wait.execute(&mut *transaction).await?;
    let count = sqlx::query_scalar("UPDATE room_lease SET epoch = epoch + 1 RETURNING epoch");
    let epoch = count.fetch_one(&mut *transaction).await?;
    patience.wait(transaction.commit()).await?;
    Ok(epoch)
}

/// A connection that holds the room's lock.
struct Locked {
    connection: PgConnection,
    /// The place of its server.
    server: usize,
    /// Its session in the server.
    session: i32,
}

/// Connects and takes the room's lock within this time. With `before`, fails if another room has
/// opened the database since.
async fn locked(
    servers: &Servers,
    before: Option<Before>,
    patience: Duration,
) -> Result<Locked, StoreError> {
    let (mut connection, server) = servers.connect().await?;
    let session = sqlx::query_scalar("SELECT pg_backend_pid()");
    let session = session.fetch_one(&mut connection).await.map_err(failed)?;
    let started = Instant::now();
    loop {
        let is_locked = lock::take(&mut connection).await.map_err(failed)?;
        let next = match before {
            Some(before) => {
                let read = sqlx::query_scalar("SELECT epoch FROM room_lease");
                let epoch: i64 = read.fetch_one(&mut connection).await.map_err(failed)?;
                before.decide(is_locked, epoch, started.elapsed())
            }
            None if is_locked => Regaining::Prove,
            None => Regaining::Wait,
        };
        match next {
            Regaining::TakenOver => return Err(StoreError::TakenOver),
            // Both callers commit something before they read.
            Regaining::Prove => return Ok(Locked { connection, server, session }),
            Regaining::EndLost(session) => {
                lock::end_lost(&mut connection, session).await.map_err(failed)?;
            }
            Regaining::Wait => {}
        }
        if started.elapsed() >= patience {
            return Err(match before {
                None => StoreError::InUse {
                    database: "this database".to_owned(),
                    instead: "database (store.url)",
                },
                // This room had the database open, and tries again.
                Some(_) => StoreError::Database("another room has this database open".to_owned()),
            });
        }
        tokio::time::sleep(LOCK_RETRY).await;
    }
}

/// The lent connection. If its user is canceled before it returns the connection, the connection is
/// closed, because its state is unknown.
pub(super) struct Lent<'a> {
    pub(super) connection: PgConnection,
    pub(super) writer: MutexGuard<'a, Writer>,
}

impl<'a> Lent<'a> {
    pub(super) async fn from(mut writer: MutexGuard<'a, Writer>) -> Result<Self, StoreError> {
        let connection = writer.take().await?;
        Ok(Self { connection, writer })
    }

    /// Returns the connection after a use whose error does not show whether it is lost. After any
    /// failure of the database, the writer reconnects.
    pub(super) fn kept<T>(mut self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if !matches!(result, Err(StoreError::Database(_))) {
            self.writer.connection = Some(self.connection);
        }
        result
    }

    /// Returns the connection, unless the result shows that it is lost.
    pub(super) fn done<T>(mut self, result: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        if !result.as_ref().is_err_and(is_lost) {
            self.writer.connection = Some(self.connection);
        }
        result
    }
}

/// Returns `true` if the connection is useless after this error.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    match error.as_database_error() {
        // Class 57 is caused by an operator: the server is shutting down, or has ended the session.
        Some(database) => database.code().is_some_and(|code| code.starts_with("57")),
        None => !matches!(error, sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. }),
    }
}

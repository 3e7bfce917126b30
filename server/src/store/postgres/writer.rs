//! The one connection that writes: it holds the room's lock in the database, and is made anew where
//! it was lost. It does not know what is written over it.

use super::super::index::Index;
use super::super::{StoreError, failed, not_migrated};
use super::accounts::add_skeletons;
use super::tls::not_connected;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::time::Duration;
use tokio::sync::MutexGuard;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The first half of the lock's key; the second is the schema, so that a database may hold several
/// rooms.
const LOCK: i32 = 0x00CA_12D5;

/// How long to wait for the lock: a server needs a moment to notice that its client is dead.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);

/// How often to ask for it.
const LOCK_RETRY: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(super) struct Writer {
    options: PgConnectOptions,
    /// Absent after it was lost, and while it is lent.
    connection: Option<PgConnection>,
    /// Absent after the database failed: what is stored must be looked up again.
    pub(super) index: Option<Index>,
    /// How often a room had opened the database when this one did.
    epoch: i64,
    /// The records behind how many snapshots of each stream are kept.
    pub(super) keep_snapshots: usize,
    /// Cancelled when another room has opened the database.
    taken_over: CancellationToken,
}

impl Writer {
    /// Takes the room's lock, brings the tables up to date and counts this opening.
    pub(super) async fn open(
        options: PgConnectOptions,
        keep_snapshots: usize,
        taken_over: CancellationToken,
    ) -> Result<Self, StoreError> {
        let mut connection = locked(&options, None).await?;
        let migrator = sqlx::migrate!("./migrations/postgres");
        let migrated = migrator.run(&mut connection).await;
        migrated.map_err(|error| not_migrated(error, &migrator))?;
        add_skeletons(&mut connection).await?;
        let count = sqlx::query_scalar("UPDATE room_lease SET epoch = epoch + 1 RETURNING epoch");
        let epoch = count.fetch_one(&mut connection).await.map_err(failed)?;
        Ok(Self {
            options,
            connection: Some(connection),
            index: None,
            epoch,
            keep_snapshots,
            taken_over,
        })
    }

    /// The connection, made anew where it was lost.
    async fn take(&mut self) -> Result<PgConnection, StoreError> {
        if let Some(connection) = self.connection.take() {
            return Ok(connection);
        }
        self.index = None;
        let connection = locked(&self.options, Some(self.epoch)).await;
        if connection.as_ref().is_err_and(|error| *error == StoreError::TakenOver) {
            self.taken_over.cancel();
        }
        connection
    }

    /// Ends the connection, and the lock with it.
    pub(super) async fn close(&mut self) -> Result<(), StoreError> {
        match self.connection.take() {
            Some(connection) => connection.close().await.map_err(failed),
            None => Ok(()),
        }
    }
}

/// A connection that holds the room's lock; for a room that had it before, only if nobody has
/// opened the database since.
async fn locked(
    options: &PgConnectOptions,
    epoch: Option<i64>,
) -> Result<PgConnection, StoreError> {
    let mut connection = options.connect().await.map_err(|error| not_connected(error, options))?;
    let patience = Instant::now() + LOCK_PATIENCE;
    loop {
        let lock = sqlx::query_scalar(
            "SELECT pg_try_advisory_lock($1, hashtext(COALESCE(current_schema(), '')))",
        );
        let is_locked: bool = lock.bind(LOCK).fetch_one(&mut connection).await.map_err(failed)?;
        if let Some(epoch) = epoch {
            let read = sqlx::query_scalar("SELECT epoch FROM room_lease");
            let now: i64 = read.fetch_one(&mut connection).await.map_err(failed)?;
            if now != epoch {
                return Err(StoreError::TakenOver);
            }
        }
        if is_locked {
            return Ok(connection);
        }
        if Instant::now() >= patience {
            return Err(StoreError::Database("another room has this database open".to_owned()));
        }
        tokio::time::sleep(LOCK_RETRY).await;
    }
}

/// The connection while somebody writes. One that is not given back, because its user gave up in
/// the middle, is closed: nobody knows what it was about to do.
pub(super) struct Lent<'a> {
    pub(super) connection: PgConnection,
    pub(super) writer: MutexGuard<'a, Writer>,
}

impl<'a> Lent<'a> {
    pub(super) async fn from(mut writer: MutexGuard<'a, Writer>) -> Result<Self, StoreError> {
        let connection = writer.take().await?;
        Ok(Self { connection, writer })
    }

    /// Gives the connection back after a use whose error does not say whether it is lost. After
    /// every failure of the database it is made anew.
    pub(super) fn kept<T>(mut self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if !matches!(result, Err(StoreError::Database(_))) {
            self.writer.connection = Some(self.connection);
        }
        result
    }

    /// Gives the connection back, unless what came of its use says that it is lost.
    pub(super) fn done<T>(mut self, result: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        if !result.as_ref().is_err_and(is_lost) {
            self.writer.connection = Some(self.connection);
        }
        result
    }
}

/// Whether a connection is of no use after this error.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    match error.as_database_error() {
        // Class 57 is an operator's doing: the server is going down, or has ended the session.
        Some(database) => database.code().is_some_and(|code| code.starts_with("57")),
        None => !matches!(error, sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. }),
    }
}

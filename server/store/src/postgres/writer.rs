//! The one connection that writes. It holds the room's lock in the database, and is replaced after
//! it was lost. This module does not know what is written over it.

use super::super::index::Index;
use super::super::{StoreError, failed, migrations, not_migrated};
use super::sql::accounts::add_skeletons;
use super::tls::not_connected;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::time::Duration;
use tokio::sync::MutexGuard;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The first half of the lock's key. The second half is the schema, so that one database
/// can hold several rooms.
const LOCK: i32 = 0x00CA_12D5;

/// How long to wait for the lock, because a server needs a moment to notice that a client is dead.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);

/// How often to try to get it.
const LOCK_RETRY: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(super) struct Writer {
    options: PgConnectOptions,
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
    /// Canceled when another room has opened the database.
    taken_over: CancellationToken,
}

impl Writer {
    /// Takes the room's lock, migrates the tables and counts this opening.
    pub(super) async fn open(
        options: PgConnectOptions,
        keep_snapshots: usize,
        taken_over: CancellationToken,
    ) -> Result<Self, StoreError> {
        let mut connection = locked(&options, None).await?;
        let migrator = migrations::postgres();
        let migrated = migrator.run(&mut connection).await;
        migrated.map_err(|error| not_migrated(error, &migrator))?;
        add_skeletons(&mut connection).await?;
        let unused = "DELETE FROM setup WHERE NOT EXISTS
            (SELECT 1 FROM snapshot WHERE snapshot.setup = setup.hash)";
        sqlx::query(unused).execute(&mut connection).await.map_err(failed)?;
        let count = sqlx::query_scalar("UPDATE room_lease SET epoch = epoch + 1 RETURNING epoch");
        let epoch = count.fetch_one(&mut connection).await.map_err(failed)?;
        Ok(Self {
            options,
            connection: Some(connection),
            index: None,
            epoch,
            marks: 0,
            keep_snapshots,
            taken_over,
        })
    }

    /// Returns a mark for a commit that no other one had or will have.
    pub(super) fn next_mark(&mut self) -> i64 {
        self.marks += 1;
        (self.epoch << 32) + self.marks
    }

    /// Returns the connection, after reconnecting if it was lost.
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

    /// Closes the connection and so releases the lock.
    pub(super) async fn close(&mut self) -> Result<(), StoreError> {
        match self.connection.take() {
            Some(connection) => connection.close().await.map_err(failed),
            None => Ok(()),
        }
    }
}

/// Connects and takes the room's lock. With `epoch`, fails if another room has
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
            return Err(match epoch {
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

//! The store in PostgreSQL: one connection that writes, a few that read. One group commit is one
//! transaction with one row for all its journal records. Every database stores the same bytes.
//!
//! Only one room uses a database at a time. The connection that writes holds a lock in the server.
//! If it was lost and another room has opened the database since, this room never writes again.

mod commit;
#[macro_use]
mod dialect;
mod hands;
mod journal;
mod ledger;
#[path = "../sql/mod.rs"]
mod sql;
mod tls;
mod writer;

use super::{StoreError, failed};
use crate::place::Synchronous;
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::postgres::{PgConnection as Connection, PgRow as Row};
use std::str::FromStr as _;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use writer::Writer;

pub use tls::TlsError;

use self::PostgresStore as Backend;

/// How many connections read.
const READERS: u32 = 4;

/// How long a reader waits for the server.
const READ_PATIENCE: Duration = Duration::from_secs(5);

/// The store in PostgreSQL.
#[derive(Debug)]
pub struct PostgresStore {
    writer: Mutex<Writer>,
    readers: PgPool,
    taken_over: CancellationToken,
}

impl PostgresStore {
    /// Connects to the database at `url`, creates its tables or migrates them, and takes it for
    /// this room. Keeps the records of each stream for `keep_snapshots` more snapshots, although
    /// the last one contains them.
    ///
    /// # Errors
    /// The server cannot be reached, another room has the database, or its content is damaged.
    pub async fn open(
        url: &str,
        synchronous: Synchronous,
        keep_snapshots: usize,
    ) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url).map_err(failed)?;
        let options = options.application_name("cardroom").disable_statement_logging();
        let commit = match synchronous {
            Synchronous::Normal => "off",
            Synchronous::Full => "on",
        };
        let writing = options.clone().options([
            ("synchronous_commit", commit),
            // The same few statements run again and again, each with lists of unknown length.
            ("plan_cache_mode", "force_generic_plan"),
            // The lock of a machine that vanished is released within a minute.
            ("tcp_keepalives_idle", "10"),
            ("tcp_keepalives_interval", "10"),
            ("tcp_keepalives_count", "3"),
        ]);
        let taken_over = CancellationToken::new();
        let writer = Writer::open(writing, keep_snapshots, taken_over.clone()).await?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(READ_PATIENCE)
            .connect_with(options.clone().options([("default_transaction_read_only", "on")]))
            .await
            .map_err(|error| tls::not_connected(error, &options))?;
        Ok(Self { writer: Mutex::new(writer), readers, taken_over })
    }

    /// Waits until another room has opened the database.
    async fn failure(&self) -> StoreError {
        self.taken_over.cancelled().await;
        StoreError::TakenOver
    }

    /// Waits until the rows of everything committed can be read, which is always so here.
    async fn settle(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Notes the players of every stored hand, which is always done here.
    async fn note_players(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn try_to_write(&self) -> Result<(), StoreError> {
        self.write(sqlx::query("UPDATE room_lease SET epoch = epoch")).await.map(|_| ())
    }

    async fn end(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.writer.lock().await.close().await
    }
}

//! The store in PostgreSQL: one connection that writes, a few that read. One group commit is one
//! transaction with one row for all its journal records. Every database stores the same bytes.
//!
//! Only one room uses a database at a time. The connection that writes holds a lock in the server.
//! If it was lost and another room has opened the database since, this room never writes again.
//! Beside the lock, the room beats (`lease.rs`), so that a process that waits (`standby.rs`) can
//! end the session of a room that is stopped or cut off.

mod commit;
#[macro_use]
mod dialect;
mod hands;
mod journal;
mod keys;
mod lease;
mod ledger;
#[macro_use]
mod lock;
mod replica;
mod servers;
#[path = "../sql/mod.rs"]
mod sql;
mod standby;
mod tls;
mod writer;

use self::replica::Patience;
use self::servers::{Servers, must_be_primary};
use super::{StoreError, StoreWarning};
use crate::lease::{Followed, Process};
use crate::place::Synchronous;
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnection as Connection, PgRow as Row};
use sqlx::postgres::{PgPool, PgPoolOptions};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use writer::Writer;

pub use keys::PostgresKeys;
pub use lease::Lease;
pub use standby::{Obstacle, Sighting, Standby};
pub use tls::TlsError;

use self::PostgresStore as Backend;

/// How many connections read.
const READERS: u32 = 4;

/// How long a reader waits for the server.
const READ_PATIENCE: Duration = Duration::from_secs(5);

/// The store in PostgreSQL.
#[derive(Debug)]
pub struct PostgresStore {
    writer: Arc<Mutex<Writer>>,
    lease: Lease,
    readers: PgPool,
    /// The servers as the readers use them, and the place of the one that they connect to.
    reading: Servers,
    reading_from: AtomicUsize,
    patience: Patience,
    taken_over: CancellationToken,
}

/// How a room opens its database.
#[derive(Clone, Debug)]
pub struct PostgresOpening {
    pub synchronous: Synchronous,
    /// For how many more snapshots the records of each stream are kept, although the last one
    /// contains them.
    pub keep_snapshots: usize,
    /// Whether nothing is stored while no replica confirms commits.
    pub requires_replica: bool,
    /// The process that opens it.
    pub process: Process,
    /// How the process got the lease, if it has waited for that.
    pub followed: Option<Followed>,
}

impl PostgresOpening {
    /// Returns the opening of a process that did not wait and whose configuration is unknown.
    #[must_use]
    pub fn with(synchronous: Synchronous) -> Self {
        let process = Process::this(String::new());
        Self { synchronous, keep_snapshots: 0, requires_replica: false, process, followed: None }
    }
}

/// Returns the servers of an address, as every connection of a room uses them.
fn servers_at(url: &str) -> Result<Servers, StoreError> {
    let servers = Servers::of(url)?;
    Ok(servers.with(|options| options.application_name("cardroom").disable_statement_logging()))
}

/// Returns the same servers for connections that a vanished machine must not keep for long. The
/// server ends them after four seconds without a sign of the client.
fn kept_alive(servers: &Servers) -> Servers {
    servers.with(|options| {
        options.options([
            ("tcp_keepalives_idle", "2"),
            ("tcp_keepalives_interval", "1"),
            ("tcp_keepalives_count", "2"),
        ])
    })
}

/// Returns the same servers for connections whose commits wait for nothing.
fn beating(servers: &Servers) -> Servers {
    servers.with(|options| options.options([("synchronous_commit", "off")]))
}

impl PostgresStore {
    /// Opens the database at `url` for a process that did not wait, by [`open_by`](Self::open_by).
    ///
    /// # Errors
    /// No server can be reached, another room has the database, or its content is damaged.
    pub async fn open(
        url: &str,
        synchronous: Synchronous,
        keep_snapshots: usize,
    ) -> Result<Self, StoreError> {
        let opening = PostgresOpening { keep_snapshots, ..PostgresOpening::with(synchronous) };
        Self::open_by(url, &opening).await
    }

    /// Connects to the database at `url`, creates its tables or migrates them, and takes it for
    /// this room. If the address names several servers, the first that answers and is no replica
    /// has the database, now and after each loss.
    ///
    /// # Errors
    /// No server can be reached, another room has the database, or its content is damaged.
    pub async fn open_by(url: &str, opening: &PostgresOpening) -> Result<Self, StoreError> {
        let servers = servers_at(url)?;
        let commit = match opening.synchronous {
            Synchronous::Normal => "off",
            Synchronous::Full => "on",
        };
        let writing = kept_alive(&servers).with(|options| {
            options.options([
                ("synchronous_commit", commit),
                // The same few statements run again and again, each with lists of unknown length.
                ("plan_cache_mode", "force_generic_plan"),
            ])
        });
        let reading =
            servers.with(|options| options.options([("default_transaction_read_only", "on")]));
        let taken_over = CancellationToken::new();
        let (writer, lease) = Writer::open(writing, opening, taken_over.clone()).await?;
        let from = reading.at(writer.server);
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(READ_PATIENCE)
            .after_connect(|connection, _| Box::pin(must_be_primary(connection)))
            .connect_with(from.clone())
            .await
            .map_err(|error| tls::not_connected(error, &from))?;
        let (reading_from, patience) = (AtomicUsize::new(writer.server), writer.patience.clone());
        let writer = Arc::new(Mutex::new(writer));
        lease.wake(&writer);
        Ok(Self { writer, lease, readers, reading, reading_from, patience, taken_over })
    }

    /// Makes the readers follow the writer to its server.
    fn read_from(&self, server: usize) {
        if self.reading_from.swap(server, Ordering::Relaxed) != server {
            self.readers.set_connect_options(self.reading.at(server));
        }
    }

    async fn find_warnings(&self) -> Vec<StoreWarning> {
        let Ok(mut lent) = self.lend().await else { return Vec::new() };
        let found = replica::warnings(&mut lent.connection).await;
        lent.done(found).unwrap_or_default()
    }

    fn find_standstill(&self) -> Option<&'static str> {
        self.patience.is_tried().then_some(replica::MISSING)
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
        let closed = self.writer.lock().await.close().await;
        // The beat goes on until the lock is free.
        self.lease.end();
        closed
    }

    fn find_lease(&self) -> Option<&Lease> {
        Some(&self.lease)
    }
}

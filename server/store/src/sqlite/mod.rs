//! The store in one SQLite file behind a redo log: one connection that writes, a few that read.

mod attempt;
mod commit;
mod copies;
mod deal_log;
#[macro_use]
mod dialect;
mod hands;
mod hooks;
mod journal;
mod keys;
mod ledger;
mod log;
mod redo;
#[path = "../sql/mod.rs"]
mod sql;
mod to_note;
mod wal;

use super::backup::of_database;
use super::redo::{Blocking, Files, Front, SEGMENT_BYTES};
use super::{
    Lease, StoreError, StoreWarning, StoredStream, StreamId, Unit, failed, migrations,
    not_migrated, signed,
};
pub(super) use attempt::{Attempt, attempt, drop_hands, read_what_is_there, wal_attempts};
pub(super) use copies::complete as complete_copy;
pub(super) use wal::check_at_rest as check_log_at_rest;

use crate::place::Synchronous;
use journal::{Known, Opened, read_everything};
use log::{Keeper, LogLength};
use sql::{accounts, operations};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};
use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use to_note::ToNote;
use tokio::sync::{Mutex, MutexGuard};
use tokio_util::task::AbortOnDropHandle;

use self::SqliteStore as Backend;
use sqlx::sqlite::{SqliteConnection as Connection, SqliteRow as Row};

/// How long a statement waits for another process that reads the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long to wait before trying the final checkpoint again.
const FOLD_AGAIN: Duration = Duration::from_millis(5);

/// The page cache of the connection that writes; negative means KiB. The pages that play changes
/// often fit. So a room's memory reaches its size after a minute and not after an hour.
const CACHE_KIB: &str = "-4096";

/// The page cache of each other connection. The inner pages of the indexes that one query reads
/// fit. Every commit invalidates the cache, so more would not help, and would take an hour to fill.
const OTHER_CACHE_KIB: &str = "-128";

/// The most rows that one statement writes.
const ROWS: usize = 32;

/// How many connections read.
const READERS: u32 = 4;

/// The store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    /// The log that takes what is played.
    front: Front,
    writer: Arc<Mutex<Writer>>,
    readers: SqlitePool,
    /// All streams as they were at the opening, for the first reader.
    opened: parking_lot::Mutex<Option<Opened>>,
    /// Checkpoints the log beside play, as long as this store lives.
    _log_keeper: AbortOnDropHandle<()>,
    /// Locked as long as this store lives, so that no second room writes to the same file.
    _lock: File,
}

#[derive(Debug)]
struct Writer {
    connection: SqliteConnection,
    /// `None` after the database failed, so that the stored state must be read again.
    known: Option<Known>,
    /// During the opening, all streams with what is replayed.
    streams: Option<BTreeMap<StreamId, StoredStream>>,
    /// How many snapshots of each stream keep the records behind them.
    keep_snapshots: usize,
    /// The pages that were written and not yet checkpointed.
    log: LogLength,
}

impl Writer {
    /// Ends a transaction that was left open.
    ///
    /// After some failures SQLite rolls a transaction back on its own. The rollback of sqlx then
    /// fails, and sqlx counts the transaction as open from that time on. It turns the next one into
    /// a savepoint, whose rollback leaves a transaction open. Without this function, all later
    /// writes would be part of that transaction and lost with the process.
    async fn roll_back(&mut self) {
        if self.connection.is_in_transaction() {
            // A rollback may still be under way. The ping is answered after it.
            let _ = self.connection.ping().await;
        }
        if self.connection.is_in_transaction() {
            // This fails if the database has already rolled back. Then no transaction is open.
            let _ = sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await;
        }
    }

    /// Returns what is known of the stored state, and reads it first if necessary.
    async fn known(&mut self) -> Result<&Known, StoreError> {
        let known = match self.known.take() {
            Some(known) => known,
            None => Known::read(&mut self.connection, self.keep_snapshots).await?,
        };
        Ok(self.known.insert(known))
    }

    /// Ends the opening, and returns the streams that it found.
    async fn opened(&mut self) -> Result<Option<Opened>, StoreError> {
        let log = redo::stored_log(&mut self.connection).await?;
        let opened = self.streams.take().zip(log);
        Ok(opened.map(|(streams, log)| Opened { position: log.position, streams }))
    }

    /// Notes the players of every stored hand.
    async fn note_everything(&mut self) -> Result<(), StoreError> {
        to_note::note_everything(&mut self.connection).await?;
        if let Some(known) = &mut self.known {
            known.to_note = ToNote::default();
        }
        Ok(())
    }
}

/// Splits rows into runs for one statement each. SQLite's thread is asked once for each statement,
/// which costs more than to write a row. The lengths are powers of two, so that there are few
/// statements to prepare.
fn runs<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = 1 << rows.len().min(ROWS).checked_ilog2()?;
        let (run, rest) = rows.split_at(length);
        rows = rest;
        Some(run)
    })
}

impl SqliteStore {
    /// Opens or creates the file and migrates its tables. Keeps the records of each stream for
    /// `keep_snapshots` more snapshots, although the last one contains them.
    ///
    /// # Errors
    /// The file cannot be used, another room has it open, or its content is damaged.
    pub async fn open(
        path: &Path,
        synchronous: Synchronous,
        keep_snapshots: usize,
    ) -> Result<Self, StoreError> {
        Self::open_with_segments(path, synchronous, keep_snapshots, SEGMENT_BYTES).await
    }

    /// Opens like [`Self::open`], with a redo log of three segments of this length.
    ///
    /// # Errors
    /// The same as [`Self::open`].
    pub async fn open_with_segments(
        path: &Path,
        synchronous: Synchronous,
        keep_snapshots: usize,
        segment_bytes: u64,
    ) -> Result<Self, StoreError> {
        let lock = lock_file(path)?;
        wal::check(path)?;
        make_private(path).map_err(|error| in_file(path, &error))?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Its content must be durable: the redo log is written over behind it.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .pragma("wal_autocheckpoint", log::MOST_PAGES)
            // Otherwise SQLite writes the statement journal, which undoes a failed
            // statement, to a file.
            .pragma("temp_store", "memory")
            .pragma("cache_size", OTHER_CACHE_KIB)
            .disable_statement_logging();
        let writes = options.clone().pragma("cache_size", CACHE_KIB);
        let mut connection =
            SqliteConnection::connect_with(&writes).await.map_err(|error| in_file(path, &error))?;
        log::empty(&mut connection).await?;
        let migrator = migrations::sqlite();
        let migrated = migrator.run(&mut connection).await;
        migrated.map_err(|error| not_migrated(error, &migrator))?;
        accounts::add_skeletons(&mut connection).await?;
        to_note::note_everything(&mut connection).await?;
        let everything = read_everything(&mut connection, keep_snapshots).await;
        let (mut known, streams) = everything.map_err(|error| of_database(path, error))?;
        known.to_note = ToNote::default();
        let keeper = Keeper::new(options.connect().await.map_err(failed)?, path)
            .map_err(|error| in_file(path, &error))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.pragma("query_only", "on"))
            .await
            .map_err(failed)?;
        let (log, due) = log::opened();
        let known = Some(known);
        let writer = Writer { connection, known, streams, keep_snapshots, log };
        let writer = Arc::new(Mutex::new(writer));
        let rows = Arc::new(redo::Rows { writer: Arc::clone(&writer) });
        let files = Arc::new(Files::beside(path, synchronous, segment_bytes));
        let front = Front::open(rows, files).await?;
        let opened = writer.lock().await.opened().await?;
        let log_keeper = log::keep_short(keeper, &writer, due);
        let opened = parking_lot::Mutex::new(opened);
        Ok(Self { front, writer, readers, opened, _log_keeper: log_keeper, _lock: lock })
    }
}

/// Creates a directory that only the room's own user can read, because it holds hashes and keys.
pub(super) fn make_directory(directory: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// Creates the file if it is missing, and makes it unreadable for other users. SQLite gives the
/// files beside it the same permissions.
fn make_private(path: &Path) -> std::io::Result<()> {
    let file = File::options().append(true).create(true).open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(file);
    Ok(())
}

/// Creates a private file and its directory.
pub(super) fn private_file(path: &Path) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        make_directory(directory)?;
    }
    make_private(path)
}

pub(super) fn in_file(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Database(format!("{}: {error}", path.display()))
}

/// Creates the directory, and locks a file beside the database.
pub(super) fn lock_file(path: &Path) -> Result<File, StoreError> {
    let failed = |error: std::io::Error| in_file(path, &error);
    if let Some(directory) = path.parent() {
        make_directory(directory).map_err(failed)?;
    }
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push(".lock");
    make_private(Path::new(&lock_path)).map_err(failed)?;
    let lock = File::options().write(true).open(&lock_path).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse {
            database: path.display().to_string(),
            instead: "data directory (server.data_dir)",
        }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

impl SqliteStore {
    /// Returns the connection that writes, with no transaction open.
    async fn writer(&self) -> MutexGuard<'_, Writer> {
        let mut writer = self.writer.lock().await;
        writer.roll_back().await;
        writer
    }

    /// Waits until the redo log has failed.
    async fn failure(&self) -> StoreError {
        self.front.failure().await
    }

    /// Waits until the rows of everything committed can be read.
    async fn settle(&self) -> Result<(), StoreError> {
        self.front.settle().await
    }

    /// Notes the players of every stored hand, so that a search finds it by them.
    async fn note_players(&self) -> Result<(), StoreError> {
        self.writer().await.note_everything().await
    }

    async fn commit_units(&self, units: &[Unit]) -> Result<(), StoreError> {
        self.front.commit(units, Blocking::Never).await
    }

    fn waits_for_play(&self) -> bool {
        self.front.syncs()
    }

    async fn commit_units_of_play(&self, units: &[Unit]) -> Result<(), StoreError> {
        self.front.commit(units, Blocking::Briefly).await
    }

    #[expect(clippy::unused_async, reason = "PostgreSQL is asked")]
    async fn find_warnings(&self) -> Vec<StoreWarning> {
        Vec::new()
    }

    #[expect(clippy::unused_self, reason = "PostgreSQL may wait for a replica")]
    fn find_standstill(&self) -> Option<&'static str> {
        None
    }

    #[expect(clippy::unused_self, reason = "PostgreSQL has one")]
    fn find_lease(&self) -> Option<&Lease> {
        None
    }

    async fn try_to_write(&self) -> Result<(), StoreError> {
        self.settle().await?;
        let mut writer = self.writer().await;
        // Setting it writes the first page of the file, even if the value stays the same.
        let written = sqlx::raw_sql("PRAGMA user_version = 0").execute(&mut writer.connection);
        written.await.map(|_| ()).map_err(failed)
    }

    async fn end(&self) -> Result<(), StoreError> {
        self.front.close().await?;
        self.fold_log().await
    }

    /// Checkpoints everything into the one file.
    async fn fold_log(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        let mut writer = self.writer().await;
        log::fold(&mut writer.connection).await
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Record, Snapshot};
    use super::*;
    use crate::ids::TableId;
    use crate::prelude::*;
    use bytes::Bytes;

    /// Fails in a transaction, which SQLite then rolls back on its own.
    async fn fail(store: &SqliteStore) {
        let mut writer = store.writer().await;
        let mut transaction = writer.connection.begin().await.unwrap();
        let twice = "INSERT OR ROLLBACK INTO room_table (id, name) VALUES (9, 'a'), (9, 'b')";
        sqlx::raw_sql(twice).execute(&mut *transaction).await.unwrap_err();
    }

    /// Drops a transaction, which sqlx then rolls back.
    async fn give_up(store: &SqliteStore) {
        let mut writer = store.writer().await;
        let mut transaction = writer.connection.begin().await.unwrap();
        let one = "INSERT INTO room_table (id, name) VALUES (9, 'a')";
        sqlx::raw_sql(one).execute(&mut *transaction).await.unwrap();
    }

    #[tokio::test]
    async fn what_is_written_after_failed_transactions_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room.db");
        let store = SqliteStore::open(&path, Synchronous::Normal, 2).await.unwrap();
        fail(&store).await;
        give_up(&store).await;
        fail(&store).await;
        give_up(&store).await;
        let one = "INSERT INTO room_table (id, name) VALUES (9, 'a')";
        let mut writer = store.writer().await;
        sqlx::raw_sql(one).execute(&mut writer.connection).await.unwrap();
        drop(writer);
        // Another connection sees only committed rows.
        let read = sqlx::query_scalar("SELECT name FROM room_table WHERE id = 9");
        let name: String = read.fetch_one(&store.readers).await.unwrap();
        assert_eq!(name, "a");
    }

    const ONE: StreamId = StreamId::Table(TableId(1));
    const TWO: StreamId = StreamId::Table(TableId(2));

    fn step(stream: StreamId, seq: u64) -> Unit {
        let record = Record { stream, seq, payload: Bytes::from(seq.to_string()) };
        Unit { records: vec![record], ..Unit::default() }
    }

    /// Returns the streams with their snapshots' and records' numbers.
    async fn streams(store: &SqliteStore) -> Vec<(StreamId, u64, Vec<u64>)> {
        let told = |(id, stream): (StreamId, StoredStream)| {
            let snapshot = stream.snapshot.map_or(0, |snapshot| snapshot.seq);
            (id, snapshot, stream.records.iter().map(|record| record.seq).collect())
        };
        store.load_streams().await.unwrap().into_iter().map(told).collect()
    }

    /// Whether they are kept from the opening, with what it replayed, or read anew.
    #[tokio::test]
    async fn streams_are_the_same_for_the_first_who_asks_and_for_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room.db");
        let open = || SqliteStore::open(&path, Synchronous::Normal, 2);
        let store = open().await.unwrap();
        store.commit(&[step(ONE, 1), step(TWO, 1), step(ONE, 2)]).await.unwrap();
        store.close().await.unwrap();
        drop(store);

        let store = open().await.unwrap();
        let snapshot = Snapshot { stream: ONE, seq: 2, payload: Bytes::new(), setup: None };
        let with_snapshot = Unit { snapshot: Some(snapshot), ..Unit::default() };
        store.commit(&[with_snapshot, step(ONE, 3)]).await.unwrap();
        store.commit(&[Unit { ended: vec![TWO], ..Unit::default() }]).await.unwrap();
        // It dies before anything is projected, and the next opening replays the log.
        drop(store);

        let store = open().await.unwrap();
        let opened = store.opened.lock().as_ref().map(|opened| opened.streams.len());
        assert_eq!(opened, Some(1), "the first who asks need not read");
        let kept = streams(&store).await;
        assert_eq!(kept, [(ONE, 2, vec![3])]);
        assert!(store.opened.lock().is_none());
        assert_eq!(streams(&store).await, kept);
        drop(store);

        let store = open().await.unwrap();
        store.commit(&[step(ONE, 4)]).await.unwrap();
        assert_eq!(streams(&store).await, [(ONE, 2, vec![3, 4])], "play has gone on since");
    }
}

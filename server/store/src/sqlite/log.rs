//! Checkpoints of SQLite's write-ahead log while play goes on.
//!
//! Without this, the commit that finds the log too long would checkpoint all of it, and every table
//! would wait for the disk. Here a separate connection checkpoints while commits go on. Only the
//! pages that were written meanwhile are checkpointed while no commit is under way. After that the
//! log is not needed any more, and the next commit starts it from the beginning.
//!
//! A transfer waits for this only briefly, because until then the log has the only copy of it.

use super::super::{StoreError, Unit};
use super::{BUSY_TIMEOUT, FOLD_AGAIN, Writer, failed};
use sqlx::sqlite::SqliteConnection;
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Notify};
use tokio_util::task::AbortOnDropHandle;

/// About how many pages of 4 KiB the log gets before a checkpoint. With more, pages that change
/// often are written once for more changes, and waits for the disk are rarer.
const PAGES: usize = 8_000;
/// A commit that makes the log this long checkpoints it itself, because the disk cannot keep up.
pub(super) const MOST_PAGES: &str = "32000";
/// How many passes run beside commits before commits must wait for the rest.
const ROUNDS: usize = 2;
const PAGE_BYTES: usize = 4_096;
/// How long a transfer waits for a checkpoint. One buy-in rarely comes alone.
#[cfg(not(test))]
const MONEY_WAITS: Duration = Duration::from_secs(5);
#[cfg(test)]
const MONEY_WAITS: Duration = Duration::from_millis(300);
/// Pages that a commit changes in addition to its own data: indexes and lists.
const PAGES_BESIDES: usize = 2;

/// Reasons for a checkpoint.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// The log is long.
    is_long: Notify,
    /// The log has a transfer, the first since the last checkpoint.
    has_money: Notify,
}

/// An estimate of what the log holds.
#[derive(Debug)]
pub(super) struct LogLength {
    pages: usize,
    has_money: bool,
    due: Arc<Due>,
}

impl LogLength {
    /// Adds a commit of these units.
    pub(super) fn add(&mut self, units: &[Unit]) {
        let bytes: usize = units.iter().map(bytes).sum();
        let was_short = self.pages < PAGES;
        self.pages += PAGES_BESIDES + bytes.div_ceil(PAGE_BYTES);
        if was_short && self.pages >= PAGES {
            self.due.is_long.notify_one();
        }
        if !self.has_money && units.iter().any(|unit| !unit.transfers.is_empty()) {
            self.has_money = true;
            self.due.has_money.notify_one();
        }
    }
}

/// Returns how many bytes a unit writes.
fn bytes(unit: &Unit) -> usize {
    let records = unit.records.iter().map(|record| record.payload.len());
    let snapshot = unit.snapshot.iter().map(|snapshot| snapshot.payload.len());
    let hand = |bytes: &Option<bytes::Bytes>| bytes.as_ref().map_or(0, bytes::Bytes::len);
    let hands = unit.hands.iter().map(|kept| kept.record.len() + hand(&kept.cards));
    records.chain(snapshot).chain(hands).sum()
}

impl Due {
    async fn wait(&self) {
        let money = async {
            self.has_money.notified().await;
            tokio::time::sleep(MONEY_WAITS).await;
        };
        tokio::select! {
            () = self.is_long.notified() => {}
            () = money => {}
        }
    }
}

/// Returns the content of a log that was just emptied, and the reasons for a checkpoint.
pub(super) fn opened() -> (LogLength, Arc<Due>) {
    let due = Arc::new(Due::default());
    (LogLength { pages: 0, has_money: false, due: Arc::clone(&due) }, due)
}

/// Checkpoints what a process that died left in the log. If another program reads the database, it
/// stays there, and a later checkpoint gets it.
pub(super) async fn empty(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let fold = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
    fold.execute(connection).await.map(|_| ()).map_err(failed)
}

/// Checkpoints everything into the one file. SQLite refuses while another connection is
/// checkpointing, so this tries again.
///
/// # Errors
/// Another program keeps reading the database.
pub(super) async fn fold(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let give_up = Instant::now() + BUSY_TIMEOUT;
    loop {
        let fold = sqlx::query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)");
        let is_busy = fold.fetch_one(&mut *connection).await.map_err(failed)? != 0;
        if !is_busy {
            return Ok(());
        }
        if Instant::now() >= give_up {
            let why = "Another program is reading the database, so its last changes stay in the \
                       -wal file beside it. Keep both files together.";
            return Err(StoreError::Database(why.to_owned()));
        }
        tokio::time::sleep(FOLD_AGAIN).await;
    }
}

/// Checkpoints the log whenever it is long or has money, until the handle is dropped.
pub(super) fn keep_short(
    keeper: Keeper,
    writer: &Arc<Mutex<Writer>>,
    due: Arc<Due>,
) -> AbortOnDropHandle<()> {
    AbortOnDropHandle::new(tokio::spawn(keeper.run(Arc::downgrade(writer), due)))
}

/// The task that checkpoints.
pub(super) struct Keeper {
    connection: SqliteConnection,
    /// Must stay open as long as the database. When a process closes any handle of the file, it
    /// loses the locks that SQLite has on it.
    file: Arc<File>,
}

impl Keeper {
    pub(super) fn new(connection: SqliteConnection, path: &Path) -> std::io::Result<Self> {
        let file = File::options().read(true).write(true).open(path)?;
        Ok(Self { connection, file: Arc::new(file) })
    }

    async fn run(mut self, writer: Weak<Mutex<Writer>>, due: Arc<Due>) {
        loop {
            due.wait().await;
            let most = self.bring_most_over().await;
            let Some(writer) = writer.upgrade() else { return };
            let mut writer = writer.lock().await;
            let rest = match most {
                Ok(()) => bring_over(&mut self.connection).await,
                failed @ Err(_) => failed,
            };
            if let Err(error) = rest {
                // Nothing is lost. Everything is in the log, and a later checkpoint retries.
                tracing::warn!(%error, "could not checkpoint the write-ahead log of the database");
            }
            writer.log.pages = 0;
            writer.log.has_money = false;
        }
    }

    /// Checkpoints what is in the log while commits add to it. SQLite syncs the file only
    /// in a checkpoint that leaves nothing behind. All commits would wait for that sync, so
    /// it is done here.
    async fn bring_most_over(&mut self) -> Result<(), StoreError> {
        for _ in 0..ROUNDS {
            bring_over(&mut self.connection).await?;
            let file = Arc::clone(&self.file);
            let synced = tokio::task::spawn_blocking(move || file.sync_data()).await;
            let synced = synced.map_err(std::io::Error::other).flatten();
            synced.map_err(|error| StoreError::Database(error.to_string()))?;
        }
        Ok(())
    }
}

/// Checkpoints the log up to the oldest state that a connection still reads. Waits
/// for no other connection.
async fn bring_over(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let passive = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)");
    passive.execute(connection).await.map(|_| ()).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::super::SqliteStore;
    use super::*;
    use crate::ids::TableId;
    use crate::place::Synchronous;
    use crate::prelude::*;
    use crate::{Record, Snapshot, StreamId};
    use bytes::Bytes;
    use sqlx::Connection as _;
    use std::time::Instant;

    const PAGES_EACH: usize = 250;

    /// Returns the unit of a table that opens with a state of many pages.
    fn opening(table: u64) -> Unit {
        let stream = StreamId::Table(TableId(table));
        let payload = Bytes::from(vec![7; PAGES_EACH * PAGE_BYTES]);
        Unit {
            records: vec![Record { stream, seq: 1, payload: Bytes::new() }],
            snapshot: Some(Snapshot { stream, seq: 1, payload, setup: None }),
            ..Unit::default()
        }
    }

    fn pages(file: &Path) -> usize {
        let bytes = std::fs::metadata(file).map_or(0, |file| file.len());
        usize::try_from(bytes).unwrap() / PAGE_BYTES
    }

    #[tokio::test]
    async fn a_long_log_is_brought_over_beside_the_commits_and_starts_anew() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("room.sqlite");
        let log = directory.path().join("room.sqlite-wal");
        let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
        let mut tables = 1..;
        let mut commit = async |count| {
            for table in tables.by_ref().take(count) {
                store.commit(&[opening(table)]).await.unwrap();
            }
            store.front.settle().await.unwrap();
        };
        let fills = PAGES / PAGES_EACH;
        commit(fills - 2).await;
        assert!(pages(&path) < PAGES / 2, "it is not long yet");
        commit(4).await;
        let started = Instant::now();
        while store.writer().await.log.pages >= PAGES {
            assert!(started.elapsed() < Duration::from_secs(60), "nobody brought it over");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(pages(&path) > PAGES);
        let before = pages(&log);
        commit(fills / 2).await;
        assert_eq!(pages(&log), before, "what was brought over is written upon");
        assert_eq!(store.load_streams().await.unwrap().len(), fills + 2 + fills / 2);
    }

    #[tokio::test]
    async fn a_transfer_is_in_the_database_itself_within_seconds_and_play_alone_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("room.sqlite");
        let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
        let before = pages(&path);
        let play = [opening(1), opening(2)];
        store.commit(&play).await.unwrap();
        store.front.settle().await.unwrap();
        tokio::time::sleep(2 * MONEY_WAITS).await;
        assert_eq!(pages(&path), before, "play waits until the log is long");
        let transfer = crate::Transfer {
            id: "grant".to_owned(),
            from: crate::LedgerAccount::Bank,
            to: crate::LedgerAccount::Table(TableId(1)),
            amount: cardroom_rules::Chips(5),
            at_ms: 1,
        };
        let unit = Unit { transfers: vec![transfer], ..Unit::default() };
        store.commit(&[unit]).await.unwrap();
        tokio::time::sleep(2 * MONEY_WAITS).await;
        assert!(pages(&path) > before + 2 * PAGES_EACH);
        // A copy of the file alone, without its log, has the transfer.
        let alone = directory.path().join("alone.sqlite");
        std::fs::copy(&path, &alone).unwrap();
        let mut alone = SqliteConnection::connect(alone.to_str().unwrap()).await.unwrap();
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM ledger_transfer");
        let count: i64 = count.fetch_one(&mut alone).await.unwrap();
        assert_eq!(count, 1);
    }

    #[tokio::test]
    async fn a_store_that_is_closed_while_its_log_is_brought_over_leaves_no_log() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("room.sqlite");
        let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
        for table in 1..=(PAGES / PAGES_EACH) as u64 {
            store.commit(&[opening(table)]).await.unwrap();
        }
        store.front.settle().await.unwrap();
        // The checkpoint begins now.
        tokio::task::yield_now().await;
        store.close().await.unwrap();
        assert_eq!(pages(&directory.path().join("room.sqlite-wal")), 0);
        assert!(pages(&path) > PAGES);
    }

    #[test]
    fn what_a_unit_brings_is_counted_with_its_hands() {
        let (mut log, _) = opened();
        log.add(&[opening(1), Unit::default()]);
        assert_eq!(log.pages, PAGES_EACH + PAGES_BESIDES);
    }
}

//! An attempt to go on from damaged files, on copies of them, and what can be read of the result.

use super::super::backup::tables;
use super::super::ledger::{CheckedTransfers, transfer_of};
use super::super::redo::{
    Lost, StoredLog, Tail, lost_of, read_segments, replay, segment_paths, tail_of_moment, try_log,
    uptime, wrong_bit_behind,
};
use super::super::repair::Contents;
use super::super::{StoreError, migrations, not_migrated, unsigned};
use super::copies::{KEEP_ALL, log_of};
use super::redo::{Rows, forget_log};
use super::sql::streams;
use super::{Writer, failed, in_file, log, make_private, signed, wal};
use crate::ids::TableId;
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::Mutex;

/// How many wrong bits of a redo log are put back at most.
const MOST_BITS: usize = 16;

/// Tables whose rows are counted one by one, or that follow from others.
const COUNTED: [&str; 7] = [
    "journal_batch",
    "setup",
    "snapshot",
    "ledger_account",
    "ledger_transfer",
    "hand",
    "hand_player",
];

/// The outcome of an attempt.
#[derive(Debug, Default)]
pub(crate) struct Attempt {
    /// The last commit that it has.
    pub(crate) reached: u64,
    /// The damage to the database.
    pub(crate) of_database: Vec<String>,
    /// The damage to the redo log.
    pub(crate) of_log: Vec<String>,
    /// How the attempt treated it.
    pub(crate) mended: Vec<String>,
    /// Whether a room can open on it.
    pub(crate) is_whole: bool,
    /// Steps and hands that only the redo log has.
    pub(crate) lost: Lost,
}

/// A treatment of SQLite's log, for people to read, and the log after it.
type WalTry = (Option<String>, Vec<u8>);

/// Returns the damage to SQLite's own log, and the treatments to try.
pub(crate) fn wal_attempts(database: &Path) -> Result<(Vec<String>, Vec<WalTry>), StoreError> {
    let bytes = wal::read(database)?;
    let Some(damage) = wal::damage(&bytes) else { return Ok((Vec::new(), vec![(None, bytes)])) };
    let path = wal::beside(database, "-wal");
    let found = vec![format!("{}: {damage}", path.display())];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some(mended) = wal::mended(&bytes) {
        return Ok((found, vec![(Some(format!("The wrong byte in {name} is put back.")), mended)]));
    }
    let forced = wal::forced(&bytes);
    let forced = forced.map(|log| (format!("The damaged frame of {name} is read as it is."), log));
    let others = [
        (format!("{name} is left out: the database is read without it."), Vec::new()),
        (format!("{name} is read up to the damage."), bytes),
    ];
    let tries = forced.into_iter().chain(others).map(|(how, log)| (Some(how), log));
    Ok((found, tries.collect()))
}

/// Copies a database, brings it as far as its logs go, and cuts it off from them.
///
/// # Errors
/// A file cannot be read or written.
pub(crate) async fn attempt(
    database: &Path,
    copy: &Path,
    wal_bytes: &[u8],
) -> Result<Attempt, StoreError> {
    fs::copy(database, copy).map_err(|error| in_file(copy, &error))?;
    make_private(copy).map_err(|error| in_file(copy, &error))?;
    if !wal_bytes.is_empty() {
        let path = wal::beside(copy, "-wal");
        fs::write(&path, wal_bytes).map_err(|error| in_file(&path, &error))?;
    }
    let mut attempt = Attempt::default();
    if let Err(error) = go_on(database, copy, &mut attempt).await {
        attempt.is_whole = false;
        if attempt.of_log.is_empty() && attempt.of_database.is_empty() {
            attempt.of_database.push(format!("{}: {error}", database.display()));
        }
    }
    Ok(attempt)
}

async fn go_on(database: &Path, copy: &Path, attempt: &mut Attempt) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(copy);
    let options = options.journal_mode(SqliteJournalMode::Delete).disable_statement_logging();
    let mut connection = options.connect().await.map_err(failed)?;
    let wrong = integrity(&mut connection).await?;
    if !wrong.is_empty() {
        let in_database = |wrong: String| format!("{}: {wrong}", database.display());
        attempt.of_database = wrong.into_iter().map(in_database).collect();
        sqlx::raw_sql("REINDEX").execute(&mut connection).await.map_err(failed)?;
        if !integrity(&mut connection).await?.is_empty() {
            return connection.close().await.map_err(failed);
        }
        attempt.mended.push("The indexes of the database are built anew.".to_owned());
    }
    let segments = read_segments(&segment_paths(database));
    let segments = segments.map_err(|error| in_file(database, &error))?;
    let Some(stored) = log_of(&mut connection).await? else {
        if segments.iter().any(Option::is_some) {
            let found = "the database knows no redo log, and there are files of one beside it";
            attempt.of_log.push(format!("{}: {found}", database.display()));
            attempt.mended.push("The redo log is left out.".to_owned());
        }
        attempt.is_whole = true;
        return connection.close().await.map_err(failed);
    };
    let tail = tail_of(database, &stored, segments, attempt);
    let migrator = migrations::sqlite();
    let migrated = migrator.run(&mut connection).await;
    migrated.map_err(|error| not_migrated(error, &migrator))?;
    attempt.lost = lost_of(&tail, streams::read_setups(&mut connection).await?);
    let (log, _) = log::opened();
    let writer = Writer { connection, known: None, streams: None, keep_snapshots: KEEP_ALL, log };
    let writer = Arc::new(Mutex::new(writer));
    let rows = Rows { writer: Arc::clone(&writer) };
    attempt.reached = replay(&rows, stored.position, &tail.frames).await?.number;
    drop(rows);
    forget_log(&mut writer.lock().await.connection).await?;
    attempt.is_whole = true;
    match Arc::into_inner(writer) {
        Some(writer) => writer.into_inner().connection.close().await.map_err(failed),
        None => Ok(()),
    }
}

/// Returns what of the redo log can be replayed. Puts wrong bits back.
fn tail_of(
    database: &Path,
    stored: &StoredLog,
    mut segments: [Option<Bytes>; 3],
    attempt: &mut Attempt,
) -> Tail {
    let name = database.file_name().unwrap_or_default().to_string_lossy();
    for _ in 0..MOST_BITS {
        match try_log(stored, segments.clone(), uptime().as_deref()) {
            Ok(tail) => return tail,
            Err(found) => attempt.of_log.push(format!("{}: {found}", database.display())),
        }
        let Some(wrong) = wrong_bit_behind(stored, &segments) else { break };
        let Some(segment) = segments[wrong.place.segment].as_mut() else { break };
        let mut bytes = segment.to_vec();
        wrong.put_back(&mut bytes);
        *segment = Bytes::from(bytes);
        attempt.mended.push(format!(
            "The wrong bit of frame {} in {name}-redo{} is put back.",
            wrong.number, wrong.place.segment
        ));
    }
    let tail = tail_of_moment(stored, &segments).unwrap_or_default();
    attempt.mended.push(match tail.frames.last() {
        Some(frame) => format!("The redo log is read up to frame {}.", frame.at.number),
        None => "The redo log is left out.".to_owned(),
    });
    tail
}

async fn integrity(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let check = sqlx::query_scalar("PRAGMA integrity_check(5)").fetch_all(connection).await;
    let mut found: Vec<String> = check.map_err(failed)?;
    found.retain(|line| line != "ok");
    Ok(found)
}

/// Deletes hands, and makes the seal that of the others.
pub(crate) async fn drop_hands(path: &Path, hands: &[(TableId, u64)]) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(path);
    let mut connection = options.disable_statement_logging().connect().await.map_err(failed)?;
    let mut transaction = connection.begin().await.map_err(failed)?;
    for (table, hand) in hands {
        let (table, hand) = (signed(table.0)?, signed(*hand)?);
        for from in ["hand", "hand_player"] {
            let delete = format!("DELETE FROM {from} WHERE table_id = ? AND hand_no = ?");
            let delete = sqlx::query(AssertSqlSafe(delete)).bind(table).bind(hand);
            delete.execute(&mut *transaction).await.map_err(failed)?;
        }
    }
    let hashes = "SELECT hash, record_hash FROM hand WHERE hash IS NOT NULL";
    let hashes = sqlx::query_as(hashes).fetch_all(&mut *transaction).await.map_err(failed)?;
    let seal = hashes.iter().fold(0, |seal, (rest, record): &(i64, i64)| seal ^ rest ^ record);
    let update = sqlx::query("UPDATE hand_seal SET hands = ?, seal = ?");
    let count = i64::try_from(hashes.len()).unwrap_or(i64::MAX);
    update.bind(count).bind(seal).execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    // The file alone is put in the place of the damaged one, and a connection of the check before
    // may still be open.
    log::fold(&mut connection).await?;
    connection.close().await.map_err(failed)
}

/// Reads everything that can be read of a database, which may be damaged.
pub(crate) async fn read_what_is_there(path: &Path) -> Contents {
    let mut contents = Contents::default();
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let Ok(mut connection) = options.disable_statement_logging().connect().await else {
        return contents;
    };
    let transfers = "SELECT id, from_account, to_account, amount, at_ms, hash FROM ledger_transfer";
    type TransferRow = (String, String, String, i64, i64, Vec<u8>);
    let mut rows = sqlx::query_as::<_, TransferRow>(transfers).fetch(&mut connection);
    // The first row that cannot be read ends the list.
    while let Ok(Some(row)) = rows.try_next().await {
        let mut checked = CheckedTransfers::default();
        checked.look_at(row.clone());
        let (id, from, to, amount, at_ms, _) = row;
        if checked.changed.is_empty()
            && let Ok(transfer) = transfer_of((id, from, to, amount, at_ms))
        {
            contents.transfers.insert(transfer.id.clone(), transfer);
        }
    }
    drop(rows);
    let hands = "SELECT table_id, hand_no FROM hand";
    let mut rows = sqlx::query_as::<_, (i64, i64)>(hands).fetch(&mut connection);
    while let Ok(Some((table, hand))) = rows.try_next().await {
        if let (Ok(table), Ok(hand)) = (unsigned(table), unsigned(hand)) {
            contents.hands.insert((TableId(table), hand));
        }
    }
    drop(rows);
    if let Ok(index) = streams::read_index(&mut connection, 0).await {
        for (stream, reached) in index.all_reached() {
            contents.reach(stream, reached.seq);
        }
    }
    for table in tables().filter(|table| !COUNTED.contains(table)) {
        let count = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}")));
        if let Ok(count) = count.fetch_one(&mut connection).await
            && let Ok(count) = unsigned(count)
        {
            contents.rows.insert(table, count);
        }
    }
    // Nothing was written.
    let _ = connection.close().await;
    contents
}

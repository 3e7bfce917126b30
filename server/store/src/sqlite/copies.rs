//! Copies of a database beside its redo log: what the log holds past the copy is brought over, so
//! that a copy is one moment by itself.

use super::super::redo::{
    StoredLog, Tail, read_segments, replay, segment_paths, tail_of_moment, to_replay, uptime,
};
use super::super::{StoreError, migrations, not_migrated};
use super::redo::{Rows, forget_log, stored_log};
use super::{Writer, failed, in_file, log};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions as _, Connection as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often the log is read if a room may be writing to it, and the pause in between.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// No batch of a copy is pruned.
pub(super) const KEEP_ALL: usize = 1 << 32;

/// Brings a copy to the end of the redo log beside the original, and cuts it off from that log.
/// Returns how many commits of the log followed the copy.
///
/// # Errors
/// The log is damaged or does not belong to the copy, or a file fails.
pub(crate) async fn complete(copy: &Path, original: &Path) -> Result<usize, StoreError> {
    let options =
        SqliteConnectOptions::new().filename(copy).journal_mode(SqliteJournalMode::Delete);
    let mut connection = options.disable_statement_logging().connect().await.map_err(failed)?;
    let Some(stored) = log_of(&mut connection).await? else {
        connection.close().await.map_err(failed)?;
        return Ok(0);
    };
    let tail = tail_beside(&stored, original).await?;
    if !tail.frames.is_empty() {
        // An older version of the program may have written the original.
        let migrator = migrations::sqlite();
        let migrated = migrator.run(&mut connection).await;
        migrated.map_err(|error| not_migrated(error, &migrator))?;
    }
    let (log, _) = log::opened();
    let writer = Writer { connection, known: None, streams: None, keep_snapshots: KEEP_ALL, log };
    let writer = Arc::new(Mutex::new(writer));
    replay(&Rows { writer: Arc::clone(&writer) }, stored.position, &tail.frames).await?;
    forget_log(&mut writer.lock().await.connection).await?;
    if let Some(writer) = Arc::into_inner(writer) {
        writer.into_inner().connection.close().await.map_err(failed)?;
    }
    Ok(tail.frames.len())
}

/// Reads the end of the log beside the original. A room may be writing to both meanwhile.
async fn tail_beside(stored: &StoredLog, original: &Path) -> Result<Tail, StoreError> {
    let paths = segment_paths(original);
    let mut tries = 0;
    loop {
        let segments = read_segments(&paths).map_err(|error| in_file(original, &error))?;
        let moment = tail_of_moment(stored, &segments);
        let found = to_replay(stored, segments, uptime().as_deref());
        if let Ok(Tail { hole: None, .. }) = found {
            return found;
        }
        tries += 1;
        if tries == TRIES {
            return found;
        }
        let options = SqliteConnectOptions::new().filename(original).read_only(true);
        let mut connection = options.connect().await.map_err(|error| in_file(original, &error))?;
        if log_of(&mut connection).await?.as_ref() != Some(stored) {
            // A room has gone on meanwhile. Records that follow the copy without a gap belong to it.
            return moment;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Returns what a database stores about its log. One of an older version of the program has none.
pub(super) async fn log_of(
    connection: &mut SqliteConnection,
) -> Result<Option<StoredLog>, StoreError> {
    let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'redo_log')";
    let exists: bool =
        sqlx::query_scalar(exists).fetch_one(&mut *connection).await.map_err(failed)?;
    if exists { stored_log(connection).await } else { Ok(None) }
}

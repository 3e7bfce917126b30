//! Journal streams, read back: batches of records, snapshots, and the setups that they name.

use super::{Connection, Row};
use crate::batch::{Linked, unpack};
use crate::index::Index;
use crate::sequence::{LinkedSnapshot, assemble};
use crate::setups::Setups;
use crate::{StoreError, StoredStream, StreamId, failed, snapshot_from_row};
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use sqlx::Row as _;

/// All batches, in order.
pub(crate) const BATCHES: &str = "SELECT id, payload FROM journal_batch ORDER BY id";

/// The snapshot of a stream, with the text of its setup.
pub(crate) const SNAPSHOT: &str = "
    SELECT snapshot.*, setup.text AS setup_text FROM snapshot
        LEFT JOIN setup ON setup.hash = snapshot.setup WHERE stream_kind = $1 AND stream_id = $2";

/// Reads all streams that are not over.
pub(crate) async fn read_all(
    connection: &mut Connection,
) -> Result<Vec<(StreamId, StoredStream)>, StoreError> {
    let setups = read_setups(connection).await?;
    let snapshots = read_snapshots(connection, &setups).await?;
    let mut records = Vec::new();
    let mut rows = sqlx::query(BATCHES).fetch(connection);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        records.extend(records_of(&row)?);
    }
    let snapshots = snapshots.into_iter().map(|(snapshot, _)| snapshot);
    Ok(assemble(snapshots, records)?.into_iter().collect())
}

/// Builds the index of batches and the streams that need them.
pub(crate) async fn read_index(
    connection: &mut Connection,
    keep_snapshots: usize,
) -> Result<Index, StoreError> {
    let mut index = Index::keeping(keep_snapshots);
    let setups = read_setups(connection).await?;
    index.add_setups(setups.hashes());
    for (linked, batch) in read_snapshots(connection, &setups).await? {
        index.take_snapshot(linked);
        index.used_up_to(batch);
    }
    let mut rows = sqlx::query(BATCHES).fetch(connection);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        let (batch, payload) = batch_of(&row)?;
        index.insert(batch, &unpack(batch, &payload)?);
    }
    Ok(index)
}

/// Reads the setups of all streams.
pub(crate) async fn read_setups(connection: &mut Connection) -> Result<Setups, StoreError> {
    let rows = sqlx::query("SELECT hash, text FROM setup").fetch_all(connection).await;
    let mut setups = Setups::default();
    for row in rows.map_err(failed)? {
        let hash: Vec<u8> = row.try_get("hash").map_err(failed)?;
        setups.add_row(&hash, &bytes_of_text(&row, "text")?.unwrap_or_default())?;
    }
    Ok(setups)
}

/// Reads all snapshots, each with the batch it was written with.
pub(crate) async fn read_snapshots(
    connection: &mut Connection,
    setups: &Setups,
) -> Result<Vec<(LinkedSnapshot, i64)>, StoreError> {
    let rows = sqlx::query("SELECT * FROM snapshot").fetch_all(connection).await;
    rows.map_err(failed)?.iter().map(|row| snapshot_of(row, setups)).collect()
}

/// Reads a snapshot from a row of [`SNAPSHOT`].
pub(crate) fn alone(row: &Row) -> Result<LinkedSnapshot, StoreError> {
    let hash: Option<Vec<u8>> = row.try_get("setup").map_err(failed)?;
    let mut setups = Setups::default();
    if let (Some(hash), Some(text)) = (hash, bytes_of_text(row, "setup_text")?) {
        setups.add_row(&hash, &text)?;
    }
    snapshot_of(row, &setups).map(|(snapshot, _)| snapshot)
}

/// Reads a text, which may be damaged and no UTF-8.
fn bytes_of_text(row: &Row, column: &str) -> Result<Option<Vec<u8>>, StoreError> {
    row.try_get_unchecked(column).map_err(failed)
}

/// Reads a snapshot and the batch it was written with.
fn snapshot_of(row: &Row, setups: &Setups) -> Result<(LinkedSnapshot, i64), StoreError> {
    let number = |column: &str| row.try_get::<i64, _>(column).map_err(failed);
    let bytes = |column: &str| row.try_get::<Vec<u8>, _>(column).map_err(failed);
    let setup: Option<Vec<u8>> = row.try_get("setup").map_err(failed)?;
    let linked = snapshot_from_row(
        number("stream_kind")?,
        number("stream_id")?,
        number("seq")?,
        bytes("payload")?,
        &bytes("link")?,
        &bytes("hash")?,
        setup.map(|hash| setups.get(&hash)).transpose()?,
    )?;
    Ok((linked, number("batch_id")?))
}

/// Reads the records of a batch.
pub(crate) fn records_of(row: &Row) -> Result<Vec<Linked>, StoreError> {
    let (batch, payload) = batch_of(row)?;
    unpack(batch, &payload)
}

/// Reads the number of a batch and its packed records.
pub(crate) fn batch_of(row: &Row) -> Result<(i64, Bytes), StoreError> {
    let batch = row.try_get("id").map_err(failed)?;
    let payload: Vec<u8> = row.try_get("payload").map_err(failed)?;
    Ok((batch, Bytes::from(payload)))
}

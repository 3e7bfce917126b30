//! Journal streams in SQLite: group commits, snapshots, pruning and reading back.

use super::super::batch::{pack, short_hash, stream_from_key, stream_key, unpack};
use super::super::sequence::{advance, assemble};
use super::super::{Record, Snapshot, StoreError, StoredStream, StreamId, Unit};
use super::index::Index;
use super::{SqliteStore, audit, failed, ledger, signed, unsigned};
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection as _, Row as _};
use std::collections::HashMap;

/// Batches that nobody needs are deleted when there are so many: one statement for all of them.
const PRUNE_AFTER: usize = 512;

impl SqliteStore {
    pub(super) async fn commit_units(&self, units: &[Unit]) -> Result<(), StoreError> {
        let mut writer = self.writer.lock().await;
        let writer = &mut *writer;
        // Taken out, so that a commit which fails or is given up in the middle leaves none
        // behind that could be wrong; only a refusal puts it back as it was.
        let mut index = match writer.index.take() {
            Some(index) => index,
            None => read_index(&mut writer.connection).await?,
        };
        let result = store_group(&mut writer.connection, &mut index, units).await;
        if !matches!(result, Err(StoreError::Database(_) | StoreError::Damaged(_))) {
            writer.index = Some(index);
        }
        result
    }

    pub(super) async fn read_streams(&self) -> Result<Vec<(StreamId, StoredStream)>, StoreError> {
        let mut read = self.readers.begin().await.map_err(failed)?;
        let snapshots = read_snapshots(&mut read).await?;
        let mut records = Vec::new();
        let rows = sqlx::query("SELECT id, payload FROM journal_batch ORDER BY id");
        let mut rows = rows.fetch(&mut *read);
        while let Some(row) = rows.try_next().await.map_err(failed)? {
            records.extend(records_of(&row)?);
        }
        let snapshots = snapshots.into_iter().map(|(snapshot, _)| snapshot);
        Ok(assemble(snapshots, records)?.into_iter().collect())
    }

    pub(super) async fn read_stream(&self, stream: StreamId) -> Result<StoredStream, StoreError> {
        let mut writer = self.writer.lock().await;
        let writer = &mut *writer;
        if writer.index.is_none() {
            writer.index = Some(read_index(&mut writer.connection).await?);
        }
        let batches = writer.index.as_ref().map(|index| index.batches_of(stream));
        let batches = batches.unwrap_or_default();
        let (kind, id) = stream_key(stream);
        let row = sqlx::query(
            "SELECT stream_kind, stream_id, seq, batch_id, payload, hash FROM snapshot
             WHERE stream_kind = ? AND stream_id = ?",
        );
        let row = row.bind(i64::from(kind)).bind(signed(id)?);
        let row = row.fetch_optional(&mut writer.connection).await.map_err(failed)?;
        let snapshot = row.as_ref().map(snapshot_of).transpose()?.map(|(snapshot, _)| snapshot);
        let mut records = Vec::new();
        for batch in batches {
            let row = sqlx::query("SELECT id, payload FROM journal_batch WHERE id = ?").bind(batch);
            let row = row.fetch_one(&mut writer.connection).await.map_err(failed)?;
            records.extend(records_of(&row)?.into_iter().filter(|record| record.stream == stream));
        }
        Ok(assemble(snapshot, records)?.remove(&stream).unwrap_or_default())
    }
}

/// One group commit: one transaction, one row for all records.
async fn store_group(
    connection: &mut SqliteConnection,
    index: &mut Index,
    units: &[Unit],
) -> Result<(), StoreError> {
    let reached = advance(units, |stream| index.reached(stream))?;
    let records: Vec<&Record> = units.iter().flat_map(|unit| &unit.records).collect();
    // Of several snapshots of one stream only the last is kept.
    let snapshots = units.iter().filter_map(|unit| unit.snapshot.as_ref());
    let snapshots: HashMap<StreamId, &Snapshot> =
        snapshots.map(|snapshot| (snapshot.stream, snapshot)).collect();
    let ended: Vec<Snapshot> = units
        .iter()
        .flat_map(|unit| &unit.ended)
        .map(|stream| {
            let reached = reached.get(stream).copied().unwrap_or_else(|| index.reached(*stream));
            Snapshot::of_the_end(*stream, reached.seq)
        })
        .collect();
    let batch = index.next_batch();
    let prune = index.unneeded().len() >= PRUNE_AFTER;

    let mut transaction = connection.begin().await.map_err(failed)?;
    if !records.is_empty() {
        let insert = sqlx::query("INSERT INTO journal_batch (id, payload) VALUES (?, ?)");
        let insert = insert.bind(batch).bind(pack(records.iter().copied()));
        insert.execute(&mut *transaction).await.map_err(failed)?;
    }
    for snapshot in snapshots.values() {
        write_snapshot(&mut transaction, snapshot, batch).await?;
    }
    for transfer in units.iter().flat_map(|unit| &unit.transfers) {
        ledger::write_transfer(&mut transaction, transfer).await?;
    }
    for record in units.iter().flat_map(|unit| &unit.audit) {
        audit::write_audit(&mut transaction, record).await?;
    }
    for stream in &ended {
        write_snapshot(&mut transaction, stream, batch).await?;
    }
    if prune {
        delete_batches(&mut transaction, index.unneeded()).await?;
    }
    transaction.commit().await.map_err(failed)?;

    if prune {
        index.pruned();
    }
    if !records.is_empty() {
        index.insert(batch, records.into_iter());
    }
    for snapshot in snapshots.values() {
        index.snapshot(snapshot.stream, snapshot.seq);
    }
    for stream in &ended {
        index.snapshot(stream.stream, stream.seq);
    }
    #[expect(clippy::cast_precision_loss, reason = "a gauge holds floats")]
    metrics::gauge!("cardroom_journal_batches").set(index.needed() as f64);
    Ok(())
}

async fn write_snapshot(
    connection: &mut SqliteConnection,
    snapshot: &Snapshot,
    batch: i64,
) -> Result<(), StoreError> {
    let (kind, id) = stream_key(snapshot.stream);
    let upsert = sqlx::query(
        "INSERT INTO snapshot (stream_kind, stream_id, seq, batch_id, payload, hash)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (stream_kind, stream_id) DO UPDATE SET seq = excluded.seq,
             batch_id = excluded.batch_id, payload = excluded.payload, hash = excluded.hash",
    );
    let upsert = upsert
        .bind(i64::from(kind))
        .bind(signed(id)?)
        .bind(signed(snapshot.seq)?)
        .bind(batch)
        .bind(snapshot.payload.as_ref())
        .bind(snapshot_hash(snapshot).to_vec());
    upsert.execute(connection).await.map(|_| ()).map_err(failed)
}

async fn delete_batches(
    connection: &mut SqliteConnection,
    batches: &[i64],
) -> Result<(), StoreError> {
    let batches: Vec<String> = batches.iter().map(ToString::to_string).collect();
    let list = format!("[{}]", batches.join(","));
    let delete =
        sqlx::query("DELETE FROM journal_batch WHERE id IN (SELECT value FROM json_each(?))");
    delete.bind(list).execute(connection).await.map(|_| ()).map_err(failed)
}

/// Reads which batches are needed by whom.
pub(super) async fn read_index(connection: &mut SqliteConnection) -> Result<Index, StoreError> {
    let mut index = Index::default();
    for (snapshot, batch) in read_snapshots(connection).await? {
        index.snapshot(snapshot.stream, snapshot.seq);
        index.used_up_to(batch);
    }
    let rows = sqlx::query("SELECT id, payload FROM journal_batch ORDER BY id");
    let mut rows = rows.fetch(connection);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        index.insert(row.try_get("id").map_err(failed)?, records_of(&row)?.iter());
    }
    Ok(index)
}

async fn read_snapshots(
    connection: &mut SqliteConnection,
) -> Result<Vec<(Snapshot, i64)>, StoreError> {
    let rows =
        sqlx::query("SELECT stream_kind, stream_id, seq, batch_id, payload, hash FROM snapshot");
    let rows = rows.fetch_all(connection).await.map_err(failed)?;
    rows.iter().map(snapshot_of).collect()
}

/// A snapshot, and the batch it was written with.
fn snapshot_of(row: &SqliteRow) -> Result<(Snapshot, i64), StoreError> {
    let number = |column: &str| row.try_get::<i64, _>(column).map_err(failed);
    let (kind, id) = (number("stream_kind")?, unsigned(number("stream_id")?)?);
    let stream = u8::try_from(kind).ok().and_then(|kind| stream_from_key(kind, id));
    let stream = stream.ok_or_else(|| {
        StoreError::Damaged(format!("a snapshot of a stream of unknown kind {kind}"))
    })?;
    let payload = Bytes::from(row.try_get::<Vec<u8>, _>("payload").map_err(failed)?);
    let snapshot = Snapshot { stream, seq: unsigned(number("seq")?)?, payload };
    let hash: Vec<u8> = row.try_get("hash").map_err(failed)?;
    if hash != snapshot_hash(&snapshot) {
        let what = format!("{stream}: the hash of the snapshot does not match");
        return Err(StoreError::Damaged(what));
    }
    Ok((snapshot, number("batch_id")?))
}

fn records_of(row: &SqliteRow) -> Result<Vec<Record>, StoreError> {
    let batch = row.try_get("id").map_err(failed)?;
    let payload: Vec<u8> = row.try_get("payload").map_err(failed)?;
    unpack(batch, &Bytes::from(payload))
}

fn snapshot_hash(snapshot: &Snapshot) -> [u8; 8] {
    let (kind, id) = stream_key(snapshot.stream);
    short_hash(&[&[kind], &id.to_le_bytes(), &snapshot.seq.to_le_bytes(), &snapshot.payload])
}

//! Journal streams in SQLite: group commits, snapshots, pruning and reading back.

use super::super::batch::{Linked, stream_key, unpack};
use super::super::group::{Group, is_play};
use super::super::index::Index;
use super::super::sequence::{LinkedSnapshot, assemble};
use super::super::{StoreError, StoredStream, StreamId, Unit, snapshot_from_row, snapshot_hash};
use super::to_note::ToNote;
use super::{
    SqliteStore, audit, bans, commit, failed, hands, ledger, operations, signed, tournaments,
};
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection as _, Row as _};

impl SqliteStore {
    pub(super) async fn commit_units(&self, units: &[Unit]) -> Result<(), StoreError> {
        let mut writer = self.writer().await;
        let writer = &mut *writer;
        writer.is_open = is_play(units);
        // The state is taken out. If the commit fails or is canceled halfway, no stale state stays
        // behind. Only a refusal puts it back unchanged.
        let mut known = match writer.known.take() {
            Some(known) => known,
            None => Known::read(&mut writer.connection, writer.keep_snapshots).await?,
        };
        let result = store_group(&mut writer.connection, &mut known, units).await;
        match &result {
            Ok(()) => writer.log.add(units),
            Err(_) => writer.roll_back().await,
        }
        writer.is_open = false;
        if !matches!(result, Err(StoreError::Database(_) | StoreError::Damaged(_))) {
            writer.known = Some(known);
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
        let mut writer = self.writer().await;
        let writer = &mut *writer;
        if writer.known.is_none() {
            writer.known = Some(Known::read(&mut writer.connection, writer.keep_snapshots).await?);
        }
        let batches = writer.known.as_ref().map(|known| known.index.batches_of(stream));
        let batches = batches.unwrap_or_default();
        let (kind, id) = stream_key(stream);
        let row = sqlx::query("SELECT * FROM snapshot WHERE stream_kind = ? AND stream_id = ?");
        let row = row.bind(i64::from(kind)).bind(signed(id)?);
        let row = row.fetch_optional(&mut writer.connection).await.map_err(failed)?;
        let snapshot = row.as_ref().map(snapshot_of).transpose()?.map(|(snapshot, _)| snapshot);
        let mut records = Vec::new();
        for batch in batches {
            let row = sqlx::query("SELECT id, payload FROM journal_batch WHERE id = ?").bind(batch);
            let row = row.fetch_one(&mut writer.connection).await.map_err(failed)?;
            let of_stream = |linked: &Linked| linked.record.stream == stream;
            records.extend(records_of(&row)?.into_iter().filter(of_stream));
        }
        Ok(assemble(snapshot, records)?.remove(&stream).unwrap_or_default())
    }
}

/// Stores one group commit: one transaction, one row for all records.
async fn store_group(
    connection: &mut SqliteConnection,
    Known { index, to_note }: &mut Known,
    units: &[Unit],
) -> Result<(), StoreError> {
    let group = Group::plan(index, units)?;
    let hands = || units.iter().flat_map(|unit| &unit.hands);
    let notes = to_note.step(hands())?;
    if is_play(units) {
        let stored = commit::write(connection, &group, units, &notes).await?;
        group.stored(index);
        if stored < hands().count() {
            // Some were stored before, perhaps with other players. Only the lists in the
            // database have them all.
            *to_note = ToNote::behind();
            return Ok(());
        }
        return to_note.made(&notes, hands());
    }
    let mut transaction = connection.begin().await.map_err(failed)?;
    if let Some(payload) = &group.payload {
        let insert = sqlx::query("INSERT INTO journal_batch (id, payload) VALUES (?, ?)");
        let insert = insert.bind(group.batch).bind(payload.as_slice());
        insert.execute(&mut *transaction).await.map_err(failed)?;
    }
    for snapshot in &group.snapshots {
        write_snapshot(&mut transaction, snapshot, group.batch).await?;
    }
    for transfer in units.iter().flat_map(|unit| &unit.transfers) {
        ledger::write_transfer(&mut transaction, transfer).await?;
    }
    for record in units.iter().flat_map(|unit| &unit.audit) {
        audit::write_audit(&mut transaction, record).await?;
    }
    for operation in units.iter().flat_map(|unit| &unit.operations) {
        operations::write_operation(&mut transaction, operation).await?;
    }
    for ban in units.iter().flat_map(|unit| &unit.bans) {
        bans::write_ban(&mut transaction, ban).await?;
    }
    for results in units.iter().flat_map(|unit| &unit.results) {
        tournaments::write_results(&mut transaction, results).await?;
    }
    let stored = hands::write_hands(&mut transaction, hands()).await?;
    notes.write(&mut transaction).await?;
    if !group.pruned.is_empty() {
        delete_batches(&mut transaction, &group.pruned).await?;
    }
    transaction.commit().await.map_err(failed)?;
    group.stored(index);
    to_note.made(&notes, stored.into_iter())
}

async fn write_snapshot(
    connection: &mut SqliteConnection,
    linked: &LinkedSnapshot,
    batch: i64,
) -> Result<(), StoreError> {
    let LinkedSnapshot { snapshot, link } = linked;
    let (kind, id) = stream_key(snapshot.stream);
    let upsert = sqlx::query(
        "INSERT INTO snapshot (stream_kind, stream_id, seq, batch_id, payload, link, hash)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (stream_kind, stream_id) DO UPDATE SET seq = excluded.seq,
             batch_id = excluded.batch_id, payload = excluded.payload, link = excluded.link,
             hash = excluded.hash",
    );
    let upsert = upsert
        .bind(i64::from(kind))
        .bind(signed(id)?)
        .bind(signed(snapshot.seq)?)
        .bind(batch)
        .bind(snapshot.payload.as_ref())
        .bind(link.as_slice())
        .bind(snapshot_hash(linked).to_vec());
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

/// A cache of what is stored, so that a commit need not read it.
#[derive(Debug)]
pub(super) struct Known {
    index: Index,
    pub(super) to_note: ToNote,
}

impl Known {
    /// Reads the state. Writes nothing, so that it works on a full disk.
    pub(super) async fn read(
        connection: &mut SqliteConnection,
        keep_snapshots: usize,
    ) -> Result<Self, StoreError> {
        let index = read_index(connection, keep_snapshots).await?;
        Ok(Self { index, to_note: ToNote::behind() })
    }
}

/// Builds the index of batches and the streams that need them.
async fn read_index(
    connection: &mut SqliteConnection,
    keep_snapshots: usize,
) -> Result<Index, StoreError> {
    let mut index = Index::keeping(keep_snapshots);
    for (linked, batch) in read_snapshots(connection).await? {
        index.take_snapshot(linked);
        index.used_up_to(batch);
    }
    let rows = sqlx::query("SELECT id, payload FROM journal_batch ORDER BY id");
    let mut rows = rows.fetch(connection);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        index.insert(row.try_get("id").map_err(failed)?, &records_of(&row)?);
    }
    Ok(index)
}

async fn read_snapshots(
    connection: &mut SqliteConnection,
) -> Result<Vec<(LinkedSnapshot, i64)>, StoreError> {
    let rows = sqlx::query("SELECT * FROM snapshot");
    let rows = rows.fetch_all(connection).await.map_err(failed)?;
    rows.iter().map(snapshot_of).collect()
}

/// Reads a snapshot and the batch it was written with.
fn snapshot_of(row: &SqliteRow) -> Result<(LinkedSnapshot, i64), StoreError> {
    let number = |column: &str| row.try_get::<i64, _>(column).map_err(failed);
    let bytes = |column: &str| row.try_get::<Vec<u8>, _>(column).map_err(failed);
    let linked = snapshot_from_row(
        number("stream_kind")?,
        number("stream_id")?,
        number("seq")?,
        bytes("payload")?,
        &bytes("link")?,
        &bytes("hash")?,
    )?;
    Ok((linked, number("batch_id")?))
}

fn records_of(row: &SqliteRow) -> Result<Vec<Linked>, StoreError> {
    let batch = row.try_get("id").map_err(failed)?;
    let payload: Vec<u8> = row.try_get("payload").map_err(failed)?;
    unpack(batch, &Bytes::from(payload))
}

//! Journal streams in SQLite, read back: batches and snapshots.

use super::super::batch::{Linked, stream_key, unpack};
use super::super::index::Index;
use super::super::redo::Position;
use super::super::sequence::assemble;
use super::super::{StoreError, StoredStream, StreamId, Unit};
use super::redo::stored_log;
use super::sql::streams;
use super::to_note::ToNote;
use super::{SqliteStore, failed, signed};
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use sqlx::sqlite::SqliteConnection;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

/// How many batches may wait between two threads that read a store.
const BATCHES_AHEAD: usize = 64;

impl SqliteStore {
    pub(super) async fn read_streams(&self) -> Result<Vec<(StreamId, StoredStream)>, StoreError> {
        self.front.settle().await?;
        let mut read = self.readers.begin().await.map_err(failed)?;
        let opened = self.opened.lock().take();
        let position = stored_log(&mut read).await?.map(|log| log.position);
        if let Some(opened) = opened.filter(|opened| Some(opened.position) == position) {
            return Ok(opened.streams.into_iter().collect());
        }
        streams::read_all(&mut read).await
    }

    pub(super) async fn read_stream(&self, stream: StreamId) -> Result<StoredStream, StoreError> {
        let settled = self.front.settle().await;
        let mut writer = self.writer().await;
        let writer = &mut *writer;
        let batches = writer.known().await?.index.batches_of(stream);
        let (kind, id) = stream_key(stream);
        let row = sqlx::query(streams::SNAPSHOT).bind(i64::from(kind)).bind(signed(id)?);
        let row = row.fetch_optional(&mut writer.connection).await.map_err(failed)?;
        let snapshot = row.as_ref().map(streams::alone).transpose()?;
        let mut records = Vec::new();
        for batch in batches {
            let row = sqlx::query("SELECT id, payload FROM journal_batch WHERE id = ?").bind(batch);
            let row = row.fetch_one(&mut writer.connection).await.map_err(failed)?;
            let of_stream = |linked: &Linked| linked.record.stream == stream;
            records.extend(streams::records_of(&row)?.into_iter().filter(of_stream));
        }
        let mut found = assemble(snapshot, records)?.remove(&stream).unwrap_or_default();
        if settled.is_err() {
            // On a full disk, tables must still be able to read where they are.
            let log = stored_log(&mut writer.connection).await?;
            let position = log.map(|log| log.position).unwrap_or_default();
            let ahead = self.front.ahead_of(position)?;
            ahead.iter().for_each(|unit| found.follow(stream, unit));
        }
        Ok(found)
    }
}

/// A cache of what is stored, so that a commit need not read it.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) index: Index,
    pub(super) to_note: ToNote,
}

impl Known {
    /// Reads the state. Writes nothing, so that it works on a full disk.
    pub(super) async fn read(
        connection: &mut SqliteConnection,
        keep_snapshots: usize,
    ) -> Result<Self, StoreError> {
        let index = streams::read_index(connection, keep_snapshots).await?;
        Ok(Self { index, to_note: ToNote::behind() })
    }
}

/// All streams as an opening found them, so that they need not be read once more.
#[derive(Debug)]
pub(super) struct Opened {
    /// The position of the redo log that they contain.
    pub(super) position: Position,
    pub(super) streams: Streams,
}

/// Streams with their snapshots and the records after them.
type Streams = BTreeMap<StreamId, StoredStream>;

/// Adds units that were stored since the streams were read.
pub(super) fn follow(streams: &mut Streams, units: &[Unit]) {
    for unit in units {
        let of_records = unit.records.iter().map(|record| record.stream);
        let of_snapshot = unit.snapshot.iter().map(|snapshot| snapshot.stream);
        let changed: BTreeSet<StreamId> = of_records.chain(of_snapshot).collect();
        for stream in changed {
            streams.entry(stream).or_default().follow(stream, unit);
        }
        for stream in &unit.ended {
            streams.remove(stream);
        }
    }
}

/// Reads the state and all streams at once, on several threads. The streams are `None` if one of
/// them is damaged, which is an error only for those who read it.
pub(super) async fn read_everything(
    connection: &mut SqliteConnection,
    keep_snapshots: usize,
) -> Result<(Known, Option<Streams>), StoreError> {
    let mut index = Index::keeping(keep_snapshots);
    let setups = streams::read_setups(connection).await?;
    index.add_setups(setups.hashes());
    let mut snapshots = Vec::new();
    for (linked, batch) in streams::read_snapshots(connection, &setups).await? {
        index.take_snapshot(linked.clone());
        index.used_up_to(batch);
        snapshots.push(linked);
    }
    let (read, mut unpacking) = mpsc::channel::<(i64, Bytes)>(BATCHES_AHEAD);
    let (unpacked, assembling) = std::sync::mpsc::sync_channel::<Vec<Linked>>(BATCHES_AHEAD);
    let index = spawn_blocking(move || {
        while let Some((batch, payload)) = unpacking.blocking_recv() {
            let records = unpack(batch, &payload)?;
            index.insert(batch, &records);
            // Fails if a stream is damaged; the index is still needed.
            let _ = unpacked.send(records);
        }
        Ok::<_, StoreError>(index)
    });
    let streams = spawn_blocking(move || assemble(snapshots, assembling.into_iter().flatten()));
    let mut rows = sqlx::query(streams::BATCHES).fetch(connection);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        // Fails if a batch is damaged; the index returns that error.
        let _ = read.send(streams::batch_of(&row)?).await;
    }
    drop((rows, read));
    let index = index.await.unwrap_or_else(|ended| resume_unwind(ended.into_panic()))?;
    let streams = streams.await.unwrap_or_else(|ended| resume_unwind(ended.into_panic()));
    Ok((Known { index, to_note: ToNote::behind() }, streams.ok()))
}

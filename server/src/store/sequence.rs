//! The order of streams: what may come next in each, checked before anything is stored, and the
//! same check on what is read back. It holds no payloads.

use super::{Record, Snapshot, StoreError, StoredStream, StreamId, Unit};
use std::collections::{BTreeMap, HashMap};

/// How far a stream has come.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reached {
    /// Its last record; 0 before the first.
    pub(super) seq: u64,
    /// The last record its snapshot contains; 0 without one.
    pub(super) snapshot: u64,
}

/// Where each stream that units touch has come once they are stored.
///
/// # Errors
/// A record does not follow the last one of its stream, or a snapshot is older than the one that
/// is there or ahead of its stream.
pub(super) fn advance(
    units: &[Unit],
    before: impl Fn(StreamId) -> Reached,
) -> Result<HashMap<StreamId, Reached>, StoreError> {
    let mut after: HashMap<StreamId, Reached> = HashMap::new();
    for unit in units {
        for record in &unit.records {
            let stream = record.stream;
            let reached = after.entry(stream).or_insert_with(|| before(stream));
            let expected = reached.seq + 1;
            if record.seq != expected {
                return Err(StoreError::OutOfOrder { stream, expected, found: record.seq });
            }
            reached.seq = record.seq;
        }
        if let Some(Snapshot { stream, seq, .. }) = unit.snapshot {
            let reached = after.entry(stream).or_insert_with(|| before(stream));
            if seq < reached.snapshot || seq > reached.seq {
                let expected = reached.seq + 1;
                return Err(StoreError::OutOfOrder { stream, expected, found: seq });
            }
            reached.snapshot = seq;
        }
    }
    Ok(after)
}

/// Puts streams together from what was read: each with its snapshot and the records after it.
///
/// # Errors
/// A record is missing between others, or there twice.
pub(super) fn assemble(
    snapshots: impl IntoIterator<Item = Snapshot>,
    records: impl IntoIterator<Item = Record>,
) -> Result<BTreeMap<StreamId, StoredStream>, StoreError> {
    let mut streams: BTreeMap<StreamId, StoredStream> = BTreeMap::new();
    for snapshot in snapshots {
        let stream = streams.entry(snapshot.stream).or_default();
        stream.snapshot = Some(snapshot);
    }
    for record in records {
        let stream = streams.entry(record.stream).or_default();
        let covered = stream.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq);
        if record.seq <= covered {
            continue;
        }
        let expected = stream.records.last().map_or(covered, |last| last.seq) + 1;
        if record.seq != expected {
            return Err(StoreError::Damaged(format!(
                "{}: record {expected} is missing, {} follows",
                record.stream, record.seq
            )));
        }
        stream.records.push(record);
    }
    streams.retain(|_, stream| !stream.is_over());
    Ok(streams)
}

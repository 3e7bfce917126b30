//! The order of streams. Checks the sequence numbers of each stream before anything is
//! stored, and again, with the chain of hashes, when a stream is read back. This module does
//! not know what records mean.

use super::batch::{FIRST_LINK, Link, Linked, link};
use super::{Snapshot, StoreError, StoredStream, StreamId, Unit};
use std::collections::{BTreeMap, HashMap};

/// How far a stream has come.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reached {
    /// Its last record; 0 before the first.
    pub(super) seq: u64,
    /// The last record its snapshot contains; 0 without one.
    pub(super) snapshot: u64,
}

/// Returns how far each stream in the units comes once they are stored.
///
/// # Errors
/// A record does not follow the last one of its stream, or a snapshot is older than the stored one
/// or ahead of its stream.
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
        for &stream in &unit.ended {
            // The marker of the end is a snapshot of all records.
            let reached = after.entry(stream).or_insert_with(|| before(stream));
            reached.snapshot = reached.seq;
        }
    }
    Ok(after)
}

/// A snapshot and the link of its stream's chain there.
#[derive(Clone, Debug)]
pub(super) struct LinkedSnapshot {
    pub(super) snapshot: Snapshot,
    pub(super) link: Link,
}

/// Assembles streams, each with its snapshot and the records after it. Older records that remain in
/// some batch are checked too, then dropped. Streams that are over are left out.
///
/// # Errors
/// A record is missing, is there twice, or differs from the one that was stored.
pub(super) fn assemble(
    snapshots: impl IntoIterator<Item = LinkedSnapshot>,
    records: impl IntoIterator<Item = Linked>,
) -> Result<BTreeMap<StreamId, StoredStream>, StoreError> {
    let mut chains: HashMap<StreamId, Chain> = HashMap::new();
    for LinkedSnapshot { snapshot, link } in snapshots {
        chains.insert(snapshot.stream, Chain::from_snapshot(snapshot, link));
    }
    for linked in records {
        chains.entry(linked.record.stream).or_default().push(linked)?;
    }
    let streams = chains.into_iter().map(|(id, chain)| (id, chain.stream));
    Ok(streams.filter(|(_, stream)| !stream.is_over()).collect())
}

/// A stream while it is read.
#[derive(Default)]
struct Chain {
    stream: StoredStream,
    /// The last record in its snapshot, and the link there.
    base: (u64, Link),
    /// The last record that was read, and its link.
    last: Option<(u64, Link)>,
}

impl Chain {
    fn from_snapshot(snapshot: Snapshot, link: Link) -> Self {
        let base = (snapshot.seq, link);
        Self {
            stream: StoredStream { snapshot: Some(snapshot), ..Default::default() },
            base,
            last: None,
        }
    }

    fn push(&mut self, linked: Linked) -> Result<(), StoreError> {
        let Linked { record, link: found } = linked;
        let (covered, base) = self.base;
        let wrong = |what: String| Err(StoreError::Damaged(format!("{}: {what}", record.stream)));
        // Some records that the snapshot contains may be pruned already. No later
        // one may be missing.
        let before = match self.last {
            Some(last) if last.0 > covered => Some(last),
            _ if record.seq > covered => Some((covered, base)),
            _ if record.seq == 1 => Some((0, FIRST_LINK)),
            Some(last) if record.seq <= last.0 + 1 => Some(last),
            _ => None,
        };
        if let Some((last, before)) = before {
            if record.seq != last + 1 {
                return wrong(format!("record {} is missing, {} follows", last + 1, record.seq));
            }
            if link(before, &record) != found {
                return wrong(format!("record {} does not follow from those before", record.seq));
            }
        }
        if record.seq == covered && found != base {
            return wrong(format!("record {covered} is not the one of its snapshot"));
        }
        self.last = Some((record.seq, found));
        if record.seq > covered {
            self.stream.records.push(record);
        }
        Ok(())
    }
}

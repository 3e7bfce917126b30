//! The plan of one group commit, made before the database is involved: one batch, the snapshots,
//! and the batches that can be deleted. The plan is the same for every database.

use super::batch::{Link, Linked, link, pack};
use super::index::Index;
use super::sequence::{LinkedSnapshot, advance};
use super::{Record, Snapshot, StoreError, StreamId, Unit};
use std::collections::{BTreeMap, HashMap};

/// Unneeded batches are deleted in groups of this size, with one statement each, so that no commit
/// is delayed noticeably. One snapshot may release hundreds of batches.
const PRUNED_TOGETHER: usize = 64;

/// The rows of one group commit, without transfers and the audit trail.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) batch: i64,
    /// The records of all its units, packed; `None` if there are none.
    pub(super) payload: Option<Vec<u8>>,
    /// The last snapshot of each stream. A stream that is over gets the marker of its end instead.
    pub(super) snapshots: Vec<LinkedSnapshot>,
    pub(super) pruned: Vec<i64>,
    records: Vec<Linked>,
}

/// Returns `true` if the units hold only records, snapshots and hands stored for the first time, as
/// nearly all units do.
pub(super) fn is_play(units: &[Unit]) -> bool {
    units.iter().all(|unit| {
        let Unit { records: _, snapshot: _, ended: _, hands, .. } = unit;
        let Unit { transfers, audit, results, bans, operations, .. } = unit;
        let is_empty = transfers.is_empty()
            && audit.is_empty()
            && results.is_empty()
            && bans.is_empty()
            && operations.is_empty();
        is_empty && hands.iter().all(|hand| !hand.retold)
    })
}

impl Group {
    /// Plans how these units are stored.
    ///
    /// # Errors
    /// A record or a snapshot does not continue what is stored.
    pub(super) fn plan(index: &Index, units: &[Unit]) -> Result<Self, StoreError> {
        let reached = advance(units, |stream| index.reached(stream))?;
        let records = chain(index, units.iter().flat_map(|unit| &unit.records));
        let mut snapshots: BTreeMap<StreamId, Snapshot> = BTreeMap::new();
        for snapshot in units.iter().filter_map(|unit| unit.snapshot.as_ref()) {
            snapshots.insert(snapshot.stream, snapshot.clone());
        }
        for stream in units.iter().flat_map(|unit| &unit.ended) {
            let reached = reached.get(stream).copied().unwrap_or_else(|| index.reached(*stream));
            snapshots.insert(*stream, Snapshot::of_the_end(*stream, reached.seq));
        }
        let link_at = |stream, seq| {
            let mut latest = records.iter().rev();
            let new = latest.find(|new| new.record.stream == stream && new.record.seq == seq);
            new.map_or_else(|| index.link(stream, seq), |new| new.link)
        };
        let snapshots = snapshots.into_values().map(|snapshot| {
            let link = link_at(snapshot.stream, snapshot.seq);
            LinkedSnapshot { snapshot, link }
        });
        Ok(Self {
            batch: index.next_batch(),
            payload: (!records.is_empty()).then(|| pack(&records)),
            snapshots: snapshots.collect(),
            pruned: index.unneeded().get(..PRUNED_TOGETHER).unwrap_or_default().to_vec(),
            records,
        })
    }

    pub(super) fn stored(self, index: &mut Index) {
        index.pruned(self.pruned.len());
        if !self.records.is_empty() {
            index.insert(self.batch, &self.records);
        }
        for snapshot in self.snapshots {
            index.take_snapshot(snapshot);
        }
        #[expect(clippy::cast_precision_loss, reason = "a gauge holds floats")]
        metrics::gauge!("cardroom_journal_batches").set(index.needed() as f64);
    }
}

/// Continues the chains of all streams with these records.
fn chain<'a>(index: &Index, records: impl Iterator<Item = &'a Record>) -> Vec<Linked> {
    let mut last: HashMap<StreamId, Link> = HashMap::new();
    let linked = records.map(|record| {
        let reached = || index.link(record.stream, index.reached(record.stream).seq);
        let before = last.get(&record.stream).copied().unwrap_or_else(reached);
        let link = link(before, record);
        last.insert(record.stream, link);
        Linked { record: record.clone(), link }
    });
    linked.collect()
}

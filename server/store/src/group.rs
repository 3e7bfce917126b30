//! The plan of one group commit, made before the database is involved: the batches of records, the
//! snapshots, and the batches that can be deleted. The plan is the same for every database.

use super::batch::{Link, Linked, link, pack, stream_key};
use super::index::Index;
use super::sequence::{LinkedSnapshot, advance};
use super::setups::{hash_of, setups_of};
use super::{Record, Snapshot, StoreError, StoredSetup, StreamId, Unit, signed};
use std::collections::{BTreeMap, HashMap};

/// Unneeded batches are deleted in groups of this size, with one statement each, so that no commit
/// is delayed noticeably. One snapshot may release hundreds of batches.
const PRUNED_TOGETHER: usize = 64;

/// The rows of one group commit, without transfers and the audit trail.
#[derive(Debug)]
pub(super) struct Group {
    /// The number of its last batch, or the next number if it has no records.
    pub(super) batch: i64,
    /// The records of all its units.
    pub(super) batches: Vec<Batch>,
    /// The last snapshot of each stream. A stream that is over gets the marker of its end instead.
    pub(super) snapshots: Vec<LinkedSnapshot>,
    /// The setups that are not stored yet.
    pub(super) setups: Vec<StoredSetup>,
    pub(super) pruned: Vec<i64>,
}

/// Records that are stored in one row.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) id: i64,
    /// The records of the batch, packed.
    pub(super) payload: Vec<u8>,
    records: Vec<Linked>,
}

/// Checks that a database can hold every number of units of play. What the log has must never be
/// refused later.
pub(super) fn check_numbers(units: &[Unit]) -> Result<(), StoreError> {
    for unit in units {
        for record in &unit.records {
            signed(record.seq)?;
        }
        let snapshots = unit.snapshot.iter().map(|snapshot| snapshot.stream);
        for stream in snapshots.chain(unit.ended.iter().copied()) {
            signed(stream_key(stream).1)?;
        }
        for hand in &unit.hands {
            let numbers = [hand.table.0, hand.hand, hand.ended_ms, hand.pot];
            let players = hand.players.iter().map(|(account, _)| account.0);
            let others = hand.tournament.iter().map(|tournament| tournament.0);
            numbers
                .into_iter()
                .chain(players)
                .chain(others)
                .try_for_each(|number| signed(number).map(drop))?;
        }
        for event in &unit.hooked {
            let numbers = event.hooks.iter().chain([&event.at_ms]);
            numbers.copied().try_for_each(|number| signed(number).map(drop))?;
        }
        for round in &unit.sealed {
            let numbers = [round.log.0, round.table.0, round.hand, round.at_ms];
            numbers.into_iter().try_for_each(|number| signed(number).map(drop))?;
        }
    }
    Ok(())
}

impl Group {
    /// Plans how these units are stored, with at most `together` records in a batch. If there are
    /// more, records of the same stream go together, so that reading a stream reads few others.
    ///
    /// # Errors
    /// A record or a snapshot does not continue what is stored.
    pub(super) fn plan(index: &Index, units: &[Unit], together: usize) -> Result<Self, StoreError> {
        advance(units, |stream| index.reached(stream))?;
        let mut records = chain(index, units.iter().flat_map(|unit| &unit.records));
        let snapshots = last_snapshots(index, units);
        let with_snapshot = records.iter().filter(|Linked { record, .. }| {
            snapshots.get(&record.stream).is_some_and(|snapshot| snapshot.seq == record.seq)
        });
        let links: HashMap<StreamId, Link> =
            with_snapshot.map(|Linked { record, link }| (record.stream, *link)).collect();
        let snapshots = snapshots.into_values().map(|snapshot| {
            let link = links.get(&snapshot.stream).copied();
            let link = link.unwrap_or_else(|| index.link(snapshot.stream, snapshot.seq));
            LinkedSnapshot { snapshot, link }
        });
        if records.len() > together {
            records.sort_by_key(|linked| linked.record.stream);
        }
        let count = records.len().div_ceil(together);
        let mut records = records.into_iter();
        let batches = (index.next_batch()..).take(count).map(|id| {
            let records: Vec<Linked> = records.by_ref().take(together).collect();
            Batch { id, payload: pack(&records), records }
        });
        let batches: Vec<Batch> = batches.collect();
        Ok(Self {
            batch: batches.last().map_or(index.next_batch(), |batch| batch.id),
            batches,
            snapshots: snapshots.collect(),
            setups: new_setups(index, units),
            pruned: index.unneeded().get(..PRUNED_TOGETHER).unwrap_or_default().to_vec(),
        })
    }

    pub(super) fn stored(self, index: &mut Index) {
        index.pruned(self.pruned.len());
        for Batch { id, records, .. } in &self.batches {
            index.insert(*id, records);
        }
        index.add_setups(self.setups.iter().map(|setup| *hash_of(setup)));
        for snapshot in self.snapshots {
            index.take_snapshot(snapshot);
        }
        #[expect(clippy::cast_precision_loss, reason = "a gauge holds floats")]
        metrics::gauge!("cardroom_journal_batches").set(index.needed() as f64);
    }
}

/// Returns the last snapshot of each stream. A stream may go on after its end.
fn last_snapshots(index: &Index, units: &[Unit]) -> BTreeMap<StreamId, Snapshot> {
    let mut reached: HashMap<StreamId, u64> = HashMap::new();
    let mut snapshots = BTreeMap::new();
    for unit in units {
        reached.extend(unit.records.iter().map(|record| (record.stream, record.seq)));
        if let Some(snapshot) = &unit.snapshot {
            snapshots.insert(snapshot.stream, snapshot.clone());
        }
        for &stream in &unit.ended {
            let seq = reached.get(&stream).copied();
            let seq = seq.unwrap_or_else(|| index.reached(stream).seq);
            snapshots.insert(stream, Snapshot::of_the_end(stream, seq));
        }
    }
    snapshots
}

/// Returns the setups that are not stored yet. A setup counts even if a later snapshot of the group
/// replaces the one that brings it: frames of the redo log that follow may name its hash alone.
fn new_setups(index: &Index, units: &[Unit]) -> Vec<StoredSetup> {
    let mut new: Vec<StoredSetup> = Vec::new();
    for setup in setups_of(units).filter(|setup| !index.setups().contains(hash_of(setup))) {
        if !new.contains(setup) {
            new.push(setup.clone());
        }
    }
    new
}

/// Continues the chains of all streams with these records.
fn chain<'a>(index: &Index, records: impl Iterator<Item = &'a Record>) -> Vec<Linked> {
    let mut last: HashMap<StreamId, Link> = HashMap::new();
    let linked = records.map(|record| {
        let reached = || index.link(record.stream, index.reached(record.stream).seq);
        let last = last.entry(record.stream).or_insert_with(reached);
        *last = link(*last, record);
        Linked { record: record.clone(), link: *last }
    });
    linked.collect()
}

//! An index in memory of the batches with records that a stream still needs, and of the links of
//! each stream's chain. It is built from the batches when the store opens, and reports which
//! batches can be deleted. It also knows which setups are stored. It touches no database.

use super::batch::{FIRST_LINK, Link, Linked};
use super::sequence::{LinkedSnapshot, Reached};
use super::{SetupHash, StreamId};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// An index of the batches that streams still need.
#[derive(Debug, Default)]
pub(super) struct Index {
    last_batch: i64,
    streams: HashMap<StreamId, StreamIndex>,
    /// Every stored batch that is needed, with the number of streams that need it.
    needed: BTreeMap<i64, usize>,
    /// Every stored batch that no stream needs.
    unneeded: Vec<i64>,
    /// The setups that are stored.
    setups: HashSet<SetupHash>,
    /// How many more snapshots of a stream must follow before its records can be deleted.
    keep: usize,
}

#[derive(Debug, Default)]
struct StreamIndex {
    reached: Reached,
    links: Links,
    /// The last record of each recent snapshot. The oldest of them limits what can be deleted.
    marks: VecDeque<u64>,
    /// The stream is over and will not be read again.
    is_over: bool,
    /// The batches with records after the snapshot, oldest first.
    batches: VecDeque<Segment>,
}

/// The link after the snapshot's last record and after each later record. A table may have
/// hundreds, so only the first sequence number is stored.
#[derive(Debug, Default)]
struct Links {
    first: u64,
    links: VecDeque<Link>,
}

impl Links {
    fn get(&self, seq: u64) -> Option<&Link> {
        self.links.get(usize::try_from(seq.checked_sub(self.first)?).ok()?)
    }

    fn push(&mut self, seq: u64, link: Link) {
        if seq != self.first + self.links.len() as u64 {
            // This is the first link, or one is missing and the earlier links are useless.
            self.links.clear();
            self.first = seq;
        }
        push_back(&mut self.links, link);
    }

    /// Drops all links before `seq` and starts with this one.
    fn begin_with(&mut self, seq: u64, link: Link) {
        let gone = (seq + 1).saturating_sub(self.first);
        let gone = usize::try_from(gone).unwrap_or(usize::MAX);
        self.links.drain(..gone.min(self.links.len()));
        self.links.push_front(link);
        self.first = seq;
    }
}

/// How much such a queue grows at once. Each table has a queue as long as its records since the
/// snapshot, so doubling would waste memory.
const LONGER_BY: usize = 64;

fn push_back<T>(queue: &mut VecDeque<T>, value: T) {
    if queue.len() == queue.capacity() {
        queue.reserve_exact(LONGER_BY);
    }
    queue.push_back(value);
}

/// The records of one stream in one batch.
#[derive(Debug)]
struct Segment {
    batch: i64,
    last_seq: u64,
}

impl Index {
    /// Creates an index that keeps the records behind this many snapshots of each stream.
    pub(super) fn keeping(keep: usize) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Returns the link after a record. The record must be the last of the stream's snapshot
    /// or a later one.
    pub(super) fn link(&self, stream: StreamId, seq: u64) -> Link {
        let stream = self.streams.get(&stream);
        stream.and_then(|stream| stream.links.get(seq)).copied().unwrap_or(FIRST_LINK)
    }

    pub(super) fn next_batch(&self) -> i64 {
        self.last_batch + 1
    }

    /// Returns how far a stream has come.
    pub(super) fn reached(&self, stream: StreamId) -> Reached {
        self.streams.get(&stream).map(|stream| stream.reached).unwrap_or_default()
    }

    /// Returns how far every stream has come.
    pub(super) fn all_reached(&self) -> HashMap<StreamId, Reached> {
        self.streams.iter().map(|(stream, index)| (*stream, index.reached)).collect()
    }

    /// Returns the setups that are stored.
    pub(super) fn setups(&self) -> &HashSet<SetupHash> {
        &self.setups
    }

    /// Adds setups that are stored now.
    pub(super) fn add_setups(&mut self, setups: impl IntoIterator<Item = SetupHash>) {
        self.setups.extend(setups);
    }

    /// Returns the batches with records of a stream after its snapshot, oldest first.
    pub(super) fn batches_of(&self, stream: StreamId) -> Vec<i64> {
        let stream = self.streams.get(&stream);
        stream.map_or_else(Vec::new, |stream| stream.batches.iter().map(|s| s.batch).collect())
    }

    /// Returns the batches that may be deleted, the longest unneeded first.
    pub(super) fn unneeded(&self) -> &[i64] {
        &self.unneeded
    }

    /// Notes that the first `count` of the deletable batches have been deleted.
    pub(super) fn pruned(&mut self, count: usize) {
        self.unneeded.drain(..count);
    }

    /// Returns how many stored batches are needed.
    pub(super) fn needed(&self) -> usize {
        self.needed.len()
    }

    /// Marks the batch numbers up to this one as used.
    pub(super) fn used_up_to(&mut self, batch: i64) {
        self.last_batch = self.last_batch.max(batch);
    }

    /// Adds a stored batch with these records.
    pub(super) fn insert(&mut self, batch: i64, records: &[Linked]) {
        self.used_up_to(batch);
        let mut needed_by = 0;
        for run in records.chunk_by(|one, next| one.record.stream == next.record.stream) {
            let stream = self.streams.entry(run[0].record.stream).or_default();
            for Linked { record, link } in run {
                let seq = record.seq;
                stream.reached.seq = stream.reached.seq.max(seq);
                let behind = seq <= stream.reached.snapshot;
                if !behind {
                    stream.links.push(seq, *link);
                }
                if behind && (self.keep == 0 || stream.is_over) {
                    continue;
                }
                match stream.batches.back_mut() {
                    Some(segment) if segment.batch == batch => segment.last_seq = seq,
                    _ => {
                        push_back(&mut stream.batches, Segment { batch, last_seq: seq });
                        needed_by += 1;
                    }
                }
            }
        }
        if needed_by == 0 {
            self.unneeded.push(batch);
        } else {
            self.needed.insert(batch, needed_by);
        }
    }

    /// Notes a snapshot that contains the records of a stream up to `seq`, with
    /// the `link` after them.
    pub(super) fn snapshot(&mut self, stream: StreamId, seq: u64, link: Link) {
        let keep = self.keep;
        let index = self.streams.entry(stream).or_default();
        index.reached.snapshot = seq;
        index.reached.seq = index.reached.seq.max(seq);
        index.links.begin_with(seq, link);
        index.marks.push_back(seq);
        if index.marks.len() > keep + 1 {
            index.marks.pop_front();
        }
        if let Some(oldest) = index.marks.front().copied().filter(|_| index.marks.len() > keep) {
            self.release(stream, oldest);
        }
    }

    /// Notes a stored snapshot, which may be the marker of a stream's end.
    pub(super) fn take_snapshot(&mut self, linked: LinkedSnapshot) {
        let LinkedSnapshot { snapshot, link } = linked;
        if snapshot.is_of_the_end() {
            self.end(snapshot.stream, snapshot.seq, link);
        } else {
            self.snapshot(snapshot.stream, snapshot.seq, link);
        }
    }

    /// Notes that a stream ended with record `seq`, so that none of its records is needed any more.
    pub(super) fn end(&mut self, stream: StreamId, seq: u64, link: Link) {
        self.snapshot(stream, seq, link);
        self.streams.entry(stream).or_default().is_over = true;
        self.release(stream, seq);
    }

    /// Releases the records of a stream up to `seq`.
    fn release(&mut self, stream: StreamId, seq: u64) {
        let index = self.streams.entry(stream).or_default();
        while let Some(segment) = index.batches.pop_front_if(|segment| segment.last_seq <= seq) {
            let Some(needed_by) = self.needed.get_mut(&segment.batch) else { continue };
            *needed_by -= 1;
            if *needed_by == 0 {
                self.needed.remove(&segment.batch);
                self.unneeded.push(segment.batch);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::*;
    use crate::ids::TableId;
    use bytes::Bytes;

    const ONE: StreamId = StreamId::Table(TableId(1));
    const TWO: StreamId = StreamId::Table(TableId(2));

    fn records(stream: StreamId, seqs: std::ops::RangeInclusive<u64>) -> Vec<Linked> {
        let linked = |seq: u64| {
            let record = Record { stream, seq, payload: Bytes::new() };
            Linked { record, link: at(seq) }
        };
        seqs.map(linked).collect()
    }

    /// Returns a link that a test can recognize.
    fn at(seq: u64) -> Link {
        seq.to_le_bytes()
    }

    #[test]
    fn a_batch_goes_when_the_last_stream_that_needs_it_has_a_snapshot() {
        let mut index = Index::default();
        let both = [records(ONE, 1..=2), records(TWO, 1..=1)].concat();
        index.insert(1, &both);
        index.insert(2, &records(ONE, 3..=5));
        index.snapshot(ONE, 4, at(4));
        assert_eq!(index.batches_of(ONE), [2], "record 5 is still needed");
        assert!(index.unneeded().is_empty(), "the other table needs its first record");
        index.snapshot(TWO, 1, at(1));
        assert_eq!(index.unneeded(), [1]);
        index.snapshot(ONE, 5, at(5));
        assert_eq!(index.unneeded(), [1, 2]);
        assert_eq!((index.needed(), index.next_batch()), (0, 3));
    }

    #[test]
    fn a_quiet_table_holds_back_its_own_batches_alone() {
        let mut index = Index::default();
        index.insert(1, &records(ONE, 1..=1));
        for batch in 2..=100_u8 {
            let seq = u64::from(batch);
            index.insert(batch.into(), &records(TWO, seq - 1..=seq - 1));
            index.snapshot(TWO, seq - 1, at(seq - 1));
        }
        assert_eq!((index.needed(), index.unneeded().len()), (1, 99));
        assert_eq!(index.batches_of(ONE), [1]);
    }

    #[test]
    fn the_chain_is_known_from_the_snapshot_on() {
        let mut index = Index::default();
        assert_eq!(index.link(ONE, 0), FIRST_LINK);
        index.insert(1, &records(ONE, 1..=4));
        index.snapshot(ONE, 2, at(2));
        assert_eq!([2, 3, 4].map(|seq| index.link(ONE, seq)), [2, 3, 4].map(at));
        index.snapshot(ONE, 4, at(4));
        index.insert(2, &records(ONE, 5..=5));
        assert_eq!([4, 5].map(|seq| index.link(ONE, seq)), [4, 5].map(at));
    }

    #[test]
    fn records_are_kept_for_as_many_snapshots_as_was_asked() {
        let mut index = Index::keeping(2);
        for hand in 1..=4_u8 {
            let seq = u64::from(hand);
            index.insert(hand.into(), &records(ONE, seq..=seq));
            index.snapshot(ONE, seq, at(seq));
        }
        assert_eq!(index.unneeded(), [1, 2], "what is behind the last two stays");
        index.insert(5, &records(ONE, 5..=5));
        index.end(ONE, 5, at(5));
        assert_eq!(index.unneeded(), [1, 2, 3, 4, 5], "nobody asks for a table that is gone");
    }
}

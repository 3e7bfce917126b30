//! Which batch holds records that a stream still needs. It lives in memory, is read from the
//! batches on opening, and says which of them can be deleted.

use super::super::sequence::Reached;
use super::super::{Record, StreamId};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Which batch holds records that a stream still needs.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The number of the last batch.
    last_batch: i64,
    streams: HashMap<StreamId, StreamIndex>,
    /// Every stored batch that is needed, by how many streams.
    needed: BTreeMap<i64, usize>,
    /// Every stored batch that is not.
    unneeded: Vec<i64>,
}

#[derive(Debug, Default)]
struct StreamIndex {
    reached: Reached,
    /// The batches with records after the snapshot, oldest first.
    batches: VecDeque<Segment>,
}

/// The records of one stream in one batch.
#[derive(Debug)]
struct Segment {
    batch: i64,
    last_seq: u64,
}

impl Index {
    /// The number the next batch gets.
    pub(super) fn next_batch(&self) -> i64 {
        self.last_batch + 1
    }

    /// How far a stream has come.
    pub(super) fn reached(&self, stream: StreamId) -> Reached {
        self.streams.get(&stream).map(|stream| stream.reached).unwrap_or_default()
    }

    /// The batches with records of a stream after its snapshot, oldest first.
    pub(super) fn batches_of(&self, stream: StreamId) -> Vec<i64> {
        let stream = self.streams.get(&stream);
        stream.map_or_else(Vec::new, |stream| stream.batches.iter().map(|s| s.batch).collect())
    }

    /// The batches that may be deleted.
    pub(super) fn unneeded(&self) -> &[i64] {
        &self.unneeded
    }

    /// The batches that may be deleted have been.
    pub(super) fn pruned(&mut self) {
        self.unneeded.clear();
    }

    /// How many batches are stored and needed.
    pub(super) fn needed(&self) -> usize {
        self.needed.len()
    }

    /// The numbers up to this one have been given out.
    pub(super) fn used_up_to(&mut self, batch: i64) {
        self.last_batch = self.last_batch.max(batch);
    }

    /// A batch with these records is stored.
    pub(super) fn insert<'a>(&mut self, batch: i64, records: impl Iterator<Item = &'a Record>) {
        self.used_up_to(batch);
        let mut needed_by = 0;
        for Record { stream, seq, .. } in records {
            let stream = self.streams.entry(*stream).or_default();
            stream.reached.seq = stream.reached.seq.max(*seq);
            if *seq <= stream.reached.snapshot {
                continue;
            }
            match stream.batches.back_mut() {
                Some(segment) if segment.batch == batch => segment.last_seq = *seq,
                _ => {
                    stream.batches.push_back(Segment { batch, last_seq: *seq });
                    needed_by += 1;
                }
            }
        }
        if needed_by == 0 {
            self.unneeded.push(batch);
        } else {
            self.needed.insert(batch, needed_by);
        }
    }

    /// A stream has a snapshot that contains its records up to `seq`.
    pub(super) fn snapshot(&mut self, stream: StreamId, seq: u64) {
        let stream = self.streams.entry(stream).or_default();
        stream.reached.snapshot = seq;
        stream.reached.seq = stream.reached.seq.max(seq);
        while let Some(segment) = stream.batches.pop_front_if(|segment| segment.last_seq <= seq) {
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
    use super::*;
    use crate::ids::TableId;
    use bytes::Bytes;

    const ONE: StreamId = StreamId::Table(TableId(1));
    const TWO: StreamId = StreamId::Table(TableId(2));

    fn records(stream: StreamId, seqs: std::ops::RangeInclusive<u64>) -> Vec<Record> {
        seqs.map(|seq| Record { stream, seq, payload: Bytes::new() }).collect()
    }

    #[test]
    fn a_batch_goes_when_the_last_stream_that_needs_it_has_a_snapshot() {
        let mut index = Index::default();
        let both = [records(ONE, 1..=2), records(TWO, 1..=1)].concat();
        index.insert(1, both.iter());
        index.insert(2, records(ONE, 3..=5).iter());
        index.snapshot(ONE, 4);
        assert_eq!(index.batches_of(ONE), [2], "record 5 is still needed");
        assert!(index.unneeded().is_empty(), "the other table needs its first record");
        index.snapshot(TWO, 1);
        assert_eq!(index.unneeded(), [1]);
        index.snapshot(ONE, 5);
        assert_eq!(index.unneeded(), [1, 2]);
        assert_eq!((index.needed(), index.next_batch()), (0, 3));
    }

    #[test]
    fn a_quiet_table_holds_back_its_own_batches_alone() {
        let mut index = Index::default();
        index.insert(1, records(ONE, 1..=1).iter());
        for batch in 2..=100_u8 {
            let seq = u64::from(batch);
            index.insert(batch.into(), records(TWO, seq - 1..=seq - 1).iter());
            index.snapshot(TWO, seq - 1);
        }
        assert_eq!((index.needed(), index.unneeded().len()), (1, 99));
        assert_eq!(index.batches_of(ONE), [1]);
    }
}

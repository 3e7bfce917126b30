//! The streams of a journal: their records and snapshots, whose contents only their owners know.

use crate::ids::{TableId, TournamentId};
use crate::{StoredSetup, Unit};
use bytes::Bytes;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StreamId {
    Table(TableId),
    /// The rounds of a table whose deals can be verified.
    Deal(TableId),
    /// The events of a tournament's director.
    Tournament(TournamentId),
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(table) => write!(f, "table:{table}"),
            Self::Deal(table) => write!(f, "deal:{table}"),
            Self::Tournament(tournament) => write!(f, "tournament:{tournament}"),
        }
    }
}

/// A journal record: one event of one stream.
#[derive(Clone, Debug)]
pub struct Record {
    pub stream: StreamId,
    /// One more than the previous record of the stream; the first is 1.
    pub seq: u64,
    /// The event, encoded by its owner.
    pub payload: Bytes,
}

/// The state of a stream after a record.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub stream: StreamId,
    /// The last record it contains.
    pub seq: u64,
    /// The state, encoded by its owner.
    pub payload: Bytes,
    /// The setup of the table. It is stored once for all snapshots under it.
    pub setup: Option<StoredSetup>,
}

impl Snapshot {
    /// Creates the marker of a stream's end, with the last record. Records of the stream may remain
    /// in batches that other streams need, but they are never read again.
    #[must_use]
    pub fn of_the_end(stream: StreamId, seq: u64) -> Self {
        Self { stream, seq, payload: Bytes::new(), setup: None }
    }

    /// Returns `true` if this marks the end of its stream.
    #[must_use]
    pub fn is_of_the_end(&self) -> bool {
        self.payload.is_empty()
    }
}

/// A stream as it is read back.
#[derive(Clone, Debug, Default)]
pub struct StoredStream {
    pub snapshot: Option<Snapshot>,
    /// The records after the snapshot, in order, without a gap.
    pub records: Vec<Record>,
}

impl StoredStream {
    /// Adds what a later unit brings to this stream.
    pub fn follow(&mut self, stream: StreamId, unit: &Unit) {
        let records = unit.records.iter().filter(|record| record.stream == stream);
        self.records.extend(records.cloned());
        if let Some(snapshot) = unit.snapshot.as_ref().filter(|it| it.stream == stream) {
            self.records.retain(|record| record.seq > snapshot.seq);
            self.snapshot = Some(snapshot.clone());
        }
        if unit.ended.contains(&stream) {
            *self = Self::default();
        }
    }

    /// Returns `true` if the stream has ended and nothing is left to read.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.records.is_empty() && self.snapshot.as_ref().is_some_and(Snapshot::is_of_the_end)
    }
}

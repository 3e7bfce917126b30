//! The storing of a table's steps: a record of each, and a snapshot now and then.

use crate::OrderDesk;
use crate::projections::Projections;
use crate::stored::{self, EncodedSetup, ShareSetup};
use cardroom_engine::Event;
use cardroom_hybrid::HybridTable;
use cardroom_record::ids::TableId;
use cardroom_record::{Record, SealedDecks, Snapshot, Unit};
use cardroom_rules::{Millis, PlayerId};

/// A snapshot is stored at the first end of a hand after this many steps.
const STEPS_PER_SNAPSHOT: u64 = 256;

/// How the steps of a table are stored.
#[derive(Debug)]
pub(super) struct Storing {
    table: TableId,
    is_stored: bool,
    encoded_setup: EncodedSetup,
    /// The step of the last snapshot.
    snapshot_seq: u64,
}

impl Storing {
    /// Continues a stream whose last snapshot is of this step.
    pub(super) fn after(table: TableId, snapshot_seq: u64) -> Self {
        let encoded_setup = EncodedSetup::default();
        Self { table, is_stored: true, encoded_setup, snapshot_seq }
    }

    pub(super) fn share_setups(&mut self, share: ShareSetup) {
        self.encoded_setup = EncodedSetup::sharing(share);
    }

    /// Stores nothing from now on.
    pub(super) fn end(&mut self) {
        self.is_stored = false;
    }

    /// Returns the record of a step, if steps of the table are stored.
    pub(super) fn record(
        &self,
        (seq, now): (u64, Millis),
        desk: Option<&OrderDesk>,
        events: &[Event],
        sealed: Option<SealedDecks>,
        answered: Option<(PlayerId, u64)>,
    ) -> Option<Record> {
        let done = desk.map(OrderDesk::done);
        let record = || stored::record(self.table, seq, now, done, events, sealed, answered);
        self.is_stored.then(record)
    }

    /// Returns `true` if a snapshot is due at this step.
    pub(super) fn is_due(&self, seq: u64) -> bool {
        seq >= self.snapshot_seq + STEPS_PER_SNAPSHOT
    }

    /// Adds a snapshot to a unit, unless the last one is of this step or nothing is stored.
    pub(super) fn add_snapshot(
        &mut self,
        seq: u64,
        table: &HybridTable,
        projections: &Projections,
        unit: &mut Unit,
    ) {
        if seq == self.snapshot_seq || !self.is_stored {
            return;
        }
        unit.snapshot = self.encode(seq, table, projections);
        if unit.snapshot.is_some() {
            self.snapshot_seq = seq;
        }
    }

    /// Takes the snapshot with which the stream of a recovered table continues.
    pub(super) fn first_snapshot(
        &mut self,
        seq: u64,
        table: &HybridTable,
        projections: &Projections,
    ) -> Option<Snapshot> {
        self.snapshot_seq = seq;
        self.encode(seq, table, projections)
    }

    fn encode(
        &mut self,
        seq: u64,
        table: &HybridTable,
        Projections { ratholes, answered, desk, .. }: &Projections,
    ) -> Option<Snapshot> {
        let setup = &mut self.encoded_setup;
        stored::snapshot(self.table, seq, table, setup, ratholes, answered, desk.as_ref())
    }
}

//! The end of a table. At a private table, all players get up with their chips when the hand in
//! progress is over, and only the ledger remains. The director closes tournament tables. Permission
//! to close is checked elsewhere.

use super::audience::Audience;
use super::{Outputs, TableCore};
use cardroom_engine::{Event, Input};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::TableId as WireTableId;
use cardroom_protocol::server::TableClosed;
use cardroom_record::StreamId;
use cardroom_record::ids::TableId;
use cardroom_rules::Millis;

/// How far the end of the table has come.
#[derive(Debug, Default)]
pub(super) struct Ending {
    draining: bool,
    /// The table closes when the hand in progress is over.
    closing: bool,
    /// The table is closed once the unit that records it is durable.
    closed: bool,
}

impl Ending {
    /// Lets no more hands begin, because the process ends.
    pub(super) fn drain(&mut self) {
        self.draining = true;
    }

    pub(super) fn is_draining(&self) -> bool {
        self.draining
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns `true` if the table accepts no new players.
    pub(super) fn has_begun(&self) -> bool {
        self.draining || self.closing
    }

    /// Lets all players get up as part of a step, after the end of the last hand.
    pub(super) fn get_up(&self, now: Millis, table: &mut HybridTable, events: &mut Vec<Event>) {
        if !self.closing || table.hand_in_progress().is_some() {
            return;
        }
        let seats: Vec<_> = table.players().map(|(seat, _)| seat).collect();
        for seat in seats {
            // Between hands every player may leave.
            let _ = table.step_into(now, Input::Leave { seat }, events);
        }
        // Refused if the house took nothing.
        let _ = table.step_into(now, Input::SweepHouse, events);
    }

    /// Closes the table once all players are gone.
    pub(super) fn close_if_left(
        &mut self,
        id: TableId,
        table: &HybridTable,
        audience: &Audience,
        outputs: &mut Outputs,
    ) {
        let is_left = table.players().next().is_none();
        let is_over = table.hand_in_progress().is_none() && is_left;
        if !self.closing || self.closed || !is_over {
            return;
        }
        self.closed = true;
        let gone = TableClosed { table: WireTableId(id.0) };
        let watchers = audience.connections();
        outputs.private.extend(watchers.map(|connection| (connection, gone.clone().into())));
    }

    /// Undoes the step that could not be stored.
    pub(super) fn roll_back(&mut self) {
        self.closed = false;
    }
}

/// Begins to close the table. If no hand is in progress, all players get up.
pub(super) fn begin(core: &mut TableCore, now: Millis, outputs: &mut Outputs) {
    core.ending.closing = true;
    let mut events = std::mem::take(&mut core.events);
    events.clear();
    if core.table.is_paused() {
        // A paused hand is played to its end.
        let _ = core.table.step_into(now, Input::Resume, &mut events);
    }
    core.ending.get_up(now, &mut core.table, &mut events);
    core.commit(now, events, outputs);
}

/// Ends the streams of a closed table, so that nothing more is stored. Applies to any step,
/// because the closing may have waited for the end of a hand.
pub(super) fn end_streams(table: TableId, has_rounds: bool, outputs: &mut Outputs) {
    outputs.unit.snapshot = None;
    outputs.unit.ended.push(StreamId::Table(table));
    outputs.unit.ended.extend(has_rounds.then_some(StreamId::Deal(table)));
}

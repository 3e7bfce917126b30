//! The end of a table. At a private table, all players get up with their chips when the hand in
//! progress is over, and only the ledger remains. The director closes tournament tables. Permission
//! to close is checked elsewhere.

use super::{Outputs, TableHost};
use crate::store::StreamId;
use cardroom_engine::{Event, Input};
use cardroom_protocol::TableId as WireTableId;
use cardroom_protocol::server::TableClosed;
use cardroom_rules::Millis;

impl TableHost {
    /// Begins to close the table. If no hand is in progress, all players get up.
    pub(super) fn part(&mut self, now: Millis, outputs: &mut Outputs) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        if self.table.is_paused() {
            // A paused hand is played to its end.
            let _ = self.table.step_into(now, Input::Resume, &mut events);
        }
        self.get_up(now, &mut events);
        self.commit(now, events, outputs);
    }

    /// Lets all players get up as part of a step, after the end of the last hand.
    pub(super) fn get_up(&mut self, now: Millis, events: &mut Vec<Event>) {
        if !self.ending.closing || self.table.hand_in_progress().is_some() {
            return;
        }
        let seats: Vec<_> = self.table.players().map(|(seat, _)| seat).collect();
        for seat in seats {
            // Between hands every player may leave.
            let _ = self.table.step_into(now, Input::Leave { seat }, events);
        }
        // Refused if the house took nothing.
        let _ = self.table.step_into(now, Input::SweepHouse, events);
    }

    /// Ends the stream of a closed table, so that nothing more is stored. Applies to any step,
    /// because the closing may have waited for the end of a hand.
    pub(super) fn end_stream(&self, outputs: &mut Outputs) {
        outputs.unit.snapshot = None;
        outputs.unit.ended.push(StreamId::Table(self.id));
    }

    /// Closes the table once all players are gone.
    pub(super) fn close_if_left(&mut self, outputs: &mut Outputs) {
        let is_left = self.table.players().next().is_none();
        let is_over = self.table.hand_in_progress().is_none() && is_left;
        if !self.ending.closing || self.ending.closed || !is_over {
            return;
        }
        self.ending.closed = true;
        let gone = TableClosed { table: WireTableId(self.id.0) };
        let watchers =
            self.audience.attached.keys().map(|connection| (*connection, gone.clone().into()));
        outputs.private.extend(watchers.collect::<Vec<_>>());
    }
}

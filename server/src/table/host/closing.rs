//! The end of a table. At a private one everybody gets up with the chips they have when the hand in
//! progress is over, and nothing is left of it but what the ledger says; one of a tournament is
//! closed by its director. Who may close it is not its business.

use super::{Outputs, TableHost};
use crate::store::StreamId;
use cardroom_engine::{Event, Input};
use cardroom_protocol::TableId as WireTableId;
use cardroom_protocol::server::TableClosed;
use cardroom_rules::Millis;

impl TableHost {
    /// The table begins to close: where no hand is in progress everybody gets up.
    pub(super) fn part(&mut self, now: Millis, outputs: &mut Outputs) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        if self.table.is_paused() {
            // A hand that was paused is played to its end.
            let _ = self.table.step_into(now, Input::Resume, &mut events);
        }
        self.get_up(now, &mut events);
        self.commit(now, events, outputs);
    }

    /// The same as part of a step: after the end of the last hand.
    pub(super) fn get_up(&mut self, now: Millis, events: &mut Vec<Event>) {
        if !self.closing || self.table.hand_in_progress().is_some() {
            return;
        }
        let seats: Vec<_> = self.table.players().map(|(seat, _)| seat).collect();
        for seat in seats {
            // Between hands nobody is kept.
            let _ = self.table.step_into(now, Input::Leave { seat }, events);
        }
        // Refused when the house took nothing.
        let _ = self.table.step_into(now, Input::SweepHouse, events);
    }

    /// Nothing more is stored of a table that is closed, whatever closed it: what waited for the
    /// end of a hand does so at any step.
    pub(super) fn end_stream(&self, outputs: &mut Outputs) {
        outputs.unit.snapshot = None;
        outputs.unit.ended.push(StreamId::Table(self.id));
    }

    /// Where everybody is gone the table is closed.
    pub(super) fn close_if_left(&mut self, outputs: &mut Outputs) {
        let is_left = self.table.players().next().is_none();
        let is_over = self.table.hand_in_progress().is_none() && is_left;
        if !self.closing || self.closed || !is_over {
            return;
        }
        self.closed = true;
        let gone = TableClosed { table: WireTableId(self.id.0) };
        let watchers = self.attached.keys().map(|connection| (*connection, gone.clone().into()));
        outputs.private.extend(watchers.collect::<Vec<_>>());
    }
}

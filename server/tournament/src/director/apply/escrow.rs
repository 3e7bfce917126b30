//! Chips that go into impounded pots and come out of them. Their sum stays the same.

use crate::director::Director;
use crate::entry::Whereabouts;
use crate::escrow::ImpoundedPot;
use crate::event::Event;
use crate::held::Bust;
use cardroom_rules::{Chips, EntryNo};
use std::collections::BTreeMap;

impl Director {
    pub(super) fn apply_to_escrow(&mut self, event: &Event) {
        match event {
            Event::PotImpounded { pot, table, at, reason, parts } => {
                let impounded = ImpoundedPot {
                    table: *table,
                    at: *at,
                    reason: reason.clone(),
                    from: BTreeMap::new(),
                    due: parts.iter().copied().collect(),
                };
                self.state.escrow.impound(*pot, impounded);
            }
            Event::ChipsImpounded { pot, entry, chips } => {
                self.change(*entry, |entry| entry.stack -= *chips);
                self.state.escrow.take(*pot, *entry, *chips);
            }
            Event::PotReleased { pot, parts } => self.state.escrow.release(*pot, parts),
            Event::ChipsReleased { entry, chips } => self.chips_released(*entry, *chips),
            Event::Suspended(bust) => self.suspended(bust),
            Event::WaitsForSeat { entry } => {
                self.state.escrow.unseat(*entry);
                self.state.entries.waiting.insert(*entry);
                self.touch(*entry);
            }
            Event::DecisionAwaited => self.state.escrow.await_decision(),
            _ => {}
        }
    }

    fn chips_released(&mut self, entry: EntryNo, chips: Chips) {
        self.change(entry, |entry| entry.stack += chips);
        self.state.escrow.returned(entry);
        self.unhold(entry);
    }

    fn suspended(&mut self, bust: &Bust) {
        let entry = bust.entry;
        let waiting = Whereabouts::Waiting;
        let was = self.change(entry, |entry| std::mem::replace(&mut entry.whereabouts, waiting));
        let seat = match was {
            Whereabouts::Seated { table, seat } => {
                self.state.seating.floor.take_away(table, entry, true);
                self.unhold(entry);
                self.touch_table(table);
                Some((table, seat))
            }
            Whereabouts::Moving { to } => {
                self.state.seating.floor.take_away(to, entry, false);
                None
            }
            _ => None,
        };
        self.state.entries.waiting.remove(&entry);
        self.state.discipline.absences.end(entry);
        self.state.due.forget(entry);
        self.state.escrow.suspend(bust.clone(), seat);
        self.touch(entry);
    }
}

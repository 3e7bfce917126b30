//! Chips that go into impounded pots and come out of them. Their sum stays the same.

use crate::director::state::State;
use crate::entry::Whereabouts;
use crate::escrow::ImpoundedPot;
use crate::event::Event;
use crate::held::Bust;
use cardroom_rules::{Chips, EntryNo};
use std::collections::BTreeMap;

pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::PotImpounded { pot, table, at, reason, parts } => {
            let impounded = ImpoundedPot {
                table: *table,
                at: *at,
                reason: reason.clone(),
                from: BTreeMap::new(),
                due: parts.iter().copied().collect(),
            };
            state.escrow.impound(*pot, impounded);
        }
        Event::ChipsImpounded { pot, entry, chips } => {
            state.entries.set_aside(*entry, *chips);
            state.escrow.take(*pot, *entry, *chips);
        }
        Event::PotReleased { pot, parts } => state.escrow.release(*pot, parts),
        Event::ChipsReleased { entry, chips } => chips_released(state, *entry, *chips),
        Event::Suspended(bust) => suspended(state, bust),
        Event::WaitsForSeat { entry } => {
            state.escrow.unseat(*entry);
            state.entries.wait(*entry);
            state.touch(*entry);
        }
        Event::DecisionAwaited => state.escrow.await_decision(),
        _ => {}
    }
}

fn chips_released(state: &mut State, entry: EntryNo, chips: Chips) {
    state.entries.put_back(entry, chips);
    state.escrow.returned(entry);
    state.unhold(entry);
}

fn suspended(state: &mut State, bust: &Bust) {
    let entry = bust.entry;
    let seat = match state.entries.place(entry, Whereabouts::Waiting) {
        Whereabouts::Seated { table, seat } => {
            state.seating.take_away(table, entry, true);
            state.unhold(entry);
            state.touch_table(table);
            Some((table, seat))
        }
        Whereabouts::Moving { to } => {
            state.seating.take_away(to, entry, false);
            None
        }
        _ => None,
    };
    state.entries.stop_waiting(entry);
    state.discipline.absences_mut().end(entry);
    state.due.forget(entry);
    state.escrow.suspend(bust.clone(), seat);
    state.touch(entry);
}

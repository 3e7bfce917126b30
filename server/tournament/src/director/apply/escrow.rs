//! Chips that go into impounded pots and come out of them. Their sum stays the same.

use crate::director::state::State;
use crate::entry::Whereabouts;
use crate::escrow::PotNo;
use crate::held::Bust;
use cardroom_rules::{Chips, EntryNo};

pub(super) fn chips_impounded(state: &mut State, pot: PotNo, entry: EntryNo, chips: Chips) {
    state.entries.set_aside(entry, chips);
    state.escrow.take(pot, entry, chips);
}

pub(super) fn waits_for_seat(state: &mut State, entry: EntryNo) {
    state.escrow.unseat(entry);
    state.entries.wait(entry);
    state.touch(entry);
}

pub(super) fn chips_released(state: &mut State, entry: EntryNo, chips: Chips) {
    state.entries.put_back(entry, chips);
    state.escrow.returned(entry);
    state.unhold(entry);
}

pub(super) fn suspended(state: &mut State, bust: &Bust) {
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

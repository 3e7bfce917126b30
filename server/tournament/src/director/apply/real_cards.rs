//! Applies events of tournaments with real cards.

use crate::director::state::State;
use crate::entry::Whereabouts;
use crate::real_cards::{Hand, Lost, Walk};
use crate::seq::Seq;
use cardroom_rules::{Chips, EntryNo, TableNo};

/// Records that a seated player goes to another seat. It comes before the change itself.
pub(super) fn walks(state: &mut State, entry: EntryNo, to: TableNo) {
    if let Some(Whereabouts::Seated { table, seat }) = state.entries.whereabouts(entry) {
        state.real.walk(entry, Walk { table, seat });
        state.touch_table(to);
    }
}

pub(super) fn out(state: &mut State, entry: EntryNo) {
    state.real.out(entry);
}

pub(super) fn hand_lost(state: &mut State, ruling: Seq, out: &[EntryNo], won: &[(EntryNo, Chips)]) {
    let lost = out.iter().filter_map(|entry| match state.entries.whereabouts(*entry) {
        Some(Whereabouts::Seated { table, seat }) => Some(Lost {
            entry: *entry,
            table,
            seat,
            stack: state.entries.stack(*entry),
            penalty: state.discipline.penalties().hands(*entry),
        }),
        _ => None,
    });
    let lost: Vec<Lost> = lost.collect();
    for loser in &lost {
        state.entries.count_stack(loser.entry, Chips::ZERO);
        state.touch(loser.entry);
    }
    for (winner, chips) in won {
        state.entries.put_back(*winner, *chips);
    }
    let stage = state.schedule.stage();
    state.real.lose(Hand { ruling, stage, lost, won: won.to_vec() });
}

pub(super) fn hand_taken_back(state: &mut State) {
    let Some(hand) = state.real.take_back() else { return };
    for lost in &hand.lost {
        let entry = lost.entry;
        if state.entries.must_be_in(entry).is_ok() {
            state.unhold(entry);
        } else {
            state.entries.come_back(entry);
            hand.won.iter().for_each(|(winner, _)| state.entries.forget_knock_out(*winner));
        }
        state.entries.count_stack(entry, lost.stack);
        state.discipline.penalties_mut().set(entry, lost.penalty);
        state.touch(entry);
    }
    for (winner, chips) in &hand.won {
        let stack = state.entries.stack(*winner).saturating_sub(*chips);
        state.entries.count_stack(*winner, stack);
    }
}

pub(super) fn stack_counted(state: &mut State, entry: EntryNo, stack: Chips, certain: bool) {
    state.entries.count_stack(entry, stack);
    let stage = state.schedule.stage();
    state.real.count(entry, certain.then_some(stage));
    state.touch(entry);
}

//! Applies events about the tournament as a whole: phases, rulings and players who are out.

use crate::director::state::State;
use crate::entry::Whereabouts;
use crate::floor::{DueColorUp, Ruling};
use cardroom_rules::{Chips, EntryNo, Millis};

pub(super) fn began(state: &mut State, at: Millis) {
    state.course.begin(at);
    state.entries.all_wait(Whereabouts::Registered);
}

pub(super) fn cancelled(state: &mut State) {
    state.course.cancel(state.now);
    state.schedule.stop();
    state.entries.close();
}

/// An operator who has not seen this ruling cannot rule on its subject.
pub(super) fn ruled(state: &mut State, ruling: &Ruling) {
    state.touch_subject(ruling.command.touches());
    state.rulings.add(ruling.clone());
}

pub(super) fn through(state: &mut State, entry: EntryNo) {
    state.leave(entry);
    state.entries.place(entry, Whereabouts::Through);
}

pub(super) fn round_began(state: &mut State, round: u32, stack: Chips) {
    state.course.begin_round(round);
    state.color_ups.begin_round();
    state.entries.begin_round(stack);
}

pub(super) fn out(state: &mut State, entry: EntryNo, by: &[EntryNo], finished: Whereabouts) {
    for winner in by {
        state.entries.knock_out(*winner);
    }
    state.put_out(entry, finished);
}

pub(super) fn over(state: &mut State, winner: EntryNo, sharing: u32, at: Millis) {
    let out_before = state.entries.count() - sharing;
    state.leave(winner);
    state.entries.place(winner, Whereabouts::Finished { out_before, sharing, at });
    ended(state);
}

pub(super) fn ended(state: &mut State) {
    state.course.end(state.now);
    state.schedule.stop();
    state.together.stop();
    state.deals.drop_open();
}

/// Schedules a color-up for the end of each table's hand.
pub(super) fn color_up_due(state: &mut State, due: DueColorUp) {
    let Some(table) = due.table else {
        for table in state.seating.floor().numbers() {
            state.color_ups.order(table, due);
        }
        return state.color_ups.raise_unit(due.unit);
    };
    state.color_ups.order(table, due);
}

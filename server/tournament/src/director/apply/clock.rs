//! Applies events about the clock, pauses and hand-for-hand.

use crate::clock::Clock;
use crate::director::state::State;
use cardroom_rules::{Millis, TableNo};

pub(super) fn start_changed(state: &mut State, at: Option<Millis>) {
    state.schedule.change_start(at);
    state.schedule.touch(state.seq);
}

/// A level begins, or a break is due.
pub(super) fn stage_began(state: &mut State, stage: u16, clock: Clock) {
    leave_out_break(state, clock);
    state.schedule.begin_stage(stage, clock);
    state.schedule.touch(state.seq);
}

/// A break begins, in which the tables may exchange chips.
pub(super) fn break_began(state: &mut State, ends_at: Millis, exchanges: bool) {
    let clock = Clock::Break { ends_at };
    leave_out_break(state, clock);
    state.schedule.set_clock(clock);
    if exchanges {
        state.color_ups.exchange_in(state.schedule.stage());
    }
}

pub(super) fn clock_set(state: &mut State, clock: Clock) {
    leave_out_break(state, clock);
    state.schedule.set_clock(clock);
    state.schedule.touch(state.seq);
}

pub(super) fn paused(state: &mut State, at: Millis) {
    state.schedule.pause(at);
    state.schedule.touch(state.seq);
}

pub(super) fn rests(state: &mut State, table: TableNo, until: Millis) {
    state.schedule.rest(table, until);
    state.seating.rest(table, Some(until));
}

pub(super) fn rested(state: &mut State, table: TableNo) {
    let known = state.seating.floor().table(table);
    if let Some(until) = known.and_then(|table| table.rests_until) {
        state.schedule.end_rest(table, until);
    }
    state.seating.rest(table, None);
}

pub(super) fn hand_for_hand_began(state: &mut State, ordered: bool) {
    let playing = state.seating.floor().playing() > 0 || state.held.count() > 0;
    state.together.begin(ordered, playing);
    state.schedule.set_clock(state.schedule.clock().by_hand(state.now));
    state.schedule.touch(state.seq);
}

pub(super) fn hand_for_hand_ended(state: &mut State, waived: bool) {
    state.together.end(waived);
    state.schedule.set_clock(state.schedule.clock().by_time(state.now));
    state.schedule.touch(state.seq);
}

/// Leaves the time of a break out of all absences (GAPS G-15): all of it when the break begins, and
/// the difference when it becomes longer or shorter. `clock` is the clock from now on.
fn leave_out_break(state: &mut State, clock: Clock) {
    let from = state.schedule.counts_from(state.now);
    let left = |clock| match clock {
        Clock::Break { ends_at } => ends_at.since(from),
        _ => Millis(0),
    };
    let (before, after) = (left(state.schedule.clock()), left(clock));
    let absences = state.discipline.absences_mut();
    absences.stand_still(after.since(before));
    absences.count_again(before.since(after));
}

/// Shifts all timers later.
pub(super) fn resumed(state: &mut State, later: Millis) {
    let in_break = matches!(state.schedule.clock(), Clock::Break { .. });
    let paused = state.schedule.resume(later);
    state.held.later(later);
    state.deals.later(later);
    // A break also becomes longer by the extra time after a pause.
    let paused = paused.filter(|_| !in_break);
    let stood_still = paused.map_or(later, |since| state.now.since(since));
    state.discipline.absences_mut().stand_still(stood_still);
    state.seating.stand_still(stood_still);
    for (until, table) in state.schedule.rests() {
        state.seating.rest(table, Some(until));
    }
    state.seating.later(later);
    state.schedule.touch(state.seq);
}

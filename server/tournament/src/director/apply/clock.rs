//! Applies events about the clock, pauses and hand-for-hand.

use crate::clock::Clock;
use crate::director::state::State;
use crate::director::{Director, levels};
use crate::event::Event;
use cardroom_rules::{Millis, Stage};

pub(super) fn apply(director: &mut Director, event: &Event) {
    let state = &mut director.state;
    match event {
        Event::StartChanged { at } => {
            state.schedule.change_start(*at);
            state.schedule.touch(state.seq);
        }
        Event::LevelBegan { stage, ends_at } => {
            let clock = Clock::Level { ends_at: *ends_at };
            leave_out_break(state, clock);
            state.schedule.begin_stage(*stage, clock);
            state.schedule.touch(state.seq);
        }
        Event::BreakDue { stage, at } => {
            let clock = Clock::BreakDue { since: *at };
            leave_out_break(state, clock);
            state.schedule.begin_stage(*stage, clock);
            state.schedule.touch(state.seq);
        }
        Event::BreakBegan { ends_at } => {
            let clock = Clock::Break { ends_at: *ends_at };
            leave_out_break(state, clock);
            state.schedule.set_clock(clock);
            let stage = state.schedule.stage();
            let pause = director.setup.stage(stage);
            if matches!(pause, Some(Stage::Break(pause)) if pause.new_unit.is_some()) {
                state.color_ups.exchange_in(stage);
            }
        }
        Event::PlayNears { at } => state.schedule.announce(*at),
        Event::LevelsChanged { kept, stages, ruling } => {
            levels::change(director, *kept, stages, *ruling);
        }
        Event::ClockSet { clock } => {
            leave_out_break(state, *clock);
            state.schedule.set_clock(*clock);
            state.schedule.touch(state.seq);
        }
        Event::ConnectionsLost { until, .. } => state.schedule.wait_for_connections(*until),
        Event::Paused { at } => {
            state.schedule.pause(*at);
            state.schedule.touch(state.seq);
        }
        Event::Resumed { later } => resumed(state, *later),
        Event::Rests { table, until } => {
            state.schedule.rest(*table, *until);
            state.seating.rest(*table, Some(*until));
        }
        Event::Rested { table } => {
            let known = state.seating.floor().table(*table);
            if let Some(until) = known.and_then(|table| table.rests_until) {
                state.schedule.end_rest(*table, until);
            }
            state.seating.rest(*table, None);
        }
        Event::HandForHandBegan { ordered } => {
            let playing = state.seating.floor().playing() > 0 || state.held.count() > 0;
            state.together.begin(*ordered, playing);
            state.schedule.set_clock(state.schedule.clock().by_hand(state.now));
            state.schedule.touch(state.seq);
        }
        Event::TableWaits { table } => state.together.wait(*table),
        Event::HandTogether => state.together.deal(),
        Event::HandTogetherOver { carried } => state.together.finish(*carried),
        Event::HandForHandEnded { waived } => {
            state.together.end(*waived);
            state.schedule.set_clock(state.schedule.clock().by_time(state.now));
            state.schedule.touch(state.seq);
        }
        _ => {}
    }
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
fn resumed(state: &mut State, later: Millis) {
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

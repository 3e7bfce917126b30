//! Consequences of an input: the loop that ends every step.

use super::money::Money;
use super::timetable::Timetable;
use super::{
    Step, absences, colour_up, dealing, deals, dues, escrow, halts, moves, placing, prizes,
    purchases, rounds, stages, start, surplus, together,
};
use crate::event::Event;
use cardroom_rules::TableNo;

/// Runs until nothing more follows.
pub(super) fn follow(step: &mut Step<'_>) {
    start::begin_if_due(step);
    step.bring_about(Timetable::of(step.director).announce_play(step.now));
    while step.state().course.is_running() {
        stages::keep_time(step);
        step.bring_about(Timetable::of(step.director).announce_play(step.now));
        step.bring_about(stages::end_rests(&step.state().schedule, step.now));
        purchases::decide_rebuys(step);
        absences::see_to_long_absences(step);
        together::keep_together(step);
        deals::count_votes(step);
        if !step.state().course.is_running() {
            return;
        }
        crown(step);
        rounds::hand_out_tickets(step);
        rounds::end_day(step);
        if !step.state().course.is_running() {
            return;
        }
        step.bring_about(surplus::close_surplus_seats(&step.state().seating));
        if step.setup().is_played_in_rounds() {
            rounds::begin_next_round(step);
        } else if !step.director.plays_last_hands() && arrange_tables(step) {
            continue;
        }
        match step.attention.pop_first() {
            Some(table) => attend(step, table),
            None if together::deal_together(step) => {}
            None => return,
        }
    }
}

/// Seats waiting players, then breaks, halts and balances tables. Returns `true` if a player
/// moves to balance tables.
fn arrange_tables(step: &mut Step<'_>) -> bool {
    moves::seat_waiting(step);
    moves::break_tables(step);
    if !step.state().schedule.is_paused() {
        let (short, longest) = (step.setup().short_tables(), step.setup().longest_halt());
        let floor = step.state().seating.floor();
        step.bring_about(halts::end_halts(floor, short, longest, step.now));
    }
    if moves::balance(step) {
        return true;
    }
    let done = !step.state().seating.is_uneven(&step.setup().rulebook);
    if step.state().seating.is_balancing_ordered() && done {
        step.emit(Event::BalancingOrdered { on: false });
    }
    false
}

/// Takes the next action at a table that is ready: settles dues, breaks it,
/// seats arrivals or deals.
fn attend(step: &mut Step<'_>, number: TableNo) {
    let Some(table) = step.director.table(number).filter(|table| table.is_ready()) else {
        return;
    };
    let breaks = table.breaks;
    if dues::settle_dues(step, number) || colour_up::exchange_chips(step, number) {
        return;
    }
    if breaks {
        return moves::dissolve(step, number);
    }
    if moves::place_arrivals(step, number) || rounds::goes_through(step, number) {
        return;
    }
    if !step.state().together.is_on() && dealing::may_be_dealt(step, number) {
        step.bring_about(dealing::deal(step.director, number));
    }
}

/// Declares the last player the winner, once entry is closed.
fn crown(step: &mut Step<'_>) {
    let director = &*step.director;
    let state = &director.state;
    if !state.escrow.is_empty() {
        let plays = state.seating.floor().playing() > 0;
        if !plays && escrow::decides_alone(&state.escrow, &state.entries) {
            escrow::waits_for_decision(step);
        }
        return;
    }
    if state.entries.left() != 1
        || !state.entries.are_closed()
        || state.seating.floor().playing() > 0
    {
        return;
    }
    if state.course.day_ends() || director.setup.is_first_day() {
        return;
    }
    let seated = director.tables().find_map(|(_, table)| table.everybody().next());
    let last_left = || state.entries.all_in().map(|(number, _)| number).next();
    let Some(winner) = seated.or_else(last_left) else { return };
    if !step.state().prizes.are_fixed() {
        step.bring_about(prizes::fix_prizes(Money::of(step.director), &step.state().held));
    }
    step.bring_about(placing::finish(step.director, step.now, winner, &[winner], &[winner]));
}

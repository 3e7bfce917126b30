//! Consequences of an input: the loop that ends every step.

use super::{
    Step, absences, colour_up, dealing, deals, dues, escrow, halts, moves, placing, prizes,
    purchases, rounds, stages, start, surplus, together,
};
use crate::event::Event;
use cardroom_rules::TableNo;

/// Runs until nothing more follows.
pub(super) fn follow(step: &mut Step<'_>) {
    start::begin_if_due(step);
    stages::announce_play(step);
    while step.state().course.is_running() {
        stages::keep_time(step);
        stages::announce_play(step);
        stages::end_rests(step);
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
        surplus::close_surplus_seats(step);
        if step.setup().is_played_in_rounds() {
            rounds::begin_next_round(step);
        } else if !stages::plays_last_hands(step.director) && arrange_tables(step) {
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
        halts::end_halts(step);
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
        dealing::order_hand(step, number);
    }
}

/// Declares the last player the winner, once entry is closed.
fn crown(step: &mut Step<'_>) {
    if escrow::waits_to_crown(step) {
        return;
    }
    let director = &*step.director;
    let state = &director.state;
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
    let Some(winner) = seated.or_else(|| rounds::last_left(step)) else { return };
    if !step.state().prizes.are_fixed() {
        prizes::fix_prizes(step);
    }
    placing::finish(step, winner, &[winner], &[winner]);
}

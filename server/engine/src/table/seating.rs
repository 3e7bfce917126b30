//! What follows from requests outside of play, and what waited for the end of a hand: chips that
//! join or leave stacks, departures, time charges, and seats freed of players who are away.

use super::{Step, Table, pauses, turn};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{Chips, Millis, SeatNo};

/// Adds chips to a stack and deals the player in again. Both happen or neither.
pub(super) fn rebuy(step: &mut Step<'_>, seat: SeatNo, amount: Chips) -> Result<(), Refusal> {
    step.answer(|table| table.top_up(seat, amount, false))?;
    // Where a top-up is legal, so is sitting in.
    let sits_out = step.table.state.seats.get(seat).is_some_and(|seat| seat.sat_out_at.is_some());
    if sits_out {
        step.emit(Event::SatIn { seat });
    }
    Ok(())
}

/// Takes chips off a stack. A player without any left is not dealt in.
pub(super) fn take_back(step: &mut Step<'_>, seat: SeatNo, amount: Chips) -> Result<(), Refusal> {
    step.answer(|table| table.take_back(seat, amount))?;
    let taken = step.table.state.seats.get(seat);
    let is_broke = taken.is_some_and(|seat| seat.chips().is_zero() && seat.sat_out_at.is_none());
    if is_broke && !step.table.is_dealt_in(seat) {
        step.emit(Event::SatOut { seat, at: step.now });
    }
    Ok(())
}

/// Takes back the chips that are due, before anything else happens to a stack. A gift that has not
/// joined the stack comes first.
fn take_back_what_waits(step: &mut Step<'_>, number: SeatNo) {
    let Some(seat) = step.table.state.seats.get(number) else { return };
    let (player, amount) = (seat.player, seat.to_take_back.min(seat.pending_gift));
    if !amount.is_zero() {
        step.emit(Event::GiftReturned { seat: number, player, amount });
    }
    let Some(seat) = step.table.state.seats.get(number) else { return };
    let (player, amount) = (seat.player, seat.to_take_back.min(seat.stack));
    if !seat.to_take_back.is_zero() {
        step.emit(Event::TakenBack { seat: number, player, amount });
    }
}

pub(super) fn count_sit_outs_anew(step: &mut Step<'_>) -> Result<(), Refusal> {
    let mut counted = step.table.is_paused();
    if counted {
        pauses::pause_anew(step);
    }
    for index in 0..usize::from(step.table.setup.seats) {
        let seat = SeatNo::from_index(index);
        let out_at = step.table.state.seats.get(seat).and_then(|taken| taken.sat_out_at);
        if out_at.is_some_and(|at| at != step.now) {
            step.emit(Event::SatOut { seat, at: step.now });
            counted = true;
        }
    }
    if counted { Ok(()) } else { Err(RefusalKind::NothingToDo.into()) }
}

pub(super) fn leave(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    step.table.setup.occupancy.check_players_decide()?;
    let taken = step.table.checked_seat(seat)?;
    if taken.leaving {
        return Err(RefusalKind::NothingToDo.into());
    }
    if step.table.is_dealt_in(seat) {
        leave_pending(step, seat);
    } else {
        let_go(step, seat);
    }
    Ok(())
}

/// Handles a player who has left a tournament for good (GAPS G-14). The player counts as absent.
pub(super) fn quit(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    let taken = step.table.checked_seat(seat)?;
    // Players of a ring game leave at once, or after the hand.
    let keeps_seat = !step.table.setup.occupancy.frees_seats();
    if !keeps_seat || taken.leaving {
        return Err(RefusalKind::NothingToDo.into());
    }
    if taken.sat_out_at.is_none() {
        step.emit(Event::SatOut { seat, at: step.now });
    }
    leave_pending(step, seat);
    Ok(())
}

/// Waits no longer for a player who does not come back.
fn leave_pending(step: &mut Step<'_>, seat: SeatNo) {
    step.emit(Event::LeavePending { seat });
    let on_turn = step.table.turn().is_some_and(|(turn, ..)| turn == seat);
    if on_turn && !step.table.is_paused() {
        turn::act_for_leaving(step, seat);
    }
}

/// Frees seats whose players sat out, or were disconnected and not dealt in, for too long.
/// Seats in a hand are exempt.
pub(super) fn evict(step: &mut Step<'_>) {
    if !step.table.setup.occupancy.frees_seats() {
        return;
    }
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        let ends = seat.away_since().and_then(|since| step.table.setup.ring.frees_seat_at(since));
        let over = ends.is_some_and(|ends| step.now >= ends);
        if over && !step.table.is_dealt_in(number) {
            let_go(step, number);
        }
    }
}

/// Does what waited for the end of the hand: chips to take off stacks, departures, top-ups,
/// empty stacks, time charges.
pub(crate) fn between_hands(step: &mut Step<'_>) {
    charge_time(step);
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        take_back_what_waits(step, number);
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        if seat.leaving && step.table.setup.occupancy.frees_seats() {
            let_go(step, number);
            continue;
        }
        let (pending, out) = (seat.pending, seat.sat_out_at.is_some());
        let broke = seat.chips().is_zero();
        let (player, stack, gift) = (seat.player, seat.stack, seat.pending_gift);
        let joins = step.table.setup.joins(pending, stack);
        if !joins.is_zero() {
            step.emit(Event::ToppedUp { seat: number, amount: joins, was_pending: true });
        }
        // The player's own chips join first, so that a gift is the first to go back.
        let rest = pending - joins;
        let gift = gift.min(rest);
        if !gift.is_zero() {
            step.emit(Event::GiftReturned { seat: number, player, amount: gift });
        }
        if rest > gift {
            let amount = rest - gift;
            step.emit(Event::TopUpReturned { seat: number, player, amount });
        }
        if broke && !out && !step.table.setup.occupancy.eliminates() {
            step.emit(Event::SatOut { seat: number, at: step.now });
        }
    }
    evict(step);
}

fn charge_time(step: &mut Step<'_>) {
    let Some(charge) = step.table.setup.ring.time_charge.clone() else { return };
    if step.table.state.till.charge_until().is_none_or(|until| step.now < until) {
        return;
    }
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        let amount = seat.stack.min(charge.amount);
        if seat.played_this_period && !amount.is_zero() {
            step.emit(Event::TimeCharged { seat: number, amount });
        }
    }
    let until = step.now + charge.every_ms;
    step.emit(Event::ChargePeriodBegan { until });
}

/// Begins the first time charge period with the first hand of a game.
pub(super) fn begin_charge_period(step: &mut Step<'_>) {
    let Some(charge) = &step.table.setup.ring.time_charge else { return };
    if step.table.state.till.charge_until().is_none() {
        let until: Millis = step.now + charge.every_ms;
        step.emit(Event::ChargePeriodBegan { until });
    }
}

pub(super) fn let_go(step: &mut Step<'_>, number: SeatNo) {
    if let Some(seat) = step.table.state.seats.get(number) {
        step.emit(seat.leaves(number));
    }
}

pub(super) fn next_eviction(table: &Table) -> Option<Millis> {
    if !table.setup.occupancy.frees_seats() {
        return None;
    }
    let out = table.state.seats.occupied().filter(|(number, _)| !table.is_dealt_in(*number));
    let ends = out.filter_map(|(_, seat)| table.setup.ring.frees_seat_at(seat.away_since()?));
    ends.min()
}

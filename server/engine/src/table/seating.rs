//! What follows from requests outside of play, and what waited for the end of a hand: chips that
//! join or leave stacks, and departures. `due` has what time brings.

use super::{Step, turn};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{Chips, SeatNo};

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

/// Counts the time of players who sit out anew after the room was down. A pause begins again, too.
pub(super) fn count_sit_outs_anew(step: &mut Step<'_>) -> Result<(), Refusal> {
    let is_paused = step.table.is_paused();
    if is_paused {
        step.emit_all(step.table.outside_play(step.now).pause_anew());
    }
    let sit_outs = step.table.outside_play(step.now).sit_outs_anew();
    if sit_outs.is_empty() && !is_paused {
        return Err(RefusalKind::NothingToDo.into());
    }
    step.emit_all(sit_outs);
    Ok(())
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
        step.emit_all(step.table.state.seats.leaves(seat));
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

/// Does what waited for the end of the hand: chips to take off stacks, departures, top-ups,
/// empty stacks, time charges.
pub(crate) fn between_hands(step: &mut Step<'_>) {
    step.emit_all(step.table.outside_play(step.now).time_charges());
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        step.emit_all(step.table.state.take_backs(number));
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        if seat.leaving && step.table.setup.occupancy.frees_seats() {
            step.emit_all(step.table.state.seats.leaves(number));
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
    step.emit_all(step.table.outside_play(step.now).evictions());
}

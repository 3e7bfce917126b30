//! Changes that events make to a seat and to the chips of its player outside of a hand.

use crate::hand::Phase;
use crate::seat::Seat;
use crate::table::Table;
use cardroom_rules::{Chips, Millis, PlayerId, SeatNo};

pub(super) fn taken(
    table: &mut Table,
    seat: SeatNo,
    player: PlayerId,
    stack: Chips,
    wait_for_big_blind: bool,
) {
    let bank = table.setup.rulebook.clock.bank_ms;
    table.state.seats.take(seat, Seat::new(player, stack, wait_for_big_blind, bank));
    table.state.total += stack;
}

pub(super) fn left(table: &mut Table, seat: SeatNo, cashed_out: Chips) {
    table.state.seats.free(seat);
    table.state.missed_deal.remove(seat);
    table.state.time_use.remove(&seat);
    table.last_cards.forget(seat);
    table.state.total -= cashed_out;
}

pub(super) fn top_up_pending(table: &mut Table, seat: SeatNo, amount: Chips) {
    table.state.seats.taken(seat).pending += amount;
    table.state.total += amount;
}

pub(super) fn topped_up(table: &mut Table, seat: SeatNo, amount: Chips, was_pending: bool) {
    let taken = table.state.seats.taken(seat);
    taken.stack += amount;
    if was_pending {
        taken.pending -= amount;
        // Gifts join last.
        taken.pending_gift = taken.pending_gift.min(taken.pending);
    } else {
        table.state.total += amount;
    }
}

pub(super) fn top_up_returned(table: &mut Table, seat: SeatNo, amount: Chips) {
    table.state.seats.taken(seat).pending -= amount;
    table.state.total -= amount;
}

pub(super) fn gift_pending(table: &mut Table, seat: SeatNo, amount: Chips) {
    let taken = table.state.seats.taken(seat);
    taken.pending += amount;
    taken.pending_gift += amount;
    table.state.total += amount;
}

pub(super) fn gift_returned(table: &mut Table, seat: SeatNo, amount: Chips) {
    let taken = table.state.seats.taken(seat);
    taken.pending -= amount;
    taken.pending_gift -= amount;
    taken.to_take_back = taken.to_take_back.saturating_sub(amount);
    table.state.total -= amount;
}

pub(super) fn taken_back(table: &mut Table, seat: SeatNo, amount: Chips) {
    let taken = table.state.seats.taken(seat);
    taken.stack -= amount;
    taken.to_take_back = Chips::ZERO;
    table.state.total -= amount;
    // The winnings of the last hand may be gone.
    if let Some(award) = &mut table.state.award {
        award.played = None;
    }
}

pub(super) fn presence_changed(table: &mut Table, seat: SeatNo, connected: bool, at: Millis) {
    table.state.seats.taken(seat).lost_at = (!connected).then_some(at);
    if let Some(Phase::Turn(turn)) = table.hand.as_mut().map(|hand| &mut hand.phase)
        && turn.seat == seat
    {
        turn.was_away |= !connected;
    }
}

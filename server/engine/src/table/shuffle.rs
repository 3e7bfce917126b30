//! Seats that are shuffled between two hands. The caller draws the new seats. This module checks
//! them, and moves everything that belongs to a seat along with its player.
//!
//! A shuffle ends the last hand: its cards can no longer be shown, nor its result disputed.
//! The button of the next hand is drawn as in a new game, so that no position follows an old seat.

use super::after_hand::LastCards;
use super::{Step, Table};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{SeatNo, SeatSet};

pub(super) fn shuffle_seats(
    step: &mut Step<'_>,
    moves: Vec<(SeatNo, SeatNo)>,
) -> Result<(), Refusal> {
    let table = &*step.table;
    table.setup.occupancy.check_players_decide()?;
    if table.hand.is_some() {
        return Err(RefusalKind::HandInProgress.into());
    }
    if table.ticket().is_some() {
        return Err(RefusalKind::FloorCalled.into());
    }
    check_moves(table, &moves)?;
    step.emit(Event::SeatsShuffled { moves });
    Ok(())
}

/// Returns an error unless the moves give every player one seat of the table.
fn check_moves(table: &Table, moves: &[(SeatNo, SeatNo)]) -> Result<(), RefusalKind> {
    let players = table.state.seats.occupied().count();
    if players < 2 {
        return Err(RefusalKind::TooFewToShuffle);
    }
    let (mut old, mut new) = (SeatSet::EMPTY, SeatSet::EMPTY);
    for (from, to) in moves {
        table.checked_seat(*from)?;
        if to.0 >= table.setup.seats {
            return Err(RefusalKind::UnknownSeat);
        }
        old.insert(*from);
        new.insert(*to);
    }
    let is_one_to_one = [old.len(), new.len(), moves.len()] == [players; 3];
    if is_one_to_one { Ok(()) } else { Err(RefusalKind::BadSeating) }
}

pub(super) fn apply_shuffle(table: &mut Table, moves: &[(SeatNo, SeatNo)]) {
    let new_seat = |seat: SeatNo| moves.iter().find(|(from, _)| *from == seat).map(|(_, to)| *to);
    let new_seats = |seats: SeatSet| -> SeatSet { seats.iter().filter_map(new_seat).collect() };
    let state = &mut table.state;
    state.seats.rearrange(moves);
    (state.positions, state.frozen_button, state.next_button) = (None, None, None);
    *state.used_up = Default::default();
    state.missed_deal = new_seats(state.missed_deal);
    state.redeal = state.redeal.map(new_seats);
    state.choice = state.choice.and_then(new_seat);
    *state.chooser = state.chooser.and_then(new_seat);
    let time_use = std::mem::take(&mut *state.time_use).into_iter();
    *state.time_use = time_use.filter_map(|(seat, used)| Some((new_seat(seat)?, used))).collect();
    state.award = None;
    table.hunt = None;
    table.last_cards = LastCards::default();
    table.question.close();
}

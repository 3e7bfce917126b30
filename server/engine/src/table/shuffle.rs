//! Seats that are shuffled between two hands. The caller draws the new seats, and `outside_play`
//! checks them. This module moves everything that belongs to a seat along with its player.
//!
//! A shuffle ends the last hand: its cards can no longer be shown, nor its result disputed.
//! The button of the next hand is drawn as in a new game, so that no position follows an old seat.

use super::Table;
use super::after_hand::LastCards;
use cardroom_rules::SeatNo;

pub(super) fn apply_shuffle(table: &mut Table, moves: &[(SeatNo, SeatNo)]) {
    let new_seat = |seat: SeatNo| moves.iter().find(|(from, _)| *from == seat).map(|(_, to)| *to);
    let state = &mut table.state;
    state.seats.rearrange(moves);
    state.button.draw_anew();
    state.schedule.reseat(new_seat);
    state.rotation.reseat(new_seat);
    state.time_use.reseat(new_seat);
    state.award = None;
    state.desk.close();
    table.hunt = None;
    table.last_cards = LastCards::default();
}

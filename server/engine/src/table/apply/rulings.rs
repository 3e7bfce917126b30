//! The changes that rulings make at a table: limits on a player's next action, and chips put in
//! front or given back. Words and gestures are remembered by `People`.

use crate::hand::{Level, Phase, Rulings, ShortCall};
use crate::ruling::{Adjudicated, Commitment, EtiquetteFlag};
use crate::table::Table;
use cardroom_rules::{Chips, SeatNo};

pub(super) fn adjudicated(table: &mut Table, adjudicated: &Adjudicated) {
    match adjudicated {
        Adjudicated::Attended { attended } => table.state.desk.attend(*attended),
        Adjudicated::Flagged { seat, flag: EtiquetteFlag::Stalling } => {
            table.state.time_use.count_anew(*seat);
        }
        Adjudicated::FoldedOutOfTurn { seat, .. } => fold_out_of_turn(table, *seat),
        Adjudicated::Committed { seat, commitment, chips } => {
            put_in_front(table, *seat, *chips);
            table.hand_mut().rulings_mut().bind(*seat, *commitment, *chips);
        }
        Adjudicated::Moved { seat, .. } => {
            table.hand_mut().rulings_mut().bind(*seat, Commitment::Wager, Chips::ZERO);
        }
        Adjudicated::Forfeited { seat, amount } => put_in_front(table, *seat, *amount),
        Adjudicated::CallRetracted { seat, amount } => retract_call(table, *seat, *amount),
        Adjudicated::CalledShort { seat, paid, due, pushed, added, had_acted, pointer, until } => {
            table.hand_mut().rulings_mut().call_short(ShortCall {
                seat: *seat,
                paid: *paid,
                due: *due,
                pushed: *pushed,
                added: *added,
                until: *until,
                had_acted: *had_acted,
                pointer: *pointer,
            });
        }
        Adjudicated::CallAccepted { .. } => table.hand_mut().rulings_mut().accept_call(),
        // Notes for the floor, and what people said and showed.
        Adjudicated::Flagged { .. }
        | Adjudicated::Held { .. }
        | Adjudicated::HeldBound { .. }
        | Adjudicated::HeldSettled { .. }
        | Adjudicated::FrontSeen { .. }
        | Adjudicated::PulledBack { .. }
        | Adjudicated::MovedForward { .. }
        | Adjudicated::SpokeUp { .. }
        | Adjudicated::Misquoted { .. }
        | Adjudicated::UndercallMadeGood { .. } => {}
    }
}

/// Records a change of the bet to match, where rulings may refer to it.
#[inline(always)]
pub(in crate::table) fn note_bet(table: &mut Table, note: impl FnOnce(&mut Rulings, Level)) {
    if table.hand.as_ref().is_some_and(|hand| hand.rulings.is_some()) {
        let level = table.terms().expect("a bet is of a hand").level();
        note(table.hand_mut().rulings_mut(), level);
    }
}

fn put_in_front(table: &mut Table, seat: SeatNo, chips: Chips) {
    let taken = table.state.seats.taken(seat);
    taken.stack -= chips;
    let nothing_behind = taken.stack.is_zero();
    let hand = table.hand_mut();
    hand.players[seat].bet += chips;
    if nothing_behind {
        hand.players.set_all_in(seat, true);
    }
}

/// Folds the hand at once. The turn stays unless no decision is left.
fn fold_out_of_turn(table: &mut Table, seat: SeatNo) {
    table.hand_mut().rulings_mut().unbind(seat);
    let hand = table.hand_mut();
    hand.players.fold(seat);
    hand.note_given_up(seat, true);
    let alone = hand.players.live().len() < 2;
    let Phase::Turn(turn) = hand.phase else { return };
    let owes = table.terms().is_some_and(|terms| terms.owes_action(turn.seat));
    if alone || !owes {
        table.hand_mut().phase = Phase::Open;
    }
}

/// Returns the chips and the turn to the player.
fn retract_call(table: &mut Table, seat: SeatNo, amount: Chips) {
    let call = table.hand_mut().rulings_mut().retract_call();
    table.state.seats.taken(seat).stack += amount;
    let hand = table.hand_mut();
    hand.players.set_all_in(seat, false);
    let player = &mut hand.players[seat];
    player.bet -= amount;
    if let Some(call) = call {
        player.acted = call.had_acted;
        hand.betting.set_pointer(call.pointer);
    }
    hand.phase = Phase::Open;
}

//! The changes that rulings make at a table: limits on a player's next action, and chips put in
//! front or given back. Words and gestures are remembered by `People`.

use crate::hand::{Phase, ShortCall};
use crate::ruling::{Adjudicated, Commitment, EtiquetteFlag};
use crate::table::Table;
use crate::table::felt::Felt;
use cardroom_rules::{Chips, SeatNo};

pub(super) fn adjudicated(table: &mut Table, adjudicated: &Adjudicated) {
    match adjudicated {
        Adjudicated::Attended { attended } => table.state.desk.attend(*attended),
        Adjudicated::Flagged { seat, flag: EtiquetteFlag::Stalling } => {
            table.state.time_use.count_anew(*seat);
        }
        Adjudicated::FoldedOutOfTurn { seat, .. } => table.felt().fold_out_of_turn(*seat),
        Adjudicated::Committed { seat, commitment, chips } => {
            table.felt().put_in_front(*seat, *chips);
            table.hand_mut().rulings_mut().bind(*seat, *commitment, *chips);
        }
        Adjudicated::Moved { seat, .. } => {
            table.hand_mut().rulings_mut().bind(*seat, Commitment::Wager, Chips::ZERO);
        }
        Adjudicated::Forfeited { seat, amount } => table.felt().put_in_front(*seat, *amount),
        Adjudicated::CallRetracted { seat, amount } => table.felt().retract_call(*seat, *amount),
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

impl Felt<'_> {
    /// Folds the hand at once. The turn stays unless no decision is left.
    fn fold_out_of_turn(&mut self, seat: SeatNo) {
        let hand = &mut *self.hand;
        hand.rulings_mut().unbind(seat);
        hand.players.fold(seat);
        hand.note_given_up(seat, true);
        let alone = hand.players.live().len() < 2;
        let Phase::Turn(turn) = hand.phase else { return };
        let owes = self.terms().owes_action(turn.seat);
        if alone || !owes {
            self.hand.phase = Phase::Open;
        }
    }

    /// Returns the chips and the turn to the player.
    fn retract_call(&mut self, seat: SeatNo, amount: Chips) {
        let call = self.hand.rulings_mut().retract_call();
        self.take_from_front(seat, amount);
        let hand = &mut *self.hand;
        if let Some(call) = call {
            hand.players[seat].acted = call.had_acted;
            hand.betting.set_pointer(call.pointer);
        }
        hand.phase = Phase::Open;
    }
}

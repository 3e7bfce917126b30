//! Who is last to act on the river with a hand that nobody can beat or tie, and neither bets nor
//! raises: noted once the hand is decided (TDA 71-B, TNPL H19). What follows from it is the
//! floor's.

use super::{Step, Table};
use crate::adjudicate::EtiquetteFlag;
use crate::hand::{Hand, MAX_BOARD};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, HighCategory, HighValue, Ranking};
use cardroom_rules::rulebook::NutsCheck;
use cardroom_rules::{Half, SeatNo};

impl Step<'_> {
    /// Notes who has passed with the exclusive nuts. Every hand that plays for a pot has been shown
    /// or given away by then, and the winner's is shown.
    pub(super) fn flag_passed_nuts(&mut self) {
        if let Some(seat) = self.table.passed_nuts() {
            let flag = match self.table.setup.rulebook.nuts_check {
                NutsCheck::Flag => EtiquetteFlag::ExclusiveNuts,
                NutsCheck::MandatoryPenalty => EtiquetteFlag::NutsPenalty,
            };
            self.flag_etiquette(seat, flag);
        }
    }
}

impl Table {
    fn passed_nuts(&self) -> Option<SeatNo> {
        let hand = self.hand.as_ref()?;
        // In other games nobody's cards are all an opponent has to be afraid of.
        let [half] = self.game().showdown.as_slice() else { return None };
        if half.ranking != Ranking::High
            || hand.boards.len() != 1
            || hand.board().len() != MAX_BOARD
        {
            return None;
        }
        let seat = hand.pointer.filter(|seat| hand.live().contains(*seat))?;
        let has_chips = |seat: SeatNo| self.seat(seat).is_some_and(|seat| !seat.stack.is_zero());
        let could_be_called = hand.live().iter().any(|other| other != seat && has_chips(other));
        let was_passive = hand.round.aggressor != Some(seat);
        if !was_passive || !has_chips(seat) || !could_be_called {
            return None;
        }
        is_exclusive_nuts(hand, half, self.game().deck.cards(), seat).then_some(seat)
    }
}

/// Whether no two cards that a player does not see make as good a hand with the board. Whoever
/// holds more than two cards plays two of them.
fn is_exclusive_nuts(hand: &Hand, half: &Half, deck: CardSet, seat: SeatNo) -> bool {
    let Some(own) = hand.value(seat, half, 0) else { return false };
    // With less there is always somebody who could hold a set.
    let category = own.high_value().map(HighValue::category);
    if category < Some(HighCategory::ThreeOfAKind) {
        return false;
    }
    let seen: CardSet =
        hand.open_hole(seat).into_iter().chain(hand.board().iter().copied()).collect();
    let mut unseen: ArrayVec<Card, 52> = deck.difference(seen).iter().collect();
    // High cards beat it soonest, where something does.
    unseen.reverse();
    let beats_or_ties = |one: Card, other: Card| {
        half.ranking.value(&[one, other], hand.board(), half.hole) >= Some(own)
    };
    let mut pairs = unseen.iter().enumerate();
    !pairs.any(|(index, one)| unseen[index + 1..].iter().any(|other| beats_or_ties(*one, *other)))
}

//! Detects a player who is last to act on the river with a hand that no other can beat or tie, and
//! neither bets nor raises. The hand is flagged once it is decided (TDA 71-B, TNPL H19). The floor
//! decides the consequences.

use crate::bounds::MAX_BOARD;
use crate::hand::Hand;
use crate::ruling::EtiquetteFlag;
use crate::seat::Seats;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, HighCategory, HighValue, Ranking};
use cardroom_rules::rulebook::NutsCheck;
use cardroom_rules::{Game, Half, SeatNo};

/// Returns the flag for a player who passed with the exclusive nuts.
pub(super) fn flag(rule: NutsCheck) -> EtiquetteFlag {
    match rule {
        NutsCheck::Flag => EtiquetteFlag::ExclusiveNuts,
        NutsCheck::MandatoryPenalty => EtiquetteFlag::NutsPenalty,
    }
}

/// Returns the player who passed with the exclusive nuts. It is asked once every hand in a pot was
/// shown or mucked, so that the winner's hand is visible.
pub(super) fn passed_nuts(hand: &Hand, game: &Game, seats: &Seats) -> Option<SeatNo> {
    // The check covers only games with a single high hand.
    let [half] = game.showdown.as_slice() else { return None };
    if half.ranking != Ranking::High
        || !hand.boards.is_single()
        || hand.boards.first().len() != MAX_BOARD
    {
        return None;
    }
    let seat = hand.betting.pointer().filter(|seat| hand.players.live().contains(*seat))?;
    let has_chips = |seat: SeatNo| !seats.stack(seat).is_zero();
    let could_be_called = hand.players.live().iter().any(|other| other != seat && has_chips(other));
    let was_passive = hand.betting.round().aggressor != Some(seat);
    if !was_passive || !has_chips(seat) || !could_be_called {
        return None;
    }
    is_exclusive_nuts(hand, half, game.deck.cards(), seat).then_some(seat)
}

/// Returns `true` if no two unseen cards make an equal or better hand with the board. A player with
/// more than two hole cards uses two of them.
fn is_exclusive_nuts(hand: &Hand, half: &Half, deck: CardSet, seat: SeatNo) -> bool {
    let Some(own) = hand.value(seat, half, 0) else { return false };
    // With a weaker hand, an opponent could always hold a set.
    let category = own.high_value().map(HighValue::category);
    if category < Some(HighCategory::ThreeOfAKind) {
        return false;
    }
    let seen: CardSet =
        hand.open_hole(seat).into_iter().chain(hand.boards.first().iter().copied()).collect();
    let mut unseen: ArrayVec<Card, 52> = deck.difference(seen).iter().collect();
    // High cards are the most likely to beat the hand, so they are tried first.
    unseen.reverse();
    let beats_or_ties = |one: Card, other: Card| {
        half.ranking.value(&[one, other], hand.boards.first(), half.hole) >= Some(own)
    };
    let mut pairs = unseen.iter().enumerate();
    !pairs.any(|(index, one)| unseen[index + 1..].iter().any(|other| beats_or_ties(*one, *other)))
}

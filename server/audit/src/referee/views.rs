//! Compares full views with the table that the steps have built.

use crate::Verdict;
use cardroom_bot::model::{Seat, Table};
use cardroom_cards::Card;
use std::collections::BTreeSet;

/// Checks that a full view shows what the steps have shown to all, with no chip or
/// card more or less.
pub(super) fn goes_with(built: &Table, shown: &Table) -> Verdict {
    if built.seats.len() != shown.seats.len() {
        return Err(format!("has {} seats, not {}", shown.seats.len(), built.seats.len()));
    }
    for (built, shown) in built.seats.iter().zip(&shown.seats) {
        let public = |seat: &Seat| {
            // Folded cards are gone. A tabled hand is open as a whole, however it was dealt.
            let cards = seat.in_hand.as_ref().map(|hand| {
                // Cards dealt after a hand was tabled are dealt face up.
                let open = hand.up.iter().chain(hand.tabled.iter().flatten());
                let open: BTreeSet<Card> = open.copied().collect();
                (!hand.folded).then_some((hand.card_count, hand.tabled.is_some(), open))
            });
            (seat.seat, seat.name.clone(), seat.stack, seat.bet, cards)
        };
        if public(built) != public(shown) {
            return Err(format!("has {:?}, and the steps {:?}", public(shown), public(built)));
        }
    }
    let public = |hand: &cardroom_bot::model::Hand| {
        // A view includes antes in the pot immediately.
        let pots = hand.dead.0 + hand.pots.iter().map(|pot| pot.amount.0).sum::<u64>();
        (hand.number, hand.street, hand.boards.clone(), pots)
    };
    let (built, shown) = (built.hand.as_ref().map(public), shown.hand.as_ref().map(public));
    if built != shown {
        return Err(format!("has {shown:?}, and the steps {built:?}"));
    }
    Ok(())
}

//! A full view against what was told step by step.

use super::Verdict;
use cardroom_bot::model::{Seat, Table};
use cardroom_cards::Card;
use std::collections::BTreeSet;

/// Whether a full view shows what everybody was told step by step: no chip and no card more or
/// less.
pub(super) fn goes_with(told: &Table, shown: &Table) -> Verdict {
    if told.seats.len() != shown.seats.len() {
        return Err(format!("has {} seats, not {}", shown.seats.len(), told.seats.len()));
    }
    for (told, shown) in told.seats.iter().zip(&shown.seats) {
        let public = |seat: &Seat| {
            // What was folded is gone, and what is tabled lies there whole, however it lay before.
            let cards = seat.in_hand.as_ref().map(|hand| {
                // Cards that come after a hand was tabled come face up.
                let open = hand.up.iter().chain(hand.tabled.iter().flatten());
                let open: BTreeSet<Card> = open.copied().collect();
                (!hand.folded).then_some((hand.card_count, hand.tabled.is_some(), open))
            });
            (seat.seat, seat.name.clone(), seat.stack, seat.bet, cards)
        };
        if public(told) != public(shown) {
            return Err(format!("has {:?}, and told was {:?}", public(shown), public(told)));
        }
    }
    let public = |hand: &cardroom_bot::model::Hand| {
        // A view counts antes in the pot at once.
        let pots = hand.dead.0 + hand.pots.iter().map(|pot| pot.amount.0).sum::<u64>();
        (hand.number, hand.street, hand.boards.clone(), pots)
    };
    let (told, shown) = (told.hand.as_ref().map(public), shown.hand.as_ref().map(public));
    if told != shown {
        return Err(format!("has {shown:?}, and told was {told:?}"));
    }
    Ok(())
}

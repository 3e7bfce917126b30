//! Cards that decide: who has the button, and who takes the first seat at a table that breaks.

use crate::draws::Draws;
use cardroom_cards::{Card, CardSet};
use cardroom_rules::SeatNo;

/// One card from a freshly shuffled deck for each, in order: the full deck from the deuce of clubs
/// upwards, shuffled by [`Draws::shuffle`], dealt from the top.
#[must_use]
pub fn deal_one_each(count: usize, draws: &mut Draws) -> Vec<Card> {
    let mut deck: Vec<Card> = CardSet::full52().iter().collect();
    draws.shuffle(&mut deck);
    deck.truncate(count);
    deck
}

/// Whoever has the highest card, suits from clubs over diamonds and hearts to spades (TNPL D9, TFPL
/// 2c-5, WPTAPL 4).
#[must_use]
pub fn highest(cards: &[(SeatNo, Card)]) -> Option<SeatNo> {
    cards.iter().max_by_key(|(_, card)| *card).map(|(seat, _)| *seat)
}

//! Card draws that decide the first button and the order of seats when a table breaks.

use crate::draws::Draws;
use cardroom_cards::{Card, CardSet};
use cardroom_rules::SeatNo;

/// Deals one card each from a freshly shuffled deck. The full deck, from the deuce of clubs
/// upwards, is shuffled by [`Draws::shuffle`] and dealt from the top.
#[must_use]
pub fn deal_one_each(count: usize, draws: &mut Draws) -> Vec<Card> {
    let mut deck: Vec<Card> = CardSet::full52().iter().collect();
    draws.shuffle(&mut deck);
    deck.truncate(count);
    deck
}

/// Returns the seat with the highest card. Suits rank clubs, diamonds, hearts, spades from low to
/// high (TNPL D9, TFPL 2c-5, WPTAPL 4).
#[must_use]
pub fn highest(cards: &[(SeatNo, Card)]) -> Option<SeatNo> {
    cards.iter().max_by_key(|(_, card)| *card).map(|(seat, _)| *seat)
}

//! Statistical tests of a shuffle.
//!
//! [`Audit`] counts decks in arrays and tests the counts. A [`Control`] is a shuffle that is bad on
//! purpose, and each must fail a test. The caller shuffles the decks: the crate has no source of
//! randomness but a fixed one for controls.
//!
//! A shuffle that passes is not proven good. No number of decks shows that one particular deal was
//! not chosen; verifiable deals do (`server/DEAL.md`).
#![forbid(unsafe_code)]

mod audit;
mod chance;
mod classes;
mod control;
mod orders;
mod places;
mod prints;

pub use audit::{Audit, Finding, LEAST_DECKS, MOST_DECKS};
pub use control::Control;

/// The number of cards of a deck.
pub const CARDS: usize = 52;

/// A deck from the top: the index of each card, 0 to 51.
pub type Deck = [u8; CARDS];

/// Returns the deck in ascending order.
#[must_use]
pub fn unshuffled() -> Deck {
    const ASCENDING: Deck = {
        let mut deck = [0; CARDS];
        let mut card = 0;
        while card < 52 {
            deck[card as usize] = card;
            card += 1;
        }
        deck
    };
    ASCENDING
}

//! Cards, sets of cards, deck order and hand evaluators.
//!
//! The crate is pure: it has no clock, socket, file, floating point or source of randomness. A shuffle takes
//! its random numbers from the caller, and an evaluator is a function of the cards alone. What a game does
//! with a hand (who deals, who shows, who is paid) is not here.

#![forbid(unsafe_code)]

mod card;
mod card_set;
mod concealed;
mod deck_order;
mod notation;
mod rank;
mod serial;
mod shuffle;
mod suit;

pub use card::Card;
pub use card_set::{CardSet, CardSetIter};
pub use concealed::Concealed;
pub use deck_order::{DeckError, DeckOrder};
pub use notation::{ParseCardError, parse_cards};
pub use rank::Rank;
pub use shuffle::fisher_yates;
pub use suit::Suit;

//! Cards, sets of cards, deck order and hand evaluators.
//!
//! The crate is pure: it has no clock, socket, file, floating point or source of randomness. A shuffle takes
//! its random numbers from the caller, and an evaluator is a function of the cards alone. What a game does
//! with a hand (who deals, who shows, who is paid) is not here.

#![forbid(unsafe_code)]

mod card;
mod card_set;
mod notation;
mod rank;
mod serial;
mod suit;

pub use card::Card;
pub use card_set::{CardSet, CardSetIter};
pub use notation::{ParseCardError, parse_cards};
pub use rank::Rank;
pub use suit::Suit;

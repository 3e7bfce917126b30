//! Cards, sets of cards, deck order and hand evaluators.
//!
//! The crate is pure: it has no clock, socket, file, floating point or source of randomness. A
//! shuffle takes its random numbers from the caller, and an evaluator is a function of the cards
//! alone. What a game does with a hand (who deals, who shows, who is paid) is not here.
//!
//! ```
//! use cardroom_cards::{CardSet, best_five, evaluate_high, parse_cards};
//!
//! let board = parse_cards("Qs 5d Kc 5h 2s")?;
//! let hero: CardSet = parse_cards("Qd 9d")?.into_iter().chain(board.iter().copied()).collect();
//! let villain: CardSet = parse_cards("Ks Jh")?.into_iter().chain(board).collect();
//!
//! let (hero_value, five) = best_five(hero).expect("seven cards");
//! assert_eq!(hero_value.to_string(), "Two pair, Queens and Fives");
//! assert_eq!(five.map(|card| card.to_string()).join(" "), "Qs Qd 5h 5d Kc");
//! // Kings and Fives win the pot.
//! assert!(evaluate_high(villain) > Some(hero_value));
//! # Ok::<(), cardroom_cards::ParseCardError>(())
//! ```

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

pub mod high;

pub use card::Card;
pub use card_set::{CardSet, CardSetIter};
pub use concealed::Concealed;
pub use deck_order::{DeckError, DeckOrder};
pub use high::{HighCategory, HighValue, best_five, evaluate_high, evaluate_high_slice};
pub use notation::{ParseCardError, parse_cards};
pub use rank::Rank;
pub use shuffle::fisher_yates;
pub use suit::Suit;

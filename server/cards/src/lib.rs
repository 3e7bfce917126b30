//! Cards, sets of cards, deck order and hand evaluators.
//!
//! The crate is pure: it has no clock, socket, file, floating point or source of randomness. A
//! shuffle takes its random numbers from the caller, and an evaluator is a function of the cards
//! alone. Dealing, showing and paying belong to other crates.
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
//!
//! Every other game compares its hands by a [`Ranking`]. In a pot of Omaha eight-or-better, each
//! hand is two of the player's own cards and three of the board, and the best low takes half:
//!
//! ```
//! use cardroom_cards::{HoleUse::ExactlyTwo, Ranking, parse_cards};
//!
//! let board = parse_cards("2c 7d 8h Kh Kd")?;
//! let hero = parse_cards("As 3s Kc Qd")?;
//! let villain = parse_cards("8c 8s 5d 4d")?;
//!
//! let high = |hole| Ranking::High.value(hole, &board, ExactlyTwo);
//! assert!(high(&villain) > high(&hero));
//! let full = high(&villain).expect("four hole cards and a whole board");
//! assert_eq!(Ranking::High.describe(full), "Full house, Eights over Kings");
//!
//! let low = |hole| Ranking::EightOrBetter.best_cards(hole, &board, ExactlyTwo);
//! let (nut_low, cards) = low(&hero).expect("2-7-8 on the board and A-3 in the hand");
//! assert_eq!(Ranking::EightOrBetter.describe(nut_low), "8-7-3-2-A low");
//! assert_eq!(cards.as_slice(), parse_cards("8h 7d 3s 2c As")?);
//! // Villain has 8-7-5-4-2: the full house takes one half of the pot, the lower low the other.
//! assert!(low(&villain) < low(&hero));
//! # Ok::<(), cardroom_cards::ParseCardError>(())
//! ```

#![forbid(unsafe_code)]

mod ace;
mod badugi;
mod best_cards;
mod card;
mod card_set;
mod choices;
mod concealed;
mod deck_order;
mod hand_value;
mod low;
mod notation;
mod omaha;
mod rank;
mod rank_times;
mod ranking;
mod serial;
mod short_deck;
mod shuffle;
mod suit;
mod up_cards;
mod words;

pub mod high;

pub use card::Card;
pub use card_set::{CardSet, CardSetIter};
pub use concealed::Concealed;
pub use deck_order::{DeckError, DeckOrder};
pub use hand_value::HandValue;
pub use high::{HighCategory, HighValue, best_five, evaluate_high, evaluate_high_slice};
pub use notation::{ParseCardError, parse_cards};
pub use rank::Rank;
pub use ranking::{HoleUse, Ranking};
pub use shuffle::{fisher_yates, uniform_up_to};
pub use suit::Suit;
pub use up_cards::{
    AceLowCard, highest_card_ace_low, highest_card_by_suit, lowest_card_by_suit, up_cards_high,
    up_cards_low,
};

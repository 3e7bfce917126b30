//! Units, games and rulebooks as data.
//!
//! A game says what is dealt, who opens and how hands compare ([`Game`]). A rulebook holds what
//! differs between sets of rules ([`Rulebook`]). A table is a game, a rulebook, stakes and the
//! terms of the house ([`Stakes`], [`RingTerms`]). All of it is parsed from text that a caller
//! read; this crate opens no file and knows no clock, socket or randomness.
#![forbid(unsafe_code)]

mod game;
mod library;
mod ring;
mod rulebook;
mod stakes;
mod units;

pub use game::{BetTier, Deal, DeckKind, Game, Half, HoleUse, Opener, Ranking, Street};
pub use library::{Library, LibraryError};
pub use ring::{Rake, RingTerms, TimeCharge};
pub use rulebook::{
    ButtonRule, ClockRule, ExpiryNoBet, MinRaise, OddChip, Reopen, Rulebook, ShortAllInBase,
    ShowdownRule,
};
pub use stakes::{AnteKind, Betting, Stakes};
pub use units::{Chips, HandNo, MAX_SEATS, Millis, PlayerId, SeatNo, SeatSet};

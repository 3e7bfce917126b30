//! Units, games and rulebooks as data.
//!
//! A [`Game`] defines the deal, the first to act and the ranking of hands. A [`Rulebook`] holds the
//! differences between sets of rules. It cites a rule of its book for every setting ([`Citation`]),
//! so two rulebooks can be compared ([`differences`]). A table combines a game, a rulebook, stakes
//! and the terms of the house ([`Stakes`], [`RingTerms`]). All of it is parsed from text that the
//! caller read. This crate opens no file and uses no clock, socket or randomness.
//!
//! What a league does differently from the Poker TDA, with the rule behind a setting:
//!
//! ```
//! use cardroom_rules::{Library, differences};
//!
//! # const HOLDEM: &str = include_str!("../../../config/games/holdem.toml");
//! # const TDA: &str = include_str!("../../../config/rulebooks/tda-2024.toml");
//! # const TFPL: &str = include_str!("../../../config/rulebooks/tfpl.toml");
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let library = Library::parse([("holdem", HOLDEM)], [("tda-2024", TDA), ("tfpl", TFPL)])?;
//! let settings = |book| library.settings(book).ok_or("no such rulebook");
//! let (tda, tfpl) = (settings("tda-2024")?, settings("tfpl")?);
//! let differences = differences(tda, tfpl);
//! let raise = differences.iter().find(|each| each.left.path == "min_raise");
//! let raise = raise.ok_or("they agree")?;
//!
//! assert_eq!(raise.left.value, "last_increment");
//! assert_eq!(raise.right.value, "double_bet");
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod appended;
mod citing;
mod extending;
mod game;
mod library;
mod ring;
mod rotation;
pub mod rulebook;
mod settings;
mod stakes;
mod structure;
mod units;

pub use appended::Appended;
pub use cardroom_cards::{HoleUse, Ranking};
pub use citing::{BadCitation, Citation, CitationError, Citations};
pub use game::{BetTier, Deal, DeckKind, Forced, Game, Half, Opener, Street};
pub use library::{Library, LibraryError};
pub use ring::{BombPot, Rake, RingTerms, Straddle, TimeCharge};
pub use rotation::{LevelPlays, Play, Rotation, RotationGame, Switch};
pub use rulebook::{
    ButtonRule, ClockRule, ExpiryNoBet, MinRaise, OddChip, Reopen, Rulebook, ShortAllInBase,
    ShowdownRule,
};
pub use settings::{
    Difference, Setting, changes_without_effect, differences, show, show_differences,
};
pub use stakes::{AnteKind, Betting, Stakes};
pub use structure::{
    AddOn, BountyKind, BountyTerms, Break, Cards, CarriedStacks, DealTerms, EarlyBonus, EntryTerms,
    Format, Level, MysteryPrize, Pace, PrizeTerms, Rebuy, ShareTable, Shares, Stage, Structure,
    levels_of,
};
pub use units::{
    Cents, Chips, EntryNo, HandNo, MAX_SEATS, Millis, PlayerId, SeatNo, SeatSet, TableNo,
};

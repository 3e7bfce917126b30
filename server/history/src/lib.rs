//! Writes finished hands in common formats: poker hand history ([`phh`]), Open Hand History
//! ([`ohh`]), the PokerStars text format ([`pokerstars`]), and plain words ([`tell`]).
//!
//! A writer gets a [`HandRecord`] as one viewer may see it, so no file contains anything that this
//! viewer may not see. The writers decide nothing, store nothing and open no file.
#![forbid(unsafe_code)]

mod calendar;
mod course;
pub mod integrity;
mod ohh;
mod phh;
mod pokerstars;
mod tell;

pub use course::pot_of;
pub use ohh::ohh;
pub use phh::{phh, phhs};
pub use pokerstars::pokerstars;
pub use tell::tell;

use cardroom_protocol::history::HandRecord;

/// Why a hand cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTold {
    /// The record lacks the beginning of the hand.
    #[error("the record has no beginning")]
    NoBeginning,
    /// The hand was voided, so it has no winner.
    #[error("the hand did not count")]
    Void,
    /// The format cannot express something that happened.
    #[error("the format has no word for {0}")]
    NoWord(&'static str),
}

/// A format that a user can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Poker hand history, TOML.
    Phh,
    /// Open Hand History, JSON.
    Ohh,
    /// The PokerStars text format, for trackers that read nothing else.
    PokerStars,
    Text,
}

impl Format {
    /// Returns the format of a file extension. `phhs` is many hands of `phh` in one file.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Self> {
        Some(match ending {
            "phh" | "phhs" => Self::Phh,
            "ohh" => Self::Ohh,
            "pokerstars" => Self::PokerStars,
            "txt" => Self::Text,
            _ => return None,
        })
    }

    /// Writes one hand in this format.
    ///
    /// # Errors
    /// The format cannot express this hand.
    pub fn write(self, record: &HandRecord) -> Result<String, NotTold> {
        match self {
            Self::Phh => phh(record),
            Self::Ohh => ohh(record),
            Self::PokerStars => pokerstars(record),
            Self::Text => tell(record),
        }
    }

    /// Writes many hands to one file, in the given order. Also returns the number of hands left out
    /// because the format cannot express them.
    #[must_use]
    pub fn write_all(self, records: &[HandRecord]) -> (String, usize) {
        if self == Self::Phh {
            return phhs(records);
        }
        let told: Vec<String> = records.iter().filter_map(|hand| self.write(hand).ok()).collect();
        let left_out = records.len() - told.len();
        // A blank line between two hands, as both Open Hand History and PokerStars have it.
        (told.join("\n"), left_out)
    }
}

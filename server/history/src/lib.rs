//! Hands that are over, written in the formats people keep them in: poker hand history ([`phh`]),
//! Open Hand History ([`ohh`]), the text of PokerStars ([`pokerstars`]), and words for people
//! ([`tell`]).
//!
//! A writer is given a [`HandRecord`] as one viewer may see it, and has nothing else: what is not
//! in the record is in no file. It decides nothing, keeps nothing and opens nothing.
#![forbid(unsafe_code)]

mod calendar;
mod course;
pub mod integrity;
mod ohh;
mod phh;
mod pokerstars;
mod tell;

pub use calendar::Date;
pub use course::pot_of;
pub use ohh::ohh;
pub use phh::{phh, phhs};
pub use pokerstars::pokerstars;
pub use tell::tell;

use cardroom_protocol::history::HandRecord;

/// Why a hand cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTold {
    /// The record does not begin with the beginning of a hand.
    #[error("the record has no beginning")]
    NoBeginning,
    /// The hand was void: nobody won anything.
    #[error("the hand did not count")]
    Void,
    /// The format has no word for something that happened.
    #[error("the format has no word for {0}")]
    NoWord(&'static str),
}

/// A format, for whoever lets people choose one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Poker hand history, TOML.
    Phh,
    /// Open Hand History, JSON.
    Ohh,
    /// The text of PokerStars, for trackers that read nothing else.
    PokerStars,
    Text,
}

impl Format {
    /// By the ending of a file's name; `phhs` is many hands of `phh` in one file.
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

    /// One hand in this format.
    ///
    /// # Errors
    /// The format cannot tell this hand.
    pub fn write(self, record: &HandRecord) -> Result<String, NotTold> {
        match self {
            Self::Phh => phh(record),
            Self::Ohh => ohh(record),
            Self::PokerStars => pokerstars(record),
            Self::Text => tell(record),
        }
    }

    /// Many hands in one file, the first one first; those that the format cannot tell are left out,
    /// and how many is said.
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

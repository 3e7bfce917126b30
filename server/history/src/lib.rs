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
mod order;
mod phh;
mod pokerstars;
mod seal;
mod tell;

pub use course::pot_of;
pub use ohh::ohh;
pub use phh::{phh, phh_hand, phhs};
pub use pokerstars::pokerstars;
pub use seal::SealedHand;
pub use tell::tell;

use cardroom_protocol::history::HandRecord;
use std::collections::BTreeMap;
use std::fmt;

/// Why a hand cannot be written in a format.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
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

/// The hands that a format cannot express, by the reason.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LeftOut(BTreeMap<NotTold, usize>);

impl LeftOut {
    fn add(&mut self, reason: NotTold) {
        *self.0.entry(reason).or_default() += 1;
    }

    /// Returns the number of hands.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }
}

impl fmt::Display for LeftOut {
    /// Writes every reason with its number of hands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for (reason, hands) in &self.0 {
            write!(f, "{between}{reason} ({hands})")?;
            between = ", ";
        }
        Ok(())
    }
}

/// Joins hands with this between them, and counts those that could not be written.
fn joined(
    hands: impl Iterator<Item = Result<String, NotTold>>,
    between: &str,
) -> (String, LeftOut) {
    let mut left_out = LeftOut::default();
    let mut told = Vec::new();
    for hand in hands {
        match hand {
            Ok(text) => told.push(text),
            Err(reason) => left_out.add(reason),
        }
    }
    (told.join(between), left_out)
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

    /// Writes one hand in this format. Adds the seal of its deal if the format has a place for it.
    ///
    /// # Errors
    /// The format cannot express this hand.
    pub fn write_sealed(self, hand: &SealedHand) -> Result<String, NotTold> {
        match self {
            Self::Phh => hand.phh(),
            Self::Ohh => hand.ohh(),
            Self::PokerStars => pokerstars(&hand.record),
            Self::Text => hand.text(),
        }
    }

    /// Writes many hands to one file like [`write_all`](Self::write_all), with the seals of deals.
    #[must_use]
    pub fn write_all_sealed(self, hands: &[SealedHand]) -> (String, LeftOut) {
        let written = hands.iter().map(|hand| self.write_sealed(hand));
        match self {
            Self::Phh => joined(phh::numbered(written), "\n"),
            _ => joined(written, "\n"),
        }
    }

    /// Writes many hands to one file, in the given order. Also returns the hands left out because
    /// the format cannot express them.
    #[must_use]
    pub fn write_all(self, records: &[HandRecord]) -> (String, LeftOut) {
        if self == Self::Phh {
            return phhs(records);
        }
        // A blank line between two hands, as both Open Hand History and PokerStars have it.
        joined(records.iter().map(|hand| self.write(hand)), "\n")
    }
}

//! Settings about the button and the blinds.

use serde::{Deserialize, Serialize};

/// How the button moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonRule {
    /// The big blind moves to the next player; small blind and button follow to the seats it
    /// came from, even when those are empty.
    Dead,
    /// The button moves to the next player; the blinds are the two after it.
    Moving,
}

/// Who has which blind when two are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadsUp {
    /// The button has the small blind, moved so that nobody has the big blind twice in a row
    /// (TDA 34-B).
    AdjustNoDoubleBigBlind,
    /// Whoever is due the big blind has it; the other gets button and small blind (WPTAPL 12).
    BigBlindToWhoeverIsDue,
}

/// Where a newcomer is not dealt in at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Newcomer {
    /// Between the button and the small blind (TDA 8-A, 10-A).
    NotBetweenButtonAndSmallBlind,
    /// On the small blind or the button (WPTAPL 10, Spotlight 4a-7).
    NotSmallBlindOrButton,
    /// Anywhere but on the big blind, until the button has passed (TFPL 4a-6, 4a-8).
    BigBlindOrAfterButton,
}

/// How a player from a broken table comes into the game of another one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromBrokenTable {
    /// Like a new player (TDA 10-A).
    #[default]
    AsNewcomer,
    /// Dealt in at once, at any seat (TFPL 2c-9, Spotlight 2c-7).
    DealtIn,
}

/// Who has the button in the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstButton {
    /// Whoever a random draw says.
    Random,
    /// Whoever draws the highest card, by suit (TFPL 2c-5, WPTAPL 4).
    HighCard,
}

/// When the button is drawn for again, by the highest card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RedrawButton {
    /// On a table where at least half the players are new after it was seated again (TFPL 6-6).
    HalfNew,
    /// When two tables are left (WPTAPL 4).
    TwoTables,
    /// On the final table (TFPL 6-6, WPTAPL 4).
    FinalTable,
}

/// What is to be called, and raised from, where a blind was posted short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShortBlind {
    /// The full blind (TDA 54-B, TFPL 4a-2, WPTAPL RX-5).
    FullBlind,
}

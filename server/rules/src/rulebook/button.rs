//! Settings on the button and the blinds.

use super::Only;
use super::limits::has_twins;
use serde::{Deserialize, Serialize};

/// The button and the blinds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlindRule {
    /// The movement of the button (rule 32).
    pub button: ButtonRule,
    /// The blinds of the last two players (rule 34-B).
    pub heads_up: HeadsUp,
    /// The amount to call after a short blind: the full blind (TDA 54-B, TFPL 4a-2, WPTAPL RX-5).
    pub short_blind: Only,
    /// The seats at which a newcomer is not dealt in at once (rules 8-A, 10-A).
    pub newcomer: Newcomer,
    /// The way in which a player from a broken table joins (rule 10-A; TFPL 2c-9).
    #[serde(default)]
    pub from_broken_table: FromBrokenTable,
    /// The button of the first hand.
    pub first_button: FirstButton,
    /// The occasions on which the button is drawn for again.
    pub redraw_button: Vec<RedrawButton>,
}

impl BlindRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if has_twins(&self.redraw_button) {
            return Err("redraw_button names each kind once".to_owned());
        }
        Ok(())
    }
}

/// The movement of the button.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonRule {
    /// The big blind moves to the next player. The small blind and the button follow to its former
    /// seats, even if those are empty.
    Dead,
    /// The button moves to the next player. The two players after it post the blinds.
    Moving,
}

/// The blinds of the last two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadsUp {
    /// The button has the small blind, and moves so that no player has the big blind twice in
    /// a row (TDA 34-B).
    AdjustNoDoubleBigBlind,
    /// The player who is due the big blind posts it. The other has button and
    /// small blind (WPTAPL 12).
    BigBlindToWhoeverIsDue,
}

/// The seats at which a newcomer is not dealt in at once.
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

/// The way in which a player from a broken table joins another one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromBrokenTable {
    /// Like a new player (TDA 10-A).
    #[default]
    AsNewcomer,
    /// Dealt in at once at any seat (TFPL 2c-9, Spotlight 2c-7).
    DealtIn,
}

/// The button of the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstButton {
    /// A random seat among the players.
    Random,
    /// The player who draws the highest card, by suit (TFPL 2c-5, WPTAPL 4).
    HighCard,
}

/// The occasions on which the button is drawn for again, by the highest card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RedrawButton {
    /// At a reseated table of which at least half the players are new (TFPL 6-6).
    HalfNew,
    /// When two tables are left (WPTAPL 4).
    TwoTables,
    /// At the final table (TFPL 6-6, WPTAPL 4).
    FinalTable,
}

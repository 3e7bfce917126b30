//! Settings about how much may be bet, how often, and what may be put in besides. Which amounts
//! that makes in a hand is for the engine.

use serde::{Deserialize, Serialize};

/// Which games a book is written for. A table of any other game follows what the book says as far
/// as it goes, and TDA where it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Games {
    /// Every game and betting structure.
    Every,
    NoLimitHoldem,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinRaise {
    /// The bet plus the largest full bet or raise of the street (TDA 43-A).
    LastIncrement,
    /// Twice the bet (TFPL 3d-3, Spotlight 3d-3).
    DoubleBet,
}

/// What a raise over a short all-in is built on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShortAllInBase {
    /// The short all-in itself: 300 raised all-in to 350 by a stack too short, next raise to 550.
    OnTop,
    /// The last full bet: the same is completed to 500 (WPTAPL RX-4).
    Complete,
}

/// When a player who acted already may raise again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reopen {
    /// When facing at least a full raise, short all-ins added up (TDA 47-A).
    CumulativeFull,
}

/// The smallest chip that may be wagered, all-in aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallestWagerUnit {
    /// The unit in play, as the stakes have it (GAPS G-20).
    UnitInPlay,
    /// The chip of the big blind, or of the bring-in where there is no blind: bets and raises are
    /// multiples of it (TFPL 5c-10, Spotlight 5c-9 leave it to the house).
    BigBlindChip,
}

/// A fold that was not called for: in turn without a bet to face, or out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IrregularFold {
    /// It binds, and may cost a penalty (TDA 53-A, 58).
    Binding,
    /// The hand is dead when somebody behind acts on it (TFPL 3b-2, WPTAPL 25).
    DeadIfAnotherActs,
}

/// What the pot is taken to be for a pot-limit bet before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreflopPot {
    /// As if both blinds were posted in full, and the antes as they were posted (TDA 54-B;
    /// GAPS G-23).
    FullBlinds,
}

/// When a player may have the pot counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PotCount {
    /// In pot-limit only (TDA 54-A).
    PotLimitOnly,
}

/// What checking or calling with the exclusive nuts costs who is last to act on the river.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NutsCheck {
    /// It is noted for the floor (TDA 71-B).
    Flag,
    /// Always a penalty (TNPL H19).
    MandatoryPenalty,
}

//! Settings on bet sizes, raises, and extra chips such as antes. The engine derives the amounts.

use serde::{Deserialize, Serialize};

/// The games a book is written for. A table of another game follows the book as far as it
/// applies, and otherwise TDA.
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

/// The base of a raise over a short all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShortAllInBase {
    /// The short all-in itself: after a raise from 100 to 300 and an all-in to 350, the next
    /// raise is to 550.
    OnTop,
    /// The last full bet: in the same case the raise completes to 500 (WPTAPL RX-4).
    Complete,
}

/// The point at which a player who has acted may raise again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reopen {
    /// When facing at least a full raise, with short all-ins added up (TDA 47-A).
    CumulativeFull,
}

/// The smallest chip that may be wagered, except all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallestWagerUnit {
    /// The unit in play from the stakes (GAPS G-20).
    UnitInPlay,
    /// The chip of the big blind, or of the bring-in if there are no blinds. Bets and raises are
    /// multiples of it (TFPL 5c-10 and Spotlight 5c-9 leave it to the house).
    BigBlindChip,
}

/// An irregular fold: in turn without a bet to face, or out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IrregularFold {
    /// It binds, and may cost a penalty (TDA 53-A, 58).
    Binding,
    /// The hand is dead once a player behind acts on it (TFPL 3b-2, WPTAPL 25).
    DeadIfAnotherActs,
}

/// The pot size for a pot-limit bet before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreflopPot {
    /// Both blinds count in full, and antes as posted (TDA 54-B; GAPS G-23).
    FullBlinds,
}

/// The betting structures in which a player may have the pot counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PotCount {
    /// In pot-limit only (TDA 54-A).
    PotLimitOnly,
}

/// The consequence for the last player to act on the river who checks or calls
/// with the exclusive nuts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NutsCheck {
    /// A flag for the floor (TDA 71-B).
    Flag,
    /// Always a penalty (TNPL H19).
    MandatoryPenalty,
}

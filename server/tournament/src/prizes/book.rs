//! What a rulebook says about places, bounties, races and deals. Values only; the rules themselves are
//! in the modules that take them.

use serde::{Deserialize, Serialize};

/// What decides between two who are out on one hand at one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishBy {
    /// More chips before the hand.
    StartingChips,
    /// The better hand (TFPL 6-16). Never in TNPL (D9).
    BetterHand,
    /// More bounty chips (TFPL 6-16).
    BlueChips,
}

/// How those rank who are out on one synchronised hand (GAPS G-41).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandRank {
    /// All share (TDA RP-8-A).
    Share,
    /// As always at each table; those who are equally far up at theirs share.
    StackPerTable,
    /// By chips before the hand over all tables; equal stacks share.
    StackGlobal,
}

/// What several who eliminate a player together get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BountyTie {
    /// Equal parts of the bounty.
    Split,
    /// A full one each: the house adds what is missing (TFPL 3f-9).
    FullEach,
}

/// What becomes of chips in a race that make no whole new one (GAPS G-60).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RacePartial {
    /// They are raced for as a whole one.
    RoundUp,
    /// From half a new one on they are raced for as a whole one.
    RoundHalfUp,
    /// They are dropped.
    RoundDown,
}

/// How a deal about the prizes is made (TNPL A8, SPOT 6-15, GAPS G-44).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealRule {
    /// Whether deals are made at all.
    pub allowed: bool,
    /// Everybody left has to be there.
    pub all_present: bool,
    /// Somebody of the floor has to be there.
    pub floor: bool,
    /// Only what the house works out may be proposed: by chips, or by the independent chip model.
    pub calculated_only: bool,
    /// Only the first proposal stops the clock; none does where this is false.
    pub first_pauses_clock: bool,
    /// What is left for the winner at least, in percent of what is still to be won.
    pub winner_min_percent: u64,
    /// Nobody gets more than the winner can.
    pub none_above_winner: bool,
    /// Not before everybody left is in the money.
    pub only_in_money: bool,
}

//! Settings about what spoken words and pushed chips mean. Only hybrid tables need them: a plain
//! table takes exact actions. Nothing is judged here.

use serde::{Deserialize, Serialize};

/// When pushed chips bind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommitMoment {
    /// When they are pushed out; they stay in (TDA 40-A, 50-A).
    PushedOut,
    /// When the hand lets go of them. A forward motion alone does not bind; where somebody acted
    /// on it, the floor decides (TNPL H20, TFPL 5c-4).
    Release,
    /// When they are put down in front of the player, in one motion (WPTAPL 17, 18).
    InFront,
}

/// What counts when words and chips differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordVsChips {
    /// The first of them; the word when they come together; the floor when it is unclear (TDA
    /// 40-A).
    First,
    /// The word (TFPL 5c-5).
    Word,
}

/// What naming an amount without an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AmountOnly {
    /// The same as pushing that sum silently (TDA 40-C).
    AsChips,
}

/// In how many motions a raise may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaiseMotions {
    /// In one, or as declared before (TDA 42).
    Single,
    /// Also "raise", the exact call, then one more motion; a first motion of any other size is a
    /// least raise (TNPL H4-C).
    ExactCallPlusOne,
    /// After "raise" in any number, until the hands rest (TFPL 5c-3).
    UntilRest,
}

/// What "raise" and a single chip come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaiseWordThenChip {
    /// The most that the chip allows (TDA 44).
    MaximumOfChip,
    /// What has been put in when the raise is complete (TFPL 5c-3, 5c-8).
    ByChips,
}

/// What one chip above the call is, without a word, when facing a bet or a blind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverchipFacing {
    /// A call, also when it is the last chip (TDA 44).
    Call,
}

/// What one chip is, without a word, when there is nothing to call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverchipNotFacing {
    /// A bet of the chip's full value (TDA 44).
    Bet,
}

/// What several chips above the call are, without a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SilentMultiChip {
    /// A call when every new chip is needed for it; otherwise the half-raise test (TDA 45).
    EveryChipNeeded,
    /// The half-raise test alone (TFPL 3d-11).
    HalfOnly,
    /// A raise to the total; below the least raise, completed to it (WPTAPL 18).
    RaiseTotal,
}

/// How chips of an earlier bet count that still stand in front of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PriorChips {
    /// Left alone or pulled back whole, only the new chips are tested; pulled back in part or
    /// covering the call, everything in front is. Pulling back binds to call or raise (TDA 46).
    CombinedWhenPartlyBack,
}

/// What a chip is that is tiny beside the bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TinyChip {
    /// For the floor, up to a full call (TDA 41).
    Floor,
    /// A call, as any single chip (WPTAPL 18).
    Call,
}

/// What a bare figure means that may mean several amounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BareFigure {
    /// The highest legal amount that is not above the pot before the bet (TDA 57).
    HighestUpToPot,
    /// The lowest legal amount (TNPL H13).
    Lowest,
}

/// What "pot" is in no-limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PotWord {
    /// At least the least bet or raise, and perhaps a penalty (TDA 54-D).
    Minimum,
}

/// What becomes of chips or an amount short of the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undercall {
    /// A full call of an opening bet or heads-up; otherwise the floor: full call, or forfeit and
    /// fold (TDA 51-B).
    OpenerOrHeadsUpFull,
    /// Made good; taken back by who was not aware of the raise, while nobody acted behind
    /// (TFPL 3d-10).
    MakeGoodOrWithdraw,
}

/// How long a wager of the wrong size is set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorrectedUntil {
    /// Until substantial action after it.
    SubstantialAction,
    /// Until the betting round is complete. It is brought up to the nearest sufficient amount, and
    /// no call may become a raise by it.
    RoundComplete,
    /// On the whole street, for everybody; on the river until the showdown starts.
    WholeStreet,
}

/// How long a pot-limit bet is set right that rests on a wrong count of the pot (TDA 52-B).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PotLimitMiscount {
    /// When the count was too high, which makes the bet illegal.
    pub too_high: CorrectedUntil,
    /// When it was too low.
    pub too_low: CorrectedUntil,
}

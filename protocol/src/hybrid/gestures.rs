//! What people do at a table that is watched: words they say and chips they move. How it is ruled
//! is not known here.

use crate::ids::Chips;
use crate::limits::MAX_DENOMINATIONS;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Chips by denomination: at most 16 of them, and 200 chips in all.
pub type ChipList = ArrayVec<ChipCount, MAX_DENOMINATIONS>;

/// A number of chips of one denomination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipCount {
    /// What each is worth.
    pub denomination: Chips,
    /// How many.
    pub count: u8,
}

/// The word a player says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Words {
    /// "Fold".
    Fold,
    /// "Check".
    Check,
    /// "Call".
    Call,
    /// "Bet".
    Bet,
    /// "Raise".
    Raise,
    /// "All-in".
    AllIn,
    /// "Complete": the bring-in or a short all-in brought up to a full bet.
    Complete,
    /// "Pot", or "I bet the pot".
    Pot,
    /// An amount and nothing else.
    Amount,
    /// What would be done if: "if you bet, I will raise".
    Conditional,
    /// Something that nobody can say for sure what it was.
    Unclear,
}

/// A declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The word.
    pub words: Words,
    /// A number of chips that is clear: "raise to six hundred".
    pub amount: Option<Chips>,
    /// A bare number that may stand for several amounts: "five".
    pub figure: Option<u32>,
}

/// The first of words and chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum First {
    /// The word.
    Word,
    /// The chips.
    Chips,
    /// Neither: within the time in which two sensors cannot tell.
    Together,
}

/// Something that is no chip and was pushed like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Token {
    /// A bounty chip.
    Bounty,
    /// A time bank or clock token.
    Clock,
    /// A card protector or anything else.
    Other,
}

/// Chips moved silently in one motion, and let go of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushedChips {
    /// The chips newly put in front.
    pub chips: ChipList,
    /// The chips of an earlier bet that were taken back before.
    pub pulled: ChipList,
}

/// Words and chips of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpokenPush {
    /// Which came first.
    pub first: First,
    /// The words.
    pub said: Said,
    /// The chips.
    pub chips: ChipList,
    /// Whether everybody at the table heard the words.
    pub heard_by_all: bool,
}

/// Words and chip motions of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gesture {
    /// Says something.
    Say(Said),
    /// Moves chips in one motion and lets go of them, silently.
    Push(Box<PushedChips>),
    /// Combines the chips of an earlier bet with these new ones and moves all of them forward.
    Gather(ChipList),
    /// Speaks and moves chips.
    Both(Box<SpokenPush>),
    /// Moves chips once more after having moved some.
    Motion(ChipList),
    /// The hands rest outside the betting area: whatever was being moved is complete.
    HandsAtRest,
    /// Moves chips towards the pot without letting go of them.
    ForwardMotion(ChipList),
    /// Pushes something that is no chip.
    PushToken(Token),
    /// The blind or bet that stands in front consists of these chips. It may be more than was due;
    /// the change is still to be given.
    InFront(ChipList),
    /// Says "time", or stops the action in other words, to keep the right to act.
    SpeakUp,
    /// Shows the hand before a short call is made good, or with action pending, which is noted for
    /// the floor.
    ShowHand,
    /// Claims to have misunderstood what was called.
    ClaimMisunderstanding,
}

//! Gestures of people at a hybrid table: the words they say and the chips they move. The rulings on
//! them are not part of this module.

use crate::ids::Chips;
use crate::limits::MAX_DENOMINATIONS;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Chips by denomination: at most 16 denominations, and 200 chips in all.
pub type ChipList = ArrayVec<ChipCount, MAX_DENOMINATIONS>;

/// A number of chips of one denomination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipCount {
    /// Value of each chip.
    pub denomination: Chips,
    /// Number of such chips.
    pub count: u8,
}

/// A kind of statement that a player makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Words {
    /// The player says "Fold".
    Fold,
    /// The player says "Check".
    Check,
    /// The player says "Call".
    Call,
    /// The player says "Bet".
    Bet,
    /// The player says "Raise".
    Raise,
    /// The player says "All-in".
    AllIn,
    /// "Complete": brings a bring-in or a short all-in up to a full bet.
    Complete,
    /// "Pot", or "I bet the pot".
    Pot,
    /// An amount and nothing else.
    Amount,
    /// A conditional statement: "if you bet, I will raise".
    Conditional,
    /// Words that cannot be made out for certain.
    Unclear,
}

/// A declaration in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The kind of statement.
    pub words: Words,
    /// A clear number of chips: "raise to six hundred".
    pub amount: Option<Chips>,
    /// A bare number that may stand for several amounts: "five".
    pub figure: Option<u32>,
}

/// The first of words and chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum First {
    /// Words came before chips.
    Word,
    /// Chips came before words.
    Chips,
    /// Neither: both came within the time that two sensors cannot tell apart.
    Together,
}

/// An object that is not a chip and was pushed like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Token {
    /// A chip for a bounty.
    Bounty,
    /// A time bank or clock token.
    Clock,
    /// A card protector or any other object.
    Other,
}

/// Chips moved silently in one motion and released.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushedChips {
    /// The chips newly put in front.
    pub chips: ChipList,
    /// Chips of an earlier bet that were taken back before.
    pub pulled: ChipList,
}

/// Words and chips of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpokenPush {
    /// Which of them came first.
    pub first: First,
    /// The words of the player.
    pub said: Said,
    /// The chips that were pushed.
    pub chips: ChipList,
    /// Whether everyone at the table heard the words.
    pub heard_by_all: bool,
}

/// Words and chip motions of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gesture {
    /// Says something, without moving chips.
    Say(Said),
    /// Moves chips silently in one motion and releases them.
    Push(Box<PushedChips>),
    /// Combines these new chips with those of an earlier bet and moves all of them forward.
    Gather(ChipList),
    /// Speaks and moves chips.
    Both(Box<SpokenPush>),
    /// Moves more chips after a first motion.
    Motion(ChipList),
    /// Rests the hands outside the betting area, so that the motion is complete.
    HandsAtRest,
    /// Moves chips toward the pot without releasing them.
    ForwardMotion(ChipList),
    /// Pushes an object that is not a chip.
    PushToken(Token),
    /// States which chips the blind or bet in front consists of. They may be worth more than was
    /// due. The change is still to come.
    InFront(ChipList),
    /// Says "time", or stops the action in other words, to keep the right to act.
    SpeakUp,
    /// Shows the hand before a short call is made good, or with action pending. The floor gets
    /// a note of it.
    ShowHand,
    /// Claims to have misunderstood what was called.
    ClaimMisunderstanding,
}

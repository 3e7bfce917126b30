//! Observed behavior at a real table: words spoken and chips moved. This module judges nothing.

use cardroom_rules::{Chips, SeatNo};
use serde::{Deserialize, Serialize};

/// The most chips in one gesture. A camera that counts more has miscounted.
pub const MOST_IN_ONE_MOTION: usize = 200;

/// The word that a player says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Words {
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    AllIn,
    /// "Complete": raise the bring-in or a short all-in to a full bet.
    Complete,
    /// "Pot", or "I bet the pot".
    Pot,
    /// An amount and nothing else.
    Amount,
    /// A conditional statement, such as "if you bet, I will raise".
    Conditional,
    /// Words that could not be understood.
    Unclear,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    pub words: Words,
    /// A clear number of chips.
    pub amount: Option<Chips>,
    /// A bare number with several possible meanings, such as "five".
    pub figure: Option<u64>,
}

impl Said {
    /// Returns a word without a number.
    #[must_use]
    pub fn word(words: Words) -> Self {
        Self { words, amount: None, figure: None }
    }

    /// Returns a word with a clear number of chips.
    #[must_use]
    pub fn with_amount(words: Words, amount: Chips) -> Self {
        Self { words, amount: Some(amount), figure: None }
    }
}

/// The order of words and chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    Word,
    Chips,
    /// Closer together than two sensors can tell apart (GAPS G-05).
    Together,
}

/// An object other than a chip that was pushed like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Token {
    Bounty,
    /// A time bank or clock token.
    Clock,
    /// A card protector or another object.
    Other,
}

/// A player's observed action. Each chip is one entry with its denomination.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gesture {
    Say(Said),
    /// Moves chips in one motion and releases them, silently.
    Push {
        /// The chips newly put in front.
        chips: Vec<Chips>,
        /// Chips of an earlier bet that were taken back first.
        pulled: Vec<Chips>,
    },
    /// Combines the chips of an earlier bet with new ones and moves all of them forward.
    Gather {
        chips: Vec<Chips>,
    },
    /// Speaks and moves chips.
    Both {
        first: First,
        said: Said,
        chips: Vec<Chips>,
        /// Whether all players at the table heard the words.
        heard_by_all: bool,
    },
    /// Moves more chips after an earlier motion.
    Motion {
        chips: Vec<Chips>,
    },
    /// The hands rest outside the betting area, which completes any motion.
    HandsAtRest,
    /// Moves chips toward the pot without releasing them.
    ForwardMotion {
        /// The chips in the hand.
        chips: Vec<Chips>,
    },
    /// Pushes an object other than a chip.
    PushToken {
        token: Token,
    },
    /// The chips that make up the blind or bet in front. They may exceed the amount due if
    /// change is still owed.
    InFront {
        chips: Vec<Chips>,
    },
    /// Says "time" or stops the action otherwise, to keep the right to act.
    SpeakUp,
    /// Shows the hand before the call is complete.
    ShowHand,
    /// Claims to have misunderstood the amount of the call.
    ClaimMisunderstanding,
}

/// The chips in front of one player, by denomination.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrontChips {
    pub seat: SeatNo,
    pub chips: Vec<Chips>,
}

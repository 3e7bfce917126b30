//! What people do at a table that is watched: words they say and chips they move. Nothing is
//! judged here.

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

/// The most chips one gesture can move. A camera that counts more has miscounted.
pub(crate) const MOST_IN_ONE_MOTION: usize = 200;

/// The word a player says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Words {
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    AllIn,
    /// "Complete": the bring-in or a short all-in brought up to a full bet.
    Complete,
    /// "Pot", or "I bet the pot".
    Pot,
    /// An amount and nothing else.
    Amount,
    /// A statement about what would be done if: "if you bet, I will raise".
    Conditional,
    /// Something that nobody can say for sure what it was.
    Unclear,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    pub words: Words,
    /// A number of chips that is clear.
    pub amount: Option<Chips>,
    /// A bare number that may stand for several amounts: "five".
    pub figure: Option<u64>,
}

impl Said {
    /// A word without a number.
    #[must_use]
    pub fn word(words: Words) -> Self {
        Self { words, amount: None, figure: None }
    }

    /// A word with a clear number of chips.
    #[must_use]
    pub fn with_amount(words: Words, amount: Chips) -> Self {
        Self { words, amount: Some(amount), figure: None }
    }
}

/// What came first when a player spoke and moved chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    Word,
    Chips,
    /// Neither: within the time in which two sensors cannot tell (GAPS G-05).
    Together,
}

/// Something that is no chip and was pushed like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Token {
    Bounty,
    /// A time bank or clock token.
    Clock,
    /// A card protector or anything else.
    Other,
}

/// What a player is seen or heard to do. Chips are denominations, one entry for each chip.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gesture {
    Say(Said),
    /// Moves chips in one motion and lets go of them, silently.
    Push {
        /// The chips newly put in front.
        chips: Vec<Chips>,
        /// The chips of an earlier bet that were taken back before.
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
        /// Whether everybody at the table heard the words.
        heard_by_all: bool,
    },
    /// Moves chips once more after having moved some.
    Motion {
        chips: Vec<Chips>,
    },
    /// The hands rest outside the betting area: whatever was being moved is complete.
    HandsAtRest,
    /// Moves chips towards the pot without letting go of them.
    ForwardMotion {
        /// The chips in the hand.
        chips: Vec<Chips>,
    },
    /// Pushes something that is no chip.
    PushToken {
        token: Token,
    },
    /// The blind or bet that stands in front consists of these chips. It may be more than was
    /// due; the change is still to be given.
    InFront {
        chips: Vec<Chips>,
    },
    /// Says "time", or stops the action in other words, to keep the right to act.
    SpeakUp,
    /// Shows the hand although the call is not made good yet.
    ShowHand,
    /// Claims to have misunderstood what was called.
    ClaimMisunderstanding,
}

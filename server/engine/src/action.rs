//! Actions, and the turns they answer.

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

/// The number of a decision at a table. Numbers increase with each decision.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TurnNo(pub u64);

/// A player's action on a turn. Amounts are totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    Fold,
    /// Stay in without paying, if there is nothing to call.
    Check,
    /// Match the current bet, or put in the rest of the stack.
    Call,
    /// Open the betting with this total.
    Bet(Chips),
    /// Raise to this total. Completing a bring-in is a raise to the small bet.
    RaiseTo(Chips),
    BringIn,
    /// Discard these cards; an empty set stands pat.
    Discard(Picks),
}

/// A set of a player's cards, by their place in the order of the deal: bit 0 is the first card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Picks(pub u8);

impl Picks {
    pub const NONE: Self = Self(0);

    /// Returns the first `count` cards.
    #[must_use]
    pub fn first(count: u8) -> Self {
        Self(u8::try_from((1_u16 << count.min(8)) - 1).unwrap_or(u8::MAX))
    }

    #[must_use]
    pub fn len(self) -> u8 {
        u8::try_from(self.0.count_ones()).unwrap_or(u8::MAX)
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns this set with the card at `place` added.
    #[must_use]
    pub fn with(self, place: usize) -> Self {
        if place < 8 { Self(self.0 | 1 << place) } else { self }
    }

    /// Returns this set with all cards of another one.
    #[must_use]
    pub fn with_all(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns this set without the cards of another one.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    #[must_use]
    pub fn contains(self, place: usize) -> bool {
        place < 8 && self.0 & (1 << place) != 0
    }
}

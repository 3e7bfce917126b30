//! Stakes: betting structure, blinds and antes.

use crate::units::Chips;
use serde::{Deserialize, Serialize};

/// The bounds of a bet or raise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Betting {
    /// Any amount from the minimum up to the whole stack.
    NoLimit,
    /// Any amount from the minimum up to the pot (TDA 2024 rule 54).
    PotLimit,
    /// One size per street.
    FixedLimit,
}

/// The payers of an ante.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnteKind {
    #[default]
    None,
    /// All dealt-in players, before the blinds.
    Each,
    /// The big blind for the table, after the blind (TDA 2024 RP-11).
    BigBlind,
    /// The button for the table, after the blinds.
    Button,
}

/// The stakes of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stakes {
    pub betting: Betting,
    pub small_blind: Chips,
    /// In fixed limit also the small bet. The big bet is twice as much.
    pub big_blind: Chips,
    /// The bring-in of a game without blinds, whose small bet is `big_blind`.
    #[serde(default)]
    pub bring_in: Chips,
    /// The ante of each payer.
    #[serde(default)]
    pub ante: Chips,
    #[serde(default)]
    pub ante_kind: AnteKind,
    /// The smallest chip in play. Wagers are multiples of it, except all-in (GAPS G-20).
    #[serde(default = "one_chip")]
    pub unit: Chips,
}

fn one_chip() -> Chips {
    Chips(1)
}

impl Stakes {
    /// Returns no-limit stakes without an ante, the form most examples need.
    #[must_use]
    pub fn no_limit(small_blind: u64, big_blind: u64) -> Self {
        Self {
            betting: Betting::NoLimit,
            small_blind: Chips(small_blind),
            big_blind: Chips(big_blind),
            bring_in: Chips::ZERO,
            ante: Chips::ZERO,
            ante_kind: AnteKind::None,
            unit: Chips(1),
        }
    }

    /// Checks the stakes for contradictions.
    ///
    /// # Errors
    /// Returns a sentence that names the problem.
    pub fn validate(&self) -> Result<(), String> {
        const LARGEST: Chips = Chips(1 << 40);
        if self.big_blind.is_zero() || self.small_blind > self.big_blind {
            return Err("the big blind is at least 1 and at least the small blind".to_owned());
        }
        if self.big_blind > LARGEST || self.ante > LARGEST {
            return Err(format!("blinds and antes are at most {LARGEST}"));
        }
        if self.ante.is_zero() != (self.ante_kind == AnteKind::None) {
            return Err("an ante needs an amount and a payer (ante_kind)".to_owned());
        }
        if self.unit.is_zero() {
            return Err("the unit is at least 1".to_owned());
        }
        let whole = |amount: Chips| amount.0.is_multiple_of(self.unit.0);
        let amounts = [self.small_blind, self.big_blind, self.bring_in, self.ante];
        if !amounts.into_iter().all(whole) {
            return Err("blinds, bring-in and antes are multiples of the unit".to_owned());
        }
        Ok(())
    }
}

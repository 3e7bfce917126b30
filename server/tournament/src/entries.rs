//! What an entrant starts with, and what was bought besides. Who may enter when is the director's.

use crate::input::Purchase;
use cardroom_rules::{Cents, Chips, EarlyBonus, EntryNo, Millis};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What whoever enters late starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LateStack {
    /// What everybody starts with (TDA 8-A).
    Full,
    /// So many percent less for each level begun, at most so many (TNPL B2-i).
    PercentPerLevel { rate: u64, cap: u64 },
    /// So many big blinds less; in a break, those of the level after it (WPTAPL 3).
    MinusBigBlinds(u64),
}

impl LateStack {
    /// Whether in a break the level after it counts.
    #[must_use]
    pub(crate) fn looks_past_breaks(self) -> bool {
        matches!(self, Self::MinusBigBlinds(_))
    }

    /// The stack of somebody who enters in the `level`-th level, from 1, whose big blind is this.
    /// At least one chip.
    #[must_use]
    pub fn stack(self, full: Chips, level: u64, big_blind: Chips) -> Chips {
        let less = match self {
            Self::Full => Chips::ZERO,
            Self::PercentPerLevel { rate, cap } => {
                full.basis_points_floor((rate * level).min(cap).min(100) * 100)
            }
            Self::MinusBigBlinds(count) => big_blind.times(count),
        };
        full.saturating_sub(less).max(Chips(1))
    }
}

/// Whether somebody who registers now gets the chips for registering early (TNPL B2-iii).
#[must_use]
pub(crate) fn is_early(bonus: &EarlyBonus, starts_at: Option<Millis>, now: Millis) -> bool {
    let before = Millis::seconds(bonus.minutes_before * 60);
    starts_at.is_some_and(|starts_at| now + before <= starts_at)
}

/// What was bought besides entries.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Purchases {
    by_entry: BTreeMap<EntryNo, Bought>,
    /// What all of it cost: it is in the prize pool.
    total: Cents,
}

/// What one entry has bought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Bought {
    pub(crate) rebuys: u32,
    pub(crate) add_on: bool,
    pub(crate) cost: Cents,
}

impl Purchases {
    /// An entry buys something.
    pub(crate) fn buy(&mut self, entry: EntryNo, what: Purchase, cost: Cents) {
        let bought = self.by_entry.entry(entry).or_default();
        match what {
            Purchase::Rebuy => bought.rebuys += 1,
            Purchase::AddOn => bought.add_on = true,
        }
        bought.cost += cost;
        self.total += cost;
    }

    /// What an entry has bought.
    #[must_use]
    pub(crate) fn of(&self, entry: EntryNo) -> Bought {
        self.by_entry.get(&entry).copied().unwrap_or_default()
    }

    /// What all of it cost.
    #[must_use]
    pub(crate) fn total(&self) -> Cents {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_entrant_starts_with_what_the_book_says() {
        let full = Chips(10_000);
        let percent = LateStack::PercentPerLevel { rate: 10, cap: 30 };
        let by_level = [1, 2, 3, 4].map(|level| percent.stack(full, level, Chips(200)));
        assert_eq!(by_level, [9_000, 8_000, 7_000, 7_000].map(Chips), "TNPL B2-i");
        let docked = LateStack::MinusBigBlinds(5);
        assert_eq!(docked.stack(full, 1, Chips(200)), Chips(9_000), "WPTAPL 3");
        assert_eq!(docked.stack(full, 3, Chips(600)), Chips(7_000), "WPTAPL 3");
        assert_eq!(docked.stack(full, 9, Chips(60_000)), Chips(1));
        assert_eq!(LateStack::Full.stack(full, 3, Chips(600)), full, "TDA 8-A");
    }

    #[test]
    fn early_is_at_least_so_many_minutes_before_the_start() {
        let bonus = EarlyBonus { chips: Chips(500), minutes_before: 15 };
        let start = Millis::seconds(3_600);
        assert!(is_early(&bonus, Some(start), Millis::seconds(2_700)));
        assert!(!is_early(&bonus, Some(start), Millis::seconds(2_701)));
        assert!(!is_early(&bonus, None, Millis(0)));
    }
}

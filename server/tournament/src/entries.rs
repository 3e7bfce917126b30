//! Starting stacks, and the chips bought later. The director decides who may enter and when.

use crate::input::Purchase;
use cardroom_rules::{Cents, Chips, EarlyBonus, EntryNo, Millis};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the starting stack of a late entrant is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LateStack {
    /// The full starting stack (TDA 8-A).
    Full,
    /// `rate` percent less for each level begun, at most `cap` percent (TNPL B2-i).
    PercentPerLevel { rate: u64, cap: u64 },
    /// This number of big blinds less. During a break the big blind of the next
    /// level counts (WPTAPL 3).
    MinusBigBlinds(u64),
}

impl LateStack {
    /// Returns `true` if during a break the next level counts.
    #[must_use]
    pub(crate) fn looks_past_breaks(self) -> bool {
        matches!(self, Self::MinusBigBlinds(_))
    }

    /// Returns the stack of a player who enters in the `level`-th level, counted from 1, with this
    /// `big_blind`. The result is at least one chip.
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

/// Returns `true` if a player who registers at `now` gets the early bonus (TNPL B2-iii).
#[must_use]
pub(crate) fn is_early(bonus: &EarlyBonus, starts_at: Option<Millis>, now: Millis) -> bool {
    let before = Millis::seconds(bonus.minutes_before * 60);
    starts_at.is_some_and(|starts_at| now + before <= starts_at)
}

/// Rebuys and add-ons of all entries.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Purchases {
    by_entry: BTreeMap<EntryNo, Bought>,
    /// Total cost. It is part of the prize pool.
    total: Cents,
}

/// The purchases of one entry.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Bought {
    pub(crate) rebuys: u32,
    pub(crate) add_on: bool,
    pub(crate) cost: Cents,
}

impl Purchases {
    pub(crate) fn buy(&mut self, entry: EntryNo, what: Purchase, cost: Cents) {
        let bought = self.by_entry.entry(entry).or_default();
        match what {
            Purchase::Rebuy => bought.rebuys += 1,
            Purchase::AddOn => bought.add_on = true,
        }
        bought.cost += cost;
        self.total += cost;
    }

    #[must_use]
    pub(crate) fn of(&self, entry: EntryNo) -> Bought {
        self.by_entry.get(&entry).copied().unwrap_or_default()
    }

    /// Returns the total cost of all purchases.
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

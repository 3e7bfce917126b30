//! The tournament clock as data. It reads no time itself; callers pass it in.

use cardroom_rules::Millis;
use serde::{Deserialize, Serialize};

/// The state of the tournament clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// The tournament has not begun, or is over.
    Stopped,
    Level {
        /// `None` for the last level.
        ends_at: Option<Millis>,
    },
    /// A level counted by hand-for-hand hands instead of time (TDA RP-8-B).
    ByHand {
        /// The time left in the level; `None` for the last one.
        left: Option<Millis>,
    },
    /// A break is due, and the tables finish their hands first.
    BreakDue {
        since: Millis,
    },
    Break {
        ends_at: Millis,
    },
}

impl Clock {
    /// Shifts all times later, after the clock was stopped for `by`.
    #[must_use]
    pub fn later(self, by: Millis) -> Self {
        match self {
            Self::Level { ends_at } => Self::Level { ends_at: ends_at.map(|at| at + by) },
            Self::BreakDue { since } => Self::BreakDue { since: since + by },
            Self::Break { ends_at } => Self::Break { ends_at: ends_at + by },
            Self::Stopped | Self::ByHand { .. } => self,
        }
    }

    /// Returns the time left in a level or break; `None` if there is no limit.
    #[must_use]
    pub fn left(self, now: Millis) -> Option<Millis> {
        match self {
            Self::Level { ends_at } => ends_at.map(|at| at.since(now)),
            Self::ByHand { left } => left,
            Self::Break { ends_at } => Some(ends_at.since(now)),
            Self::Stopped | Self::BreakDue { .. } => None,
        }
    }

    /// Returns the same level or break with `left` remaining.
    #[must_use]
    pub fn with_left(self, left: Millis, now: Millis) -> Self {
        match self {
            Self::Level { .. } => Self::Level { ends_at: Some(now + left) },
            Self::ByHand { .. } => Self::ByHand { left: Some(left) },
            Self::Break { .. } => Self::Break { ends_at: now + left },
            Self::Stopped | Self::BreakDue { .. } => self,
        }
    }

    /// Returns the next time at which the clock needs attention. A break starts at most
    /// `longest_wait` after it was due.
    #[must_use]
    pub fn deadline(self, longest_wait: Millis) -> Option<Millis> {
        match self {
            Self::Level { ends_at } => ends_at,
            Self::BreakDue { since } => Some(since + longest_wait),
            Self::Break { ends_at } => Some(ends_at),
            Self::Stopped | Self::ByHand { .. } => None,
        }
    }

    /// Switches from counting time to counting hands.
    #[must_use]
    pub fn by_hand(self, now: Millis) -> Self {
        match self {
            Self::Level { ends_at } => Self::ByHand { left: ends_at.map(|at| at.since(now)) },
            other => other,
        }
    }

    /// Switches from counting hands to counting time.
    #[must_use]
    pub fn by_time(self, now: Millis) -> Self {
        match self {
            Self::ByHand { left } => Self::Level { ends_at: left.map(|left| now + left) },
            other => other,
        }
    }
}

/// Deducts one hand of hand-for-hand from a level. Returns the time left in the level, and the
/// excess to deduct from the next level (TDA RP-8-C, RP-8-D).
#[must_use]
pub fn deduct(left: Millis, by: Millis) -> (Millis, Millis) {
    (left.since(by), by.since(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TDA RP-8-B, C and D: two minutes a hand, the rest carried over.
    #[test]
    fn two_minutes_a_hand_come_off_the_level() {
        let minutes = |count: u64| Millis::seconds(count * 60);
        let mut left = minutes(20);
        for hand in 1..=9 {
            let (after, over) = deduct(left, minutes(2));
            assert_eq!((after, over), (minutes(20 - 2 * hand), Millis(0)));
            left = after;
        }
        assert_eq!(deduct(Millis::seconds(90), minutes(2)), (Millis(0), Millis::seconds(30)));
    }

    #[test]
    fn what_is_left_stays_what_it_is_by_hand_and_by_time() {
        let level = Clock::Level { ends_at: Some(Millis(9_000)) };
        let by_hand = level.by_hand(Millis(2_000));
        assert_eq!(by_hand, Clock::ByHand { left: Some(Millis(7_000)) });
        assert_eq!(by_hand.by_time(Millis(50_000)), Clock::Level { ends_at: Some(Millis(57_000)) });
        assert_eq!(level.later(Millis(500)).left(Millis(9_000)), Some(Millis(500)));
    }
}

//! The clock of a tournament as data. It knows no time by itself: it is told.

use cardroom_rules::Millis;
use serde::{Deserialize, Serialize};

/// What the clock of a tournament shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// It has not begun, or is over.
    Stopped,
    Level {
        /// Until when; `None` for the last one.
        ends_at: Option<Millis>,
    },
    /// A level that is counted by hands played together and not by time (TDA RP-8-B).
    ByHand {
        /// What is left of it; `None` for the last one.
        left: Option<Millis>,
    },
    /// A break is due; tables finish their hands.
    BreakDue {
        since: Millis,
    },
    Break {
        ends_at: Millis,
    },
}

impl Clock {
    /// Everything later by so much: the clock stood still.
    #[must_use]
    pub fn later(self, by: Millis) -> Self {
        match self {
            Self::Level { ends_at } => Self::Level { ends_at: ends_at.map(|at| at + by) },
            Self::BreakDue { since } => Self::BreakDue { since: since + by },
            Self::Break { ends_at } => Self::Break { ends_at: ends_at + by },
            Self::Stopped | Self::ByHand { .. } => self,
        }
    }

    /// What is left of a level or break; `None` where nothing is counted.
    #[must_use]
    pub fn left(self, now: Millis) -> Option<Millis> {
        match self {
            Self::Level { ends_at } => ends_at.map(|at| at.since(now)),
            Self::ByHand { left } => left,
            Self::Break { ends_at } => Some(ends_at.since(now)),
            Self::Stopped | Self::BreakDue { .. } => None,
        }
    }

    /// The same level or break with so much left.
    #[must_use]
    pub fn with_left(self, left: Millis, now: Millis) -> Self {
        match self {
            Self::Level { .. } => Self::Level { ends_at: Some(now + left) },
            Self::ByHand { .. } => Self::ByHand { left: Some(left) },
            Self::Break { .. } => Self::Break { ends_at: now + left },
            Self::Stopped | Self::BreakDue { .. } => self,
        }
    }

    /// When it has something to say. A break begins at the latest `longest_wait` after it was due.
    #[must_use]
    pub fn deadline(self, longest_wait: Millis) -> Option<Millis> {
        match self {
            Self::Level { ends_at } => ends_at,
            Self::BreakDue { since } => Some(since + longest_wait),
            Self::Break { ends_at } => Some(ends_at),
            Self::Stopped | Self::ByHand { .. } => None,
        }
    }

    /// Counted by hands from now on.
    #[must_use]
    pub fn by_hand(self, now: Millis) -> Self {
        match self {
            Self::Level { ends_at } => Self::ByHand { left: ends_at.map(|at| at.since(now)) },
            other => other,
        }
    }

    /// Counted by time from now on.
    #[must_use]
    pub fn by_time(self, now: Millis) -> Self {
        match self {
            Self::ByHand { left } => Self::Level { ends_at: left.map(|left| now + left) },
            other => other,
        }
    }
}

/// One hand of hand-for-hand is over: what is left of the level, and where nothing is, what is to
/// be taken off the next one (TDA RP-8-C, RP-8-D).
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

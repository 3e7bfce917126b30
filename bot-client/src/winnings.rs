//! The winnings of bots at ring games, with a confidence interval.

use cardroom_protocol::Chips;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The normal distribution has 95 % within this many standard deviations.
const NORMAL_95: f64 = 1.96;

/// The results of hands, in thousandths of the big blind of each.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Winnings {
    hands: u64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    spread: f64,
}

impl Winnings {
    /// Adds the result of one hand. A table without a big blind has no unit, and adds nothing.
    pub fn add(&mut self, net: i64, big_blind: Chips) {
        if big_blind.0 == 0 {
            return;
        }
        // A running mean loses no precision over millions of hands.
        let won = 1_000.0 * net as f64 / big_blind.0 as f64;
        self.hands += 1;
        let from_mean = won - self.mean;
        self.mean += from_mean / self.hands as f64;
        self.spread += from_mean * (won - self.mean);
    }

    /// Returns the number of hands.
    #[must_use]
    pub fn hands(&self) -> u64 {
        self.hands
    }

    /// Returns the mean result of a hand, in thousandths of a big blind.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Returns half the width of the 95 % confidence interval of the mean, in thousandths of a big
    /// blind. `None` if one hand or fewer were played.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let others = self.hands.checked_sub(1).filter(|others| *others > 0)? as f64;
        Some(NORMAL_95 * (self.spread / others / self.hands as f64).sqrt())
    }
}

impl fmt::Display for Winnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0}", self.mean)?;
        if let Some(error) = self.error() {
            write!(f, " ± {error:.0}")?;
        }
        let hands = if self.hands == 1 { "hand" } else { "hands" };
        write!(f, " mbb a hand over {} {hands}", self.hands)
    }
}

/// The winnings of each brain, by its name.
#[derive(Debug, Default)]
pub struct Books(Mutex<BTreeMap<&'static str, Winnings>>);

impl Books {
    /// Adds the result of a hand that a bot with this brain played.
    pub(crate) fn add(&self, brain: &'static str, net: i64, big_blind: Chips) {
        let mut books = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        books.entry(brain).or_default().add(net, big_blind);
    }

    /// Returns the winnings of each brain that has played, by name.
    #[must_use]
    pub fn read(&self) -> BTreeMap<&'static str, Winnings> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_comes_with_its_interval() {
        let mut winnings = Winnings::default();
        winnings.add(5, Chips(10));
        assert_eq!((winnings.mean(), winnings.error()), (500.0, None));
        assert_eq!(winnings.to_string(), "+500 mbb a hand over 1 hand");
        // The sample of 500 and -1,500 has a standard deviation of 1,414.2.
        winnings.add(-15, Chips(10));
        assert_eq!(winnings.to_string(), "-500 ± 1960 mbb a hand over 2 hands");
        winnings.add(3, Chips(0));
        assert_eq!(winnings.hands(), 2);
    }

    #[test]
    fn a_million_hands_lose_no_precision() {
        let mut winnings = Winnings::default();
        for hand in 0..1_000_000 {
            winnings.add(if hand % 2 == 0 { 1_000 } else { -1_000 }, Chips(10));
        }
        assert!(winnings.mean().abs() < 1e-3, "{winnings}");
        assert!((winnings.error().unwrap() - 196.0).abs() < 0.1, "{winnings}");
    }
}

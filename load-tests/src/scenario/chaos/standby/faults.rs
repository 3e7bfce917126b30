//! The faults of a run with two machines, drawn from a seed: every three of them are one of each
//! kind, in any order.

use super::figures::Kind;
use cardroom_bot::Seed;
use cardroom_bot::seed::Purpose;
use rand::seq::SliceRandom as _;
use rand::{Rng, RngExt as _};
use std::time::Duration;

/// How long the players play undisturbed, in milliseconds.
const PLAY: std::ops::RangeInclusive<u64> = 100..=2_500;
/// How long a process stands still, in milliseconds. A room that stands still is taken over within
/// seven seconds, and the sleeper must find another room in its place when it wakes.
const STOPPED: std::ops::RangeInclusive<u64> = 8_000..=12_000;

/// A fault, and the play before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) play: Duration,
    pub(super) kind: Kind,
    /// How long the process stands still if it is stopped.
    pub(super) stopped: Duration,
}

/// The faults of a run.
pub(super) struct Faults<R> {
    rng: R,
    /// The kinds that are left of the current three.
    left: Vec<Kind>,
}

/// Makes the faults of a seed.
pub(super) fn of_seed(seed: u64) -> Faults<impl Rng> {
    // No bot has this number.
    let rng = Seed::new(seed, u64::MAX).rng(Purpose::Custom(2));
    Faults { rng, left: Vec::new() }
}

impl<R: Rng> Faults<R> {
    pub(super) fn next(&mut self) -> Fault {
        if self.left.is_empty() {
            self.left.extend(Kind::ALL);
            self.left.shuffle(&mut self.rng);
        }
        let kind = self.left.pop().unwrap_or(Kind::Kill);
        let mut millis = |range| Duration::from_millis(self.rng.random_range(range));
        Fault { play: millis(PLAY), kind, stopped: millis(STOPPED) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(seed: u64) -> Vec<Fault> {
        let mut faults = of_seed(seed);
        (0..30).map(|_| faults.next()).collect()
    }

    #[test]
    fn the_same_seed_brings_the_same_faults() {
        assert_eq!(faults(7), faults(7));
        assert_ne!(faults(7), faults(8));
    }

    #[test]
    fn every_three_faults_are_one_of_each_kind() {
        let mut orders = std::collections::BTreeSet::new();
        for three in faults(1).chunks(3) {
            for kind in Kind::ALL {
                assert_eq!(three.iter().filter(|fault| fault.kind == kind).count(), 1);
            }
            orders.insert(three.iter().map(|fault| fault.kind as u8).collect::<Vec<_>>());
        }
        assert!(orders.len() > 1, "they come in any order");
    }
}

//! The faults of a run with two machines, drawn from a seed: of every few of them one is of each
//! kind, in any order.

use super::figures::Kind;
use cardroom_bot::Seed;
use cardroom_bot::seed::Purpose;
use rand::seq::SliceRandom as _;
use rand::{Rng, RngExt as _};
use std::time::Duration;

/// How long the players play undisturbed, in milliseconds.
const PLAY: std::ops::RangeInclusive<u64> = 100..=2_500;
/// How long a process stands still or is cut off, in milliseconds. Such a room is taken over within
/// seven seconds, and must find another one in its place when it goes on.
const STOPPED: std::ops::RangeInclusive<u64> = 8_000..=12_000;

/// A fault, and the play before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) play: Duration,
    pub(super) kind: Kind,
    /// How long the process stands still or is cut off.
    pub(super) stopped: Duration,
}

/// The faults of a run.
pub(super) struct Faults<R> {
    rng: R,
    /// The kinds that are left of the current few.
    left: Vec<Kind>,
    has_networks: bool,
    /// How long every process stands still or is cut off, if not as drawn.
    stopped: Option<Duration>,
}

/// Makes the faults of a seed. `stopped` replaces the drawn time for which a process stands
/// still or is cut off.
pub(super) fn of_seed(
    seed: u64,
    has_networks: bool,
    stopped: Option<Duration>,
) -> Faults<impl Rng> {
    // No bot has this number.
    let rng = Seed::new(seed, u64::MAX).rng(Purpose::Custom(2));
    Faults { rng, left: Vec::new(), has_networks, stopped }
}

impl<R: Rng> Faults<R> {
    pub(super) fn next(&mut self) -> Fault {
        if self.left.is_empty() {
            let kinds = Kind::ALL.into_iter();
            self.left.extend(kinds.filter(|kind| self.has_networks || *kind != Kind::CutOff));
            self.left.shuffle(&mut self.rng);
        }
        let kind = self.left.pop().unwrap_or(Kind::Kill);
        let mut millis = |range| Duration::from_millis(self.rng.random_range(range));
        let (play, drawn) = (millis(PLAY), millis(STOPPED));
        Fault { play, kind, stopped: self.stopped.unwrap_or(drawn) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(seed: u64, has_networks: bool) -> Vec<Fault> {
        let mut faults = of_seed(seed, has_networks, None);
        (0..36).map(|_| faults.next()).collect()
    }

    #[test]
    fn the_same_seed_brings_the_same_faults() {
        assert_eq!(faults(7, true), faults(7, true));
        assert_ne!(faults(7, true), faults(8, true));
    }

    #[test]
    fn a_time_that_is_set_changes_nothing_else() {
        let minute = Duration::from_secs(60);
        let mut set = of_seed(7, true, Some(minute));
        for drawn in faults(7, true) {
            assert_eq!(set.next(), Fault { stopped: minute, ..drawn });
        }
    }

    #[test]
    fn of_every_few_faults_one_is_of_each_kind() {
        let mut orders = std::collections::BTreeSet::new();
        for (has_networks, kinds) in [(true, &Kind::ALL[..]), (false, &Kind::ALL[..3])] {
            for few in faults(1, has_networks).chunks(kinds.len()) {
                for kind in kinds {
                    assert_eq!(few.iter().filter(|fault| fault.kind == *kind).count(), 1);
                }
                orders.insert(few.iter().map(|fault| fault.kind as u8).collect::<Vec<_>>());
            }
        }
        assert!(orders.len() > 2, "they come in any order");
    }
}

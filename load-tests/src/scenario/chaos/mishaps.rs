//! What goes wrong, and when: drawn from a seed, so that the same seed brings the same mishaps in the same
//! order. What the room is doing at those moments is its own affair.

use cardroom_bot::Seed;
use cardroom_bot::seed::Purpose;
use rand::{Rng, RngExt as _};
use std::time::Duration;

/// What happens in one life of the room, from the moment everybody is back to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Life {
    /// How long everybody plays undisturbed.
    pub(super) play: Duration,
    /// What happens then, before the end.
    pub(super) mishap: Option<Mishap>,
    /// How long everybody plays after that until the process is killed.
    pub(super) then: Duration,
    /// The next process is killed as well, so long after it was started: while it still opens.
    pub(super) again_after: Option<Duration>,
}

/// Something a room has to live through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mishap {
    /// The process stands still for so long, as in a machine that sleeps.
    Frozen(Duration),
    /// No file may grow for so long, as on a full disk.
    DiskFull(Duration),
}

/// The mishaps of a run.
#[derive(Debug)]
pub(super) struct Mishaps<R> {
    rng: R,
    /// The room keeps things in files of its own.
    has_files: bool,
}

/// The mishaps of a seed.
pub(super) fn of_seed(seed: u64, has_files: bool) -> Mishaps<impl Rng> {
    // No bot has this number.
    Mishaps { rng: Seed::new(seed, u64::MAX).rng(Purpose::Custom(1)), has_files }
}

impl<R: Rng> Mishaps<R> {
    /// The next life.
    pub(super) fn next(&mut self) -> Life {
        let play = self.millis(100, 1_800);
        let mishap = match self.rng.random_range(0..8) {
            0 | 1 => Some(Mishap::Frozen(self.millis(200, 2_500))),
            2 if self.has_files => Some(Mishap::DiskFull(self.millis(200, 1_500))),
            _ => None,
        };
        let then = if mishap.is_some() { self.millis(0, 1_200) } else { Duration::ZERO };
        let again = self.rng.random_range(0..6) == 0;
        let again_after = again.then(|| self.millis(0, 400));
        Life { play, mishap, then, again_after }
    }

    fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.rng.random_range(least..=most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lives(seed: u64, has_files: bool) -> Vec<Life> {
        let mut mishaps = of_seed(seed, has_files);
        (0..200).map(|_| mishaps.next()).collect()
    }

    #[test]
    fn the_same_seed_brings_the_same_mishaps() {
        assert_eq!(lives(7, true), lives(7, true));
        assert_ne!(lives(7, true), lives(8, true));
    }

    #[test]
    fn two_hundred_lives_bring_every_mishap() {
        let has = |lives: &[Life], of: fn(&Life) -> bool| lives.iter().any(of);
        let all = lives(1, true);
        let is_full = |life: &Life| matches!(life.mishap, Some(Mishap::DiskFull(_)));
        assert!(has(&all, |life| matches!(life.mishap, Some(Mishap::Frozen(_)))));
        assert!(has(&all, is_full) && !has(&lives(1, false), is_full));
        assert!(has(&all, |life| life.again_after.is_some()));
        assert!(has(&all, |life| life.mishap.is_none()));
    }
}

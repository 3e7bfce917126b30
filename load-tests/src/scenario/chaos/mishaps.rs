//! The mishaps and their times, drawn from a seed. The same seed gives the same mishaps in the same
//! order. The seed does not determine what the room does at those moments.

use cardroom_bot::Seed;
use cardroom_bot::seed::Purpose;
use rand::{Rng, RngExt as _};
use std::time::Duration;

/// The events of one life of the room, from when all players are back to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Life {
    /// How long the players play undisturbed.
    pub(super) play: Duration,
    /// The mishap after that time.
    pub(super) mishap: Option<Mishap>,
    /// How long the players play after the mishap, until the process is killed.
    pub(super) then: Duration,
    /// Kills the next process too, this long after its start, while it opens.
    pub(super) again_after: Option<Duration>,
    /// The offset of the wall clock from the machine's, in seconds: first while players play, and
    /// then when the next process starts.
    pub(super) clock: (i64, i64),
}

/// A mishap that a room must survive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mishap {
    /// The process is stopped for this long, as on a machine that sleeps.
    Frozen(Duration),
    /// No file can grow for this long, as on a full disk.
    DiskFull(Duration),
}

/// The largest offset of a wall clock from the machine's: two hours, in seconds.
const FARTHEST: i64 = 7_200;

/// The mishaps of a run.
#[derive(Debug)]
pub(super) struct Mishaps<R> {
    rng: R,
    /// True if the room stores data in its own files.
    has_files: bool,
    /// True if the room has its own wall clock.
    has_clock: bool,
    /// The current offset of the wall clock, in seconds.
    clock: i64,
}

/// Makes the mishaps of a seed.
pub(super) fn of_seed(seed: u64, has_files: bool, has_clock: bool) -> Mishaps<impl Rng> {
    // No bot has this number.
    let rng = Seed::new(seed, u64::MAX).rng(Purpose::Custom(1));
    Mishaps { rng, has_files, has_clock, clock: 0 }
}

impl<R: Rng> Mishaps<R> {
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
        let clock = (self.clock(), self.clock());
        Life { play, mishap, then, again_after, clock }
    }

    /// Draws the next offset of the wall clock: unchanged, or up to two hours.
    fn clock(&mut self) -> i64 {
        if self.has_clock && self.rng.random_range(0..2) == 0 {
            self.clock = self.rng.random_range(-FARTHEST..=FARTHEST);
        }
        self.clock
    }

    fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.rng.random_range(least..=most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lives(seed: u64, has_files: bool) -> Vec<Life> {
        let mut mishaps = of_seed(seed, has_files, has_files);
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
        assert!(has(&all, |life| life.clock.0 < -60) && has(&all, |life| life.clock.1 > 60));
        assert!(lives(1, false).iter().all(|life| life.clock == (0, 0)));
    }
}

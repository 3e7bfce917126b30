//! The moment when a late player enters.

use crate::seed::{Purpose, Seed};
use rand::RngExt as _;
use std::time::Duration;

/// A moment within the levels in which a tournament takes entries. It is drawn before the number
/// of levels is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LateMoment {
    /// The position within these levels, in ten-thousandths of their total.
    part: u32,
}

const WHOLE: u32 = 10_000;

impl LateMoment {
    pub(super) fn draw(seed: Seed) -> Self {
        // The last tenth stays free, so that an entry arrives in time.
        Self { part: seed.rng(Purpose::Entry).random_range(0..WHOLE * 9 / 10) }
    }

    /// Returns the level of the moment, from 1, if entries are open until the end of `late_level`.
    fn level(self, late_level: u16) -> u16 {
        let level = u64::from(self.part) * u64::from(late_level) / u64::from(WHOLE);
        u16::try_from(level).unwrap_or(late_level) + 1
    }

    /// Returns how long to wait in a level of which `remaining` is left. `None` if the moment is in
    /// a later level. Zero if it has passed.
    pub(super) fn wait(self, level: u16, late_level: u16, remaining: Duration) -> Option<Duration> {
        if late_level == 0 {
            return Some(Duration::ZERO);
        }
        let own = self.level(late_level);
        match level.cmp(&own) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Greater => Some(Duration::ZERO),
            std::cmp::Ordering::Equal => {
                let into = u64::from(self.part) * u64::from(late_level) % u64::from(WHOLE);
                // The remainder is below `WHOLE`, so it fits.
                let into = u32::try_from(into).unwrap_or(0);
                Some(remaining * into / WHOLE)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_spread_over_the_levels() {
        let mut levels = [0; 4];
        for bot in 0..400 {
            let moment = LateMoment::draw(Seed::new(1, bot));
            let level = moment.level(4);
            levels[usize::from(level) - 1] += 1;
            let minute = Duration::from_secs(60);
            assert_eq!(moment.wait(level - 1, 4, minute), None);
            assert!(moment.wait(level, 4, minute).unwrap() < minute);
            assert_eq!(moment.wait(level + 1, 4, minute), Some(Duration::ZERO));
        }
        assert!(levels.iter().all(|count| *count > 50), "{levels:?}");
    }

    #[test]
    fn the_last_tenth_of_the_time_is_left_free() {
        let last = LateMoment { part: WHOLE * 9 / 10 - 1 };
        assert_eq!(last.level(1), 1);
        let wait = last.wait(1, 1, Duration::from_secs(100)).unwrap();
        assert!(wait <= Duration::from_secs(90), "{wait:?}");
        assert_eq!(last.wait(3, 0, Duration::ZERO), Some(Duration::ZERO), "no late entry: at once");
    }
}

//! The room's clock as far as a player can tell. It decides whether a link that the room says it
//! did not get was lent in time.
//!
//! A player's own clock cannot decide that. A player who does not read for a while answers an
//! opening late, and a room that stores slowly sends the end of the round late. Between the link
//! and the end of the round much time passes then, although the link came too late.

use std::collections::VecDeque;
use std::time::Duration;

/// How many times of the room to remember. The room's clock stands still while its process is
/// stopped, so older ones are not compared with later ones for long.
const MOST: usize = 8;
/// A round has two times. Another one must show how long these took to arrive.
const FEWEST: usize = 3;

/// The times in the last openings and seals.
#[derive(Debug, Default)]
pub(super) struct RoomClock {
    /// How far the player's clock was ahead of each time when it arrived, in milliseconds. That is
    /// the difference of the two clocks, and the time that the message took.
    ahead: VecDeque<i64>,
}

impl RoomClock {
    /// Takes the time of an opening or a seal that arrives now.
    pub(super) fn told(&mut self, now: Duration, room_ms: u64) {
        if self.ahead.len() >= MOST {
            self.ahead.pop_front();
        }
        self.ahead.push_back(ahead(now, room_ms));
    }

    /// Returns how much later than this time of the room something happened. `None` if too few
    /// times are known.
    ///
    /// The fastest of the last messages stands for one that took no time. So the result is too
    /// short by as much as that message took.
    pub(super) fn since(&self, room_ms: u64, at: Duration) -> Option<Duration> {
        let fastest = self.ahead.iter().min().filter(|_| self.ahead.len() >= FEWEST)?;
        let late = ahead(at, room_ms).saturating_sub(*fastest);
        Some(Duration::from_millis(u64::try_from(late).unwrap_or_default()))
    }
}

fn ahead(at: Duration, room_ms: u64) -> i64 {
    let at = i64::try_from(at.as_millis()).unwrap_or(i64::MAX);
    at.saturating_sub(i64::try_from(room_ms).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time of the room, long after a player's clock began.
    const NOON: u64 = 1_800_000_000_000;

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn the_fastest_of_the_last_messages_tells_how_late_another_one_is() {
        let mut clock = RoomClock::default();
        clock.told(seconds(10), NOON);
        clock.told(seconds(24), NOON + 12_000);
        assert_eq!(clock.since(NOON, seconds(11)), None, "two are too few");
        clock.told(seconds(40), NOON + 25_000);
        assert_eq!(clock.since(NOON + 12_000, seconds(24)), Some(seconds(2)));
        assert_eq!(clock.since(NOON + 12_000, seconds(20)), Some(Duration::ZERO), "too early");
    }

    #[test]
    fn a_room_whose_process_was_stopped_is_late_only_for_some_messages() {
        let mut clock = RoomClock::default();
        for passed in 0..8 {
            clock.told(seconds(passed), NOON + passed * 1_000);
        }
        // Ten seconds pass, and not for the room.
        for passed in 8..15 {
            clock.told(seconds(passed + 10), NOON + passed * 1_000);
        }
        assert_eq!(clock.since(NOON + 15_000, seconds(25)), Some(seconds(10)));
        clock.told(seconds(25), NOON + 15_000);
        assert_eq!(clock.since(NOON + 15_000, seconds(25)), Some(Duration::ZERO));
    }

    #[test]
    fn a_time_that_no_clock_shows_is_no_panic() {
        let mut clock = RoomClock::default();
        for room_ms in [0, u64::MAX, NOON] {
            clock.told(Duration::MAX, room_ms);
        }
        assert!(clock.since(u64::MAX, Duration::ZERO).is_some());
    }
}

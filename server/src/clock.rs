//! The room's clock: the wall's time when the process started, and from there on a clock that
//! never jumps. It does not follow later corrections of the wall clock.

use cardroom_rules::Millis;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Milliseconds since 1970 that only ever go forward. Cheap to copy; all copies agree.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall_at_start: Millis,
    start: Instant,
}

impl Clock {
    /// A clock that begins with the wall's time.
    #[must_use]
    pub fn start() -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { wall_at_start: millis(wall), start: Instant::now() }
    }

    /// A clock that begins with this time: for a room whose past is known.
    #[must_use]
    pub fn starting_at(now: Millis) -> Self {
        Self { wall_at_start: now, start: Instant::now() }
    }

    /// Now.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.wall_at_start + millis(self.start.elapsed())
    }

    /// The runtime's name for a point in time, for sleeping until then.
    #[must_use]
    pub fn instant(&self, at: Millis) -> Instant {
        self.start + Duration::from_millis(at.since(self.wall_at_start).0)
    }
}

fn millis(span: Duration) -> Millis {
    Millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_instant_is_reached_when_the_clock_says_so() {
        let clock = Clock::start();
        let at = clock.now() + Millis(250);
        tokio::time::sleep_until(clock.instant(at)).await;
        assert_eq!(clock.now(), at);
    }
}

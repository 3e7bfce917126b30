//! How long to wait between two attempts to reach a room, and when to give up.

use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use std::time::Duration;
use tokio::time::Instant;

/// The first wait after a failure. Each further failure in a row doubles it.
const BACKOFF_FIRST: Duration = Duration::from_millis(200);
/// The default limit of the wait after a failure.
pub(crate) const BACKOFF_LONGEST: Duration = Duration::from_secs(10);
/// For this long after a lost connection, no wait is longer than [`BACKOFF_AFTER_LOSS`]: another
/// machine may be taking the room over, and turns run on.
const SOON_AFTER_LOSS: Duration = Duration::from_secs(10);
/// The longest wait soon after a loss.
const BACKOFF_AFTER_LOSS: Duration = Duration::from_secs(1);

/// The waits between attempts to reach the room.
pub(super) struct Backoff {
    failures: u32,
    longest: Duration,
    /// Until when waits are short; `None` before the first loss.
    soon_until: Option<Instant>,
    rng: ChaCha12Rng,
}

impl Backoff {
    pub(super) fn new(longest: Duration, rng: ChaCha12Rng) -> Self {
        Self { failures: 0, longest, soon_until: None, rng }
    }

    /// Notes that a connection was lost over which all was well.
    pub(super) fn lost(&mut self, now: Instant) {
        self.failures = 0;
        self.hurry(now);
    }

    /// Keeps waits short for a while. Attempts that failed before count on.
    pub(super) fn hurry(&mut self, now: Instant) {
        self.soon_until = Some(now + SOON_AFTER_LOSS);
    }

    fn is_soon(&self, now: Instant) -> bool {
        self.soon_until.is_some_and(|until| now < until)
    }

    /// Returns `true` if the attempt that just failed was the last of this many in a row. Soon
    /// after a loss it never is: many short waits would be over before another machine plays.
    pub(super) fn gives_up(&self, now: Instant, attempts: u32) -> bool {
        self.failures + 1 >= attempts && !self.is_soon(now)
    }

    /// Returns a wait between half and all of the current backoff, so that bots that lost the
    /// server together do not all reconnect at once.
    pub(super) fn next(&mut self, now: Instant) -> Duration {
        let doubled = BACKOFF_FIRST.saturating_mul(2_u32.saturating_pow(self.failures));
        self.failures += 1;
        let longest =
            if self.is_soon(now) { self.longest.min(BACKOFF_AFTER_LOSS) } else { self.longest };
        let wait = doubled.min(longest);
        self.rng.random_range(wait / 2..=wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::{Purpose, Seed};

    #[test]
    fn waits_grow_up_to_a_bound() {
        let mut backoff = Backoff::new(BACKOFF_LONGEST, Seed::new(1, 1).rng(Purpose::Wait));
        let now = Instant::now();
        let first = backoff.next(now);
        assert!(first >= BACKOFF_FIRST / 2 && first <= BACKOFF_FIRST);
        for _ in 0..40 {
            assert!(backoff.next(now) <= BACKOFF_LONGEST);
        }
        assert!(backoff.next(now) >= BACKOFF_LONGEST / 2);
    }

    #[test]
    fn soon_after_a_loss_no_wait_is_longer_than_a_second() {
        let mut backoff = Backoff::new(BACKOFF_LONGEST, Seed::new(1, 1).rng(Purpose::Wait));
        let lost = Instant::now();
        backoff.lost(lost);
        for _ in 0..40 {
            let wait = backoff.next(lost + Duration::from_secs(9));
            assert!(wait <= BACKOFF_AFTER_LOSS, "{wait:?}");
        }
        assert!(backoff.next(lost + SOON_AFTER_LOSS) >= BACKOFF_LONGEST / 2);
        backoff.hurry(lost + Duration::from_secs(60));
        assert!(backoff.next(lost + Duration::from_secs(69)) <= BACKOFF_AFTER_LOSS);
    }

    #[test]
    fn a_bot_does_not_give_up_soon_after_a_loss() {
        let mut backoff = Backoff::new(BACKOFF_LONGEST, Seed::new(1, 1).rng(Purpose::Wait));
        let start = Instant::now();
        assert!(backoff.gives_up(start, 1) && !backoff.gives_up(start, 2));
        backoff.lost(start);
        for _ in 0..40 {
            assert!(!backoff.gives_up(start + Duration::from_secs(9), 8));
            let _ = backoff.next(start);
        }
        assert!(backoff.gives_up(start + SOON_AFTER_LOSS, 8));
    }
}

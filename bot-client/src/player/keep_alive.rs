//! The idle timeout of a connection: when to send a ping, and when the server has gone.

use std::time::Duration;

/// The idle timeout of a connection, and when each side last sent something.
#[derive(Debug)]
pub(super) struct KeepAlive {
    idle_timeout: Duration,
    last_sent: Duration,
    last_received: Duration,
}

impl Default for KeepAlive {
    fn default() -> Self {
        Self {
            idle_timeout: Duration::MAX,
            last_sent: Duration::ZERO,
            last_received: Duration::ZERO,
        }
    }
}

impl KeepAlive {
    /// Makes the state of a connection that has just opened. A timeout of 0 means none.
    pub(super) fn begun(now: Duration, idle_timeout_ms: u32) -> Self {
        let idle_timeout = match idle_timeout_ms {
            0 => Duration::MAX,
            timeout => Duration::from_millis(timeout.into()),
        };
        Self { idle_timeout, last_sent: now, last_received: now }
    }

    pub(super) fn sent(&mut self, now: Duration) {
        self.last_sent = now;
    }

    pub(super) fn received(&mut self, now: Duration) {
        self.last_received = now;
    }

    /// Returns when to send a ping if the player sends nothing before.
    pub(super) fn ping_at(&self) -> Option<Duration> {
        self.last_sent.checked_add(self.idle_timeout / 2)
    }

    /// Returns `true` if it is time for a ping.
    pub(super) fn is_ping_due(&self, now: Duration) -> bool {
        now.saturating_sub(self.last_sent) >= self.idle_timeout / 2
    }

    /// Returns `true` if the server has been silent for too long in spite of pings.
    pub(super) fn is_dead(&self, now: Duration) -> bool {
        now.saturating_sub(self.last_received) > self.idle_timeout.saturating_mul(3) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pings_at_half_of_the_timeout_and_gives_up_at_one_and_a_half() {
        let second = Duration::from_secs(1);
        let mut connection = KeepAlive::begun(second, 10_000);
        assert_eq!(connection.ping_at(), Some(6 * second));
        assert!(!connection.is_ping_due(5 * second) && connection.is_ping_due(6 * second));
        connection.sent(6 * second);
        assert_eq!(connection.ping_at(), Some(11 * second));
        assert!(!connection.is_dead(16 * second) && connection.is_dead(17 * second));
        connection.received(16 * second);
        assert!(!connection.is_dead(17 * second));
    }

    #[test]
    fn a_connection_without_a_timeout_never_dies() {
        let connection = KeepAlive::begun(Duration::ZERO, 0);
        let year = Duration::from_secs(365 * 24 * 3600);
        assert!(!connection.is_ping_due(year) && !connection.is_dead(year));
    }
}

//! The life of a connection: when to send a ping, and when the server has gone. Silence is tested
//! after the times of a [`DeadLine`]; without one, the server's idle timeout alone counts.

use super::DeadLine;
use std::time::Duration;

/// The timeouts of a connection, and when each side last sent something.
#[derive(Debug)]
pub(super) struct KeepAlive {
    idle_timeout: Duration,
    last_sent: Duration,
    last_received: Duration,
    /// The last ping, or the beginning of the connection.
    last_ping: Duration,
    /// Whether the last ping tests the line and has no answer yet.
    tests: bool,
}

/// The players' reasons to rely on a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reliance {
    pub(super) times: Option<DeadLine>,
    /// When the request was sent that waits longest for its answer.
    pub(super) waiting: Option<Duration>,
    /// Whether a player has a seat or may be given one at any moment, and must not miss its turn.
    pub(super) plays: bool,
}

impl Default for KeepAlive {
    fn default() -> Self {
        Self::begun(Duration::ZERO, 0)
    }
}

impl KeepAlive {
    /// Makes the state of a connection that has just opened. A timeout of 0 means none.
    pub(super) fn begun(now: Duration, idle_timeout_ms: u32) -> Self {
        let idle_timeout = match idle_timeout_ms {
            0 => Duration::MAX,
            timeout => Duration::from_millis(timeout.into()),
        };
        Self { idle_timeout, last_sent: now, last_received: now, last_ping: now, tests: false }
    }

    pub(super) fn sent(&mut self, now: Duration) {
        self.last_sent = now;
    }

    pub(super) fn received(&mut self, now: Duration) {
        self.last_received = now;
    }

    /// Notes a ping. It tests the line if it is time for that.
    pub(super) fn pinged(&mut self, now: Duration, reliance: &Reliance) {
        self.sent(now);
        if !self.tests {
            self.tests = self.test_at(reliance).is_some_and(|at| now >= at);
            self.last_ping = now;
        }
    }

    /// Notes the answer to a ping.
    pub(super) fn ponged(&mut self) {
        self.tests = false;
    }

    /// Returns when to send a ping if nothing happens before.
    pub(super) fn ping_at(&self, reliance: &Reliance) -> Option<Duration> {
        let idle = self.last_sent.checked_add(self.idle_timeout / 2);
        idle.into_iter().chain(self.test_at(reliance)).min()
    }

    /// Returns when the line is given up because a test has no answer.
    pub(super) fn dead_at(&self, reliance: &Reliance) -> Option<Duration> {
        let ping = reliance.times.filter(|_| self.tests)?.ping;
        // Bytes of others show that the server lives, but not that anything of ours arrives.
        let silent = self.last_received.max(self.last_ping) + ping;
        Some(silent.min(self.last_ping + 2 * ping))
    }

    /// Returns `true` if the server has been silent for too long in spite of pings.
    pub(super) fn is_dead(&self, now: Duration, reliance: &Reliance) -> bool {
        let is_idle =
            now.saturating_sub(self.last_received) > self.idle_timeout.saturating_mul(3) / 2;
        is_idle || self.dead_at(reliance).is_some_and(|at| now >= at)
    }

    /// Returns when to test the line, unless a test is on its way.
    fn test_at(&self, reliance: &Reliance) -> Option<Duration> {
        let times = reliance.times.filter(|_| !self.tests)?;
        let answer = reliance.waiting.map(|since| since.max(self.last_ping) + times.answer);
        let silence = if reliance.plays { times.quiet } else { times.idle };
        let quiet = self.last_received.max(self.last_ping) + silence;
        Some(answer.map_or(quiet, |answer| answer.min(quiet)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const IDLE: Reliance = Reliance { times: None, waiting: None, plays: false };

    fn line() -> KeepAlive {
        KeepAlive::begun(Duration::ZERO, 60_000)
    }

    /// A request waits since this second.
    fn waiting(since: u32) -> Reliance {
        let waiting = Some(since * SECOND);
        Reliance { times: Some(DeadLine::default()), waiting, plays: false }
    }

    #[test]
    fn pings_at_half_of_the_timeout_and_gives_up_at_one_and_a_half() {
        let second = SECOND;
        let mut connection = KeepAlive::begun(second, 10_000);
        assert_eq!(connection.ping_at(&IDLE), Some(6 * second));
        connection.pinged(6 * second, &IDLE);
        assert_eq!(connection.ping_at(&IDLE), Some(11 * second));
        assert!(!connection.is_dead(16 * second, &IDLE) && connection.is_dead(17 * second, &IDLE));
        connection.received(16 * second);
        assert!(!connection.is_dead(17 * second, &IDLE));
    }

    #[test]
    fn a_connection_without_a_timeout_never_dies() {
        let connection = KeepAlive::begun(Duration::ZERO, 0);
        let year = Duration::from_secs(365 * 24 * 3600);
        assert!(connection.ping_at(&IDLE).is_none_or(|at| at > year));
        assert!(!connection.is_dead(year, &IDLE));
    }

    #[test]
    fn a_request_without_an_answer_tests_the_line_and_silence_ends_it() {
        let (mut line, waits) = (line(), waiting(10));
        assert_eq!(line.ping_at(&waits), Some(12 * SECOND));
        line.pinged(12 * SECOND, &waits);
        assert_eq!(line.dead_at(&waits), Some(14 * SECOND));
        assert_eq!(line.ping_at(&waits), Some(42 * SECOND), "one test at a time");
        assert!(!line.is_dead(13 * SECOND, &waits) && line.is_dead(14 * SECOND, &waits));
    }

    #[test]
    fn a_slow_server_is_asked_again_and_not_left() {
        let (mut line, waits) = (line(), waiting(10));
        for second in [12_u32, 14, 16] {
            let now = second * SECOND;
            assert_eq!(line.ping_at(&waits), Some(now));
            line.pinged(now, &waits);
            line.received(now);
            line.ponged();
            assert_eq!(line.dead_at(&waits), None);
        }
        assert_eq!(line.ping_at(&IDLE), Some(46 * SECOND), "an answered request needs no test");
        let rests = Reliance { waiting: None, ..waits };
        assert_eq!(line.ping_at(&rests), Some(31 * SECOND), "silence is tested all the same");
    }

    #[test]
    fn bytes_of_others_do_not_keep_a_line_on_which_nothing_arrives() {
        let (mut line, waits) = (line(), waiting(0));
        line.pinged(2 * SECOND, &waits);
        for second in 2_u32..6 {
            line.received(second * SECOND);
            assert!(!line.is_dead(second * SECOND, &waits));
        }
        assert!(line.is_dead(6 * SECOND, &waits));
    }

    #[test]
    fn silence_at_a_table_tests_the_line() {
        let mut line = line();
        let plays = Reliance { waiting: None, plays: true, ..waiting(0) };
        line.received(3 * SECOND);
        assert_eq!(line.ping_at(&plays), Some(7 * SECOND));
        line.pinged(7 * SECOND, &plays);
        assert_eq!(line.dead_at(&plays), Some(9 * SECOND));
        line.received(8 * SECOND);
        line.ponged();
        assert_eq!((line.ping_at(&plays), line.dead_at(&plays)), (Some(12 * SECOND), None));
    }

    #[test]
    fn silence_without_a_seat_tests_the_line_later() {
        let mut line = line();
        let watches = Reliance { waiting: None, ..waiting(0) };
        line.received(3 * SECOND);
        assert_eq!(line.ping_at(&watches), Some(18 * SECOND));
        line.pinged(18 * SECOND, &watches);
        assert_eq!(line.dead_at(&watches), Some(20 * SECOND));
        assert!(!line.is_dead(19 * SECOND, &watches) && line.is_dead(20 * SECOND, &watches));
        line.ponged();
        assert_eq!((line.ping_at(&watches), line.dead_at(&watches)), (Some(33 * SECOND), None));
    }

    #[test]
    fn without_a_dead_line_the_idle_timeout_alone_counts() {
        let waits = Reliance { times: None, plays: true, ..waiting(0) };
        let mut line = line();
        assert_eq!(line.ping_at(&waits), Some(30 * SECOND));
        line.pinged(30 * SECOND, &waits);
        assert_eq!(line.dead_at(&waits), None);
    }
}

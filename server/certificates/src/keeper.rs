//! Decides when a certificate is ordered, renewed, and tried again after a failure.
//!
//! A certificate is renewed when a third of its lifetime is left, or when the authority suggests it
//! (RFC 9773). Failures wait longer each time, so that no limit of the authority is reached.

#[cfg(test)]
mod tests;

use crate::chain::Validity;
use crate::notices::{Failure, Notice, Reason};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// The waits after the first failure, the second and so on. Let's Encrypt permits five failures of
/// a name per hour; these are four.
const WAITS: [Duration; 6] = [
    MINUTE,
    Duration::from_secs(5 * 60),
    Duration::from_secs(20 * 60),
    HOUR,
    Duration::from_secs(4 * 3_600),
    Duration::from_secs(12 * 3_600),
];
/// The least wait after a refusal for too many orders.
const TOO_MANY_WAIT: Duration = HOUR;
/// The wait before another order if a new certificate seems to be old already.
const DOUBT_WAIT: Duration = Duration::from_secs(12 * 3_600);
/// The longest and the shortest time until the next question for a suggested time.
const WINDOW_WAITS: (Duration, Duration) = (HOUR, Duration::from_secs(24 * 3_600));
/// A clock that differs less than this, in seconds, is not worth a word.
const TOLERANCE: i64 = 300;
/// The longest sleep. The clock may be set meanwhile.
const LONGEST_SLEEP: Duration = MINUTE;

/// A moment by two clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Seconds since 1970, by a clock that may be wrong and may be set.
    pub wall: i64,
    /// The time since the start.
    pub uptime: Duration,
}

/// An event that the keeper decides about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    Tick,
    /// The order brought a certificate, which new connections get.
    Issued(Validity),
    Failed(Failure),
    /// The authority suggests to renew in this time, in seconds since 1970, and to ask again after
    /// the wait.
    Suggested {
        from: i64,
        until: i64,
        again: Duration,
    },
    /// The authority suggests nothing.
    NoSuggestion,
}

/// A task for the shell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Order a certificate, and report how that ended.
    Order,
    /// Ask the authority when to renew, and report the answer.
    AskWhen,
    /// Writes a notice to the log.
    Say(Notice),
}

/// The keeper of one name's certificate.
#[derive(Debug)]
pub struct Keeper {
    domain: String,
    /// Where in a suggested time this room renews, of 1,000, so that not all rooms come at once.
    draw: u16,
    certificate: Option<Validity>,
    /// An order or a question is under way.
    is_busy: bool,
    failures: usize,
    /// No order begins before this uptime.
    not_before: Duration,
    /// The time that the authority suggested for the renewal.
    suggested: Option<i64>,
    ask_at: Duration,
}

impl Keeper {
    /// Creates the keeper of a name, and returns what to say about the certificate that is stored.
    #[must_use]
    pub fn new(
        domain: String,
        stored: Option<Validity>,
        draw: u16,
        now: Moment,
    ) -> (Self, Vec<Output>) {
        let keeper = Self {
            domain,
            draw: draw % 1_000,
            certificate: stored,
            is_busy: false,
            failures: 0,
            not_before: now.uptime,
            suggested: None,
            ask_at: now.uptime,
        };
        // An expired one is replaced at once, so its age says nothing about the clock.
        let is_early = stored.is_some_and(|stored| now.wall < stored.from - TOLERANCE);
        let said = stored.filter(|_| is_early).map(|stored| keeper.wrong_clock(stored, now));
        (keeper, said.into_iter().collect())
    }

    /// Takes an event, and returns what follows from it.
    pub fn on(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Tick => self.tick(now),
            Input::Issued(validity) => self.issued(now, validity),
            Input::Failed(failure) => self.failed(now, failure),
            Input::Suggested { from, until, again } => {
                self.is_busy = false;
                let span = until.saturating_sub(from).max(0);
                let part = span.saturating_mul(i64::from(self.draw)) / 1_000;
                self.suggested = Some(from.saturating_add(part));
                self.ask_at = now.uptime + again.clamp(WINDOW_WAITS.0, WINDOW_WAITS.1);
                Vec::new()
            }
            Input::NoSuggestion => {
                self.is_busy = false;
                self.ask_at = now.uptime + WINDOW_WAITS.1;
                Vec::new()
            }
        }
    }

    /// Returns the time until the next [`Input::Tick`] is needed.
    #[must_use]
    pub fn sleep(&self, now: Moment) -> Duration {
        let Some(validity) = self.certificate else {
            return self.not_before.saturating_sub(now.uptime).min(LONGEST_SLEEP);
        };
        let left = self.renew_at(validity).saturating_sub(now.wall);
        let renewal = Duration::from_secs(left.try_into().unwrap_or(0));
        let renewal = renewal.max(self.not_before.saturating_sub(now.uptime));
        renewal.min(self.ask_at.saturating_sub(now.uptime)).min(LONGEST_SLEEP)
    }

    fn tick(&mut self, now: Moment) -> Vec<Output> {
        if self.is_busy {
            return Vec::new();
        }
        let is_due = self.certificate.is_none_or(|validity| now.wall >= self.renew_at(validity));
        if is_due && now.uptime >= self.not_before {
            self.is_busy = true;
            let domain = self.domain.clone();
            return vec![Output::Say(Notice::Ordering { domain }), Output::Order];
        }
        if self.certificate.is_some() && now.uptime >= self.ask_at {
            self.is_busy = true;
            return vec![Output::AskWhen];
        }
        Vec::new()
    }

    fn issued(&mut self, now: Moment, validity: Validity) -> Vec<Output> {
        self.is_busy = false;
        self.failures = 0;
        self.certificate = Some(validity);
        self.suggested = None;
        self.ask_at = now.uptime;
        self.not_before = now.uptime;
        let domain = self.domain.clone();
        let mut outputs = vec![Output::Say(Notice::Issued { domain, until: validity.until })];
        let is_new = (validity.from - TOLERANCE..self.renew_at(validity)).contains(&now.wall);
        if !is_new {
            // Nobody issues a certificate that is old. Another one would look the same.
            self.not_before = now.uptime + DOUBT_WAIT;
            outputs.push(self.wrong_clock(validity, now));
        }
        outputs
    }

    fn failed(&mut self, now: Moment, failure: Failure) -> Vec<Output> {
        self.is_busy = false;
        let wait = WAITS[self.failures.min(WAITS.len() - 1)];
        self.failures += 1;
        let least = if failure.reason == Reason::TooMany { TOO_MANY_WAIT } else { MINUTE };
        let again = wait.max(least).max(failure.retry_after.unwrap_or_default());
        self.not_before = now.uptime + again;
        let (domain, until) = (self.domain.clone(), self.certificate.map(|of| of.until));
        vec![Output::Say(Notice::Failed { domain, failure, until, now: now.wall, again })]
    }

    /// Returns when a certificate is renewed, in seconds since 1970.
    fn renew_at(&self, validity: Validity) -> i64 {
        let lifetime = validity.until.saturating_sub(validity.from);
        let third = validity.until - lifetime / 3;
        // A suggestion never leaves less than a sixth, in case it is a mistake.
        self.suggested.map_or(third, |at| at.min(validity.until - lifetime / 6))
    }

    fn wrong_clock(&self, validity: Validity, now: Moment) -> Output {
        let domain = self.domain.clone();
        Output::Say(Notice::WrongClock { domain, validity, now: now.wall })
    }
}

//! Whether the store works. A failing store makes every table fail many times a second. The log
//! shows the first failure, a count of further failures from time to time, and the end of the
//! outage. Other modules decide how the room reacts.

use super::StoreError;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How often the log sums up further failures.
const SUM_UP_AFTER: Duration = Duration::from_secs(30);
/// How long nothing must fail before the store counts as working again. A disk that is nearly full
/// takes one write and refuses the next.
const QUIET: Duration = Duration::from_secs(5);

/// A fault of a store that works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreWarning {
    /// A word for programs.
    pub reason: &'static str,
    /// Whole sentences for the operator.
    pub message: String,
}

/// The state of a store. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct StoreHealth(Arc<State>);

#[derive(Debug, Default)]
struct State {
    outage: Mutex<Option<Outage>>,
    /// Whether there is an outage.
    fails: watch::Sender<bool>,
}

#[derive(Debug)]
struct Outage {
    since: Instant,
    last_failure: Instant,
    last_line: Instant,
    failures: u64,
    /// Failures that the log has not counted yet.
    unsaid: u64,
    reason: &'static str,
}

/// A line for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    /// The store has begun to fail.
    Began,
    /// The store has failed this many times since the last line.
    Continues {
        unsaid: u64,
        seconds: u64,
    },
    Over {
        failures: u64,
        seconds: u64,
    },
}

impl StoreHealth {
    /// Notes that the store failed, and logs it if a line is due. Ignores errors that
    /// concern a single unit.
    ///
    /// Returns `true` if the error is an outage, so that the caller has nothing to log.
    pub fn failed(&self, error: &StoreError) -> bool {
        let Some(reason) = outage(error) else { return false };
        match self.note_failure(reason, Instant::now()) {
            Some(Line::Began) => tracing::error!(
                %error,
                "The store does not work: {reason}. Nothing is stored, and no hand goes on, until it \
                 does. Further failures are summed up every {} s.",
                SUM_UP_AFTER.as_secs(),
            ),
            Some(Line::Continues { unsaid, seconds }) => tracing::error!(
                failures = unsaid,
                seconds,
                %error,
                "The store still does not work: {reason}."
            ),
            Some(Line::Over { .. }) | None => {}
        }
        true
    }

    /// Returns `true` for an error that every caller of the store would get.
    #[must_use]
    pub fn is_outage(&self, error: &StoreError) -> bool {
        outage(error).is_some()
    }

    /// Notes that the store has stored something.
    pub fn worked(&self) {
        if let Some(Line::Over { failures, seconds }) = self.note_success(Instant::now()) {
            tracing::warn!(failures, seconds, "The store works again.");
        }
    }

    /// Returns why the store does not work; `None` if it does.
    #[must_use]
    pub fn trouble(&self) -> Option<&'static str> {
        self.0.outage.lock().as_ref().map(|outage| outage.reason)
    }

    /// Returns a receiver of whether the store fails, as [`trouble`](Self::trouble) says.
    #[must_use]
    pub fn fails(&self) -> watch::Receiver<bool> {
        self.0.fails.subscribe()
    }

    fn note_failure(&self, reason: &'static str, now: Instant) -> Option<Line> {
        let mut outage = self.0.outage.lock();
        let Some(outage) = outage.as_mut() else {
            let (since, last_failure, last_line) = (now, now, now);
            let (failures, unsaid) = (1, 0);
            *outage = Some(Outage { since, last_failure, last_line, failures, unsaid, reason });
            self.0.fails.send_replace(true);
            return Some(Line::Began);
        };
        outage.last_failure = now;
        outage.failures += 1;
        outage.unsaid += 1;
        outage.reason = reason;
        if now.duration_since(outage.last_line) < SUM_UP_AFTER {
            return None;
        }
        outage.last_line = now;
        let unsaid = std::mem::take(&mut outage.unsaid);
        Some(Line::Continues { unsaid, seconds: now.duration_since(outage.since).as_secs() })
    }

    fn note_success(&self, now: Instant) -> Option<Line> {
        let mut state = self.0.outage.lock();
        let outage = state.as_ref()?;
        if now.duration_since(outage.last_failure) < QUIET {
            return None;
        }
        let (failures, seconds) = (outage.failures, now.duration_since(outage.since).as_secs());
        *state = None;
        self.0.fails.send_replace(false);
        Some(Line::Over { failures, seconds })
    }
}

/// Returns what is wrong with the store; `None` if the error concerns a single unit.
fn outage(error: &StoreError) -> Option<&'static str> {
    match error {
        StoreError::Database(text) | StoreError::NotWritten(text) => {
            let text = text.to_lowercase();
            let is_full = ["disk is full", "disk full", "no space left", "disk quota"];
            Some(if is_full.iter().any(|words| text.contains(words)) {
                "the disk is full"
            } else {
                "the database fails"
            })
        }
        StoreError::Tls(_) => Some("the database cannot be reached over TLS"),
        StoreError::LogFailed(_) => Some("the redo log failed"),
        StoreError::NoReplica => Some("no replica confirms commits"),
        StoreError::TakenOver => Some("another room has taken over the database"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_said_once_and_then_summed_up() {
        let health = StoreHealth::default();
        let mut fails = health.fails();
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        assert_eq!((health.trouble(), health.note_success(start)), (None, None));
        // Two hundred failures a second for a minute and a half.
        let lines: Vec<Line> =
            (0..18_000).filter_map(|n| health.note_failure("it fails", at(n * 5))).collect();
        assert_eq!(
            lines,
            [
                Line::Began,
                Line::Continues { unsaid: 6_000, seconds: 30 },
                Line::Continues { unsaid: 6_000, seconds: 60 },
            ]
        );
        assert_eq!(health.trouble(), Some("it fails"));
        assert!(*fails.borrow_and_update());
        assert_eq!(health.note_success(at(90_100)), None, "one write does not make it well");
        assert_eq!(health.trouble(), Some("it fails"));
        assert!(!fails.has_changed().unwrap());
        let over = Line::Over { failures: 18_000, seconds: 95 };
        assert_eq!(health.note_success(at(95_000)), Some(over));
        assert_eq!((health.trouble(), health.note_success(at(95_001))), (None, None));
        assert!(fails.has_changed().unwrap() && !*fails.borrow_and_update());
        assert_eq!(health.note_failure("again", at(96_000)), Some(Line::Began));
    }

    #[test]
    fn a_full_disk_is_called_one_and_a_refused_unit_is_no_outage() {
        let database = |text: &str| StoreError::Database(text.to_owned());
        let full = database("error returned from database: (code: 13) database or disk is full");
        assert_eq!(outage(&full), Some("the disk is full"));
        let full = database("could not extend file: No space left on device");
        assert_eq!(outage(&full), Some("the disk is full"));
        assert_eq!(outage(&database("disk I/O error")), Some("the database fails"));
        assert_eq!(outage(&StoreError::Overdrawn { id: "x".to_owned() }), None);
        let health = StoreHealth::default();
        assert!(!health.failed(&StoreError::Damaged("x".to_owned())) && health.trouble().is_none());
    }
}

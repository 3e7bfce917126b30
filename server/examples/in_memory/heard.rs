//! Measurements of what the players receive.

use cardroom_bot::Probe;
use cardroom_bot::probe::ActionSeen;
use cardroom_protocol::ErrorCode;
use hdrhistogram::Histogram;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Players are spread over this many slots by the last bits of their numbers,
/// to reduce lock contention.
const PLACES: usize = 64;
/// The largest recorded time. Longer times count as this one.
const LONGEST_US: u64 = 600_000_000;

/// Observes all players of a run.
pub(crate) struct Ears {
    counts: AtomicBool,
    places: Vec<Mutex<Times>>,
    refused: AtomicU64,
    errors: AtomicU64,
}

struct Times {
    seen: Histogram<u64>,
    due: Histogram<u64>,
}

pub(crate) struct Heard {
    /// The time from handing an action to the session until its player reads it at
    /// the table, in microseconds.
    pub(crate) seen: Histogram<u64>,
    /// The same, but from when the action was due, even if this process was late.
    pub(crate) due: Histogram<u64>,
    /// Actions that were refused.
    pub(crate) refused: u64,
    /// Violations of the protocol.
    pub(crate) errors: u64,
}

fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST_US, 2).expect("these bounds are bounds")
}

impl Times {
    fn new() -> Self {
        Self { seen: histogram(), due: histogram() }
    }
}

impl Ears {
    pub(crate) fn new() -> Self {
        let places = (0..PLACES).map(|_| Mutex::new(Times::new())).collect();
        Self {
            counts: AtomicBool::new(false),
            places,
            refused: AtomicU64::new(0),
            errors: AtomicU64::new(0),
        }
    }

    /// Starts to count actions.
    pub(crate) fn begin(&self) {
        self.counts.store(true, Ordering::Relaxed);
    }

    /// Stops counting and returns the results.
    pub(crate) fn end(&self) -> Heard {
        self.counts.store(false, Ordering::Relaxed);
        let mut all = Times::new();
        for place in &self.places {
            let place = place.lock();
            all.seen += &place.seen;
            all.due += &place.due;
        }
        let Times { seen, due } = all;
        let [refused, errors] =
            [&self.refused, &self.errors].map(|count| count.load(Ordering::Relaxed));
        Heard { seen, due, refused, errors }
    }
}

impl Probe for Ears {
    fn action_seen(&self, seen: &ActionSeen) {
        let Some(own) = seen.own.filter(|_| self.counts.load(Ordering::Relaxed)) else { return };
        let since = |from: Duration| {
            let took = seen.received.saturating_sub(from).as_micros();
            u64::try_from(took).unwrap_or(LONGEST_US).clamp(1, LONGEST_US)
        };
        let mut times = self.places[seen.bot % PLACES].lock();
        times.seen.saturating_record(since(own.sent));
        times.due.saturating_record(since(own.intended));
    }

    fn action_refused(&self, _: usize, _: Duration, _: ErrorCode) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    fn protocol_error(&self, _: usize, _: Duration, _: &str) {
        self.errors.fetch_add(1, Ordering::Relaxed);
    }
}

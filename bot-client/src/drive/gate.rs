//! The rate of new connections.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Spreads connections evenly over time.
#[derive(Debug)]
pub struct ConnectGate {
    spacing: Duration,
    /// Nanoseconds from the start to the next free slot.
    next: AtomicU64,
}

impl ConnectGate {
    /// Makes a gate that admits this number of connections per second.
    #[must_use]
    pub fn per_second(rate: u32) -> Self {
        let spacing = Duration::from_secs(1) / rate.max(1);
        Self { spacing, next: AtomicU64::new(0) }
    }

    /// Takes the next slot and returns its time, on the clock of `now`.
    pub(super) fn take_slot(&self, now: Duration) -> Duration {
        let spacing = nanos(self.spacing);
        let now = nanos(now);
        let update = |next: u64| Some(next.max(now).saturating_add(spacing));
        let before = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, update);
        Duration::from_nanos(before.unwrap_or(now).max(now))
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_spaced_out() {
        let gate = ConnectGate::per_second(10);
        let slots: Vec<_> = (0..3).map(|_| gate.take_slot(Duration::ZERO).as_millis()).collect();
        assert_eq!(slots, [0, 100, 200]);
        // Unused slots are not saved.
        assert_eq!(gate.take_slot(Duration::from_secs(5)).as_millis(), 5_000);
        assert_eq!(gate.take_slot(Duration::from_secs(5)).as_millis(), 5_100);
    }
}

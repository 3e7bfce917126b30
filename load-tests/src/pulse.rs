//! Measures this process's delay with a timer that fires every ten milliseconds and records how
//! late it was. A generator that is late measures its own queue, not the server's.

use crate::figures::Distribution;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

const PERIOD: Duration = Duration::from_millis(10);

/// A timer that fires until it is stopped or dropped.
pub(crate) struct Pulse {
    stop: CancellationToken,
    noted: Arc<Mutex<Noted>>,
}

#[derive(Default)]
struct Noted {
    lateness: Distribution,
    /// The longest delay since the last report.
    worst: Duration,
    /// When the timer fires next.
    due: Option<Instant>,
}

impl Pulse {
    pub(crate) fn start() -> Self {
        let (stop, noted) = (CancellationToken::new(), Arc::<Mutex<Noted>>::default());
        noted.lock().due = Some(Instant::now() + PERIOD);
        tokio::spawn(ring(stop.clone(), Arc::clone(&noted)));
        Self { stop, noted }
    }

    /// Drops the measurements of the warm-up.
    pub(crate) fn forget(&self) {
        let mut noted = self.noted.lock();
        noted.catch_up();
        noted.lateness = Distribution::default();
    }

    /// Returns the longest delay since the last call.
    pub(crate) fn take_worst(&self) -> Duration {
        std::mem::take(&mut self.noted.lock().worst)
    }

    /// Stops, and returns the delay of each firing.
    pub(crate) fn stop(&self) -> Distribution {
        let mut noted = self.noted.lock();
        if !self.stop.is_cancelled() {
            self.stop.cancel();
            // The timer may not have noticed a stall that is just ending.
            noted.catch_up();
        }
        noted.lateness.clone()
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Noted {
    /// Records each firing missed during a stall with its own delay.
    fn catch_up(&mut self) {
        let now = Instant::now();
        while let Some(due) = self.due.filter(|due| *due <= now) {
            let late = now - due;
            self.lateness.record(late);
            self.worst = self.worst.max(late);
            self.due = Some(due + PERIOD);
        }
    }
}

async fn ring(stop: CancellationToken, noted: Arc<Mutex<Noted>>) {
    while !stop.is_cancelled() {
        let Some(due) = noted.lock().due else { return };
        tokio::select! {
            () = tokio::time::sleep_until(due) => {}
            () = stop.cancelled() => return,
        }
        let mut noted = noted.lock();
        if !stop.is_cancelled() {
            noted.catch_up();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_blocked_runtime_is_noticed() {
        let pulse = Pulse::start();
        tokio::task::yield_now().await;
        // Nothing else runs meanwhile, because the test's runtime has one thread.
        std::thread::sleep(Duration::from_millis(120));
        let lateness = pulse.stop();
        let worst = lateness.quantile(1.0).unwrap();
        assert!(worst >= Duration::from_millis(100), "{worst:?}");
        assert!(lateness.count() >= 10, "the missed rings count as well: {}", lateness.count());
        assert!(pulse.take_worst() >= Duration::from_millis(100));
        assert_eq!(pulse.take_worst(), Duration::ZERO, "it is told once");
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(pulse.stop().count(), lateness.count(), "a stopped one does not ring");
    }
}

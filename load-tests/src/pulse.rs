//! How late this process is: a timer that rings every ten milliseconds and notes by how much it
//! missed. A generator that is late itself measures its own queue, not the server's.

use crate::figures::Distribution;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

const PERIOD: Duration = Duration::from_millis(10);

/// A timer that rings until it is stopped or dropped.
pub(crate) struct Pulse {
    stop: CancellationToken,
    noted: Arc<Mutex<Noted>>,
}

#[derive(Default)]
struct Noted {
    lateness: Distribution,
    /// The worst since it was last asked for.
    worst: Duration,
    /// When the next ring is due.
    due: Option<Instant>,
}

impl Pulse {
    pub(crate) fn start() -> Self {
        let (stop, noted) = (CancellationToken::new(), Arc::<Mutex<Noted>>::default());
        lock(&noted).due = Some(Instant::now() + PERIOD);
        tokio::spawn(ring(stop.clone(), Arc::clone(&noted)));
        Self { stop, noted }
    }

    /// Forgets how late it was: that belongs to the warm-up.
    pub(crate) fn forget(&self) {
        let mut noted = lock(&self.noted);
        noted.catch_up();
        noted.lateness = Distribution::default();
    }

    /// The latest ring since it was last asked for.
    pub(crate) fn take_worst(&self) -> Duration {
        std::mem::take(&mut lock(&self.noted).worst)
    }

    /// Stops, and tells how late each ring was.
    pub(crate) fn stop(&self) -> Distribution {
        let mut noted = lock(&self.noted);
        if !self.stop.is_cancelled() {
            self.stop.cancel();
            // A stall just now may not have come to the timer's notice.
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
    /// Rings that were missed during a stall are rung late, one by one, each with its own lateness.
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
        let Some(due) = lock(&noted).due else { return };
        tokio::select! {
            () = tokio::time::sleep_until(due) => {}
            () = stop.cancelled() => return,
        }
        let mut noted = lock(&noted);
        if !stop.is_cancelled() {
            noted.catch_up();
        }
    }
}

/// What a panicking thread left behind is counts, which are never half written.
fn lock(noted: &Mutex<Noted>) -> MutexGuard<'_, Noted> {
    noted.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_blocked_runtime_is_noticed() {
        let pulse = Pulse::start();
        tokio::task::yield_now().await;
        // Nothing else runs meanwhile: the test's runtime has one thread.
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

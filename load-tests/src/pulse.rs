//! How late this process is: a timer that rings every ten milliseconds and notes by how much it
//! missed. A generator that is late itself measures its own queue, not the server's.

use crate::figures::Distribution;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

const PERIOD: Duration = Duration::from_millis(10);

/// A timer that rings.
pub(crate) struct Pulse {
    stop: CancellationToken,
    task: JoinHandle<Distribution>,
}

impl Pulse {
    /// Starts to ring.
    pub(crate) fn start() -> Self {
        let stop = CancellationToken::new();
        let task = tokio::spawn(ring(stop.clone()));
        Self { stop, task }
    }

    /// Stops, and tells how late each ring was.
    pub(crate) async fn stop(self) -> Distribution {
        self.stop.cancel();
        self.task.await.unwrap_or_default()
    }
}

/// Rings that were missed during a stall are rung late, one by one, each with its own lateness.
async fn ring(stop: CancellationToken) -> Distribution {
    let mut lateness = Distribution::default();
    let mut due = Instant::now() + PERIOD;
    loop {
        tokio::select! {
            () = tokio::time::sleep_until(due) => {
                lateness.record(due.elapsed());
                due += PERIOD;
            }
            () = stop.cancelled() => break,
        }
    }
    // A stall just now may not have come to the timer's notice.
    while due <= Instant::now() {
        lateness.record(due.elapsed());
        due += PERIOD;
    }
    lateness
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
        let lateness = pulse.stop().await;
        let worst = lateness.quantile(1.0).unwrap();
        assert!(worst >= Duration::from_millis(100), "{worst:?}");
        assert!(lateness.count() >= 10, "the missed rings count as well: {}", lateness.count());
    }
}

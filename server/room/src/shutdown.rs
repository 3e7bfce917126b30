//! Opening and closing of the room: the visible phase, the signals that end it, and the
//! tasks to wait for.

use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

/// The phase of the room between its start and its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Tables are still being restored.
    Starting,
    Open,
    /// Hands in progress are finished. No new players come in, but those who are
    /// playing may come back.
    Draining,
    /// Every connection gets a goodbye.
    Parting,
    /// Nothing is served any more.
    Closed,
}

/// The room's phase and its tasks. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Lifecycle {
    phase: watch::Sender<Phase>,
    /// Tasks that end on their own when the room closes.
    pub tasks: TaskTracker,
}

impl Default for Lifecycle {
    fn default() -> Self {
        Self { phase: watch::Sender::new(Phase::Starting), tasks: TaskTracker::new() }
    }
}

impl Lifecycle {
    #[must_use]
    pub fn phase(&self) -> Phase {
        *self.phase.borrow()
    }

    /// Runs a future as one of the room's tasks. Its log lines have the fields of whoever starts it:
    /// the connection and the account.
    pub fn spawn<F>(&self, future: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        self.tasks.spawn(future.in_current_span())
    }

    /// Enters a phase. There is no way back to an earlier one.
    pub fn enter(&self, phase: Phase) {
        self.phase.send_if_modified(|now| {
            let later = phase > *now;
            *now = phase.max(*now);
            later
        });
    }

    /// Returns once the room has reached a phase.
    pub async fn reached(&self, phase: Phase) {
        let mut phases = self.phase.subscribe();
        // The sender lives in `self`, so the channel cannot close while this waits.
        let _ = phases.wait_for(|now| *now >= phase).await;
    }

    /// Waits for the tasks, but at most this long.
    pub async fn wait_for_tasks(&self, at_most: Duration) {
        self.tasks.close();
        if tokio::time::timeout(at_most, self.tasks.wait()).await.is_err() {
            tracing::warn!(
                left = self.tasks.len(),
                "tasks did not end in time; the room closes without them"
            );
        }
    }
}

/// The signals that ask the room to close.
#[derive(Debug)]
pub struct Signals {
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Installs handlers for SIGTERM, SIGINT and SIGHUP. The last comes when a terminal closes.
    ///
    /// # Errors
    /// The system refuses the handlers.
    pub fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Drops signals that have already arrived.
    pub fn forget(&mut self) {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        while self.terminate.poll_recv(&mut context).is_ready() {}
        while self.hang_up.poll_recv(&mut context).is_ready() {}
        while self.interrupt.poll_recv(&mut context).is_ready() {}
    }

    /// Waits for the next signal and returns its name.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.hang_up.recv() => "SIGHUP",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_phase_is_never_left_for_an_earlier_one() {
        let lifecycle = Lifecycle::default();
        lifecycle.enter(Phase::Draining);
        lifecycle.enter(Phase::Open);
        assert_eq!(lifecycle.phase(), Phase::Draining);
        lifecycle.reached(Phase::Open).await;
        lifecycle.reached(Phase::Draining).await;
        let closed =
            tokio::time::timeout(Duration::from_millis(5), lifecycle.reached(Phase::Closed));
        assert!(closed.await.is_err());
    }
}

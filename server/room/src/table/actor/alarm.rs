//! The timer that a table sleeps by.

use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// A timer for a table's deadline. The deadline moves with every action, usually further away. So
/// the timer is only moved to fire earlier. If it fires too early, it is set again.
pub(super) struct Alarm {
    timer: Pin<Box<Sleep>>,
}

impl Alarm {
    pub(super) fn new() -> Self {
        Self { timer: Box::pin(tokio::time::sleep(Duration::ZERO)) }
    }

    pub(super) async fn rings_at(&mut self, deadline: Option<Instant>) {
        let Some(deadline) = deadline else { return std::future::pending().await };
        if self.timer.is_elapsed() || deadline < self.timer.deadline() {
            self.timer.as_mut().reset(deadline);
        }
        self.timer.as_mut().await;
        while Instant::now() < deadline {
            self.timer.as_mut().reset(deadline);
            self.timer.as_mut().await;
        }
    }
}

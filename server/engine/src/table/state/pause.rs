//! The pause by the floor, in which the time of a table stands still.

use cardroom_rules::{Appended, Millis};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pause {
    pub(super) paused: bool,
    /// When the time stopped.
    pub(super) stopped_at: Appended<Option<Millis>>,
}

impl Pause {
    pub(crate) fn is_on(&self) -> bool {
        self.paused
    }

    /// Returns the time at the table: the beginning of the pause while it is on, else `now`.
    #[inline]
    pub(crate) fn time(&self, now: Millis) -> Millis {
        self.stopped_at.unwrap_or(now)
    }

    pub(crate) fn set(&mut self, paused: bool) {
        self.paused = paused;
    }

    pub(crate) fn stop_time(&mut self, at: Millis) {
        *self.stopped_at = Some(at);
    }

    pub(crate) fn let_time_run(&mut self) {
        *self.stopped_at = None;
    }
}

//! The figures of a run with hooks.

use super::compare::Counts;
use serde::Serialize;
use std::fmt;

/// Counts of the events, kills and orders of a run with hooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(in crate::scenario::chaos) struct HookFigures {
    #[serde(flatten)]
    pub(super) arrived: Counts,
    /// Kills after the commit of an event that had not arrived yet.
    pub(super) before_attempt: u64,
    /// Kills while the receiver had an event and had not answered.
    pub(super) during_attempt: u64,
    /// Kills after an order was sent, before its answer was read.
    pub(super) during_order: u64,
    /// Orders that were carried out, by the answer to their key.
    pub(super) orders_done: u64,
    /// Orders whose end the room did not know when their key came again.
    pub(super) orders_unfinished: u64,
    /// Orders that a room refused, because it could not store them.
    pub(super) orders_refused: u64,
}

impl fmt::Display for HookFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { events, requests, repeated } = self.arrived;
        writeln!(
            f,
            "hooks             {events} events came in {requests} requests, {repeated} of them \
             again; killed {} times before an attempt, {} times during one, {} times during an order",
            self.before_attempt, self.during_attempt, self.during_order
        )?;
        writeln!(
            f,
            "keys              {} orders were done, {} refused, and of {} the room did not know the end",
            self.orders_done, self.orders_refused, self.orders_unfinished
        )
    }
}

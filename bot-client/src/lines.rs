//! The line protocol between a table and a program, without processes and clocks.
//!
//! A [`Dialog`] turns the view that a brain has of its [`Table`](crate::Table) into lines to the
//! program, and the bytes that come back into answers and faults. Whoever hosts it moves the bytes
//! and watches the time. All cards of a line come from the table, which has what the seat sees.

mod dialog;
mod hearing;
mod seen;

pub use dialog::{Ask, Dialog, Heard};
pub use hearing::Told;

use std::time::Duration;

/// The limits of time that a program learns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeLimits {
    /// The longest time of one decision. `None` leaves it to the clock of the table.
    pub turn: Option<Duration>,
    /// The longest time of all decisions together.
    pub bank: Option<Duration>,
}

/// Returns a time in milliseconds, rounded down.
fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

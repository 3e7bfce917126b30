//! The director of a tournament: a state machine that seats players, keeps the clock, moves them
//! between tables, ranks who is out and divides what there is to win.
//!
//! It never reaches into a table: it sends [`Ordered`] orders and receives [`Report`]s. Time, reports
//! and every random draw are inputs, so a log of its events replays to the same state. This crate
//! knows no socket, clock, file, randomness or engine.
#![forbid(unsafe_code)]

mod order;
mod report;

pub use order::{Deal, Entering, Order, OrderNo, Ordered};
pub use report::{HandFinished, Outcome, Report, Standing, Upcoming};

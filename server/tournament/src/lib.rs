//! The director of a tournament: a state machine that seats players, keeps the clock, moves them
//! between tables, ranks who is out and divides what there is to win.
//!
//! It never reaches into a table: it sends [`Ordered`] orders and receives [`Report`]s. Time, reports
//! and every random draw are inputs, so a log of its events replays to the same state. This crate
//! knows no socket, clock, file, randomness or engine.
#![forbid(unsafe_code)]

mod director;
mod draws;
mod entry;
mod event;
mod input;
mod order;
pub mod prizes;
mod refusal;
mod report;
pub mod seating;
mod setup;
mod table;

pub use director::{Clock, Director, Phase};
pub use draws::Draws;
pub use entry::{Entry, Whereabouts};
pub use event::Event;
pub use input::Input;
pub use order::{Chair, Deal, Entering, Order, OrderNo, Ordered};
pub use refusal::Refusal;
pub use report::{HandFinished, Outcome, Report, Standing, Upcoming};
pub use setup::Setup;
pub use table::{Arrival, Doing, Table, Vacancy};

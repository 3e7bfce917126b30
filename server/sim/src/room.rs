//! Plays a whole room from a seed: the real tables, directors, clients, cashier and journal, with a
//! store in memory and bots as players, and with faults of all kinds. No part reads a real clock.
//! Time advances when all tasks are idle.
//!
//! A seed is played in several lives of the process, each on its own runtime with paused time. A
//! crash drops the runtime with everything in it. The next life begins from the store.

mod deals;
mod disk;
mod ending;
mod floor;
mod life;
mod line;
mod notes;
mod plan;
mod watch;

pub mod script;

pub use notes::Counts;
pub use script::{Outcome, Script, keep_panics, run};

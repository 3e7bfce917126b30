//! A whole room under a seed: the real tables, directors, clients, cashier and journal, on a store
//! in memory, with bots for players, and everything going wrong that can. Nothing in it knows a
//! clock: time passes when nobody has anything left to do.
//!
//! A seed is played in lives of the process, each on a runtime of its own whose time is paused: a
//! crash drops that runtime with everything in it, and the next life begins with what the store
//! has.

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

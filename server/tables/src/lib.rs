//! The seam between the engine and the director of a tournament.
//!
//! The director speaks of players, chips and hands, and knows no cards. The engine speaks of seats
//! and inputs, and knows no tournament. An [`OrderDesk`] at each table turns the director's
//! instructions into inputs, and their results into reports. It is pure: the room, the simulator and
//! the rule cases all deal with it.
#![forbid(unsafe_code)]

mod orders;

pub use orders::{LevelPlays, OrderDesk, upcoming};

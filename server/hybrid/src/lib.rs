//! Tables where people deal and talk: virtual reality, cameras, RFID tables, a live dealer.
//!
//! [`HybridTable`] holds a [`Table`](cardroom_engine::Table) of the engine. The table asks what
//! people said and did with their chips where that may decide the play
//! ([`People`](cardroom_engine::People)); this crate judges it by the rulebook, and turns it into
//! rulings and exact actions. All bounds of a bet come from the table, and chips move only through
//! its actions. Whatever is remembered of words and chips follows from the table's events, so a log
//! replays to the same state.
//!
//! Errors of the deal are ruled on in the engine: a ruling moves cards whose order only the engine
//! opens, and a plain table can find its deck fouled, too.
#![doc = ""]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod table;

mod gestures;

mod declarations;
mod memory;
mod step;

pub use declarations::Declarations;
pub use table::HybridTable;

//! A league runs its season: results that survive restarts, and every view of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod results;
mod room;
mod season;

//! A league runs its season: results that stay over restarts, and everything that is told of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod results;
mod room;
mod season;

//! A table's task with a store behind it: stored records, messages to players, and failures of the
//! store or the process.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

#[path = "../support/mod.rs"]
mod support;

mod answers;
mod evening;
mod event;
mod failures;
mod going_on;
mod play;
mod room;
mod watching;

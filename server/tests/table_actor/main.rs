//! A table's task with a store behind it: what is stored, what players hear, and what happens when
//! the store fails or the process ends.

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

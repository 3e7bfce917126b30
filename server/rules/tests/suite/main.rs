//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

mod citations;
mod listing;
mod presets;
mod shipped;
mod structures;

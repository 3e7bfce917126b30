//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod files;
mod room;

mod made;
mod mutations;
mod primitives;
mod python;
mod random_changes;
mod sessions;
mod vectors;

//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod hands_room;
mod shipped;

mod cases;
mod cases_random;
mod coverage;
mod hands;
mod hands_buttons;
mod hands_formats;
mod hands_sites;
mod mutate;
mod page;

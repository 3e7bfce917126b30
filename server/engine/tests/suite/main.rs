//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom_engine::Table;

mod common;

mod absent;
mod betting;
mod button_and_blinds;
mod clock;
mod disputes;
mod floor;
mod games;
mod impossible;
mod misdealt;
mod ordered;
mod pauses;
mod pots_and_showdown;
mod random_play;
mod seating;
mod set_up;
mod settings;
mod shown_after;
mod shuffle;
mod undone;

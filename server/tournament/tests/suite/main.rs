//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

mod by_the_book;
mod direction;
mod random_tournaments;
mod real_prizes;
mod results;
mod rulebook_prizes;
mod seating;

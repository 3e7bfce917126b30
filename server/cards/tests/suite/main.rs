//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod fixtures;
mod naive;

mod binary_card;
mod high_counts;
mod high_properties;
mod ranking_compared;
mod ranking_counts;
mod ranking_equities;
mod ranking_properties;

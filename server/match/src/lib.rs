//! Matches between bots: seeded decks, each deal played from every seat, and a rate of winning
//! with an interval.
//!
//! The crate has a pure part (which deals are played by whom and in what order, with which cards,
//! and what the results are worth) and the seats around it, which are brains or programs.
//! A session hosts a [`TableCore`](cardroom_tables::TableCore) in memory. It decides nothing about
//! poker itself.
#![forbid(unsafe_code)]

pub mod seat;

pub mod carry;
pub mod decks;
pub mod game;
pub mod schedule;
pub mod stats;

pub mod acpc;
pub mod brains;
pub mod exec;
pub mod history;
pub mod html;
pub mod keep;
pub mod reduce;
mod remote;
pub mod report;
pub mod room;
pub mod run;
pub mod score;
pub mod session;
pub mod text;
pub mod tournament;

#[cfg(test)]
mod samples;

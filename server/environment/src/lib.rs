//! Cardroom's engine as an environment to learn in.
//!
//! A [`State`](state::State) is one hand: whose turn it is, what is legal, and what each seat won.
//! A [`Batch`](batch::Batch) steps many tables at once. [`matches`] plays `cardroom match` in this
//! process. The engine decides everything about poker. This crate turns numbers into actions, and
//! what a seat sees into numbers.
//!
//! The feature `python` adds the module for Python, a thin layer without decisions.
#![forbid(unsafe_code)]

pub mod state;

pub mod actions;
pub mod batch;
pub mod felt;
pub mod laid;
pub mod layout;
pub mod matches;
pub mod mirror;
pub mod options;
pub mod world;

mod error;

#[cfg(feature = "python")]
mod python;

#[cfg(test)]
mod tests;

pub use error::EnvError;

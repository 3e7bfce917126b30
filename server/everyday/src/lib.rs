//! Reads the sources of this repository, for the walls of the house and for `cargo counts`.
#![forbid(unsafe_code)]

pub mod reading;

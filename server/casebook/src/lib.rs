//! Rule cases and real hands, run against the engine.
//!
//! [`cases`] plays scripts that use the terms of a rulebook, and compares the engine's results with
//! the book's. [`hands`] replays histories of real hands and compares final stacks. Both take texts
//! and return reports. This crate opens no file and does no poker arithmetic of its own: every
//! value comes from the engine.
#![forbid(unsafe_code)]

pub mod cases;
pub mod coverage;
pub mod hands;
pub mod mutate;
pub mod page;
pub mod proof;

//! Rule cases and real hands, run against the engine.
//!
//! [`cases`] plays scripts written in the words of a rulebook and compares what the engine says
//! with what the book says; [`hands`] replays histories of hands that were really played and
//! compares final stacks. Both are given texts and return reports: this crate opens no file,
//! and it holds no poker arithmetic of its own. What it asserts, the engine has said.
#![forbid(unsafe_code)]

pub mod cases;
pub mod coverage;
pub mod hands;
pub mod mutate;
pub mod page;

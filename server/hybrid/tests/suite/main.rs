//! The tests of this crate that use it from outside, in one program. They share the test table of
//! the engine.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom_hybrid::HybridTable as Table;

#[path = "../../../engine/tests/suite/common/mod.rs"]
mod common;

mod random_words;
mod words;

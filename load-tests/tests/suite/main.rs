//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod chaos;
mod curve;
mod floor;
mod generators;
mod interrupted;
mod limits;
mod many_tables;
mod ring;
mod scenarios;
mod siege;
mod targets;
mod wss;

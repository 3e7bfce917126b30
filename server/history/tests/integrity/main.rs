//! Integrity measures, from hands built for a single figure each, and from thousands of real hands
//! with a planted pair.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod built;
mod measures;
mod planted;

//! The repository, read as texts: its files, its manifests, and its sources as tokens.
//!
//! `tests/walls.rs` holds the walls of the house with it, and `cargo counts` counts.

pub mod circles;
pub mod manifest;
pub mod sizes;
pub mod source;
pub mod tree;

//! The floor of a tournament over real sockets: permissions for each command, announcements, the
//! audit trail, and undo.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// The client of the hostile tests, which sends whatever a test wants.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;

mod before_the_start;
mod deals;
mod event;
mod in_play;
mod terminal;
mod who_may;

//! The floor of a tournament over real sockets: who may give which command, what everybody is told
//! of it, what is kept, and how far it can be taken back.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// What hostile clients are tested with: a client that does what it is told.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;

mod before_the_start;
mod deals;
mod event;
mod in_play;
mod remedies;
mod terminal;
mod who_may;

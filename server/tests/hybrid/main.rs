//! Hybrid tables over real sockets: declarations, pushed chips, announcements, and the floor.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// From the hostile tests: a client that sends whatever a test wants, and a table in play.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;
#[path = "../hostile/playing.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod playing;

mod felt;

mod bots;
mod dealing;
mod floor;
mod hostile;
mod out_of_turn;
mod recovery;
mod rulings;

//! Hands that are over: every game in every format and back, found and read over sockets and as
//! files, each viewer's own version.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// What hostile clients are tested with: a client that does what it is told.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;

mod dealt;
mod integrity;
mod over_sockets;
mod round_trip;

//! Finished hands: every game in every format and back, found and read over sockets and as files,
//! in each viewer's own version.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// The client of the hostile tests, which sends whatever a test wants.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;

mod dealt;
mod integrity;
mod over_sockets;
mod round_trip;

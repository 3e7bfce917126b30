//! The guards of a room: its security log, `/readyz`, the limits of its files, and the rules for
//! taking a seat.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// The room of the tests with hostile clients.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;
mod files;
mod ready;
mod seats;
mod security_log;

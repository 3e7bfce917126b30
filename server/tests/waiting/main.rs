//! Waiting lists for seats at full tables, over real sockets. Tests about time run without a
//! runtime.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// The client of the hostile tests, which sends whatever a test wants.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;
// A room, and people who come in.
#[path = "../support/hold_em.rs"]
mod hold_em;
#[path = "../hosting/house.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod house;

mod away;
mod line;

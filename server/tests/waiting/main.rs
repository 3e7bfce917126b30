//! Lines for a seat at full tables: over real sockets, and as far as time is concerned without a
//! runtime.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// What hostile clients are tested with: a client that does what it is told.
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

//! Private tables and tournaments over real sockets: permission and terms to open one, visibility,
//! the rights of the host, and what remains after it closes or the room restarts.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// The client of the hostile tests, which sends whatever a test wants.
#[path = "../hostile/client.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod client;

// A server that is killed, and PostgreSQL.
#[path = "../support/mod.rs"]
mod support;

mod bots;
mod chat;
mod closing;
mod evening;
mod floor;
mod guests;
mod house;
mod killed;
mod ledger;
mod limits;
mod operators;
mod prizes;
mod restart;
mod secrecy;
mod sign_in;
mod tournaments;
mod value;
mod visitors;

//! Private tables and tournaments over real sockets: who opens one and on which terms, who finds it
//! and who does not, what its host may do there, and what is left of it when it closes or the room
//! is started again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

// What hostile clients are tested with: a client that does what it is told.
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

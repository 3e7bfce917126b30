//! Connections: the socket, the login, and the outbox every message for a client goes through.

pub mod client;
pub mod connection;
mod duplex;
mod fragments;
pub mod host;
pub mod outbox;
mod violation;

pub use violation::Violation;

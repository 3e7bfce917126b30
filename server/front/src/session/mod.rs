//! Connections: the socket, the sign-in, and the outbox for all messages to a client.

pub mod client;
pub mod connection;
mod duplex;
mod fragments;
pub mod in_memory;
pub(crate) mod visit;

//! The HTTP API of a room without a socket. A request becomes messages of the protocol, and the
//! server's answers to them become one answer over HTTP. Who may do what is decided where the
//! messages go, so the API has no rules of its own.
//!
//! [`operations`] is the table of everything that the API can do. [`call`] reads a request by it,
//! [`messages`] writes the messages by their [`template`]s, and [`exchange`] waits for their answers.
//! [`once`] keeps a request that comes again from being done again. [`openapi`] has the description
//! of the API.
#![forbid(unsafe_code)]

pub mod call;
pub mod exchange;
mod file;
pub mod forms;
mod league;
pub mod messages;
pub mod once;
pub mod openapi;
mod opening;
pub mod operations;
pub mod place;
pub mod problem;
pub mod rates;
mod roster;
pub mod tag;
pub mod template;

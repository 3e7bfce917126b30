//! The way of clients into a poker room: HTTP, WebSockets, sessions, and the page. A session turns
//! frames into requests to the tasks of `cardroom-room`, and their answers into frames.
//!
//! `server/ARCHITECTURE.md` gives an overview.

pub mod http;
pub mod session;

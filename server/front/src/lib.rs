//! What clients reach of a poker room: HTTP, WebSockets, sessions, and the page in a browser. A
//! session turns frames into requests to the tasks of `cardroom-room`, and their answers into frames.
//!
//! `server/ARCHITECTURE.md` gives an overview.

pub mod http;
pub mod session;

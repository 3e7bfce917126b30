//! The line protocol, `cardroom.lines.v1`: a program plays poker by reading and writing one JSON
//! object a line, on standard input and standard output.
//!
//! [`ToBot`] is a line to the program and [`FromBot`] one from it. Actions, cards, legal actions
//! and events are those of `cardroom.v1.json`. `LINES.md` in this crate is the reference for
//! authors of bots, and is written from the comments below. Lines exist in JSON only.
//!
//! ```
//! use cardroom_protocol::ids::AskId;
//! use cardroom_protocol::line::{FromBot, Reply};
//! use cardroom_protocol::table::Action;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let read = FromBot::read(br#"{"id":7,"action":"Check"}"#)?;
//! assert_eq!(read, FromBot::Answer(AskId(7), Reply::Action(Action::Check)));
//! # Ok(())
//! # }
//! ```

mod fault;
mod from_bot;
mod to_bot;

pub use fault::LineFault;
pub use from_bot::{AnswerLine, FromBot, Malformed, ReadyLine, Reply, Weighted};
pub use to_bot::{
    ActLine, EndLine, EventLine, HandLine, HelloLine, LinePlayer, LineResult, LineSeat, OfferLine,
    Question, ResultLine, ToBot,
};

/// The name of the protocol, in [`HelloLine::protocol`].
pub const PROTOCOL: &str = "cardroom.lines.v1";

/// The longest line that a bot may write, in bytes without the end of the line.
pub const MAX_LINE_BYTES: usize = 64 * 1024;

/// The most bytes that may wait unread, in either direction.
pub const MAX_UNREAD_BYTES: usize = 1024 * 1024;

/// The most events in an [`ActLine`]: the latest ones.
pub const MAX_ACT_EVENTS: usize = crate::limits::MAX_ITEMS_PER_FRAME;

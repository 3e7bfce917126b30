//! The messages between a Cardroom server and its clients.
//!
//! The messages are plain Rust types with two encodings: [`Encoding::Binary`] (subprotocol
//! `cardroom.v1.bin`, bincode bodies in tagged, length-prefixed items) and [`Encoding::Json`]
//! (`cardroom.v1.json`). `PROTOCOL.md` in this crate is the reference for people who write clients
//! in other languages. This crate does not depend on the engine, on sockets or on clocks.
//!
//! A player raises to 250. The same message in both encodings:
//!
//! ```
//! use cardroom_protocol::client::Act;
//! use cardroom_protocol::table::Action;
//! use cardroom_protocol::{ActionId, Chips, ClientMessage, Encoding, TableId, TurnToken};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let raise = ClientMessage::Act(Act {
//!     table: TableId(7),
//!     turn: TurnToken(41),
//!     action_id: ActionId(3),
//!     action: Action::RaiseTo(Chips(250)),
//! });
//! for encoding in [Encoding::Binary, Encoding::Json] {
//!     let frame = encoding.encode(&[raise.clone()])?;
//!     let read = encoding.decode::<ClientMessage>(&frame, 1_000)?;
//!     assert_eq!(read.messages, [raise.clone()]);
//! }
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod answers;
pub mod message;

pub mod account;
pub mod administration;
pub mod client;
pub mod codec;
pub mod deal;
pub mod error;
pub mod game;
pub mod history;
pub mod hooks;
pub mod hosting;
pub mod hybrid;
pub mod ids;
pub mod integrity;
pub mod items;
pub mod league;
pub mod limits;
pub mod line;
pub mod lobby;
pub mod matches;
pub mod notes;
pub mod past;
pub mod push;
pub mod requests;
pub mod schedule;
pub mod server;
pub mod sign_in;
pub mod statistics;
pub mod table;
pub mod tournament;
pub mod waiting;

pub use codec::{DecodeError, EncodeError, Encoding};
pub use error::ErrorCode;
pub use ids::{
    ActionId, ApiTokenId, Chips, DealId, EntryId, HandNo, Money, Points, RequestId, Secret, Seq,
    TableId, TicketNo, TimeMs, TournamentId, TurnToken,
};
pub use requests::ClientMessage;
pub use server::ServerMessage;
pub use table::TableEvent;
pub use tournament::TournamentEvent;

/// The highest minor version of the protocol that this crate speaks.
///
/// Client and server exchange theirs in the hello. Both then use the lower of the two.
pub const MINOR_VERSION: u16 = 1;

//! Matches between programs, which a command plays in a room of its own.

use crate::ids::TableId;
use serde::{Deserialize, Serialize};

/// The viewer plays a match: a session of many hands at one seat, with the cards and stacks that
/// the match sets. It follows the [`LoggedIn`](crate::server::LoggedIn), and the
/// [`TableSnapshot`](crate::server::TableSnapshot) follows it without a request. Only a room that
/// was opened for a match sends it. Such a room takes actions and answers to offers, and refuses
/// every other request with `match_table`. In a match of tournaments it comes again, with the
/// snapshot of the next table, whenever the viewer gets another seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchSeat {
    /// Id of the table.
    pub table: TableId,
    /// Seat of the viewer.
    pub seat: u8,
    /// The most time that one decision may take, in milliseconds. The times in the steps do not
    /// apply.
    pub turn_ms: u32,
    /// The most time that all decisions of the session may take together, in milliseconds. Absent
    /// if there is no such limit.
    pub bank_ms: Option<u32>,
}

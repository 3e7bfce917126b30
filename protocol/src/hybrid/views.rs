//! Declarations and pending questions at a hybrid table, for a client that starts to watch.

use super::events::TicketOpened;
use super::rulings::{Limit, RulingOption};
use serde::{Deserialize, Serialize};

/// Declarations and pending questions at a hybrid table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HybridView {
    /// Whether an operator attends the table to rule on tickets.
    pub attended: bool,
    /// Seats whose action out of turn waits.
    pub held: Vec<u8>,
    /// Seats whose action out of turn binds already.
    pub bound: Vec<u8>,
    /// Players who are limited in their next action.
    pub limited: Vec<LimitedSeat>,
    /// The ticket before the floor, with the time that is left.
    pub ticket: Option<TicketOpened>,
    /// How long the hand waits for a ruling, or for a call to be made good, in milliseconds.
    pub waiting_ms: Option<u32>,
    /// Time left on the clock that was called on the player to act, in milliseconds.
    pub clock_ms: Option<u32>,
}

/// A player who is limited in the next action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LimitedSeat {
    /// Seat of the player.
    pub seat: u8,
    /// The limit on the action.
    pub limit: Limit,
    /// The options that are left.
    pub options: Vec<RulingOption>,
}

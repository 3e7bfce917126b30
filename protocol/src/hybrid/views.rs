//! What is declared and pending at a hybrid table, for whoever begins to watch.

use super::events::TicketOpened;
use super::rulings::{Limit, RulingOption};
use serde::{Deserialize, Serialize};

/// Declarations and pending questions at a hybrid table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HybridView {
    /// Whether somebody is on the floor to rule on tickets.
    pub attended: bool,
    /// Who acted out of turn and waits.
    pub held: Vec<u8>,
    /// Whose action out of turn binds already.
    pub bound: Vec<u8>,
    /// Who is limited in the next action.
    pub limited: Vec<LimitedSeat>,
    /// The question that is before the floor, with what is left of its time.
    pub ticket: Option<TicketOpened>,
    /// The hand waits so long for a ruling, or for a call to be made good.
    pub waiting_ms: Option<u32>,
    /// What is left of the clock that was called on the player on turn.
    pub clock_ms: Option<u32>,
}

/// A player who is limited in the next action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LimitedSeat {
    /// Who.
    pub seat: u8,
    /// How.
    pub limit: Limit,
    /// What that leaves.
    pub options: Vec<RulingOption>,
}

//! Lines for a seat at full ring tables. A seat that frees is offered to the first in line for a while.

use crate::ids::{RequestId, TableId};
use serde::{Deserialize, Serialize};

/// Gets in line for a seat at a full ring table. Answered by [`Done`](crate::server::Done); a
/// [`WaitListPlace`] follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinWaitList {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Gets out of the line, or does not take the seat that is offered. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaveWaitList {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// The viewer's place in a line: told when it begins, when it changes and after a login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WaitListPlace {
    /// At which table.
    pub table: TableId,
    /// From 1.
    pub place: u16,
    /// How many wait in all.
    pub waiting: u16,
}

/// A seat is kept for the viewer: [`Sit`](crate::client::Sit) takes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatOffered {
    /// At which table.
    pub table: TableId,
    /// For how long it is kept, in milliseconds from now.
    pub time_ms: u32,
}

/// The viewer is not in line any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WaitListLeft {
    /// At which table.
    pub table: TableId,
    /// Why.
    pub reason: WaitListEnd,
}

/// The reason why a player is no longer on a waiting list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WaitListEnd {
    /// Has a seat at the table.
    Seated,
    /// Asked to leave the line.
    Left,
    /// Did not take the seat that was offered in time.
    OfferOver,
    /// Was away for too long.
    Away,
    /// Has sat down at another ring table.
    SeatedElsewhere,
    /// The table closes.
    Closed,
}

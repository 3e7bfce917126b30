//! Waiting lists for seats at full ring tables. A freed seat is held for the first player on the
//! list for a while.

use crate::ids::{RequestId, TableId};
use serde::{Deserialize, Serialize};

/// Joins the waiting list of a full ring table. Answered by
/// [`Done`](crate::server::Done); a [`WaitListPlace`] follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinWaitList {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Leaves the waiting list, or declines the seat that is
/// offered. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaveWaitList {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// The viewer's place on a waiting list. Sent on joining, on every change, and after a login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WaitListPlace {
    /// Id of the table.
    pub table: TableId,
    /// The viewer's place, from 1.
    pub place: u16,
    /// Number of players on the list.
    pub waiting: u16,
}

/// A seat is held for the viewer. [`Sit`](crate::client::Sit) takes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatOffered {
    /// Id of the table.
    pub table: TableId,
    /// How long the seat is held, in milliseconds from now.
    pub time_ms: u32,
}

/// The viewer is no longer on the waiting list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WaitListLeft {
    /// Id of the table.
    pub table: TableId,
    /// Why the viewer left the list.
    pub reason: WaitListEnd,
}

/// The reason why a player is no longer on a waiting list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WaitListEnd {
    /// The player has a seat at the table.
    Seated,
    /// The player asked to leave the list.
    Left,
    /// The player did not take the offered seat in time.
    OfferOver,
    /// The player was away for too long.
    Away,
    /// The player has sat down at another ring table.
    SeatedElsewhere,
    /// The table is about to close.
    Closed,
}

//! Why an input was refused. A refused input has changed nothing.

use cardroom_rules::{HandNo, TableNo};

/// Why an input was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The player is in it already: one entry at a time.
    #[error("one entry a player at a time")]
    AlreadyEntered,
    /// The player is not in it.
    #[error("the player is not in this tournament")]
    NotEntered,
    /// Nobody can enter any more.
    #[error("late registration is closed")]
    EntryClosed,
    /// There is no room for another entry.
    #[error("the tournament is full")]
    Full,
    /// The player has been in it as often as is allowed.
    #[error("no further entry is allowed")]
    NoFurtherEntry,
    /// The rulebook asks for an age.
    #[error("players are at least {0} years old")]
    UnderAge(u8),
    /// It has begun.
    #[error("the tournament has begun")]
    HasBegun,
    /// It is over, or cancelled.
    #[error("the tournament is over")]
    Over,
    /// A table that the tournament does not have.
    #[error("there is no table {}", .0.0)]
    UnknownTable(TableNo),
    /// A report that cannot be: other players, another hand, or chips that were made or lost.
    #[error("the report of hand {} at table {} cannot be: {reason}", .hand.0, .table.0)]
    BadReport {
        /// Which table.
        table: TableNo,
        /// Which hand.
        hand: HandNo,
        /// What is wrong with it.
        reason: &'static str,
    },
}

//! Why an input was refused. A refused input has changed nothing.

use crate::event::Seq;
use crate::input::Purchase;
use crate::prizes::DealRefusal;
use cardroom_rules::{EntryNo, HandNo, SeatNo, TableNo};

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
    /// It has not begun.
    #[error("the tournament has not begun")]
    NotBegun,
    /// It is over, or cancelled.
    #[error("the tournament is over")]
    Over,
    /// So few are left that they play for points already (TFPL 6-4).
    #[error("the players left are in the points already")]
    InThePoints,
    /// The player was banned.
    #[error("the player is banned from this tournament")]
    Banned,
    /// Nobody has to check in.
    #[error("nobody has to check in for this tournament")]
    NoCheckIn,
    /// These chips are not for sale now, or not for this player.
    #[error("no {0:?} can be bought now")]
    NotForSale(Purchase),
    /// No rebuy is offered to the player.
    #[error("no rebuy is offered")]
    NoRebuyOffered,
    /// An entry that the tournament does not have, or that is out.
    #[error("entry {} is not in this tournament", .0.0)]
    NotIn(EntryNo),
    /// The operator has not seen what happened since to what the command is about (GAPS G-03).
    #[error("something happened in step {}, after what the operator has seen", .moved.0)]
    Moved {
        /// The step in which it did.
        moved: Seq,
    },
    /// The operator plays in it (GAPS G-03).
    #[error("nobody rules where they play")]
    OperatorPlays,
    /// The command needs another operator than the one who gave it (GAPS G-03).
    #[error("another operator has to second this")]
    NeedsAnother,
    /// There is no such ruling.
    #[error("there is no ruling of step {}", .0.0)]
    UnknownRuling(Seq),
    /// The ruling cannot be taken back, or not any more.
    #[error("{0}")]
    CannotUndo(&'static str),
    /// The command makes no sense as things are.
    #[error("{0}")]
    NotNow(&'static str),
    /// The seat is taken, or there is none.
    #[error("seat {seat} of table {} is not free", .table.0)]
    SeatTaken {
        /// At which table.
        table: TableNo,
        /// Which.
        seat: SeatNo,
    },
    /// More rounds than the book allows (TNPL J1-ii).
    #[error("a penalty is at most {0} rounds")]
    TooManyRounds(u8),
    /// Nobody votes on a deal of this number.
    #[error("this deal is not voted on")]
    UnknownDeal,
    /// A deal that cannot be proposed.
    #[error(transparent)]
    Deal(#[from] DealRefusal),
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

impl Refusal {
    /// The rule behind it, where a book or a decision of the room has one.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::AlreadyEntered => "GAPS G-38",
            Self::EntryClosed => "TDA 8-A; GAPS G-37",
            Self::NoFurtherEntry => "TDA 8; Spotlight 6-26",
            Self::UnderAge(_) => "TNPL A2; TFPL 6-2",
            Self::InThePoints => "TFPL 6-4",
            Self::NotForSale(_) | Self::NoRebuyOffered => "TDA 27",
            Self::Moved { .. } | Self::OperatorPlays | Self::NeedsAnother => "GAPS G-03",
            Self::CannotUndo(_) => "GAPS G-04",
            Self::TooManyRounds(_) => "TNPL J1-ii",
            _ => return None,
        })
    }
}

//! Why an input was refused. A refused input has changed nothing.

use crate::event::Seq;
use crate::floor::{ColorUpRefusal, LotsRefusal};
use crate::input::Purchase;
use crate::prizes::DealRefusal;
use cardroom_rules::{EntryNo, HandNo, SeatNo, TableNo};

/// Why an input was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The player is in it already: one entry at a time.
    #[error("A player has only one entry at a time in this tournament.")]
    AlreadyEntered,
    /// The player is not in it.
    #[error("This player is not in this tournament.")]
    NotEntered,
    /// Nobody can enter any more.
    #[error("Late registration is closed. Choose another tournament.")]
    EntryClosed,
    /// There is no room for another entry.
    #[error("The tournament is full. Choose another one.")]
    Full,
    /// The player has been in it as often as is allowed.
    #[error("You have used all the entries that this tournament allows.")]
    NoFurtherEntry,
    /// The rulebook asks for an age.
    #[error("Players need to be at least {0} years old. Confirm your age to enter.")]
    UnderAge(u8),
    #[error("The tournament has begun, so it is too late for this.")]
    HasBegun,
    /// It has not begun.
    #[error("The tournament has not begun. Wait for the start.")]
    NotBegun,
    /// It is over, or cancelled.
    #[error("The tournament is over.")]
    Over,
    /// So few are left that they play for points already (TFPL 6-4).
    #[error("The players left are in the points already, so nobody enters any more.")]
    InThePoints,
    /// The player was banned.
    #[error("This player is banned from this tournament. Ask the floor.")]
    Banned,
    /// Nobody has to check in.
    #[error("This tournament needs no check-in.")]
    NoCheckIn,
    /// These chips are not for sale now, or not for this player.
    #[error("You cannot buy this now ({0:?}).")]
    NotForSale(Purchase),
    /// No rebuy is offered to the player.
    #[error("No rebuy is offered to you now.")]
    NoRebuyOffered,
    /// An entry that the tournament does not have, or that is out.
    #[error("Entry {} is not in this tournament. Check its number.", .0.0)]
    NotIn(EntryNo),
    /// The operator has not seen what happened since to what the command is about (GAPS G-03).
    #[error("The tournament moved on in step {}. Check it, then give the command again.", .moved.0)]
    Moved {
        /// The step in which it did.
        moved: Seq,
    },
    /// The operator plays in it (GAPS G-03).
    #[error("You play in this tournament, so you cannot rule on it. Ask another operator.")]
    OperatorPlays,
    /// The command needs another operator than the one who gave it (GAPS G-03).
    #[error("This needs another operator to second it.")]
    NeedsAnother,
    /// There is no such ruling.
    #[error("There is no ruling of step {}. Check its number.", .0.0)]
    UnknownRuling(Seq),
    /// The ruling cannot be taken back, or not any more.
    #[error("{0}")]
    CannotUndo(&'static str),
    /// The command makes no sense as things are.
    #[error("{0}")]
    NotNow(&'static str),
    /// The seat is taken, or there is none.
    #[error("Seat {seat} of table {} is not free. Choose another one.", .table.0)]
    SeatTaken { table: TableNo, seat: SeatNo },
    /// More rounds than the book allows (TNPL J1-ii).
    #[error("A penalty lasts at most {0} rounds.")]
    TooManyRounds(u8),
    /// Nobody votes on a deal of this number.
    #[error("This deal is not up for a vote.")]
    UnknownDeal,
    /// A deal that cannot be proposed.
    #[error(transparent)]
    Deal(#[from] DealRefusal),
    /// Levels that do not go together, or do not fit the rulebook.
    #[error("These levels cannot be played: {0}.")]
    BadLevels(String),
    #[error(transparent)]
    ColorUp(#[from] ColorUpRefusal),
    /// A list that nothing can be drawn from.
    #[error(transparent)]
    Lots(#[from] LotsRefusal),
    /// A table that the tournament does not have.
    #[error("There is no table {}. Check its number.", .0.0)]
    UnknownTable(TableNo),
    /// A report that cannot be: other players, another hand, or chips that were made or lost.
    #[error("the report of hand {} at table {} cannot be: {reason}", .hand.0, .table.0)]
    BadReport {
        table: TableNo,
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
            Self::Lots(_) => "TDA RP-14",
            Self::ColorUp(_) => "TDA 25-B; WPTAPL 13",
            _ => return None,
        })
    }
}

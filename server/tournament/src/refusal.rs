//! Reasons for rejecting an input. A rejected input changes nothing.

use crate::escrow::PotNo;
use crate::floor::ColorUpRefusal;
use crate::input::Purchase;
use crate::lots::LotsRefusal;
use crate::prizes::DealRefusal;
use crate::seq::Seq;
use cardroom_rules::{Chips, EntryNo, HandNo, SeatNo, TableNo};

/// Why an input was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The player is already in the tournament, with one entry at a time.
    #[error("A player has only one entry at a time in this tournament.")]
    AlreadyEntered,
    #[error("This player is not in this tournament.")]
    NotEntered,
    /// No player can enter any more.
    #[error("Late registration is closed. Choose another tournament.")]
    EntryClosed,
    #[error("The tournament is full. Choose another one.")]
    Full,
    /// The player has used all allowed entries.
    #[error("You have used all the entries that this tournament allows.")]
    NoFurtherEntry,
    /// The rulebook has a minimum age.
    #[error("Players need to be at least {0} years old. Confirm your age to enter.")]
    UnderAge(u8),
    #[error("The tournament has begun, so it is too late for this.")]
    HasBegun,
    #[error("The tournament has not begun. Wait for the start.")]
    NotBegun,
    /// It is over or canceled.
    #[error("The tournament is over.")]
    Over,
    /// So few players are left that they already play for points (TFPL 6-4).
    #[error("The players left are in the points already, so nobody enters any more.")]
    InThePoints,
    #[error("This player is banned from this tournament. Ask the floor.")]
    Banned,
    /// The tournament has no check-in.
    #[error("This tournament needs no check-in.")]
    NoCheckIn,
    /// The chips are not for sale now, or not for this player.
    #[error("You cannot buy {} now.", .0.name())]
    NotForSale(Purchase),
    #[error("No rebuy is offered to you now.")]
    NoRebuyOffered,
    /// The entry does not exist in this tournament, or is out.
    #[error("Entry {} is not in this tournament. Check its number.", .0.0)]
    NotIn(EntryNo),
    /// The subject of the command has changed since the last step that the
    /// operator saw (GAPS G-03).
    #[error("The tournament moved on in step {}. Check it, then give the command again.", .moved.0)]
    Moved {
        /// The step of that change.
        moved: Seq,
    },
    /// The operator plays in the tournament (GAPS G-03).
    #[error("You play in this tournament, so you cannot rule on it. Ask another operator.")]
    OperatorPlays,
    /// The command needs a second operator, different from the first (GAPS G-03).
    #[error("This needs another operator to second it.")]
    NeedsAnother,
    #[error("There is no ruling of step {}. Check its number.", .0.0)]
    UnknownRuling(Seq),
    /// The ruling can never or no longer be undone.
    #[error("{0}")]
    CannotUndo(&'static str),
    /// The command is not possible in the current state.
    #[error("{0}")]
    NotNow(&'static str),
    /// The seat is taken or does not exist.
    #[error("Seat {} of table {} is not free. Choose another one.", .seat.from_one(), .table.0)]
    SeatTaken { table: TableNo, seat: SeatNo },
    /// More rounds than the rulebook allows (TNPL J1-ii).
    #[error("A penalty lasts at most {0} rounds.")]
    TooManyRounds(u8),
    /// No deal with this number is open for voting.
    #[error("This deal is not up for a vote.")]
    UnknownDeal,
    /// The deal cannot be proposed.
    #[error(transparent)]
    Deal(#[from] DealRefusal),
    /// The levels contradict each other or the rulebook.
    #[error("These levels cannot be played: {0}.")]
    BadLevels(String),
    #[error(transparent)]
    ColorUp(#[from] ColorUpRefusal),
    /// The list cannot be drawn from.
    #[error(transparent)]
    Lots(#[from] LotsRefusal),
    /// The rulebook gives no bonus chips (Spotlight 6-26).
    #[error("The rulebook of this tournament gives no bonus chips.")]
    NoBonuses,
    /// All players left in the hand are all-in (TFPL 6-27).
    #[error("The hand at this table is all-in, so nobody earns a bonus. Give it after the hand.")]
    AllIn,
    /// The pot is not impounded, or no longer.
    #[error("There is no impounded pot {}. Check its number.", .0.0)]
    UnknownPot(PotNo),
    /// The parts of an impounded pot do not add up to it.
    #[error("The pot holds {pot} chips and the parts are {parts}. Give out exactly what it holds.")]
    PartsDiffer { pot: Chips, parts: Chips },
    /// The tournament has no such table.
    #[error("There is no table {}. Check its number.", .0.0)]
    UnknownTable(TableNo),
    /// The report is impossible: wrong players, wrong hand, or chips created or lost.
    #[error("the report of hand {} at table {} cannot be: {reason}", .hand.0, .table.0)]
    BadReport { table: TableNo, hand: HandNo, reason: &'static str },
}

impl Refusal {
    /// Returns the rule behind a rejection, if a rulebook or a decision of the room has one.
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
            Self::NoBonuses | Self::AllIn => "TFPL 6-27; Spotlight 6-26",
            Self::UnknownPot(_) | Self::PartsDiffer { .. } => "TFPL and Spotlight 2a-6",
            Self::Lots(_) => "TDA RP-14",
            Self::ColorUp(_) => "TDA 25-B; WPTAPL 13",
            _ => return None,
        })
    }
}

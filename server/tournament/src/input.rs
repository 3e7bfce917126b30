//! The inputs of a tournament.

use crate::deal::{DealNo, DealWish};
use crate::floor::FloorOrder;
use crate::report::Report;
use cardroom_rules::{Cents, Chips, PlayerId};
use serde::{Deserialize, Serialize};

/// An input from outside the tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Input {
    /// A player enters: before the start, late, or again after busting. The price is already paid.
    Enter {
        player: PlayerId,
        /// The player attests to the minimum age of the rulebook.
        of_age: bool,
    },
    /// An entry by the player or by the floor, paid with a ticket.
    ByTicket {
        /// The value of the ticket.
        worth: Cents,
        entry: Box<Input>,
    },
    /// A player withdraws before the start and gets the price back.
    Withdraw {
        player: PlayerId,
    },
    /// A player arrives from a first day with the stack left there. After several first days
    /// the best stack counts.
    CarryOver {
        player: PlayerId,
        stack: Chips,
    },
    /// All players arrive from the first days at once, with the stacks that the structure
    /// prescribes. The tournament may then be due to begin.
    CarryAllOver {
        /// Each player and the stack they bring.
        bags: Vec<(PlayerId, Chips)>,
    },
    /// The day is over. The remaining players continue in another tournament.
    HandOver {
        /// The room's number of that tournament.
        to: u64,
    },
    /// A player is present for the start.
    CheckIn {
        player: PlayerId,
    },
    /// A player buys chips. The price is already paid; see
    /// [`Director::may_buy`](crate::Director::may_buy).
    Buy {
        player: PlayerId,
        what: Purchase,
    },
    /// A player declines the rebuy on offer.
    DeclineRebuy {
        player: PlayerId,
    },
    /// A player gives up their chips to enter again, where the rulebook allows it (TDA 8-B).
    GiveUp {
        player: PlayerId,
    },
    /// A player leaves for good.
    Quit {
        player: PlayerId,
    },
    /// A player returns to the table after an absence.
    Back {
        player: PlayerId,
    },
    /// Many players lost their connections within a few seconds, so the fault is not their own. The
    /// caller decides how many players that takes.
    ConnectionsLost {
        missing: u32,
    },
    /// Most of the lost connections are back.
    ConnectionsBack,
    /// A player or the floor proposes a deal.
    ProposeDeal(DealWish),
    /// A player votes on a deal.
    Vote {
        player: PlayerId,
        deal: DealNo,
        agrees: bool,
    },
    /// The floor issues an order.
    Floor(FloorOrder),
    Report(Report),
    /// [`Director::deadline`](crate::Director::deadline) has passed.
    Tick,
    /// The process has just started. Tables that wait for an order receive it again.
    Recover,
    /// The tournament is canceled, and every player gets the price back.
    Cancel {
        reason: String,
    },
}

/// A kind of chip purchase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Purchase {
    /// For a player with few chips or none, in the first levels.
    Rebuy,
    /// For every player, once, in a break.
    AddOn,
}

impl Purchase {
    /// Returns the name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rebuy => "a rebuy",
            Self::AddOn => "an add-on",
        }
    }
}

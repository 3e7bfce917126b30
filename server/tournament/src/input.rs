//! What can happen to a tournament from outside.

use crate::deal::{DealNo, DealWish};
use crate::floor::FloorOrder;
use crate::report::Report;
use cardroom_rules::{Cents, Chips, PlayerId};
use serde::{Deserialize, Serialize};

/// What can happen to a tournament from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Input {
    /// A player enters: before the start, late, or again after being out. The price is paid.
    Enter {
        player: PlayerId,
        /// Attests to be as old as the rulebook asks for.
        of_age: bool,
    },
    /// An entry, by the player or by the floor, that is paid with a ticket.
    ByTicket {
        /// What the ticket is worth.
        worth: Cents,
        entry: Box<Input>,
    },
    /// A player withdraws before the start and has the price back.
    Withdraw {
        player: PlayerId,
    },
    /// A player comes from a first day with the chips left there; of several days the best stack
    /// counts.
    CarryOver {
        player: PlayerId,
        /// With how many chips.
        stack: Chips,
    },
    /// Everybody comes from the first days at once, with the stacks that the structure says: it may
    /// be time to begin.
    CarryAllOver {
        /// Who, with how many chips.
        bags: Vec<(PlayerId, Chips)>,
    },
    /// The day is over, and those who went on play in another tournament from now on.
    HandOver {
        /// The room's number of that tournament.
        to: u64,
    },
    /// A player is there for the start.
    CheckIn {
        player: PlayerId,
    },
    /// A player buys chips. The price is paid; see [`Director::may_buy`](crate::Director::may_buy).
    Buy {
        player: PlayerId,
        what: Purchase,
    },
    /// A player does not take the rebuy that is offered.
    DeclineRebuy {
        player: PlayerId,
    },
    /// A player gives up the chips, to enter again, where the rulebook has that (TDA 8-B).
    GiveUp {
        player: PlayerId,
    },
    /// A player has left for good.
    Quit {
        player: PlayerId,
    },
    /// A player is back at the table after being away.
    Back {
        player: PlayerId,
    },
    /// So many players of this tournament have lost their connections within a few seconds: a part
    /// of the field that is no longer anybody's own misfortune. Whoever counts them knows how many
    /// that is.
    ConnectionsLost {
        missing: u32,
    },
    /// Most of them are back.
    ConnectionsBack,
    /// A deal is proposed.
    ProposeDeal(DealWish),
    /// A player votes on a deal.
    Vote {
        player: PlayerId,
        deal: DealNo,
        agrees: bool,
    },
    /// The floor orders something.
    Floor(FloorOrder),
    Report(Report),
    /// [`Director::deadline`](crate::Director::deadline) has passed.
    Tick,
    /// The process has just started: every table that waits for something gets it.
    Recover,
    /// The tournament does not take place: everybody has the price back.
    Cancel {
        reason: String,
    },
}

/// What chips are bought as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Purchase {
    /// By who has few chips or none, in the first levels.
    Rebuy,
    /// By anybody, once, in a break.
    AddOn,
}

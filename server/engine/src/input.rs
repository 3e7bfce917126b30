//! What can happen to a table from outside.

use cardroom_cards::DeckOrder;
use cardroom_rules::{Chips, PlayerId, SeatNo};
use serde::{Deserialize, Serialize};

/// Names one decision at a table. Each decision has a number after the last one's.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TurnNo(pub u64);

/// What a player does with a turn. Amounts are totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Gives up the hand.
    Fold,
    /// Stays in without paying, where nothing is to be paid.
    Check,
    /// Pays what is to be paid, or everything left.
    Call,
    /// Opens the betting with this total.
    Bet(Chips),
    /// Raises the bet to this total.
    RaiseTo(Chips),
}

/// What can happen to a table from outside.
#[derive(Debug)]
pub enum Input {
    /// A player takes a free seat with chips.
    Sit {
        /// Where.
        seat: SeatNo,
        /// Who.
        player: PlayerId,
        /// The chips.
        buy_in: Chips,
        /// The least the player may bring because of what was taken away lately (rathole).
        owed: Chips,
        /// Waits for the big blind rather than post one.
        wait_for_big_blind: bool,
    },
    /// A player adds chips.
    TopUp {
        /// Who.
        seat: SeatNo,
        /// How many.
        amount: Chips,
    },
    /// A player is not to be dealt in.
    SitOut {
        /// Who.
        seat: SeatNo,
    },
    /// A player is to be dealt in again.
    SitIn {
        /// Who.
        seat: SeatNo,
    },
    /// A player leaves, at the end of the hand where dealt in.
    Leave {
        /// Who.
        seat: SeatNo,
    },
    /// How a seat wants to be handled.
    Prefer {
        /// Who.
        seat: SeatNo,
        /// Waits for the big blind rather than post one.
        wait_for_big_blind: bool,
        /// Mucks beaten hands and uncontested winners without being asked.
        auto_muck: bool,
    },
    /// A player's connection came or went. Nothing depends on it but what others see.
    Presence {
        /// Whose.
        seat: SeatNo,
        /// Whether it is there.
        connected: bool,
    },
    /// The next hand, with the order of its deck. `draw` places the first button of a new game:
    /// any number, drawn at random.
    StartHand {
        /// The deck.
        deck: DeckOrder,
        /// The draw for the button.
        draw: u32,
    },
    /// A player answers a turn.
    Act {
        /// Who.
        seat: SeatNo,
        /// Which turn.
        turn: TurnNo,
        /// How.
        action: Action,
    },
    /// A player answers an offer to show.
    ShowOrMuck {
        /// Who.
        seat: SeatNo,
        /// True to show.
        show: bool,
    },
    /// [`Table::deadline`](crate::Table::deadline) has passed.
    Tick,
    /// No more hands until resumed.
    Pause,
    /// Hands again.
    Resume,
    /// The hand does not count: everybody gets back what was put in.
    VoidHand {
        /// Why, for people.
        reason: String,
    },
    /// What the house took leaves the table.
    SweepHouse,
}

//! Orders from the director to tables. A table only receives orders and sends reports. Each order
//! has a number, is resent until it is reported done, and is carried out once. Tables know players,
//! not entries, because a player is never in a tournament twice at the same time.

use cardroom_rules::{Chips, HandNo, PlayerId, SeatNo, SeatSet, TableNo};
use serde::{Deserialize, Serialize};

/// The number of an order in a tournament. Numbers are consecutive.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct OrderNo(pub u64);

/// An order and its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ordered {
    pub number: OrderNo,
    pub table: TableNo,
    pub order: Order,
}

/// An order to a table. Most orders that arrive during a hand wait for its end and are carried
/// out before the hand is reported finished. The exceptions are [`Order::Reveal`],
/// [`Order::Pause`], [`Order::Resume`], [`Order::Void`] and [`Order::Quit`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Opens the table with these players.
    Open {
        seats: u8,
        /// The players from the first hand on.
        players: Vec<Chair>,
        /// The button of the first hand.
        button: SeatNo,
    },
    /// Gives a player a seat.
    Seat { seat: SeatNo, player: PlayerId, chips: Chips, entering: Entering },
    /// Releases a player from the seat with all chips. They are in transit from the report on.
    Release { player: PlayerId },
    /// Removes a player who is out. Remaining chips leave the tournament.
    Remove { player: PlayerId },
    /// Sets stacks, after chips were bought, exchanged, given or taken.
    SetStacks { stacks: Vec<(PlayerId, Chips)> },
    /// Sets the button of the next hand.
    SetButton { seat: SeatNo },
    /// Deals the next hand.
    Deal(Deal),
    /// In hand-for-hand: turns over the all-in hands and runs out the board.
    Reveal,
    /// Stops the table and its clocks in the middle of a hand, between two actions (GAPS G-30).
    Pause,
    /// Lets the table go on. Each clock has the time that was left, and a few seconds more.
    Resume,
    /// Voids the hand in progress. A hand that was ordered but has not begun is not dealt.
    Void { reason: String },
    /// Closes the table. All its players leave it.
    Close,
    /// Waits no longer for a player who has left the tournament for good.
    Quit { player: PlayerId },
}

impl Order {
    /// Returns the players to whom it gives a seat.
    #[must_use]
    pub fn seats(&self) -> Vec<PlayerId> {
        match self {
            Self::Open { players, .. } => players.iter().map(|chair| chair.player).collect(),
            Self::Seat { player, .. } => vec![*player],
            _ => Vec::new(),
        }
    }
}

/// A player at a table that is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chair {
    pub seat: SeatNo,
    pub player: PlayerId,
    pub chips: Chips,
}

/// How a player enters the game at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Entering {
    /// New in the tournament: dealt in according to the rulebook's `newcomer`, without posting.
    Newcomer,
    /// From a broken table: dealt in according to the rulebook's `from_broken_table`.
    FromBrokenTable,
    /// Moved to balance tables: dealt in at once, in any position.
    Balanced,
    /// Moved to balance tables, to the seat of a big blind who has just busted. Posts a single big
    /// blind, the small blind is dead, and the players behind keep their turn (TDA 11-A).
    SingleBigBlind,
}

/// The next hand of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The number at the table. A number is never dealt twice.
    pub hand: HandNo,
    /// Index of the level in the structure, from 0.
    pub level: u16,
    pub players_left: u32,
    /// Seats under a penalty. By `penalties.seat` of the rulebook they are dealt in, post blinds
    /// and are killed after the deal (TDA 71-C), or they are dealt out (TFPL 6-23). The table
    /// itself knows which players are absent.
    pub missing: SeatSet,
    /// In hand-for-hand, an all-in hand stops with its cards face down
    /// and waits for [`Order::Reveal`].
    pub hand_for_hand: bool,
}

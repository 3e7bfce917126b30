//! Reports from tables to the director.

use crate::order::OrderNo;
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

/// A report from a table. A repeated report changes nothing, except that a repeated
/// [`HandFinished`](Report::HandFinished) may contain corrections that were not stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Report {
    /// An order was carried out.
    Done { table: TableNo, order: OrderNo, outcome: Outcome },
    /// A hand is over, and the orders that waited for its end are done. The
    /// table waits for [`Order::Deal`](crate::Order::Deal).
    HandFinished(Box<HandFinished>),
    /// A ruling moved chips from the last hand's pots to another player after its report.
    Reawarded(Reawarded),
    /// In hand-for-hand: all remaining players in the hand are all-in, with their cards face down.
    Waiting { table: TableNo, hand: HandNo },
    /// A finished hand is void after all, because its deck was fouled. It eliminated no player.
    HandUndone(Box<HandFinished>),
    /// A player owes a mandatory penalty of the rulebook. It comes before the report of the hand.
    PenaltyDue(PenaltyDue),
    /// The time of a table stands still by an order to this table alone or to all, or goes on.
    Paused { table: TableNo, paused: bool },
}

/// The result of an order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    Done,
    /// A player took or left a seat, which moved the positions of the next hand.
    Positions(Option<Upcoming>),
}

/// Chips from a finished hand's pots that a ruling moved to another player. A table reports them
/// once. A repeated report of the hand includes them, and so does the report of the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reawarded {
    pub table: TableNo,
    pub hand: HandNo,
    /// The player who returned them.
    pub from: PlayerId,
    pub to: PlayerId,
    pub chips: Chips,
}

/// A penalty that a player owes for an infraction in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PenaltyDue {
    pub table: TableNo,
    pub hand: HandNo,
    pub player: PlayerId,
    pub cause: PenaltyCause,
}

/// The cause of a mandatory penalty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PenaltyCause {
    /// Last to act on the river with the exclusive nuts, the player checked or called (TNPL H19).
    ExclusiveNuts,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandFinished {
    pub table: TableNo,
    pub hand: HandNo,
    /// When the hand ended.
    pub at: Millis,
    /// `true` if the hand was void, so all players have their chips back.
    pub void: bool,
    /// All players at the table, by seat. A player without chips is out.
    pub players: Vec<Standing>,
    /// The positions of the next hand if no player comes or goes except those who are out. `None`
    /// with fewer than two players with chips.
    pub upcoming: Option<Upcoming>,
}

/// A player after a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    pub seat: SeatNo,
    pub player: PlayerId,
    /// The stack before the hand, including blinds and antes.
    pub started_with: Chips,
    pub stack: Chips,
    /// For a player who is out: rank of the hand among the players who are out in this hand, 1 the
    /// best. `None` if the hand was folded or dead (TFPL 6-16).
    pub hand_rank: Option<u8>,
    /// For a player who is out: the winners of the last chips, with equal parts.
    pub eliminated_by: arrayvec::ArrayVec<PlayerId, 10>,
    /// Absent when the cards were dealt, and not back in time to act.
    pub absent: bool,
}

/// The positions of a table's next hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Upcoming {
    /// A game with blinds.
    Blinds {
        button: SeatNo,
        /// The seat that the small blind belongs to. It is empty if the small blind is dead.
        small_blind: SeatNo,
        big_blind: SeatNo,
        /// The seat of the last big blind, if that player is out or gone. A newcomer to it can post
        /// a single big blind.
        single_big_blind: Option<SeatNo>,
    },
    /// A game without blinds. The seat vacated last is filled first (TDA 11-A).
    NoBlinds {
        /// The position of the button, which does not move meanwhile.
        button: SeatNo,
    },
}

//! What tables report to the director.

use crate::order::OrderNo;
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

/// What a table reports. A report that was processed already changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Report {
    /// An order is done.
    Done {
        table: TableNo,
        order: OrderNo,
        /// What came of it.
        outcome: Outcome,
    },
    /// A hand is over, everything that waited for its end is done, and the table waits for
    /// [`Order::Deal`](crate::Order::Deal).
    HandFinished(Box<HandFinished>),
    /// Chips of the last hand's pots have gone to another player since it was reported.
    Reawarded(Reawarded),
    /// In hand-for-hand: everybody left in the hand is all-in, and the cards are down.
    Waiting { table: TableNo, hand: HandNo },
    /// A hand that was reported as finished is void after all: its deck was fouled. Nobody was out
    /// by it.
    HandUndone(Box<HandFinished>),
    /// A player owes a penalty that the rulebook leaves to nobody's discretion. It comes before the
    /// report of the hand.
    PenaltyDue(PenaltyDue),
}

/// What came of an order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    Done,
    /// Somebody took a seat or left one: where the next hand's positions are now.
    Positions(Option<Upcoming>),
    /// A player left the seat with these chips.
    Released {
        /// The chips, in transit now.
        chips: Chips,
        /// Where the next hand's positions are now.
        upcoming: Option<Upcoming>,
    },
}

/// Chips of a finished hand's pots that went to another player by a ruling. It is told once: the
/// report of the next hand has it, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reawarded {
    pub table: TableNo,
    pub hand: HandNo,
    /// Who gave them back.
    pub from: PlayerId,
    pub to: PlayerId,
    pub chips: Chips,
}

/// A penalty that a player owes for what happened in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PenaltyDue {
    pub table: TableNo,
    pub hand: HandNo,
    pub player: PlayerId,
    pub cause: PenaltyCause,
}

/// What a penalty is for that the rulebook leaves to nobody's discretion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PenaltyCause {
    /// Last to act on the river with the exclusive nuts, the player checked or called (TNPL H19).
    ExclusiveNuts,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandFinished {
    pub table: TableNo,
    pub hand: HandNo,
    /// When it was over.
    pub at: Millis,
    /// It was void: everybody has the chips back.
    pub void: bool,
    /// Everybody at the table, by seat. Who has no chips left is out.
    pub players: Vec<Standing>,
    /// Where the next hand's positions are, if nobody comes or goes but those who are out. `None`
    /// with fewer than two players with chips.
    pub upcoming: Option<Upcoming>,
}

/// One player after a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    pub seat: SeatNo,
    pub player: PlayerId,
    /// The stack before the hand, blinds and antes included.
    pub started_with: Chips,
    pub stack: Chips,
    /// For somebody who is out: the rank of the hand among those who are out with this hand, 1 the
    /// best; `None` where the hand was folded or dead (TFPL 6-16).
    pub hand_rank: Option<u8>,
    /// For somebody who is out: who won the last of the chips, with equal parts where several did.
    pub eliminated_by: arrayvec::ArrayVec<PlayerId, 10>,
    /// Was not there when the cards were dealt.
    pub absent: bool,
}

/// Where the positions of a table's next hand are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Upcoming {
    /// A game with blinds.
    Blinds {
        button: SeatNo,
        /// The seat the small blind belongs to; empty where it is dead.
        small_blind: SeatNo,
        big_blind: SeatNo,
        /// The big blind of the hand before is out or gone: whoever comes to that seat could post a
        /// big blind alone.
        single_big_blind: Option<SeatNo>,
    },
    /// A game without: the seat that was vacated last is filled first (TDA 11-A).
    NoBlinds {
        /// Where the button stands meanwhile.
        button: SeatNo,
    },
}

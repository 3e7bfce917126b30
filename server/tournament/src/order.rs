//! What the director orders a table to do. Tables only ever get orders and send reports; each order
//! has a number, is sent again until it is reported done, and is done once. A table knows players,
//! not entries: nobody is in a tournament twice at the same time.

use cardroom_rules::{Chips, HandNo, PlayerId, SeatNo, SeatSet, TableNo};
use serde::{Deserialize, Serialize};

/// Names one order of a tournament. Each has a number after the last one's.
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

/// What a table is to do. Whatever comes while a hand is in progress, except [`Order::Reveal`],
/// [`Order::Pause`], [`Order::Resume`] and [`Order::Void`], waits for its end, and is done before
/// the hand is reported finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// The table is opened with these players.
    Open {
        /// How many seats it has.
        seats: u8,
        /// Who sits there from the first hand on.
        players: Vec<Chair>,
        /// Where the first hand has its button.
        button: SeatNo,
    },
    /// A player takes a seat.
    Seat {
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        /// How the player comes into the game.
        entering: Entering,
    },
    /// A player gives up the seat and takes all chips along; they are in transit from the report
    /// on.
    Release {
        player: PlayerId,
    },
    /// A player is out; the chips leave the tournament, where there are any.
    Remove {
        player: PlayerId,
    },
    /// Stacks become these: chips bought, exchanged, given or taken.
    SetStacks {
        /// The players and their new stacks.
        stacks: Vec<(PlayerId, Chips)>,
    },
    /// The next hand has the button here.
    SetButton {
        seat: SeatNo,
    },
    /// The next hand is dealt.
    Deal(Deal),
    /// In hand-for-hand: the all-in hands are turned over and the board is run out.
    Reveal,
    /// All clocks stand still.
    Pause,
    Resume,
    /// The hand in progress does not count; one that was ordered and has not begun is not dealt.
    Void {
        reason: String,
    },
    /// The table is closed; nobody sits there any more.
    Close,
}

/// A player at a table that is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chair {
    pub seat: SeatNo,
    pub player: PlayerId,
    pub chips: Chips,
}

/// How a player comes into the game of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Entering {
    /// New in the tournament: dealt in where the rulebook's `newcomer` has it, without posting.
    Newcomer,
    /// From a broken table: dealt in as the rulebook's `from_broken_table` has it.
    FromBrokenTable,
    /// Moved to balance tables: dealt in at once, whatever the position.
    Balanced,
    /// Moved to balance tables, to the seat whose big blind has just gone out: posts a big blind
    /// alone, the small blind is dead, and the players behind keep their turn (TDA 11-A).
    SingleBigBlind,
}

/// The next hand of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// Its number at the table; one that was dealt already is not dealt again.
    pub hand: HandNo,
    /// Which of the structure's levels it is dealt under, from 0.
    pub level: u16,
    /// How many players the tournament has left.
    pub players_left: u32,
    /// Under a penalty: dealt in, their blinds posted, and killed after the deal (TDA 71-C), or
    /// dealt out (TFPL 6-23), as `penalties.seat` of the rulebook says. Who is absent the table
    /// knows itself.
    pub missing: SeatSet,
    /// In hand-for-hand an all-in hand stops with its cards down and waits for [`Order::Reveal`].
    pub hand_for_hand: bool,
}

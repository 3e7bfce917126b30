//! What happened in a tournament. Folding events through [`Director::apply`](crate::Director::apply)
//! gives the tournament; nothing in an event is ever decided again.

use crate::order::{OrderNo, Ordered};
use crate::report::Upcoming;
use cardroom_rules::{Cents, Chips, EntryNo, HandNo, Millis, PlayerId, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

/// What happened in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A player entered.
    Entered {
        /// The number of the entry: one more than the last.
        entry: EntryNo,
        /// Who.
        player: PlayerId,
        /// When.
        at: Millis,
        /// What the entry starts with.
        stack: Chips,
    },
    /// An entry was withdrawn before the start; its price goes back.
    Withdrawn {
        /// Which.
        entry: EntryNo,
    },
    /// The draws that follow in this step come from this seed (see [`Draws`](crate::Draws)).
    Drawn {
        /// The seed.
        seed: u64,
    },
    /// The tournament has begun.
    Began {
        /// When.
        at: Millis,
    },
    /// It does not take place; every price goes back.
    Cancelled {
        /// Why, for people.
        reason: String,
    },
    /// A level begins: hands that are dealt from now on are dealt under it.
    LevelBegan {
        /// Which stage of the structure.
        stage: u16,
        /// Until when; `None` for the last one.
        ends_at: Option<Millis>,
    },
    /// A break is due: no table deals another hand.
    BreakDue {
        /// Which stage of the structure.
        stage: u16,
        /// Since when.
        at: Millis,
    },
    /// The break begins, for all tables at once.
    BreakBegan {
        /// Until when.
        ends_at: Millis,
    },
    /// Nobody can enter any more.
    EntryClosed,
    /// What each place wins is fixed.
    PrizesFixed {
        /// By place, from the first.
        places: Vec<Cents>,
        /// How many of the first win a ticket instead.
        tickets: u32,
    },
    /// A prize is won.
    PrizeWon {
        /// By which entry.
        entry: EntryNo,
        /// How much, or what the ticket is worth.
        prize: Cents,
    },
    /// In which order tables break, as drawn; the first one first.
    BreakingOrderDrawn {
        /// The tables.
        tables: Vec<TableNo>,
    },
    /// A table is opened. Who sits there follows.
    TableOpened {
        /// Which.
        table: TableNo,
        /// How many seats it has.
        seats: u8,
    },
    /// An entry has this seat, from the table's next hand on.
    Seated {
        /// Which entry.
        entry: EntryNo,
        /// At which table.
        table: TableNo,
        /// Which seat.
        seat: SeatNo,
    },
    /// An entry leaves its seat for another table, where a seat is chosen later.
    Moved {
        /// Which entry.
        entry: EntryNo,
        /// To which table.
        to: TableNo,
        /// Which seat there, where it was drawn already.
        seat: Option<SeatNo>,
    },
    /// An entry has left its old table and is in transit with its chips.
    Released {
        /// Which.
        entry: EntryNo,
        /// From where.
        from: TableNo,
    },
    /// A table breaks after its hand: its players go to other tables.
    TableBreaks {
        /// Which.
        table: TableNo,
    },
    /// A table is gone.
    TableClosed {
        /// Which.
        table: TableNo,
    },
    /// An order went to a table.
    Ordered(Ordered),
    /// A table did what it was ordered to do.
    OrderDone {
        /// Which order.
        order: OrderNo,
    },
    /// Where a table's next positions are has changed by who came or went.
    PositionsChanged {
        /// Which table.
        table: TableNo,
        /// Where.
        upcoming: Option<Upcoming>,
    },
    /// A hand is over; these are the stacks.
    HandFinished {
        /// At which table.
        table: TableNo,
        /// Which hand.
        hand: HandNo,
        /// The players and their stacks.
        stacks: Vec<(EntryNo, Chips)>,
        /// Where the next positions are.
        upcoming: Option<Upcoming>,
    },
    /// An entry is out.
    Out {
        /// Which.
        entry: EntryNo,
        /// How many were out before.
        out_before: u32,
        /// How many share the place, which is counted from the end.
        sharing: u32,
        /// When.
        at: Millis,
    },
    /// One player has all chips.
    Over {
        /// The winner.
        winner: EntryNo,
        /// When.
        at: Millis,
    },
}

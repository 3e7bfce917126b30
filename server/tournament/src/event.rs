//! What happened in a tournament. Folding events through [`Director::apply`](crate::Director::apply)
//! gives the tournament; nothing in an event is ever decided again.

use crate::order::{OrderNo, Ordered};
use crate::report::Upcoming;
use crate::seating::{Reserved, SeatCard, Short};
use cardroom_cards::Card;
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
    /// What is drawn next comes from this seed (see [`Draws`](crate::Draws) and
    /// [`seating`](crate::seating)): whoever has the log up to here can draw it again.
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
    /// A place is reserved for an entry, or not any more.
    Reserved {
        /// Which entry.
        entry: EntryNo,
        /// The place; none at all where it is free again.
        place: Reserved,
    },
    /// Two entries are not to sit at one table.
    KeptApart {
        /// One of them.
        one: EntryNo,
        /// The other.
        other: EntryNo,
    },
    /// They may again.
    LetTogether {
        /// One of them.
        one: EntryNo,
        /// The other.
        other: EntryNo,
    },
    /// In which order tables break, as drawn; the first one first. Tables that are opened later break
    /// before them, the latest first.
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
    /// The players of a table that breaks get seats in two random steps (TDA 10-B, IA-10): who has
    /// the highest card gets the first seat, and so on. Where each goes follows.
    SeatCardsDealt {
        /// Which table breaks.
        table: TableNo,
        /// The seats, as scrambled.
        seats: Vec<SeatCard>,
        /// The card that each was dealt.
        cards: Vec<(EntryNo, Card)>,
    },
    /// Everybody at a table was dealt a card: the highest has the button.
    ButtonDealtFor {
        /// At which table.
        table: TableNo,
        /// The cards, by seat.
        cards: Vec<(SeatNo, Card)>,
    },
    /// A short table is halted until it is filled or broken (TDA 11-D).
    Halted {
        /// Which table.
        table: TableNo,
        /// Since when.
        at: Millis,
        /// By the floor, at whose discretion it is in some formats: until it lets the table play on.
        ordered: bool,
    },
    /// A table that was halted plays on.
    PlaysOn {
        /// Which table.
        table: TableNo,
        /// It is as short as before, and is not halted again until somebody else is out there.
        waived: bool,
    },
    /// The floor is told that a table has become short.
    TableShort {
        /// Which table.
        table: TableNo,
        /// How many players it has.
        players: u8,
        /// What follows.
        short: Short,
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

//! The tournament's view of a table: its players, arrivals and current activity.

use crate::order::OrderNo;
use crate::report::Upcoming;
use crate::seq::Seq;
use cardroom_rules::{EntryNo, HandNo, MAX_SEATS, Millis, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};

/// A table as its tournament sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The player in each seat, including players who have only been ordered there.
    pub players: [Option<EntryNo>; MAX_SEATS],
    pub seats: u8,
    /// Players on the way here, in the order of their moves.
    pub arriving: Vec<Arrival>,
    /// Players who were moved elsewhere and not yet reported gone.
    pub leaving: Vec<EntryNo>,
    pub doing: Doing,
    /// The last hand that the table was ordered to deal.
    pub hand: HandNo,
    /// The positions of the next hand, as last reported.
    pub upcoming: Option<Upcoming>,
    /// `true` if the table breaks when the hand is over.
    pub breaks: bool,
    /// The order to deal the hand in progress.
    pub deal: Option<OrderNo>,
    /// Number of orders not yet done, except [`Order::Deal`](crate::Order::Deal).
    pub open_orders: u16,
    /// Vacated seats that are still free, in the order in which they were vacated.
    pub vacated: Vec<Vacancy>,
    /// The turn in which the table last gave up a player to balance tables; 0 if it never did. The
    /// table with the lowest turn is next.
    pub gave_up: u64,
    /// Start of the halt for being short (TDA 11-D).
    pub halted: Option<Millis>,
    /// `true` if the floor ordered the halt.
    pub halt_ordered: bool,
    /// `true` if the table plays on although it is short, until its next elimination (GAPS G-35).
    pub halt_waived: bool,
    /// Number of players who came from other tables since the last hand.
    pub newly_seated: u8,
    /// `true` if this is one of the last two tables and the button has not been drawn for since
    /// (WPTAPL 4).
    pub of_last_two: bool,
    /// When the last hand was ordered.
    pub dealt_at: Millis,
    /// Number of players without chips who are not out yet.
    pub held: u8,
    /// End of an extended break, because the last hand ran into the break.
    pub rests_until: Option<Millis>,
    /// Stage of the break in which the chips were last exchanged.
    pub exchanged: Option<u16>,
    /// The last step in which a player came or went, or the floor ruled about the table.
    pub touched: Seq,
    /// Index in its bucket of tables with the same number of players.
    pub(crate) place: usize,
}

/// A seat that a player has vacated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacancy {
    pub seat: SeatNo,
    /// `true` if its player is out, `false` if moved to another table.
    pub eliminated: bool,
}

/// A player on the way to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrival {
    pub entry: EntryNo,
    /// The seat, if it was drawn. Otherwise it is chosen by position.
    pub seat: Option<SeatNo>,
    /// `true` if the player has left the old table.
    pub released: bool,
}

/// The activity of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Doing {
    /// Waits for an order to deal.
    Waiting,
    /// Was ordered to deal a hand and has not reported it finished.
    Playing,
}

impl Table {
    pub(crate) fn new(seats: u8) -> Self {
        Self {
            players: [None; MAX_SEATS],
            seats,
            arriving: Vec::new(),
            leaving: Vec::new(),
            deal: None,
            doing: Doing::Waiting,
            hand: HandNo(0),
            upcoming: None,
            breaks: false,
            open_orders: 0,
            vacated: Vec::new(),
            gave_up: 0,
            halted: None,
            halt_ordered: false,
            halt_waived: false,
            newly_seated: 0,
            of_last_two: false,
            dealt_at: Millis(0),
            held: 0,
            rests_until: None,
            exchanged: None,
            touched: Seq(0),
            place: 0,
        }
    }

    /// Returns the number of players, including those on the way.
    #[must_use]
    pub fn size(&self) -> usize {
        self.seated().count() + self.arriving.len()
    }

    pub fn seated(&self) -> impl Iterator<Item = (SeatNo, EntryNo)> + '_ {
        let seats = self.players.iter().enumerate();
        seats.filter_map(|(index, entry)| entry.map(|entry| (SeatNo::from_index(index), entry)))
    }

    /// Returns the seated players by seat, then those on the way.
    pub fn everybody(&self) -> impl Iterator<Item = EntryNo> + '_ {
        let arriving = self.arriving.iter().map(|arrival| arrival.entry);
        self.seated().map(|(_, entry)| entry).chain(arriving)
    }

    /// Returns the occupied seats.
    #[must_use]
    pub fn occupied(&self) -> SeatSet {
        let mut seats = SeatSet::EMPTY;
        self.seated().for_each(|(seat, _)| seats.insert(seat));
        seats
    }

    /// Returns the seats that are neither occupied nor reserved for an arrival.
    pub fn free_seats(&self) -> impl Iterator<Item = SeatNo> + '_ {
        let seats = self.players.iter().take(usize::from(self.seats)).enumerate();
        let free = seats.filter(|(_, entry)| entry.is_none());
        let free = free.map(|(index, _)| SeatNo::from_index(index));
        let promised = self.arriving.iter().filter(|arrival| arrival.seat.is_some()).count();
        // Where an extra seat was closed, its player still sits there and has one of the others.
        let left = usize::from(self.seats).saturating_sub(self.seated().count() + promised);
        free.filter(|seat| !self.arriving.iter().any(|arrival| arrival.seat == Some(*seat)))
            .take(left)
    }

    /// Returns `true` if there is room for another player.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.size() < usize::from(self.seats)
    }

    /// Returns `true` if the table is between two hands, all its orders are done, and all players
    /// without chips are out.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.doing == Doing::Waiting && self.open_orders == 0 && self.held == 0
    }

    pub(crate) fn seat_of(&self, entry: EntryNo) -> Option<SeatNo> {
        self.seated().find(|(_, other)| *other == entry).map(|(seat, _)| seat)
    }
}

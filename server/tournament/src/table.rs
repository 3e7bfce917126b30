//! A table as its tournament sees it: who sits there or is on the way, and what it is doing.

use crate::event::Seq;
use crate::order::OrderNo;
use crate::report::Upcoming;
use cardroom_rules::{EntryNo, HandNo, MAX_SEATS, Millis, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};

/// A table as its tournament sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// Who has which seat, ordered to sit there already or not.
    pub players: [Option<EntryNo>; MAX_SEATS],
    /// How many seats it has.
    pub seats: u8,
    /// On the way here, in the order of their moves.
    pub arriving: Vec<Arrival>,
    /// Moved elsewhere, and not reported gone.
    pub leaving: Vec<EntryNo>,
    /// What it is doing.
    pub doing: Doing,
    /// The last hand it was ordered to deal.
    pub hand: HandNo,
    /// Where the next hand's positions are, as last reported.
    pub upcoming: Option<Upcoming>,
    /// Its players go to other tables when the hand is over.
    pub breaks: bool,
    /// The order to deal that hand, while it is played.
    pub deal: Option<OrderNo>,
    /// How many orders to it are not done, [`Order::Deal`](crate::Order::Deal) apart.
    pub open_orders: u16,
    /// The seats that were given up and not taken again, in the order in which they were.
    pub vacated: Vec<Vacancy>,
    /// Whether it gave up a player to balance tables, and as which of all that were: 0 where it has
    /// not. The table that has not for longest is the next.
    pub gave_up: u64,
    /// Since when it is halted for being short, where it is (TDA 11-D).
    pub halted: Option<Millis>,
    /// It is halted because the floor said so.
    pub halt_ordered: bool,
    /// It plays on although it is short, until somebody else is out (GAPS G-35).
    pub halt_waived: bool,
    /// How many came from other tables since its last hand.
    pub newly_seated: u8,
    /// It is one of the last two, and the button has not been dealt for since (WPTAPL 4).
    pub of_last_two: bool,
    /// When the last hand was ordered.
    pub dealt_at: Millis,
    /// How many of its players have no chips and are not out yet.
    pub held: u8,
    /// It goes on resting after a break until then, because its last hand took so long.
    pub rests_until: Option<Millis>,
    /// The break in which its chips were exchanged last: a stage of the structure.
    pub exchanged: Option<u16>,
    /// The last step in which somebody came or went, or the floor ruled about it.
    pub touched: Seq,
    /// Where it stands in its bucket of tables with as many players.
    pub(crate) place: usize,
}

/// A seat that was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacancy {
    pub seat: SeatNo,
    /// Its player is out, and not at another table.
    pub eliminated: bool,
}

/// Somebody on the way to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrival {
    pub entry: EntryNo,
    /// The seat, where it was drawn; otherwise it is chosen by position.
    pub seat: Option<SeatNo>,
    /// Has left the old table.
    pub released: bool,
}

/// What a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Doing {
    /// Waits for the next hand.
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

    /// How many players it has, those on the way included.
    #[must_use]
    pub fn size(&self) -> usize {
        self.seated().count() + self.arriving.len()
    }

    pub fn seated(&self) -> impl Iterator<Item = (SeatNo, EntryNo)> + '_ {
        let seats = self.players.iter().enumerate();
        seats.filter_map(|(index, entry)| entry.map(|entry| (SeatNo::from_index(index), entry)))
    }

    /// Who sits there, by seat, then who is on the way.
    pub fn everybody(&self) -> impl Iterator<Item = EntryNo> + '_ {
        let arriving = self.arriving.iter().map(|arrival| arrival.entry);
        self.seated().map(|(_, entry)| entry).chain(arriving)
    }

    /// The seats that have a player.
    #[must_use]
    pub fn occupied(&self) -> SeatSet {
        let mut seats = SeatSet::EMPTY;
        self.seated().for_each(|(seat, _)| seats.insert(seat));
        seats
    }

    /// Which seats nobody has or was promised.
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

    /// Whether there is room for another player.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.size() < usize::from(self.seats)
    }

    /// Between two hands, done with everything it was ordered, and everybody without chips is out.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.doing == Doing::Waiting && self.open_orders == 0 && self.held == 0
    }

    pub(crate) fn seat_of(&self, entry: EntryNo) -> Option<SeatNo> {
        self.seated().find(|(_, other)| *other == entry).map(|(seat, _)| seat)
    }
}

//! The tables of a tournament, kept so that the fullest and the shortest of them, a random open
//! seat and the table whose turn it is are found without looking at all of them. It decides
//! nothing.

use crate::draws::Draws;
use crate::report::Upcoming;
use crate::table::{Doing, Table, Vacancy};
use cardroom_rules::{EntryNo, MAX_SEATS, Millis, SeatNo, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The tables of a tournament. Tables that break are there, but nobody is sent to them: wherever
/// tables are counted, compared or drawn, only those are meant that stay.
///
/// Players who are ordered to move count where they go to.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct FloorPlan {
    tables: BTreeMap<TableNo, Table>,
    /// The tables that stay, by their number of players.
    by_size: [Bucket; MAX_SEATS + 1],
    /// How many of them have so many seats.
    by_seats: [usize; MAX_SEATS + 1],
    /// How many seats they have.
    seats: usize,
    /// How many players are at all tables.
    players: usize,
    /// How many of all tables play a hand.
    playing: usize,
    /// The tables that are halted, by how long they are.
    halted: BTreeSet<(Millis, TableNo)>,
    /// The last number given to a table.
    last: TableNo,
    /// How many players were given up to balance tables.
    given_up: u64,
}

/// The tables with one number of players.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Bucket {
    /// In no order, so that one can be drawn.
    tables: Vec<TableNo>,
    /// In the order in which they give up players: when each last did, then its number.
    in_turn: BTreeSet<(u64, TableNo)>,
}

/// What the floor plan keeps count of at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Counted {
    stays: bool,
    seats: usize,
    players: usize,
    gave_up: u64,
    place: usize,
    playing: bool,
    halted: Option<Millis>,
}

impl Counted {
    fn at(table: &Table) -> Self {
        Self {
            stays: !table.breaks,
            seats: usize::from(table.seats),
            players: table.size(),
            gave_up: table.gave_up,
            place: table.place,
            playing: table.doing == Doing::Playing,
            halted: table.halted,
        }
    }

    /// Whether the table is found in another place now.
    fn is_elsewhere(self, other: Self) -> bool {
        let place = |seen: Self| (seen.stays, seen.players, seen.seats, seen.gave_up);
        place(self) != place(other)
    }
}

impl FloorPlan {
    /// All tables, by number.
    pub fn tables(&self) -> impl Iterator<Item = (TableNo, &Table)> {
        self.tables.iter().map(|(number, table)| (*number, table))
    }

    #[must_use]
    pub fn table(&self, table: TableNo) -> Option<&Table> {
        look();
        self.tables.get(&table)
    }

    /// The number the next table gets.
    #[must_use]
    pub fn next_number(&self) -> TableNo {
        TableNo(self.last.0 + 1)
    }

    /// How many tables are open, those that break included.
    #[must_use]
    pub fn open_tables(&self) -> usize {
        self.tables.len()
    }

    /// How many tables stay.
    #[must_use]
    pub fn staying(&self) -> usize {
        self.by_size.iter().map(|bucket| bucket.tables.len()).sum()
    }

    /// How many players are at all tables, those that break included.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// How many players the tables have that stay.
    #[must_use]
    pub fn players_staying(&self) -> usize {
        let sizes = self.by_size.iter().enumerate();
        sizes.map(|(size, bucket)| size * bucket.tables.len()).sum()
    }

    /// How many seats the tables have that stay.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How many seats are open, with one for each player of a table that breaks set aside.
    #[must_use]
    pub fn open_seats(&self) -> usize {
        self.seats.saturating_sub(self.players)
    }

    /// How many players the shortest table has.
    #[must_use]
    pub fn least(&self) -> Option<usize> {
        self.by_size.iter().position(|bucket| !bucket.tables.is_empty())
    }

    /// How many players the fullest table has.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        self.by_size.iter().rposition(|bucket| !bucket.tables.is_empty())
    }

    /// The tables with so many players, in no order that means anything.
    #[must_use]
    pub fn of_size(&self, size: usize) -> &[TableNo] {
        self.by_size.get(size).map_or(&[], |bucket| bucket.tables.as_slice())
    }

    /// The tables with so many players, in the order in which they give up players: the one that
    /// has not for longest first, then by number (TDA 11-C, GAPS G-32).
    pub fn in_turn(&self, size: usize) -> impl Iterator<Item = TableNo> + '_ {
        let bucket = self.by_size.get(size).into_iter();
        bucket.flat_map(|bucket| bucket.in_turn.iter().map(|(_, table)| *table))
    }

    /// How many tables play a hand.
    #[must_use]
    pub fn playing(&self) -> usize {
        self.playing
    }

    /// The tables that are halted and since when, the longest halted first.
    pub fn halted(&self) -> impl Iterator<Item = (Millis, TableNo)> + '_ {
        self.halted.iter().copied()
    }

    /// A random one of the tables with so many players.
    pub fn draw_table(&self, size: usize, draws: &mut Draws) -> Option<TableNo> {
        draws.pick(self.of_size(size)).copied()
    }

    /// A random one of all tables that stay: by the number of players, then by their order.
    pub fn draw_any_table(&self, draws: &mut Draws) -> Option<TableNo> {
        let mut drawn = draws.index(self.staying());
        for bucket in &self.by_size {
            if let Some(table) = bucket.tables.get(drawn) {
                return Some(*table);
            }
            drawn -= bucket.tables.len();
        }
        None
    }

    /// A random one of all open seats at tables with at most `most` players, each as likely as the
    /// others. `None` where there is none.
    ///
    /// Part of the contract, because an audit repeats it: the tables with no player come first,
    /// then those with one, and so on; each counts as often as it has open seats. A draw among
    /// their sum says which number of players; another draw the table among those; a third the
    /// seat, among the table's free seats by number.
    pub fn draw_open_seat(&self, most: usize, draws: &mut Draws) -> Option<(TableNo, SeatNo)> {
        let widest = self.by_seats.iter().rposition(|count| *count > 0)?;
        let open = |size: usize| self.of_size(size).len() * (widest - size);
        let sizes = 0..widest.min(most + 1);
        let all: usize = sizes.clone().map(open).sum();
        if all == 0 {
            return None;
        }
        // Tables differ in seats only where somebody wished so: then those with fewer are drawn
        // again as often as they lack seats.
        for _ in 0..64 {
            let mut drawn = draws.index(all);
            let chosen = sizes.clone().find(|size| {
                let here = drawn < open(*size);
                if !here {
                    drawn -= open(*size);
                }
                here
            })?;
            let number = self.draw_table(chosen, draws)?;
            let table = self.table(number)?;
            let lacking = widest - usize::from(table.seats);
            if !table.has_room() || (lacking > 0 && draws.index(widest - chosen) < lacking) {
                continue;
            }
            return Some((number, draw_free_seat(table, &[], draws)?));
        }
        let rest = sizes.flat_map(|size| self.of_size(size)).copied();
        let number = rest.into_iter().find(|table| self.tables[table].has_room())?;
        Some((number, draw_free_seat(self.table(number)?, &[], draws)?))
    }

    pub fn open(&mut self, number: TableNo, seats: u8) {
        self.last = self.last.max(number);
        let table = Table::new(seats);
        let now = Counted::at(&table);
        self.tables.insert(number, table);
        self.recount(number, None, Some(now));
    }

    /// Closes a table. Whoever was there is not on the floor any more.
    pub fn close(&mut self, number: TableNo) {
        if let Some(table) = self.tables.remove(&number) {
            self.recount(number, Some(Counted::at(&table)), None);
        }
    }

    /// A table breaks: it does not count any more.
    pub fn breaks(&mut self, number: TableNo) {
        self.change(number, |table| table.breaks = true);
    }

    /// Gives a seat to an entry.
    pub fn seat(&mut self, number: TableNo, seat: SeatNo, entry: EntryNo) {
        self.change(number, |table| {
            table.players[seat.index()] = Some(entry);
            table.vacated.retain(|vacancy| vacancy.seat != seat);
        });
    }

    /// Takes an entry away from a table. A seat that its player lost for being out says so: short
    /// tables are halted on account of those alone (TDA 11-D).
    pub fn take_away(&mut self, number: TableNo, entry: EntryNo, eliminated: bool) {
        self.change(number, |table| {
            if let Some(seat) = table.seat_of(entry) {
                table.players[seat.index()] = None;
                table.vacated.push(Vacancy { seat, eliminated });
            }
            table.arriving.retain(|other| other.entry != entry);
            table.halt_waived &= !eliminated;
        });
    }

    /// A table has given up a player: it is the last to do so again.
    pub fn gave_up(&mut self, number: TableNo) {
        self.given_up += 1;
        let turn = self.given_up;
        self.change(number, |table| table.gave_up = turn);
    }

    /// A table says where the positions of its next hand are.
    pub fn set_upcoming(&mut self, number: TableNo, upcoming: Option<Upcoming>) {
        self.change(number, |table| table.upcoming = upcoming);
    }

    pub(crate) fn change(&mut self, number: TableNo, change: impl FnOnce(&mut Table)) {
        look();
        let Some(table) = self.tables.get_mut(&number) else { return };
        let before = Counted::at(table);
        change(table);
        let after = Counted::at(table);
        self.recount(number, Some(before), Some(after));
    }

    /// Counts a table as it is now instead of as it was.
    fn recount(&mut self, number: TableNo, before: Option<Counted>, after: Option<Counted>) {
        let moved = match (before, after) {
            (Some(before), Some(after)) => before.is_elsewhere(after),
            _ => true,
        };
        if let Some(was) = before {
            self.players -= was.players;
            self.playing -= usize::from(was.playing);
            if let Some(since) = was.halted {
                self.halted.remove(&(since, number));
            }
            if moved && was.stays {
                self.take_out(number, was);
            }
        }
        if let Some(is) = after {
            self.players += is.players;
            self.playing += usize::from(is.playing);
            if let Some(since) = is.halted {
                self.halted.insert((since, number));
            }
            if moved && is.stays {
                self.put_in(number, is);
            }
        }
    }

    fn put_in(&mut self, number: TableNo, is: Counted) {
        let bucket = &mut self.by_size[is.players];
        let place = bucket.tables.len();
        bucket.tables.push(number);
        bucket.in_turn.insert((is.gave_up, number));
        self.seats += is.seats;
        self.by_seats[is.seats] += 1;
        if let Some(table) = self.tables.get_mut(&number) {
            table.place = place;
        }
    }

    fn take_out(&mut self, number: TableNo, was: Counted) {
        let bucket = &mut self.by_size[was.players];
        bucket.tables.swap_remove(was.place);
        bucket.in_turn.remove(&(was.gave_up, number));
        self.seats -= was.seats;
        self.by_seats[was.seats] -= 1;
        if let Some(moved) = bucket.tables.get(was.place) {
            look();
            if let Some(table) = self.tables.get_mut(moved) {
                table.place = was.place;
            }
        }
    }

    /// Counts everything again.
    ///
    /// # Panics
    /// When a count is wrong.
    pub fn audit(&self) {
        let mut again = Self { last: self.last, given_up: self.given_up, ..Self::default() };
        for (number, table) in &self.tables {
            assert!(table.size() <= usize::from(table.seats), "a seat for everybody");
            again.tables.insert(*number, table.clone());
            again.recount(*number, None, Some(Counted::at(table)));
            let bucket = &self.by_size[table.size()];
            assert_eq!(!table.breaks, bucket.tables.get(table.place) == Some(number));
        }
        let counts = |plan: &Self| (plan.seats, plan.players, plan.playing, plan.by_seats);
        assert_eq!(counts(self), counts(&again));
        assert_eq!(self.halted, again.halted);
        for (size, bucket) in self.by_size.iter().enumerate() {
            assert_eq!(bucket.in_turn, again.by_size[size].in_turn);
            assert_eq!(bucket.tables.len(), again.by_size[size].tables.len());
        }
    }
}

/// A random one of a table's free seats but for `taken`.
pub(super) fn draw_free_seat(table: &Table, taken: &[SeatNo], draws: &mut Draws) -> Option<SeatNo> {
    let free: Vec<SeatNo> = table.free_seats().filter(|seat| !taken.contains(seat)).collect();
    draws.pick(&free).copied()
}

/// Counts that a table was looked at, where a test wants to know how many are.
fn look() {
    #[cfg(test)]
    looks::LOOKS.with(|looks| looks.set(looks.get() + 1));
}

#[cfg(test)]
pub(super) mod looks {
    use std::cell::Cell;

    thread_local! {
        pub(super) static LOOKS: Cell<u64> = const { Cell::new(0) };
    }

    /// At how many tables this thread has looked.
    pub(crate) fn so_far() -> u64 {
        LOOKS.with(Cell::get)
    }
}

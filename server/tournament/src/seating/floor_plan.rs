//! The tables of a tournament, indexed by size and turn. Lookups of the fullest and shortest
//! tables, of a random open seat and of the next table in turn do not scan all tables. The floor
//! plan makes no decisions.

use crate::draws::Draws;
use crate::report::Upcoming;
use crate::table::{Doing, Table, Vacancy};
use cardroom_rules::{EntryNo, MAX_SEATS, Millis, SeatNo, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The tables of a tournament. It includes tables that are breaking, but no player is sent to them.
/// All counts, comparisons and draws cover only the tables that stay.
///
/// A player who has been ordered to move counts at the destination.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct FloorPlan {
    tables: BTreeMap<TableNo, Table>,
    /// The tables that stay, by number of players.
    by_size: [Bucket; MAX_SEATS + 1],
    /// Number of those tables, by number of seats.
    by_seats: [usize; MAX_SEATS + 1],
    /// Total number of their seats.
    seats: usize,
    /// Number of players at all tables.
    players: usize,
    /// Number of tables with a hand in progress, out of all tables.
    playing: usize,
    /// The halted tables, the longest halted first.
    halted: BTreeSet<(Millis, TableNo)>,
    /// The last table number assigned.
    last: TableNo,
    /// Number of players given up to balance tables.
    given_up: u64,
}

/// The tables with the same number of players.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Bucket {
    /// In arbitrary order, so that an index can be drawn.
    tables: Vec<TableNo>,
    /// In the order in which they give up players: by the turn of the last time, then by number.
    in_turn: BTreeSet<(u64, TableNo)>,
}

/// The properties of a table that the floor plan counts.
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

    /// Returns `true` if the table belongs in another bucket or position.
    fn is_elsewhere(self, other: Self) -> bool {
        let place = |seen: Self| (seen.stays, seen.players, seen.seats, seen.gave_up);
        place(self) != place(other)
    }
}

impl FloorPlan {
    /// Returns all tables, by number.
    pub fn tables(&self) -> impl Iterator<Item = (TableNo, &Table)> {
        self.tables.iter().map(|(number, table)| (*number, table))
    }

    /// Returns the numbers of all tables.
    pub(crate) fn numbers(&self) -> Vec<TableNo> {
        self.tables.keys().copied().collect()
    }

    #[must_use]
    pub fn table(&self, table: TableNo) -> Option<&Table> {
        look();
        self.tables.get(&table)
    }

    /// Returns the number of the next table.
    #[must_use]
    pub fn next_number(&self) -> TableNo {
        TableNo(self.last.0 + 1)
    }

    /// Returns the number of open tables, including those that are breaking.
    #[must_use]
    pub fn open_tables(&self) -> usize {
        self.tables.len()
    }

    /// Returns the number of tables that stay.
    #[must_use]
    pub fn staying(&self) -> usize {
        self.by_size.iter().map(|bucket| bucket.tables.len()).sum()
    }

    /// Returns the number of players at all tables, including those that are breaking.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of players at tables that stay.
    #[must_use]
    pub fn players_staying(&self) -> usize {
        let sizes = self.by_size.iter().enumerate();
        sizes.map(|(size, bucket)| size * bucket.tables.len()).sum()
    }

    /// Returns the number of seats at tables that stay.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Returns the number of open seats, after setting one aside for each player
    /// of a breaking table.
    #[must_use]
    pub fn open_seats(&self) -> usize {
        self.seats.saturating_sub(self.players)
    }

    /// Returns the number of players at the shortest table.
    #[must_use]
    pub fn least(&self) -> Option<usize> {
        self.by_size.iter().position(|bucket| !bucket.tables.is_empty())
    }

    /// Returns the number of players at the fullest table.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        self.by_size.iter().rposition(|bucket| !bucket.tables.is_empty())
    }

    /// Returns the tables with this number of players, in arbitrary order.
    #[must_use]
    pub fn of_size(&self, size: usize) -> &[TableNo] {
        self.by_size.get(size).map_or(&[], |bucket| bucket.tables.as_slice())
    }

    /// Returns the tables with this number of players in the order in which they give up
    /// players. The table that has not for the longest time comes first, then the lower number
    /// (TDA 11-C, GAPS G-32).
    pub fn in_turn(&self, size: usize) -> impl Iterator<Item = TableNo> + '_ {
        let bucket = self.by_size.get(size).into_iter();
        bucket.flat_map(|bucket| bucket.in_turn.iter().map(|(_, table)| *table))
    }

    /// Returns the number of tables with a hand in progress.
    #[must_use]
    pub fn playing(&self) -> usize {
        self.playing
    }

    /// Returns the halted tables and the start of each halt, the longest halted first.
    pub fn halted(&self) -> impl Iterator<Item = (Millis, TableNo)> + '_ {
        self.halted.iter().copied()
    }

    /// Returns a random table with this number of players.
    pub fn draw_table(&self, size: usize, draws: &mut Draws) -> Option<TableNo> {
        draws.pick(self.of_size(size)).copied()
    }

    /// Returns a random table of those that stay. The draw counts them by number of players,
    /// then in bucket order.
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

    /// Draws an open seat uniformly from all tables with at most `most` players. Returns `None`
    /// if there is none.
    ///
    /// This algorithm is part of the contract, because an audit repeats it. Tables are grouped by
    /// number of players, the empty ones first, and each group weighs as much as it has open seats.
    /// The first draw chooses the group, the second a table of the group, the third a free seat of
    /// the table by number.
    pub fn draw_open_seat(&self, most: usize, draws: &mut Draws) -> Option<(TableNo, SeatNo)> {
        let widest = self.by_seats.iter().rposition(|count| *count > 0)?;
        let open = |size: usize| self.of_size(size).len() * (widest - size);
        let sizes = 0..widest.min(most + 1);
        let all: usize = sizes.clone().map(open).sum();
        if all == 0 {
            return None;
        }
        // Table sizes differ only if the floor asked for it. A table with fewer seats is then
        // redrawn in proportion to the seats it lacks.
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

    /// Closes a table and takes its players off the floor.
    pub fn close(&mut self, number: TableNo) {
        if let Some(table) = self.tables.remove(&number) {
            self.recount(number, Some(Counted::at(&table)), None);
        }
    }

    /// Marks a table as breaking, so that it no longer counts.
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

    /// Removes an entry from a table. The vacated seat records whether its player was eliminated,
    /// because only such seats halt a short table (TDA 11-D).
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

    /// Records that a table has given up a player. It is now the last in turn.
    pub fn gave_up(&mut self, number: TableNo) {
        self.given_up += 1;
        let turn = self.given_up;
        self.change(number, |table| table.gave_up = turn);
    }

    /// Sets the positions of a table's next hand.
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

    /// Updates the counts from one state of a table to another.
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

    /// Checks all counts by a full recount.
    ///
    /// # Panics
    /// If a count is wrong.
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

/// Returns a random free seat of a table that is not in `taken`.
pub(super) fn draw_free_seat(table: &Table, taken: &[SeatNo], draws: &mut Draws) -> Option<SeatNo> {
    let free: Vec<SeatNo> = table.free_seats().filter(|seat| !taken.contains(seat)).collect();
    draws.pick(&free).copied()
}

/// Counts a table lookup for the tests.
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

    /// Returns the number of table lookups by this thread.
    pub(crate) fn so_far() -> u64 {
        LOOKS.with(Cell::get)
    }
}

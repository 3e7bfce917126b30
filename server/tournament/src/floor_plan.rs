//! The tables of a tournament by how many players they have: which is the fullest, which the
//! shortest, and a random one of a size, without looking at all of them.

use crate::table::{Doing, Table};
use cardroom_rules::{EntryNo, MAX_SEATS, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The tables of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct FloorPlan {
    tables: BTreeMap<TableNo, Table>,
    /// Tables that do not break, by their number of players.
    by_size: [Vec<TableNo>; MAX_SEATS + 1],
    /// How many seats they have, and how many players.
    seats: usize,
    players: usize,
    /// How many of all tables play a hand.
    playing: usize,
    last: TableNo,
}

impl FloorPlan {
    pub(crate) fn tables(&self) -> impl Iterator<Item = (TableNo, &Table)> {
        self.tables.iter().map(|(number, table)| (*number, table))
    }

    pub(crate) fn table(&self, table: TableNo) -> Option<&Table> {
        self.tables.get(&table)
    }

    /// The number the next table gets.
    pub(crate) fn next_number(&self) -> TableNo {
        TableNo(self.last.0 + 1)
    }

    /// How many tables stay.
    pub(crate) fn staying(&self) -> usize {
        self.by_size.iter().map(Vec::len).sum()
    }

    /// How many players are at all tables.
    pub(crate) fn players(&self) -> usize {
        self.players
    }

    /// How many players the tables have that stay.
    pub(crate) fn players_staying(&self) -> usize {
        self.by_size.iter().enumerate().map(|(size, tables)| size * tables.len()).sum()
    }

    /// How many seats the tables have that stay.
    pub(crate) fn seats(&self) -> usize {
        self.seats
    }

    /// The size of the shortest table that stays.
    pub(crate) fn least(&self) -> Option<usize> {
        self.by_size.iter().position(|tables| !tables.is_empty())
    }

    /// The tables of a size.
    pub(crate) fn of_size(&self, size: usize) -> &[TableNo] {
        self.by_size.get(size).map_or(&[], Vec::as_slice)
    }

    /// How many tables play a hand.
    pub(crate) fn playing(&self) -> usize {
        self.playing
    }

    pub(crate) fn open(&mut self, number: TableNo, seats: u8) {
        self.last = self.last.max(number);
        self.tables.insert(number, Table::new(seats));
        self.seats += usize::from(seats);
        self.enter_bucket(number);
    }

    pub(crate) fn close(&mut self, number: TableNo) {
        let Some(table) = self.tables.get(&number) else { return };
        if !table.breaks {
            self.seats -= usize::from(table.seats);
            self.leave_bucket(number);
        }
        let table = self.tables.remove(&number).expect("it was there");
        self.players -= table.size();
        self.playing -= usize::from(table.doing == Doing::Playing);
    }

    pub(crate) fn breaks(&mut self, number: TableNo) {
        let Some(table) = self.tables.get(&number).filter(|table| !table.breaks) else { return };
        self.seats -= usize::from(table.seats);
        self.leave_bucket(number);
        if let Some(table) = self.tables.get_mut(&number) {
            table.breaks = true;
        }
    }

    /// Changes a table; its size may change with it.
    pub(crate) fn change(&mut self, number: TableNo, change: impl FnOnce(&mut Table)) {
        let Some(table) = self.tables.get(&number) else { return };
        let (before, stays) = (table.size(), !table.breaks);
        let played = usize::from(table.doing == Doing::Playing);
        let Some(table) = self.tables.get_mut(&number) else { return };
        let mut changed = table.clone();
        change(&mut changed);
        let after = changed.size();
        let plays = usize::from(changed.doing == Doing::Playing);
        if stays && before != after {
            self.leave_bucket(number);
        }
        if let Some(table) = self.tables.get_mut(&number) {
            let place = table.place;
            *table = changed;
            table.place = place;
        }
        if stays && before != after {
            self.enter_bucket(number);
        }
        self.players = self.players + after - before;
        self.playing = self.playing + plays - played;
    }

    /// Takes an entry away from a table.
    pub(crate) fn take_away(&mut self, number: TableNo, entry: EntryNo) {
        self.change(number, |table| {
            if let Some(seat) = table.seat_of(entry) {
                table.players[seat.index()] = None;
            }
            table.arriving.retain(|other| other.entry != entry);
        });
    }

    fn enter_bucket(&mut self, number: TableNo) {
        let Some(table) = self.tables.get_mut(&number) else { return };
        let bucket = &mut self.by_size[table.size()];
        table.place = bucket.len();
        bucket.push(number);
    }

    fn leave_bucket(&mut self, number: TableNo) {
        let Some(table) = self.tables.get(&number) else { return };
        let (size, place) = (table.size(), table.place);
        let bucket = &mut self.by_size[size];
        bucket.swap_remove(place);
        if let Some(moved) = bucket.get(place).and_then(|moved| self.tables.get_mut(moved)) {
            moved.place = place;
        }
    }

    pub(crate) fn audit(&self) {
        let mut players = 0;
        for (number, table) in &self.tables {
            players += table.size();
            let bucket = &self.by_size[table.size()];
            assert_eq!(!table.breaks, bucket.get(table.place) == Some(number));
        }
        assert_eq!(players, self.players);
        let playing = self.tables.values().filter(|table| table.doing == Doing::Playing);
        assert_eq!(playing.count(), self.playing);
        let stay = self.tables.values().filter(|table| !table.breaks);
        assert_eq!(stay.map(|table| usize::from(table.seats)).sum::<usize>(), self.seats);
    }
}

//! Short tables: halting them, letting them play on, and telling the floor (TDA 11-D).

use super::{Director, Step};
use crate::event::Event;
use cardroom_rules::{Millis, TableNo};

impl Director {
    /// Whether a table is so short that it halts as soon as the big blind would come to a seat
    /// whose player is out. One that is halted says so itself.
    #[must_use]
    pub fn is_short(&self, table: TableNo) -> bool {
        let short = self.short_tables();
        self.table(table).is_some_and(|table| short.is_armed(&self.state.floor, table))
    }

    /// When the first halted table is to play on, where nobody comes to it.
    pub(super) fn halt_deadline(&self) -> Option<Millis> {
        let floor = &self.state.floor;
        let ordered = |table| floor.table(table).is_some_and(|table| table.halt_ordered);
        let first = floor.halted().find(|(_, table)| !ordered(*table));
        first.map(|(since, _)| since + self.longest_halt())
    }
}

impl Step<'_> {
    /// Whether a table that could be dealt a hand is halted; it is halted here where it has to be.
    pub(super) fn is_halted(&mut self, number: TableNo) -> bool {
        let Some(table) = self.director.table(number) else { return false };
        if table.halted.is_some() {
            return true;
        }
        let halts = self.director.short_tables().halts(&self.director.state.floor, table);
        if halts {
            self.emit(Event::Halted { table: number, at: self.now, ordered: false });
        }
        halts
    }

    /// Tables play on when they are filled, or others are as short by now, or they were halted for
    /// too long (GAPS G-35). One that the floor ordered to halt waits for the floor.
    pub(super) fn end_halts(&mut self) {
        let state = &self.director.state;
        let short = self.director.short_tables();
        let longest = self.director.longest_halt();
        let over = state.floor.halted().filter_map(|(since, number)| {
            let table = state.floor.table(number).filter(|table| !table.halt_ordered)?;
            let filled = table.arriving.is_empty() && !short.is_armed(&state.floor, table);
            let waived = self.now >= since + longest;
            (filled || waived).then_some((number, waived && !filled))
        });
        let over: Vec<(TableNo, bool)> = over.collect();
        for (table, waived) in over {
            self.emit(Event::PlaysOn { table, waived });
            self.attention.insert(table);
        }
    }

    /// The floor is told of a table that has become short.
    pub(super) fn tell_of_short_table(&mut self, number: TableNo) {
        let Some(table) = self.director.table(number).filter(|table| !table.breaks) else { return };
        if let Some(short) = self.director.short_tables().told(table) {
            let players = u8::try_from(table.size()).expect("a table has at most ten players");
            self.emit(Event::TableShort { table: number, players, short });
        }
    }
}

//! Short tables: halting them, resuming play, and notifying the floor (TDA 11-D).

use super::{Director, Step};
use crate::event::Event;
use cardroom_rules::{Millis, TableNo};

impl Director {
    /// Returns `true` if a table is so short that it halts as soon as the big blind would reach the
    /// seat of an eliminated player. [`Table`](crate::Table) itself records an actual halt.
    #[must_use]
    pub fn is_short(&self, table: TableNo) -> bool {
        let short = self.setup.short_tables();
        self.table(table).is_some_and(|table| short.is_armed(self.state.seating.floor(), table))
    }
}

/// Returns the time at which the first halted table resumes play if no player is moved to it.
pub(super) fn halt_deadline(director: &Director) -> Option<Millis> {
    let floor = director.state.seating.floor();
    let ordered = |table| floor.table(table).is_some_and(|table| table.halt_ordered);
    let first = floor.halted().find(|(_, table)| !ordered(*table));
    first.map(|(since, _)| since + director.setup.longest_halt())
}

/// Returns `true` if a table is halted. Halts it first if the rules require it.
pub(super) fn is_halted(step: &mut Step<'_>, number: TableNo) -> bool {
    let Some(table) = step.director.table(number) else { return false };
    if table.halted.is_some() {
        return true;
    }
    let halts = step.setup().short_tables().halts(step.state().seating.floor(), table);
    if halts {
        step.emit(Event::Halted { table: number, at: step.now, ordered: false });
    }
    halts
}

/// Resumes play at tables that are filled, no longer the shortest, or halted for too long (GAPS
/// G-35). A table halted by the floor waits for the floor.
pub(super) fn end_halts(step: &mut Step<'_>) {
    let state = step.state();
    let short = step.setup().short_tables();
    let longest = step.setup().longest_halt();
    let over = state.seating.floor().halted().filter_map(|(since, number)| {
        let table = state.seating.floor().table(number).filter(|table| !table.halt_ordered)?;
        let filled = table.arriving.is_empty() && !short.is_armed(state.seating.floor(), table);
        let waived = step.now >= since + longest;
        (filled || waived).then_some((number, waived && !filled))
    });
    let over: Vec<(TableNo, bool)> = over.collect();
    for (table, waived) in over {
        step.emit(Event::PlaysOn { table, waived });
        step.attention.insert(table);
    }
}

/// Notifies the floor of a table that has become short.
pub(super) fn tell_of_short_table(step: &mut Step<'_>, number: TableNo) {
    let Some(table) = step.director.table(number).filter(|table| !table.breaks) else { return };
    if let Some(short) = step.setup().short_tables().told(table) {
        let players = u8::try_from(table.size()).expect("a table has at most ten players");
        step.emit(Event::TableShort { table: number, players, short });
    }
}

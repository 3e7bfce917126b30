//! Short tables: halting them, resuming play, and notifying the floor (TDA 11-D).

use super::Director;
use super::effects::Effects;
use crate::event::Event;
use crate::seating::{FloorPlan, ShortTables};
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
pub(super) fn halt_deadline(floor: &FloorPlan, longest: Millis) -> Option<Millis> {
    let ordered = |table| floor.table(table).is_some_and(|table| table.halt_ordered);
    let first = floor.halted().find(|(_, table)| !ordered(*table));
    first.map(|(since, _)| since + longest)
}

/// Resumes play at tables that are filled, no longer the shortest, or halted for too long (GAPS
/// G-35). A table halted by the floor waits for the floor.
pub(super) fn end_halts(
    floor: &FloorPlan,
    short: ShortTables,
    longest: Millis,
    now: Millis,
) -> Effects {
    let mut effects = Effects::default();
    for (since, number) in floor.halted() {
        let table = floor.table(number).filter(|table| !table.halt_ordered);
        let Some(table) = table else { continue };
        let filled = table.arriving.is_empty() && !short.is_armed(floor, table);
        let waived = now >= since + longest;
        if filled || waived {
            effects.emit(Event::PlaysOn { table: number, waived: waived && !filled });
            effects.attend(number);
        }
    }
    effects
}

/// Notifies the floor of a table that has become short.
pub(super) fn tell_of_short_table(
    floor: &FloorPlan,
    short: ShortTables,
    number: TableNo,
) -> Option<Event> {
    let table = floor.table(number).filter(|table| !table.breaks)?;
    let short = short.told(table)?;
    let players = u8::try_from(table.size()).expect("a table has at most ten players");
    Some(Event::TableShort { table: number, players, short })
}

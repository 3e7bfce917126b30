//! Tables that start with one player more than the usual number of seats. The extra seat closes as
//! soon as a player leaves the table (TFPL 2c-7, Spotlight 2c-5).

use super::{Director, Step};
use crate::event::Event;
use crate::floor::Undo;
use crate::refusal::Refusal;
use crate::seating::tables_for;
use cardroom_rules::{MAX_SEATS, TableNo};

impl Director {
    /// Returns the number of seats that a table was opened with. An extra seat counts even after it
    /// is closed, because no player is moved out of it.
    #[must_use]
    pub fn seats_built(&self, table: TableNo) -> u8 {
        let closed = self.state.seating.has_closed_seat(table);
        self.table(table).map_or(0, |table| table.seats) + u8::from(closed)
    }
}

pub(super) fn check_extra_players(director: &Director) -> Result<Undo, Refusal> {
    if !director.state.course.is_registering() {
        return Err(Refusal::HasBegun);
    }
    if director.setup.is_played_in_rounds() {
        let text = "In this format every table plays to its winner, so none has an extra player.";
        return Err(Refusal::NotNow(text));
    }
    if usize::from(director.setup.table_size()) >= MAX_SEATS {
        return Err(Refusal::NotNow("The tables have no seat for an extra player."));
    }
    Ok(Undo::ExtraPlayers { before: director.state.seating.extra_players() })
}

/// Returns the number of tables for this number of players at the start. Extra players are
/// seated only if that saves a table.
pub(super) fn tables_at_the_start(director: &Director, players: usize) -> usize {
    let seats = director.setup.table_size();
    let extra = usize::try_from(director.state.seating.extra_players()).unwrap_or(usize::MAX);
    let usual = tables_for(players, seats);
    let fits = |tables: &usize| players <= tables * usize::from(seats) + extra.min(*tables);
    (1..usual).rev().take_while(fits).last().unwrap_or(usual)
}

/// Closes the extra seat of each table that a player has left.
pub(super) fn close_surplus_seats(step: &mut Step<'_>) {
    let state = step.state();
    let floor = state.seating.floor();
    let has_room = |table: &TableNo| floor.table(*table).is_some_and(crate::Table::has_room);
    let freed: Vec<TableNo> = state.seating.surplus_seats().filter(has_room).collect();
    for table in freed {
        step.emit(Event::SurplusSeat { table, open: false });
    }
}

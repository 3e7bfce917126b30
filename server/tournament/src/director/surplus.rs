//! Tables that start with one player more than the usual number of seats. The extra seat closes as
//! soon as a player leaves the table (TFPL 2c-7, Spotlight 2c-5).

use super::Director;
use super::state::{Course, Seating};
use crate::event::Event;
use crate::floor::Undo;
use crate::refusal::Refusal;
use crate::seating::tables_for;
use crate::setup::Setup;
use crate::table::Table;
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

pub(super) fn check_extra_players(
    course: &Course,
    seating: &Seating,
    setup: &Setup,
) -> Result<Undo, Refusal> {
    if !course.is_registering() {
        return Err(Refusal::HasBegun);
    }
    if setup.is_played_in_rounds() {
        let text = "In this format every table plays to its winner, so none has an extra player.";
        return Err(Refusal::NotNow(text));
    }
    if usize::from(setup.table_size()) >= MAX_SEATS {
        return Err(Refusal::NotNow("The tables have no seat for an extra player."));
    }
    Ok(Undo::ExtraPlayers { before: seating.extra_players() })
}

/// Returns the number of tables with this many seats for this number of players at the start. Extra
/// players are seated only if that saves a table.
pub(super) fn tables_at_the_start(seating: &Seating, players: usize, seats: u8) -> usize {
    let extra = usize::try_from(seating.extra_players()).unwrap_or(usize::MAX);
    let usual = tables_for(players, seats);
    let fits = |tables: &usize| players <= tables * usize::from(seats) + extra.min(*tables);
    (1..usual).rev().take_while(fits).last().unwrap_or(usual)
}

/// Closes the extra seat of each table that a player has left.
pub(super) fn close_surplus_seats(seating: &Seating) -> Vec<Event> {
    let floor = seating.floor();
    let has_room = |table: &TableNo| floor.table(*table).is_some_and(Table::has_room);
    let freed = seating.surplus_seats().filter(has_room);
    freed.map(|table| Event::SurplusSeat { table, open: false }).collect()
}

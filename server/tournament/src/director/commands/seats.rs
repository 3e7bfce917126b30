//! Commands about seats and tables.

use crate::command::{Command, Place};
use crate::director::dues;
use crate::director::effects::Effects;
use crate::director::state::{Entries, Seating};
use crate::entry::Whereabouts;
use crate::escrow::Escrow;
use crate::event::Event;
use crate::floor::Undo;
use crate::refusal::Refusal;
use crate::seating::Reserved;
use crate::setup::Setup;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

/// Checks that a player waits for a seat, or has one to leave, as the command needs it.
pub(super) fn check_player(
    entries: &Entries,
    escrow: &Escrow,
    command: &Command,
    entry: EntryNo,
) -> Result<(), Refusal> {
    let waits = matches!(command, Command::Seat(_));
    match entries.whereabouts(entry) {
        Some(Whereabouts::Waiting) if waits && !escrow.is_suspended(entry) => Ok(()),
        Some(Whereabouts::Seated { .. }) if !waits => Ok(()),
        _ if waits => Err(Refusal::NotNow("This player is not waiting for a seat.")),
        _ => Err(Refusal::NotNow("This player has no seat to leave.")),
    }
}

/// Checks a seat for a player who waits for one, or who has another one.
pub(super) fn check_place(
    seating: &Seating,
    setup: &Setup,
    command: &Command,
    place: Place,
) -> Result<Undo, Refusal> {
    dues::check_place(seating.floor(), place, setup.is_played_in_rounds())?;
    if matches!(command, Command::Seat(_)) && seating.open_seats() == 0 {
        let text = "The free seats are for the players of a table that breaks.";
        return Err(Refusal::NotNow(text));
    }
    Ok(Undo::Never)
}

/// Checks that the seat can exist and is not reserved for another player.
pub(super) fn check_pin(
    entries: &Entries,
    seating: &Seating,
    setup: &Setup,
    place: Place,
) -> Result<Undo, Refusal> {
    let Place { entry, table, seat } = place;
    entries.must_be_in(entry)?;
    if entries.whereabouts(entry) != Some(Whereabouts::Registered) {
        return Err(Refusal::HasBegun);
    }
    if table.0 == 0 {
        return Err(Refusal::UnknownTable(table));
    }
    let Some(seat) = seat else { return Ok(Undo::Inverse) };
    let holder = seating.wishes().reserved_for(table.0 - 1, seat);
    // A withdrawn player no longer needs a reservation.
    let is_in = |holder| entries.must_be_in(holder).is_ok();
    let taken = holder.is_some_and(|holder| holder != entry && is_in(holder));
    if seat.0 >= setup.table_size() || taken {
        return Err(Refusal::SeatTaken { table, seat });
    }
    Ok(Undo::Inverse)
}

/// Checks that the other tables have room for the players of this one.
pub(super) fn check_breaking(
    seating: &Seating,
    setup: &Setup,
    number: TableNo,
) -> Result<Undo, Refusal> {
    let table = seating.floor().table(number).filter(|table| !table.breaks);
    table.ok_or(Refusal::UnknownTable(number))?;
    let fits = seating.floor().staying() > 1 && seating.fits_without(number, 0);
    if !fits || setup.is_played_in_rounds() {
        return Err(Refusal::NotNow("The other tables have no room for the players of this one."));
    }
    Ok(Undo::Never)
}

/// Returns the seat that a player takes: the one that the floor chose, or a free one.
pub(super) fn seat_at(seating: &Seating, place: Place) -> Option<SeatNo> {
    let free = || seating.floor().table(place.table)?.free_seats().next();
    place.seat.or_else(free)
}

pub(super) fn move_player(entries: &Entries, place: Place) -> Effects {
    let mut effects = Effects::from([Event::MoveDue(place)]);
    if let Some(table) = entries.table_of(place.entry) {
        effects.attend(table);
    }
    effects
}

pub(super) fn pin(place: Place) -> Event {
    let Place { entry, table, seat } = place;
    let place = Reserved { table: Some(table.0.saturating_sub(1)), seat };
    Event::Reserved { entry, place }
}

/// Breaks tables, whose players draw new seats.
pub(super) fn break_tables(tables: impl IntoIterator<Item = TableNo>) -> Effects {
    let mut effects = Effects::default();
    for table in tables {
        effects.emit(Event::TableBreaks { table });
        effects.attend(table);
    }
    effects
}

/// Lets a halted table resume.
pub(super) fn resume_table(table: TableNo, waived: bool) -> Effects {
    let mut effects = Effects::from([Event::PlaysOn { table, waived }]);
    effects.attend(table);
    effects
}

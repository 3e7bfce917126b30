//! Commands about seats and tables.

use crate::command::{Command, Place};
use crate::director::{Director, Step, dues, moves};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::Undo;
use crate::order::Entering;
use crate::refusal::Refusal;
use crate::seating::Reserved;
use crate::table::Table;
use cardroom_rules::TableNo;

/// Checks a seat for a player who waits for one, or who has another one.
pub(super) fn check(director: &Director, command: &Command, place: Place) -> Result<Undo, Refusal> {
    director.state.entries.must_be_in(place.entry)?;
    director.state.course.must_run()?;
    let waits = matches!(command, Command::Seat(_));
    let is_suspended = director.state.escrow.is_suspended(place.entry);
    match director.state.entries.whereabouts(place.entry) {
        Some(Whereabouts::Waiting) if waits && !is_suspended => {}
        Some(Whereabouts::Seated { .. }) if !waits => {}
        _ if waits => return Err(Refusal::NotNow("This player is not waiting for a seat.")),
        _ => return Err(Refusal::NotNow("This player has no seat to leave.")),
    }
    dues::check_place(director, place)?;
    if waits && director.state.seating.open_seats() == 0 {
        let text = "The free seats are for the players of a table that breaks.";
        return Err(Refusal::NotNow(text));
    }
    Ok(Undo::Never)
}

/// Checks that the seat can exist and is not reserved for another player.
pub(super) fn check_pin(director: &Director, place: Place) -> Result<Undo, Refusal> {
    let Place { entry, table, seat } = place;
    director.state.entries.must_be_in(entry)?;
    if director.state.entries.whereabouts(entry) != Some(Whereabouts::Registered) {
        return Err(Refusal::HasBegun);
    }
    if table.0 == 0 {
        return Err(Refusal::UnknownTable(table));
    }
    let Some(seat) = seat else { return Ok(Undo::Inverse) };
    let holder = director.state.seating.wishes().reserved_for(table.0 - 1, seat);
    // A withdrawn player no longer needs a reservation.
    let is_in = |holder| director.state.entries.must_be_in(holder).is_ok();
    let taken = holder.is_some_and(|holder| holder != entry && is_in(holder));
    if seat.0 >= director.setup.table_size() || taken {
        return Err(Refusal::SeatTaken { table, seat });
    }
    Ok(Undo::Inverse)
}

/// Checks that the other tables have room for the players of this one.
pub(super) fn check_breaking(director: &Director, number: TableNo) -> Result<Undo, Refusal> {
    director.state.course.must_run()?;
    director.table(number).filter(|table| !table.breaks).ok_or(Refusal::UnknownTable(number))?;
    let seating = &director.state.seating;
    let fits = seating.floor().staying() > 1 && seating.fits_without(number, 0);
    if !fits || director.setup.is_played_in_rounds() {
        return Err(Refusal::NotNow("The other tables have no room for the players of this one."));
    }
    Ok(Undo::Never)
}

/// Returns the table, if the tournament runs and has it.
pub(super) fn running(director: &Director, number: TableNo) -> Result<&Table, Refusal> {
    director.state.course.must_run()?;
    director.table(number).ok_or(Refusal::UnknownTable(number))
}

pub(super) fn seat(step: &mut Step<'_>, place: Place) {
    let Place { entry, table, seat } = place;
    let free = step.director.table(table).and_then(|table| table.free_seats().next());
    if let Some(seat) = seat.or(free) {
        step.emit(Event::Seated { entry, table, seat });
        moves::order_to_sit(step, entry, table, seat, Entering::Newcomer);
    }
}

pub(super) fn move_player(step: &mut Step<'_>, place: Place) {
    step.emit(Event::MoveDue(place));
    if let Some(Whereabouts::Seated { table, .. }) = step.state().entries.whereabouts(place.entry) {
        step.attention.insert(table);
    }
}

pub(super) fn pin(step: &mut Step<'_>, place: Place) {
    let Place { entry, table, seat } = place;
    let place = Reserved { table: Some(table.0.saturating_sub(1)), seat };
    step.emit(Event::Reserved { entry, place });
}

pub(super) fn break_table(step: &mut Step<'_>, table: TableNo) {
    step.emit(Event::TableBreaks { table });
    step.attention.insert(table);
}

/// Breaks every table, so that all players draw new seats.
pub(super) fn redraw(step: &mut Step<'_>) {
    let staying = step.director.tables().filter(|(_, table)| !table.breaks);
    for table in staying.map(|(number, _)| number).collect::<Vec<_>>() {
        break_table(step, table);
    }
}

/// Lets a halted table resume.
pub(super) fn resume_table(step: &mut Step<'_>, table: TableNo, waived: bool) {
    step.emit(Event::PlaysOn { table, waived });
    step.attention.insert(table);
}

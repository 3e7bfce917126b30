//! Changes that wait until no hand is in progress at a table: removals and stack corrections.

use super::{Director, Step, bonus, escrow, placing};
use crate::command::Place;
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::removal::Removal;
use cardroom_rules::{Chips, EntryNo, PlayerId, TableNo};

/// Carries out the changes that waited for the end of a table's hand. Returns `true`
/// if there were any.
pub(super) fn settle_dues(step: &mut Step<'_>, number: TableNo) -> bool {
    let state = step.state();
    if state.due.is_empty() && state.escrow.is_settled() && state.bonuses.is_settled() {
        return false;
    }
    let Some(table) = step.director.table(number) else { return false };
    let seated: Vec<EntryNo> = table.seated().map(|(_, entry)| entry).collect();
    let mut anything = false;
    let mut stacks: Vec<(PlayerId, Chips)> = Vec::new();
    for entry in seated {
        if escrow::settle_at_table(step, entry, number)
            || bonus::settle_bonus_at_table(step, entry, number)
        {
            // Any other change follows after the table has carried out this one.
            anything = true;
        } else if let Some(why) = step.state().due.removal(entry) {
            placing::take_out(step, entry, why);
            anything = true;
        } else if let Some(place) = step.state().due.place(entry) {
            anything |= move_by_order(step, number, place);
        } else if let Some((_, taken)) = step.state().due.stack(entry) {
            anything = true;
            let stack = step.state().stack_due(entry);
            if stack.is_zero() && !taken.is_zero() {
                placing::take_out(step, entry, Removal::Forfeited);
                continue;
            }
            step.emit(Event::StackChanged { entry, stack });
            stacks.push((step.state().entries.player(entry), stack));
        }
    }
    if !stacks.is_empty() {
        step.order(number, Order::SetStacks { stacks });
    }
    anything
}

/// Carries out a move ordered by the floor if the seat is still free. Returns `true`
/// if the player moved.
fn move_by_order(step: &mut Step<'_>, from: TableNo, place: Place) -> bool {
    let Place { entry, table: to, seat } = place;
    if check_place(step.director, place).is_err() {
        step.emit(Event::MoveDropped { entry });
        return false;
    }
    step.emit(Event::Moved { entry, from, to, seat });
    let player = step.state().entries.player(entry);
    step.order(from, Order::Release { player });
    true
}

/// Gives chips to a player and takes chips away, either now or after the hand.
pub(super) fn change_stack(step: &mut Step<'_>, entry: EntryNo, given: Chips, taken: Chips) {
    step.emit(Event::StackDue { entry, given, taken });
    match step.state().entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => {
            if step.state().held.get(entry).is_none() {
                step.attention.insert(table);
                return;
            }
            // The seat was held, so no hand begins before the chips arrive.
            let stack = step.state().stack_due(entry);
            step.emit(Event::StackChanged { entry, stack });
            let player = step.state().entries.player(entry);
            step.order(table, Order::SetStacks { stacks: vec![(player, stack)] });
        }
        _ => {
            let stack = step.state().stack_due(entry);
            step.emit(Event::StackChanged { entry, stack });
            escrow::reseat(step, entry);
        }
    }
}

/// Checks that the seat exists and is free.
pub(super) fn check_place(director: &Director, place: Place) -> Result<(), Refusal> {
    let table = director.table(place.table).filter(|table| !table.breaks);
    let table = table.ok_or(Refusal::UnknownTable(place.table))?;
    let here = table.seat_of(place.entry).is_some();
    if !here && director.setup.is_played_in_rounds() {
        return Err(Refusal::NotNow("Tables are not balanced any more at this stage."));
    }
    if let Some(seat) = place.seat
        && table.free_seats().all(|free| free != seat)
    {
        return Err(Refusal::SeatTaken { table: place.table, seat });
    }
    if !table.has_room() && !here {
        return Err(Refusal::NotNow("This table is full. Choose another one."));
    }
    if here && place.seat.is_none() {
        return Err(Refusal::NotNow("The player sits there already."));
    }
    Ok(())
}

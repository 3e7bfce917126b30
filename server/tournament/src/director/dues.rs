//! Changes that wait until no hand is in progress at a table: removals and stack corrections.

use super::effects::Effects;
use super::{Step, bonus, escrow, placing};
use crate::command::Place;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::removal::Removal;
use crate::seating::FloorPlan;
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
        if escrow::settle(step, entry) {
            // Any other change follows after the table has carried out this one.
            anything = true;
            continue;
        }
        let state = step.state();
        let bonus = bonus::add_at_table(&state.bonuses, &state.entries, entry, number);
        if !bonus.is_empty() {
            step.bring_about(bonus);
            anything = true;
        } else if let Some(why) = state.due.removal(entry) {
            placing::take_out(step, entry, why);
            anything = true;
        } else if let Some(place) = state.due.place(entry) {
            let by_rounds = step.setup().is_played_in_rounds();
            if check_place(state.seating.floor(), place, by_rounds).is_ok() {
                let player = state.entries.player(entry);
                step.bring_about(move_to(number, place, player));
                anything = true;
            } else {
                step.emit(Event::MoveDropped { entry });
            }
        } else if let Some((_, taken)) = state.due.stack(entry) {
            anything = true;
            let stack = state.stack_due(entry);
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

/// Moves a player of a table to the place that the floor ordered.
fn move_to(from: TableNo, place: Place, player: PlayerId) -> Effects {
    let Place { entry, table: to, seat } = place;
    let mut effects = Effects::from([Event::Moved { entry, from, to, seat }]);
    effects.order(from, Order::Release { player });
    effects
}

/// Gives chips to a player and takes chips away, either now or after the hand.
pub(super) fn change_stack(step: &mut Step<'_>, entry: EntryNo, given: Chips, taken: Chips) {
    step.emit(Event::StackDue { entry, given, taken });
    let state = step.state();
    let (stack, table) = (state.stack_due(entry), state.entries.table_of(entry));
    if let Some(table) = table
        && state.held.get(entry).is_none()
    {
        step.attention.insert(table);
        return;
    }
    step.emit(Event::StackChanged { entry, stack });
    match table {
        // The seat was held, so no hand begins before the chips arrive.
        Some(table) => {
            let player = step.state().entries.player(entry);
            step.order(table, Order::SetStacks { stacks: vec![(player, stack)] });
        }
        None => step.bring_about(escrow::reseat(step.director, entry)),
    }
}

/// Checks that the seat exists and is free. In a tournament with rounds no player changes tables.
pub(super) fn check_place(floor: &FloorPlan, place: Place, by_rounds: bool) -> Result<(), Refusal> {
    let table = floor.table(place.table).filter(|table| !table.breaks);
    let table = table.ok_or(Refusal::UnknownTable(place.table))?;
    let here = table.seat_of(place.entry).is_some();
    if !here && by_rounds {
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

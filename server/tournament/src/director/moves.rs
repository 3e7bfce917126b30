//! Moves between tables: seats for late entrants, breaking tables and balancing.

use super::arrivals::Arrivals;
use super::state::{Entries, Seating};
use super::{Step, real_cards, start};
use crate::draws::Draws;
use crate::event::Event;
use crate::order::{Entering, Order};
use crate::seating::{
    FloorPlan, assign_by_cards, combines, deal_one_each, keep_apart, mover, scramble_seat_cards,
    table_in_need, tables_for, worst_seat,
};
use crate::setup::Setup;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

/// Seats players who entered late. If no seat is open, they wait for one, or until there are
/// enough of them to open another table.
pub(super) fn seat_waiting(step: &mut Step<'_>) {
    while let Some(entry) = step.state().entries.waiting().first().copied() {
        let floor = step.state().seating.floor();
        if floor.players() >= step.setup().most_seated() {
            return;
        }
        let state = step.state();
        if floor.staying() > 0 && state.seating.open_seats() > 0 {
            let most = state.seating.difference(&step.setup().rulebook).most_for_newcomer(floor);
            let seat = step.drawing(|director, draws| {
                seat_for_newcomer(&director.state.seating, entry, most, draws)
            });
            let Some((table, seat)) = seat else { return };
            let arrivals = Arrivals::of(step.director);
            step.bring_about(arrivals.sit(entry, table, seat, Entering::Newcomer));
        } else if may_open_a_table(&state.seating, &state.entries, step.setup()) {
            let seats = step.setup().table_size();
            let waiting = state.entries.waiting().iter().copied();
            let group: Vec<EntryNo> = waiting.take(usize::from(seats)).collect();
            start::open_drawn(step, &group, 1, seats, false);
        } else {
            return;
        }
    }
}

/// Draws an open seat, except at tables with more than `most` players, which would become too full
/// compared with others.
fn seat_for_newcomer(
    seating: &Seating,
    entry: EntryNo,
    most: usize,
    draws: &mut Draws,
) -> Option<(TableNo, SeatNo)> {
    let mut drawn = None;
    // Redraws a few times if the entry must not share the table with one of its players.
    for _ in 0..16 {
        drawn = seating.floor().draw_open_seat(most, draws);
        let table = drawn.and_then(|(table, _)| seating.floor().table(table));
        let others: Vec<EntryNo> = table.into_iter().flat_map(|table| table.everybody()).collect();
        if !seating.wishes().are_apart(entry, &others) {
            break;
        }
    }
    drawn
}

/// Returns `true` if the waiting players get another table, because it would have enough
/// players once the tables are even.
fn may_open_a_table(seating: &Seating, entries: &Entries, setup: &Setup) -> bool {
    let floor = seating.floor();
    let everybody = floor.players() + entries.waiting().len();
    floor.staying() == floor.open_tables()
        && !setup.structure.entry.alternates
        && everybody / (floor.staying() + 1) >= setup.fewest_at_a_new_table()
}

/// Breaks tables that are no longer needed after their current hand. In the drawn order, a
/// table breaks as soon as its players fit the open seats of the others. The last two tables
/// combine into the final table.
pub(super) fn break_tables(step: &mut Step<'_>) {
    if step.state().entries.are_closed() && !step.state().seating.breaking().is_drawn() {
        let tables =
            step.drawing(|director, draws| breaking_order(director.state.seating.floor(), draws));
        step.emit(Event::BreakingOrderDrawn { tables });
    }
    while step.state().seating.floor().staying() > 1 && step.state().entries.waiting().is_empty() {
        let state = step.state();
        if state.entries.are_closed() && combines(state.seating.floor(), step.setup().final_size())
        {
            let both = state.seating.floor().tables().filter(|(_, table)| !table.breaks);
            let both: Vec<TableNo> = both.map(|(table, _)| table).collect();
            for table in both {
                step.emit(Event::TableBreaks { table });
                step.attention.insert(table);
            }
            return;
        }
        let Some(table) = table_to_break(step) else { return };
        step.emit(Event::TableBreaks { table });
        step.attention.insert(table);
    }
}

/// Draws the order in which the tables break.
fn breaking_order(floor: &FloorPlan, draws: &mut Draws) -> Vec<TableNo> {
    let staying = floor.tables().filter(|(_, table)| !table.breaks);
    let mut tables: Vec<TableNo> = staying.map(|(table, _)| table).collect();
    draws.shuffle(&mut tables);
    tables
}

/// Returns the table that breaks now: one with fewer players than the rulebook allows
/// (WPTAPL 31), or the next in the drawn order. While entry is open there is no order yet,
/// so this draws a table.
fn table_to_break(step: &mut Step<'_>) -> Option<TableNo> {
    let director = &*step.director;
    let floor = director.state.seating.floor();
    let seating = &director.state.seating;
    let least = floor.least()?;
    if least < usize::from(director.setup.short_tables().min_players) {
        let short = floor.in_turn(least).next().filter(|table| seating.fits_without(*table, 0));
        if short.is_some() {
            return short;
        }
    }
    if director.state.entries.are_closed() {
        let next = seating.breaking().next(floor)?;
        return (floor.staying() > 2 && seating.fits_without(next, 0)).then_some(next);
    }
    // A single player at a table must not wait for entries.
    let kept = if least < 2 { 0 } else { director.setup.seats_kept_for_entries() };
    if floor.players() + kept + usize::from(director.setup.table_size()) > floor.seats() {
        return None;
    }
    let drawn =
        step.drawing(|director, draws| director.state.seating.floor().draw_any_table(draws))?;
    step.state().seating.fits_without(drawn, kept).then_some(drawn)
}

/// Moves the players of a breaking table to the others in two random steps (TDA 10-B).
pub(super) fn dissolve(step: &mut Step<'_>, number: TableNo) {
    if step.state().seating.floor().staying() == 0 {
        return draw_new_seats(step);
    }
    let Some(table) = step.director.table(number) else { return };
    let players: Vec<EntryNo> = table.everybody().collect();
    let (seats, cards) = step.drawing(|director, draws| {
        let seats = scramble_seat_cards(director.state.seating.floor(), players.len(), draws);
        (seats, deal_one_each(players.len(), draws))
    });
    assert_eq!(seats.len(), players.len(), "a table breaks when there is room for everybody");
    let cards: Vec<_> = players.into_iter().zip(cards).collect();
    let assigned = assign_by_cards(&seats, &cards);
    let state = step.state();
    let assigned = keep_apart(assigned, state.seating.floor(), state.seating.wishes());
    step.emit(Event::SeatCardsDealt { table: number, seats, cards });
    for (entry, (to, seat)) in assigned {
        step.emit(Event::Moved { entry, from: number, to, seat: Some(seat) });
        step.attention.insert(to);
    }
    step.order(number, Order::Close);
}

/// If every table breaks, all players draw new seats once the last hand is over. They
/// draw for one final table, or for as few tables as possible if the floor ordered
/// new seats (TNPL B6-i).
fn draw_new_seats(step: &mut Step<'_>) {
    let floor = step.state().seating.floor();
    let ready = floor.tables().all(|(_, table)| table.is_ready());
    if !ready {
        return;
    }
    let tables = floor.numbers();
    let mut entries: Vec<EntryNo> =
        floor.tables().flat_map(|(_, table)| table.everybody()).collect();
    entries.sort_unstable();
    for table in tables {
        step.order(table, Order::Close);
    }
    let final_size = step.setup().final_size();
    let is_final = entries.len() <= usize::from(final_size);
    let seats = if is_final { final_size } else { step.setup().table_size() };
    start::open_drawn(step, &entries, tables_for(entries.len(), seats), seats, is_final);
}

/// Moves the next big blind away from the fullest table once it is between hands (TDA 11-A). If
/// several tables qualify, the next in turn gives up a player (11-C, GAPS G-32). Returns `true`
/// if a player moved.
pub(super) fn balance(step: &mut Step<'_>) -> bool {
    let floor = step.state().seating.floor();
    if !step.state().seating.is_uneven(&step.setup().rulebook) {
        return false;
    }
    let most = floor.most();
    let real = step.setup().structure.has_real_cards();
    let gives = |number: TableNo| {
        let table = floor.table(number)?;
        // A new table without seated players has no next big blind, so another table gives.
        let knows_whom = table.upcoming.is_some() || real;
        let gives = table.is_ready() && !table.breaks && Some(table.size()) == most;
        (gives && knows_whom).then_some((table.gave_up, number))
    };
    // With real cards no hand ends that would draw attention to the other tables.
    let fullest = match real {
        true => floor.tables().filter_map(|(number, _)| gives(number)).min(),
        false => step.attention.iter().filter_map(|number| gives(*number)).min(),
    };
    let Some((_, from)) = fullest else { return false };
    let Some(to) =
        step.drawing(|director, draws| table_in_need(director.state.seating.floor(), draws))
    else {
        return false;
    };
    let state = step.state();
    let only_stud = !state.seating.has_blinds();
    let (Some(source), Some(target)) =
        (state.seating.floor().table(from), state.seating.floor().table(to))
    else {
        return false;
    };
    let entry = match real {
        true => {
            let players = real_cards::may_move(&state.real, source);
            step.drawing(|_, draws| draws.pick(&players).copied())
        }
        false => mover(source, target, only_stud),
    };
    let Some(entry) = entry else { return false };
    step.emit(Event::Moved { entry, from, to, seat: None });
    let player = step.state().entries.player(entry);
    step.order(from, Order::Release { player });
    true
}

/// Seats players who arrived between two hands. Returns `true` if any did.
pub(super) fn place_arrivals(step: &mut Step<'_>, number: TableNo) -> bool {
    let mut placed = false;
    loop {
        let Some(table) = step.director.table(number) else { return placed };
        let next = table.arriving.iter().copied().find(|arrival| arrival.released);
        let Some(arrival) = next else { return placed };
        let (seat, entering) = match arrival.seat {
            Some(seat) => (seat, Entering::FromBrokenTable),
            None => {
                let worst = worst_seat(table, step.setup().has_single_big_blind());
                let worst = worst.expect("a seat for everybody");
                (worst.seat, worst.entering())
            }
        };
        let arrivals = Arrivals::of(step.director);
        step.bring_about(arrivals.sit(arrival.entry, number, seat, entering));
        placed = true;
    }
}

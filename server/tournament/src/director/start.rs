//! The start of a tournament: seat draw, first buttons, first level.

use super::{Step, absences, colour_up, real_cards, refunds, registration, stages, surplus};
use crate::command::Refund;
use crate::event::Event;
use crate::order::{Chair, Order};
use crate::seating::{Drawn, Wishes, deal_one_each, highest};
use cardroom_cards::Card;
use cardroom_rules::rulebook::RedrawButton;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

/// Starts at the scheduled time, or when full if the tournament waits for that.
pub(super) fn begin_if_due(step: &mut Step<'_>) {
    let director = &*step.director;
    if !director.state.course.is_registering() {
        return;
    }
    let terms = &director.setup.structure.entry;
    let is_full = director.setup.begins_full(director.state.schedule.starts_at())
        && director.entry_count() >= terms.max_entrants;
    if !is_full && director.state.schedule.starts_at().is_none_or(|at| step.now < at) {
        return;
    }
    let least = terms.min_entrants.max(2);
    registration::withdraw_who_is_not_there(step);
    if step.director.entry_count() < least {
        let reason = "too few players registered".to_owned();
        if step.setup().carried.is_some() {
            // Money from the first days belongs to the players who came from them.
            return refunds::call_off_running(step, Refund::ByStacks, reason);
        }
        return refunds::call_off(step, reason);
    }
    step.emit(Event::Began { at: step.now });
    real_cards::note_who_checked_in(step);
    stages::begin_stage(step, 0);
    let waits = step.setup().begins_full(step.state().schedule.starts_at());
    let rounds = step.setup().is_played_in_rounds();
    if !step.state().entries.are_closed() && (waits || rounds) {
        stages::close_entry(step);
    }
    // In a tournament with rounds, the first round begins like the later ones.
    if !rounds {
        draw_seats(step);
    }
}

/// Draws seats at as few tables as possible, with sizes that differ by at most one.
fn draw_seats(step: &mut Step<'_>) {
    let waiting = step.state().entries.waiting().iter().copied();
    let entries: Vec<EntryNo> = waiting.take(step.setup().most_seated()).collect();
    let seats = step.setup().table_size();
    let tables = surplus::tables_at_the_start(step.director, entries.len());
    open_drawn(step, &entries, tables, seats, false);
}

/// Opens tables for these players, who draw their seats.
pub(super) fn open_drawn(
    step: &mut Step<'_>,
    entries: &[EntryNo],
    tables: usize,
    seats: u8,
    last: bool,
) {
    // At the final table no player can be kept apart or have a reserved seat.
    let none = Wishes::default();
    let drawn = step.drawing(|director, draws| {
        let wishes = if last { &none } else { director.state.seating.wishes() };
        crate::seating::draw_seats(entries, tables, seats, wishes, draws)
    });
    for players in drawn {
        open_table(step, &players, seats, last);
    }
}

/// Opens a table with these players and draws for the button.
fn open_table(step: &mut Step<'_>, drawn: &Drawn, seats: u8, is_final: bool) {
    let table = step.state().seating.floor().next_number();
    let is_over = drawn.len() > usize::from(seats);
    let seats = seats + u8::from(is_over);
    step.emit(Event::TableOpened { table, seats });
    if is_over {
        step.emit(Event::SurplusSeat { table, open: true });
    }
    let mut players: Vec<Chair> = Vec::with_capacity(drawn.len());
    for (seat, entry) in drawn.iter().copied() {
        step.emit(Event::Seated { entry, table, seat });
        colour_up::exchange_on_the_way(step, entry);
        let known = step.director.entry(entry).expect("an entry of this tournament");
        players.push(Chair { seat, player: known.player, chips: known.stack });
    }
    let for_final = is_final && step.setup().deals_for_button_on(RedrawButton::FinalTable);
    let button = if for_final || step.setup().deals_for_first_button() {
        deal_for_button(step, table)
    } else {
        step.drawing(|_, draws| draws.pick(drawn).map(|(seat, _)| *seat))
    };
    step.order(table, Order::Open { seats, players, button: button.unwrap_or(SeatNo(0)) });
    absences::tell_of_quitters(step, table, drawn.iter().map(|(_, entry)| *entry));
}

/// Deals a card to each player at a table. The highest card gets the button.
fn deal_for_button(step: &mut Step<'_>, number: TableNo) -> Option<SeatNo> {
    let table = step.director.table(number)?;
    let seats: Vec<SeatNo> = table.occupied().iter().collect();
    let cards = step.drawing(|_, draws| deal_one_each(seats.len(), draws));
    let cards: Vec<(SeatNo, Card)> = seats.into_iter().zip(cards).collect();
    let button = highest(&cards);
    step.emit(Event::ButtonDealtFor { table: number, cards });
    button
}

/// Draws for the button again if the rulebook requires it, because half of the players are new
/// or because two tables are left (TFPL 6-6, WPTAPL 4). Returns `true` if it did.
pub(super) fn redraw_button(step: &mut Step<'_>, number: TableNo) -> bool {
    let Some(table) = step.director.table(number) else { return false };
    let half_new = usize::from(table.newly_seated) * 2 >= table.seated().count().max(2);
    let due = (half_new && step.setup().deals_for_button_on(RedrawButton::HalfNew))
        || (table.of_last_two && step.setup().deals_for_button_on(RedrawButton::TwoTables));
    if !due || table.seated().count() < 2 {
        return false;
    }
    let Some(seat) = deal_for_button(step, number) else { return false };
    step.order(number, Order::SetButton { seat });
    true
}

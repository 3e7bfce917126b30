//! The start of a tournament: seat draw, first buttons, first level.

use super::arrivals::Arrivals;
use super::money::Money;
use super::registration::Registration;
use super::{Step, real_cards, refunds, stages, surplus};
use crate::command::Refund;
use crate::event::Event;
use crate::order::{Chair, Order};
use crate::seating::{Drawn, Wishes, deal_one_each, highest};
use crate::setup::Setup;
use crate::table::Table;
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
    step.bring_about(Registration::of(step.director).withdraw_who_is_not_there());
    if step.director.entry_count() < least {
        let reason = "too few players registered".to_owned();
        if step.setup().carried.is_some() {
            // Money from the first days belongs to the players who came from them.
            let refunds = refunds::call_off_running(step.director, Refund::ByStacks, reason);
            return step.bring_about(refunds);
        }
        return step.bring_about(Money::of(step.director).call_off(reason));
    }
    step.emit(Event::Began { at: step.now });
    let here: Vec<EntryNo> = step.state().entries.checked_in().collect();
    step.bring_about(real_cards::note_who_sits(&step.state().discipline, step.setup(), &here));
    stages::begin_stage(step, 0);
    let waits = step.setup().begins_full(step.state().schedule.starts_at());
    let rounds = step.setup().is_played_in_rounds();
    if !step.state().entries.are_closed() && (waits || rounds) {
        stages::close_entry(step);
    }
    // In a tournament with rounds, the first round begins like the later ones.
    if !rounds {
        // As few tables as possible, with sizes that differ by at most one.
        let waiting = step.state().entries.waiting().iter().copied();
        let entries: Vec<EntryNo> = waiting.take(step.setup().most_seated()).collect();
        let seats = step.setup().table_size();
        let seating = &step.state().seating;
        let tables = surplus::tables_at_the_start(seating, entries.len(), seats);
        open_drawn(step, &entries, tables, seats, false);
    }
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
        let (taken, chips) = Arrivals::of(step.director).take_seat(entry, table, seat);
        step.bring_about(taken);
        let player = step.state().entries.player(entry);
        players.push(Chair { seat, player, chips });
    }
    let for_final = is_final && step.setup().deals_for_button_on(RedrawButton::FinalTable);
    let button = if for_final || step.setup().deals_for_first_button() {
        deal_for_button(step, table)
    } else {
        step.drawing(|_, draws| draws.pick(drawn).map(|(seat, _)| *seat))
    };
    step.order(table, Order::Open { seats, players, button: button.unwrap_or(SeatNo(0)) });
    let seated = drawn.iter().map(|(_, entry)| *entry);
    step.bring_about(Arrivals::of(step.director).tell_of_quitters(table, seated));
}

/// Deals a card to each player at a table. The highest card gets the button.
pub(super) fn deal_for_button(step: &mut Step<'_>, number: TableNo) -> Option<SeatNo> {
    let table = step.director.table(number)?;
    let seats: Vec<SeatNo> = table.occupied().iter().collect();
    let cards = step.drawing(|_, draws| deal_one_each(seats.len(), draws));
    let cards: Vec<(SeatNo, Card)> = seats.into_iter().zip(cards).collect();
    let button = highest(&cards);
    step.emit(Event::ButtonDealtFor { table: number, cards });
    button
}

/// Returns `true` if the rulebook has a table draw for the button again, because half of the players
/// are new or because two tables are left (TFPL 6-6, WPTAPL 4).
pub(super) fn redraws_button(setup: &Setup, table: &Table) -> bool {
    let seated = table.seated().count();
    let half_new = usize::from(table.newly_seated) * 2 >= seated.max(2);
    let due = (half_new && setup.deals_for_button_on(RedrawButton::HalfNew))
        || (table.of_last_two && setup.deals_for_button_on(RedrawButton::TwoTables));
    due && seated >= 2
}

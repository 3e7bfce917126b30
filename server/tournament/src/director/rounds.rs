//! Tournaments in several parts: rounds whose winners play the next round, and first days whose
//! survivors play the next day.

use super::money::Money;
use super::{Clock, Director, Phase, Step, bonus, escrow, placing, stages, start};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::order::Order;
use crate::seating::tables_for;
use cardroom_rules::{Chips, EntryNo, Format, PlayerId, TableNo};

impl Director {
    /// Returns the players who advance to the next day and their stacks, once the
    /// first day is over.
    pub fn carried_over(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        let through = self.entries().filter(|(_, entry)| entry.whereabouts == Whereabouts::Through);
        let over = self.state.course.phase() == Phase::Over;
        through.filter(move |_| over).map(|(_, entry)| (entry.player, entry.stack))
    }

    /// Returns `true` if the day is over and its survivors do not play anywhere else yet.
    #[must_use]
    pub fn keeps_bags(&self) -> bool {
        let over = self.state.course.phase() == Phase::Over && self.setup.is_first_day();
        over && !self.state.course.is_handed_over()
    }
}

/// Closes a table where one player has all chips. The winner waits for the next round. Returns
/// `true` if the table was closed.
pub(super) fn goes_through(step: &mut Step<'_>, number: TableNo) -> bool {
    if !step.setup().is_played_in_rounds() || step.director.players_left() < 2 {
        return false;
    }
    let Some(table) = step.director.table(number) else { return false };
    let winner = table.seated().next().map(|(_, entry)| entry);
    if table.size() > 1 {
        return false;
    }
    if step.state().escrow.concerns(number) {
        escrow::waits_for_decision(step);
        return false;
    }
    // The table is empty if both players were removed.
    if let Some(entry) = winner {
        step.emit(Event::Through { entry });
    }
    step.order(number, Order::Close);
    true
}

/// Begins the next round once every table is closed. The winners draw seats again, with the
/// stack and level of the start.
pub(super) fn begin_next_round(step: &mut Step<'_>) {
    let state = step.state();
    if state.seating.floor().open_tables() > 0
        || state.entries.left() < 2
        || state.schedule.is_paused()
    {
        return;
    }
    if escrow::waits_for_decision(step) {
        return;
    }
    let round = step.state().course.round() + 1;
    let stack = step.setup().structure.entry.starting_stack;
    step.emit(Event::RoundBegan { round, stack });
    if round > 1 {
        stages::begin_stage(step, 0);
    }
    let mut entries: Vec<EntryNo> = step.state().entries.waiting().iter().copied().collect();
    let byes = byes(step.setup().structure.format, entries.len());
    if byes > 0 {
        step.drawing(|_, draws| draws.shuffle(&mut entries));
        for entry in entries.into_iter().take(byes) {
            step.emit(Event::Through { entry });
        }
    }
    let entries: Vec<EntryNo> = step.state().entries.waiting().iter().copied().collect();
    let seats = step.setup().table_size();
    start::open_drawn(step, &entries, tables_for(entries.len(), seats), seats, false);
}

/// Returns the number of byes in a bracket that is not full, so that the next round is full.
fn byes(format: Format, players: usize) -> usize {
    match format {
        Format::HeadsUp => players.next_power_of_two() - players,
        _ => 0,
    }
}

/// Ends a satellite after the hands in progress once all remaining players win a ticket. They
/// share the first place.
pub(super) fn hand_out_tickets(step: &mut Step<'_>) {
    let state = step.state();
    let is_due = state.course.is_running() && Money::of(step.director).has_tickets_for_all_left();
    if !is_due || !state.is_quiet() {
        return;
    }
    if escrow::waits_for_decision(step) {
        return;
    }
    let left: Vec<EntryNo> = step.state().entries.all_in().map(|(number, _)| number).collect();
    let Some((winner, others)) = left.split_first() else { return };
    let sharing = step.director.players_left();
    let out_before = step.director.entry_count() - sharing;
    for entry in others.iter().copied() {
        let by = Vec::new();
        step.emit(Event::Out { entry, out_before, sharing, at: step.now, by });
    }
    step.bring_about(placing::finish(step.director, step.now, *winner, &left, &left));
}

/// Ends a first day after the hands in progress, once few enough players are left.
pub(super) fn end_day(step: &mut Step<'_>) {
    let state = step.state();
    let Some(survivors) = step.setup().survivors(state.entries.count()) else { return };
    if !state.course.is_running() || !state.entries.are_closed() || state.schedule.is_paused() {
        return;
    }
    if !state.course.day_ends() && state.entries.left() <= survivors {
        step.emit(Event::DayEnds);
    }
    let state = step.state();
    if !state.course.day_ends() || !state.is_quiet() || state.schedule.clock() == Clock::Stopped {
        return;
    }
    if escrow::waits_for_decision(step) {
        return;
    }
    let tables = step.state().seating.floor().numbers();
    let through: Vec<EntryNo> = step.state().entries.all_in().map(|(number, _)| number).collect();
    for entry in through {
        step.emit(Event::Through { entry });
    }
    step.emit(Event::DayOver { at: step.now });
    step.bring_about(bonus::tell_of_bonuses(&step.state().bonuses, &step.state().entries));
    for table in tables {
        step.order(table, Order::Close);
    }
}

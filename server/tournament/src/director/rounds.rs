//! Tournaments that are not played at one floor to the end: rounds whose winners play the next one,
//! and first days whose survivors play the next.

use super::{Clock, Director, Phase, Step};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::seating::tables_for;
use cardroom_rules::{Chips, EntryNo, Format, PlayerId, TableNo};

impl Director {
    /// Whether everybody left wins a ticket.
    pub(super) fn has_ticket_winners(&self) -> bool {
        let left = self.state.players_left;
        self.state.phase == Phase::Running && left > 1 && left <= self.state.tickets
    }

    /// Who goes on to the next day, with how many chips, once the first one is over.
    pub fn carried_over(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        let through = self.entries().filter(|(_, entry)| entry.whereabouts == Whereabouts::Through);
        let over = self.state.phase == Phase::Over;
        through.filter(move |_| over).map(|(_, entry)| (entry.player, entry.stack))
    }

    /// Whether those who went on from a first day are waited for: the day is over, and they do not
    /// play anywhere else yet.
    #[must_use]
    pub fn keeps_bags(&self) -> bool {
        let over = self.state.phase == Phase::Over && self.survivors().is_some();
        over && !self.state.handed_over
    }
}

impl Step<'_> {
    /// A table where one player has all chips is done with: the winner waits for the next round.
    /// Says whether it is.
    pub(super) fn goes_through(&mut self, number: TableNo) -> bool {
        if !self.director.is_played_in_rounds() || self.director.players_left() < 2 {
            return false;
        }
        let Some(table) = self.director.table(number) else { return false };
        let winner = table.seated().next().map(|(_, entry)| entry);
        if table.size() > 1 {
            return false;
        }
        if self.director.state.escrow.concerns(number) {
            self.waits_for_decision();
            return false;
        }
        // Nobody is left where both were taken out.
        if let Some(entry) = winner {
            self.emit(Event::Through { entry });
        }
        self.order(number, Order::Close);
        true
    }

    /// When every table is done with, the winners draw seats again, with the stack and the level
    /// that the tournament began with.
    pub(super) fn begin_next_round(&mut self) {
        let state = &self.director.state;
        if state.floor.open_tables() > 0 || state.players_left < 2 || state.paused.is_some() {
            return;
        }
        if self.waits_for_decision() {
            return;
        }
        let round = self.director.state.round + 1;
        let stack = self.director.setup.structure.entry.starting_stack;
        self.emit(Event::RoundBegan { round, stack });
        if round > 1 {
            self.begin_stage(0);
        }
        self.draw_byes();
        let entries: Vec<EntryNo> = self.director.state.waiting.iter().copied().collect();
        let seats = self.director.table_size();
        self.open_drawn(&entries, tables_for(entries.len(), seats), seats, false);
    }

    /// In a bracket that is not full so many go through to the next round without an opponent that
    /// it is full from then on.
    fn draw_byes(&mut self) {
        if self.director.setup.structure.format != Format::HeadsUp {
            return;
        }
        let mut entries: Vec<EntryNo> = self.director.state.waiting.iter().copied().collect();
        let byes = entries.len().next_power_of_two() - entries.len();
        if byes == 0 {
            return;
        }
        self.drawing(|_, draws| draws.shuffle(&mut entries));
        for entry in entries.into_iter().take(byes) {
            self.emit(Event::Through { entry });
        }
    }

    /// Somebody who is in it and at no table.
    pub(super) fn last_left(&self) -> Option<EntryNo> {
        let mut entries = self.director.entries();
        entries.find(|(_, entry)| entry.whereabouts.is_in()).map(|(number, _)| number)
    }

    /// A satellite is over when everybody left wins a ticket, after the hands in progress: they
    /// share the first place.
    pub(super) fn hand_out_tickets(&mut self) {
        let state = &self.director.state;
        let quiet = state.floor.playing() == 0 && state.outstanding.is_empty();
        if !self.director.has_ticket_winners() || !quiet || state.held.count() > 0 {
            return;
        }
        if self.waits_for_decision() {
            return;
        }
        let left: Vec<EntryNo> = self
            .director
            .entries()
            .filter(|(_, entry)| entry.whereabouts.is_in())
            .map(|(number, _)| number)
            .collect();
        let Some((winner, others)) = left.split_first() else { return };
        let sharing = self.director.players_left();
        let out_before = self.director.entry_count() - sharing;
        for entry in others.iter().copied() {
            let by = Vec::new();
            self.emit(Event::Out { entry, out_before, sharing, at: self.now, by });
        }
        self.finish(*winner, &left, &left);
    }

    /// The survivors of a first day play on elsewhere.
    pub(super) fn hand_over(&mut self, to: u64) -> Result<(), Refusal> {
        if !self.director.keeps_bags() {
            return Err(Refusal::NotNow("No players go on from this tournament to another day."));
        }
        self.emit(Event::HandedOver { to });
        Ok(())
    }

    /// A first day is over when so few are left, after the hands in progress.
    pub(super) fn end_day(&mut self) {
        let state = &self.director.state;
        let Some(survivors) = self.director.survivors() else { return };
        if state.phase != Phase::Running || !state.entry_closed || state.paused.is_some() {
            return;
        }
        if !state.day_ends && state.players_left <= survivors {
            self.emit(Event::DayEnds);
        }
        let state = &self.director.state;
        let quiet = state.floor.playing() == 0 && state.outstanding.is_empty();
        if !state.day_ends || !quiet || state.held.count() > 0 || state.clock == Clock::Stopped {
            return;
        }
        if self.waits_for_decision() {
            return;
        }
        let tables: Vec<TableNo> = self.director.tables().map(|(table, _)| table).collect();
        let through: Vec<EntryNo> = self
            .director
            .entries()
            .filter(|(_, entry)| entry.whereabouts.is_in())
            .map(|(number, _)| number)
            .collect();
        for entry in through {
            self.emit(Event::Through { entry });
        }
        self.emit(Event::DayOver { at: self.now });
        self.tell_of_bonuses();
        for table in tables {
            self.order(table, Order::Close);
        }
    }
}

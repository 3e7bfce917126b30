//! The start of a tournament: seat draw, first buttons, first level.

use super::Step;
use crate::event::Event;
use crate::floor::Refund;
use crate::order::{Chair, Order};
use crate::seating::{Drawn, Wishes, deal_one_each, draw_seats, highest};
use cardroom_cards::Card;
use cardroom_rules::rulebook::RedrawButton;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

impl Step<'_> {
    /// Starts at the scheduled time, or when full if the tournament waits for that.
    pub(super) fn begin_if_due(&mut self) {
        let director = &*self.director;
        if !director.state.course.is_registering() {
            return;
        }
        let terms = &director.setup.structure.entry;
        let is_full = director.begins_full() && director.entry_count() >= terms.max_entrants;
        if !is_full && director.state.schedule.starts_at().is_none_or(|at| self.now < at) {
            return;
        }
        let least = terms.min_entrants.max(2);
        self.withdraw_who_is_not_there();
        if self.director.entry_count() < least {
            let reason = "too few players registered".to_owned();
            if self.director.setup.carried.is_some() {
                // Money from the first days belongs to the players who came from them.
                return self.call_off_running(Refund::ByStacks, reason);
            }
            return self.call_off(reason);
        }
        self.emit(Event::Began { at: self.now });
        self.begin_stage(0);
        let waits = self.director.begins_full();
        let rounds = self.director.setup.is_played_in_rounds();
        if !self.director.state.entries.are_closed() && (waits || rounds) {
            self.close_entry();
        }
        // In a tournament with rounds, the first round begins like the later ones.
        if !rounds {
            self.draw_seats();
        }
    }

    /// Draws seats at as few tables as possible, with sizes that differ by at most one.
    fn draw_seats(&mut self) {
        let waiting = self.director.state.entries.waiting().iter().copied();
        let entries: Vec<EntryNo> = waiting.take(self.director.setup.most_seated()).collect();
        let seats = self.director.setup.table_size();
        let tables = self.director.tables_at_the_start(entries.len());
        self.open_drawn(&entries, tables, seats, false);
    }

    /// Opens tables for these players, who draw their seats.
    pub(super) fn open_drawn(&mut self, entries: &[EntryNo], tables: usize, seats: u8, last: bool) {
        // At the final table no player can be kept apart or have a reserved seat.
        let none = Wishes::default();
        let drawn = self.drawing(|director, draws| {
            let wishes = if last { &none } else { director.state.seating.wishes() };
            draw_seats(entries, tables, seats, wishes, draws)
        });
        for players in drawn {
            self.open_table(&players, seats, last);
        }
    }

    /// Opens a table with these players and draws for the button.
    fn open_table(&mut self, drawn: &Drawn, seats: u8, is_final: bool) {
        let table = self.director.state.seating.floor().next_number();
        let is_over = drawn.len() > usize::from(seats);
        let seats = seats + u8::from(is_over);
        self.emit(Event::TableOpened { table, seats });
        if is_over {
            self.emit(Event::SurplusSeat { table, open: true });
        }
        let mut players: Vec<Chair> = Vec::with_capacity(drawn.len());
        for (seat, entry) in drawn.iter().copied() {
            self.emit(Event::Seated { entry, table, seat });
            self.exchange_on_the_way(entry);
            let known = self.director.entry(entry).expect("an entry of this tournament");
            players.push(Chair { seat, player: known.player, chips: known.stack });
        }
        let for_final =
            is_final && self.director.setup.deals_for_button_on(RedrawButton::FinalTable);
        let button = if for_final || self.director.setup.deals_for_first_button() {
            self.deal_for_button(table)
        } else {
            self.drawing(|_, draws| draws.pick(drawn).map(|(seat, _)| *seat))
        };
        self.order(table, Order::Open { seats, players, button: button.unwrap_or(SeatNo(0)) });
    }

    /// Deals a card to each player at a table. The highest card gets the button.
    fn deal_for_button(&mut self, number: TableNo) -> Option<SeatNo> {
        let table = self.director.table(number)?;
        let seats: Vec<SeatNo> = table.occupied().iter().collect();
        let cards = self.drawing(|_, draws| deal_one_each(seats.len(), draws));
        let cards: Vec<(SeatNo, Card)> = seats.into_iter().zip(cards).collect();
        let button = highest(&cards);
        self.emit(Event::ButtonDealtFor { table: number, cards });
        button
    }

    /// Draws for the button again if the rulebook requires it, because half of the players are new
    /// or because two tables are left (TFPL 6-6, WPTAPL 4). Returns `true` if it did.
    pub(super) fn redraw_button(&mut self, number: TableNo) -> bool {
        let Some(table) = self.director.table(number) else { return false };
        let half_new = usize::from(table.newly_seated) * 2 >= table.seated().count().max(2);
        let due = (half_new && self.director.setup.deals_for_button_on(RedrawButton::HalfNew))
            || (table.of_last_two
                && self.director.setup.deals_for_button_on(RedrawButton::TwoTables));
        if !due || table.seated().count() < 2 {
            return false;
        }
        let Some(seat) = self.deal_for_button(number) else { return false };
        self.order(number, Order::SetButton { seat });
        true
    }
}

//! Consequences of an input: the loop that ends every step.

use super::Step;
use crate::event::Event;
use crate::order::{Deal, Order};
use cardroom_rules::{HandNo, SeatSet, TableNo};

impl Step<'_> {
    /// Runs until nothing more follows.
    pub(super) fn follow(&mut self) {
        self.begin_if_due();
        self.announce_play();
        while self.director.state.course.is_running() {
            self.keep_time();
            self.announce_play();
            self.end_rests();
            self.decide_rebuys();
            self.see_to_long_absences();
            self.keep_together();
            self.count_votes();
            if !self.director.state.course.is_running() {
                return;
            }
            self.crown();
            self.hand_out_tickets();
            self.end_day();
            if !self.director.state.course.is_running() {
                return;
            }
            self.close_surplus_seats();
            if self.director.setup.is_played_in_rounds() {
                self.begin_next_round();
            } else if !self.director.plays_last_hands() && self.arrange_tables() {
                continue;
            }
            match self.attention.pop_first() {
                Some(table) => self.attend(table),
                None if self.deal_together() => {}
                None => return,
            }
        }
    }

    /// Seats waiting players, then breaks, halts and balances tables. Returns `true` if a player
    /// moves to balance tables.
    fn arrange_tables(&mut self) -> bool {
        self.seat_waiting();
        self.break_tables();
        if !self.director.state.schedule.is_paused() {
            self.end_halts();
        }
        if self.balance() {
            return true;
        }
        let done = !self
            .director
            .state
            .seating
            .difference(&self.director.setup.rulebook)
            .is_exceeded(self.director.state.seating.floor());
        if self.director.state.seating.is_balancing_ordered() && done {
            self.emit(Event::BalancingOrdered { on: false });
        }
        false
    }

    /// Takes the next action at a table that is ready: settles dues, breaks it,
    /// seats arrivals or deals.
    fn attend(&mut self, number: TableNo) {
        let Some(table) = self.director.table(number).filter(|table| table.is_ready()) else {
            return;
        };
        let breaks = table.breaks;
        if self.settle_dues(number) || self.exchange_chips(number) {
            return;
        }
        if breaks {
            return self.dissolve(number);
        }
        if self.place_arrivals(number) || self.goes_through(number) {
            return;
        }
        if !self.director.state.together.is_on() && self.may_be_dealt(number) {
            self.order_hand(number);
        }
    }

    /// Returns `true` if a table can be dealt a hand now. If its button must be drawn first,
    /// this orders the draw.
    pub(super) fn may_be_dealt(&mut self, number: TableNo) -> bool {
        let Some(table) = self.director.table(number).filter(|table| table.is_ready()) else {
            return false;
        };
        let rests = table.rests_until.is_some_and(|until| self.now < until)
            || self.director.is_level_about_to_end(self.now);
        if !self.director.is_playing_time() || rests || table.seated().count() < 2 {
            return false;
        }
        !self.is_halted(number) && !self.redraw_button(number)
    }

    pub(super) fn order_hand(&mut self, number: TableNo) {
        let Some(table) = self.director.table(number) else { return };
        let penalties = self.director.state.discipline.penalties();
        let mut missing = SeatSet::EMPTY;
        if !penalties.is_empty() {
            let seated = table.seated();
            let missed = seated.filter(|(_, entry)| penalties.hands(*entry) > 0);
            missed.for_each(|(seat, _)| missing.insert(seat));
        }
        let deal = Deal {
            hand: HandNo(table.hand.0 + 1),
            level: self.director.level(),
            players_left: self.director.players_left(),
            missing,
            hand_for_hand: self.director.state.together.is_on(),
        };
        self.order(number, Order::Deal(deal));
    }

    /// Declares the last player the winner, once entry is closed.
    fn crown(&mut self) {
        if self.waits_to_crown() {
            return;
        }
        let director = &*self.director;
        let state = &director.state;
        if state.entries.left() != 1
            || !state.entries.are_closed()
            || state.seating.floor().playing() > 0
        {
            return;
        }
        if state.course.day_ends() || director.setup.is_first_day() {
            return;
        }
        let seated = director.tables().find_map(|(_, table)| table.everybody().next());
        let Some(winner) = seated.or_else(|| self.last_left()) else { return };
        if !self.director.state.prizes.are_fixed() {
            self.fix_prizes();
        }
        self.finish(winner, &[winner], &[winner]);
    }
}

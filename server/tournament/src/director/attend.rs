//! What follows by itself: the loop that ends every step.

use super::{Phase, Step};
use crate::event::Event;
use crate::order::{Deal, Order};
use crate::table::Doing;
use cardroom_rules::{HandNo, SeatSet, TableNo};

impl Step<'_> {
    /// Goes on until nothing more follows.
    pub(super) fn follow(&mut self) {
        self.begin_if_due();
        loop {
            if self.director.state.phase != Phase::Running {
                return;
            }
            self.keep_time();
            self.crown();
            if self.director.state.phase != Phase::Running {
                return;
            }
            self.seat_waiting();
            self.break_tables();
            self.end_halts();
            if self.balance() {
                continue;
            }
            let Some(table) = self.attention.pop_first() else { return };
            self.attend(table);
        }
    }

    /// What a table can do now: break, seat whoever arrived, deal.
    fn attend(&mut self, number: TableNo) {
        let Some(table) = self.director.table(number).filter(|table| table.is_ready()) else {
            return;
        };
        if table.breaks {
            return self.dissolve(number);
        }
        if !self.place_arrivals(number) {
            self.deal(number);
        }
    }

    fn deal(&mut self, number: TableNo) {
        let Some(table) = self.director.table(number) else { return };
        if !self.is_playing_time() || table.seated().count() < 2 {
            return;
        }
        let hand = HandNo(table.hand.0 + 1);
        if self.is_halted(number) || self.redraw_button(number) {
            return;
        }
        let deal = Deal {
            hand,
            level: self.director.level(),
            players_left: self.director.players_left(),
            missing: SeatSet::EMPTY,
            hand_for_hand: false,
        };
        self.order(number, Order::Deal(deal));
    }

    /// The last player wins, once nobody can enter any more.
    fn crown(&mut self) {
        let director = &*self.director;
        if director.players_left() != 1 || !director.state.entry_closed {
            return;
        }
        if director.tables().any(|(_, table)| table.doing == Doing::Playing) {
            return;
        }
        let last = director.tables().find_map(|(_, table)| {
            let seated = table.seated().map(|(_, entry)| entry);
            seated.chain(table.arriving.iter().map(|arrival| arrival.entry)).next()
        });
        let Some(winner) = last else { return };
        let tables: Vec<TableNo> = director.tables().map(|(table, _)| table).collect();
        self.emit(Event::Over { winner, at: self.now });
        self.pay(vec![winner], 1);
        for table in tables {
            self.order(table, Order::Close);
        }
    }
}

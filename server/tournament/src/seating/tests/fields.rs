//! Random fields played down without hands. At each step a player is eliminated, the tables break
//! and are balanced by the rules, and every count is checked.

use crate::Draws;
use crate::report::Upcoming;
use crate::seating::floor_plan::looks;
use crate::seating::{
    Difference, FloorPlan, Wishes, assign_by_cards, deal_one_each, draw_seats, mover,
    scramble_seat_cards, table_in_need, tables_for, worst_seat,
};
use cardroom_rules::{EntryNo, SeatNo, TableNo};
use proptest::prelude::*;
use std::collections::{BTreeSet, VecDeque};

const BOOKS: Difference = Difference { few_tables: 2, many_tables: 1, fill_below: 0 };

/// A field at its tables. Every table is always between two hands.
struct Field {
    floor: FloorPlan,
    breaking: VecDeque<TableNo>,
    draws: Draws,
    moves: u64,
}

impl Field {
    fn drawn(entries: u32, seats: u8, seed: u64) -> Self {
        let mut draws = Draws::new(seed);
        let entries: Vec<EntryNo> = (1..=entries).map(EntryNo).collect();
        let tables = tables_for(entries.len(), seats);
        let mut floor = FloorPlan::default();
        let drawn = draw_seats(&entries, tables, seats, &Wishes::default(), &mut draws);
        for (number, players) in (1..).map(TableNo).zip(drawn) {
            floor.open(number, seats);
            for (seat, entry) in players {
                floor.seat(number, seat, entry);
            }
        }
        let mut breaking: Vec<TableNo> = floor.tables().map(|(table, _)| table).collect();
        draws.shuffle(&mut breaking);
        Self { floor, breaking: breaking.into(), draws, moves: 0 }
    }

    /// Eliminates a player, then breaks and balances tables.
    fn bust(&mut self, table: TableNo, seat: SeatNo) {
        let entry = self.floor.table(table).unwrap().players[seat.index()].unwrap();
        self.floor.take_away(table, entry, true);
        while let Some(next) = self.breaking.front().copied() {
            let seats = usize::from(self.floor.table(next).unwrap().seats);
            if self.floor.staying() < 2 || self.floor.players() > self.floor.seats() - seats {
                break;
            }
            self.breaking.pop_front();
            self.break_up(next);
        }
        while BOOKS.is_exceeded(&self.floor) {
            self.balance();
        }
    }

    fn break_up(&mut self, table: TableNo) {
        self.floor.breaks(table);
        let players: Vec<EntryNo> = self.floor.table(table).unwrap().everybody().collect();
        let seats = scramble_seat_cards(&self.floor, players.len(), &mut self.draws);
        let cards = deal_one_each(players.len(), &mut self.draws);
        let dealt: Vec<_> = players.into_iter().zip(cards).collect();
        for (entry, (to, seat)) in assign_by_cards(&seats, &dealt) {
            self.floor.take_away(table, entry, false);
            self.floor.seat(to, seat, entry);
        }
        assert_eq!(self.floor.table(table).unwrap().size(), 0);
        self.floor.close(table);
    }

    fn balance(&mut self) {
        let from = self.floor.in_turn(self.floor.most().unwrap()).next().unwrap();
        let to = table_in_need(&self.floor, &mut self.draws).unwrap();
        let before = (self.size(from), self.size(to));
        self.deal_positions(from);
        self.deal_positions(to);
        let (source, target) = (self.floor.table(from).unwrap(), self.floor.table(to).unwrap());
        let entry = mover(source, target, false).unwrap();
        let seat = worst_seat(target, true).unwrap().seat;
        self.floor.gave_up(from);
        self.floor.take_away(from, entry, false);
        self.floor.seat(to, seat, entry);
        self.moves += 1;
        assert!(before.0 > before.1 + 1, "no table becomes shorter than the other was");
    }

    fn size(&self, table: TableNo) -> usize {
        self.floor.table(table).unwrap().size()
    }

    fn deal_positions(&mut self, table: TableNo) {
        let players = self.floor.table(table).unwrap().occupied();
        let seats: Vec<SeatNo> = players.iter().collect();
        let Some(button) = self.draws.pick(&seats).copied() else { return };
        let small_blind = players.next_after(button).unwrap();
        let big_blind = players.next_after(small_blind).unwrap();
        let blinds = Upcoming::Blinds { button, small_blind, big_blind, single_big_blind: None };
        self.floor.set_upcoming(table, Some(blinds));
    }

    fn somebody(&mut self) -> (TableNo, SeatNo) {
        loop {
            let size = 1 + self.draws.index(self.floor.most().unwrap());
            if let Some(table) = self.floor.draw_table(size, &mut self.draws) {
                let seats: Vec<SeatNo> =
                    self.floor.table(table).unwrap().occupied().iter().collect();
                return (table, *self.draws.pick(&seats).unwrap());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_field_is_played_down_without_losing_anybody(
        entries in 2_u32..5_000,
        seats in 2_u8..=10,
        seed: u64,
    ) {
        let mut field = Field::drawn(entries, seats, seed);
        let mut left: BTreeSet<EntryNo> = (1..=entries).map(EntryNo).collect();
        while left.len() > 1 {
            let (table, seat) = field.somebody();
            let out = field.floor.table(table).unwrap().players[seat.index()].unwrap();
            prop_assert!(left.remove(&out));
            field.bust(table, seat);
            prop_assert_eq!(field.floor.players(), left.len());
            prop_assert!(!BOOKS.is_exceeded(&field.floor));
            prop_assert_eq!(field.floor.staying(), tables_for(left.len(), seats));
            if left.len().is_multiple_of(97) || left.len() < 40 {
                field.floor.audit();
                let seated: BTreeSet<EntryNo> =
                    field.floor.tables().flat_map(|(_, table)| table.everybody()).collect();
                prop_assert_eq!(&seated, &left);
            }
        }
        prop_assert_eq!(field.floor.open_tables(), 1);
    }
}

/// Returns the number of table lookups for each elimination in a field of this size.
fn looks_per_bust(entries: u32) -> u64 {
    let mut field = Field::drawn(entries, 9, 5);
    let before = looks::so_far();
    let busts = 3_000;
    for _ in 0..busts {
        let (table, seat) = field.somebody();
        field.bust(table, seat);
    }
    assert!(field.moves > 0);
    (looks::so_far() - before) / busts
}

#[test]
fn what_a_bust_costs_does_not_grow_with_the_field() {
    let (small, large) = (looks_per_bust(10_000), looks_per_bust(300_000));
    assert!(small > 0 && large <= small + small / 5, "{small} looks, then {large}");
}

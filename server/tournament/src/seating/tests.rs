//! The rulebooks' own examples, and random fields.

mod cases;
mod draws;
mod fields;

use super::FloorPlan;
use crate::report::Upcoming;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

/// A table with players in these seats, numbered from 1 as people do; the entries are numbered by
/// table and seat: 103 is in the third seat of table 1.
fn open(floor: &mut FloorPlan, number: u32, seats: u8, occupied: &[u8]) {
    let table = TableNo(number);
    floor.open(table, seats);
    for seat in occupied {
        floor.seat(table, SeatNo(seat - 1), EntryNo(number * 100 + u32::from(*seat)));
    }
}

/// A table with so many players.
fn open_with(floor: &mut FloorPlan, number: u32, seats: u8, players: u8) {
    open(floor, number, seats, &(1..=players).collect::<Vec<_>>());
}

/// Somebody at the table is out.
fn bust(floor: &mut FloorPlan, number: u32, seat: u8) {
    let entry = EntryNo(number * 100 + u32::from(seat));
    floor.take_away(TableNo(number), entry, true);
}

/// The positions of the next hand, in seats numbered from 1.
fn positions(button: u8, small_blind: u8, big_blind: u8, single: Option<u8>) -> Upcoming {
    let seat = |number: u8| SeatNo(number - 1);
    Upcoming::Blinds {
        button: seat(button),
        small_blind: seat(small_blind),
        big_blind: seat(big_blind),
        single_big_blind: single.map(seat),
    }
}

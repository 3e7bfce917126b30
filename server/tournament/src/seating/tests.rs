//! Examples from the rulebooks, and random fields.

mod cases;
mod draws;
mod fields;

use super::FloorPlan;
use crate::report::Upcoming;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

/// Opens a table with players in these seats, numbered from 1. The entry number combines table and
/// seat: 103 sits in seat 3 of table 1.
fn open(floor: &mut FloorPlan, number: u32, seats: u8, occupied: &[u8]) {
    let table = TableNo(number);
    floor.open(table, seats);
    for seat in occupied {
        floor.seat(table, SeatNo(seat - 1), EntryNo(number * 100 + u32::from(*seat)));
    }
}

/// Opens a table with this number of players.
fn open_with(floor: &mut FloorPlan, number: u32, seats: u8, players: u8) {
    open(floor, number, seats, &(1..=players).collect::<Vec<_>>());
}

/// Eliminates the player in a seat.
fn bust(floor: &mut FloorPlan, number: u32, seat: u8) {
    let entry = EntryNo(number * 100 + u32::from(seat));
    floor.take_away(TableNo(number), entry, true);
}

/// Returns the positions of the next hand, for seats numbered from 1.
fn positions(button: u8, small_blind: u8, big_blind: u8, single: Option<u8>) -> Upcoming {
    let seat = |number: u8| SeatNo(number - 1);
    Upcoming::Blinds {
        button: seat(button),
        small_blind: seat(small_blind),
        big_blind: seat(big_blind),
        single_big_blind: single.map(seat),
    }
}

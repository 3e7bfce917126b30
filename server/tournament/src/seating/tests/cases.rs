//! One test for each rule case about seats. Seat numbers match the case files.

use super::{bust, open, open_with, positions};
use crate::order::Entering;
use crate::report::Upcoming;
use crate::seating::{
    Difference, FloorPlan, Position, SeatCard, Short, ShortTables, Target, assign_by_cards,
    combines, highest, mover, opened_last, table_in_need, worst_seat,
};
use cardroom_cards::Card;
use cardroom_rules::rulebook::FinalTable;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

const TDA: ShortTables = ShortTables { halt_threshold: 3, min_players: 0, tell_at: 0 };
const SPOTLIGHT: ShortTables = ShortTables { halt_threshold: 0, min_players: 0, tell_at: 5 };
const WPTAPL: ShortTables = ShortTables { halt_threshold: 0, min_players: 4, tell_at: 0 };
const FINAL: FinalTable = FinalTable { of_nine: 9, of_eight: 9, of_seven: 7, of_six: 7, most: 10 };
const BOOKS: Difference = Difference { few_tables: 2, many_tables: 1, fill_below: 0 };

fn sizes(seats: u8, players: &[u8]) -> FloorPlan {
    let mut floor = FloorPlan::default();
    for (number, players) in (1..).zip(players) {
        open_with(&mut floor, number, seats, *players);
    }
    floor
}

fn seat(number: u8) -> SeatNo {
    SeatNo(number - 1)
}

fn halted(short: ShortTables, floor: &FloorPlan, number: u32) -> bool {
    short.halts(floor, floor.table(TableNo(number)).unwrap())
}

// tda-RP9-9max, tda-RP9-8max
#[test]
fn nine_of_two_tables_of_five_combine() {
    for seats in [9, 8] {
        let mut floor = sizes(seats, &[5, 5]);
        let size = FINAL.players(seats);
        assert_eq!(size, 9);
        assert!(!combines(&floor, size));
        bust(&mut floor, 1, 3);
        assert!(combines(&floor, size));
        assert_eq!(floor.players(), 9);
    }
}

// tda-RP9-7max, tda-RP9-6max
#[test]
fn seven_of_two_tables_of_four_combine() {
    for seats in [7, 6] {
        let mut floor = sizes(seats, &[4, 4]);
        let size = FINAL.players(seats);
        assert_eq!(size, 7);
        assert!(!combines(&floor, size));
        bust(&mut floor, 2, 1);
        assert!(combines(&floor, size));
        assert_eq!(floor.players(), 7);
    }
}

// x-tnpl-final-ten
#[test]
fn a_final_table_never_has_more_than_ten() {
    let mut floor = sizes(10, &[6, 5]);
    let size = FINAL.players(10);
    assert!(!combines(&floor, size));
    bust(&mut floor, 1, 6);
    assert!(combines(&floor, size));
    assert_eq!(floor.players(), 10);
}

// tda-ia10
#[test]
fn seat_cards_go_to_the_highest_cards_by_suit() {
    let at = |table: u32, number: u8| -> SeatCard { (TableNo(table), seat(number)) };
    let scrambled = [at(3, 1), at(1, 3), at(4, 5), at(2, 8)];
    let card = |text: &str| text.parse::<Card>().unwrap();
    let dealt = [
        (EntryNo(1), card("Kh")),
        (EntryNo(4), card("Ks")),
        (EntryNo(6), card("7d")),
        (EntryNo(9), card("Ac")),
    ];
    let assigned = assign_by_cards(&scrambled, &dealt);
    let expected = [
        (EntryNo(9), at(3, 1)),
        (EntryNo(4), at(1, 3)),
        (EntryNo(1), at(4, 5)),
        (EntryNo(6), at(2, 8)),
    ];
    assert_eq!(assigned, expected);
}

// TNPL D9, WPTAPL 4: spades, hearts, diamonds, clubs
#[test]
fn the_highest_card_has_the_button() {
    let card = |text: &str| text.parse::<Card>().unwrap();
    let cards = [(seat(1), card("Kd")), (seat(4), card("Kh")), (seat(7), card("Qs"))];
    assert_eq!(highest(&cards), Some(seat(4)));
    assert_eq!(highest(&[]), None);
}

// tda-ia11D
#[test]
fn a_table_three_short_halts_once_the_big_blind_reaches_an_open_seat() {
    let mut floor = sizes(9, &[6, 8]);
    assert!(TDA.armed(&floor).is_empty());
    bust(&mut floor, 1, 4);
    assert_eq!(TDA.armed(&floor), [TableNo(1)]);
    // The last big blind was seat 2, the next is seat 3. No player is missing between them.
    floor.set_upcoming(TableNo(1), Some(positions(1, 2, 3, None)));
    assert!(!halted(TDA, &floor, 1));
    // The last big blind was seat 3. The next would be seat 4, whose player is out.
    floor.set_upcoming(TableNo(1), Some(positions(2, 3, 5, None)));
    assert!(halted(TDA, &floor, 1));
    floor.change(TableNo(1), |table| table.halt_waived = true);
    assert!(!halted(TDA, &floor, 1));
    // The waiver lasts until the next elimination.
    bust(&mut floor, 1, 6);
    assert!(halted(TDA, &floor, 1));
}

#[test]
fn only_seats_of_players_who_are_out_halt_a_table() {
    let mut floor = FloorPlan::default();
    open(&mut floor, 1, 9, &[1, 2, 3, 5, 6]);
    open_with(&mut floor, 2, 9, 8);
    // Seat 4 was never occupied.
    floor.set_upcoming(TableNo(1), Some(positions(2, 3, 5, None)));
    assert_eq!(TDA.armed(&floor), [TableNo(1)]);
    assert!(!halted(TDA, &floor, 1));
}

// x-tda-halt-threshold
#[test]
fn two_short_does_not_halt() {
    let mut floor = sizes(9, &[6, 8, 9]);
    assert_eq!(TDA.armed(&floor), [TableNo(1)]);
    bust(&mut floor, 3, 9);
    assert!(TDA.armed(&floor).is_empty());
}

// x-wpt-no-halt
#[test]
fn a_book_without_halting_never_halts() {
    let mut floor = sizes(9, &[6, 9]);
    bust(&mut floor, 1, 4);
    floor.set_upcoming(TableNo(1), Some(positions(2, 3, 5, None)));
    assert!(halted(TDA, &floor, 1));
    assert!(!halted(WPTAPL, &floor, 1));
    assert!(!halted(SPOTLIGHT, &floor, 1));
}

// spot-6-20-five
#[test]
fn the_floor_is_told_of_a_table_of_five() {
    let mut floor = sizes(9, &[6, 9]);
    let told = |floor: &FloorPlan| SPOTLIGHT.told(floor.table(TableNo(1)).unwrap());
    assert_eq!(told(&floor), None);
    bust(&mut floor, 1, 2);
    assert_eq!(told(&floor), Some(Short::PlaysOn));
    assert!(SPOTLIGHT.armed(&floor).is_empty());
}

// wpt-31-four
#[test]
fn a_table_of_fewer_than_four_must_consolidate() {
    let mut floor = sizes(9, &[4, 9]);
    let told = |floor: &FloorPlan| WPTAPL.told(floor.table(TableNo(1)).unwrap());
    assert_eq!(told(&floor), None);
    bust(&mut floor, 1, 2);
    assert_eq!(told(&floor), Some(Short::MustConsolidate));
    assert!(WPTAPL.armed(&floor).is_empty());
    // The table is filled if other tables have players to give.
    let filled = Difference { fill_below: 4, ..BOOKS };
    assert!(filled.is_exceeded(&sizes(9, &[5, 3])) && !BOOKS.is_exceeded(&sizes(9, &[5, 3])));
    assert!(!filled.is_exceeded(&sizes(9, &[4, 3])), "the other would be as short then");
}

// x-tda-balance-mover
#[test]
fn the_next_big_blind_moves_to_the_worst_position() {
    let mut floor = sizes(9, &[9]);
    open(&mut floor, 2, 9, &[1, 3, 5, 6, 7, 8]);
    assert!(BOOKS.is_exceeded(&floor));
    assert_eq!(floor.in_turn(9).next(), Some(TableNo(1)));
    let mut draws = crate::Draws::new(1);
    assert_eq!(table_in_need(&floor, &mut draws), Some(TableNo(2)));
    floor.set_upcoming(TableNo(1), Some(positions(3, 4, 5, None)));
    floor.set_upcoming(TableNo(2), Some(positions(7, 8, 1, None)));
    let (from, to) = (floor.table(TableNo(1)).unwrap(), floor.table(TableNo(2)).unwrap());
    assert_eq!(mover(from, to, false), Some(EntryNo(105)));
    let target = worst_seat(to, true).unwrap();
    assert_eq!(target, Target { seat: seat(9), position: Position::BigBlind });
}

// x-tda-balance-single-bb
#[test]
fn the_seat_of_a_big_blind_who_is_out_has_a_single_big_blind() {
    let mut floor = sizes(6, &[6]);
    open(&mut floor, 2, 6, &[1, 2, 3, 4, 5]);
    bust(&mut floor, 2, 3);
    floor.set_upcoming(TableNo(1), Some(positions(2, 3, 4, None)));
    floor.set_upcoming(TableNo(2), Some(positions(2, 3, 4, Some(3))));
    let (from, to) = (floor.table(TableNo(1)).unwrap(), floor.table(TableNo(2)).unwrap());
    assert_eq!(mover(from, to, false), Some(EntryNo(104)));
    let single = worst_seat(to, true).unwrap();
    assert_eq!(single, Target { seat: seat(3), position: Position::SingleBigBlind });
    assert_eq!(single.entering(), Entering::SingleBigBlind);
    let without = worst_seat(to, false).unwrap();
    assert_eq!(without.seat, seat(6));
    assert_eq!(without.entering(), Entering::Balanced);
}

// TDA 11-A: the small blind is never the worst position, unless no other seat is open.
#[test]
fn nobody_is_moved_into_the_small_blind_or_behind_it_while_there_is_another_seat() {
    let mut floor = FloorPlan::default();
    // The button's seat 1 and the small blind's seat 3 are empty, as is seat 2 between them.
    open(&mut floor, 1, 9, &[4, 5, 6, 7, 9]);
    floor.set_upcoming(TableNo(1), Some(positions(1, 3, 4, None)));
    let table = floor.table(TableNo(1)).unwrap();
    let target = worst_seat(table, false).unwrap();
    assert_eq!(target, Target { seat: seat(8), position: Position::Before(4) });
    open(&mut floor, 2, 9, &[1, 4, 5, 6, 7, 8, 9]);
    floor.set_upcoming(TableNo(2), Some(positions(1, 3, 4, None)));
    let table = floor.table(TableNo(2)).unwrap();
    assert_eq!(worst_seat(table, false).unwrap().seat, seat(2));
}

// TDA 11-A: in stud-only tournaments players move by position. 11-B: in mixed ones by the button.
#[test]
fn at_stud_the_seat_opened_last_is_filled() {
    let mut floor = sizes(8, &[8, 8]);
    for number in [2, 7, 5] {
        bust(&mut floor, 2, number);
    }
    for number in [1, 2] {
        floor.set_upcoming(TableNo(number), Some(Upcoming::NoBlinds { button: seat(3) }));
    }
    let to = floor.table(TableNo(2)).unwrap();
    assert_eq!(opened_last(to), Some(seat(5)));
    assert_eq!(worst_seat(to, true).unwrap().seat, seat(5));
    let from = floor.table(TableNo(1)).unwrap();
    assert_eq!(mover(from, to, true), Some(EntryNo(105)));
    assert_eq!(
        mover(from, to, false),
        Some(EntryNo(105)),
        "the button on 3, the blinds on 4 and 5"
    );
    // No player can move by position to a table that has just been opened.
    open(&mut floor, 3, 8, &[2]);
    let fresh = floor.table(TableNo(3)).unwrap();
    assert_eq!(mover(floor.table(TableNo(1)).unwrap(), fresh, true), Some(EntryNo(105)));
    bust(&mut floor, 1, 5);
    let (from, to) = (floor.table(TableNo(1)).unwrap(), floor.table(TableNo(2)).unwrap());
    assert_eq!(mover(from, to, true), Some(EntryNo(106)));
    floor.seat(TableNo(2), seat(5), EntryNo(106));
    assert_eq!(opened_last(floor.table(TableNo(2)).unwrap()), Some(seat(7)));
}

// TDA 11-C, GAPS G-32
#[test]
fn the_fullest_table_gives_up_a_player_then_the_one_that_has_not_for_longest() {
    let mut floor = sizes(9, &[9, 9, 9, 7, 8]);
    assert!(BOOKS.is_exceeded(&floor));
    let turn = |floor: &FloorPlan| floor.in_turn(9).map(|table| table.0).collect::<Vec<_>>();
    assert_eq!(turn(&floor), [1, 2, 3]);
    floor.gave_up(TableNo(1));
    floor.gave_up(TableNo(2));
    floor.gave_up(TableNo(1));
    assert_eq!(turn(&floor), [3, 2, 1]);
    floor.seat(TableNo(4), seat(9), EntryNo(999));
    assert!(!BOOKS.is_exceeded(&floor), "nine and eight are even enough");
    // Two tables may differ by two.
    assert!(!BOOKS.is_exceeded(&sizes(9, &[8, 6])));
    assert!(BOOKS.is_exceeded(&sizes(9, &[8, 5])));
    // A table of one is filled even within the allowed difference of two.
    assert!(BOOKS.is_exceeded(&sizes(3, &[3, 1])));
    assert!(!BOOKS.is_exceeded(&sizes(2, &[2, 1])), "the other would be alone then");
}

#[test]
fn a_halted_table_is_filled_before_others_that_are_as_short() {
    let mut floor = sizes(9, &[9, 5, 5, 5, 5, 5, 5]);
    floor.change(TableNo(5), |table| table.halted = Some(cardroom_rules::Millis(7)));
    for seed in 0..20 {
        let table = table_in_need(&floor, &mut crate::Draws::new(seed));
        assert_eq!(table, Some(TableNo(5)));
    }
}

//! The seat draw, and the draw of an open seat.

use super::open_with;
use crate::Draws;
use crate::seating::{
    FloorPlan, Reserved, Wishes, deal_one_each, draw_seats, keep_apart, scramble_seat_cards,
    tables_for,
};
use cardroom_rules::{EntryNo, SeatNo, TableNo};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn field(entries: u32) -> Vec<EntryNo> {
    (1..=entries).map(EntryNo).collect()
}

// A change here changes the result of every audit of a draw.
#[test]
fn the_golden_draw_never_changes() {
    let drawn = draw_seats(&field(7), 2, 6, &Wishes::default(), &mut Draws::new(2026));
    let text: Vec<Vec<(u8, u32)>> = drawn
        .iter()
        .map(|table| table.iter().map(|(seat, entry)| (seat.0, entry.0)).collect())
        .collect();
    assert_eq!(text, GOLDEN);
}

// Computed from the description by an independent program.
const GOLDEN: [&[(u8, u32)]; 2] = [&[(2, 7), (3, 1), (4, 5), (5, 6)], &[(1, 4), (3, 3), (5, 2)]];

#[test]
fn everybody_may_be_drawn_anywhere() {
    let mut seen = BTreeSet::new();
    for seed in 0..400 {
        let drawn = draw_seats(&field(5), 2, 3, &Wishes::default(), &mut Draws::new(seed));
        for (table, players) in drawn.iter().enumerate() {
            seen.extend(players.iter().map(|(seat, entry)| (table, *seat, *entry)));
        }
    }
    assert_eq!(seen.len(), 2 * 3 * 5);
}

#[test]
fn a_reserved_seat_is_kept() {
    let mut wishes = Wishes::default();
    wishes.reserve(EntryNo(9), Reserved { table: Some(1), seat: Some(SeatNo(4)) });
    wishes.reserve(EntryNo(2), Reserved { table: Some(0), seat: None });
    wishes.reserve(EntryNo(5), Reserved { table: None, seat: Some(SeatNo(0)) });
    for seed in 0..50 {
        let drawn = draw_seats(&field(20), 3, 9, &wishes, &mut Draws::new(seed));
        assert!(drawn[1].contains(&(SeatNo(4), EntryNo(9))));
        assert!(drawn[0].iter().any(|(_, entry)| *entry == EntryNo(2)));
        assert!(drawn.iter().any(|table| table.contains(&(SeatNo(0), EntryNo(5)))));
    }
    // Without a reservation the seat is drawn like any other.
    wishes.reserve(EntryNo(9), Reserved::default());
    let there = (0..50).filter(|seed| {
        let drawn = draw_seats(&field(20), 3, 9, &wishes, &mut Draws::new(*seed));
        drawn[1].contains(&(SeatNo(4), EntryNo(9)))
    });
    assert!(there.count() < 10);
}

proptest! {
    #[test]
    fn tables_are_even_and_the_draw_repeats(
        entries in 2_u32..3_000,
        seats in 2_u8..=10,
        seed: u64,
        pairs in prop::collection::vec((1_u32..3_000, 1_u32..3_000), 0..6),
    ) {
        let tables = tables_for(usize::try_from(entries).unwrap(), seats);
        let mut wishes = Wishes::default();
        for (one, other) in pairs {
            wishes.keep_apart(EntryNo(one), EntryNo(other));
        }
        let drawn = draw_seats(&field(entries), tables, seats, &wishes, &mut Draws::new(seed));
        let again = draw_seats(&field(entries), tables, seats, &wishes, &mut Draws::new(seed));
        prop_assert_eq!(&drawn, &again);
        let sizes: BTreeSet<usize> = drawn.iter().map(Vec::len).collect();
        prop_assert!(sizes.last().unwrap() - sizes.first().unwrap() <= 1);
        let mut everybody: Vec<EntryNo> = Vec::new();
        for table in &drawn {
            let taken: BTreeSet<SeatNo> = table.iter().map(|(seat, _)| *seat).collect();
            prop_assert_eq!(taken.len(), table.len());
            prop_assert!(taken.last().is_none_or(|seat| seat.0 < seats));
            everybody.extend(table.iter().map(|(_, entry)| *entry));
            if tables > 12 {
                let here: Vec<EntryNo> = table.iter().map(|(_, entry)| *entry).collect();
                prop_assert!(!here.iter().any(|entry| wishes.are_apart(*entry, &here)));
            }
        }
        everybody.sort_unstable();
        prop_assert_eq!(everybody, field(entries));
    }

    #[test]
    fn a_broken_table_leaves_the_others_as_even_as_they_can_be(
        players in prop::collection::vec(1_u8..=9, 2..14),
        breaking in 1_u8..=9,
        seed: u64,
    ) {
        let mut floor = FloorPlan::default();
        for (number, players) in (1..).zip(&players) {
            open_with(&mut floor, number, 9, *players);
        }
        let room = floor.open_seats();
        let count = usize::from(breaking).min(room);
        let cards = scramble_seat_cards(&floor, usize::from(breaking), &mut Draws::new(seed));
        prop_assert_eq!(cards.len(), count);
        prop_assert_eq!(cards.iter().collect::<BTreeSet<_>>().len(), count);
        let mut expected: Vec<u8> = players;
        for _ in 0..count {
            *expected.iter_mut().min().unwrap() += 1;
        }
        for (entry, (table, seat)) in (10_000..).map(EntryNo).zip(cards) {
            prop_assert!(floor.table(table).unwrap().free_seats().any(|free| free == seat));
            floor.seat(table, seat, entry);
        }
        floor.audit();
        let mut sizes: Vec<u8> =
            floor.tables().map(|(_, table)| u8::try_from(table.size()).unwrap()).collect();
        sizes.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(sizes, expected);
    }
}

#[test]
fn every_open_seat_is_as_likely_as_the_others() {
    let mut floor = FloorPlan::default();
    for (number, players) in (1..).zip([3, 5, 6, 4]) {
        open_with(&mut floor, number, 6, players);
    }
    // One table has one seat fewer: 3 + 1 + 0 + 2 open seats of six, and 2 of five.
    open_with(&mut floor, 5, 5, 3);
    let mut draws = Draws::new(11);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..16_000 {
        *seen.entry(floor.draw_open_seat(6, &mut draws).unwrap()).or_insert(0_u32) += 1;
    }
    assert_eq!(seen.len(), 8);
    assert!(seen.values().all(|count| (1_800..2_200).contains(count)), "{seen:?}");
    // Only tables with at most three players.
    let tables: BTreeSet<TableNo> =
        (0..200).map(|_| floor.draw_open_seat(3, &mut draws).unwrap().0).collect();
    assert_eq!(tables, [TableNo(1), TableNo(5)].into());
    assert_eq!(floor.draw_open_seat(2, &mut draws), None);
}

#[test]
fn a_deck_deals_everybody_a_card_of_their_own() {
    let cards: BTreeSet<_> = deal_one_each(10, &mut Draws::new(4)).into_iter().collect();
    assert_eq!(cards.len(), 10);
    assert_eq!(deal_one_each(10, &mut Draws::new(4)), deal_one_each(10, &mut Draws::new(4)));
}

#[test]
fn two_who_are_kept_apart_do_not_meet_where_a_table_breaks() {
    let mut floor = FloorPlan::default();
    open_with(&mut floor, 1, 9, 4);
    open_with(&mut floor, 2, 9, 4);
    let mut wishes = Wishes::default();
    wishes.keep_apart(EntryNo(1), EntryNo(103));
    let assigned = vec![
        (EntryNo(1), (TableNo(1), SeatNo(7))),
        (EntryNo(2), (TableNo(1), SeatNo(8))),
        (EntryNo(3), (TableNo(2), SeatNo(5))),
    ];
    let parted = keep_apart(assigned.clone(), &floor, &wishes);
    assert_eq!(parted[0], (EntryNo(1), (TableNo(2), SeatNo(5))));
    assert_eq!(parted[2], (EntryNo(3), (TableNo(1), SeatNo(7))));
    wishes.let_together(EntryNo(103), EntryNo(1));
    assert_eq!(keep_apart(assigned.clone(), &floor, &wishes), assigned);
}

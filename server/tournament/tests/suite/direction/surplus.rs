//! Tables that start with one extra player, whose seat closes when a player leaves (TFPL 2c-7,
//! Spotlight 2c-5).

use crate::common::{Tournament, setup};
use crate::direction::{hand, replays, seats, winner_takes_all};
use cardroom_rules::{Millis, SeatNo, TableNo};
use cardroom_tournament::{Command, Event, Input, Order, Place, Refusal, Whereabouts};

/// Starts a tournament with this number of players and of tables that may have an extra one.
fn starts(book: &str, seats: u8, players: u64, extra: u32) -> Tournament {
    let mut event = Tournament::new(setup(winner_takes_all(book, seats)), 7);
    for player in 1..=players {
        event.enter(player).unwrap();
    }
    event.order(Command::ExtraPlayers(extra)).unwrap();
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    event
}

fn sizes(event: &Tournament) -> Vec<usize> {
    event.director.tables().map(|(_, table)| table.size()).collect()
}

fn capacity(event: &Tournament, table: u32) -> u8 {
    event.director.table(TableNo(table)).unwrap().seats
}

#[test]
fn a_table_starts_with_an_extra_player_and_closes_the_seat_when_somebody_leaves() {
    for book in ["tfpl", "spotlight"] {
        let mut event = starts(book, 9, 10, 1);
        assert_eq!((sizes(&event), capacity(&event, 1)), (vec![10], 10), "{book}");
        let opened = event.log.iter().find_map(|logged| match logged {
            Event::Ordered(ordered) => match &ordered.order {
                Order::Open { seats, players, .. } => Some((*seats, players.len())),
                _ => None,
            },
            _ => None,
        });
        assert_eq!(opened, Some((10, 10)), "the table has the seat");
        hand(&mut event, 1, &[]);
        assert_eq!(capacity(&event, 1), 10, "{book}: nobody has left");
        hand(&mut event, 1, &[SeatNo(3)]);
        assert_eq!((sizes(&event), capacity(&event, 1)), (vec![9], 9), "{book}");
        assert_eq!(event.director.seats_built(TableNo(1)), 10);
        let table = event.director.table(TableNo(1)).unwrap();
        assert!(!table.has_room() && table.free_seats().next().is_none());
        assert!(
            seats(&event, 1).iter().any(|(seat, _)| *seat == SeatNo(9)),
            "who sits there stays"
        );
        hand(&mut event, 1, &[SeatNo(9)]);
        let table = event.director.table(TableNo(1)).unwrap();
        assert_eq!(table.free_seats().collect::<Vec<_>>(), [SeatNo(3)], "{book}: it is gone");
        replays(&event);
    }
}

#[test]
fn extra_players_save_a_table_or_there_are_none() {
    for (players, extra, expected) in [
        (10, 0, vec![5, 5]),
        (18, 1, vec![9, 9]),
        (19, 1, vec![10, 9]),
        (20, 1, vec![7, 7, 6]),
        (20, 2, vec![10, 10]),
        (20, 9, vec![10, 10]),
        (21, 9, vec![7, 7, 7]),
    ] {
        let event = starts("tfpl", 9, players, extra);
        assert_eq!(sizes(&event), expected, "{players} players, {extra} extra");
        replays(&event);
    }
}

#[test]
fn one_who_is_moved_away_takes_the_extra_seat_along() {
    let mut event = starts("spotlight", 6, 13, 1);
    assert_eq!(sizes(&event), [7, 6]);
    hand(&mut event, 2, &[SeatNo(0)]);
    let entry = seats(&event, 1)[0].1;
    let place = Place { entry, table: TableNo(2), seat: Some(SeatNo(0)) };
    event.order(Command::Move(place)).unwrap();
    hand(&mut event, 1, &[]);
    hand(&mut event, 2, &[]);
    let there = event.director.entry(entry).unwrap().whereabouts;
    assert_eq!(there, Whereabouts::Seated { table: TableNo(2), seat: SeatNo(0) });
    assert_eq!((sizes(&event), capacity(&event, 1)), (vec![6, 6], 6));
    let back = Place { entry, table: TableNo(1), seat: None };
    assert!(matches!(event.order(Command::Move(back)), Err(Refusal::NotNow(_))), "it is full");
    replays(&event);
}

// TFPL 2c-7, Spotlight 2c-5
#[test]
fn a_table_breaks_when_its_players_fit_without_the_extra_seats() {
    let mut event = starts("spotlight", 6, 20, 2);
    assert_eq!(sizes(&event), [7, 7, 6]);
    hand(&mut event, 2, &[SeatNo(0), SeatNo(1), SeatNo(2), SeatNo(3)]);
    hand(&mut event, 3, &[SeatNo(0), SeatNo(1), SeatNo(2)]);
    assert_eq!((sizes(&event), capacity(&event, 1)), (vec![7, 3, 3], 7), "table 1 plays");
    let refused = event.order(Command::BreakTable(TableNo(3)));
    assert!(matches!(refused, Err(Refusal::NotNow(_))), "one of the seven may move to table 2");
    let out = seats(&event, 2)[0].0;
    hand(&mut event, 2, &[out]);
    assert!(event.director.tables().any(|(_, table)| table.breaks), "twelve have seats at two");
    (1..=3).for_each(|table| hand(&mut event, table, &[]));
    assert_eq!(sizes(&event), [6, 6]);
    replays(&event);
}

#[test]
fn the_floor_says_so_before_the_draw_and_only_where_there_is_a_seat() {
    let mut event = starts("tfpl", 9, 18, 0);
    assert_eq!(event.order(Command::ExtraPlayers(1)), Err(Refusal::HasBegun));
    let mut ten = Tournament::new(setup(winner_takes_all("tfpl", 10)), 7);
    assert!(matches!(ten.order(Command::ExtraPlayers(1)), Err(Refusal::NotNow(_))));
    let mut event = Tournament::new(setup(winner_takes_all("tfpl", 9)), 7);
    (1..=10).for_each(|player| event.enter(player).unwrap());
    event.order(Command::ExtraPlayers(1)).unwrap();
    let ruling = event.director.seq();
    event.order(Command::Undo(ruling)).unwrap();
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    assert_eq!(sizes(&event), [5, 5]);
    assert!(matches!(event.order(Command::Undo(ruling)), Err(Refusal::CannotUndo(_))));
    replays(&event);
}

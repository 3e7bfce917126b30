//! Floor commands: when they are allowed, and how they are undone.

use crate::direction::common::{Tournament, setup};
use crate::direction::{begun, begun_with, hand, plays, replays, seats, stack, winner_takes_all};
use cardroom_rules::{Chips, PlayerId, SeatNo, TableNo};
use cardroom_tournament::{Command, FloorOrder, Input, Operator, Place, Refusal, Seq, Whereabouts};
use std::sync::Arc;

fn order_by(
    event: &mut Tournament,
    account: u64,
    seen: Seq,
    command: Command,
) -> Result<(), Refusal> {
    let operator = Operator { account: PlayerId(account), owner: false };
    let order = FloorOrder { operator, seen, reason: String::new(), rule: None, command };
    event.step(Input::Floor(order)).map(|_| ())
}

// GAPS G-03
#[test]
fn an_operator_who_has_not_seen_what_happened_is_refused() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let entry = seats(&event, 1)[0].1;
    let seen = event.director.seq();
    order_by(&mut event, 900, seen, Command::MissHands(entry, 2)).unwrap();
    let moved = event.director.seq();
    let crossed =
        order_by(&mut event, 901, seen, Command::Disqualify { entry, keeps_prize: false });
    assert_eq!(crossed, Err(Refusal::Moved { moved }));
    let elsewhere = seats(&event, 2)[0].1;
    order_by(&mut event, 901, seen, Command::Warn(elsewhere)).unwrap();
    assert_eq!(event.director.discipline().penalties().warnings(elsewhere), 1);
    // Hands in progress do not block a ruling about a player.
    let seen = event.director.seq();
    hand(&mut event, 2, &[]);
    order_by(&mut event, 900, seen, Command::MissHands(elsewhere, 1)).unwrap();
}

#[test]
fn nobody_rules_where_they_play_unless_everybody_is_told() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let seen = event.director.seq();
    assert_eq!(order_by(&mut event, 3, seen, Command::Pause), Err(Refusal::OperatorPlays));
    let mut setup = setup(winner_takes_all("tda-2024", 9));
    setup.self_run = true;
    let mut event = begun_with(setup, 18);
    let seen = event.director.seq();
    order_by(&mut event, 3, seen, Command::Pause).unwrap();
    assert!(event.director.rulings()[0].plays, "for everybody to see");
}

#[test]
fn where_four_eyes_are_needed_a_second_operator_makes_it_count() {
    let mut setup = setup(winner_takes_all("tda-2024", 9));
    Arc::make_mut(&mut setup.rulebook).floor.four_eyes = true;
    let mut event = begun_with(setup, 18);
    let entry = seats(&event, 1)[0].1;
    let seen = event.director.seq();
    order_by(&mut event, 900, seen, Command::Forfeit(entry, Chips(1_000))).unwrap();
    let ruling = event.director.seq();
    hand(&mut event, 1, &[]);
    assert_eq!(stack(&event, entry), Chips(5_000));
    let seen = event.director.seq();
    assert_eq!(
        order_by(&mut event, 900, seen, Command::Second(ruling)),
        Err(Refusal::NeedsAnother)
    );
    order_by(&mut event, 901, seen, Command::Second(ruling)).unwrap();
    hand(&mut event, 1, &[]);
    assert_eq!(stack(&event, entry), Chips(4_000));
    let seen = event.director.seq();
    order_by(&mut event, 901, seen, Command::Undo(ruling)).unwrap();
    hand(&mut event, 1, &[]);
    assert_eq!((stack(&event, entry), event.director.chips()), (Chips(5_000), Chips(90_000)));
    replays(&event);
}

#[test]
fn the_floor_moves_a_player_when_the_hand_is_over() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 16);
    let entry = seats(&event, 1)[0].1;
    let seat = event.director.table(TableNo(2)).unwrap().free_seats().next().unwrap();
    let place = Place { entry, table: TableNo(2), seat: Some(seat) };
    event.order(Command::Move(place)).unwrap();
    let still = event.director.entry(entry).unwrap().whereabouts;
    assert!(matches!(still, Whereabouts::Seated { table: TableNo(1), .. }));
    hand(&mut event, 1, &[]);
    hand(&mut event, 2, &[]);
    let now = event.director.entry(entry).unwrap().whereabouts;
    assert_eq!(now, Whereabouts::Seated { table: TableNo(2), seat });
    let taken = Place { entry: seats(&event, 1)[0].1, ..place };
    assert_eq!(
        event.order(Command::Move(taken)),
        Err(Refusal::SeatTaken { table: TableNo(2), seat })
    );
    replays(&event);
}

#[test]
fn the_floor_breaks_halts_and_balances_tables() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 20);
    event.order(Command::HaltTable(TableNo(1))).unwrap();
    hand(&mut event, 1, &[]);
    assert!(!plays(&event, 1));
    event.order(Command::WaiveHalt(TableNo(1))).unwrap();
    assert!(plays(&event, 1));
    assert!(matches!(event.order(Command::BreakTable(TableNo(1))), Err(Refusal::NotNow(_))));
    for _ in 0..2 {
        let out = seats(&event, 1)[0].0;
        hand(&mut event, 1, &[out]);
    }
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    assert_eq!(event.director.tables().count(), 2);
    event.order(Command::Redraw).unwrap();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    let open: Vec<TableNo> = event.director.tables().map(|(table, _)| table).collect();
    assert_eq!(open, [TableNo(4), TableNo(5)], "everybody has a new seat");
    replays(&event);
}

// TDA 10
#[test]
fn the_floor_seats_nobody_where_the_players_of_a_breaking_table_go() {
    let mut structure = winner_takes_all("tda-2024", 6);
    structure.entry.late_levels = Some(3);
    let mut event = begun(structure, 18);
    for table in 1..=3 {
        hand(&mut event, table, &[SeatNo(0), SeatNo(1)]);
    }
    event.order(Command::BreakTable(TableNo(3))).unwrap();
    event.order(Command::EnterPlayer(PlayerId(19))).unwrap();
    let entry = event.director.entry_of(PlayerId(19)).unwrap();
    let waits = |event: &Tournament| {
        event.director.entry(entry).unwrap().whereabouts == Whereabouts::Waiting
    };
    assert!(waits(&event));
    let seat = Command::Seat(Place { entry, table: TableNo(1), seat: None });
    assert!(matches!(event.order(seat), Err(Refusal::NotNow(_))));
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    let sizes = |event: &Tournament| -> Vec<usize> {
        event.director.tables().map(|(_, table)| table.size()).collect()
    };
    assert_eq!(sizes(&event), [6, 6, 1], "the thirteenth begins a table that others join");
    replays(&event);
}

#[test]
fn balancing_by_order_goes_to_a_difference_of_one() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let out: Vec<SeatNo> = seats(&event, 1).iter().take(2).map(|(seat, _)| *seat).collect();
    hand(&mut event, 1, &out);
    hand(&mut event, 2, &[]);
    let sizes = |event: &Tournament| {
        [1, 2].map(|table| event.director.table(TableNo(table)).unwrap().size())
    };
    assert_eq!(sizes(&event), [7, 9], "two tables may differ by two");
    event.order(Command::BalanceNow).unwrap();
    hand(&mut event, 2, &[]);
    hand(&mut event, 1, &[]);
    assert_eq!(sizes(&event), [8, 8]);
    replays(&event);
}

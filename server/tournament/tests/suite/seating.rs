//! Seating by the director: short tables halt, late entrants find a seat, the button is drawn for,
//! tables stay even, and the log repeats every draw.
use crate::common;

use cardroom_rules::rulebook::SeatingRule;
use cardroom_rules::{EntryNo, Millis, SeatNo, Structure, TableNo};
use cardroom_tournament::seating::{
    Short, assign_by_cards, deal_one_each, draw_seats, highest, scramble_seat_cards, tables_for,
};
use cardroom_tournament::{
    Command, Director, Doing, Draws, Event, Input, Lot, LotList, Order, Phase, Report, Upcoming,
    Whereabouts,
};
use common::{Tournament, freezeout, setup};
use std::collections::BTreeMap;
use std::sync::Arc;

fn structure(rulebook: &str, seats: u8, late_levels: u16) -> Structure {
    Structure { rulebook: rulebook.to_owned(), ..freezeout(seats, late_levels, 0) }
}

fn begun(structure: Structure, entrants: u64, seed: u64) -> Tournament {
    begun_by(|_| {}, structure, entrants, seed)
}

/// A tournament with changed seating rules.
fn begun_by(
    change: impl FnOnce(&mut SeatingRule),
    structure: Structure,
    entrants: u64,
    seed: u64,
) -> Tournament {
    let mut setup = setup(structure);
    change(&mut Arc::make_mut(&mut setup.rulebook).seating);
    let mut event = Tournament::new(setup, seed);
    for player in 0..entrants {
        event.enter(player).unwrap();
    }
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    event
}

fn size(event: &Tournament, table: u32) -> usize {
    event.director.table(TableNo(table)).unwrap().size()
}

fn halted(event: &Tournament, table: u32) -> bool {
    event.director.table(TableNo(table)).unwrap().halted.is_some()
}

fn plays(event: &Tournament, table: u32) -> bool {
    event.director.table(TableNo(table)).unwrap().doing == Doing::Playing
}

/// Finishes the hand of a table with these players out.
fn hand(event: &mut Tournament, table: u32, out: &[SeatNo]) {
    let now = event.now;
    event.tables.finish_with_out(TableNo(table), now, out);
    event.deliver();
}

/// Returns the next three big blinds after this hand.
fn next_big_blinds(event: &Tournament, table: u32) -> Vec<SeatNo> {
    let table = event.director.table(TableNo(table)).unwrap();
    let Some(Upcoming::Blinds { big_blind, .. }) = table.upcoming else { panic!("blinds") };
    table.occupied().clockwise_after(big_blind).take(3).collect()
}

// TDA 11-D
#[test]
fn a_table_three_short_halts_until_it_is_filled() {
    let mut event = begun(structure("tda-2024", 9, 0), 18, 1);
    let out = next_big_blinds(&event, 1);
    hand(&mut event, 1, &out);
    assert!(halted(&event, 1) && !plays(&event, 1));
    assert!(event.director.is_short(TableNo(1)) && !event.director.is_short(TableNo(2)));
    // The other table finishes its hand and gives up its next big blind.
    hand(&mut event, 2, &[]);
    assert_eq!((size(&event, 1), size(&event, 2)), (7, 8));
    assert!(!halted(&event, 1) && plays(&event, 1) && plays(&event, 2));
    let ended = event
        .log
        .iter()
        .any(|logged| matches!(logged, Event::PlaysOn { table: TableNo(1), waived: false }));
    assert!(ended);
}

// GAPS G-35
#[test]
fn a_halted_table_that_nobody_comes_to_plays_on_after_five_minutes() {
    let mut event = begun(structure("tda-2024", 9, 0), 18, 2);
    let out = next_big_blinds(&event, 1);
    hand(&mut event, 1, &out);
    assert!(halted(&event, 1));
    let due = event.director.deadline().unwrap();
    assert_eq!(due, event.now + Millis(300_000), "levels are as long, and began no later");
    event.now = due;
    event.step(Input::Tick).unwrap();
    assert!(!halted(&event, 1) && plays(&event, 1));
    // It is not halted again before the next elimination.
    hand(&mut event, 1, &[]);
    assert!(plays(&event, 1));
    let out: Vec<SeatNo> = next_big_blinds(&event, 1).into_iter().take(1).collect();
    hand(&mut event, 1, &out);
    assert!(halted(&event, 1));
}

// TFPL 6-22, Spotlight 6-20, WPTAPL 33. With six seats only the floor can order a halt (TDA 11-D).
#[test]
fn play_goes_on_where_the_book_or_the_size_of_tables_does_not_halt_it() {
    let six_handed = begun(structure("tda-2024", 7, 0), 14, 1);
    let never = begun_by(|rule| rule.halt_threshold = 0, structure("tda-2024", 9, 0), 18, 1);
    for mut event in [six_handed, never] {
        let out = next_big_blinds(&event, 1);
        hand(&mut event, 1, &out);
        assert!(!halted(&event, 1) && plays(&event, 1));
    }
}

fn told(event: &Tournament) -> Vec<(TableNo, u8, Short)> {
    let told = event.log.iter().filter_map(|logged| match logged {
        Event::TableShort { table, players, short } => Some((*table, *players, *short)),
        _ => None,
    });
    told.collect()
}

// Spotlight 6-20
#[test]
fn the_floor_is_told_when_a_table_comes_down_to_five() {
    let spotlight = |rule: &mut SeatingRule| {
        rule.notify_at_players = 5;
        rule.halt_threshold = 0;
    };
    let mut event = begun_by(spotlight, structure("spotlight", 9, 0), 18, 3);
    let seats: Vec<SeatNo> = event.director.table(TableNo(1)).unwrap().occupied().iter().collect();
    hand(&mut event, 1, &seats[..3]);
    assert_eq!(told(&event), []);
    hand(&mut event, 1, &seats[3..4]);
    assert_eq!(told(&event), [(TableNo(1), 5, Short::PlaysOn)]);
    assert!(plays(&event, 1));
}

// WPTAPL 31
#[test]
fn a_table_below_the_least_number_breaks_as_soon_as_the_others_have_room() {
    for least in [0, 4] {
        let change = |rule: &mut SeatingRule| {
            rule.min_table_players = least;
            rule.halt_threshold = 0;
        };
        let mut event = begun_by(change, structure("wptapl", 9, 3), 27, 3);
        let occupied = |event: &Tournament, table: u32| -> Vec<SeatNo> {
            event.director.table(TableNo(table)).unwrap().occupied().iter().collect()
        };
        let out = occupied(&event, 1);
        hand(&mut event, 1, &out[..6]);
        let short = (TableNo(1), 3, Short::MustConsolidate);
        assert_eq!(told(&event), if least > 0 { vec![short] } else { vec![] });
        assert!(event.director.table(TableNo(1)).is_some_and(|table| !table.breaks));
        let out = occupied(&event, 2);
        hand(&mut event, 2, &out[..3]);
        hand(&mut event, 1, &[]);
        // During late entry, a table would not otherwise break for so few open seats.
        assert_eq!(event.director.table(TableNo(1)).is_none(), least > 0);
        assert_eq!(event.director.seating().floor().players(), 18);
    }
}

// TDA 11-A, GAPS G-25
#[test]
fn a_moved_player_has_a_single_big_blind_only_where_the_book_has_it() {
    for (book, has_it) in [("tda-2024", true), ("online", false)] {
        let mut single = 0;
        for seed in 0..4 {
            let mut event = begun(structure(book, 9, 0), 60, seed);
            play(&mut event, seed, |_, _| {});
            single += event.tables.single_big_blinds;
        }
        assert_eq!(single > 0, has_it, "{book}: {single}");
    }
}

// TDA 11-D
#[test]
fn a_table_that_the_floor_halted_waits_for_the_floor() {
    let mut event = begun(structure("tda-2024", 6, 0), 12, 4);
    let (table, at) = (TableNo(1), event.now);
    event.director.apply(&Event::Halted { table, at, ordered: true });
    hand(&mut event, 1, &[]);
    assert!(halted(&event, 1) && !plays(&event, 1));
    event.now = event.now + Millis(600_000);
    event.step(Input::Tick).unwrap();
    assert!(!plays(&event, 1));
    event.director.apply(&Event::PlaysOn { table, waived: true });
    event.step(Input::Recover).unwrap();
    assert!(plays(&event, 1));
}

// TNPL B6-i
#[test]
fn where_all_tables_break_everybody_draws_a_new_seat() {
    let mut event = begun(structure("tnpl", 9, 0), 30, 6);
    assert_eq!(event.director.tables().count(), 4);
    for out in [1, 2, 3, 4] {
        let out_now = next_big_blinds(&event, out);
        event.tables.finish_with_out(TableNo(out), event.now, &out_now[..1]);
        if out == 1 {
            // The order reaches the tables during play.
            for table in 1..=4 {
                event.director.apply(&Event::TableBreaks { table: TableNo(table) });
            }
        }
        event.deliver();
        event.director.audit();
    }
    let tables: Vec<(TableNo, usize)> =
        event.director.tables().map(|(table, known)| (table, known.size())).collect();
    assert_eq!(tables, [(TableNo(5), 9), (TableNo(6), 9), (TableNo(7), 8)]);
    assert!(plays(&event, 5) && plays(&event, 6) && plays(&event, 7));
}

#[test]
fn a_tournament_is_restored_from_a_snapshot_with_its_floor_plan() {
    let mut event = begun(structure("wptapl", 9, 0), 60, 7);
    let mut compared = 0;
    play(&mut event, 7, |event, report| {
        if !matches!(report, Report::HandFinished(_)) || event.director.players_left() % 5 != 0 {
            return;
        }
        let setup = || event.director.setup().clone();
        let text = serde_json::to_string(&event.director.snapshot()).unwrap();
        let mut reader = serde_json::Deserializer::from_str(&text);
        assert_eq!(Director::restore(setup(), &mut reader).unwrap(), event.director);
        let bytes = postcard::to_stdvec(&event.director.snapshot()).unwrap();
        let mut reader = postcard::Deserializer::from_bytes(&bytes);
        assert_eq!(Director::restore(setup(), &mut reader).unwrap(), event.director);
        compared += 1;
    });
    assert!(compared > 5);
}

// GAPS G-37
#[test]
fn a_late_entry_to_full_tables_opens_a_table_that_others_fill() {
    let mut event = begun(structure("tda-2024", 9, 3), 9, 3);
    event.enter(100).unwrap();
    event.deliver();
    assert_eq!((size(&event, 1), size(&event, 2)), (9, 1));
    assert!(!plays(&event, 2), "nobody plays alone");
    hand(&mut event, 1, &[]);
    assert_eq!((size(&event, 1), size(&event, 2)), (6, 4));
    assert!(plays(&event, 1) && plays(&event, 2));
    // Seats are open now. A late entry never makes the tables differ by more than two.
    event.enter(101).unwrap();
    event.deliver();
    let (one, two) = (size(&event, 1), size(&event, 2));
    assert_eq!(one + two, 11);
    assert!(one.abs_diff(two) <= 2);
}

#[test]
fn alternates_wait_for_a_seat() {
    let mut structure = structure("tnpl", 9, 3);
    structure.entry.alternates = true;
    let mut event = begun(structure, 9, 3);
    for player in [100, 101] {
        event.enter(player).unwrap();
    }
    event.deliver();
    assert_eq!(event.director.tables().count(), 1);
    let out = next_big_blinds(&event, 1)[0];
    hand(&mut event, 1, &[out]);
    let whereabouts = |entry: u32| event.director.entry(EntryNo(entry)).unwrap().whereabouts;
    assert_eq!(whereabouts(10), Whereabouts::Seated { table: TableNo(1), seat: out });
    assert_eq!(whereabouts(11), Whereabouts::Waiting, "first come, first served");
}

/// Plays a tournament to its winner. `watch` sees every report and its consequences.
fn play(event: &mut Tournament, seed: u64, mut watch: impl FnMut(&Tournament, &Report)) {
    let mut dice = Draws::new(seed);
    let mut next_player = 10_000;
    while event.director.phase() == Phase::Running {
        if let Some(report) = event.tables.reports.pop_front() {
            event.step(Input::Report(report.clone())).unwrap();
            watch(event, &report);
            continue;
        }
        let newcomer = cardroom_rules::PlayerId(next_player + 1);
        if event.director.may_enter(newcomer, true).is_ok() && dice.below(3) == 0 {
            next_player += 1;
            event.enter(next_player).unwrap();
        }
        event.now = event.now + Millis(u64::from(dice.below(4_000)));
        if event.director.deadline().is_some_and(|at| event.now >= at) {
            event.step(Input::Tick).unwrap();
        }
        let playing = event.tables.playing();
        if let Some(table) = dice.pick(&playing).copied() {
            let now = event.now;
            event.tables.finish_hand(table, now, &mut dice);
        } else if event.tables.reports.is_empty()
            && let Some(at) = event.director.deadline()
        {
            event.now = event.now.max(at);
            event.step(Input::Tick).unwrap();
        }
    }
}

const BOOKS: [&str; 6] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"];

// TDA 11-A, 11-C, GAPS G-32
#[test]
fn no_table_is_dealt_a_hand_while_it_is_the_fullest_by_too_much() {
    let mut moves = 0;
    for seed in 0..12 {
        let book = BOOKS[usize::try_from(seed).unwrap() % 6];
        let seats = [9, 6, 8, 3][usize::try_from(seed).unwrap() % 4];
        let mut event = begun(structure(book, seats, 2), 60, seed);
        play(&mut event, seed, |event, report| {
            event.director.audit();
            let Report::HandFinished(finished) = report else { return };
            let floor = event.director.seating().floor();
            let Some(table) = floor.table(finished.table).filter(|table| !table.breaks) else {
                return;
            };
            let (least, most) = (floor.least().unwrap(), floor.most().unwrap());
            let allowed = if floor.staying() < 4 { 2 } else { 1 };
            if table.doing == Doing::Playing && table.size() == most {
                assert!(most <= least + allowed, "{book}, seed {seed}: {least} and {most}");
            }
        });
        moves += moved_between_hands(&event, seed);
    }
    assert!(moves > 100, "{moves}");
}

/// Checks that no player moves during a hand, and that a player moved for balance is the next big
/// blind. Returns the number of such moves.
fn moved_between_hands(event: &Tournament, seed: u64) -> u32 {
    let mut director = Director::new(event.director.setup().clone()).unwrap();
    let mut moves = 0;
    for logged in &event.log {
        if let Event::Moved { entry, to, seat: None, .. } = logged {
            let Whereabouts::Seated { table, seat } = director.entry(*entry).unwrap().whereabouts
            else {
                panic!("seed {seed}: only who sits is moved to balance");
            };
            let from = director.table(table).unwrap();
            assert_eq!(from.doing, Doing::Waiting, "seed {seed}: between two hands");
            let Some(Upcoming::Blinds { big_blind, .. }) = from.upcoming else { panic!("blinds") };
            assert_eq!(seat, big_blind, "seed {seed}");
            assert!(director.table(*to).unwrap().size() + 1 < from.size(), "seed {seed}");
            moves += 1;
        }
        director.apply(logged);
    }
    moves
}

#[test]
fn every_draw_can_be_made_again_from_the_log() {
    let mut seen = BTreeMap::new();
    for (seed, book) in (0..).zip(BOOKS) {
        let mut event = begun(structure(book, 9, 2), 70, seed);
        let lots = ["the flop stands", "three other cards", "the hand is void"];
        let lots = lots.map(|lot| Lot::Text(lot.to_owned())).to_vec();
        let list = LotList { about: "the flop".to_owned(), lots, count: 1 };
        event.order(Command::DrawLots(list)).unwrap();
        play(&mut event, seed, |_, _| {});
        let mut director = Director::new(event.director.setup().clone()).unwrap();
        for (index, logged) in event.log.iter().enumerate() {
            director.apply(logged);
            if let Event::Drawn { seed } = logged {
                let kind = drawn_again(&director, Draws::new(*seed), &event.log[index + 1..]);
                *seen.entry(kind).or_insert(0) += 1;
            }
        }
    }
    for kind in
        ["seats", "button", "high card", "breaking order", "seat cards", "late", "move", "lots"]
    {
        assert!(seen.get(kind).is_some_and(|count| *count > 1), "{kind}: {seen:?}");
    }
    assert_eq!(seen.get("nothing"), None, "{seen:?}");
}

/// Repeats the draw that follows in the log. Returns its kind.
fn drawn_again(director: &Director, mut draws: Draws, rest: &[Event]) -> &'static str {
    let floor = director.seating().floor();
    match &rest[0] {
        Event::TableOpened { seats, .. } => {
            let opened = rest.iter().filter(|event| matches!(event, Event::TableOpened { .. }));
            let is_start = director.tables().count() == 0;
            let entries: Vec<EntryNo> = director
                .entries()
                .filter(|(_, entry)| match entry.whereabouts {
                    Whereabouts::Waiting => true,
                    Whereabouts::Seated { .. } | Whereabouts::Moving { .. } => floor.staying() == 0,
                    _ => false,
                })
                .map(|(number, _)| number)
                .collect();
            let tables = if is_start { tables_for(entries.len(), *seats) } else { 1 };
            assert!(opened.count() >= tables);
            let drawn =
                draw_seats(&entries, tables, *seats, director.seating().wishes(), &mut draws);
            let mut seated = rest.iter().filter_map(|event| match event {
                Event::Seated { entry, seat, .. } => Some((*seat, *entry)),
                _ => None,
            });
            for place in drawn.into_iter().flatten() {
                assert_eq!(seated.next(), Some(place));
            }
            "seats"
        }
        Event::Ordered(ordered) => {
            let Order::Open { players, button, .. } = &ordered.order else { panic!("{ordered:?}") };
            assert_eq!(draws.pick(players).map(|chair| chair.seat), Some(*button));
            "button"
        }
        Event::ButtonDealtFor { table, cards } => {
            let seats: Vec<SeatNo> = director.table(*table).unwrap().occupied().iter().collect();
            let dealt = deal_one_each(seats.len(), &mut draws);
            assert_eq!(*cards, seats.into_iter().zip(dealt).collect::<Vec<_>>());
            let Event::Ordered(ordered) = &rest[1] else { panic!("{:?}", rest[1]) };
            match &ordered.order {
                Order::Open { button: seat, .. } | Order::SetButton { seat } => {
                    assert_eq!(Some(*seat), highest(cards));
                }
                other => panic!("{other:?}"),
            }
            "high card"
        }
        Event::BreakingOrderDrawn { tables } => {
            let staying = director.tables().filter(|(_, table)| !table.breaks);
            let mut again: Vec<TableNo> = staying.map(|(table, _)| table).collect();
            draws.shuffle(&mut again);
            assert_eq!(*tables, again);
            "breaking order"
        }
        Event::SeatCardsDealt { table, seats, cards } => {
            let players: Vec<EntryNo> = director.table(*table).unwrap().everybody().collect();
            assert_eq!(*seats, scramble_seat_cards(floor, players.len(), &mut draws));
            let dealt = deal_one_each(players.len(), &mut draws);
            assert_eq!(*cards, players.into_iter().zip(dealt).collect::<Vec<_>>());
            for ((entry, (to, seat)), event) in assign_by_cards(seats, cards).iter().zip(&rest[1..])
            {
                let (entry, from, to, seat) = (*entry, *table, *to, Some(*seat));
                assert_eq!(*event, Event::Moved { entry, from, to, seat });
            }
            "seat cards"
        }
        Event::Seated { table, seat, .. } => {
            let allowed = if floor.staying() < 4 { 2 } else { 1 };
            let most = floor.least().unwrap() + allowed - 1;
            assert_eq!(floor.draw_open_seat(most, &mut draws), Some((*table, *seat)));
            "late"
        }
        Event::Moved { to, .. } => {
            let in_need = cardroom_tournament::seating::table_in_need(floor, &mut draws);
            assert_eq!(in_need, Some(*to));
            "move"
        }
        Event::TableBreaks { table } => {
            assert_eq!(floor.draw_any_table(&mut draws), Some(*table));
            "early break"
        }
        Event::LotsDrawn(lots) => {
            let ruling = director.rulings().iter().find(|ruling| ruling.seq == lots.ruling);
            let Command::DrawLots(list) = &ruling.unwrap().command else { panic!("{ruling:?}") };
            let again = draws.several(list.lots.len(), usize::from(list.count));
            assert!(lots.drawn.iter().map(|lot| usize::from(*lot)).eq(again));
            "lots"
        }
        _ => "nothing",
    }
}

// TFPL 6-6, WPTAPL 4
#[test]
fn the_button_is_dealt_for_where_the_book_has_it() {
    let dealt = |book: &str| {
        let mut event = begun(structure(book, 9, 0), 40, 5);
        let at_start = dealt_for(&event.log);
        play(&mut event, 5, |_, _| {});
        let last_opened = event.log.iter().rev().find_map(|logged| match logged {
            Event::TableOpened { table, .. } => Some(*table),
            _ => None,
        });
        let all = dealt_for(&event.log);
        (at_start.len(), all.len(), all.last() == last_opened.as_ref())
    };
    assert_eq!(dealt("tda-2024"), (0, 0, false));
    let (start, all, at_final) = dealt("wptapl");
    assert_eq!(start, 5);
    // Both of the last two tables, and the final table.
    assert!(all >= 5 + 3, "{all}");
    assert!(at_final);
    let (start, all, at_final) = dealt("spotlight");
    assert_eq!(start, 5);
    assert!(all > 5 && at_final);
}

fn dealt_for(log: &[Event]) -> Vec<TableNo> {
    let tables = log.iter().filter_map(|logged| match logged {
        Event::ButtonDealtFor { table, .. } => Some(*table),
        _ => None,
    });
    tables.collect()
}

#[test]
fn who_is_kept_apart_starts_at_different_tables() {
    for seed in 0..30 {
        let mut event = Tournament::new(setup(structure("tfpl", 9, 0)), seed);
        for player in 0..20 {
            event.enter(player).unwrap();
        }
        let (one, other) = (EntryNo(3), EntryNo(4));
        event.director.apply(&Event::KeptApart { one, other });
        event.now = Millis(1_000);
        event.step(Input::Tick).unwrap();
        let table = |entry| match event.director.entry(entry).unwrap().whereabouts {
            Whereabouts::Seated { table, .. } => table,
            elsewhere => panic!("{elsewhere:?}"),
        };
        assert_ne!(table(one), table(other), "seed {seed}");
    }
}

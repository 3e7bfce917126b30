//! How the director runs an event: the clock and its breaks, hand-for-hand, rebuys, penalties, absence,
//! rounds, first days, refunds, and what the floor may order and take back.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use cardroom_rules::{
    AddOn, CarriedStacks, Cents, Chips, EntryNo, Format, HandNo, Millis, PlayerId, Rebuy, SeatNo,
    Shares, Structure, TableNo,
};
use cardroom_tournament::{
    Carried, Clock, Command, Director, Doing, Event, FloorOrder, HandFinished, Input, Operator,
    Order, Phase, Place, Purchase, Reawarded, Refund, Refusal, Removal, Report, RulingState, Seq,
    Setup, Standing, Whereabouts,
};
use common::{Tournament, freezeout, setup};
use std::sync::Arc;

fn begun(structure: Structure, entrants: u64) -> Tournament {
    begun_with(setup(structure), entrants)
}

fn begun_with(setup: Setup, entrants: u64) -> Tournament {
    let mut event = Tournament::new(setup, 7);
    for player in 1..=entrants {
        event.enter(player).unwrap();
    }
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    event
}

fn under(rulebook: &str, seats: u8) -> Structure {
    Structure { rulebook: rulebook.to_owned(), ..freezeout(seats, 0, 0) }
}

/// The winner of everything, so that the bubble is far away.
fn winner_takes_all(rulebook: &str, seats: u8) -> Structure {
    let mut structure = under(rulebook, seats);
    structure.prizes.shares = Shares::WinnerTakesAll;
    structure
}

fn plays(event: &Tournament, table: u32) -> bool {
    event.director.table(TableNo(table)).is_some_and(|table| table.doing == Doing::Playing)
}

/// The table's hand is over and these are out.
fn hand(event: &mut Tournament, table: u32, out: &[SeatNo]) {
    let now = event.now;
    event.tables.finish_with_out(TableNo(table), now, out);
    event.deliver();
}

fn seats(event: &Tournament, table: u32) -> Vec<(SeatNo, EntryNo)> {
    event.director.table(TableNo(table)).unwrap().seated().collect()
}

fn stack(event: &Tournament, entry: EntryNo) -> Chips {
    event.director.entry(entry).unwrap().stack
}

fn left(event: &Tournament) -> Millis {
    event.director.clock().left(event.director.paused().unwrap_or(event.now)).unwrap()
}

fn last_deal(event: &Tournament, table: u32) -> cardroom_tournament::Deal {
    let deals = event.log.iter().rev().filter_map(|logged| match logged {
        Event::Ordered(ordered) if ordered.table == TableNo(table) => match &ordered.order {
            Order::Deal(deal) => Some(deal.clone()),
            _ => None,
        },
        _ => None,
    });
    deals.into_iter().next().unwrap()
}

fn is_out(event: &Tournament, entry: EntryNo) -> bool {
    matches!(event.director.entry(entry).unwrap().whereabouts, Whereabouts::Finished { .. })
}

/// The log alone gives the same tournament.
fn replays(event: &Tournament) {
    let mut director = Director::new(event.director.setup().clone()).unwrap();
    for logged in &event.log {
        director.apply(logged);
    }
    assert_eq!(director, event.director);
    event.director.audit();
}

// ---- The clock ----------------------------------------------------------------------------------

/// Time goes on to the first break.
fn to_break(event: &mut Tournament) {
    loop {
        for table in event.tables.playing() {
            hand(event, table.0, &[]);
        }
        if matches!(event.director.clock(), Clock::Break { .. }) {
            return;
        }
        event.wait();
    }
}

#[test]
fn a_break_begins_for_all_when_the_last_table_has_finished() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(1_000 + 900_000);
    for _ in 0..3 {
        event.step(Input::Tick).unwrap();
    }
    // Three levels of five minutes are over at the latest after three more.
    while !matches!(event.director.clock(), Clock::BreakDue { .. }) {
        event.wait();
    }
    hand(&mut event, 1, &[]);
    assert!(!plays(&event, 1) && matches!(event.director.clock(), Clock::BreakDue { .. }));
    hand(&mut event, 2, &[]);
    assert_eq!(event.director.clock(), Clock::Break { ends_at: event.now + Millis(120_000) });
    // The end of it is announced a minute before (RP-20).
    event.wait();
    assert!(!plays(&event, 1) && !plays(&event, 2));
    event.wait();
    assert!(plays(&event, 1) && plays(&event, 2), "the restart is common");
}

// GAPS G-28
#[test]
fn a_table_that_plays_into_the_break_still_has_half_of_it() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    while !matches!(event.director.clock(), Clock::BreakDue { .. }) {
        event.wait();
    }
    hand(&mut event, 1, &[]);
    event.wait();
    let Clock::Break { ends_at } = event.director.clock() else { panic!("a break") };
    assert_eq!(event.now.since(Millis(901_000)), Millis(180_000), "three minutes after it was due");
    event.now = Millis(ends_at.0 - 20_000);
    hand(&mut event, 2, &[]);
    event.wait();
    assert!(plays(&event, 1) && !plays(&event, 2));
    event.wait();
    assert!(plays(&event, 2));
    assert_eq!(event.now, Millis(ends_at.0 + 40_000), "a minute of two");
}

/// Settings of breaks that all shipped books have alike, with another value.
fn with_levels(change: impl FnOnce(&mut cardroom_rules::rulebook::LevelRule)) -> Tournament {
    let mut setup = setup(winner_takes_all("tda-2024", 9));
    let mut rulebook = (*setup.rulebook).clone();
    change(&mut rulebook.levels);
    setup.rulebook = Arc::new(rulebook);
    begun_with(setup, 18)
}

// GAPS G-28
#[test]
fn how_long_a_break_waits_for_a_table_and_what_that_has_of_it_is_up_to_the_book() {
    for (waits, percent) in [(180, 50), (60, 75)] {
        let mut event = with_levels(|levels| {
            levels.break_waits_seconds = waits;
            levels.break_least_percent = percent;
        });
        while !matches!(event.director.clock(), Clock::BreakDue { .. }) {
            event.wait();
        }
        hand(&mut event, 1, &[]);
        event.wait();
        let Clock::Break { ends_at } = event.director.clock() else { panic!("a break") };
        assert_eq!(event.now.since(Millis(901_000)), Millis(1_000 * waits), "then it begins");
        // The break lasts two minutes; the second table is done with its hand 20 seconds before.
        event.now = Millis(ends_at.0 - 20_000);
        hand(&mut event, 2, &[]);
        event.wait();
        event.wait();
        assert!(plays(&event, 1) && plays(&event, 2));
        let rested = Millis(ends_at.0 - 20_000 + 1_200 * percent);
        assert_eq!(event.now, rested, "{percent} percent of it");
    }
}

// GAPS G-30
#[test]
fn after_a_pause_there_is_as_much_more_time_as_the_book_has_it() {
    for seconds in [0, 5, 30] {
        let mut event = with_levels(|levels| levels.after_pause_seconds = seconds);
        let before = left(&event);
        event.order(Command::Pause).unwrap();
        event.now = event.now + Millis(60_000);
        event.order(Command::Resume).unwrap();
        assert_eq!(left(&event), before + Millis(1_000 * seconds));
    }
}

// GAPS G-30
#[test]
fn a_pause_takes_no_time_and_gives_five_seconds() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(101_000);
    event.order(Command::Pause).unwrap();
    assert_eq!((left(&event), event.director.deadline()), (Millis(200_000), None));
    event.deliver();
    hand_reported_while_paused(&mut event);
    event.now = Millis(5_000_000);
    assert_eq!(event.director.view(event.now).left, Some(Millis(200_000)));
    event.order(Command::Resume).unwrap();
    event.deliver();
    assert_eq!(left(&event), Millis(205_000));
    assert!(plays(&event, 1));
    assert_eq!(event.order(Command::Resume), Err(Refusal::NotNow("it is not paused")));
    replays(&event);
}

#[test]
fn when_many_lose_their_connections_hands_end_and_no_other_begins() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(101_000);
    event.step(Input::ConnectionsLost { missing: 5 }).unwrap();
    let wait = Millis(101_000 + 300_000);
    assert_eq!((event.director.outage(), event.director.deadline()), (Some(wait), Some(wait)));
    event.deliver();
    assert!(plays(&event, 1) && plays(&event, 2), "the hands in progress go on");
    hand(&mut event, 1, &[]);
    event.deliver();
    assert!(!plays(&event, 1), "no hand begins");
    event.now = Millis(160_000);
    assert_eq!(left(&event), Millis(200_000), "the clock stands still");
    event.step(Input::ConnectionsBack).unwrap();
    event.deliver();
    assert_eq!((event.director.paused(), event.director.outage()), (None, None));
    assert_eq!(left(&event), Millis(205_000));
    assert!(plays(&event, 1) && plays(&event, 2));
    // Table 2 was never stopped, and its hand ends like any other.
    hand(&mut event, 2, &[]);
    event.deliver();
    assert!(plays(&event, 2));
    replays(&event);
}

#[test]
fn nobody_who_lost_the_connection_is_waited_for_for_ever() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(101_000);
    event.step(Input::ConnectionsLost { missing: 5 }).unwrap();
    hand(&mut event, 1, &[]);
    event.deliver();
    assert!(!plays(&event, 1));
    event.wait();
    event.deliver();
    assert_eq!((event.now, event.director.paused()), (Millis(401_000), None));
    assert!(plays(&event, 1));
    // A floor that pauses decides itself when it goes on.
    event.order(Command::Pause).unwrap();
    event.step(Input::ConnectionsLost { missing: 5 }).unwrap();
    event.step(Input::ConnectionsBack).unwrap();
    assert_eq!((event.director.outage(), event.director.deadline()), (None, None));
    assert!(event.director.paused().is_some());
    replays(&event);
}

#[test]
fn the_floor_may_end_the_wait_for_lost_connections() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.step(Input::ConnectionsLost { missing: 5 }).unwrap();
    event.order(Command::Resume).unwrap();
    assert_eq!((event.director.paused(), event.director.outage()), (None, None));
    event.step(Input::ConnectionsBack).unwrap();
    assert_eq!(event.director.paused(), None);
    replays(&event);
}

fn hand_reported_while_paused(event: &mut Tournament) {
    // It was over when the pause came.
    event.tables.finish_with_out(TableNo(1), event.now, &[]);
    event.deliver();
    assert!(!plays(event, 1), "no hand begins");
}

#[test]
fn the_time_that_the_room_was_down_does_not_count() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(601_000);
    event.step(Input::Recover).unwrap();
    assert_eq!((left(&event), event.director.level()), (Millis(300_000), 0));
    event.now = Millis(602_000);
    event.step(Input::Recover).unwrap();
    assert_eq!(left(&event), Millis(299_000), "a second is nobody's loss");
}

#[test]
fn the_floor_sets_the_clock_and_takes_it_back() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(11_000);
    event.order(Command::SetClock { level: 3, left: Millis(60_000) }).unwrap();
    let set = event.director.seq();
    assert_eq!((event.director.level(), left(&event)), (3, Millis(60_000)));
    assert_eq!(last_deal(&event, 1).level, 0, "the hand in progress keeps its level");
    hand(&mut event, 1, &[]);
    assert_eq!(last_deal(&event, 1).level, 3);
    event.now = Millis(21_000);
    event.order(Command::Undo(set)).unwrap();
    assert_eq!((event.director.level(), left(&event)), (0, Millis(280_000)));
    assert_eq!(event.director.rulings()[0].state, RulingState::Undone);
    event.order(Command::AddTime(Millis(20_000))).unwrap();
    let added = event.director.seq();
    event.order(Command::TakeTime(Millis(400_000))).unwrap();
    event.deliver();
    assert_eq!(event.director.level(), 1, "nothing was left");
    let refused = event.order(Command::Undo(added)).unwrap_err();
    assert_eq!(refused, Refusal::CannotUndo("the clock has gone on since"));
    replays(&event);
}

// ---- Hand-for-hand ------------------------------------------------------------------------------

/// Nine of eighteen left at two tables: 27 entrants and 8 paid, on the bubble.
fn bubble(rulebook: &str) -> Tournament {
    let mut structure = under(rulebook, 6);
    structure.prizes.shares = Shares::Curve { paid_basis_points: 5_000, least_percent: 100 };
    let mut event = begun(structure, 18);
    let mut round = 0;
    while event.director.hand_for_hand().is_none() {
        round += 1;
        assert!(round < 100);
        let tables: Vec<TableNo> = event.director.tables().map(|(table, _)| table).collect();
        for table in tables {
            let known = event.director.table(table).unwrap();
            if known.doing != Doing::Playing || event.director.hand_for_hand().is_some() {
                continue;
            }
            let out = known.seated().next().unwrap().0;
            hand(&mut event, table.0, &[out]);
        }
    }
    event
}

// TDA RP-8-A to D
#[test]
fn on_the_bubble_all_tables_play_each_hand_together() {
    let mut event = bubble("tda-2024");
    assert_eq!((event.director.players_left(), event.director.places_paid()), (10, 9));
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 0);
    let before = left(&event);
    // The hands in progress are the first ones played together.
    let playing: Vec<TableNo> = event.tables.playing();
    assert!(!playing.is_empty());
    for table in &playing {
        assert!(event.director.hand_for_hand().unwrap().playing);
        hand(&mut event, table.0, &[]);
    }
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 1);
    assert_eq!(left(&event), Millis(before.0 - 120_000), "two minutes for the hand");
    event.now = event.now + Millis(3_600_000);
    event.step(Input::Tick).unwrap();
    assert_eq!(left(&event), Millis(before.0 - 120_000), "and no other time");
    let tables: Vec<TableNo> = event.tables.playing();
    assert_eq!(tables.len(), 2, "all were dealt the next one");
    assert!(last_deal(&event, tables[0].0).hand_for_hand);
    hand(&mut event, tables[0].0, &[]);
    assert_eq!(event.tables.playing(), &tables[1..], "nobody is dealt another one before");
    replays(&event);
}

// TDA RP-8-D
#[test]
fn what_a_level_lacks_comes_off_the_next_one() {
    let mut event = bubble("tda-2024");
    let level = event.director.level();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    event.order(Command::SetClock { level, left: Millis(90_000) }).unwrap();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    assert_eq!((event.director.level(), left(&event)), (level + 1, Millis(270_000)));
}

// TDA RP-8-A and GAPS G-41
#[test]
fn who_is_out_on_the_same_hand_shares_the_place_or_is_ranked_by_stacks() {
    for (rulebook, places) in [("tda-2024", [9, 9]), ("online", [9, 10])] {
        let mut event = bubble(rulebook);
        while event.tables.playing().len() < 2 {
            for table in event.tables.playing() {
                hand(&mut event, table.0, &[]);
            }
        }
        let mut out = Vec::new();
        for table in event.tables.playing() {
            let poorest = seats(&event, table.0)
                .into_iter()
                .min_by_key(|(_, entry)| stack(&event, *entry))
                .unwrap();
            out.push((stack(&event, poorest.1), poorest.1));
            let now = event.now;
            event.tables.finish_with_out(table, now, &[poorest.0]);
            event.deliver();
        }
        out.sort_unstable();
        out.reverse();
        let had = |entry: EntryNo| event.director.place(entry).unwrap();
        if out[0].0 == out[1].0 {
            assert_eq!([had(out[0].1), had(out[1].1)], [9, 9], "equal stacks share");
        } else {
            assert_eq!([had(out[0].1), had(out[1].1)], places, "{rulebook}");
        }
        assert!(event.director.hand_for_hand().is_none(), "the bubble has burst");
        assert!(matches!(event.director.clock(), Clock::Level { .. }));
        replays(&event);
    }
}

// TDA RP-8-F
#[test]
fn all_in_hands_wait_face_down_for_the_other_tables() {
    let mut event = bubble("tda-2024");
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    let [first, second] = event.tables.playing()[..] else { panic!("two tables") };
    let waits = |event: &Tournament, table: TableNo| cardroom_tournament::Report::Waiting {
        table,
        hand: event.director.table(table).unwrap().hand,
    };
    let reveals = |event: &Tournament| -> Vec<TableNo> {
        let orders = event.director.outstanding();
        let reveal = orders.filter(|ordered| ordered.order == Order::Reveal);
        reveal.map(|ordered| ordered.table).collect()
    };
    let report = waits(&event, second);
    event.step(Input::Report(report.clone())).unwrap();
    event.step(Input::Report(report)).unwrap();
    assert!(reveals(&event).is_empty(), "the other table still plays");
    let report = waits(&event, first);
    event.step(Input::Report(report)).unwrap();
    assert_eq!(reveals(&event), [first], "one after another, by number");
    hand(&mut event, first.0, &[]);
    let revealed = event.log.iter().filter(
        |logged| matches!(logged, Event::Ordered(ordered) if ordered.order == Order::Reveal),
    );
    assert_eq!(revealed.count(), 2, "then the next");
    hand(&mut event, second.0, &[]);
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 2);
    replays(&event);
}

// TDA 35-E with 22: the table says so in time, and only where nobody is out by the hand.
#[test]
fn a_hand_that_was_void_after_all_leaves_everybody_the_chips_from_before() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 6);
    let hand = last_deal(&event, 1).hand;
    let before: Vec<(EntryNo, Chips)> =
        seats(&event, 1).iter().map(|(_, entry)| (*entry, stack(&event, *entry))).collect();
    let players = seats(&event, 1).into_iter().map(|(seat, entry)| Standing {
        seat,
        player: event.director.entry(entry).unwrap().player,
        started_with: stack(&event, entry),
        stack: stack(&event, entry),
        hand_rank: None,
        eliminated_by: Default::default(),
        absent: false,
    });
    let (table, upcoming) = (TableNo(1), event.director.table(TableNo(1)).unwrap().upcoming);
    let (at, players) = (event.now, players.collect());
    let void = HandFinished { table, hand, at, void: true, players, upcoming };
    // Of a hand that is still played nothing is undone.
    let undone = |finished: HandFinished| Input::Report(Report::HandUndone(Box::new(finished)));
    assert_eq!(event.step(undone(void.clone())), Ok(Vec::new()));

    let mut finished = HandFinished { void: false, ..void.clone() };
    finished.players[0].stack += Chips(500);
    finished.players[1].stack -= Chips(500);
    let [winner, loser] = [0, 1].map(|index| before[index]);
    event.tables.forget_hand(TableNo(1));
    event.step(Input::Report(Report::HandFinished(Box::new(finished)))).unwrap();
    assert_eq!(stack(&event, winner.0), winner.1 + Chips(500));
    assert_eq!(last_deal(&event, 1).hand.0, hand.0 + 1, "the next one is ordered already");

    let mut short = void.clone();
    short.players[1].stack -= Chips(1);
    assert!(matches!(event.step(undone(short)), Err(Refusal::BadReport { .. })));
    event.step(undone(void.clone())).unwrap();
    assert_eq!([winner, loser].map(|(entry, _)| stack(&event, entry)), [winner.1, loser.1]);
    // Heard once more, after the next hand, it is nothing new.
    self::hand(&mut event, 1, &[]);
    self::hand(&mut event, 1, &[]);
    assert_eq!(event.step(undone(void)), Ok(Vec::new()));
    replays(&event);
}

#[test]
fn the_floor_begins_hand_for_hand_and_ends_it() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 18);
    event.order(Command::HandForHand(true)).unwrap();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 1);
    event.order(Command::HandForHand(false)).unwrap();
    assert!(event.director.hand_for_hand().is_none());
    let first = event.tables.playing()[0];
    hand(&mut event, first.0, &[]);
    assert!(plays(&event, first.0), "tables play on their own");
    replays(&event);
}

// ---- Entries ------------------------------------------------------------------------------------

// TNPL B2-i, WPTAPL 3, Spotlight 6-3
#[test]
fn late_entrants_start_with_what_the_book_says_as_long_as_it_lets_them() {
    let full = under("tnpl", 9);
    let mut less = full.clone();
    less.entry.late_deduction = true;
    let mut event = begun(less, 18);
    let enters = |event: &mut Tournament, player: u64| {
        event.enter(player)?;
        Ok(stack(event, event.director.entry_of(PlayerId(player)).unwrap()))
    };
    assert_eq!(
        event.step(Input::Enter { player: PlayerId(99), of_age: false }),
        Err(Refusal::UnderAge(18))
    );
    assert_eq!(enters(&mut event, 100), Ok(Chips(4_500)));
    event.wait();
    assert_eq!(enters(&mut event, 101), Ok(Chips(4_000)));
    event.wait();
    assert_eq!(enters(&mut event, 102), Ok(Chips(3_500)));
    to_break(&mut event);
    event.wait();
    event.wait();
    assert_eq!(enters(&mut event, 103), Err(Refusal::EntryClosed), "three levels");
    let mut event = begun(full, 18);
    assert_eq!(enters(&mut event, 100), Ok(Chips(5_000)), "where the event takes nothing off");

    let mut event = begun(Structure { ..under("wptapl", 9) }, 18);
    assert_eq!(enters(&mut event, 100), Err(Refusal::EntryClosed), "the event says so");
    let mut structure = under("wptapl", 9);
    structure.entry.late_levels = None;
    let mut event = begun(structure, 18);
    assert_eq!(enters(&mut event, 100), Ok(Chips(4_750)));
    to_break(&mut event);
    assert_eq!(enters(&mut event, 101), Ok(Chips(4_000)), "five of the level after the break");
    event.wait();
    event.wait();
    assert_eq!(enters(&mut event, 102), Err(Refusal::EntryClosed));

    let mut structure = under("spotlight", 9);
    structure.entry.late_levels = None;
    let mut event = begun(structure, 18);
    assert_eq!(enters(&mut event, 100), Ok(Chips(5_000)));
    event.wait();
    assert_eq!(enters(&mut event, 101), Err(Refusal::EntryClosed));
    event.order(Command::EnterPlayer(PlayerId(101))).unwrap();
    event.wait();
    assert_eq!(event.order(Command::EnterPlayer(PlayerId(102))), Err(Refusal::EntryClosed));
}

#[test]
fn who_has_not_checked_in_has_the_price_back() {
    let mut structure = under("tda-2024", 9);
    structure.entry.check_in = true;
    let mut event = Tournament::new(setup(structure), 3);
    for player in 1..=9 {
        event.enter(player).unwrap();
    }
    for player in 1..=8 {
        event.step(Input::CheckIn { player: PlayerId(player) }).unwrap();
    }
    event.now = Millis(1_000);
    let events = event.step(Input::Tick).unwrap();
    let refunds: Vec<&Event> =
        events.iter().filter(|event| matches!(event, Event::Refunded { .. })).collect();
    assert_eq!(refunds, [&Event::Refunded { entry: EntryNo(9), amount: Cents(1_100) }]);
    assert_eq!(event.director.players_left(), 8);
    assert_eq!(event.director.prize_pool(), Cents(8_000));
}

#[test]
fn alternates_wait_until_somebody_is_out() {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.entry.alternates = true;
    structure.entry.max_entrants = 18;
    structure.entry.late_levels = Some(3);
    let mut event = begun(structure, 20);
    assert_eq!(event.director.view(event.now).waiting, 2);
    let out = seats(&event, 1)[0].0;
    hand(&mut event, 1, &[out]);
    let first = event.director.entry(EntryNo(19)).unwrap().whereabouts;
    assert!(matches!(first, Whereabouts::Seated { .. }), "first come, first served");
    event.order(Command::CloseEntry).unwrap();
    let last = event.director.entry(EntryNo(20)).unwrap().whereabouts;
    assert_eq!(last, Whereabouts::Withdrawn, "no seat came free");
    assert!(event.log.contains(&Event::Refunded { entry: EntryNo(20), amount: Cents(1_100) }));
    replays(&event);
}

fn with_rebuys() -> Structure {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.entry.rebuy = Some(Rebuy {
        cost: Cents(1_000),
        chips: Chips(5_000),
        most: 1,
        until_level: 3,
        at_most: Chips(5_000),
    });
    structure.entry.add_on = Some(AddOn { cost: Cents(500), chips: Chips(8_000), after_level: 3 });
    structure
}

// TDA 27
#[test]
fn a_rebuy_is_decided_before_the_next_hand() {
    let mut event = begun(with_rebuys(), 18);
    let [(seat, entry), (other_seat, other)] = seats(&event, 1)[..2] else { panic!("players") };
    hand(&mut event, 1, &[seat, other_seat]);
    assert!(!plays(&event, 1), "no hand is missed");
    let player = |entry: EntryNo| PlayerId(u64::from(entry.0));
    assert!(event.director.may_buy(player(entry), Purchase::Rebuy));
    event.step(Input::Buy { player: player(entry), what: Purchase::Rebuy }).unwrap();
    event.deliver();
    assert_eq!(stack(&event, entry), Chips(5_000));
    assert!(!plays(&event, 1) && !is_out(&event, other), "the other one still decides");
    event.step(Input::DeclineRebuy { player: player(other) }).unwrap();
    event.deliver();
    assert!(plays(&event, 1) && is_out(&event, other));
    assert_eq!(event.director.prize_pool(), Cents(19_000));
    assert_eq!(event.director.chips(), Chips(95_000));
    // The second time there is none left.
    hand(&mut event, 1, &[seat]);
    assert!(plays(&event, 1) && is_out(&event, entry));
    replays(&event);
}

#[test]
fn whoever_does_not_answer_in_time_is_out() {
    let mut event = begun(with_rebuys(), 18);
    let (seat, entry) = seats(&event, 1)[0];
    hand(&mut event, 1, &[seat]);
    let due = event.director.deadline().unwrap();
    assert_eq!(
        due,
        event.now + Millis::seconds(event.director.setup().rulebook.entry.rebuy_seconds)
    );
    event.wait();
    assert!(is_out(&event, entry) && plays(&event, 1));
    let late =
        event.step(Input::Buy { player: PlayerId(u64::from(entry.0)), what: Purchase::Rebuy });
    assert_eq!(late, Err(Refusal::NotIn(entry)));
}

// TDA 27
#[test]
fn who_was_offered_a_rebuy_in_time_decides_before_the_prizes_are_fixed() {
    let mut structure = with_rebuys();
    structure.entry.add_on = None;
    structure.entry.rebuy.as_mut().unwrap().until_level = 1;
    let mut event = begun(structure, 18);
    let fixed = |event: &Tournament| {
        event.log.iter().find_map(|logged| match logged {
            Event::PrizesFixed { places, .. } => Some(places.clone()),
            _ => None,
        })
    };
    event.now = Millis(1_000 + 299_000);
    let [(seat, entry), (other_seat, other)] = seats(&event, 1)[..2] else { panic!("players") };
    hand(&mut event, 1, &[seat, other_seat]);
    event.now = Millis(1_000 + 301_000);
    event.step(Input::Tick).unwrap();
    assert_eq!(event.director.level(), 1, "the last level of rebuys is over");
    assert_eq!(fixed(&event), None, "two still decide");
    let player = |entry: EntryNo| PlayerId(u64::from(entry.0));
    event.step(Input::Buy { player: player(entry), what: Purchase::Rebuy }).unwrap();
    assert_eq!(fixed(&event), None, "one still decides");
    event.step(Input::DeclineRebuy { player: player(other) }).unwrap();
    event.deliver();
    assert_eq!(fixed(&event), Some(vec![Cents(19_000)]), "with what was bought");
    assert!(is_out(&event, other) && !is_out(&event, entry));
    // Nothing is offered any more.
    hand(&mut event, 1, &[seat]);
    assert!(is_out(&event, entry));
    replays(&event);
}

// x-rebuy-behind
#[test]
fn chips_bought_in_a_hand_come_when_it_is_over() {
    let mut event = begun(with_rebuys(), 18);
    let (seat, entry) = seats(&event, 1)[0];
    let player = PlayerId(u64::from(entry.0));
    event.step(Input::Buy { player, what: Purchase::Rebuy }).unwrap();
    assert_eq!(stack(&event, entry), Chips(5_000), "the hand is played with what was there");
    assert_eq!(
        event.step(Input::Buy { player, what: Purchase::AddOn }),
        Err(Refusal::NotForSale(Purchase::AddOn))
    );
    // All is lost, and the chips that were bought are there for the next hand.
    hand(&mut event, 1, &[seat]);
    assert_eq!(stack(&event, entry), Chips(5_000));
    assert!(plays(&event, 1) && !is_out(&event, entry));
    replays(&event);
}

#[test]
fn the_add_on_is_bought_once_in_the_break() {
    let mut event = begun(with_rebuys(), 18);
    to_break(&mut event);
    let player = PlayerId(4);
    event.step(Input::Buy { player, what: Purchase::AddOn }).unwrap();
    event.deliver();
    assert_eq!(stack(&event, EntryNo(4)), Chips(13_000));
    let again = event.step(Input::Buy { player, what: Purchase::AddOn });
    assert_eq!(again, Err(Refusal::NotForSale(Purchase::AddOn)));
    assert_eq!(event.director.prize_pool(), Cents(18_500));
    replays(&event);
}

// ---- Penalties and absence ----------------------------------------------------------------------

// TDA 71-A, 71-C, 35-C
#[test]
fn a_penalty_of_two_rounds_at_a_table_of_nine_is_eighteen_hands() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let (seat, entry) = seats(&event, 1)[2];
    event.order(Command::MissRounds(entry, 2)).unwrap();
    let given = event.director.seq();
    assert!(last_deal(&event, 1).missing.is_empty(), "the hand in progress does not count");
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.penalties().hands(entry), 18);
    assert!(last_deal(&event, 1).missing.contains(seat));
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.penalties().hands(entry), 17);
    event.tables.void_hand(TableNo(1));
    event.deliver();
    assert_eq!(event.director.penalties().hands(entry), 17, "a misdeal and its deal are one hand");
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.penalties().hands(entry), 16);
    event.order(Command::Undo(given)).unwrap();
    assert_eq!(event.director.penalties().hands(entry), 0);
    replays(&event);
}

#[test]
fn a_book_may_limit_rounds() {
    let mut event = begun(under("tnpl", 9), 18);
    let entry = seats(&event, 1)[0].1;
    assert_eq!(event.order(Command::MissRounds(entry, 5)), Err(Refusal::TooManyRounds(4)));
    event.order(Command::MissRounds(entry, 4)).unwrap();
}

// TDA 71-D, GAPS G-46
#[test]
fn who_is_disqualified_is_last_of_those_left_and_the_chips_leave() {
    let mut event = begun(under("tda-2024", 9), 18);
    let entry = seats(&event, 1)[0].1;
    event.order(Command::Disqualify { entry, keeps_prize: false }).unwrap();
    assert!(!is_out(&event, entry), "not before the hand is over");
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.place(entry), Some(18));
    assert_eq!(event.director.chips(), Chips(85_000));
    assert!(event.log.iter().any(|logged| matches!(
        logged,
        Event::Removed {
            why: Removal::Disqualified { keeps_prize: false },
            chips: Chips(5_000),
            ..
        }
    )));
    let undone = event.order(Command::Undo(event.director.rulings()[0].seq));
    assert_eq!(undone, Err(Refusal::CannotUndo("the player is out")));
    replays(&event);
}

/// GAPS G-46: the prize of the place goes with the player, unless the book or the floor leaves it.
#[test]
fn who_is_disqualified_in_the_money_is_paid_where_the_book_or_the_floor_has_it_so() {
    for (by_book, by_floor) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut structure = under("tda-2024", 6);
        structure.prizes.shares = Shares::Curve { paid_basis_points: 10_000, least_percent: 100 };
        let mut setup = setup(structure);
        let mut rulebook = (*setup.rulebook).clone();
        rulebook.penalties.disqualified_prize = by_book;
        setup.rulebook = Arc::new(rulebook);
        let mut event = begun_with(setup, 6);
        while event.director.players_left() > 4 {
            let out = seats(&event, 1)[0].0;
            hand(&mut event, 1, &[out]);
        }
        assert!(event.director.places_paid() >= 4, "everybody left is in the money");
        let entry = seats(&event, 1)[0].1;
        event.order(Command::Disqualify { entry, keeps_prize: by_floor }).unwrap();
        hand(&mut event, 1, &[]);
        assert_eq!(event.director.place(entry), Some(4));
        let paid = event.log.iter().any(
            |logged| matches!(logged, Event::PrizeWon { entry: whose, .. } if *whose == entry),
        );
        assert_eq!(paid, by_book || by_floor, "by the book {by_book}, by the floor {by_floor}");
        replays(&event);
    }
}

#[test]
fn a_disqualification_is_taken_back_while_the_hand_is_played() {
    let mut event = begun(under("tda-2024", 9), 18);
    let entry = seats(&event, 1)[0].1;
    event.order(Command::Disqualify { entry, keeps_prize: false }).unwrap();
    event.order(Command::Undo(event.director.seq())).unwrap();
    hand(&mut event, 1, &[]);
    assert!(!is_out(&event, entry));
}

/// TFPL 2b-15 after 12 minutes, Spotlight after 15, WPTAPL 11 after 30.
#[test]
fn long_absence_is_what_the_book_says_and_breaks_do_not_count() {
    for (rulebook, minutes, eliminated) in
        [("tfpl", 12, false), ("spotlight", 15, false), ("wptapl", 30, true)]
    {
        let mut structure = winner_takes_all(rulebook, 9);
        for stage in &mut structure.stages {
            if let cardroom_rules::Stage::Level(level) = stage {
                level.seconds = 100_000;
            }
        }
        let mut event = begun(structure, 9);
        let (seat, entry) = seats(&event, 1)[0];
        event.tables.absent.insert(PlayerId(u64::from(entry.0)));
        event.now = Millis(50_000);
        hand(&mut event, 1, &[]);
        assert!(!event.director.may_be_picked_up(entry));
        event.now = Millis(1_000 + minutes * 60_000);
        event.step(Input::Tick).unwrap();
        assert!(!event.director.may_be_picked_up(entry), "{rulebook}: not after exactly so long");
        let early = event.order(Command::PickUp(entry));
        assert!(matches!(early, Err(Refusal::NotNow(_))), "{rulebook}");
        event.now = event.now + Millis(1_000);
        event.step(Input::Tick).unwrap();
        assert_eq!(event.director.may_be_picked_up(entry), !eliminated, "{rulebook}");
        let offered = event.log.iter().any(|logged| matches!(logged, Event::LongAbsence { .. }));
        assert_eq!(offered, !eliminated, "{rulebook}");
        hand(&mut event, 1, &[]);
        assert_eq!(is_out(&event, entry), eliminated, "{rulebook}");
        if !eliminated {
            event.order(Command::PickUp(entry)).unwrap();
            hand(&mut event, 1, &[]);
            assert!(is_out(&event, entry));
        }
        assert_eq!(event.director.chips(), Chips(40_000), "the chips are gone");
        assert!(event.director.table(TableNo(1)).unwrap().players[seat.index()].is_none());
        replays(&event);
    }
}

#[test]
fn whoever_is_back_is_not_away() {
    let mut event = begun(winner_takes_all("wptapl", 9), 9);
    let entry = seats(&event, 1)[0].1;
    let player = PlayerId(u64::from(entry.0));
    event.tables.absent.insert(player);
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.absences().since(entry), Some(Millis(1_000)));
    event.step(Input::Back { player }).unwrap();
    assert_eq!(event.director.absences().count(), 0);
}

// WPTAPL 16, GAPS G-14
#[test]
fn the_chips_of_who_leaves_for_good_are_blinded_out_or_removed() {
    for (rulebook, removed) in [("wptapl", true), ("tda-2024", false)] {
        let mut event = begun(winner_takes_all(rulebook, 9), 9);
        event.step(Input::Quit { player: PlayerId(4) }).unwrap();
        hand(&mut event, 1, &[]);
        assert_eq!(is_out(&event, EntryNo(4)), removed, "{rulebook}");
        if !removed {
            event.order(Command::PickUp(EntryNo(4))).unwrap();
            hand(&mut event, 1, &[]);
            assert!(is_out(&event, EntryNo(4)));
        }
        replays(&event);
    }
}

// ---- The floor ----------------------------------------------------------------------------------

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
    assert_eq!(event.director.penalties().warnings(elsewhere), 1);
    // Hands that are played do not hinder a ruling about a player.
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

// ---- Formats ------------------------------------------------------------------------------------

/// Every table plays on until nothing is left to play.
fn play_out(event: &mut Tournament) {
    let mut steps = 0;
    while event.director.phase() == Phase::Running {
        steps += 1;
        assert!(steps < 10_000, "no end");
        let playing = event.tables.playing();
        if playing.is_empty() {
            event.wait();
            continue;
        }
        for table in playing {
            let now = event.now;
            let mut draws = event.draws.clone();
            event.tables.finish_hand(table, now, &mut draws);
            event.draws = draws;
            event.deliver();
            event.director.audit();
        }
        event.now = event.now + Millis(10_000);
        if event.director.deadline().is_some_and(|at| at <= event.now) {
            event.step(Input::Tick).unwrap();
            event.deliver();
        }
    }
    event.deliver();
    replays(event);
}

#[test]
fn a_bracket_of_eleven_has_byes_and_starts_each_match_anew() {
    let mut structure = winner_takes_all("tda-2024", 2);
    structure.format = Format::HeadsUp;
    structure.entry.max_entrants = 11;
    let mut setup = setup(structure);
    setup.starts_at = None;
    let mut event = Tournament::new(setup, 5);
    for player in 1..=11 {
        event.enter(player).unwrap();
    }
    assert_eq!(event.director.phase(), Phase::Running, "it starts when it is full");
    assert_eq!(event.director.tables().count(), 3, "five have no opponent, so that eight are left");
    event.deliver();
    play_out(&mut event);
    assert_eq!(event.director.round(), 4);
    let stacks: Vec<(u32, Chips)> = event
        .log
        .iter()
        .filter_map(|logged| match logged {
            Event::RoundBegan { round, stack } => Some((*round, *stack)),
            _ => None,
        })
        .collect();
    assert_eq!(stacks, [1, 2, 3, 4].map(|round| (round, Chips(5_000))));
    let places: Vec<u32> = (1..=11).filter_map(|e| event.director.place(EntryNo(e))).collect();
    assert_eq!((places.len(), places.iter().filter(|place| **place == 1).count()), (11, 1));
}

#[test]
fn a_shootout_plays_every_table_down_to_one() {
    let mut structure = winner_takes_all("tda-2024", 6);
    structure.format = Format::Shootout;
    let mut event = begun(structure, 30);
    assert_eq!(event.director.tables().count(), 5);
    play_out(&mut event);
    assert_eq!(event.director.round(), 2, "five winners meet at one table");
    let moved = event.log.iter().any(|logged| matches!(logged, Event::Moved { .. }));
    assert!(!moved, "nobody moves between tables");
}

#[test]
fn a_first_day_ends_with_its_survivors_who_play_the_next_one() {
    let mut structure = under("tda-2024", 6);
    structure.format = Format::Flight { survivors_basis_points: 2_000 };
    let mut event = begun(structure, 30);
    play_out(&mut event);
    assert_eq!(event.director.phase(), Phase::Over);
    let survivors: Vec<(PlayerId, Chips)> = event.director.carried_over().collect();
    assert!((1..=6).contains(&survivors.len()));
    assert_eq!(survivors.iter().map(|(_, stack)| *stack).sum::<Chips>(), Chips(150_000));
    assert!(event.director.entries().all(|(_, entry)| entry.prize.is_zero()));

    let mut next = setup(under("tda-2024", 6));
    next.carried = Some(Carried { entries: 60, pool: Cents(60_000) });
    let mut event = Tournament::new(next, 5);
    for (player, stack) in &survivors {
        event.step(Input::CarryOver { player: *player, stack: *stack }).unwrap();
        // From another first day with less: the best stack counts.
        event.step(Input::CarryOver { player: *player, stack: Chips(1) }).unwrap();
    }
    event.step(Input::CarryOver { player: PlayerId(500), stack: Chips(9_000) }).unwrap();
    event.step(Input::CarryOver { player: PlayerId(500), stack: Chips(12_000) }).unwrap();
    assert_eq!(event.enter(600), Err(Refusal::EntryClosed), "nobody else enters");
    assert_eq!(event.director.chips(), Chips(162_000));
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    play_out(&mut event);
    let won: Cents = event.director.entries().map(|(_, entry)| entry.prize).sum();
    let places = event.director.payouts().places;
    let paid: Cents = places.iter().take(survivors.len() + 1).copied().sum();
    assert_eq!(won, paid);
}

// ---- Refunds ------------------------------------------------------------------------------------

fn refunds(event: &Tournament) -> Vec<(EntryNo, Cents)> {
    let refunded = event.log.iter().filter_map(|logged| match logged {
        Event::Refunded { entry, amount } => Some((*entry, *amount)),
        _ => None,
    });
    refunded.collect()
}

#[test]
fn too_few_have_everything_back() {
    let mut structure = under("tda-2024", 9);
    structure.entry.min_entrants = 10;
    let event = begun(structure, 9);
    assert_eq!(event.director.phase(), Phase::Cancelled);
    assert_eq!(refunds(&event), (1..=9).map(|e| (EntryNo(e), Cents(1_100))).collect::<Vec<_>>());
}

#[test]
fn an_event_that_is_called_off_returns_the_pool_by_stacks() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let (seat, out) = seats(&event, 1)[0];
    hand(&mut event, 1, &[seat]);
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    event.deliver();
    assert_eq!(event.director.phase(), Phase::Cancelled);
    assert!(event.director.tables().next().is_none(), "tables are closed");
    let refunds = refunds(&event);
    let total: Cents = refunds.iter().map(|(_, amount)| *amount).sum();
    assert_eq!(total, Cents(18 * 1_100), "every cent");
    let of = |entry: EntryNo| refunds.iter().find(|(other, _)| *other == entry).unwrap().1;
    assert_eq!(of(out), Cents(100), "the fee");
    let rich = event.director.entries().max_by_key(|(_, entry)| entry.stack).unwrap();
    assert_eq!((rich.1.stack, of(rich.0)), (Chips(10_000), Cents(2_100)));
    assert_eq!(event.order(Command::Pause), Err(Refusal::Over));
    replays(&event);
}

#[test]
fn a_guarantee_that_nobody_has_added_to_the_pool_yet_is_not_divided() {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.prizes.guarantee = Cents(1_000_000);
    structure.entry.late_levels = Some(2);
    let mut event = begun(structure, 18);
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    let total: Cents = refunds(&event).iter().map(|(_, amount)| *amount).sum();
    assert_eq!(total, Cents(18 * 1_100), "what was paid in, and the fees");
}

#[test]
fn what_first_days_brought_is_divided_when_their_final_is_called_off() {
    let mut structure = winner_takes_all("tda-2024", 9);
    structure.entry.fee = Cents(0);
    structure.entry.buy_in = Cents(0);
    let mut next = setup(structure);
    next.carried = Some(Carried { entries: 20, pool: Cents(20_000) });
    let come = |stacks: &[u64]| {
        let mut event = Tournament::new(next.clone(), 5);
        for (player, stack) in (1..).map(PlayerId).zip(stacks) {
            event.step(Input::CarryOver { player, stack: Chips(*stack) }).unwrap();
        }
        event
    };
    let mut event = come(&[30_000, 10_000]);
    let withdrawn = event.step(Input::Withdraw { player: PlayerId(1) });
    assert!(matches!(withdrawn, Err(Refusal::NotNow(_))), "it was paid on a first day");
    let everything = event.order(Command::Cancel(Refund::Everything));
    assert!(matches!(everything, Err(Refusal::NotNow(_))));
    event.order(Command::Cancel(Refund::ByStacks)).unwrap();
    assert_eq!(refunds(&event), [(EntryNo(1), Cents(15_000)), (EntryNo(2), Cents(5_000))]);
    // Nobody is there to play against.
    let mut event = come(&[50_000]);
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    assert_eq!(event.director.phase(), Phase::Cancelled);
    assert_eq!(refunds(&event), [(EntryNo(1), Cents(20_000))]);
}

// TDA 22: the lists say so before the next hand is reported, and a table that breaks takes it along.
#[test]
fn a_pot_that_went_to_another_player_changes_both_stacks_at_once() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 6);
    hand(&mut event, 1, &[]);
    let over = HandNo(last_deal(&event, 1).hand.0 - 1);
    let [giver, getter] = [0, 1].map(|at| seats(&event, 1)[at].1);
    let player = |entry, event: &Tournament| event.director.entry(entry).unwrap().player;
    let (from, to) = (player(giver, &event), player(getter, &event));
    let table = TableNo(1);
    let again =
        |hand, chips| Input::Report(Report::Reawarded(Reawarded { table, hand, from, to, chips }));
    let before = [giver, getter].map(|entry| stack(&event, entry));
    let all = event.director.chips();
    event.step(again(over, Chips(500))).unwrap();
    let after = [giver, getter].map(|entry| stack(&event, entry));
    assert_eq!(after, [before[0] - Chips(500), before[1] + Chips(500)]);
    assert_eq!(event.director.chips(), all);
    event.director.audit();
    // Of an earlier hand, or more than there is, the table says in its next report what it came to.
    assert_eq!(event.step(again(HandNo(over.0 - 1), Chips(500))), Ok(Vec::new()));
    assert_eq!(event.step(again(over, after[0] + Chips(1))), Ok(Vec::new()));
    replays(&event);
}

// TDA 22: who won all-in and gives it back is out.
#[test]
fn whoever_gives_back_everything_is_out_before_the_next_hand() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 6);
    event.order(Command::HaltTable(TableNo(1))).unwrap();
    let over = last_deal(&event, 1).hand;
    hand(&mut event, 1, &[]);
    let [giver, getter] = [0, 1].map(|at| seats(&event, 1)[at].1);
    let player = |entry| event.director.entry(entry).unwrap().player;
    let (had, has) = (stack(&event, giver), stack(&event, getter));
    let (table, hand, from, to) = (TableNo(1), over, player(giver), player(getter));
    let reawarded = Reawarded { table, hand, from, to, chips: had };
    event.step(Input::Report(Report::Reawarded(reawarded))).unwrap();
    assert_eq!(event.director.place(giver), Some(6), "the first who is out");
    assert_eq!((stack(&event, getter), event.director.players_left()), (has + had, 5));
    event.director.audit();
    replays(&event);
}

#[test]
fn stacks_of_several_first_days_are_the_best_or_the_sum_as_the_structure_says() {
    for (carried, stack) in [(CarriedStacks::Best, 9_000), (CarriedStacks::Sum, 16_000)] {
        let mut structure = winner_takes_all("tda-2024", 9);
        structure.entry.carried = carried;
        let mut next = setup(structure);
        next.carried = Some(Carried { entries: 20, pool: Cents(20_000) });
        let mut event = Tournament::new(next, 5);
        let bag = |player, chips| (PlayerId(player), Chips(chips));
        let bags = vec![bag(7, 9_000), bag(8, 5_000), bag(7, 4_000), bag(7, 3_000)];
        event.step(Input::CarryAllOver { bags: bags.clone() }).unwrap();
        event.step(Input::CarryAllOver { bags }).unwrap();
        let stacks: Vec<(PlayerId, Chips)> =
            event.director.entries().map(|(_, entry)| (entry.player, entry.stack)).collect();
        assert_eq!(stacks, [bag(7, stack), bag(8, 5_000)], "{carried:?}, also when told twice");
    }
}

#[test]
fn a_final_that_begins_at_once_begins_with_everybody() {
    let mut next = setup(winner_takes_all("tda-2024", 9));
    next.carried = Some(Carried { entries: 20, pool: Cents(20_000) });
    let mut event = Tournament::new(next, 5);
    event.now = Millis(5_000);
    let bags = (1..=4).map(|player| (PlayerId(player), Chips(10_000 * player))).collect();
    event.step(Input::CarryAllOver { bags }).unwrap();
    assert_eq!((event.director.phase(), event.director.players_left()), (Phase::Running, 4));
}

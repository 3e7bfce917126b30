//! Penalties, disqualification, long absence, and the chips of players who leave for good.

use crate::common::{Tournament, setup};
use crate::direction::{
    begun, begun_with, hand, is_out, last_deal, plays, replays, seats, to_break, under,
    winner_takes_all,
};
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId, Rebuy, Shares, TableNo};
use cardroom_tournament::{
    Attendance, Clock, Command, Event, Input, Operator, Order, PenaltyCause, PenaltyDue, Refusal,
    Removal, Report, Whereabouts,
};
use std::sync::Arc;

// TDA 71-A, 71-C, 35-C
#[test]
fn a_penalty_of_two_rounds_at_a_table_of_nine_is_eighteen_hands() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let (seat, entry) = seats(&event, 1)[2];
    event.order(Command::MissRounds(entry, 2)).unwrap();
    let given = event.director.seq();
    assert!(last_deal(&event, 1).missing.is_empty(), "the hand in progress does not count");
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.discipline().penalties().hands(entry), 18);
    assert!(last_deal(&event, 1).missing.contains(seat));
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.discipline().penalties().hands(entry), 17);
    event.tables.void_hand(TableNo(1));
    event.deliver();
    assert_eq!(
        event.director.discipline().penalties().hands(entry),
        17,
        "a misdeal and its deal are one hand"
    );
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.discipline().penalties().hands(entry), 16);
    event.order(Command::Undo(given)).unwrap();
    assert_eq!(event.director.discipline().penalties().hands(entry), 0);
    replays(&event);
}

#[test]
fn a_book_may_limit_rounds() {
    let mut event = begun(under("tnpl", 9), 18);
    let entry = seats(&event, 1)[0].1;
    assert_eq!(event.order(Command::MissRounds(entry, 5)), Err(Refusal::TooManyRounds(4)));
    event.order(Command::MissRounds(entry, 4)).unwrap();
}

/// The report of a player who has checked the exclusive nuts in the hand that is played.
fn nuts(event: &Tournament, entry: EntryNo) -> Input {
    let (table, player) = (TableNo(1), event.director.entry(entry).unwrap().player);
    let (hand, cause) = (last_deal(event, 1).hand, PenaltyCause::ExclusiveNuts);
    Input::Report(Report::PenaltyDue(PenaltyDue { table, hand, player, cause }))
}

// TNPL H19, J1-ii
#[test]
fn the_exclusive_nuts_cost_one_hand_and_one_more_each_time() {
    let mut event = begun(under("tnpl", 9), 9);
    let (seat, entry) = seats(&event, 1)[2];
    for times in 1..=3 {
        let report = nuts(&event, entry);
        event.step(report.clone()).unwrap();
        assert_eq!(event.step(report.clone()), Ok(Vec::new()), "a repeated report changes nothing");
        assert_eq!(event.director.discipline().penalties().hands(entry), times);
        let given = event.director.rulings().last().unwrap().clone();
        assert_eq!(
            (given.operator, given.rule.as_deref()),
            (Operator::ROOM, Some("TNPL H19, J1-ii"))
        );
        hand(&mut event, 1, &[]);
        assert!(last_deal(&event, 1).missing.contains(seat));
        assert_eq!(event.step(report), Ok(Vec::new()), "nor does one after the hand");
        for left in (0..times).rev() {
            hand(&mut event, 1, &[]);
            assert_eq!(event.director.discipline().penalties().hands(entry), left);
        }
    }
    replays(&event);
}

// TNPL H19: the floor can lift it or undo it, and no operator can order it.
#[test]
fn the_floor_takes_a_penalty_of_the_book_back() {
    let mut event = begun(under("tnpl", 9), 9);
    let entry = seats(&event, 1)[2].1;
    event.step(nuts(&event, entry)).unwrap();
    let given = event.director.rulings()[0].clone();
    assert!(event.order(given.command.clone()).is_err());
    event.order(Command::LiftPenalty(entry)).unwrap();
    assert_eq!(event.director.discipline().penalties().hands(entry), 0);
    event.order(Command::Undo(given.seq)).unwrap();
    hand(&mut event, 1, &[]);
    event.step(nuts(&event, entry)).unwrap();
    assert_eq!(
        event.director.discipline().penalties().hands(entry),
        1,
        "what was undone does not count"
    );
    event.order(Command::Undo(event.director.rulings().last().unwrap().seq)).unwrap();
    assert_eq!(event.director.discipline().penalties().hands(entry), 0);
    replays(&event);
}

// TDA 71-B
#[test]
fn the_exclusive_nuts_are_at_the_floor_s_discretion_under_other_books() {
    let mut event = begun(under("tda-2024", 9), 9);
    let entry = seats(&event, 1)[2].1;
    assert_eq!(event.step(nuts(&event, entry)), Ok(Vec::new()));
    assert!(event.director.discipline().penalties().is_empty());
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
    assert_eq!(undone, Err(Refusal::CannotUndo("The player is out, so this cannot be undone.")));
    replays(&event);
}

/// GAPS G-46: the player loses the prize for the place, unless the book or the floor leaves it.
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
        let prize = event.director.payouts().places[3];
        let (won, withheld) = (
            event.log.contains(&Event::PrizeWon { entry, prize }),
            event.log.contains(&Event::PrizeWithheld { entry, prize }),
        );
        let keeps = by_book || by_floor;
        assert_eq!(
            (won, withheld),
            (keeps, !keeps),
            "by the book {by_book}, by the floor {by_floor}"
        );
        replays(&event);
    }
}

/// GAPS G-46: the disqualification counts although the player is out by the hand itself.
#[test]
fn a_player_who_loses_all_chips_in_the_hand_of_a_disqualification_gets_no_prize() {
    let mut structure = under("tda-2024", 6);
    structure.prizes.shares = Shares::Curve { paid_basis_points: 10_000, least_percent: 100 };
    let mut event = begun(structure, 6);
    let (seat, entry) = seats(&event, 1)[0];
    event.order(Command::Disqualify { entry, keeps_prize: false }).unwrap();
    hand(&mut event, 1, &[seat]);
    assert_eq!(event.director.place(entry), Some(6));
    let prize = event.director.payouts().places[5];
    assert!(event.log.contains(&Event::PrizeWithheld { entry, prize }));
    assert!(!event.log.contains(&Event::PrizeWon { entry, prize }));
    let player = event.director.entry(entry).unwrap().player;
    assert!(event.director.discipline().is_banned(player));
    replays(&event);
}

// GAPS G-46
#[test]
fn a_disqualified_player_who_lost_all_chips_cannot_enter_again() {
    for decides in [false, true] {
        let mut structure = winner_takes_all("tda-2024", 9);
        structure.entry.late_levels = Some(3);
        structure.entry.re_entries = 1;
        if decides {
            let (cost, chips, at_most) = (Cents(1_000), Chips(5_000), Chips(5_000));
            structure.entry.rebuy = Some(Rebuy { cost, chips, most: 1, until_level: 3, at_most });
        }
        let mut event = begun(structure, 18);
        let (seat, entry) = seats(&event, 1)[0];
        let disqualify = Command::Disqualify { entry, keeps_prize: false };
        if decides {
            hand(&mut event, 1, &[seat]);
            assert!(!is_out(&event, entry), "there is time for a rebuy");
            event.order(disqualify).unwrap();
        } else {
            event.order(disqualify).unwrap();
            hand(&mut event, 1, &[seat]);
        }
        assert!(is_out(&event, entry));
        let player = event.director.entry(entry).unwrap().player;
        let again = event.step(Input::Enter { player, of_age: true });
        assert_eq!(again, Err(Refusal::Banned), "a rebuy was offered: {decides}");
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

// GAPS G-15
#[test]
fn a_break_that_becomes_longer_or_shorter_does_not_count_as_absence() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 9);
    let entry = seats(&event, 1)[0].1;
    event.tables.absent.insert(PlayerId(u64::from(entry.0)));
    to_break(&mut event);
    let began = event.now;
    let since = |event: &Tournament| {
        let since = event.director.discipline().absences().since(entry);
        since.unwrap().since(Millis(1_000))
    };
    assert_eq!(since(&event), Millis(120_000));
    event.order(Command::AddTime(Millis(600_000))).unwrap();
    assert_eq!(since(&event), Millis(720_000));
    event.order(Command::TakeTime(Millis(60_000))).unwrap();
    assert_eq!(since(&event), Millis(660_000));
    // After a pause the break has five seconds more.
    event.order(Command::Pause).unwrap();
    event.now = event.now + Millis(10_000);
    event.order(Command::Resume).unwrap();
    assert_eq!(since(&event), Millis(675_000));
    event.now = began + Millis(100_000);
    event.order(Command::SetClock { level: 3, left: Millis(300_000) }).unwrap();
    assert_eq!(since(&event), Millis(100_000), "the break is over");
    event.now = began + Millis(150_000);
    event.order(Command::Undo(event.director.seq())).unwrap();
    assert_eq!(since(&event), Millis(625_000), "the break goes on");
    replays(&event);
}

// WPTAPL 11, GAPS G-15
#[test]
fn an_extended_break_eliminates_nobody() {
    let mut event = begun(winner_takes_all("wptapl", 9), 9);
    let entry = seats(&event, 1)[0].1;
    event.tables.absent.insert(PlayerId(u64::from(entry.0)));
    to_break(&mut event);
    event.order(Command::AddTime(Millis(1_200_000))).unwrap();
    while matches!(event.director.clock(), Clock::Break { .. }) {
        event.wait();
    }
    assert_eq!(event.now, Millis(1_000 + 900_000 + 1_320_000));
    assert!(!is_out(&event, entry), "fifteen minutes away");
    replays(&event);
}

/// Begins a tournament of two tables with long levels. At each, a player is away.
fn away_at_two_tables() -> (Tournament, [EntryNo; 2]) {
    let mut structure = winner_takes_all("wptapl", 9);
    for stage in &mut structure.stages {
        if let cardroom_rules::Stage::Level(level) = stage {
            level.seconds = 100_000;
        }
    }
    let mut event = begun(structure, 18);
    let away = [1, 2].map(|table| seats(&event, table)[0].1);
    for (table, entry) in [(1, away[0]), (2, away[1])] {
        event.tables.absent.insert(PlayerId(u64::from(entry.0)));
        hand(&mut event, table, &[]);
    }
    (event, away)
}

/// Returns the time this long after the first hands were dealt.
fn minutes(minutes: u64) -> Millis {
    Millis(1_000 + minutes * 60_000)
}

fn is_due(event: &Tournament, entry: EntryNo) -> bool {
    let due =
        |logged: &Event| matches!(logged, Event::RemovalDue { entry: of, .. } if *of == entry);
    event.log.iter().any(due)
}

fn lasted(event: &Tournament, entry: EntryNo) -> Millis {
    event.director.discipline().absences().lasted(entry, event.now).unwrap()
}

/// Pauses the tournament while the first table stands still since the tenth minute. The pause is left
/// out once: the player there has been away for ten minutes, and the other one for over half an hour.
fn after_a_pause_in_the_middle(event: &mut Tournament, away: [EntryNo; 2]) {
    event.now = minutes(15);
    event.order(Command::Pause).unwrap();
    event.now = minutes(20);
    event.order(Command::Resume).unwrap();
    event.now = minutes(36);
    event.step(Input::Tick).unwrap();
    assert_eq!(away.map(|entry| is_due(event, entry)), [false, true]);
    assert_eq!(lasted(event, away[0]), Millis(600_000));
}

// WPTAPL 11, GAPS G-15
#[test]
fn no_time_counts_while_the_table_is_halted() {
    let (mut event, away) = away_at_two_tables();
    event.now = minutes(10);
    event.order(Command::HaltTable(TableNo(1))).unwrap();
    hand(&mut event, 1, &[]);
    after_a_pause_in_the_middle(&mut event, away);
    event.order(Command::WaiveHalt(TableNo(1))).unwrap();
    event.deliver();
    assert!(plays(&event, 1));
    event.now = minutes(36 + 20);
    event.step(Input::Tick).unwrap();
    assert!(!is_due(&event, away[0]), "after exactly half an hour");
    event.now = event.now + Millis(1_000);
    event.step(Input::Tick).unwrap();
    assert!(is_due(&event, away[0]));
    replays(&event);
}

// WPTAPL 11, GAPS G-15
#[test]
fn no_time_counts_while_the_floor_has_paused_the_table() {
    let (mut event, away) = away_at_two_tables();
    let late = seats(&event, 1)[1].1;
    event.tables.absent.insert(PlayerId(u64::from(late.0)));
    let report = |paused| Input::Report(Report::Paused { table: TableNo(1), paused });
    event.now = minutes(10);
    event.step(report(true)).unwrap();
    assert_eq!(event.step(report(true)), Ok(Vec::new()), "a repeated report changes nothing");
    after_a_pause_in_the_middle(&mut event, away);
    event.step(report(false)).unwrap();
    assert_eq!(event.step(report(false)), Ok(Vec::new()));
    event.now = minutes(37);
    assert_eq!(lasted(&event, away[0]), Millis(660_000));
    hand(&mut event, 1, &[]);
    assert_eq!(
        lasted(&event, late),
        Millis(660_000),
        "since the hand was dealt, without the pause"
    );
    event.now = minutes(36 + 20) + Millis(1_000);
    event.step(Input::Tick).unwrap();
    assert!(is_due(&event, away[0]));
    replays(&event);
}

// GAPS G-15
#[test]
fn an_absence_that_shows_after_a_pause_does_not_contain_it() {
    let (mut event, _) = away_at_two_tables();
    let late = seats(&event, 1)[1].1;
    event.tables.absent.insert(PlayerId(u64::from(late.0)));
    event.now = minutes(10);
    event.order(Command::Pause).unwrap();
    let reported = event.step(Input::Report(Report::Paused { table: TableNo(1), paused: true }));
    assert_eq!(reported, Ok(Vec::new()), "it is paused with all others");
    event.now = minutes(30);
    event.order(Command::Resume).unwrap();
    event.now = minutes(31);
    hand(&mut event, 1, &[]);
    assert_eq!(lasted(&event, late), Millis(660_000));
    replays(&event);
}

#[test]
fn whoever_is_back_is_not_away() {
    let mut event = begun(winner_takes_all("wptapl", 9), 9);
    let entry = seats(&event, 1)[0].1;
    let player = PlayerId(u64::from(entry.0));
    event.tables.absent.insert(player);
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.discipline().absences().since(entry), Some(Millis(1_000)));
    event.step(Input::Back { player }).unwrap();
    assert_eq!(event.director.discipline().absences().count(), 0);
}

// TNPL B7
#[test]
fn where_the_floor_is_certain_a_player_who_is_away_is_removed() {
    for (rulebook, removed) in [("tnpl", true), ("tda-2024", false)] {
        let mut event = begun(winner_takes_all(rulebook, 9), 9);
        let (_, entry) = seats(&event, 1)[0];
        let there = event.order(Command::PickUp(entry));
        assert!(matches!(there, Err(Refusal::NotNow(_))), "{rulebook}: nobody is away");
        event.tables.absent.insert(PlayerId(u64::from(entry.0)));
        hand(&mut event, 1, &[]);
        assert_eq!(event.order(Command::PickUp(entry)).is_ok(), removed, "{rulebook}");
        hand(&mut event, 1, &[]);
        assert_eq!(is_out(&event, entry), removed, "{rulebook}");
        replays(&event);
    }
}

// WPTAPL 16, GAPS G-14
#[test]
fn the_chips_of_who_leaves_for_good_are_blinded_out_or_removed() {
    for (rulebook, removed) in [("wptapl", true), ("tda-2024", false)] {
        let mut event = begun(winner_takes_all(rulebook, 9), 9);
        let player = PlayerId(4);
        event.step(Input::Quit { player }).unwrap();
        let told = event.log.iter().filter(|event| is_told_of(event, player, TableNo(1))).count();
        assert_eq!(told, 1, "the table does not wait for them");
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

// GAPS G-14
#[test]
fn the_next_table_does_not_wait_either_for_who_has_left_for_good() {
    let mut event = begun(under("tda-2024", 3), 6);
    let entry = seats(&event, 2)[0].1;
    let player = event.director.entry(entry).unwrap().player;
    event.step(Input::Quit { player }).unwrap();
    // Players go out until all who are left sit at one table.
    let from = TableNo(2);
    let to = loop {
        let known = event.director.entry(entry).unwrap();
        match known.whereabouts {
            Whereabouts::Seated { table, .. } if table != from => break table,
            Whereabouts::Seated { .. } | Whereabouts::Moving { .. } => {}
            elsewhere => panic!("{elsewhere:?}"),
        }
        let [number, ..] = event.tables.playing()[..] else { panic!("nobody plays") };
        let others = seats(&event, number.0).into_iter().filter(|(_, other)| *other != entry);
        let out: Vec<_> = others.map(|(seat, _)| seat).skip(1).take(1).collect();
        hand(&mut event, number.0, &out);
    };
    for table in [from, to] {
        assert!(event.log.iter().any(|logged| is_told_of(logged, player, table)), "{table:?}");
    }
    replays(&event);
}

fn is_told_of(event: &Event, player: PlayerId, table: TableNo) -> bool {
    matches!(event, Event::Ordered(ordered)
        if ordered.table == table && ordered.order == Order::Quit { player })
}

#[test]
fn the_record_says_who_was_never_there_and_who_was_disqualified() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 9);
    let [never, later, sent_off] = [0, 1, 2].map(|index| seats(&event, 1)[index].1);
    let player = |entry: EntryNo| PlayerId(u64::from(entry.0));
    event.tables.absent.extend([never, later].map(player));
    hand(&mut event, 1, &[]);
    event.tables.absent.remove(&player(later));
    hand(&mut event, 1, &[]);
    event.tables.absent.insert(player(later));
    event.order(Command::Disqualify { entry: sent_off, keeps_prize: false }).unwrap();
    hand(&mut event, 1, &[]);
    let records = event.director.records();
    let of = |entry| {
        let record = records.iter().find(|record| record.player == player(entry)).unwrap();
        (record.attendance, record.disqualified)
    };
    assert_eq!(of(never), (Attendance::NeverSat, false));
    assert_eq!(of(later), (Attendance::Played, false), "one hand is enough");
    assert_eq!(of(sent_off), (Attendance::Played, true));
    let told = event.log.iter().filter(|event| matches!(event, Event::Sat { .. }));
    assert_eq!(told.count(), 2, "once for everybody in the first hand, and once for one more");
    replays(&event);
}

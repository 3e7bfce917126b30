//! Time to act: base time, time bank, grace, expiry, and freed seats. The button is in seat 0.
use crate::common;

use cardroom_engine::{
    Action, Adjudicated, Entering, EtiquetteFlag, Event, FloorCommand, HandOrder, Input, Occupancy,
    PostKind, RefusalKind, Table, TableSetup, TimeUse,
};
use cardroom_rules::RingTerms;
use cardroom_rules::rulebook::Stalling;
use cardroom_rules::{
    Chips, ExpiryNoBet, HandNo, Millis, PlayerId, SeatNo, SeatSet, Stakes, Switch,
};
use common::{Play, flop, preflop, setup, with_rules, with_terms};

/// 20 seconds for a decision, a time bank of `bank_ms`, half a second of grace.
fn timed(bank_ms: u64) -> TableSetup {
    with_rules(setup(Stakes::no_limit(50, 100)), |rules| {
        rules.clock.base_ms = Millis(20_000);
        rules.clock.bank_ms = Millis(bank_ms);
        rules.clock.bank_cap_ms = Millis(12_000);
        rules.clock.bank_per_hand_ms = Millis(0);
        rules.clock.grace_ms = Millis(500);
    })
}

fn wait(play: &mut Play, ms: u64) {
    play.now = play.now + Millis(ms);
}

fn tick(play: &mut Play) -> Vec<Event> {
    play.input(Input::Tick).unwrap()
}

/// Returns the action, whether the room acted, and the time bank left.
fn acted(events: &[Event]) -> (Action, bool, u64) {
    let acted = events.iter().find_map(|event| match event {
        Event::Acted { action, timed_out, bank, .. } => Some((*action, *timed_out, bank.0)),
        _ => None,
    });
    acted.expect("somebody acted")
}

#[test]
fn without_a_bank_the_base_time_and_the_grace_are_all() {
    let mut play = preflop(timed(0), &[5_000; 3]);
    assert_eq!(play.table.deadline(), Some(play.now + Millis(20_500)));
    wait(&mut play, 20_499);
    assert_eq!(tick(&mut play), []);
    wait(&mut play, 1);
    // A tie goes to the player (TDA 29).
    let mut other = Play { table: play.table.clone(), now: play.now, log: Vec::new() };
    assert_eq!(acted(&other.call(0)), (Action::Call, false, 0));
    let events = tick(&mut play);
    assert_eq!(acted(&events), (Action::Fold, true, 0));
    assert!(matches!(events[1], Event::SatOut { seat: SeatNo(0), .. }));
    assert_eq!(play.turn(), Some(1));
}

#[test]
fn a_late_action_is_refused_before_the_tick_too() {
    let mut play = preflop(timed(0), &[5_000; 3]);
    wait(&mut play, 20_501);
    let refusal = play.try_act(0, Action::Call).unwrap_err();
    assert_eq!((refusal.kind, refusal.legal), (RefusalKind::StaleTurn, None));
    assert_eq!(acted(&tick(&mut play)).0, Action::Fold);
}

#[test]
fn the_bank_runs_when_the_base_time_is_over_and_is_spent_in_whole_seconds() {
    for (over, left) in [(0, 10_000), (500, 10_000), (501, 9_000), (3_000, 7_000), (3_001, 6_000)] {
        let mut play = preflop(timed(10_000), &[5_000; 3]);
        let base_end = play.now + Millis(20_000);
        assert_eq!(play.table.deadline(), Some(base_end));
        play.now = base_end;
        let events = tick(&mut play);
        let deadline = base_end + Millis(10_000);
        assert_eq!(events, [Event::BankBegan { seat: SeatNo(0), deadline }]);
        assert_eq!(play.table.deadline(), Some(deadline + Millis(500)));
        play.now = base_end + Millis(over);
        assert_eq!(acted(&play.call(0)), (Action::Call, false, left), "{over} ms over");
    }
}

#[test]
fn the_bank_counts_also_when_nobody_ticked() {
    let mut play = preflop(timed(10_000), &[5_000; 3]);
    wait(&mut play, 24_000);
    assert_eq!(acted(&play.call(0)), (Action::Call, false, 6_000));
}

#[test]
fn a_room_that_was_away_gives_whoever_is_on_turn_a_fresh_clock_and_the_same_turn() {
    let mut play = preflop(timed(10_000), &[5_000; 3]);
    let turn = play.table.turn().unwrap().1;
    wait(&mut play, 23_000);
    assert!(matches!(tick(&mut play)[0], Event::BankBegan { .. }));
    wait(&mut play, 600_000);
    let until = play.now + Millis(25_000);
    let events = play.input(Input::RestartClock { wait: Millis(5_000) }).unwrap();
    assert_eq!(events, [Event::ClockRestarted { until }]);
    assert_eq!(play.table.deadline(), Some(until), "the bank is whole and not yet running");
    assert_eq!(tick(&mut play), []);
    assert_eq!(play.table.turn().unwrap().1, turn, "a click that was under way still counts");
    assert_eq!(acted(&play.call(0)), (Action::Call, false, 10_000));
}

#[test]
fn a_run_out_waits_again_and_there_is_no_clock_to_restart_between_hands() {
    let mut play = preflop(timed(0), &[5_000; 2]);
    play.act(0, Action::RaiseTo(Chips(5_000)));
    play.call(1);
    wait(&mut play, 600_000);
    let until = play.now + Millis(5_000);
    let events = play.input(Input::RestartClock { wait: Millis(5_000) }).unwrap();
    assert_eq!(events, [Event::ClockRestarted { until }]);
    assert_eq!(play.table.deadline(), Some(until));
    play.input(Input::VoidHand { reason: "a test".to_owned() }).unwrap();
    let refusal = play.input(Input::RestartClock { wait: Millis(0) }).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::NoHand);
}

#[test]
fn a_used_up_bank_is_the_end() {
    let mut play = preflop(timed(10_000), &[5_000; 3]);
    wait(&mut play, 30_500);
    let events = tick(&mut play);
    assert!(matches!(events[0], Event::BankBegan { .. }));
    assert_eq!(acted(&events), (Action::Fold, true, 0));

    let mut play = preflop(timed(10_000), &[5_000; 3]);
    wait(&mut play, 30_500);
    assert_eq!(acted(&play.call(0)), (Action::Call, false, 0));
}

#[test]
fn a_hand_played_fills_the_bank_up_to_its_cap() {
    let setup = with_rules(timed(10_000), |rules| rules.clock.bank_per_hand_ms = Millis(1_500));
    let mut play = preflop(setup, &[5_000; 2]);
    for bank in [10_000, 11_500, 12_000, 12_000] {
        let view = play.table.turn_view().unwrap();
        assert_eq!(view.bank, Millis(bank));
        play.fold_out();
        play.next_hand();
    }
}

#[test]
fn without_a_bet_the_room_checks_or_folds_as_the_book_says() {
    for (rule, action) in [(ExpiryNoBet::Check, Action::Check), (ExpiryNoBet::Dead, Action::Fold)] {
        let setup = with_rules(timed(0), |rules| rules.clock.expiry_no_bet = rule);
        let mut play = flop(setup, &[5_000; 3]);
        wait(&mut play, 20_500);
        assert_eq!(acted(&tick(&mut play)), (action, true, 0));
        assert_eq!(play.turn(), Some(2));
    }
}

#[test]
fn who_timed_out_is_not_dealt_in_until_back() {
    let mut play = preflop(timed(0), &[5_000; 4]);
    play.tick();
    play.fold_out();
    play.next_hand();
    assert!(!play.dealt_in().contains(&3));
    play.sit_in(3);
    play.fold_out();
    // The big blind passed the seat. It returns with a big blind after the button has also passed.
    play.next_hand();
    assert!(!play.dealt_in().contains(&3));
    play.fold_out();
    play.next_hand();
    assert_eq!(play.posts()[2..], [(3, PostKind::EntryBlind, 100)]);
}

#[test]
fn each_turn_has_its_own_time() {
    let mut play = preflop(timed(0), &[5_000; 3]);
    wait(&mut play, 15_000);
    play.call(0);
    assert_eq!(play.table.deadline(), Some(play.now + Millis(20_500)));
}

// Freed seats.

fn short_absence() -> TableSetup {
    with_terms(timed(0), |terms| terms.sit_out_ms = Millis::seconds(300))
}

#[test]
fn who_sits_out_too_long_gives_up_the_seat() {
    let mut play = preflop(short_absence(), &[5_000; 3]);
    play.sit(7, 4_000, false);
    play.fold_out();
    play.sit_out(7);
    let since = play.now;
    assert!(play.table.deadline().is_some_and(|due| due < since + Millis::seconds(300)));
    wait(&mut play, 299_999);
    assert_eq!(tick(&mut play), []);
    wait(&mut play, 1);
    assert!(matches!(tick(&mut play)[..], [Event::SeatLeft { seat: SeatNo(7), .. }]));
    assert_eq!(play.table.total(), cardroom_rules::Chips(15_000));
}

#[test]
fn a_table_that_keeps_seats_waits_for_absent_players_for_ever() {
    let keeps = with_terms(timed(0), |terms| terms.sit_out_ms = RingTerms::KEPT_SEATS);
    let mut play = preflop(keeps, &[5_000; 3]);
    play.fold_out();
    play.sit_out(1);
    wait(&mut play, 365 * 24 * 60 * 60 * 1_000);
    assert_eq!(tick(&mut play), []);
    play.sit_in(1);
    play.next_hand();
    assert!(play.dealt_in().contains(&1));
}

#[test]
fn the_time_in_which_the_room_was_away_is_nobodys_absence() {
    let mut play = preflop(short_absence(), &[5_000; 3]);
    play.fold_out();
    assert!(play.input(Input::CountSitOutsAnew).is_err(), "nobody sits out");
    play.sit_out(1);
    wait(&mut play, 900_000);
    let events = play.input(Input::CountSitOutsAnew).unwrap();
    assert_eq!(events, [Event::SatOut { seat: SeatNo(1), at: play.now }]);
    assert!(play.input(Input::CountSitOutsAnew).is_err(), "it is counted anew already");
    wait(&mut play, 299_999);
    assert_eq!(tick(&mut play), []);
    wait(&mut play, 1);
    assert!(matches!(tick(&mut play)[..], [Event::SeatLeft { seat: SeatNo(1), .. }]));
}

#[test]
fn who_went_away_and_is_dealt_in_no_more_gives_up_the_seat() {
    let mut play = preflop(short_absence(), &[5_000; 3]);
    play.sit(7, 4_000, false);
    play.fold_out();
    // Where no hand begins, no player times out on a turn.
    play.input(Input::Presence { seat: SeatNo(7), connected: false }).unwrap();
    wait(&mut play, 299_999);
    assert_eq!(tick(&mut play), []);
    wait(&mut play, 1);
    assert!(matches!(tick(&mut play)[..], [Event::SeatLeft { seat: SeatNo(7), .. }]));
}

#[test]
fn who_is_connected_again_in_time_keeps_the_seat() {
    let mut play = preflop(short_absence(), &[5_000; 3]);
    play.fold_out();
    play.input(Input::Presence { seat: SeatNo(1), connected: false }).unwrap();
    wait(&mut play, 299_999);
    play.input(Input::Presence { seat: SeatNo(1), connected: true }).unwrap();
    wait(&mut play, 299_999);
    assert_eq!(tick(&mut play), []);
}

#[test]
fn coming_back_in_time_keeps_the_seat() {
    let mut play = preflop(short_absence(), &[5_000; 3]);
    play.fold_out();
    play.sit_out(1);
    wait(&mut play, 200_000);
    play.sit_in(1);
    wait(&mut play, 200_000);
    assert_eq!(tick(&mut play), []);
    play.sit_out(1);
    assert_eq!(play.table.stack(SeatNo(1)), Some(cardroom_rules::Chips(4_950)));
}

#[test]
fn nobody_is_sent_away_in_the_middle_of_a_hand() {
    let mut play = preflop(short_absence(), &[5_000; 3]);
    play.call(0);
    play.sit_out(0);
    // The others take more time than the absence limit.
    for _ in 0..30 {
        wait(&mut play, 18_000);
        let Some(seat) = play.turn() else { break };
        if play.legal().check {
            play.check(seat)
        } else {
            play.call(seat)
        };
        tick(&mut play);
        if play.table.hand_in_progress().is_some() {
            assert!(play.table.stack(SeatNo(0)).is_some());
        }
    }
    assert_eq!(play.table.hand_in_progress(), None);
    wait(&mut play, 300_000);
    tick(&mut play);
    assert_eq!(play.table.stack(SeatNo(0)), None);
}

#[test]
fn who_let_the_clock_run_out_keeps_nobody_waiting_until_back() {
    // Seat 1, first to act on the flop, checks by timeout there.
    let mut play = flop(timed(0), &[5_000; 3]);
    wait(&mut play, 20_500);
    assert_eq!(acted(&tick(&mut play)).0, Action::Check);
    play.bet(2, 300);
    // Seat 1 has to call after seat 0, and folds at once.
    let events = play.call(0);
    let folded = |event: &Event| {
        matches!(event, Event::Acted { seat: SeatNo(1), action: Action::Fold, timed_out: true, .. })
    };
    assert!(events.iter().any(folded), "{events:?}");

    let mut back = flop(timed(0), &[5_000; 3]);
    wait(&mut back, 20_500);
    tick(&mut back);
    back.input(Input::SitIn { seat: SeatNo(1) }).unwrap();
    back.bet(2, 300);
    back.call(0);
    assert_eq!(back.turn(), Some(1), "who is back decides again");
}

/// GAPS G-11: each level adds to every time bank, up to its cap.
#[test]
fn a_time_bank_gains_with_each_level() {
    let setup = TableSetup {
        occupancy: Occupancy::ByOrder,
        rulebook: common::rulebook("online"),
        ..common::setup(Stakes::no_limit(100, 200))
    };
    let mut play = Play::new(setup, &[]);
    for seat in 0..3 {
        let (seat, player) = (SeatNo(seat), PlayerId(100 + u64::from(seat)));
        let (chips, entering) = (Chips(5_000), Entering::Newcomer);
        play.input(Input::Place { seat, player, chips, entering }).unwrap();
    }
    play.input(Input::PlaceButton { seat: SeatNo(0) }).unwrap();
    let level = |play: &mut Play, big: u64| {
        let stakes = Stakes::no_limit(big / 2, big);
        let plays = common::library().plays("holdem", &stakes).unwrap().0;
        play.input(Input::SetPlays { plays, switch: Switch::Never }).unwrap();
    };
    let bank = |play: &mut Play| {
        let hand = HandNo(play.table.last_hand().0 + 1);
        let missing = SeatSet::EMPTY;
        let order = HandOrder { hand, players_left: 3, missing, hand_for_hand: false };
        play.input(Input::OrderHand(order)).unwrap();
        play.start(common::deck(""));
        let bank = play.table.turn_view().unwrap().bank.0;
        play.fold_out();
        bank
    };
    level(&mut play, 400);
    assert_eq!(bank(&mut play), 30_000, "no level has gone by before the first hand");
    level(&mut play, 600);
    assert_eq!(bank(&mut play), 40_500, "500 for the hand, 10,000 for the level");
    for big in [800, 1_000, 1_200] {
        level(&mut play, big);
    }
    assert_eq!(bank(&mut play), 60_000, "the cap");
}

/// GAPS G-11: the time to come back is granted once per level, and again in the next level.
#[test]
fn with_a_new_level_there_is_time_to_come_back_again() {
    let setup = TableSetup {
        occupancy: Occupancy::ByOrder,
        rulebook: common::rulebook("online"),
        ..common::setup(Stakes::no_limit(100, 200))
    };
    let mut play = Play::new(setup, &[]);
    for seat in 0..3 {
        let (seat, player) = (SeatNo(seat), PlayerId(100 + u64::from(seat)));
        let (chips, entering) = (Chips(5_000), Entering::Newcomer);
        play.input(Input::Place { seat, player, chips, entering }).unwrap();
    }
    play.input(Input::PlaceButton { seat: SeatNo(0) }).unwrap();
    // Whether the hand waits for the disconnected player on turn after base time and time bank.
    let is_waited_for = |play: &mut Play| {
        let hand = HandNo(play.table.last_hand().0 + 1);
        let missing = SeatSet::EMPTY;
        let order = HandOrder { hand, players_left: 3, missing, hand_for_hand: false };
        play.input(Input::OrderHand(order)).unwrap();
        play.start(common::deck(""));
        while play.turn() != Some(1) {
            let seat = play.turn().unwrap();
            if play.legal().check {
                play.check(seat);
            } else {
                play.call(seat);
            }
        }
        let seat = SeatNo(1);
        play.input(Input::Presence { seat, connected: false }).unwrap();
        let until_acted = (0..3).find_map(|_| {
            let events = play.tick();
            let granted = |event: &Event| matches!(event, Event::ReconnectGranted { .. });
            let acted = |event: &Event| matches!(event, Event::Acted { seat: SeatNo(1), .. });
            events.iter().any(granted).then_some(true).or(events.iter().any(acted).then_some(false))
        });
        play.input(Input::Presence { seat, connected: true }).unwrap();
        while play.table.hand_in_progress().is_some() {
            match play.turn() {
                Some(seat) => play.fold(seat),
                None => play.tick(),
            };
        }
        let waited = until_acted.expect("the time is over");
        if !waited {
            play.input(Input::SitIn { seat }).unwrap();
        }
        waited
    };
    let level = |play: &mut Play, big: u64| {
        let stakes = Stakes::no_limit(big / 2, big);
        let plays = common::library().plays("holdem", &stakes).unwrap().0;
        play.input(Input::SetPlays { plays, switch: Switch::Never }).unwrap();
    };
    assert!(is_waited_for(&mut play));
    assert!(!is_waited_for(&mut play), "once in a level");
    level(&mut play, 400);
    assert!(is_waited_for(&mut play), "and once in the next");
    assert!(!is_waited_for(&mut play));
}

/// GAPS G-11: a disconnected player gets 20 more seconds to come back, once per level.
#[test]
fn a_lost_connection_has_time_to_come_back_once() {
    let online = TableSetup {
        rulebook: common::rulebook("online"),
        ..common::setup(Stakes::no_limit(100, 200))
    };
    let mut play = flop(online, &[5_000; 3]);
    let away = |play: &mut Play, connected| {
        let seat = SeatNo(1);
        play.input(Input::Presence { seat, connected }).unwrap();
    };
    away(&mut play, false);
    assert_eq!(play.turn(), Some(1));
    play.tick();
    let events = play.tick();
    let granted = Event::ReconnectGranted { seat: SeatNo(1), until: play.now + Millis(20_000) };
    assert_eq!(events, [granted], "the base time and the bank are over");
    assert_eq!(
        play.table.turn_view().map(|turn| (turn.seat, turn.bank)),
        Some((SeatNo(1), Millis(0)))
    );
    away(&mut play, true);
    play.now = play.now + Millis(19_000);
    play.check(1);
    play.check(2);
    play.check(0);
    assert_eq!(play.turn(), Some(1), "the next street");
    away(&mut play, false);
    assert_eq!(
        acted(&play.tick()).0,
        Action::Check,
        "there is no bank left, and it was granted before"
    );

    // A connected player gets no such time.
    let mut play = flop(
        TableSetup {
            rulebook: common::rulebook("online"),
            ..common::setup(Stakes::no_limit(100, 200))
        },
        &[5_000; 3],
    );
    play.tick();
    assert_eq!(acted(&play.tick()).0, Action::Check);
}

// Holding up play (TFPL 1b-8, 2b-19; Spotlight 1b-6, 2b-18).

/// A plain table under a book. TFPL and Spotlight give a minute for a decision.
fn under(book: &str) -> TableSetup {
    TableSetup { rulebook: common::rulebook(book), ..setup(Stakes::no_limit(50, 100)) }
}

fn is_flag(event: &Event) -> bool {
    let flag = Adjudicated::Flagged { seat: SeatNo(0), flag: EtiquetteFlag::Stalling };
    matches!(event, Event::Adjudicated(noted) if **noted == flag)
}

/// Plays on, without any time for the other decisions, until seat 0 is on turn.
fn until_seat_0(play: &mut Play) {
    while play.turn() != Some(0) {
        match play.turn() {
            Some(seat) if play.legal().check => play.check(seat),
            Some(seat) => play.call(seat),
            None if play.table.hand_in_progress().is_some() => play.tick(),
            None => play.next_hand(),
        };
    }
}

/// Seat 0 checks or calls after this time on turn. Returns whether it is flagged.
fn decides_after(play: &mut Play, ms: u64) -> bool {
    until_seat_0(play);
    wait(play, ms);
    let events = if play.legal().check { play.check(0) } else { play.call(0) };
    events.iter().any(is_flag)
}

/// Returns the numbers of the decisions at which seat 0 is flagged, from 1.
fn flagged_at(setup: TableSetup, times: &[u64]) -> Vec<usize> {
    let mut play = Play::new(setup, &[5_000; 2]);
    let numbered = times.iter().enumerate();
    let flagged = numbered.filter(|(_, ms)| decides_after(&mut play, **ms));
    flagged.map(|(index, _)| index + 1).collect()
}

fn time_use(table: &Table, seat: u8) -> Option<TimeUse> {
    table.time_use().find(|(other, _)| other.0 == seat).map(|(_, time_use)| time_use)
}

#[test]
fn three_late_decisions_among_the_last_ten_are_flagged_once_and_then_counted_anew() {
    for book in ["tfpl", "spotlight"] {
        let late = [48_000, 48_000, 0, 0, 60_300, 48_000, 48_000, 0, 59_000];
        assert_eq!(flagged_at(under(book), &late), [5, 9], "{book}");
    }
}

#[test]
fn late_decisions_that_are_rare_or_not_late_enough_are_not_flagged() {
    assert_eq!(flagged_at(under("tfpl"), &[0; 20]), [0; 0]);
    assert_eq!(flagged_at(under("tfpl"), &[47_999; 20]), [0; 0], "the last fifth begins later");
    let mut rare = [1_000; 24];
    for decision in [0, 5, 10, 15, 20] {
        rare[decision] = 50_000;
    }
    assert_eq!(flagged_at(under("tfpl"), &rare), [0; 0], "two among any ten");
    rare[9] = 50_000;
    assert_eq!(flagged_at(under("tfpl"), &rare), [10]);
}

#[test]
fn a_book_without_a_rule_on_stalling_measures_nothing() {
    for book in ["tda-2024", "tnpl", "wptapl", "online"] {
        let mut play = Play::new(under(book), &[5_000; 2]);
        let almost = play.table.setup().rulebook.clock.base_ms.0 - 1;
        assert!((0..10).all(|_| !decides_after(&mut play, almost)), "{book}");
        assert_eq!(play.table.time_use().count(), 0, "{book}");
        let timed = |event: &Event| matches!(event, Event::DecisionTimed { .. });
        assert!(!play.log.iter().any(timed), "{book}");
    }
}

#[test]
fn a_decision_in_the_time_bank_is_late() {
    let online = with_rules(under("online"), |rules| rules.stalling = Stalling::Flagged);
    assert_eq!(flagged_at(online.clone(), &[11_999, 11_999, 11_999]), [0; 0]);
    let mut play = Play::new(online, &[5_000; 2]);
    for flagged in [false, false, true] {
        until_seat_0(&mut play);
        wait(&mut play, 15_000);
        assert!(matches!(tick(&mut play)[..], [Event::BankBegan { .. }]));
        assert_eq!(decides_after(&mut play, 2_000), flagged);
    }
    let used = time_use(&play.table, 0).unwrap();
    assert_eq!((used.decisions, used.late, used.mean()), (3, 3, Millis(17_000)));
}

#[test]
fn time_that_runs_out_is_late() {
    let mut play = Play::new(under("tfpl"), &[5_000; 2]);
    for flagged in [false, false, true] {
        until_seat_0(&mut play);
        wait(&mut play, 60_300);
        let events = tick(&mut play);
        assert!(acted(&events).1, "the room acts");
        assert_eq!(events.iter().any(is_flag), flagged);
        play.input(Input::SitIn { seat: SeatNo(0) }).unwrap();
    }
}

#[test]
fn a_lost_connection_is_not_stalling() {
    let there = |play: &mut Play, connected| {
        play.input(Input::Presence { seat: SeatNo(0), connected }).unwrap();
    };
    // Lost and back in the same turn, lost before it, and not back in time.
    let mut play = Play::new(under("tfpl"), &[5_000; 2]);
    for _ in 0..3 {
        until_seat_0(&mut play);
        there(&mut play, false);
        wait(&mut play, 40_000);
        there(&mut play, true);
        assert!(!decides_after(&mut play, 15_000));
        until_seat_0(&mut play);
        there(&mut play, false);
        wait(&mut play, 60_300);
        assert!(!tick(&mut play).iter().any(is_flag));
        play.input(Input::SitIn { seat: SeatNo(0) }).unwrap();
        there(&mut play, true);
    }
    assert_eq!(time_use(&play.table, 0), None);
    assert!(time_use(&play.table, 1).unwrap().decisions > 0, "the other player decided");
}

#[test]
fn a_player_who_sits_out_or_leaves_makes_no_decision() {
    let mut play = Play::new(under("tfpl"), &[5_000; 3]);
    until_seat_0(&mut play);
    wait(&mut play, 30_000);
    play.sit_out(0);
    wait(&mut play, 30_300);
    assert!(acted(&tick(&mut play)).1);
    play.sit_in(0);
    until_seat_0(&mut play);
    wait(&mut play, 59_000);
    assert!(acted(&play.input(Input::Leave { seat: SeatNo(0) }).unwrap()).1);
    assert_eq!(time_use(&play.table, 0), None);
}

#[test]
fn time_that_the_floor_adds_or_a_restart_gives_is_time_to_decide() {
    let mut play = Play::new(under("tfpl"), &[5_000; 2]);
    until_seat_0(&mut play);
    wait(&mut play, 50_000);
    let more = FloorCommand::AddTime { seat: SeatNo(0), time: Millis(60_000) };
    play.input(Input::Floor(more)).unwrap();
    decides_after(&mut play, 45_999);
    until_seat_0(&mut play);
    wait(&mut play, 50_000);
    play.input(Input::RestartClock { wait: Millis(5_000) }).unwrap();
    decides_after(&mut play, 52_999);
    let used = time_use(&play.table, 0).unwrap();
    assert_eq!((used.decisions, used.late, used.mean()), (2, 0, Millis((95_999 + 47_999) / 2)));
}

#[test]
fn the_count_outlasts_a_snapshot_and_leaves_with_the_player() {
    let mut play = Play::new(under("tfpl"), &[5_000; 2]);
    decides_after(&mut play, 50_000);
    decides_after(&mut play, 50_000);
    while play.table.hand_in_progress().is_some() {
        match play.turn() {
            Some(seat) => play.fold(seat),
            None => play.tick(),
        };
    }
    let used = time_use(&play.table, 0).unwrap();
    assert!(used.late == 2 && used.decisions <= 3, "{used:?}");
    let bytes = postcard::to_stdvec(&play.table.snapshot().unwrap()).unwrap();
    let read = |bytes: &[u8]| {
        let read = &mut postcard::Deserializer::from_bytes(bytes);
        Table::restore(play.table.setup().clone(), read)
    };
    let table = read(&bytes).unwrap();
    assert_eq!(time_use(&table, 0), Some(used));
    let mut back = Play { table, now: play.now, log: Vec::new() };
    assert!(decides_after(&mut back, 50_000), "the third");

    back.fold_out();
    back.input(Input::Leave { seat: SeatNo(0) }).unwrap();
    assert_eq!(time_use(&back.table, 0), None);
}

/// Older programs wrote no times at the end of a snapshot, nor what was appended after them.
#[test]
fn a_snapshot_of_before_decisions_were_timed_still_opens() {
    let play = Play::new(under("tfpl"), &[5_000; 2]);
    let bytes = postcard::to_stdvec(&play.table.snapshot().unwrap()).unwrap();
    let (older, added) = bytes.split_at(bytes.len() - 9);
    assert_eq!(added, [1, 0, 1, 0, 0, 1, 0, 1, 0], "all parts are there, and empty");
    let read = &mut postcard::Deserializer::from_bytes(older);
    let table = Table::restore(play.table.setup().clone(), read).unwrap();
    assert_eq!(table.time_use().count(), 0);
    assert_eq!(postcard::to_stdvec(&table.snapshot().unwrap()).unwrap(), bytes);
}

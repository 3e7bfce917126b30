//! The clock: breaks for all tables together, pauses, lost connections, and settings by the floor.

use crate::direction::common::{Tournament, setup};
use crate::direction::{
    begun, begun_with, hand, last_deal, left, plays, replays, to_break, winner_takes_all,
};
use cardroom_rules::{Millis, Stage, TableNo};
use cardroom_tournament::{Clock, Command, Event, Input, Refusal, RulingState};
use std::sync::Arc;

#[test]
fn a_break_begins_for_all_when_the_last_table_has_finished() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(1_000 + 900_000);
    for _ in 0..3 {
        event.step(Input::Tick).unwrap();
    }
    // Three levels of five minutes are over after three more deadlines at the latest.
    while !matches!(event.director.clock(), Clock::BreakDue { .. }) {
        event.wait();
    }
    hand(&mut event, 1, &[]);
    assert!(!plays(&event, 1) && matches!(event.director.clock(), Clock::BreakDue { .. }));
    hand(&mut event, 2, &[]);
    assert_eq!(event.director.clock(), Clock::Break { ends_at: event.now + Millis(120_000) });
    // The end of the break is announced a minute before (RP-20).
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

/// A tournament with changed break settings, because all shipped books have the same ones.
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
        // The break lasts two minutes. The second table finishes its hand 20 seconds before the
        // end.
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
    assert_eq!(event.order(Command::Resume), Err(Refusal::NotNow("It is not paused.")));
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
    // If the floor pauses, it decides when to resume.
    event.order(Command::Pause).unwrap();
    event.step(Input::ConnectionsLost { missing: 5 }).unwrap();
    event.step(Input::ConnectionsBack).unwrap();
    assert_eq!((event.director.outage(), event.director.deadline()), (None, None));
    assert!(event.director.paused().is_some());
    replays(&event);
}

// GAPS G-09, G-30
#[test]
fn a_pause_by_the_floor_takes_the_place_of_the_wait_for_lost_connections() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    event.now = Millis(101_000);
    event.step(Input::ConnectionsLost { missing: 5 }).unwrap();
    event.now = Millis(131_000);
    event.order(Command::Pause).unwrap();
    assert_eq!(event.order(Command::Pause), Err(Refusal::NotNow("It is paused already.")));
    assert_eq!((event.director.outage(), event.director.deadline()), (None, None));
    assert_eq!(event.director.paused(), Some(Millis(131_000)));
    event.deliver();
    assert!(event.tables.is_paused(TableNo(1)) && event.tables.is_paused(TableNo(2)));
    event.step(Input::ConnectionsBack).unwrap();
    assert!(event.director.paused().is_some());
    event.now = Millis(160_000);
    assert_eq!(left(&event), Millis(200_000), "the clock stands still all the time");
    event.order(Command::Resume).unwrap();
    event.deliver();
    assert_eq!(left(&event), Millis(205_000));
    assert!(!event.tables.is_paused(TableNo(1)) && plays(&event, 1));
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
    // The hand was over when the pause arrived.
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

/// A break has no steps until its end is announced a minute before, so the time since the last step
/// is not the time that the room was down.
#[test]
fn a_restart_in_a_break_makes_it_longer_only_to_announce_its_end() {
    for (announced, restart, ends) in
        [(false, 600, 900), (false, 890, 950), (false, 2_000, 2_060), (true, 845, 905)]
    {
        let mut structure = winner_takes_all("tda-2024", 9);
        for stage in &mut structure.stages {
            if let Stage::Break(pause) = stage {
                pause.seconds = 900;
            }
        }
        let mut event = begun(structure, 18);
        to_break(&mut event);
        let began = event.now;
        if announced {
            event.wait();
        }
        event.now = began + Millis::seconds(restart);
        event.step(Input::Recover).unwrap();
        let ends_at = began + Millis::seconds(ends);
        assert_eq!(event.director.clock(), Clock::Break { ends_at }, "restart at {restart}");
        while event.now < ends_at {
            assert!(!plays(&event, 1));
            event.wait();
        }
        assert!(event.log.contains(&Event::PlayNears { at: ends_at }));
        assert!(event.now == ends_at && plays(&event, 1));
        replays(&event);
    }
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
    assert_eq!(
        refused,
        Refusal::CannotUndo("The clock has changed since, so this cannot be undone.")
    );
    replays(&event);
}

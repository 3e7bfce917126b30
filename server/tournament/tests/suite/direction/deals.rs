//! Deals: the vote, and the clock that it stops (TNPL A8, GAPS G-44).

use crate::direction::common::Tournament;
use crate::direction::{begun, hand, plays, replays, seats, winner_takes_all};
use cardroom_rules::{Cents, Millis, PlayerId, TableNo};
use cardroom_tournament::{Command, DealNo, DealWish, Division, Event, Input, Order, Report};

/// A tournament of six in which one player has proposed the first deal, which stops the clock.
fn proposed() -> Tournament {
    let mut event = begun(winner_takes_all("online", 6), 6);
    let (player, division) = (Some(PlayerId(1)), Division::ByChips);
    let (for_winner, floor_present, away) = (Cents::ZERO, false, Vec::new());
    let wish = DealWish { player, division, for_winner, floor_present, away };
    event.step(Input::ProposeDeal(wish)).unwrap();
    event.deliver();
    assert!(event.director.paused().is_some());
    event
}

fn vote(event: &mut Tournament, player: u64, agrees: bool) {
    let (player, deal) = (PlayerId(player), DealNo(1));
    event.step(Input::Vote { player, deal, agrees }).unwrap();
    event.deliver();
}

#[test]
fn a_vote_stops_the_clock_and_its_end_starts_it_again() {
    let mut event = proposed();
    vote(&mut event, 1, true);
    vote(&mut event, 2, false);
    event.wait();
    assert!(event.director.deals().open().is_none());
    assert_eq!(event.director.paused(), None);
    replays(&event);
}

#[test]
fn an_accepted_deal_that_fails_does_not_end_a_pause_of_the_floor() {
    let mut event = proposed();
    for player in 1..=6 {
        vote(&mut event, player, true);
    }
    assert!(event.log.contains(&Event::DealAccepted));
    assert_eq!(event.director.paused(), None, "the last hand is played out");
    event.now = event.now + Millis(5_000);
    event.order(Command::Pause).unwrap();
    let since = event.now;
    event.now = event.now + Millis(1_000);
    let out = seats(&event, 1)[0].0;
    hand(&mut event, 1, &[out]);
    assert!(event.log.contains(&Event::DealRejected { number: DealNo(1) }));
    assert_eq!(event.director.paused(), Some(since));
    replays(&event);
}

// GAPS G-30
#[test]
fn a_pause_by_the_floor_in_a_vote_outlasts_the_vote() {
    let mut event = proposed();
    event.now = event.now + Millis(1_000);
    event.order(Command::Pause).unwrap();
    assert_eq!((event.director.paused(), event.director.deadline()), (Some(event.now), None));
    for player in 1..=6 {
        vote(&mut event, player, false);
    }
    assert!(event.log.contains(&Event::DealRejected { number: DealNo(1) }));
    assert!(event.director.paused().is_some() && event.tables.is_paused(TableNo(1)));
    replays(&event);
}

// GAPS G-30
#[test]
fn the_end_of_a_vote_leaves_a_table_paused_that_the_floor_has_paused() {
    for paused in [true, false] {
        let mut event = proposed();
        event.step(Input::Report(Report::Paused { table: TableNo(1), paused })).unwrap();
        for player in 1..=6 {
            vote(&mut event, player, false);
        }
        let resumes = |event: &Event| matches!(event, Event::Ordered(ordered) if ordered.order == Order::Resume);
        assert_eq!(event.log.iter().any(resumes), !paused);
        assert_eq!(event.director.paused(), None);
        replays(&event);
    }
}

// GAPS G-30
#[test]
fn a_vote_stands_still_while_the_floor_has_paused_the_tournament() {
    let mut event = proposed();
    let until = event.director.deadline().unwrap();
    event.order(Command::Resume).unwrap();
    let rejected = |event: &Tournament| {
        let rejected = Event::DealRejected { number: DealNo(1) };
        event.log.contains(&rejected)
    };
    event.order(Command::Pause).unwrap();
    assert_eq!(event.director.deadline(), None);
    vote(&mut event, 1, true);
    event.now = event.now + Millis(3_600_000);
    event.step(Input::Tick).unwrap();
    event.order(Command::Resume).unwrap();
    assert!(!rejected(&event));
    // Two pauses were ended, and each gave five seconds.
    event.now = Millis(until.0 + 3_609_999);
    event.step(Input::Tick).unwrap();
    assert!(!rejected(&event));
    event.now = event.now + Millis(1);
    event.step(Input::Tick).unwrap();
    assert!(rejected(&event));
    replays(&event);
}

// GAPS G-44: the clock stops, and the tables finish their hands.
#[test]
fn a_vote_stops_no_hand() {
    let mut event = proposed();
    let stopped = |event: &Tournament| {
        let pauses = |event: &Event| matches!(event, Event::Ordered(ordered) if ordered.order == Order::Pause);
        event.log.iter().any(pauses)
    };
    assert!(!stopped(&event) && plays(&event, 1));
    hand(&mut event, 1, &[]);
    assert!(!plays(&event, 1), "no other begins");
    event.wait();
    assert!(plays(&event, 1));
    event.order(Command::Pause).unwrap();
    assert!(stopped(&event));
    replays(&event);
}

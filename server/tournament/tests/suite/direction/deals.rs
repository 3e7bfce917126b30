//! Deals: the vote, and the clock that it stops (TNPL A8, GAPS G-44).

use crate::direction::common::Tournament;
use crate::direction::{begun, hand, plays, replays, seats, stack, winner_takes_all};
use cardroom_rules::{Cents, Chips, Millis, PlayerId, TableNo};
use cardroom_tournament::{Command, DealNo, DealWish, Division, Event, Input, Order, Report};

fn proposes(event: &mut Tournament, division: Division) {
    let (player, for_winner, floor_present) = (Some(PlayerId(1)), Cents::ZERO, false);
    let wish = DealWish { player, division, for_winner, floor_present, away: Vec::new() };
    event.step(Input::ProposeDeal(wish)).unwrap();
    event.deliver();
}

/// A tournament of six in which one player has asked for the first deal during a hand.
fn asked(division: Division) -> Tournament {
    let mut event = begun(winner_takes_all("online", 6), 6);
    proposes(&mut event, division);
    event
}

/// The same after the hand. The vote stops the clock.
fn proposed() -> Tournament {
    let mut event = asked(Division::ByChips);
    hand(&mut event, 1, &[]);
    assert!(event.director.paused().is_some());
    event
}

/// The second deal of a tournament. It stops no clock, but no hand begins during the vote.
fn proposed_again() -> Tournament {
    let mut event = proposed();
    for player in 1..=6 {
        vote(&mut event, player, false);
    }
    proposes(&mut event, Division::ByChips);
    hand(&mut event, 1, &[]);
    assert!(event.director.deals().open().is_some() && event.director.paused().is_none());
    assert!(!plays(&event, 1));
    event
}

/// The floor sets the stack of one of the parties.
fn change_a_stack(event: &mut Tournament) {
    let (entry, _) = event.director.deals().open().unwrap().proposal.shares()[0];
    let chips = Chips(stack(event, entry).0 + 100);
    event.order(Command::SetStack(entry, chips)).unwrap();
    event.deliver();
}

fn vote(event: &mut Tournament, player: u64, agrees: bool) {
    let deal = event.director.deals().open().map_or(DealNo(0), |open| open.number);
    event.step(Input::Vote { player: PlayerId(player), deal, agrees }).unwrap();
    event.deliver();
}

/// Finishes the hand, in which one player wins chips from another.
fn hand_with_pot(event: &mut Tournament, chips: Chips) {
    let (winner, loser) = (seats(event, 1)[4].0, seats(event, 1)[2].0);
    let now = event.now;
    event.tables.finish_with_pot(TableNo(1), now, winner, loser, chips);
    event.deliver();
}

#[test]
fn a_deal_that_is_asked_for_in_a_hand_pays_by_the_stacks_after_it() {
    for division in [Division::ByChips, Division::Icm] {
        let mut event = asked(division);
        assert!(event.director.deals().open().is_none() && !event.director.takes_deals());
        hand_with_pot(&mut event, Chips(900));
        assert!(!plays(&event, 1), "no hand begins before the vote");
        let shares = event.director.deals().open().unwrap().proposal.shares().to_vec();
        // The winner takes all, so both ways divide in proportion to the stacks.
        let (chips, pool) = (event.director.chips().0, event.director.prize_pool().0);
        for (entry, share) in &shares {
            let exact = stack(&event, *entry).0 * pool / chips;
            assert!(share.0.abs_diff(exact) <= 1, "{entry:?}: {share:?}, not {exact}");
        }
        assert!(shares.iter().any(|(_, share)| share.0 != pool / 6), "a stack has changed");
        for player in 1..=6 {
            vote(&mut event, player, true);
        }
        for (entry, share) in shares {
            assert!(event.log.contains(&Event::PrizeWon { entry, prize: share }), "as shown");
        }
        replays(&event);
    }
}

#[test]
fn an_offer_ends_when_a_stack_changes() {
    let mut event = proposed_again();
    change_a_stack(&mut event);
    assert!(event.log.contains(&Event::DealRejected { number: DealNo(2) }));
    assert!(plays(&event, 1));
    replays(&event);
}

#[test]
fn a_deal_that_is_not_possible_after_the_hand_is_dropped_and_play_goes_on() {
    let mut event = asked(Division::ByChips);
    event.order(Command::AllowDeals(false)).unwrap();
    hand(&mut event, 1, &[]);
    assert!(event.log.contains(&Event::DealDropped));
    assert!(plays(&event, 1) && event.director.deals().open().is_none());
    replays(&event);
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
fn a_deal_that_fails_does_not_end_a_pause_of_the_floor() {
    let mut event = proposed_again();
    event.now = event.now + Millis(5_000);
    event.order(Command::Pause).unwrap();
    let since = event.now;
    event.now = event.now + Millis(1_000);
    change_a_stack(&mut event);
    assert!(event.log.contains(&Event::DealRejected { number: DealNo(2) }));
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
    let mut event = asked(Division::ByChips);
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

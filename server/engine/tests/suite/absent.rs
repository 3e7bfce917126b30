//! Absent players, players who miss hands, and hands that wait for other tables.
use crate::common;

use cardroom_engine::{
    Action, Entering, Event, HandOrder, Input, Occupancy, RefusalKind, TableSetup, WhyDead,
};
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, SeatSet, Stakes};
use common::{Play, deck, library, rulebook, setup};

/// Opens a tournament table under this rulebook, with seats 1, 2 and 3 and the button on 1.
fn table(book: &str, stacks: [u64; 3]) -> Play {
    table_of(TableSetup { rulebook: rulebook(book), ..setup(Stakes::no_limit(100, 200)) }, stacks)
}

fn table_of(setup: TableSetup, stacks: [u64; 3]) -> Play {
    let mut play = Play::new(TableSetup { occupancy: Occupancy::ByOrder, ..setup }, &[]);
    for (seat, chips) in (1..).zip(stacks) {
        let player = PlayerId(100 + u64::from(seat));
        let (seat, chips) = (SeatNo(seat), Chips(chips));
        play.input(Input::Place { seat, player, chips, entering: Entering::Newcomer }).unwrap();
    }
    play.input(Input::PlaceButton { seat: SeatNo(1) }).unwrap();
    play
}

/// Disconnects these seats, then lets time pass.
fn gone(play: &mut Play, seats: &[u8], ms: u64) {
    for seat in seats {
        play.input(Input::Presence { seat: SeatNo(*seat), connected: false }).unwrap();
    }
    play.now = play.now + Millis(ms);
}

fn dealt(play: &mut Play, missing: &[u8], hand_for_hand: bool) {
    dealt_from(play, missing, hand_for_hand, "");
}

fn dealt_from(play: &mut Play, missing: &[u8], hand_for_hand: bool, top: &str) {
    let hand = HandNo(play.table.last_hand().0 + 1);
    let missing: SeatSet = missing.iter().copied().map(SeatNo).collect();
    play.input(Input::OrderHand(HandOrder { hand, players_left: 50, missing, hand_for_hand }))
        .unwrap();
    play.now = play.now.max(play.table.deadline().unwrap());
    play.start(deck(top));
}

fn dead(play: &Play) -> Vec<(u8, WhyDead)> {
    let dead = play.this_hand().iter().filter_map(|event| match event {
        Event::DeadHand { seat, why } => Some((seat.0, *why)),
        _ => None,
    });
    dead.collect()
}

/// TDA 30: the blind stays in, and the small blind wins without acting.
#[test]
fn the_hand_of_who_is_not_there_is_killed_when_it_is_dealt() {
    for book in ["tda-2024", "tnpl", "wptapl"] {
        let mut play = table(book, [5_000; 3]);
        gone(&mut play, &[3], 11_000);
        dealt(&mut play, &[], false);
        assert_eq!(dead(&play), [(3, WhyDead::Absent)], "{book}");
        assert_eq!((play.turn(), play.to_call()), (Some(1), 200), "{book}");
        play.fold(1);
        assert_eq!(play.stacks(), [5_000, 5_200, 4_800], "{book}");
    }
}

#[test]
fn a_connection_lost_for_a_moment_is_presence() {
    let mut play = table("tda-2024", [5_000; 3]);
    gone(&mut play, &[3], 9_000);
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), []);
}

/// GAPS G-06, G-08: the grace period is for a connection that was there. What the book says about
/// absent hands stays as it is.
#[test]
fn nobody_waits_for_who_was_not_connected_when_seated() {
    for book in ["tda-2024", "tnpl", "wptapl", "tfpl", "spotlight", "online"] {
        let mut play = table(book, [5_000; 3]);
        for seat in [1, 2] {
            play.input(Input::NotThere { seat: SeatNo(seat) }).unwrap();
            let again = play.input(Input::NotThere { seat: SeatNo(seat) }).unwrap_err();
            assert_eq!(again.kind, RefusalKind::NothingToDo);
        }
        dealt(&mut play, &[], false);
        assert_eq!(play.table.hand_in_progress(), None, "{book}: nobody else has to act");
        assert_eq!(play.stacks(), [5_000, 4_900, 5_100], "{book}: the blind is posted");
    }
}

#[test]
fn who_connects_after_being_seated_is_present_at_once_and_has_the_grace_of_anybody() {
    let mut play = table("tda-2024", [5_000; 3]);
    play.input(Input::NotThere { seat: SeatNo(3) }).unwrap();
    play.input(Input::Presence { seat: SeatNo(3), connected: true }).unwrap();
    gone(&mut play, &[3], 9_000);
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), []);
}

#[test]
fn a_pause_is_no_time_to_arrive() {
    let mut play = table("tda-2024", [5_000; 3]);
    play.input(Input::NotThere { seat: SeatNo(3) }).unwrap();
    play.input(Input::Pause).unwrap();
    play.now = play.now + Millis(600_000);
    play.input(Input::Resume).unwrap();
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), [(3, WhyDead::Absent)]);
}

#[test]
fn who_comes_back_before_the_deal_has_a_live_hand() {
    let mut play = table("tda-2024", [5_000; 3]);
    gone(&mut play, &[3], 60_000);
    play.input(Input::Presence { seat: SeatNo(3), connected: true }).unwrap();
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), []);
}

/// GAPS G-07: the last hand is never killed, and such hands come every three seconds.
#[test]
fn where_nobody_is_there_the_big_blind_wins() {
    for book in ["tda-2024", "tfpl", "online"] {
        let mut play = table(book, [5_000; 3]);
        gone(&mut play, &[1, 2, 3], 11_000);
        dealt(&mut play, &[], false);
        assert_eq!(play.table.hand_in_progress(), None, "{book}: nobody is waited for");
        assert_eq!(play.stacks(), [5_000, 4_900, 5_100], "{book}");
        let began = play.now;
        let order = HandOrder {
            hand: HandNo(2),
            players_left: 50,
            missing: SeatSet::EMPTY,
            hand_for_hand: false,
        };
        play.input(Input::OrderHand(order)).unwrap();
        assert_eq!(play.table.deadline(), Some(began + Millis(3_000)), "{book}");
    }
}

/// TFPL 6-7, 6-8: the hand is folded on its turn, although there is nothing to call.
#[test]
fn a_league_folds_who_is_not_there_at_the_own_turn() {
    let mut play = table("tfpl", [5_000; 3]);
    gone(&mut play, &[3], 11_000);
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), []);
    play.call(1);
    let events = play.call(2);
    let folds =
        |event: &Event| matches!(event, Event::Acted { seat: SeatNo(3), action: Action::Fold, .. });
    assert!(events.iter().any(folds), "{events:?}");
    assert_eq!(play.board_len(), 3);
}

#[test]
fn who_is_back_for_the_own_turn_keeps_the_hand() {
    let mut play = table("tfpl", [5_000; 3]);
    gone(&mut play, &[3], 11_000);
    dealt(&mut play, &[], false);
    play.call(1);
    play.input(Input::Presence { seat: SeatNo(3), connected: true }).unwrap();
    play.call(2);
    assert_eq!(play.turn(), Some(3));
}

/// GAPS G-08.
#[test]
fn online_the_room_checks_for_who_is_not_there_where_it_can() {
    let mut play = table("online", [5_000; 3]);
    gone(&mut play, &[3], 11_000);
    dealt(&mut play, &[], false);
    play.call(1);
    let events = play.call(2);
    let checks = |event: &Event| {
        matches!(event, Event::Acted { seat: SeatNo(3), action: Action::Check, .. })
    };
    assert!(events.iter().any(checks), "{events:?}");
    play.bet(2, 200);
    assert_eq!(play.turn(), Some(1), "who cannot check folds");
    assert_eq!(play.table.legal(SeatNo(3)), None);
}

/// GAPS G-14: a player who has left for good is absent from that moment on, whether on turn or not.
#[test]
fn nobody_waits_for_who_has_left_for_good() {
    for (book, seat) in [("tda-2024", 1), ("tfpl", 1), ("online", 1), ("online", 2)] {
        let mut play = table(book, [5_000; 3]);
        dealt(&mut play, &[], false);
        assert_eq!(play.turn(), Some(1));
        play.input(Input::Quit { seat: SeatNo(seat) }).unwrap();
        if seat != 1 {
            assert_eq!(play.turn(), Some(1), "the turn stays where it is");
            play.fold(1);
        } else {
            play.fold(2);
        }
        assert_eq!(play.table.hand_in_progress(), None, "{book}: its turn is over at once");
        let again = play.input(Input::Quit { seat: SeatNo(seat) }).unwrap_err();
        assert_eq!(again.kind, RefusalKind::NothingToDo);
        let back = play.input(Input::SitIn { seat: SeatNo(seat) }).unwrap_err();
        assert_eq!(back.kind, RefusalKind::Leaving);

        let mut blinds = 0;
        for _ in 0..3 {
            dealt(&mut play, &[], false);
            assert!(play.dealt_in().contains(&seat), "{book}: the chips stay");
            while let Some(turn) = play.turn() {
                assert_ne!(turn, seat, "{book}");
                play.fold(turn);
            }
            let posts =
                |event: &&Event| matches!(event, Event::Posted { seat: by, .. } if by.0 == seat);
            blinds += play.this_hand().iter().filter(posts).count();
        }
        assert_eq!(blinds, 2, "{book}: and are blinded out");
    }
}

/// TNPL B7: a player blinded all-in while absent has a dead hand.
#[test]
fn who_is_blinded_all_in_and_not_there_is_out() {
    let mut play = table("tnpl", [5_000, 5_000, 150]);
    gone(&mut play, &[3], 11_000);
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), [(3, WhyDead::Absent)]);
    play.fold(1);
    assert_eq!(play.stacks(), [5_000, 5_150, 0]);
}

/// TDA 71-C; TFPL 6-23.
#[test]
fn a_penalty_kills_hands_or_has_none_dealt() {
    let mut play = table("tda-2024", [5_000; 3]);
    dealt(&mut play, &[3], false);
    assert_eq!(dead(&play), [(3, WhyDead::Penalty)]);
    assert_eq!(play.stack(3), 4_800, "the blind is posted");

    let mut play = table("tfpl", [5_000; 3]);
    dealt(&mut play, &[3], false);
    assert_eq!(play.dealt_in(), [1, 2]);
    assert_eq!(play.stack(3), 5_000);

    // Of two players, neither can be dealt out.
    let mut play = table("tfpl", [5_000, 5_000, 5_000]);
    play.input(Input::Take { seat: SeatNo(3) }).unwrap();
    dealt(&mut play, &[1], false);
    assert_eq!(play.dealt_in(), [1, 2]);
    assert_eq!(dead(&play), [(1, WhyDead::Penalty)]);
}

/// An absent player still posts blinds, antes and the bring-in (TDA 30).
#[test]
fn who_is_not_there_posts_the_bring_in_before_the_hand_is_killed() {
    let stakes = Stakes {
        betting: cardroom_rules::Betting::FixedLimit,
        small_blind: Chips(0),
        big_blind: Chips(100),
        bring_in: Chips(30),
        ante: Chips(10),
        ante_kind: cardroom_rules::AnteKind::Each,
        ..Stakes::no_limit(0, 100)
    };
    let plays = library().plays("stud", &stakes).unwrap().0;
    let setup = TableSetup { plays, rulebook: rulebook("tda-2024"), seats: 8, ..setup(stakes) };
    let mut play = table_of(setup, [5_000; 3]);
    gone(&mut play, &[3], 11_000);
    let (hand, missing) = (HandNo(1), SeatSet::EMPTY);
    let order = HandOrder { hand, players_left: 50, missing, hand_for_hand: false };
    play.input(Input::OrderHand(order)).unwrap();
    play.now = play.now.max(play.table.deadline().unwrap());
    // Down cards go to seats 2, 3 and 1, twice, then one up-card each. Seat 3 has the deuce.
    let top = deck("Ac Kc Qc Ad Kd Qd 9h 2c 8s");
    let reshuffles = vec![deck(""); play.table.play().game.most_reshuffles()];
    let events = play.input(Input::StartHand { deck: top, reshuffles, draw: 0 }).unwrap();
    let acts = events.iter().filter_map(|event| match event {
        Event::Acted { seat, action, .. } => Some((seat.0, Some(*action))),
        Event::DeadHand { seat, .. } => Some((seat.0, None)),
        _ => None,
    });
    assert_eq!(acts.collect::<Vec<_>>(), [(3, Some(Action::BringIn)), (3, None)]);
    assert_eq!((play.turn(), play.to_call(), play.stack(3)), (Some(1), 30, 4_960));
}

/// TDA RP-8-F: the cards stay down, and no card is dealt until the director releases the hand.
#[test]
fn an_all_in_hand_waits_with_its_cards_down_in_hand_for_hand() {
    let mut play = table("tda-2024", [5_000; 3]);
    dealt(&mut play, &[], true);
    play.fold(1);
    play.raise(2, 5_000);
    let events = play.call(3);
    assert_eq!(events.last(), Some(&Event::HandHeld));
    assert_eq!((play.tabled(), play.board_len()), (vec![], 0));
    assert_eq!(play.table.deadline(), None, "no time releases it");
    play.input(Input::Tick).unwrap();
    assert_eq!(play.board_len(), 0);
    let released = play.input(Input::Release).unwrap();
    assert_eq!(released.first(), Some(&Event::HandReleased));
    assert_eq!(play.tabled().len(), 2);
    play.run_out();
    assert_eq!(play.input(Input::Release).unwrap_err().kind, RefusalKind::NoHand);
}

#[test]
fn a_hand_with_betting_left_is_not_held() {
    let mut play = table("tda-2024", [5_000; 3]);
    dealt(&mut play, &[], true);
    play.call(1);
    play.call(2);
    play.check(3);
    assert_eq!(play.board_len(), 3);
    assert_eq!(play.input(Input::Release).unwrap_err().kind, RefusalKind::NothingToDo);
}

/// TFPL 6-16: of two players eliminated in one hand, the better hand ranks higher.
#[test]
fn the_hands_of_who_is_out_are_ranked_among_themselves() {
    let mut play = table("tfpl", [9_000, 2_000, 3_000]);
    // Seat 1 has aces, seat 2 kings, seat 3 queens. The board helps no player.
    let hole = [["Kc", "Kd"], ["Qc", "Qd"], ["Ac", "Ad"]];
    let round = |card: usize| hole.iter().map(move |cards| cards[card]);
    let top: Vec<&str> = round(0).chain(round(1)).collect();
    let board = "2h 3s 4h 9s 7h Td 8h Jc";
    dealt_from(&mut play, &[], false, &format!("{} {board}", top.join(" ")));
    play.raise(1, 9_000);
    play.call(2);
    play.call(3);
    play.run_out();
    assert_eq!(play.stacks(), [14_000, 0, 0]);
    let ranks = play.this_hand().iter().find_map(|event| match event {
        Event::OutRanked { ranks } => Some(ranks.clone()),
        _ => None,
    });
    assert_eq!(ranks, Some(vec![(SeatNo(2), 1), (SeatNo(3), 2)]));
}

/// GAPS G-06, G-14: a player who asks to sit out is absent from the next deal on.
#[test]
fn who_sits_out_is_not_there_until_back() {
    let mut play = table("tda-2024", [5_000; 3]);
    play.sit_out(2);
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), [(2, WhyDead::Absent)]);
    assert!(play.started().absent.contains(SeatNo(2)));
    play.fold_out();
    play.sit_in(2);
    dealt(&mut play, &[], false);
    assert_eq!(dead(&play), []);
}

/// TDA 35-C lets players who missed a misdeal play the next deal; TNPL G1-ii does not.
#[test]
fn who_missed_the_misdeal_plays_the_next_deal_or_not_by_the_book() {
    for (book, killed) in [("tda-2024", false), ("tnpl", true)] {
        let mut play = table(book, [5_000; 3]);
        gone(&mut play, &[3], 11_000);
        dealt(&mut play, &[], false);
        play.input(Input::VoidHand { reason: "a misdeal".to_owned() }).unwrap();
        play.input(Input::Presence { seat: SeatNo(3), connected: true }).unwrap();
        dealt(&mut play, &[], false);
        assert_eq!(!dead(&play).is_empty(), killed, "{book}");
        play.fold_out();
        dealt(&mut play, &[], false);
        assert_eq!(dead(&play), [], "{book}: one deal and no more");
    }
}

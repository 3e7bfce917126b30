//! The button and the blinds from hand to hand, the posts of newcomers and returning players, and
//! antes. In the first hand the button is in seat 0, with the blinds to its left.
use crate::common;

use cardroom_engine::{Event, Input, PostKind, TableSetup};
use cardroom_rules::{AnteKind, ButtonRule, Chips, PlayerId, SeatNo, Stakes};
use common::{Play, preflop, setup, with_rules, with_terms};

use PostKind::{Ante, BigBlind, DeadBlind, EntryBlind, SmallBlind};

fn no_limit() -> TableSetup {
    setup(Stakes::no_limit(50, 100))
}

fn moving(setup: TableSetup) -> TableSetup {
    with_rules(setup, |rules| rules.blinds.button = ButtonRule::Moving)
}

/// Folds the first hand and lets these seats leave. Returns the positions of the next two hands.
/// The seats are 0 to 4, and in the first hand the button is 0 and the blinds are 1 and 2.
fn after_leaving(setup: TableSetup, seats: u8, gone: &[u8]) -> [(u8, Option<u8>, u8); 2] {
    let mut play = preflop(setup, &vec![5_000; usize::from(seats)]);
    for seat in gone {
        play.leave(*seat);
    }
    play.fold_out();
    [(); 2].map(|()| {
        play.next_hand();
        let positions = play.positions();
        play.fold_out();
        positions
    })
}

// The button. Numbers are those of the wpt-blinds and x-headsup cases less one, because seats count
// from 0.

/// TDA 32, WPTAPL RX blinds 1: the small blind is out.
#[test]
fn the_button_goes_to_the_empty_seat_of_the_small_blind() {
    assert_eq!(after_leaving(no_limit(), 5, &[1]), [(1, Some(2), 3), (2, Some(3), 4)]);
}

/// WPTAPL RX blinds 2: the big blind is out.
#[test]
fn the_small_blind_is_dead_and_the_button_after_it() {
    assert_eq!(after_leaving(no_limit(), 5, &[2]), [(1, None, 3), (2, Some(3), 4)]);
}

/// WPTAPL RX blinds 3: both blinds are out.
#[test]
fn both_blinds_out() {
    assert_eq!(after_leaving(no_limit(), 5, &[1, 2]), [(1, None, 3), (2, Some(3), 4)]);
}

#[test]
fn a_moving_button_skips_empty_seats() {
    assert_eq!(after_leaving(moving(no_limit()), 5, &[1]), [(2, Some(3), 4), (3, Some(4), 0)]);
}

/// TDA 34-B; WPTAPL 12 and the x-headsup cases: big blind, button and small blind out.
#[test]
fn nobody_has_the_big_blind_twice_when_three_become_two() {
    for rule in [no_limit as fn() -> _, || moving(no_limit())] {
        assert_eq!(after_leaving(rule(), 3, &[2]), [(1, Some(1), 0), (0, Some(0), 1)]);
        assert_eq!(after_leaving(rule(), 3, &[0]), [(2, Some(2), 1), (1, Some(1), 2)]);
        assert_eq!(after_leaving(rule(), 3, &[1]), [(2, Some(2), 0), (0, Some(0), 2)]);
    }
}

#[test]
fn the_button_of_a_full_table_goes_round() {
    let mut play = preflop(no_limit(), &[5_000; 4]);
    for hand in 1..9_u8 {
        play.fold_out();
        play.next_hand();
        let seat = |step: u8| (hand + step) % 4;
        assert_eq!(play.positions(), (seat(0), Some(seat(1)), seat(2)));
    }
}

#[test]
fn heads_up_becomes_three_again() {
    let mut play = preflop(no_limit(), &[5_000; 2]);
    assert_eq!(play.positions(), (0, Some(0), 1));
    play.sit(2, 5_000, false);
    play.fold_out();
    play.next_hand();
    // The newcomer has the next big blind.
    assert_eq!(play.positions(), (0, Some(1), 2));
    assert_eq!(play.dealt_in(), [0, 1, 2]);
    assert_eq!(play.posts(), [(1, SmallBlind, 50), (2, BigBlind, 100)]);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (1, Some(2), 0));
}

// Short blinds.

/// WPTAPL RX-5, x-tda-rx5.
#[test]
fn who_calls_a_short_big_blind_calls_the_whole() {
    let mut play = preflop(setup(Stakes::no_limit(100, 200)), &[20_000, 20_000, 150, 20_000]);
    assert_eq!(play.posts(), [(1, SmallBlind, 100), (2, BigBlind, 150)]);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(3), 200, Some(400)));
    play.call(3);
    play.fold(0);
    play.call(1);
    assert_eq!(play.pots(), [450, 100]);
}

#[test]
fn a_short_small_blind_is_all_in() {
    let mut play = preflop(no_limit(), &[5_000, 30, 5_000]);
    assert_eq!(play.posts(), [(1, SmallBlind, 30), (2, BigBlind, 100)]);
    play.call(0);
    play.check(2);
    assert_eq!(play.pots(), [90, 140]);
}

/// A short big blind faces folds and a small blind that covers it, so no player is asked.
#[test]
fn the_small_blind_need_not_complete_against_less() {
    let mut play = preflop(no_limit(), &[5_000, 5_000, 40]);
    play.fold(0);
    assert_eq!(play.turn(), None);
    assert_eq!(play.pots(), [80], "ten chips of the small blind went back");
}

/// Sets up a short big blind, and a newcomer who posts a whole blind and folds although a check was
/// free. The small blind is alone with chips, and calls the whole blind like any other player.
fn a_posted_blind_is_given_up() -> Play {
    let mut play = preflop(no_limit(), &[5_000, 5_000, 5_000, 60]);
    play.sit(4, 5_000, false);
    play.fold_out();
    play.next_hand();
    let posts = [(2, SmallBlind, 50), (3, BigBlind, 60), (4, EntryBlind, 100)];
    assert_eq!(play.posts(), posts);
    for seat in [4, 0, 1] {
        play.fold(seat);
    }
    assert_eq!((play.turn(), play.to_call()), (Some(2), 50));
    play
}

/// R090: the chips that the short blind cannot match form a side pot.
#[test]
fn the_small_blind_completes_for_the_chips_of_the_folded() {
    let mut play = a_posted_blind_is_given_up();
    play.call(2);
    assert_eq!(play.turn(), None);
    assert_eq!(play.pots(), [180, 80]);
    play.run_out();
    let side = play.awards().into_iter().find(|(pot, _)| *pot == 1);
    assert_eq!(side, Some((1, vec![(2, 80)])));
}

/// Folded chips go back to no player. Without a call the short blind wins them all.
#[test]
fn a_short_blind_that_nobody_calls_has_the_pot() {
    let mut play = a_posted_blind_is_given_up();
    play.fold(2);
    assert_eq!(play.stack(3), 210);
}

// Antes.

fn with_ante(kind: AnteKind, ante: u64) -> TableSetup {
    setup(Stakes { ante: Chips(ante), ante_kind: kind, ..Stakes::no_limit(400, 800) })
}

/// GAPS G-23: posted before the blinds, and not part of a bet.
#[test]
fn an_ante_of_each() {
    let mut play = preflop(with_ante(AnteKind::Each, 100), &[20_000; 3]);
    let posts = [(1, Ante, 100), (2, Ante, 100), (0, Ante, 100)];
    assert_eq!(play.posts()[..3], posts);
    assert_eq!(play.posts()[3..], [(1, SmallBlind, 400), (2, BigBlind, 800)]);
    assert_eq!((play.to_call(), play.min_to()), (800, Some(1_600)));
    play.street();
    assert_eq!(play.pots(), [2_700]);
}

/// The main pot gets the short ante's amount of every ante. The rest is a side pot.
#[test]
fn a_short_ante_of_each_wins_its_part_of_every_ante() {
    let mut play = preflop(with_ante(AnteKind::Each, 100), &[60, 20_000, 20_000]);
    assert_eq!(play.posts()[2], (0, Ante, 60));
    play.call(1);
    play.check(2);
    assert_eq!(play.pots(), [180, 1_680]);
}

/// x-tda-bba-short and x-tda-bba-very-short: the blind is posted first.
#[test]
fn the_big_blind_posts_the_blind_before_the_ante() {
    let mut play = preflop(with_ante(AnteKind::BigBlind, 800), &[20_000, 20_000, 1_000, 20_000]);
    assert_eq!(play.posts(), [(1, SmallBlind, 400), (2, BigBlind, 800), (2, Ante, 200)]);
    play.call(3);
    play.fold(0);
    play.call(1);
    assert_eq!(play.pots(), [2_600]);

    let mut play = preflop(with_ante(AnteKind::BigBlind, 800), &[20_000, 20_000, 500, 20_000]);
    assert_eq!(play.posts(), [(1, SmallBlind, 400), (2, BigBlind, 500)]);
    play.call(3);
    play.fold(0);
    play.call(1);
    assert_eq!(play.pots(), [1_500, 600]);
}

#[test]
fn the_button_pays_its_ante_after_the_blinds_and_a_dead_button_none() {
    let rulebook = common::rulebook("online");
    let setup = TableSetup { rulebook, ..with_ante(AnteKind::Button, 300) };
    let mut play = preflop(setup, &[20_000; 4]);
    assert_eq!(play.posts(), [(1, SmallBlind, 400), (2, BigBlind, 800), (0, Ante, 300)]);
    play.leave(1);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (1, Some(2), 3));
    assert_eq!(play.posts(), [(2, SmallBlind, 400), (3, BigBlind, 800)]);
}

#[test]
fn a_button_that_is_all_in_with_the_ante_can_win_the_ante() {
    let rulebook = common::rulebook("online");
    let setup = TableSetup { rulebook, ..with_ante(AnteKind::Button, 300) };
    let mut play = Play::new(setup, &[200, 20_000, 20_000]);
    // From the button's left.
    play.start(common::dealt(&["KsKh", "7c2d", "AsAh"], "3c8d9hJcQd"));
    assert_eq!(play.posts(), [(1, SmallBlind, 400), (2, BigBlind, 800), (0, Ante, 200)]);
    let pots: Vec<u64> =
        play.table.in_play().unwrap().pots().iter().map(|pot| pot.amount.0).collect();
    assert_eq!(pots, [200, 1_200]);
    while let Some(seat) = play.turn() {
        if play.legal().check {
            play.check(seat)
        } else {
            play.call(seat)
        };
    }
    play.run_out();
    assert_eq!(play.stacks(), [200, 20_800, 19_200]);
}

// Newcomers.

/// Plays the first hand with four players in seats 0, 2, 4 and 6: button 0, blinds 2 and 4.
fn four_with_gaps() -> Play {
    let mut play = Play::new(no_limit(), &[]);
    for seat in [0, 2, 4, 6] {
        play.sit(seat, 5_000, false);
    }
    play.next_hand();
    assert_eq!(play.positions(), (0, Some(2), 4));
    play
}

#[test]
fn a_newcomer_posts_a_live_big_blind_and_keeps_the_option() {
    let mut play = four_with_gaps();
    play.sit(8, 5_000, false);
    assert_eq!(play.dealt_in(), [0, 2, 4, 6]);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (2, Some(4), 6));
    assert_eq!(play.posts(), [(4, SmallBlind, 50), (6, BigBlind, 100), (8, EntryBlind, 100)]);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(8), 0, Some(200)));
    play.check(8);
    play.fold(0);
    play.fold(2);
    play.call(4);
    play.check(6);
    assert_eq!(play.board_len(), 3);
    while let Some(seat) = play.turn() {
        play.check(seat);
    }
    play.next_hand();
    // The entry blind is paid once, and the next hand costs nothing extra.
    assert_eq!(play.posts(), [(6, SmallBlind, 50), (8, BigBlind, 100)]);
}

#[test]
fn where_entry_is_free_newcomers_and_returning_players_post_nothing_for_it() {
    let mut play = preflop(with_terms(no_limit(), |terms| terms.free_entry = true), &[5_000; 5]);
    let bystander = play.dealt_in()[0];
    play.sit_out(bystander);
    // Both blinds pass the seat.
    for _ in 0..4 {
        play.fold_out();
        play.next_hand();
    }
    assert!(!play.dealt_in().contains(&bystander));
    play.sit_in(bystander);
    play.sit(9, 5_000, false);
    play.fold_out();
    play.next_hand();
    assert!(play.dealt_in().contains(&bystander) && play.dealt_in().contains(&9));
    let kinds: Vec<PostKind> = play.posts().into_iter().map(|(_, kind, _)| kind).collect();
    assert_eq!(kinds, [SmallBlind, BigBlind]);
}

#[test]
fn a_newcomer_who_waits_is_dealt_in_as_the_big_blind() {
    let mut play = four_with_gaps();
    play.sit(8, 5_000, true);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.dealt_in(), [0, 2, 4, 6]);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (4, Some(6), 8));
    assert_eq!(play.dealt_in(), [0, 2, 4, 6, 8]);
    assert_eq!(play.posts(), [(6, SmallBlind, 50), (8, BigBlind, 100)]);
}

#[test]
fn a_newcomer_between_button_and_big_blind_waits_until_the_button_has_passed() {
    let mut play = four_with_gaps();
    play.sit(5, 5_000, false);
    play.sit(3, 5_000, false);
    play.fold_out();
    play.next_hand();
    // The big blind moves to seat 5, which is in position and owes nothing else. Seat 3 lies
    // between button 2 and small blind 4.
    assert_eq!(play.positions(), (2, Some(4), 5));
    assert_eq!(play.dealt_in(), [0, 2, 4, 5, 6]);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (4, Some(5), 6));
    assert_eq!(play.posts()[2..], [(3, EntryBlind, 100)]);
}

#[test]
fn a_newcomer_with_less_than_a_big_blind_is_all_in() {
    let mut play = four_with_gaps();
    play.sit(8, 70, false);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.posts()[2..], [(8, EntryBlind, 70)]);
    assert_eq!(play.turn(), Some(0));
    assert_eq!(play.to_call(), 100);
}

// Missed blinds.

/// Sits seat 0 of five out while both blinds pass, and sits it in again.
fn missed_both() -> Play {
    let mut play = preflop(no_limit(), &[5_000; 5]);
    play.sit_out(0);
    for _ in 0..4 {
        play.fold_out();
        play.next_hand();
        assert!(!play.dealt_in().contains(&0));
    }
    play
}

#[test]
fn who_missed_both_blinds_posts_the_big_live_and_the_small_dead() {
    let mut play = missed_both();
    assert_eq!(play.positions(), (4, Some(1), 2));
    play.sit_in(0);
    play.fold_out();
    // The seat waits between button 4 and the blinds.
    play.next_hand();
    assert_eq!(play.positions(), (1, Some(2), 3));
    assert_eq!(play.posts()[2..], [(0, EntryBlind, 100), (0, DeadBlind, 50)]);
    assert_eq!(play.stack(0), 4_850);
    play.fold(4);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(0), 0, Some(200)));
    play.street();
    assert_eq!(play.pots(), [450], "the dead small blind is in the pot and no part of a bet");
}

#[test]
fn who_waits_for_the_big_blind_owes_nothing_more() {
    let mut play = missed_both();
    play.prefer(0, true, true);
    play.sit_in(0);
    for _ in 0..3 {
        play.fold_out();
        play.next_hand();
        let due = play.positions().2 == 0;
        assert_eq!(play.dealt_in().contains(&0), due);
        assert_eq!(play.posts().len(), 2);
    }
    assert_eq!(play.positions(), (3, Some(4), 0));
    assert_eq!(play.stack(0), 4_900);
}

#[test]
fn who_sits_out_for_one_hand_without_missing_a_blind_owes_nothing() {
    let mut play = preflop(no_limit(), &[5_000; 5]);
    play.sit_out(1);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (1, Some(2), 3), "the button is dead where nobody is dealt in");
    play.sit_in(1);
    play.fold_out();
    play.next_hand();
    assert!(play.dealt_in().contains(&1));
    assert_eq!(play.posts().len(), 2);
}

#[test]
fn who_misses_only_the_small_blind_posts_it_dead() {
    let mut play = preflop(no_limit(), &[5_000; 5]);
    play.sit_out(2);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (1, None, 3));
    let missed =
        |event: &Event| matches!(event, Event::BlindMissed { seat: SeatNo(2), big: false });
    assert!(play.log.iter().any(missed));
    play.sit_in(2);
    play.fold_out();
    play.next_hand();
    // The button is in seat 2 itself, which is dealt in.
    assert_eq!(play.positions(), (2, Some(3), 4));
    assert_eq!(play.posts()[2..], [(2, DeadBlind, 50)]);
}

/// A player cannot get rid of a blind by leaving and returning.
#[test]
fn who_leaves_before_the_big_blind_and_returns_owes_one() {
    let mut play = preflop(no_limit(), &[5_000; 5]);
    play.leave(3);
    play.fold_out();
    play.sit(3, 5_000, false);
    play.next_hand();
    assert_eq!(play.positions(), (1, Some(2), 3));
    play.leave(4);
    play.fold_out();
    play.next_hand();
    play.fold_out();
    let player = PlayerId(104);
    let (seat, buy_in, owed) = (SeatNo(4), Chips(5_000), Chips(0));
    play.input(Input::Sit { seat, player, buy_in, owed, wait_for_big_blind: false }).unwrap();
    play.next_hand();
    assert_eq!(play.positions(), (3, Some(0), 1));
    assert!(!play.dealt_in().contains(&4), "between button and big blind");
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (0, Some(1), 2));
    assert_eq!(play.posts()[2..], [(4, EntryBlind, 100)]);
}

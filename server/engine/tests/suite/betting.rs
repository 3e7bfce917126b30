//! Legal bets: minimum and maximum, short all-ins, reopening, limit and pot-limit. The numbers come
//! from the rulebooks' own examples, which each test names.
use crate::common;

use cardroom_engine::{Action, RefusalKind, TableSetup};
use cardroom_rules::rulebook::SmallestWagerUnit;
use cardroom_rules::{AnteKind, Betting, Chips, MinRaise, ShortAllInBase, Stakes};
use common::{Play, deck, flop, preflop, setup, with_rules};

fn no_limit(small: u64, big: u64) -> TableSetup {
    setup(Stakes::no_limit(small, big))
}

fn in_limits(betting: Betting, small: u64, big: u64) -> TableSetup {
    setup(Stakes { betting, ..Stakes::no_limit(small, big) })
}

/// WPTAPL: a raise over a short all-in completes it, and the minimum bet after the flop
/// is two big blinds.
fn completing(setup: TableSetup) -> TableSetup {
    with_rules(setup, |rules| {
        rules.betting.short_all_in_base = ShortAllInBase::Complete;
        rules.betting.min_open_postflop_bb = 2;
    })
}

/// TFPL 3d-3: a raise is at least twice the bet.
fn doubling(setup: TableSetup) -> TableSetup {
    with_rules(setup, |rules| rules.betting.min_raise = MinRaise::DoubleBet)
}

// The minimum raise.

/// TDA IA-43 example 1.
#[test]
fn the_least_raise_is_the_last_raise_not_the_total() {
    let mut play = flop(no_limit(100, 200), &[20_000; 4]);
    play.bet(1, 600);
    play.raise(2, 1_600);
    play.raise(3, 3_600);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(0), 3_600, Some(5_600)));
    let refused = play.refused(0, Action::RaiseTo(Chips(5_500)));
    assert_eq!(refused, RefusalKind::BelowMinimum { min_to: Chips(5_600) });
    play.raise(0, 5_600);
}

/// TDA IA-43 example 2.
#[test]
fn a_raise_over_a_short_all_in_adds_a_full_raise_to_it() {
    let mut play = preflop(no_limit(50, 100), &[5_000, 5_000, 5_000, 150]);
    play.raise(3, 150);
    assert_eq!((play.to_call(), play.min_to()), (150, Some(250)));
}

/// TDA IA-43 examples 4-A and 4-B.
#[test]
fn a_ladder_of_raises_and_a_single_raise_to_the_same_total() {
    let mut play = preflop(no_limit(25, 50), &[5_000; 6]);
    play.raise(3, 125);
    assert_eq!(play.min_to(), Some(200));
    play.raise(4, 200);
    play.raise(5, 500);
    assert_eq!(play.min_to(), Some(800));

    let mut play = preflop(no_limit(25, 50), &[5_000; 6]);
    play.raise(3, 500);
    play.call(4);
    play.call(5);
    assert_eq!((play.to_call(), play.min_to()), (500, Some(950)));
}

/// WPTAPL RX-1 to RX-3.
#[test]
fn first_and_second_raise() {
    for (small, big, first, second) in [(50, 100, 200, 300), (200, 400, 800, 1_200)] {
        let mut play = preflop(no_limit(small, big), &[20_000; 5]);
        assert_eq!(play.min_to(), Some(first));
        play.refused(3, Action::RaiseTo(Chips(first - 1)));
        play.raise(3, first);
        assert_eq!(play.min_to(), Some(second));
    }
    let mut play = preflop(no_limit(100, 200), &[20_000; 5]);
    play.raise(3, 600);
    assert_eq!(play.min_to(), Some(1_000));
}

/// WPTAPL RX-4, and the same under TDA.
#[test]
fn a_short_all_in_is_completed_or_built_upon() {
    for (rules, least) in [(completing as fn(_) -> _, 500), (|setup| setup, 550)] {
        let mut play = flop(rules(no_limit(25, 50)), &[20_000, 20_000, 20_000, 350]);
        play.bet(1, 100);
        play.raise(2, 300);
        play.raise(3, 350);
        assert_eq!((play.to_call(), play.min_to()), (350, Some(least)));
        play.raise(0, least);
        play.fold(1);
        play.fold(2);
        // The part above 350 was not called.
        let returned = play.this_hand().iter().find_map(|event| match event {
            cardroom_engine::Event::UncalledReturned { seat, amount } => Some((seat.0, amount.0)),
            _ => None,
        });
        assert_eq!(returned, Some((0, least - 350)));
    }
}

/// TFPL 3d-3, x-tfpl-ia43-ex1, x-tfpl-short-allin, x-tfpl-bb-option.
#[test]
fn the_doubling_rule() {
    let mut play = preflop(doubling(no_limit(200, 400)), &[50_000; 5]);
    assert_eq!(play.min_to(), Some(800));
    play.raise(3, 1_600);
    let refused = play.refused(4, Action::RaiseTo(Chips(3_000)));
    assert_eq!(refused, RefusalKind::BelowMinimum { min_to: Chips(3_200) });
    play.raise(4, 3_200);
    assert_eq!(play.min_to(), Some(6_400));

    let mut play = flop(doubling(no_limit(100, 200)), &[20_000; 4]);
    assert_eq!(play.min_to(), Some(200));
    for (seat, to, next) in [(1, 600, 1_200), (2, 1_600, 3_200), (3, 3_600, 7_200)] {
        if seat == 1 {
            play.bet(seat, to)
        } else {
            play.raise(seat, to)
        };
        assert_eq!(play.min_to(), Some(next));
    }

    let mut play = preflop(doubling(no_limit(200, 400)), &[50_000, 50_000, 50_000, 50_000, 1_000]);
    play.raise(3, 800);
    play.raise(4, 1_000);
    assert_eq!((play.to_call(), play.min_to()), (1_000, Some(2_000)));

    let mut play = preflop(doubling(no_limit(100, 200)), &[250, 20_000, 20_000]);
    play.raise(0, 250);
    play.call(1);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(2), 50, Some(500)));
}

// Reopening.

/// TDA IA-47 examples 1, 1-A and 1-B.
#[test]
fn short_all_ins_add_up_to_a_full_raise_for_whom_they_do() {
    let opened = || {
        let mut play = flop(no_limit(50, 100), &[5_000, 5_000, 125, 5_000, 200]);
        play.bet(1, 100);
        play.raise(2, 125);
        play.call(3);
        play.raise(4, 200);
        play.call(0);
        assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(1), 100, Some(300)));
        play
    };
    let mut play = opened();
    play.call(1);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(3), 75, None));
    assert_eq!(play.refused(3, Action::RaiseTo(Chips(400))), RefusalKind::NotReopened);

    let mut play = opened();
    play.raise(1, 300);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(3), 175, Some(400)));
}

/// TDA IA-47 example 2.
#[test]
fn the_least_raise_stays_the_last_full_one() {
    let mut play = flop(no_limit(50, 100), &[5_000, 5_000, 500, 650, 800, 5_000]);
    play.bet(1, 300);
    play.raise(2, 500);
    play.raise(3, 650);
    play.raise(4, 800);
    play.call(5);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(0), 800, Some(1_100)));
    play.call(0);
    // The opener faces 500, which is more than a full raise of 300.
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(1), 500, Some(1_100)));
    play.call(1);
    assert_eq!(play.board_len(), 4, "whoever matched everything is not asked again");
}

/// TDA IA-47 examples 3-A and 3-B.
#[test]
fn posting_is_not_acting() {
    let opened = || {
        let mut play =
            preflop(no_limit(2_000, 4_000), &[100_000, 100_000, 100_000, 100_000, 100_000, 7_500]);
        play.call(3);
        play.fold(4);
        play.raise(5, 7_500);
        play.fold(0);
        play.fold(1);
        assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(2), 3_500, Some(11_500)));
        play
    };
    let mut play = opened();
    play.call(2);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(3), 3_500, None));

    let mut play = opened();
    play.raise(2, 11_500);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(3), 7_500, Some(15_500)));
}

/// GAPS G-21.
#[test]
fn a_short_all_in_as_the_first_bet() {
    for (rules, least) in [(completing as fn(_) -> _, 200), (|setup| setup, 150)] {
        let mut play = flop(rules(no_limit(50, 100)), &[5_000, 5_000, 50, 5_000]);
        play.check(1);
        play.bet(2, 50);
        assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(3), 50, Some(least)));
        play.call(3);
        play.call(0);
        assert_eq!((play.turn(), play.to_call(), play.range()), (Some(1), 50, None));
    }
}

/// GAPS G-21.
#[test]
fn a_big_blind_all_in_with_the_ante_is_called_as_a_whole_one() {
    let stakes = Stakes { ante: Chips(10), ante_kind: AnteKind::Each, ..Stakes::no_limit(50, 100) };
    let mut play = preflop(setup(stakes), &[5_000, 5_000, 10, 5_000]);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(3), 100, Some(200)));
    play.call(3);
    play.fold(0);
    assert_eq!((play.turn(), play.to_call()), (Some(1), 50));
    play.call(1);
    assert_eq!(play.pots(), [40, 200]);
}

/// TDA 43-A; IA-47 example 1 has 100 as the minimum bet at 50-100.
#[test]
fn the_least_bet_is_a_big_blind() {
    let mut play = flop(no_limit(100, 200), &[20_000; 2]);
    let refused = play.refused(1, Action::Bet(Chips(100)));
    assert_eq!(refused, RefusalKind::BelowMinimum { min_to: Chips(200) });
    play.bet(1, 200);
    assert_eq!(play.min_to(), Some(400));
    let play = flop(completing(no_limit(100, 200)), &[20_000; 2]);
    assert_eq!(play.min_to(), Some(400), "WPTAPL 19");
}

#[test]
fn who_can_only_call_short_may_not_raise() {
    let mut play = preflop(no_limit(50, 100), &[80, 5_000, 5_000, 5_000]);
    play.fold(3);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(0), 80, None));
    play.call(0);
    assert_eq!(play.stack(0), 0);
}

#[test]
fn nobody_raises_players_who_are_all_in() {
    let mut play = preflop(no_limit(50, 100), &[5_000, 300, 200]);
    play.raise(0, 1_000);
    // Seat 2 has 100 behind, so seat 1 could still raise, but has no more chips.
    assert_eq!((play.to_call(), play.range()), (250, None));
    play.call(1);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(2), 100, None));
    let mut play = preflop(no_limit(50, 100), &[5_000, 5_000, 200]);
    play.fold(0);
    play.call(1);
    play.raise(2, 200);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(1), 100, None));
}

/// The big blind never has to match blinds that no player can put in.
#[test]
fn a_bet_to_match_is_what_others_have() {
    let mut play = preflop(no_limit(300, 600), &[480, 5_000, 360]);
    play.call(0);
    assert_eq!((play.turn(), play.to_call()), (Some(1), 180), "480 matches everybody");
}

// Fixed limit.

fn limit_turn(stacks: &[u64]) -> Play {
    let mut play = flop(in_limits(Betting::FixedLimit, 50, 100), stacks);
    play.street();
    play
}

#[test]
fn limit_bets_are_small_then_big_and_of_one_size() {
    let mut play = preflop(in_limits(Betting::FixedLimit, 50, 100), &[5_000; 3]);
    assert_eq!(play.range(), Some((200, 200)));
    let refused = play.refused(0, Action::RaiseTo(Chips(300)));
    assert_eq!(refused, RefusalKind::AboveMaximum { max_to: Chips(200) });
    play.street();
    assert_eq!(play.range(), Some((100, 100)));
    play.street();
    assert_eq!(play.range(), Some((200, 200)));
    play.bet(1, 200);
    assert_eq!(play.range(), Some((400, 400)));
}

/// TDA 47-B, GAPS G-22: x-tda-limit-reopen-half, and one chip less.
#[test]
fn in_limit_half_a_bet_re_opens_and_counts_as_a_bet() {
    let mut play = limit_turn(&[5_000, 5_000, 300]);
    play.bet(1, 200);
    play.raise(2, 300);
    assert_eq!(play.range(), Some((500, 500)), "half a bet counts as a full one");
    play.call(0);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(1), 100, Some((500, 500))));

    let mut play = limit_turn(&[5_000, 5_000, 299]);
    play.bet(1, 200);
    play.raise(2, 299);
    assert_eq!(play.range(), Some((400, 400)), "less is completed");
    play.call(0);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(1), 99, None));
}

/// TDA 48, GAPS G-70.
#[test]
fn a_bet_and_three_raises_except_heads_up() {
    let raises = |play: &mut Play, first: u8, second: u8| {
        play.bet(first, 200);
        play.raise(second, 400);
        play.raise(first, 600);
        play.raise(second, 800);
    };
    let mut play = limit_turn(&[9_000; 3]);
    play.check(1);
    play.check(2);
    play.bet(0, 200);
    play.fold(1);
    play.raise(2, 400);
    play.raise(0, 600);
    play.raise(2, 800);
    assert_eq!((play.to_call(), play.range()), (200, None));
    assert_eq!(play.refused(0, Action::RaiseTo(Chips(1_000))), RefusalKind::RaiseCapped);

    let mut play = limit_turn(&[9_000; 2]);
    raises(&mut play, 1, 0);
    assert_eq!(play.range(), Some((1_000, 1_000)), "no cap with two players at the table");

    let mut play = preflop(in_limits(Betting::FixedLimit, 50, 100), &[9_000; 3]);
    play.raise(0, 200);
    play.raise(1, 300);
    play.raise(2, 400);
    assert_eq!(play.range(), None, "the big blind is the first bet");
}

/// GAPS G-70.
#[test]
fn a_short_all_in_is_no_raise_for_the_cap() {
    let mut play = limit_turn(&[9_000, 9_000, 250, 9_000]);
    play.bet(1, 200);
    play.raise(2, 250);
    play.raise(3, 400);
    play.raise(0, 600);
    play.raise(1, 800);
    assert_eq!(play.range(), None);
}

// Pot limit.

/// TDA 54-B example 2.
#[test]
fn a_short_big_blind_counts_as_whole_for_the_pot() {
    let play = preflop(in_limits(Betting::PotLimit, 100, 200), &[20_000, 20_000, 100, 20_000]);
    assert_eq!((play.to_call(), play.range()), (200, Some((400, 700))));
}

/// TDA 54-B example 1, x-plo-repot-preflop.
#[test]
fn a_dead_small_blind_counts_as_posted_for_the_pot() {
    let mut play = preflop(in_limits(Betting::PotLimit, 100, 200), &[20_000; 5]);
    play.leave(2);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (1, None, 3));
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(4), 200, Some((400, 700))));
    play.raise(4, 700);
    assert_eq!((play.to_call(), play.range()), (700, Some((1_200, 2_400))));
}

#[test]
fn after_the_flop_the_pot_is_what_it_is() {
    let mut play = flop(in_limits(Betting::PotLimit, 150, 300), &[20_000; 3]);
    assert_eq!(play.range(), Some((300, 900)));
    play.bet(1, 600);
    assert_eq!(play.range(), Some((1_200, 2_700)));
    let refused = play.refused(2, Action::RaiseTo(Chips(2_701)));
    assert_eq!(refused, RefusalKind::AboveMaximum { max_to: Chips(2_700) });
    play.raise(2, 2_700);
    assert_eq!((play.to_call(), play.range()), (2_700, Some((4_800, 9_600))));
}

#[test]
fn a_pot_bet_ends_at_the_stack() {
    let mut play = flop(in_limits(Betting::PotLimit, 100, 200), &[20_000, 450, 20_000]);
    assert_eq!(play.range(), Some((200, 450)));
    assert_eq!(play.legal().wager.unwrap().pot_to, Chips(450));
    play.bet(1, 450);
    assert_eq!(play.range(), Some((900, 1_950)), "600 + 450 + 450 on top of 450");
}

// Amounts and words.

/// GAPS G-20.
#[test]
fn amounts_are_units_except_all_in_and_the_least() {
    let setup = setup(Stakes { unit: Chips(25), ..Stakes::no_limit(25, 50) });
    let mut play = preflop(setup, &[1_010, 5_000, 5_000, 5_000, 60]);
    let refused = play.refused(3, Action::RaiseTo(Chips(110)));
    assert_eq!(refused, RefusalKind::NotAUnit { unit: Chips(25) });
    play.call(3);
    play.raise(4, 60);
    assert_eq!(play.range(), Some((110, 1_010)));
    play.refused(0, Action::RaiseTo(Chips(120)));
    play.raise(0, 1_010);
}

/// TFPL 5c-10, Spotlight 5c-9: the house may ask for the chip of the big blind.
#[test]
fn where_the_chip_of_the_big_blind_is_asked_for_smaller_ones_do_not_play() {
    let stakes = Stakes { unit: Chips(25), ..Stakes::no_limit(25, 50) };
    let stacks = [1_010, 5_000, 5_000, 5_000, 5_000];
    for (unit, chip) in [(SmallestWagerUnit::UnitInPlay, 25), (SmallestWagerUnit::BigBlindChip, 50)]
    {
        let setup = with_rules(setup(stakes), |rules| rules.betting.smallest_wager_unit = unit);
        let mut play = preflop(setup.clone(), &stacks);
        let odd = play.try_act(3, Action::RaiseTo(Chips(125)));
        assert_eq!(odd.is_ok(), chip == 25, "{unit:?}");
        if chip == 50 {
            let refusal = odd.unwrap_err();
            assert_eq!(refusal.kind, RefusalKind::NotAUnit { unit: Chips(50) });
            play.raise(3, 150);
        }
        // All-in is always allowed.
        play.fold(4);
        play.raise(0, 1_010);
        // Nor does a pot bet contain smaller chips.
        let mut pot_limit = setup;
        let stakes = Stakes { betting: Betting::PotLimit, ..stakes };
        pot_limit.plays = common::setup(stakes).plays;
        let play = preflop(pot_limit, &stacks);
        // Two blinds and the call make 125. With the call on top, that is 175.
        assert_eq!(play.range(), Some((100, if chip == 50 { 150 } else { 175 })), "{unit:?}");
    }
}

#[test]
fn each_word_has_its_place() {
    let mut play = preflop(no_limit(50, 100), &[5_000; 3]);
    assert_eq!(play.refused(1, Action::Fold), RefusalKind::NotYourTurn);
    assert_eq!(play.refused(0, Action::Bet(Chips(300))), RefusalKind::CannotBet);
    let refused = play.refused(0, Action::Check);
    assert_eq!(refused, RefusalKind::CannotCheck { to_call: Chips(100) });
    let refused = play.refused(0, Action::RaiseTo(Chips(5_001)));
    assert_eq!(refused, RefusalKind::AboveMaximum { max_to: Chips(5_000) });
    play.call(0);
    play.call(1);
    assert_eq!(play.refused(2, Action::Call), RefusalKind::NothingToCall);
    play.check(2);
    assert_eq!(play.refused(1, Action::RaiseTo(Chips(300))), RefusalKind::NothingToRaise);
    assert_eq!(play.refused(1, Action::Call), RefusalKind::NothingToCall);
    // A fold is final even where a check is free (TDA 58, GAPS G-18).
    play.fold(1);
}

#[test]
fn absurd_amounts_are_refused_and_nothing_breaks() {
    for betting in [Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit] {
        for on_flop in [false, true] {
            let setup = in_limits(betting, 50, 100);
            let mut play = if on_flop { flop(setup, &[900; 3]) } else { preflop(setup, &[900; 3]) };
            let seat = play.turn().unwrap();
            for amount in [0, 1, u64::MAX, u64::MAX - 1, u64::MAX / 2, 1 << 53] {
                play.refused(seat, Action::Bet(Chips(amount)));
                play.refused(seat, Action::RaiseTo(Chips(amount)));
            }
        }
    }
}

// Turns.

#[test]
fn the_big_blind_has_an_option_and_heads_up_the_button_acts_first_before_the_flop_only() {
    let mut play = preflop(no_limit(50, 100), &[5_000; 3]);
    play.call(0);
    play.call(1);
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(2), 0, Some(200)));
    play.raise(2, 300);
    assert_eq!((play.turn(), play.min_to()), (Some(0), Some(500)));

    let mut play = preflop(no_limit(50, 100), &[5_000; 2]);
    assert_eq!((play.turn(), play.to_call()), (Some(0), 50));
    play.call(0);
    assert_eq!(play.turn(), Some(1));
    play.check(1);
    assert_eq!(play.turn(), Some(1));
    play.check(1);
    assert_eq!(play.turn(), Some(0));
}

#[test]
fn an_answer_to_an_old_turn_is_refused() {
    let mut play = preflop(no_limit(50, 100), &[5_000; 2]);
    let (seat, old, _) = play.table.turn().unwrap();
    play.call(0);
    play.check(1);
    play.check(1);
    assert_eq!(play.turn(), Some(seat.0));
    let input = cardroom_engine::Input::Act { seat, turn: old, action: Action::Check };
    let refusal = play.input(input).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::StaleTurn);
    let (_, legal) = play.table.decision(cardroom_engine::Viewer::Seat(seat)).unwrap();
    assert_eq!(refusal.legal, Some(legal), "it is this player's turn all the same");
}

#[test]
fn an_all_in_of_everybody_ends_the_betting_at_once() {
    let mut play = Play::new(no_limit(50, 100), &[1_000; 3]);
    play.start(deck(""));
    play.raise(0, 1_000);
    play.call(1);
    play.call(2);
    assert_eq!(play.turn(), None);
    play.run_out();
    assert_eq!(play.stacks().iter().sum::<u64>(), 3_000);
}

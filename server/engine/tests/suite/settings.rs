//! Settings with the same value in all shipped rulebooks: another value changes the game. Rule
//! cases cover the settings that differ.
use crate::common;

use cardroom_engine::{Action, Event, RefusalKind, TableSetup};
use cardroom_rules::{Betting, Chips, Millis, Rulebook, Stakes};
use common::{Play, dealt, flop, preflop, setup, with_rules};

fn no_limit(change: impl FnOnce(&mut Rulebook)) -> TableSetup {
    with_rules(setup(Stakes::no_limit(100, 200)), change)
}

#[test]
fn who_checked_may_not_raise_where_a_book_bars_it() {
    for allowed in [true, false] {
        let mut play = flop(no_limit(|rules| rules.betting.check_raise = allowed), &[5_000; 4]);
        play.check(1);
        play.bet(2, 400);
        assert!(play.legal().wager.is_some(), "who has not acted may raise");
        play.call(3);
        play.fold(0);
        assert_eq!((play.turn(), play.range().is_some()), (Some(1), allowed));
        let raised = play.try_act(1, Action::RaiseTo(Chips(1_200)));
        match raised {
            Ok(_) => assert!(allowed),
            Err(refusal) => {
                assert_eq!((refusal.kind, allowed), (RefusalKind::RaiseNotAllowed, false));
                play.call(1);
            }
        }
    }
}

#[test]
fn the_least_opening_raise_before_the_flop_is_so_many_big_blinds() {
    for (blinds, least) in [(1, 400), (2, 600)] {
        let play =
            preflop(no_limit(|rules| rules.betting.min_open_preflop_bb = blinds), &[5_000; 4]);
        assert_eq!(play.min_to(), Some(least), "{blinds}");
    }
}

#[test]
fn fixed_limit_betting_is_open_again_from_a_part_of_the_bet_on() {
    for (percent, open) in [(50, true), (75, false)] {
        let stakes = Stakes { betting: Betting::FixedLimit, ..Stakes::no_limit(50, 100) };
        let limit = with_rules(setup(stakes), |rules| rules.betting.reopen_limit_percent = percent);
        let mut play = flop(limit, &[5_000, 5_000, 160, 5_000]);
        play.bet(1, 100);
        // All-in for 60 more than the bet.
        play.raise(2, 160);
        play.call(3);
        play.fold(0);
        assert_eq!((play.turn(), play.range().is_some()), (Some(1), open), "{percent} percent");
    }
}

/// Returns the time left for a player to show.
fn time_to_show(play: &Play) -> Option<Millis> {
    play.log.iter().rev().find_map(|event| match event {
        Event::ShowOffered { until, .. } => Some(until.since(play.now)),
        _ => None,
    })
}

#[test]
fn a_beaten_hand_may_be_shown_and_one_that_was_not_called_for_as_long_as_the_book_says() {
    for ms in [1_000, 7_000] {
        let setup = no_limit(|rules| {
            rules.showdown.times.show_ms = Millis(ms);
            rules.showdown.times.uncontested_show_ms = Millis(ms + 500);
        });
        let mut play = Play::new(setup.clone(), &[5_000; 3]);
        for seat in 0..3 {
            play.prefer(seat, false, false);
        }
        // From the button's left: seats 1, 2 and 0.
        play.start(dealt(&["AsAh", "KsKh", "7c2d"], "3c8d9hJcQd"));
        while play.turn().is_some() {
            play.street();
        }
        assert_eq!(time_to_show(&play), Some(Millis(ms)), "the kings are beaten");

        let own_show = TableSetup { hybrid: true, auto_show: false, ..setup };
        let mut play = Play::new(own_show, &[5_000; 3]);
        play.start(common::deck(""));
        while let Some(seat) = play.turn() {
            play.fold(seat);
        }
        assert_eq!(time_to_show(&play), Some(Millis(ms + 500)));
    }
}

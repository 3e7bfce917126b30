//! Side pots, odd chips, uncalled bets, run-outs, showing and mucking, and the rake. The button is
//! in seat 0, with the blinds to its left.
use crate::common;

use cardroom_cards::Card;
use cardroom_engine::{Event, Input, Picks, RefusalKind, TableSetup, Viewer};
use cardroom_rules::{Chips, Rake, SeatNo, Stakes};
use common::{Play, dealt, flop, preflop, setup, with_rules, with_terms};

fn no_limit(small: u64, big: u64) -> TableSetup {
    setup(Stakes::no_limit(small, big))
}

/// Starts a hand with known cards. Hole cards are listed from the button's left.
fn with_cards(setup: TableSetup, stacks: &[u64], hole: &[&str], board: &str) -> Play {
    let mut play = Play::new(setup, stacks);
    play.start(dealt(hole, board));
    play
}

fn show_or_muck(play: &mut Play, seat: u8, show: bool) -> Vec<Event> {
    play.input(Input::ShowOrMuck { seat: SeatNo(seat), show }).unwrap()
}

fn returned(play: &Play) -> Vec<(u8, u64)> {
    let returned = play.this_hand().iter().filter_map(|event| match event {
        Event::UncalledReturned { seat, amount } => Some((seat.0, amount.0)),
        _ => None,
    });
    returned.collect()
}

/// Returns the seat that may show or muck.
fn offered(events: &[Event]) -> Option<u8> {
    events.iter().find_map(|event| match event {
        Event::ShowOffered { seat, .. } => Some(seat.0),
        _ => None,
    })
}

// Pots.

#[test]
fn three_all_ins_and_a_folded_contributor() {
    let mut play = flop(no_limit(40, 80), &[9_000, 2_000, 500, 1_200, 9_000]);
    play.bet(1, 300);
    play.raise(2, 500);
    play.raise(3, 1_200);
    play.call(4);
    play.call(0);
    play.fold(1);
    assert_eq!(play.pots(), [2_700, 2_100], "400 + 300 + 4 x 500, and 3 x 700");
}

/// Three pots with three different winners. Side pots are awarded first (TDA 21).
#[test]
fn each_pot_goes_to_its_own_winner() {
    let hole = ["KcKd", "QcQd", "JcJd", "AcAd"];
    let stacks = [100, 300, 600, 1_000];
    let mut play = with_cards(no_limit(5, 10), &stacks, &hole, "2h3h4s9s8d");
    play.raise(3, 1_000);
    play.call(0);
    play.call(1);
    play.call(2);
    play.run_out();
    assert_eq!(returned(&play), [(3, 400)]);
    assert_eq!(play.pots(), [400, 600, 600]);
    assert_eq!(play.awards(), [(2, vec![(2, 600)]), (1, vec![(1, 600)]), (0, vec![(0, 400)])]);
    assert_eq!(play.stacks(), [400, 600, 600, 400]);
}

/// x-tda-side-odd: 1,025 and 525 with chips of 25.
#[test]
fn each_pot_is_split_by_itself_and_each_has_its_odd_chip() {
    let setup = setup(Stakes { unit: Chips(25), ..Stakes::no_limit(25, 50) });
    // Seats 1 and 2 tie, seat 3 is all-in for less, and the fold of seat 0 makes the pots odd.
    let stacks = [1_000, 600, 600, 325];
    let mut play = with_cards(setup, &stacks, &["AcKd", "AdKc", "2c2d", "7c8d"], "AhKhQs9s4d");
    play.raise(3, 325);
    play.call(0);
    play.raise(1, 600);
    play.call(2);
    play.fold(0);
    play.run_out();
    assert_eq!(play.pots(), [1_300, 550]);
    // 52 units: 26 each; 22 units: 11 each.
    assert_eq!(play.awards(), [(1, vec![(1, 275), (2, 275)]), (0, vec![(1, 650), (2, 650)])]);
}

/// TDA 20-A: the first winner left of the button.
#[test]
fn the_odd_chip_goes_left_of_the_button() {
    let setup = setup(Stakes { unit: Chips(25), ..Stakes::no_limit(25, 75) });
    let mut play =
        with_cards(setup, &[1_000, 1_000, 1_000], &["7c8d", "AdKc", "AcKd"], "AhKhQs9s4d");
    play.call(0);
    play.fold(1);
    play.check(2);
    play.street();
    play.street();
    play.street();
    assert_eq!(play.pots(), [175]);
    assert_eq!(play.awards(), [(0, vec![(2, 100), (0, 75)])]);
}

#[test]
fn an_uncalled_bet_goes_back_and_is_no_part_of_a_pot() {
    let mut play = flop(no_limit(50, 100), &[5_000; 3]);
    play.bet(1, 1_000);
    play.fold(2);
    play.fold(0);
    assert_eq!(returned(&play), [(1, 1_000)]);
    assert_eq!(play.awards(), [(0, vec![(1, 300)])]);
    assert_eq!(play.table.hand_in_progress(), None);
}

#[test]
fn a_blind_nobody_called_goes_back_above_the_small_one() {
    let mut play = preflop(no_limit(50, 100), &[5_000; 3]);
    play.fold(0);
    play.fold(1);
    assert_eq!(returned(&play), [(2, 50)]);
    assert_eq!(play.stacks(), [5_000, 4_950, 5_050]);
}

#[test]
fn a_big_blind_without_a_small_one_has_nothing_to_win() {
    let mut play = preflop(no_limit(0, 100), &[5_000; 2]);
    play.fold(0);
    assert_eq!(play.stacks(), [5_000, 5_000]);
    assert_eq!(play.awards(), []);
}

// All-in (TDA 16).

fn tabled_in(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Tabled { .. })).count()
}

/// TDA IA-16 example 1.
#[test]
fn an_all_in_and_a_call_on_the_turn_table_both_hands_before_the_river() {
    let mut play = flop(no_limit(500, 1_000), &[5_000, 3_000]);
    play.street();
    assert_eq!(tabled_in(&play.bet(1, 3_000)), 0);
    assert_eq!(tabled_in(&play.call(0)), 2);
    assert_eq!((play.pots(), play.board_len()), (vec![8_000], 4));
}

/// TDA IA-16 example 2.
#[test]
fn nothing_is_tabled_while_two_players_can_bet() {
    let mut play = preflop(no_limit(50, 100), &[1_000, 3_000, 5_000]);
    play.raise(0, 1_000);
    play.call(1);
    play.call(2);
    play.street();
    assert!(play.tabled().is_empty());
    play.bet(1, 2_000);
    assert_eq!(tabled_in(&play.call(2)), 3);
    assert_eq!((play.pots(), play.board_len()), (vec![3_000, 4_000], 4));
    play.run_out();
    let order: Vec<u8> = play.awards().iter().map(|award| award.0).collect();
    assert_eq!(order, [1, 0]);
}

/// TDA IA-16 example 3: no player may muck once a player is all-in and the betting is over.
#[test]
fn all_hands_are_tabled_when_a_side_pot_is_checked_down() {
    // Seat 0, all-in, is beaten and shows last.
    let hole = ["7c8d", "AdKc", "QcQd"];
    let setup = no_limit(50, 100);
    let mut play = with_cards(setup, &[700, 6_000, 7_000], &hole, "AhKh2s9s4d");
    play.raise(0, 700);
    play.call(1);
    play.call(2);
    play.street();
    play.bet(1, 1_000);
    play.call(2);
    assert!(play.tabled().is_empty());
    play.check(1);
    play.check(2);
    assert_eq!(play.tabled(), [1, 2, 0]);
    assert!(play.mucked().is_empty());
    assert_eq!(play.pots(), [2_100, 2_000]);
    assert_eq!(play.awards().iter().map(|award| award.0).collect::<Vec<_>>(), [1, 0]);
}

/// GAPS G-49: no card is known before its street is dealt.
#[test]
fn a_run_out_comes_street_by_street() {
    let hole = ["KcKd", "AcAd", "7c8d"];
    let mut play = with_cards(no_limit(50, 100), &[1_000; 3], &hole, "2h3h4s9s8h");
    play.raise(0, 1_000);
    play.call(1);
    let events = play.call(2);
    assert_eq!(tabled_in(&events), 3);
    let mut seen = play.log.iter().map(|event| format!("{event:?}")).collect::<String>();
    let future: [&[Card]; 3] = [
        &cardroom_cards::parse_cards("2h3h4s").unwrap(),
        &cardroom_cards::parse_cards("9s").unwrap(),
        &cardroom_cards::parse_cards("8h").unwrap(),
    ];
    for (street, cards) in future.iter().enumerate() {
        let rest: Vec<Card> = future[street..].concat();
        let views = [Viewer::Public, Viewer::Seat(SeatNo(0)), Viewer::Seat(SeatNo(1))];
        for view in views.map(|viewer| format!("{:?}", play.table.view(viewer))) {
            assert!(!rest.iter().any(|card| view.contains(&format!("{card:?}"))), "{view}");
        }
        assert!(!rest.iter().any(|card| seen.contains(&format!("{card:?}"))), "{seen}");
        let deadline = play.table.deadline().unwrap();
        assert_eq!(deadline, play.now + play.table.setup().ring.run_out_ms);
        assert!(play.input(Input::Tick).unwrap().is_empty(), "not before its time");
        let events = play.tick();
        seen += &events.iter().map(|event| format!("{event:?}")).collect::<String>();
        let dealt = events.iter().find_map(|event| match event {
            Event::BoardDealt { cards, .. } => Some(cards.to_vec()),
            _ => None,
        });
        assert_eq!(dealt.unwrap(), *cards);
    }
    assert_eq!(play.table.hand_in_progress(), None);
    assert_eq!(play.stacks(), [0, 0, 3_000]);
}

#[test]
fn hands_stay_down_until_the_showdown_where_the_book_says_so() {
    let setup = with_rules(no_limit(50, 100), |rules| rules.showdown.face_up_all_in = false);
    let hole = ["KcKd", "AcAd", "7c8d"];
    let mut play = with_cards(setup, &[1_000; 3], &hole, "2h3h4s9s8h");
    play.raise(0, 1_000);
    play.call(1);
    play.call(2);
    assert!(play.tabled().is_empty());
    play.run_out();
    // Without a bet on the river, the first to show is left of the button. The button is beaten and
    // mucks.
    assert_eq!((play.tabled(), play.mucked()), (vec![1, 2], vec![0]));
}

// Showdown order (TDA 17-A), mucking (GAPS G-47).

/// Plays to the river with all players in: seat 1 has a pair of kings, seat 2 a pair of
/// aces, seat 0 nothing.
fn river(auto_muck: bool) -> Play {
    let hole = ["KcQd", "AcQh", "7c8d"];
    let mut play = with_cards(no_limit(50, 100), &[5_000; 3], &hole, "AhKh2s9s4d");
    if !auto_muck {
        for seat in 0..3 {
            play.prefer(seat, false, false);
        }
    }
    play.street();
    play.street();
    play.street();
    assert_eq!(play.board_len(), 5);
    play
}

#[test]
fn after_a_checked_river_the_first_left_of_the_button_shows_first() {
    let mut play = river(true);
    play.street();
    assert_eq!((play.tabled(), play.mucked()), (vec![1, 2], vec![0]));
    assert_eq!(play.awards(), [(0, vec![(2, 300)])]);
}

#[test]
fn the_last_aggressor_shows_first() {
    let mut play = river(true);
    play.check(1);
    play.bet(2, 200);
    play.raise(0, 600);
    play.call(1);
    play.call(2);
    assert_eq!((play.tabled(), play.mucked()), (vec![0, 1, 2], vec![]));
    let mut play = river(true);
    play.check(1);
    play.bet(2, 200);
    play.call(0);
    play.call(1);
    assert_eq!((play.tabled(), play.mucked()), (vec![2], vec![0, 1]));
}

#[test]
fn a_beaten_hand_may_be_shown_or_mucked() {
    let mut play = river(false);
    play.check(1);
    play.bet(2, 200);
    play.call(0);
    let events = play.call(1);
    assert_eq!(play.tabled(), [2]);
    assert_eq!(offered(&events), Some(0), "clockwise from the one who showed");
    let refused = play.input(Input::ShowOrMuck { seat: SeatNo(1), show: true }).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::NothingToShow);
    let events = show_or_muck(&mut play, 0, true);
    assert_eq!(offered(&events), Some(1));
    // Without an answer the hand is mucked.
    let events = play.tick();
    assert!(matches!(events[0], Event::Mucked { seat: SeatNo(1) }));
    assert_eq!((play.tabled(), play.mucked()), (vec![2, 0], vec![1]));
    assert_eq!(play.awards(), [(0, vec![(2, 900)])]);
}

#[test]
fn a_winning_hand_is_never_mucked() {
    let mut play = river(false);
    play.check(1);
    play.check(2);
    let events = play.check(0);
    assert_eq!(play.tabled(), [1, 2], "who must show first, and who beats that");
    assert_eq!(offered(&events), Some(0));
}

#[test]
fn hands_that_tie_are_tabled() {
    let hole = ["KcQd", "KdQh", "7c8d"];
    let mut play = with_cards(no_limit(50, 100), &[5_000; 3], &hole, "AhKh2s9s4d");
    for _ in 0..4 {
        play.street();
    }
    assert_eq!((play.tabled(), play.mucked()), (vec![1, 2], vec![0]));
    assert_eq!(play.awards(), [(0, vec![(1, 150), (2, 150)])]);
}

#[test]
fn an_uncontested_winner_may_show() {
    let mut play = preflop(no_limit(50, 100), &[5_000; 3]);
    play.prefer(2, false, false);
    play.fold(0);
    let events = play.fold(1);
    assert_eq!(offered(&events), None, "the hand does not wait");
    assert_eq!(play.awards(), [(0, vec![(2, 100)])]);
    assert_eq!(play.table.hand_in_progress(), None);
    play.input(Input::ShowCards { seat: SeatNo(2), picks: Picks::first(2) }).unwrap();
    assert_eq!((play.tabled(), play.mucked()), (vec![], vec![]), "it is no showdown");
}

#[test]
fn where_players_show_their_own_hands_an_uncontested_winner_is_asked() {
    let own_show = || {
        let setup = no_limit(50, 100);
        TableSetup { hybrid: true, auto_show: false, ..setup }
    };
    for auto_muck in [false, true] {
        let mut play = preflop(own_show(), &[5_000; 3]);
        if !auto_muck {
            play.prefer(2, false, auto_muck);
        }
        play.fold(0);
        let events = play.fold(1);
        assert_eq!(offered(&events), Some(2), "only beaten hands are mucked unasked");
        assert_eq!(play.awards(), [(0, vec![(2, 100)])], "the pot is awarded before");
        assert!(play.table.hand_in_progress().is_some());
        show_or_muck(&mut play, 2, true);
        assert_eq!(play.tabled(), [2]);
        assert_eq!(play.table.hand_in_progress(), None);
    }

    let mut play = preflop(own_show(), &[5_000; 3]);
    play.fold(0);
    play.fold(1);
    play.tick();
    assert_eq!((play.tabled(), play.mucked()), (vec![], vec![2]));
    assert_eq!(play.table.hand_in_progress(), None);
}

// Rake.

fn raked(no_flop_no_drop: bool) -> TableSetup {
    with_terms(no_limit(50, 100), |terms| {
        terms.rake = Some(Rake {
            basis_points: 500,
            cap: Chips(40),
            no_flop_no_drop,
            account: "house:rake".to_owned(),
        });
    })
}

fn rake_of(play: &Play) -> Vec<(u8, u64)> {
    let taken = play.this_hand().iter().filter_map(|event| match event {
        Event::RakeTaken { pot, amount } => Some((*pot, amount.0)),
        _ => None,
    });
    taken.collect()
}

#[test]
fn rake_is_a_part_of_the_pot_without_the_uncalled_bet() {
    let mut play = flop(raked(true), &[5_000; 3]);
    play.bet(1, 1_000);
    play.fold(2);
    play.fold(0);
    assert_eq!(rake_of(&play), [(0, 15)], "5 % of 300");
    assert_eq!(play.awards(), [(0, vec![(1, 285)])]);
    assert_eq!(play.table.house().0, Chips(15));
}

#[test]
fn rake_ends_at_the_cap_and_is_taken_from_the_main_pot_first() {
    let mut play = flop(raked(true), &[5_000, 5_000, 50]);
    play.bet(1, 100);
    play.call(2);
    play.raise(0, 1_000);
    play.call(1);
    for _ in 0..2 {
        play.street();
    }
    assert_eq!(play.pots(), [450, 1_900]);
    assert_eq!(rake_of(&play), [(0, 22), (1, 18)], "5 % of 450, then what is left of 40");
}

#[test]
fn no_flop_no_drop() {
    for (rule, taken) in [(true, vec![]), (false, vec![(0, 15)])] {
        let mut play = preflop(raked(rule), &[5_000; 3]);
        play.raise(0, 1_000);
        play.fold(1);
        play.call(2);
        play.fold(2);
        // The flop was dealt, so the pot is raked either way.
        assert_eq!(rake_of(&play), [(0, 40)]);

        let mut play = preflop(raked(rule), &[5_000; 3]);
        play.call(0);
        play.call(1);
        play.raise(2, 500);
        play.fold(0);
        play.fold(1);
        assert_eq!(rake_of(&play), taken);
    }
}

/// TDA 71-B: a player who is last to act and checks a royal flush is flagged. A straight
/// that can be tied is not the exclusive nuts, and a player whom no opponent could have
/// called had no choice.
#[test]
fn who_checks_the_exclusive_nuts_last_is_noted() {
    use cardroom_engine::{Adjudicated, EtiquetteFlag};
    let flagged = |holes: &[&str], board: &str| {
        let mut play = Play::new(setup(Stakes::no_limit(100, 200)), &[5_000, 5_000]);
        play.start(dealt(holes, board));
        play.call(0);
        play.check(1);
        for _ in 0..3 {
            play.check(1);
            play.check(0);
        }
        play.run_out();
        play.this_hand().iter().any(|event| {
            matches!(event, Event::Adjudicated(noted) if matches!(
                **noted,
                Adjudicated::Flagged { seat: SeatNo(0), flag: EtiquetteFlag::ExclusiveNuts }
            ))
        })
    };
    assert!(flagged(&["Ad As", "Th 9d"], "Ah Kh Qh Jh 2c"), "a royal flush");
    assert!(!flagged(&["Ad As", "Th 9d"], "Ah Kd Qc Jh 2c"), "a straight can be tied");
    assert!(flagged(&["Ad As", "Kd Ks"], "Kh 8d 3c 2s 7h"), "the best set");
    assert!(!flagged(&["Ad Ac", "8h 8s"], "Kh 8d 3c 2s 7h"), "a set of kings beats it");
    assert!(!flagged(&["Ad As", "2d 3d"], "Ah Kh Qh Jh Th"), "the board is everybody's");
}

/// TFPL 3e-8, Spotlight 3e-7.
#[test]
fn players_of_a_side_pot_show_before_those_of_the_main_pot_alone() {
    let shown = |book: &str| {
        let book = common::rulebook(book);
        let setup = with_rules(setup(Stakes::no_limit(50, 100)), |rules| {
            *rules = (*book).clone();
            // If all hands were turned over at once, there would be no order to see.
            rules.showdown.face_up_all_in = false;
        });
        // The first player left of the button is all-in for the main pot.
        let mut play = flop(setup, &[5_000, 200, 5_000]);
        play.bet(1, 200);
        play.call(2);
        play.call(0);
        play.bet(2, 400);
        play.call(0);
        play.check(2);
        play.check(0);
        let tabled = play.log.iter().filter_map(|event| match event {
            Event::Tabled { seat, .. } | Event::Mucked { seat } => Some(seat.0),
            Event::ShowOffered { seat, .. } => Some(seat.0),
            _ => None,
        });
        tabled.collect::<Vec<_>>()
    };
    for book in ["tda-2024", "tnpl", "wptapl"] {
        assert_eq!(shown(book).first(), Some(&1), "{book}");
    }
    for book in ["tfpl", "spotlight"] {
        let order = shown(book);
        assert_eq!(order.first(), Some(&2), "{book}: {order:?}");
    }
}

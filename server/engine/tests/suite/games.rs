//! The demands of games other than hold'em: bring-ins, up-cards, draws, split pots, straddles, bomb
//! pots, several boards, rotations.
use crate::common;

use cardroom_cards::{Card, CardSet, DeckOrder, parse_cards};
use cardroom_engine::{
    Action, Event, FloorCommand, Input, Picks, PostKind, RefusalKind, TableSetup, Viewer,
};
use cardroom_rules::{
    AnteKind, Betting, BombPot, Chips, RingTerms, SeatNo, Stakes, Straddle, Switch,
};
use common::{Play, deck, library, setup, with_terms};

/// Returns the setup of a game or rotation of the room.
fn table(id: &str, stakes: Stakes) -> TableSetup {
    let (plays, switch) = library().plays(id, &stakes).unwrap();
    let seats = plays.iter().map(|play| play.game.max_players).min().unwrap();
    TableSetup { plays, switch, seats, ..setup(Stakes::no_limit(50, 100)) }
}

/// Returns no-limit hold'em under the rulebook that allows every option.
fn online() -> TableSetup {
    TableSetup { rulebook: common::rulebook("online"), ..setup(Stakes::no_limit(50, 100)) }
}

#[test]
fn an_option_that_the_rulebook_does_not_allow_opens_no_table() {
    let options: [fn(&mut RingTerms); 3] = [
        |ring| ring.straddle = Some(Straddle::Utg),
        |ring| ring.bomb_pot = Some(BombPot { every_hands: 2, ante: Chips(300) }),
        |ring| ring.run_it = 2,
    ];
    for option in options {
        assert_eq!(with_terms(online(), option).validate(), Ok(()));
        for book in ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl"] {
            let rulebook = common::rulebook(book);
            let setup = TableSetup { rulebook, ..with_terms(online(), option) };
            assert!(setup.validate().is_err(), "{book}");
        }
    }
    let with_ante = |book: &str, ante_kind| {
        let stakes = Stakes { ante: Chips(10), ante_kind, ..Stakes::no_limit(50, 100) };
        TableSetup { rulebook: common::rulebook(book), ..setup(stakes) }.validate()
    };
    assert!(with_ante("tda-2024", AnteKind::BigBlind).is_ok());
    assert!(with_ante("spotlight", AnteKind::Each).is_err(), "two blinds only (5-P)");
}

fn limit(small_bet: u64) -> Stakes {
    let (small_blind, big_blind) = (Chips(small_bet / 2), Chips(small_bet));
    Stakes { betting: Betting::FixedLimit, small_blind, big_blind, ..Stakes::no_limit(0, 1) }
}

fn stud() -> Stakes {
    Stakes {
        small_blind: Chips(0),
        bring_in: Chips(30),
        ante: Chips(10),
        ante_kind: AnteKind::Each,
        ..limit(100)
    }
}

/// Starts a hand from this deck, with as many reshuffle orders as the game may need.
fn start(play: &mut Play, top: &str) -> Vec<Event> {
    start_again(play, top, "")
}

/// Works like [`start`]. Reshuffled cards lie in the order of `again`, with the rest below.
fn start_again(play: &mut Play, top: &str, again: &str) -> Vec<Event> {
    if let Some(deadline) = play.table.deadline() {
        play.now = play.now.max(deadline);
    }
    let game = play.table.play().game.clone();
    let kind = game.deck.cards();
    let order = |top: &str| {
        let top = parse_cards(top).unwrap();
        let used: CardSet = top.iter().copied().collect();
        let rest = kind.iter().filter(|card| !used.contains(*card));
        DeckOrder::new(top.iter().copied().chain(rest).collect()).unwrap()
    };
    let reshuffles = (0..game.most_reshuffles()).map(|_| order(again)).collect();
    play.input(Input::StartHand { deck: order(top), reshuffles, draw: 0 }).unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

fn up(play: &Play, seat: u8) -> Vec<Card> {
    let view = play.table.view(Viewer::Public);
    let seat = view.seats.into_iter().find(|view| view.seat == SeatNo(seat)).unwrap();
    seat.in_hand.unwrap().up.to_vec()
}

fn own(play: &Play, seat: u8) -> Vec<Card> {
    play.table.view(Viewer::Seat(SeatNo(seat))).hole.to_vec()
}

#[test]
fn the_lowest_card_by_suit_brings_it_in_and_can_complete_but_not_fold() {
    let mut play = Play::new(table("stud", stud()), &[1_000, 1_000, 1_000]);
    // The button is in seat 0. Down cards go to seats 1, 2 and 0 twice, then one up-card each.
    start(&mut play, "Ac Kc Qc  Ad Kd Qd  2d 2c 9h");
    assert_eq!(up(&play, 2), cards("2c"));
    assert_eq!(play.turn(), Some(2));
    let legal = play.legal();
    assert!(!legal.fold && !legal.check && legal.call.is_none());
    assert_eq!(legal.bring_in, Some(Chips(30)));
    assert_eq!(play.range(), Some((100, 100)));
    for action in [Action::Fold, Action::Check] {
        assert_eq!(play.refused(2, action), RefusalKind::MustBringIn { amount: Chips(30) });
    }
    play.act(2, Action::BringIn);
    assert_eq!((play.turn(), play.to_call(), play.range()), (Some(0), 30, Some((100, 100))));
    play.raise(0, 100);
    assert_eq!((play.to_call(), play.range()), (100, Some((200, 200))));
    play.call(1);
    play.call(2);
    assert_eq!(play.pots(), [330]);
    assert!(play.table.view(Viewer::Public).hand.unwrap().big_blind.is_none());
}

#[test]
fn the_bring_in_does_not_act_again_when_everybody_calls_it() {
    let mut play = Play::new(table("stud", stud()), &[1_000, 1_000]);
    start(&mut play, "Ac Kc Ad Kd 2d 9h");
    play.act(1, Action::BringIn);
    play.call(0);
    // Fourth street is dealt. A pair of deuces acts first and may bet.
    assert_eq!(up(&play, 0).len(), 2);
    assert!(play.legal().check);
}

#[test]
fn razz_is_brought_in_by_the_highest_card_with_the_ace_low() {
    let mut play = Play::new(table("razz", stud()), &[1_000, 1_000, 1_000]);
    start(&mut play, "2c 3c 4c 2d 3d 4d As Kh Ks");
    assert_eq!(play.turn(), Some(0), "the king of spades");
}

#[test]
fn time_that_runs_out_brings_it_in_for_the_player() {
    let mut play = Play::new(table("stud", stud()), &[1_000, 1_000]);
    start(&mut play, "Ac Kc Ad Kd 2d 9h");
    play.tick();
    assert_eq!(play.stack(1), 1_000 - 10 - 30);
    assert_eq!(play.turn(), Some(0));
}

#[test]
fn in_fixed_limit_there_is_one_size_and_the_larger_streets_double_it() {
    let mut play = Play::new(table("stud8", stud()), &[5_000, 5_000]);
    start(&mut play, "Ac Kc Ad Kd 2d 9h");
    play.act(1, Action::BringIn);
    assert_eq!(
        play.refused(0, Action::RaiseTo(Chips(150))),
        RefusalKind::AboveMaximum { max_to: Chips(100) }
    );
    play.call(0);
    for bet in [100, 200, 200, 200] {
        let first = play.turn().unwrap();
        assert_eq!(play.range(), Some((bet, bet)));
        play.bet(first, bet);
        play.call(1 - first);
    }
    play.run_out();
    assert_eq!(play.stacks().iter().sum::<u64>(), 10_000);
}

#[test]
fn an_open_pair_may_bet_double_where_the_book_has_it_so() {
    let start_pair = |double: bool| {
        let setup = common::with_rules(table("stud", stud()), |rules| {
            rules.betting.open_pair_double_bet = double;
        });
        let mut play = Play::new(setup, &[5_000, 5_000]);
        // Seat 1 shows a deuce, then another: burn, then 2h for seat 1.
        start(&mut play, "Ac Kc Ad Kd 2d 9h  3c 2h Th");
        play.act(1, Action::BringIn);
        play.call(0);
        play
    };
    assert_eq!(start_pair(false).range(), Some((100, 100)));
    let mut play = start_pair(true);
    assert_eq!((play.turn(), play.range()), (Some(1), Some((100, 200))));
    assert_eq!(play.refused(1, Action::Bet(Chips(150))), RefusalKind::NotALimitBet);
    play.bet(1, 200);
}

#[test]
fn a_draw_replaces_what_is_given_away_and_shows_only_how_many() {
    let mut play = Play::new(table("five-card-draw", Stakes::no_limit(50, 100)), &[1_000, 1_000]);
    // Heads-up with the button in seat 0, seat 1 gets the first card.
    start(&mut play, "Ac Kc Ad Kd Ah Kh 2c 3c 4d 5d  9s  7c 8c Tc");
    assert_eq!(own(&play, 1), cards("Ac Ad Ah 2c 4d"));
    play.call(0);
    play.check(1);
    assert_eq!(play.turn(), Some(1), "left of the button draws first");
    let range = play.legal().discard.unwrap();
    assert_eq!((range.least, range.most, range.held), (0, 5, 5));
    assert_eq!(play.refused(1, Action::Check), RefusalKind::DrawNow { least: 0, most: 5 });
    assert_eq!(play.refused(1, Action::Discard(Picks(0b10_0000))), RefusalKind::NoSuchCard);
    // The deuce and the four are discarded. Places follow the deal, and the nine of spades was
    // burned.
    let events = play.act(1, Action::Discard(Picks(0b1_1000)));
    assert_eq!(own(&play, 1), cards("Ac Ad Ah 7c 8c"));
    let text = format!("{events:?}");
    assert!(!text.contains("2c") && !text.contains("7c"), "{text}");
    play.act(0, Action::Discard(Picks::NONE));
    assert_eq!(own(&play, 0), cards("Kc Kd Kh 3c 5d"));
    assert!(play.legal().check, "the betting after the draw has begun");
    play.check(1);
    play.check(0);
    play.run_out();
    assert_eq!(play.stacks(), [900, 1_100]);
}

#[test]
fn the_discards_of_others_are_shuffled_when_the_deck_runs_out() {
    let stakes = limit(100);
    let mut play = Play::new(table("deuce-seven-triple", stakes), &[10_000; 6]);
    start_again(&mut play, "", "2c 3c");
    while play.legal().discard.is_none() {
        let seat = play.turn().unwrap();
        if play.legal().check {
            play.check(seat)
        } else {
            play.call(seat)
        };
    }
    // Six players draw five each. After the burn 21 cards are left, and the fifth player gets one
    // of them.
    let mut held = Vec::new();
    for _ in 0..6 {
        let seat = play.turn().unwrap();
        held.extend(own(&play, seat));
        let thrown = own(&play, seat);
        let events = play.act(seat, Action::Discard(Picks::first(5)));
        let again = events.iter().any(|event| matches!(event, Event::Reshuffled { .. }));
        assert_eq!(again, seat == 5, "seat {seat}");
        let now = own(&play, seat);
        assert_eq!(now.len(), 5);
        assert!(thrown.iter().all(|card| !now.contains(card)), "nobody gets the own discards");
    }
    let mut all: Vec<Card> = (0..6).flat_map(|seat| own(&play, seat)).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 30);
}

#[test]
fn pineapple_gives_one_card_away_before_the_flop() {
    let mut play = Play::new(table("pineapple", Stakes::no_limit(50, 100)), &[1_000, 1_000]);
    start(&mut play, "Ac Kc Ad Kd 7h 8h");
    play.call(0);
    play.check(1);
    assert_eq!(
        play.refused(1, Action::Discard(Picks::NONE)),
        RefusalKind::DrawNow { least: 1, most: 1 }
    );
    play.act(1, Action::Discard(Picks(0b100)));
    assert_eq!((own(&play, 1), play.board_len()), (cards("Ac Ad"), 0));
    // A player who times out discards the first card.
    play.tick();
    assert_eq!((own(&play, 0), play.board_len()), (cards("Kd 8h"), 3));
}

#[test]
fn a_low_takes_half_and_the_odd_chip_is_for_high() {
    let stakes = Stakes { unit: Chips(50), ..limit(100) };
    let mut play = Play::new(table("omaha8", stakes), &[1_000, 1_000, 1_000]);
    // Seats 1, 2 and 0 get four cards each, one at a time: kings for seat 0, a low for seat 2.
    start(&mut play, "9h Ac Kc 9c 2c Kd Th 9d 7s Jd Ts 6s   2s 3d 4h 5d  2d Kh  3s Ks");
    play.call(0);
    play.fold(1);
    play.raise(2, 200);
    play.call(0);
    for _ in 0..3 {
        play.check(2);
        play.check(0);
    }
    play.run_out();
    assert_eq!(play.awards(), [(0, vec![(0, 250)]), (0, vec![(2, 200)])]);
}

#[test]
fn without_a_low_the_high_hand_takes_all() {
    let mut play = Play::new(table("omaha8", limit(100)), &[1_000, 1_000]);
    start(&mut play, "Kc Ac Kd 2c 7s 3d 6s 4s  2s 9d Th Jd 2d Qh 3s 3h");
    play.call(0);
    while let Some(seat) = play.turn() {
        play.check(seat);
    }
    play.run_out();
    assert_eq!(play.awards().len(), 1);
}

#[test]
fn a_straddle_is_the_last_to_act_and_the_measure_of_a_raise() {
    let with = |straddle| {
        let setup = with_terms(online(), |ring: &mut RingTerms| {
            ring.straddle = Some(straddle);
        });
        let mut play = Play::new(setup, &[10_000; 5]);
        for seat in 0..5 {
            let seat = SeatNo(seat);
            let prefer =
                Input::Prefer { seat, wait_for_big_blind: false, auto_muck: true, straddle: true };
            play.input(prefer).unwrap();
        }
        play.start(deck(""));
        play
    };
    let mut utg = with(Straddle::Utg);
    assert_eq!(utg.posts()[2], (3, PostKind::Straddle, 200));
    assert_eq!((utg.turn(), utg.to_call(), utg.min_to()), (Some(4), 200, Some(400)));
    for seat in [4, 0, 1, 2] {
        utg.call(seat);
    }
    assert_eq!(utg.turn(), Some(3), "the straddle has its option");
    utg.check(3);
    assert_eq!(utg.pots(), [1_000]);
    assert_eq!(with(Straddle::Button).turn(), Some(1), "the small blind acts first");
    let mississippi = with(Straddle::Mississippi);
    assert_eq!(mississippi.posts()[2].0, 0, "the button comes before the others");
}

#[test]
fn a_bomb_pot_begins_with_an_ante_of_all_and_the_flop() {
    let setup = with_terms(online(), |ring| {
        ring.bomb_pot = Some(BombPot { every_hands: 2, ante: Chips(300) });
    });
    let mut play = Play::new(setup, &[10_000, 10_000, 10_000]);
    play.start(deck(""));
    assert_eq!(play.positions(), (0, Some(1), 2));
    play.fold_out();
    play.next_hand();
    assert!(play.started().bomb_pot && play.started().big_blind.is_none());
    assert_eq!(play.posts().len(), 3);
    assert_eq!((play.board_len(), play.pots(), play.turn()), (3, vec![900], Some(2)));
    let button = play.button();
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions().0, button, "the blinds go on where they were");
}

#[test]
fn a_button_set_before_a_bomb_pot_begins_the_next_blinds() {
    let setup = with_terms(online(), |ring| {
        ring.bomb_pot = Some(BombPot { every_hands: 2, ante: Chips(300) });
    });
    let mut play = Play::new(setup, &[10_000, 10_000, 10_000]);
    play.start(deck(""));
    play.fold_out();
    play.input(Input::Floor(FloorCommand::SetButton { seat: SeatNo(2) })).unwrap();
    play.next_hand();
    assert!(play.started().bomb_pot && play.button() == 2);
    play.fold_out();
    play.next_hand();
    assert_eq!(play.positions(), (2, Some(0), 1));
}

#[test]
fn the_button_moves_on_where_every_hand_is_a_bomb_pot() {
    let setup = with_terms(online(), |ring| {
        ring.bomb_pot = Some(BombPot { every_hands: 1, ante: Chips(300) });
    });
    let mut play = Play::new(setup, &[10_000, 10_000, 10_000]);
    let buttons = [(); 5].map(|()| {
        play.next_hand();
        play.fold_out();
        play.button()
    });
    assert_eq!(buttons, [0, 1, 2, 0, 1]);
    play.next_hand();
    play.input(Input::VoidHand { reason: "a misdeal".to_owned() }).unwrap();
    play.next_hand();
    assert_eq!(play.button(), 2, "a hand that is dealt again keeps it");
    play.fold_out();
    play.input(Input::Floor(FloorCommand::SetButton { seat: SeatNo(2) })).unwrap();
    let buttons = [(); 2].map(|()| {
        play.next_hand();
        play.fold_out();
        play.button()
    });
    assert_eq!(buttons, [2, 0]);
}

#[test]
fn all_in_players_run_it_twice_only_when_both_want_to() {
    let all_in = || {
        let setup = with_terms(online(), |ring| ring.run_it = 3);
        let mut play = Play::new(setup, &[1_000, 1_000]);
        play.start(common::dealt(&["Ac Ad", "Kc Kd"], "2s 7h 9d"));
        play.raise(0, 1_000);
        play.call(1);
        play
    };
    let answer = |play: &mut Play, seat: u8, boards: u8| {
        play.input(Input::RunIt { seat: SeatNo(seat), boards })
    };
    let mut play = all_in();
    assert!(answer(&mut play, 0, 4).is_err());
    answer(&mut play, 0, 3).unwrap();
    assert!(answer(&mut play, 0, 2).is_err(), "one answer each");
    answer(&mut play, 1, 2).unwrap();
    play.run_out();
    let boards: Vec<u8> = play
        .this_hand()
        .iter()
        .filter_map(|event| match event {
            Event::BoardDealt { board, .. } => Some(*board),
            _ => None,
        })
        .collect();
    assert_eq!(boards, [0, 1, 0, 1, 0, 1]);
    assert_eq!(play.awards().len(), 2, "half of the pot on each board");
    let mut once = all_in();
    answer(&mut once, 1, 1).unwrap();
    once.run_out();
    assert_eq!(once.awards().len(), 1);
    let mut silent = all_in();
    silent.run_out();
    assert_eq!(silent.awards().len(), 1, "silence is a no");
}

/// Six cards for each of seven players leave ten. Before the flop that is enough for one board, but
/// heads-up the cards suffice for as many as the table allows.
#[test]
fn no_more_boards_are_offered_than_the_deck_has_cards_for() {
    let offered = |players: u8| {
        let stakes = Stakes::no_limit(50, 100);
        let online = common::rulebook("online");
        let omaha = TableSetup { rulebook: online, ..table("omaha6", stakes) };
        let omaha = with_terms(omaha, |ring| ring.run_it = 3);
        let mut play = Play::new(omaha, &vec![1_000; players.into()]);
        start(&mut play, "");
        while let Some((seat, ..)) = play.table.turn() {
            let legal = play.table.legal(seat).unwrap();
            let most = legal.wager.map(|wager| Action::RaiseTo(wager.max_to));
            play.act(seat.0, most.unwrap_or(Action::Call));
        }
        let offered = play.this_hand().iter().find_map(|event| match event {
            Event::RunItOffered { most, .. } => Some(*most),
            _ => None,
        });
        for seat in (0..players).map(SeatNo).filter(|_| offered.is_some()) {
            let most = offered.unwrap_or_default();
            let more = play.input(Input::RunIt { seat, boards: most + 1 });
            assert_eq!(more.unwrap_err().kind, RefusalKind::BoardsOutOfRange { most });
            play.input(Input::RunIt { seat, boards: most }).unwrap();
        }
        play.run_out();
        assert!(!play.awards().is_empty(), "the hand ends");
        offered
    };
    assert_eq!([2, 5, 6, 7].map(offered), [Some(3), Some(3), Some(2), None]);
}

/// TDA 11-B: while stud is played, the button stays where the next hand with blinds has it.
#[test]
fn the_button_stands_still_through_the_stud_games_of_a_rotation() {
    let mut horse = table("horse", limit(100));
    horse.switch = Switch::Hands(2);
    let mut play = Play::new(horse, &[100_000; 5]);
    let (mut buttons, mut games) = (Vec::new(), Vec::new());
    for _ in 0..11 {
        start(&mut play, "");
        games.push(play.table.play().game.id.clone());
        buttons.push(play.button());
        play.fold_out_or_bring_in();
    }
    let mut expected = Vec::new();
    for game in ["holdem", "omaha8", "razz", "stud", "stud8", "holdem"] {
        expected.extend([game, game]);
    }
    assert_eq!(games, expected[..11]);
    assert_eq!(buttons, [0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4]);
}

#[test]
fn an_orbit_is_as_many_hands_as_players() {
    let mut play = Play::new(table("hose", limit(100)), &[100_000; 3]);
    let games: Vec<String> = (0..5)
        .map(|_| {
            start(&mut play, "");
            let game = play.table.play().game.id.clone();
            play.fold_out_or_bring_in();
            game
        })
        .collect();
    assert_eq!(games, ["holdem", "holdem", "holdem", "omaha8", "omaha8"]);
}

#[test]
fn a_button_set_during_stud_stays_through_stud_and_begins_the_next_blinds() {
    let mut horse = table("horse", limit(100));
    horse.switch = Switch::Level;
    let mut play = Play::new(horse, &[100_000; 5]);
    let hand_after = |play: &mut Play, games: u8| {
        for _ in 0..games {
            play.input(Input::NextGame).unwrap();
        }
        start(play, "");
        let button = play.button();
        play.fold_out_or_bring_in();
        (play.table.play().game.id.clone(), button)
    };
    assert_eq!(hand_after(&mut play, 0), ("holdem".to_owned(), 0));
    assert_eq!(hand_after(&mut play, 2), ("razz".to_owned(), 1));
    let set = FloorCommand::SetButton { seat: SeatNo(4) };
    play.input(Input::Floor(set)).unwrap();
    assert_eq!(hand_after(&mut play, 0), ("razz".to_owned(), 4));
    assert_eq!(hand_after(&mut play, 1), ("stud".to_owned(), 4));
    assert_eq!(hand_after(&mut play, 2), ("holdem".to_owned(), 4));
    assert_eq!(play.positions(), (4, Some(0), 1));
    assert_eq!(hand_after(&mut play, 0), ("holdem".to_owned(), 0));
}

#[test]
fn the_button_chooses_in_dealers_choice() {
    let mut play = Play::new(table("dealers-choice", limit(100)), &[100_000; 3]);
    start(&mut play, "");
    play.fold_out_or_bring_in();
    let chooser = play.log.iter().rev().find_map(|event| match event {
        Event::ChoiceOffered { seat, .. } => Some(*seat),
        _ => None,
    });
    assert_eq!(chooser, Some(SeatNo(1)), "who has the button next");
    let choose = |seat, game| Input::ChooseGame { seat: SeatNo(seat), play: game };
    assert_eq!(play.input(choose(2, 1)).unwrap_err().kind, RefusalKind::NotYourChoice);
    assert_eq!(play.input(choose(1, 99)).unwrap_err().kind, RefusalKind::UnknownGame);
    play.input(choose(1, 7)).unwrap();
    start(&mut play, "");
    assert_eq!((play.table.play().game.id.as_str(), play.button()), ("razz", 1));
}

#[test]
fn the_choice_passes_clockwise_while_the_button_stands_still() {
    let mut play = Play::new(table("dealers-choice", limit(100)), &[100_000; 3]);
    let (holdem, razz) = (0, 7);
    let mut hand_then = |game| {
        start(&mut play, "");
        let button = play.button();
        play.fold_out_or_bring_in();
        let chooser = play.log.iter().rev().find_map(|event| match event {
            Event::ChoiceOffered { seat, .. } => Some(*seat),
            _ => None,
        });
        let seat = chooser.unwrap();
        play.input(Input::ChooseGame { seat, play: game }).unwrap();
        (button, seat.0)
    };
    assert_eq!(hand_then(razz), (0, 1));
    assert_eq!(hand_then(razz), (1, 2));
    assert_eq!(hand_then(razz), (1, 0));
    assert_eq!(hand_then(holdem), (1, 1));
    assert_eq!(hand_then(holdem), (1, 2), "after blinds the button chooses again");
    assert_eq!(hand_then(holdem), (2, 0));
}

/// TDA 20-B: in stud the odd chip goes by suit. TNPL C8 goes by seat only.
#[test]
fn the_odd_chip_of_a_tie_in_stud_goes_by_suit_or_by_seat() {
    use cardroom_rules::rulebook::OddChip;
    let stacks = |odd_chip: OddChip| {
        let stakes = Stakes { ante: Chips(5), ..stud() };
        let setup =
            common::with_rules(table("stud", stakes), |rules| rules.showdown.odd_chip = odd_chip);
        let mut play = Play::new(setup, &[1_000; 3]);
        // Seats 1 and 2 have the same ace-high straight, in clubs and hearts. Seat 0 brings it in.
        let third = "Ac Ah 3c  Kc Kh 3d  Qc Qh 2c";
        start(&mut play, &format!("{third}  4c Jd Js  4d Td Ts  4h 2d 2h  4s 5c 5d"));
        play.act(0, Action::BringIn);
        play.raise(1, 100);
        play.call(2);
        play.fold(0);
        while let Some(seat) = play.turn() {
            play.check(seat);
        }
        play.run_out();
        play.stacks()
    };
    assert_eq!(stacks(OddChip::LeftOfButton), [965, 1_017, 1_018], "hearts above clubs");
    assert_eq!(stacks(OddChip::HighHandThenLeftOfButton), [965, 1_018, 1_017]);
}

#[test]
fn after_a_hand_of_stud_only_cards_that_lay_face_down_are_shown() {
    let mut play = Play::new(table("stud", stud()), &[1_000, 1_000]);
    start(&mut play, "Ac Kc Ad Kd 2d 9h");
    play.act(1, Action::BringIn);
    play.fold(0);
    let seat = SeatNo(1);
    assert_eq!(play.table.last_cards(seat).as_slice(), cards("AcAd2d"));
    assert_eq!(play.table.cards_to_show(seat).as_slice(), cards("AcAd"));
    play.input(Input::ShowCards { seat, picks: Picks::first(3) }).unwrap();
    assert_eq!(play.table.shown_cards(seat), cards("AcAd"));
}

//! Events that cannot happen at a table of this room, although rulebooks have a remedy for them:
//! misdeals, premature cards, hands shown during play, chips found behind an all-in.
use crate::common;

use cardroom_cards::{Card, CardSet, DeckOrder};
use cardroom_engine::{Action, Event, Input, Picks, PostKind, RefusalKind, TableSetup, Viewer};
use cardroom_rules::{AnteKind, Betting, Chips, Deal, Forced, SeatNo, Stakes};
use common::{Play, deck, library, setup};
use std::collections::BTreeSet;

fn no_limit() -> TableSetup {
    setup(Stakes::no_limit(50, 100))
}

/// Returns every game of the room, each in its first betting structure.
fn every_game() -> Vec<(String, TableSetup)> {
    let library = library();
    let games = library.games().map(|game| {
        let brings_in = game.forced == Forced::BringIn;
        let stakes = Stakes {
            betting: game.betting[0],
            small_blind: Chips(if brings_in { 0 } else { 50 }),
            bring_in: Chips(if brings_in { 30 } else { 0 }),
            ..Stakes::no_limit(50, 100)
        };
        let plays = library.plays(&game.id, &stakes).unwrap().0;
        (game.id.clone(), TableSetup { plays, seats: game.max_players, ..no_limit() })
    });
    games.collect()
}

/// Plays a hand of this game that no player folds, and returns its events.
fn played_out(setup: TableSetup, players: usize) -> Play {
    let game = setup.plays[0].game.clone();
    let mut play = Play::new(setup, &vec![100_000; players]);
    let whole: Vec<Card> = game.deck.cards().iter().collect();
    let order = || DeckOrder::new(whole.clone()).unwrap();
    let reshuffles = (0..game.most_reshuffles()).map(|_| order()).collect();
    play.now = play.table.deadline().unwrap();
    play.input(Input::StartHand { deck: order(), reshuffles, draw: 0 }).unwrap();
    while play.table.hand_in_progress().is_some() {
        let Some((seat, _, legal)) = play.table.turn() else {
            play.tick();
            continue;
        };
        let action = match legal {
            _ if legal.bring_in.is_some() => Action::BringIn,
            _ if legal.call.is_some() => Action::Call,
            _ if legal.check => Action::Check,
            _ => Action::Discard(Picks::first(legal.discard.map_or(0, |range| range.least))),
        };
        play.act(seat.0, action);
    }
    play
}

fn board_events(play: &Play) -> Vec<usize> {
    let boards = play.this_hand().iter().filter_map(|event| match event {
        Event::BoardDealt { cards, .. } => Some(cards.len()),
        _ => None,
    });
    boards.collect()
}

#[test]
fn only_whoever_has_the_turn_acts_and_only_once() {
    let mut play = common::preflop(no_limit(), &[5_000; 4]);
    play.raise(3, 300);
    for action in [Action::Fold, Action::RaiseTo(Chips(900)), Action::Call] {
        assert_eq!(play.refused(3, action), RefusalKind::NotYourTurn, "the last aggressor");
        assert_eq!(play.refused(2, action), RefusalKind::NotYourTurn, "out of turn");
        assert_eq!(play.refused(7, action), RefusalKind::SeatEmpty, "nobody");
    }
    assert_eq!(play.turn(), Some(0));
}

#[test]
fn no_hand_is_shown_while_it_is_played() {
    let mut play = common::preflop(no_limit(), &[1_000; 3]);
    play.raise(0, 1_000);
    for seat in 0..3 {
        let seat = SeatNo(seat);
        for input in [
            Input::ShowOrMuck { seat, show: true },
            Input::ShowCards { seat, picks: Picks::first(1) },
            Input::ShowCards { seat, picks: Picks::first(2) },
            Input::ShowOrMuck { seat, show: false },
        ] {
            assert_eq!(play.input(input).unwrap_err().kind, RefusalKind::NothingToShow);
        }
    }
}

#[test]
fn what_is_owed_is_posted_before_a_card_is_dealt() {
    let stakes =
        Stakes { ante: Chips(100), ante_kind: AnteKind::BigBlind, ..Stakes::no_limit(50, 100) };
    let mut play = Play::new(setup(stakes), &[5_000; 5]);
    play.next_hand();
    play.fold_out();
    play.sit(7, 5_000, false);
    play.next_hand();
    let first_card =
        play.this_hand().iter().position(|event| matches!(event, Event::HoleDealt { .. }));
    let last_post =
        play.this_hand().iter().rposition(|event| matches!(event, Event::Posted { .. }));
    assert!(last_post.unwrap() < first_card.unwrap());
    assert_eq!(play.posts().last(), Some(&(3, PostKind::Ante, 100)));
}

#[test]
fn posting_takes_chips_from_nobody_else() {
    let mut play = Play::new(no_limit(), &[5_000; 5]);
    let before = play.stacks();
    play.next_hand();
    let posts = play.posts();
    for (seat, (before, after)) in (0..).zip(before.iter().zip(play.stacks())) {
        let posted = posts.iter().filter(|(poster, ..)| *poster == seat);
        assert_eq!(before - after, posted.map(|(.., amount)| amount).sum::<u64>());
    }
}

#[test]
fn cards_go_one_at_a_time_clockwise_from_the_buttons_left() {
    let mut play = Play::new(no_limit(), &[5_000; 4]);
    let top = "2c 3c 4c 5c 6c 7c 8c 9c";
    play.start(deck(top));
    let hole = |seat| {
        let cards = play.table.hole_cards(Viewer::Seat(SeatNo(seat)));
        cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(play.button(), 0);
    assert_eq!([hole(1), hole(2), hole(3), hole(0)], ["2c 6c", "3c 7c", "4c 8c", "5c 9c"]);
}

#[test]
fn everybody_dealt_in_holds_as_many_cards_and_no_card_is_there_twice() {
    for (id, setup) in every_game() {
        for players in [2, usize::from(setup.seats)] {
            let game = setup.plays[0].game.clone();
            let mut play = Play::new(setup.clone(), &vec![100_000; players]);
            let whole: Vec<Card> = game.deck.cards().iter().collect();
            let order = || DeckOrder::new(whole.clone()).unwrap();
            let reshuffles = (0..game.most_reshuffles()).map(|_| order()).collect();
            play.now = play.table.deadline().unwrap();
            play.input(Input::StartHand { deck: order(), reshuffles, draw: 0 }).unwrap();
            let mut seen = CardSet::new();
            let mut counts = BTreeSet::new();
            for seat in 0..u8::try_from(players).unwrap() {
                let hole = play.table.hole_cards(Viewer::Seat(SeatNo(seat)));
                counts.insert(hole.len());
                assert!(hole.iter().all(|card| seen.insert(*card)), "{id}");
            }
            assert_eq!(counts.len(), 1, "{id}: {players} players");
        }
    }
}

#[test]
fn the_flop_has_three_cards_and_one_is_burned_before_each_street() {
    for (id, setup) in every_game() {
        let game = setup.plays[0].game.clone();
        let play = played_out(setup, 3);
        let boards: Vec<usize> = game
            .streets
            .iter()
            .flat_map(|street| &street.deal)
            .filter_map(|deal| match deal {
                Deal::Board(count) => Some(usize::from(*count)),
                _ => None,
            })
            .collect();
        assert_eq!(board_events(&play), boards, "{id}");
        let burns = play.this_hand().iter().filter(|event| matches!(event, Event::Burned)).count();
        let asked = game.streets.iter().flat_map(|street| &street.deal);
        assert_eq!(burns, asked.filter(|deal| **deal == Deal::Burn).count(), "{id}");
        let burned_twice =
            play.this_hand().windows(2).any(|pair| matches!(pair, [Event::Burned, Event::Burned]));
        assert!(!burned_twice, "{id}");
    }
    assert_eq!(board_events(&played_out(no_limit(), 3)), [3, 1, 1]);
}

#[test]
fn no_card_comes_while_somebody_owes_an_action() {
    for (id, setup) in every_game() {
        let play = played_out(setup, 4);
        let mut waits = false;
        for event in play.this_hand() {
            match event {
                Event::TurnBegan { .. } => waits = true,
                Event::Acted { .. } | Event::Discarded { .. } => waits = false,
                Event::BoardDealt { .. } | Event::UpDealt { .. } | Event::HoleDealt { .. } => {
                    assert!(!waits, "{id}: {event:?}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn the_deck_lies_still_except_where_draws_and_a_short_stub_need_it() {
    for (id, setup) in every_game() {
        let game = setup.plays[0].game.clone();
        let play = played_out(setup, 3);
        let shuffled =
            play.this_hand().iter().any(|event| matches!(event, Event::Reshuffled { .. }));
        assert!(!shuffled || game.most_reshuffles() > 0, "{id}");
    }
    assert_eq!(no_limit().plays[0].game.most_reshuffles(), 0);
}

#[test]
fn a_deck_with_a_card_too_few_too_many_or_strange_is_not_dealt() {
    let whole: Vec<Card> = CardSet::full52().iter().collect();
    assert!(DeckOrder::new([&whole[..], &whole[..1]].concat()).is_err(), "no card is there twice");
    let mut play = Play::new(no_limit(), &[5_000; 3]);
    play.now = play.table.deadline().unwrap();
    let deck = DeckOrder::new(whole[1..].to_vec()).unwrap();
    let start = Input::StartHand { deck, reshuffles: Vec::new(), draw: 0 };
    assert_eq!(play.input(start).unwrap_err().kind, RefusalKind::BadDeck);
    let plays = library().plays("short-deck", &Stakes::no_limit(50, 100)).unwrap().0;
    let mut short = Play::new(TableSetup { plays, ..no_limit() }, &[5_000; 3]);
    short.now = short.table.deadline().unwrap();
    let deck = DeckOrder::new(whole).unwrap();
    let start = Input::StartHand { deck, reshuffles: Vec::new(), draw: 0 };
    assert_eq!(short.input(start).unwrap_err().kind, RefusalKind::BadDeck);
}

#[test]
fn a_fouled_hand_is_void_and_everybody_has_the_chips_back() {
    let mut play = common::preflop(no_limit(), &[5_000, 4_000, 3_000]);
    play.raise(0, 3_000);
    play.call(1);
    play.call(2);
    play.input(Input::VoidHand { reason: "a card was there twice".to_owned() }).unwrap();
    assert_eq!(play.stacks(), [5_000, 4_000, 3_000]);
}

#[test]
fn an_all_in_is_everything_the_player_has() {
    let mut play = common::preflop(no_limit(), &[1_234, 5_000, 5_000]);
    let above = RefusalKind::AboveMaximum { max_to: Chips(1_234) };
    assert_eq!(play.refused(0, Action::RaiseTo(Chips(1_235))), above);
    play.raise(0, 1_234);
    let view = play.table.view(Viewer::Public).seats.remove(0);
    assert_eq!((view.stack, view.in_hand.unwrap().all_in), (Chips(0), true));
    assert_eq!(play.top_up(0, 500).map(drop), Ok(()), "chips that come later wait");
    assert_eq!(play.table.view(Viewer::Public).seats[0].stack, Chips(0));
}

#[test]
fn everybody_sees_stacks_bets_pots_and_whose_hand_is_live() {
    let mut play = common::preflop(no_limit(), &[5_000; 4]);
    play.raise(3, 300);
    play.fold(0);
    play.call(1);
    let view = play.table.view(Viewer::Public);
    let part = |seat: usize| view.seats[seat].in_hand.clone().unwrap();
    assert_eq!(
        (0..4).map(|seat| part(seat).folded).collect::<Vec<_>>(),
        [true, false, false, false]
    );
    assert_eq!((0..4).map(|seat| part(seat).bet.0).collect::<Vec<_>>(), [0, 300, 100, 300]);
    let stacks: Vec<u64> = view.seats.iter().map(|seat| seat.stack.0).collect();
    assert_eq!(stacks, [5_000, 4_700, 4_900, 4_700]);
    play.call(2);
    assert_eq!(play.table.view(Viewer::Public).hand.unwrap().pots[0].amount, Chips(900));
}

#[test]
fn bets_stand_in_front_of_the_players_until_the_street_is_over() {
    let mut play = common::preflop(no_limit(), &[5_000; 3]);
    play.raise(0, 300);
    play.call(1);
    let pots = |play: &Play| play.table.view(Viewer::Public).hand.unwrap().pots.len();
    assert_eq!(pots(&play), 0);
    play.call(2);
    assert_eq!((pots(&play), play.pots()), (1, vec![900]));
}

#[test]
fn who_has_checked_may_raise() {
    let mut play = common::flop(no_limit(), &[5_000; 3]);
    play.check(1);
    play.check(2);
    play.bet(0, 200);
    assert_eq!(play.range(), Some((400, 5_000)));
    play.raise(1, 600);
    assert_eq!(play.turn(), Some(2));
}

#[test]
fn a_single_draw_game_may_be_limped_into() {
    let plays = library().plays("deuce-seven-single", &Stakes::no_limit(50, 100)).unwrap().0;
    let seats = plays[0].game.max_players;
    let mut play = Play::new(TableSetup { plays, seats, ..no_limit() }, &[5_000; 4]);
    play.now = play.table.deadline().unwrap();
    let reshuffles = (0..play.table.play().game.most_reshuffles()).map(|_| deck("")).collect();
    play.input(Input::StartHand { deck: deck(""), reshuffles, draw: 0 }).unwrap();
    let seat = play.turn().unwrap();
    assert_eq!(play.to_call(), 100);
    play.call(seat);
}

#[test]
fn the_last_card_of_stud_comes_face_down_and_only_to_its_player() {
    let stakes = Stakes {
        betting: Betting::FixedLimit,
        small_blind: Chips(0),
        bring_in: Chips(30),
        ..Stakes::no_limit(0, 100)
    };
    let plays = library().plays("stud", &stakes).unwrap().0;
    let play = played_out(TableSetup { plays, seats: 8, ..no_limit() }, 4);
    let deals: Vec<&Event> = play
        .this_hand()
        .iter()
        .filter(|event| matches!(event, Event::HoleDealt { .. } | Event::UpDealt { .. }))
        .collect();
    assert!(matches!(deals.first(), Some(Event::HoleDealt { each: 2 })));
    assert!(matches!(deals.last(), Some(Event::HoleDealt { each: 1 })));
    assert_eq!(deals.iter().filter(|event| matches!(event, Event::UpDealt { .. })).count(), 4);
}

#[test]
fn nobody_straddles_where_the_table_has_none() {
    let mut play = Play::new(no_limit(), &[5_000; 5]);
    for seat in 0..5 {
        let seat = SeatNo(seat);
        let prefer =
            Input::Prefer { seat, wait_for_big_blind: false, auto_muck: true, straddle: true };
        play.input(prefer).unwrap();
    }
    play.next_hand();
    assert!(play.posts().iter().all(|(_, post, _)| *post != PostKind::Straddle));
    let raise = Action::RaiseTo(Chips(200));
    assert_eq!(play.refused(2, raise), RefusalKind::NotYourTurn, "a blind raises at its turn only");
    for book in ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl"] {
        assert!(common::rulebook(book).betting.straddle.is_empty(), "{book}");
    }
}

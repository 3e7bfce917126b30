//! Tournament tables, whose players, stacks and hands the tournament controls.
use crate::common;

use cardroom_engine::{
    Action, Entering, Event, HandOrder, Input, Occupancy, RefusalKind, Table, TableSetup, Upcoming,
};
use cardroom_rules::{Betting, Chips, HandNo, PlayerId, SeatNo, SeatSet, Stakes, Switch};
use common::{Play, deck, library, rulebook, setup};

fn ordered() -> TableSetup {
    TableSetup { occupancy: Occupancy::ByOrder, seats: 9, ..setup(Stakes::no_limit(100, 200)) }
}

fn under(book: &str) -> TableSetup {
    TableSetup { rulebook: rulebook(book), ..ordered() }
}

fn seats(list: &[u8]) -> SeatSet {
    list.iter().copied().map(SeatNo).collect()
}

/// Opens a table with players in these seats, 5,000 chips each, and the first button.
fn opened(setup: TableSetup, list: &[u8], button: u8) -> Play {
    let mut play = Play::new(setup, &[]);
    for seat in list {
        place(&mut play, *seat, 5_000, Entering::Newcomer).unwrap();
    }
    play.input(Input::PlaceButton { seat: SeatNo(button) }).unwrap();
    play
}

fn place(
    play: &mut Play,
    seat: u8,
    chips: u64,
    entering: Entering,
) -> Result<Vec<Event>, cardroom_engine::Refusal> {
    let player = PlayerId(100 + u64::from(seat));
    play.input(Input::Place { seat: SeatNo(seat), player, chips: Chips(chips), entering })
}

fn order(play: &mut Play, players_left: u32) -> Result<Vec<Event>, cardroom_engine::Refusal> {
    let hand = HandNo(play.table.last_hand().0 + 1);
    let missing = SeatSet::EMPTY;
    play.input(Input::OrderHand(HandOrder { hand, players_left, missing, hand_for_hand: false }))
}

/// Plays the next hand, in which all players fold.
fn hand(play: &mut Play) {
    order(play, 100).unwrap();
    play.start(deck(""));
    while let Some(seat) = play.turn() {
        play.act(seat, Action::Fold);
    }
    play.run_out();
}

fn positions(play: &Play) -> (u8, Option<u8>, u8) {
    let Upcoming { button, small_blind, big_blind, .. } = play.table.upcoming().unwrap();
    (button.0, small_blind.map(|seat| seat.0), big_blind.unwrap().0)
}

#[test]
fn a_hand_that_was_ordered_may_be_withdrawn_until_it_begins() {
    let mut play = opened(ordered(), &[1, 2, 3], 1);
    let refused = play.input(Input::WithdrawHand).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::NothingToDo);
    order(&mut play, 40).unwrap();
    let withdrawn = play.input(Input::WithdrawHand).unwrap();
    assert_eq!(withdrawn, [Event::HandWithdrawn { hand: HandNo(1), at: play.now }]);
    assert!(!play.table.wants_hand(play.now) && !play.table.awaits_ordered_hand());
    // The number is used up, and the button has not moved.
    order(&mut play, 40).unwrap();
    play.start(deck(""));
    assert_eq!((play.table.last_hand(), play.button()), (HandNo(2), 1));
    let refused = play.input(Input::WithdrawHand).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::HandInProgress);
    let mut ring = Play::new(setup(Stakes::no_limit(100, 200)), &[5_000; 3]);
    let refused = ring.input(Input::WithdrawHand).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::NotByOrder);
}

#[test]
fn no_hand_is_dealt_that_was_not_ordered_and_none_twice() {
    let mut play = opened(ordered(), &[1, 2, 3], 1);
    assert_eq!(play.table.deadline(), None);
    assert!(!play.table.wants_hand(play.now));
    order(&mut play, 40).unwrap();
    assert!(play.table.wants_hand(play.now));
    let again = HandOrder {
        hand: HandNo(2),
        players_left: 40,
        missing: SeatSet::EMPTY,
        hand_for_hand: false,
    };
    let refused = play.input(Input::OrderHand(again)).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::NothingToDo);
    hand_after_order(&mut play);
    assert!(!play.table.wants_hand(play.now));
    assert_eq!(play.table.deadline(), None, "the next one has to be ordered");
}

fn hand_after_order(play: &mut Play) {
    play.start(deck(""));
    while let Some(seat) = play.turn() {
        play.act(seat, Action::Fold);
    }
    play.run_out();
}

#[test]
fn nobody_comes_or_goes_of_their_own_accord() {
    let mut play = opened(ordered(), &[1, 2, 3], 1);
    let sit = Input::Sit {
        seat: SeatNo(5),
        player: PlayerId(9),
        buy_in: Chips(500),
        owed: Chips(0),
        wait_for_big_blind: false,
    };
    let top_up = Input::TopUp { seat: SeatNo(1), amount: Chips(500) };
    for input in [sit, top_up, Input::Leave { seat: SeatNo(1) }] {
        assert_eq!(play.input(input).unwrap_err().kind, RefusalKind::ByOrderOnly);
    }
    let mut ring = Play::new(setup(Stakes::no_limit(1, 2)), &[200, 200]);
    let taken = ring.input(Input::Take { seat: SeatNo(1) }).unwrap_err();
    assert_eq!(taken.kind, RefusalKind::NotByOrder);
}

#[test]
fn players_stacks_and_stakes_change_between_hands_only() {
    let mut play = opened(ordered(), &[1, 2, 3], 1);
    order(&mut play, 40).unwrap();
    play.start(deck(""));
    let plays = library().plays("holdem", &Stakes::no_limit(200, 400)).unwrap().0;
    for input in [
        Input::Take { seat: SeatNo(1) },
        Input::SetStacks { stacks: vec![(SeatNo(1), Chips(1))] },
        Input::SetPlays { plays: plays.clone(), switch: Switch::Never },
        Input::PlaceButton { seat: SeatNo(2) },
    ] {
        assert_eq!(play.input(input).unwrap_err().kind, RefusalKind::HandInProgress);
    }
    while let Some(seat) = play.turn() {
        play.act(seat, Action::Fold);
    }
    play.run_out();

    play.input(Input::SetPlays { plays, switch: Switch::Never }).unwrap();
    play.input(Input::SetStacks { stacks: vec![(SeatNo(1), Chips(7_000))] }).unwrap();
    let twice = vec![(SeatNo(1), Chips(1)), (SeatNo(1), Chips(2))];
    assert!(play.input(Input::SetStacks { stacks: twice }).is_err());
    play.input(Input::Take { seat: SeatNo(3) }).unwrap();
    assert_eq!(play.table.players().count(), 2);
    order(&mut play, 39).unwrap();
    play.start(deck(""));
    assert_eq!(play.to_call(), 200, "the small blind of 200 completes to 400");
}

#[test]
fn who_has_no_chips_left_keeps_the_seat_until_taken_away() {
    let mut play = opened(ordered(), &[1, 2, 3], 1);
    play.input(Input::SetStacks { stacks: vec![(SeatNo(2), Chips(0))] }).unwrap();
    hand(&mut play);
    assert_eq!(play.table.players().count(), 3);
    let stacks = vec![(SeatNo(2), Chips(3_000))];
    play.input(Input::SetStacks { stacks }).unwrap();
    order(&mut play, 40).unwrap();
    play.start(deck(""));
    let dealt = play.this_hand().iter().find_map(|event| match event {
        Event::HandStarted(start) => Some(start.dealt),
        _ => None,
    });
    assert_eq!(dealt, Some(seats(&[1, 2, 3])), "a rebuy is dealt in with the next hand");
}

#[test]
fn the_positions_foretold_are_those_of_the_next_hand() {
    let mut play = opened(ordered(), &[0, 2, 4, 5, 8], 4);
    for _ in 0..12 {
        let told = positions(&play);
        order(&mut play, 100).unwrap();
        play.start(deck(""));
        let start = play.this_hand().iter().find_map(|event| match event {
            Event::HandStarted(start) => Some((
                start.button.0,
                start.small_blind.map(|seat| seat.0),
                start.big_blind.unwrap().0,
            )),
            _ => None,
        });
        assert_eq!(start, Some(told));
        while let Some(seat) = play.turn() {
            play.act(seat, Action::Fold);
        }
        play.run_out();
    }
}

/// Returns a setup of stud.
fn stud() -> TableSetup {
    let stakes = Stakes {
        betting: Betting::FixedLimit,
        small_blind: Chips(0),
        bring_in: Chips(30),
        ..Stakes::no_limit(0, 100)
    };
    let plays = library().plays("stud", &stakes).unwrap().0;
    TableSetup { plays, seats: 8, ..ordered() }
}

/// Starts the next hand. In a new game the last seat draws the button.
fn start_drawing_last(play: &mut Play) {
    order(play, 100).unwrap();
    play.now = play.now.max(play.table.deadline().unwrap());
    let reshuffles = vec![deck("")];
    play.input(Input::StartHand { deck: deck(""), reshuffles, draw: u32::MAX }).unwrap();
}

fn stud_hand(play: &mut Play) {
    start_drawing_last(play);
    play.fold_out_or_bring_in();
}

fn switch_to_holdem(play: &mut Play) {
    let plays = library().plays("holdem", &Stakes::no_limit(100, 200)).unwrap().0;
    play.input(Input::SetPlays { plays, switch: Switch::Never }).unwrap();
}

/// TDA 11-B. The director needs the coming positions to balance the tables.
#[test]
fn a_table_that_begins_in_stud_starts_holdem_where_its_button_was_frozen() {
    let mut play = Play::new(stud(), &[]);
    for seat in [0, 2, 4, 5] {
        place(&mut play, seat, 5_000, Entering::Newcomer).unwrap();
    }
    assert_eq!(play.table.upcoming(), None);
    for _ in 0..2 {
        stud_hand(&mut play);
        let upcoming = play.table.upcoming().unwrap();
        assert_eq!((upcoming.button, upcoming.big_blind), (SeatNo(5), None));
        assert_eq!(play.button(), 5);
    }
    switch_to_holdem(&mut play);
    assert_eq!(positions(&play), (5, Some(0), 2));
    hand(&mut play);
    assert_eq!(play.positions(), (5, Some(0), 2));
    assert_eq!(positions(&play), (0, Some(2), 4));
}

/// TDA 34-B.
#[test]
fn heads_up_the_small_blind_has_the_button_that_was_frozen_in_an_empty_seat() {
    let mut play = Play::new(stud(), &[]);
    for seat in [1, 3, 6] {
        place(&mut play, seat, 5_000, Entering::Newcomer).unwrap();
    }
    stud_hand(&mut play);
    assert_eq!(play.button(), 6);
    play.input(Input::Take { seat: SeatNo(6) }).unwrap();
    switch_to_holdem(&mut play);
    assert_eq!(positions(&play), (1, Some(1), 3));
    start_drawing_last(&mut play);
    assert_eq!((play.positions(), play.turn()), ((1, Some(1), 3), Some(1)));
    play.call(1);
    play.check(3);
    assert_eq!(play.turn(), Some(3), "the button acts last after the flop");
}

/// The seats are those of the rule case x-tda-balance-single-bb, from 0 instead of 1.
#[test]
fn a_player_moved_to_the_last_big_blind_posts_a_big_blind_alone() {
    let mut play = opened(ordered(), &[0, 1, 2, 3, 4], 0);
    hand(&mut play);
    play.input(Input::Take { seat: SeatNo(2) }).unwrap();
    let upcoming = play.table.upcoming().unwrap();
    assert_eq!(upcoming.single_big_blind, Some(SeatNo(2)));
    assert_eq!(positions(&play), (1, None, 3), "without the move the small blind is dead");
    place(&mut play, 2, 5_000, Entering::SingleBigBlind).unwrap();
    assert_eq!(positions(&play), (1, None, 2));
    hand(&mut play);
    assert_eq!(positions(&play), (1, Some(2), 3));
}

/// TDA 35-C.
#[test]
fn a_player_moved_to_the_last_big_blind_posts_it_alone_again_when_the_hand_is_dealt_again() {
    let mut play = opened(ordered(), &[0, 1, 2, 3, 4], 0);
    hand(&mut play);
    play.input(Input::Take { seat: SeatNo(2) }).unwrap();
    place(&mut play, 2, 5_000, Entering::SingleBigBlind).unwrap();
    order(&mut play, 100).unwrap();
    play.start(deck(""));
    assert_eq!(play.positions(), (1, None, 2));
    play.input(Input::VoidHand { reason: "a misdeal".to_owned() }).unwrap();
    assert_eq!(positions(&play), (1, None, 2));
    hand(&mut play);
    assert_eq!(play.positions(), (1, None, 2));
    assert_eq!(positions(&play), (1, Some(2), 3));
}

#[test]
fn a_moved_player_is_dealt_in_at_any_position_and_owes_nothing() {
    let mut play = opened(ordered(), &[0, 3, 4, 5], 0);
    hand(&mut play);
    for seat in [1, 2, 7] {
        place(&mut play, seat, 4_000, Entering::Balanced).unwrap();
    }
    let upcoming = play.table.upcoming().unwrap();
    assert_eq!(upcoming.dealt, seats(&[0, 1, 2, 3, 4, 5, 7]));
    order(&mut play, 60).unwrap();
    play.start(deck(""));
    let posts = play.this_hand().iter().filter(|event| matches!(event, Event::Posted { .. }));
    assert_eq!(posts.count(), 2, "the two blinds and nothing else");
}

#[test]
fn a_newcomer_waits_where_the_book_lets_nobody_in() {
    // Last hand: button 0, blinds 1 and 2. Next hand: button 1 (empty), small blind 3, big blind 4
    // …
    let dealt = |book: &str, seat: u8| {
        let mut play = opened(under(book), &[0, 2, 4, 5, 6], 0);
        hand(&mut play);
        // Button 0, small blind 2, big blind 4. In the next hand: button 2, small blind 4, big
        // blind 5.
        place(&mut play, seat, 5_000, Entering::Newcomer).unwrap();
        play.table.upcoming().unwrap().dealt.contains(SeatNo(seat))
    };
    for book in ["tda-2024", "tnpl", "online", "wptapl", "spotlight"] {
        assert!(!dealt(book, 3), "{book}: between the button and the small blind");
        assert!(dealt(book, 7), "{book}: elsewhere");
    }
    assert!(dealt("tfpl", 1), "tfpl: the button has just passed");
    assert!(!dealt("tfpl", 7), "tfpl: neither big blind nor passed by the button");
    assert!(!dealt("tfpl", 3));
}

#[test]
fn a_newcomer_on_button_or_small_blind_is_dealt_in_or_waits_by_the_book() {
    let dealt = |book: &str, seat: u8| {
        let mut play = opened(under(book), &[0, 1, 2, 3, 4], 0);
        hand(&mut play);
        // Positions 0, 1 and 2. Now the players on the coming button and small blind leave.
        play.input(Input::Take { seat: SeatNo(1) }).unwrap();
        play.input(Input::Take { seat: SeatNo(2) }).unwrap();
        place(&mut play, seat, 5_000, Entering::Newcomer).unwrap();
        play.table.upcoming().unwrap().dealt.contains(SeatNo(seat))
    };
    for (book, dealt_in) in [("tda-2024", true), ("tnpl", true), ("wptapl", false)] {
        assert_eq!(dealt(book, 1), dealt_in, "{book}: on the dead button");
        assert_eq!(dealt(book, 2), dealt_in, "{book}: on the dead small blind");
    }
}

#[test]
fn the_table_is_restored_between_hands_with_its_level() {
    let mut play = opened(ordered(), &[1, 2, 3], 1);
    hand(&mut play);
    let plays = library().plays("holdem", &Stakes::no_limit(200, 400)).unwrap().0;
    play.input(Input::SetPlays { plays, switch: Switch::Never }).unwrap();
    let bytes = postcard::to_stdvec(&play.table.snapshot().unwrap()).unwrap();
    let setup = play.table.setup().clone();
    let restored = Table::restore(setup, &mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
    assert_eq!(restored, play.table);
}

//! A finished hand whose deck turns out to be fouled. While it may be disputed, all players get
//! back the chips they put in.
use crate::common;

use cardroom_engine::{
    Action, DealError, DeckFault, Entering, Event, FloorCommand, FloorEvent, Ground, HandOrder,
    Input, Occupancy, RefusalKind, Remedy, ReturnedBets, RulingOption, TableSetup,
};
use cardroom_rules::{
    Chips, HandNo, Millis, Play as Game, PlayerId, Rake, SeatNo, SeatSet, Stakes, Switch,
};
use common::{Play, dealt, deck, game, rulebook, setup, with_terms};
use std::sync::Arc;

fn hybrid(book: &str) -> TableSetup {
    TableSetup { hybrid: true, ..plain(book) }
}

fn plain(book: &str) -> TableSetup {
    TableSetup { rulebook: rulebook(book), ..setup(Stakes::no_limit(100, 200)) }
}

fn report(play: &mut Play, fault: DeckFault) -> Result<Vec<Event>, RefusalKind> {
    let command = FloorCommand::DealError(DealError::FouledDeck { fault });
    play.input(Input::Floor(command)).map_err(|refusal| refusal.kind)
}

/// Returns the remedy for two equal cards, and the returned bets.
fn fouled(play: &mut Play) -> (&'static str, Option<ReturnedBets>) {
    read(&report(play, DeckFault::TwoEqual).unwrap())
}

fn read(events: &[Event]) -> (&'static str, Option<ReturnedBets>) {
    let ruled = events.iter().filter_map(|event| match event {
        Event::Floor(ruled) => Some(&ruled.what),
        _ => None,
    });
    let mut read = ("", None);
    for what in ruled {
        match what {
            FloorEvent::DealRuled(ruling) => read.0 = ruling.remedy.code(),
            FloorEvent::BetsReturned(back) => read.1 = Some((**back).clone()),
            other => panic!("{other:?}"),
        }
    }
    read
}

/// Plays a hand that seat 1 wins with aces, with the button in seat 0. All three put in the same
/// amount, at most the smallest stack.
fn shown_down(setup: TableSetup, stacks: &[u64]) -> Play {
    let mut play = Play::new(setup, stacks);
    // From the button's left: seats 1, 2 and 0.
    play.start(dealt(&["AsAh", "KsKh", "7c2d"], "3c8d9hJcQd"));
    let poorest = *stacks.iter().min().unwrap();
    if poorest < 5_000 {
        play.act(0, Action::RaiseTo(Chips(poorest)));
    }
    play_out(&mut play);
    play
}

fn play_out(play: &mut Play) {
    for _ in 0..100 {
        if play.table.hand_in_progress().is_none() {
            return;
        }
        match play.turn() {
            Some(seat) if play.legal().check => drop(play.check(seat)),
            Some(seat) => drop(play.call(seat)),
            None if play.table.in_play().unwrap().betting_is_closed() => {
                drop(play.input(Input::DealStreet).unwrap());
            }
            None => drop(play.tick()),
        }
    }
    panic!("the hand does not end");
}

#[test]
fn what_was_put_in_goes_back_and_the_same_positions_are_dealt_again() {
    let mut play = shown_down(hybrid("tda-2024"), &[5_000; 3]);
    assert_eq!(play.stacks(), [4_800, 5_400, 4_800]);
    let positions = play.positions();
    let events = report(&mut play, DeckFault::TwoEqual).unwrap();
    let Event::Floor(first) = &events[0] else { panic!("{events:?}") };
    let FloorEvent::DealRuled(ruling) = &first.what else { panic!("{first:?}") };
    assert_eq!((first.ground.rule(), &ruling.remedy), ("TDA 35-E", &Remedy::Void));
    assert_eq!(ruling.returned, Chips(600), "the whole pot");
    let back = read(&events).1.unwrap();
    assert_eq!((back.hand, back.moved.len(), back.rake), (HandNo(1), 3, Chips(0)));
    assert_eq!(play.stacks(), [5_000; 3]);
    let dealt = play.table.last_dealt().unwrap();
    assert!(dealt.seats.iter().all(|seat| seat.ended_with == seat.began_with));
    // The hand is undone only once, and its pots belong to no player.
    assert_eq!(report(&mut play, DeckFault::TwoEqual), Err(RefusalKind::NoHand));
    play.start(deck(""));
    assert_eq!((play.positions(), play.started().hand), (positions, HandNo(2)));
}

/// TDA 35-C: the first button of a table is not drawn again, nor does one that was set move.
#[test]
fn a_hand_that_is_undone_keeps_the_button_that_was_drawn_or_set_for_it() {
    let next_of = |play: &mut Play| {
        play.now = play.now.max(play.table.deadline().unwrap());
        let start = Input::StartHand { deck: deck(""), reshuffles: Vec::new(), draw: u32::MAX };
        play.input(start).unwrap();
        (play.positions(), play.posts().len())
    };
    let mut play = shown_down(hybrid("tda-2024"), &[5_000; 4]);
    fouled(&mut play);
    assert_eq!(next_of(&mut play), ((0, Some(1), 2), 2));
    play_out(&mut play);
    play.input(Input::Floor(FloorCommand::SetButton { seat: SeatNo(2) })).unwrap();
    play.start(deck(""));
    play_out(&mut play);
    let mut stored = postcard::to_stdvec(&play.table.snapshot().unwrap()).unwrap();
    let restored = |bytes: &[u8]| {
        let reader = &mut postcard::Deserializer::from_bytes(bytes);
        let table = cardroom_engine::Table::restore(hybrid("tda-2024"), reader).unwrap();
        Play { table, now: play.now, log: Vec::new() }
    };
    let mut again = restored(&stored);
    fouled(&mut again);
    assert_eq!(next_of(&mut again), ((2, Some(3), 0), 2));
    // A snapshot of an older version ends before the button that was set: the marker of the part,
    // `Some` seat, and no entering players. Markers, no chooser
    // and no pause follow.
    assert_eq!(stored.split_off(stored.len() - 8), [1, 1, 2, 0, 1, 0, 1, 0]);
    let mut older = restored(&stored);
    fouled(&mut older);
    assert_eq!(next_of(&mut older), ((1, Some(2), 3), 2));
}

/// TDA 35-C.
#[test]
fn a_hand_that_is_undone_lets_a_moved_player_post_the_single_big_blind_again() {
    let mut play = in_event(&[5_000; 5]);
    play.input(Input::Take { seat: SeatNo(2) }).unwrap();
    let (player, entering) = (PlayerId(300), Entering::SingleBigBlind);
    let place = Input::Place { seat: SeatNo(2), player, chips: Chips(5_000), entering };
    play.input(place).unwrap();
    for hand in [2, 3] {
        order(&mut play, hand);
        play.start(deck(""));
        assert_eq!(play.positions(), (1, None, 2));
        play_out(&mut play);
        fouled(&mut play);
    }
}

#[test]
fn when_the_next_hand_has_begun_the_result_stands() {
    let mut play = shown_down(hybrid("tda-2024"), &[5_000; 3]);
    play.start(deck(""));
    assert_eq!(fouled(&mut play).0, "void", "it is the deck of this hand");
    assert_eq!(play.stacks(), [4_800, 5_400, 4_800], "and not of the one before");
    assert_eq!(report(&mut play, DeckFault::TwoEqual), Err(RefusalKind::ResultStands));
    let mut empty = Play::new(hybrid("tda-2024"), &[5_000; 3]);
    assert_eq!(report(&mut empty, DeckFault::TwoEqual), Err(RefusalKind::NoHand));
}

#[test]
fn in_a_break_there_is_a_minute_for_it_or_all_of_it_by_the_book() {
    let books = [("tda-2024", true), ("wptapl", true), ("spotlight", false), ("tfpl", false)];
    for (book, closes) in books {
        let mut play = shown_down(hybrid(book), &[5_000; 3]);
        let over = play.now;
        play.now = over + Millis(59_999);
        assert_eq!(fouled(&mut play.clone_of()).0, "void", "{book}");
        play.now = over + Millis::seconds(60);
        let late = report(&mut play, DeckFault::TwoEqual);
        assert_eq!(late == Err(RefusalKind::ResultStands), closes, "{book}");
    }
}

/// TFPL 2a-4: after the table breaks, the hand cannot be ruled on. TDA 22 has no such limit.
#[test]
fn where_the_table_has_broken_the_result_stands_by_two_books() {
    for (book, stands) in [("tfpl", true), ("spotlight", true), ("tda-2024", false)] {
        let mut play = shown_down(hybrid(book), &[5_000; 3]);
        play.leave(0);
        play.leave(2);
        let late = report(&mut play, DeckFault::TwoEqual);
        assert_eq!(late == Err(RefusalKind::ResultStands), stands, "{book}");
    }
}

#[test]
fn each_book_says_what_fouls_a_deck_and_the_floor_rules_on_the_rest_between_hands() {
    for (book, two, back, missing) in [
        ("tda-2024", "void", "floor", "floor"),
        ("tnpl", "floor", "floor", "floor"),
        ("tfpl", "void", "void", "plays_on"),
        ("spotlight", "void", "void", "plays_on"),
        ("wptapl", "void", "floor", "floor"),
    ] {
        for (fault, expected) in [
            (DeckFault::TwoEqual, two),
            (DeckFault::OtherBack, back),
            (DeckFault::Missing, missing),
        ] {
            let mut play = shown_down(hybrid(book), &[5_000; 3]);
            play.input(Input::AttendFloor { attended: true }).unwrap();
            let events = report(&mut play, fault).unwrap();
            assert_eq!(read(&events[..1]).0, expected, "{book}: {fault:?}");
            if expected == "floor" {
                let ticket = play.table.ticket().unwrap().clone();
                assert!(!play.table.wants_hand(play.now + Millis(3_000)), "no hand before");
                for (option, stacks) in [
                    (RulingOption::Void, [5_000; 3]),
                    (RulingOption::PlaysOn, [4_800, 5_400, 4_800]),
                ] {
                    let mut ruled = play.clone_of();
                    ruled.input(Input::RuleTicket { ticket: ticket.ticket, option }).unwrap();
                    assert_eq!(ruled.stacks(), stacks, "{book}: {fault:?} {option:?}");
                    ruled.start(deck(""));
                }
            } else {
                let stacks = if expected == "void" { [5_000; 3] } else { [4_800, 5_400, 4_800] };
                assert_eq!(play.stacks(), stacks, "{book}: {fault:?}");
            }
        }
    }
    // Without a floor person, and after the ticket's time limit, the default applies.
    let mut play = shown_down(hybrid("tnpl"), &[5_000; 3]);
    assert!(report(&mut play, DeckFault::TwoEqual).is_ok());
    assert_eq!(play.stacks(), [5_000; 3]);
    let mut play = shown_down(hybrid("tda-2024"), &[5_000; 3]);
    play.input(Input::AttendFloor { attended: true }).unwrap();
    report(&mut play, DeckFault::OtherBack).unwrap();
    play.now = play.table.deadline().unwrap();
    play.input(Input::Tick).unwrap();
    assert!(play.table.ticket().is_none());
    assert_eq!(play.stacks(), [4_800, 5_400, 4_800]);
}

#[test]
fn of_another_error_nothing_is_put_right_in_a_hand_that_is_over() {
    let mut play = shown_down(hybrid("tda-2024"), &[5_000; 3]);
    let errors = [DealError::OutOfSequence, DealError::Exposed { seat: SeatNo(1), place: 0 }];
    for error in errors {
        let late = play.input(Input::Floor(FloorCommand::DealError(error))).unwrap_err();
        assert_eq!(late.kind, RefusalKind::NoHand, "{error:?}");
    }
}

#[test]
fn at_a_plain_table_two_equal_cards_void_it_and_the_rest_does_not_happen() {
    for book in ["tda-2024", "tnpl", "online"] {
        let mut play = shown_down(plain(book), &[5_000; 3]);
        assert_eq!(report(&mut play, DeckFault::OtherBack), Err(RefusalKind::NotHybrid));
        assert_eq!(fouled(&mut play).0, "void", "{book}");
        assert_eq!(play.stacks(), [5_000; 3], "{book}");
    }
}

fn raked(setup: TableSetup) -> TableSetup {
    with_terms(setup, |ring| {
        ring.rake = Some(Rake {
            basis_points: 500,
            cap: Chips(1_000),
            no_flop_no_drop: true,
            account: "house".to_owned(),
        });
    })
}

#[test]
fn the_house_gives_its_part_back_also_where_it_took_it_away_already() {
    let mut play = shown_down(raked(hybrid("tda-2024")), &[5_000; 3]);
    assert_eq!((play.table.house().0, play.stack(1)), (Chips(30), 5_370));
    let mut swept = play.clone_of();
    let back = fouled(&mut play).1.unwrap();
    assert_eq!((back.rake, back.from_house), (Chips(30), Chips(0)));
    assert_eq!((play.stacks(), play.table.house().0), (vec![5_000; 3], Chips(0)));
    assert_eq!(play.table.total(), Chips(15_000));

    swept.input(Input::SweepHouse).unwrap();
    assert_eq!(swept.table.total(), Chips(14_970));
    let back = fouled(&mut swept).1.unwrap();
    assert_eq!((back.rake, back.from_house), (Chips(30), Chips(30)));
    assert_eq!((swept.stacks(), swept.table.total()), (vec![5_000; 3], Chips(15_000)));
}

#[test]
fn who_has_left_is_paid_and_who_took_the_pot_away_keeps_it() {
    let mut play = shown_down(hybrid("tda-2024"), &[5_000; 3]);
    let mut winner_left = play.clone_of();
    play.leave(2);
    let back = fouled(&mut play).1.unwrap();
    assert_eq!(back.gone, [(PlayerId(102), Chips(200))]);
    assert_eq!((play.stack(0), play.stack(1), play.table.total()), (5_000, 5_000, Chips(10_000)));

    winner_left.leave(1);
    assert_eq!(report(&mut winner_left, DeckFault::TwoEqual), Err(RefusalKind::ChipsGone));
    // A new player in the winner's seat is not involved.
    winner_left.input(sit(1, 901)).unwrap();
    assert_eq!(report(&mut winner_left, DeckFault::TwoEqual), Err(RefusalKind::ChipsGone));
    // Nor is a new player in a loser's seat. The loser is paid.
    let mut play = shown_down(hybrid("tda-2024"), &[5_000; 3]);
    play.leave(2);
    play.input(sit(2, 902)).unwrap();
    assert_eq!(fouled(&mut play).1.unwrap().gone, [(PlayerId(102), Chips(200))]);
    assert_eq!(play.stacks(), [5_000, 5_000, 700]);
}

fn sit(seat: u8, player: u64) -> Input {
    Input::Sit {
        seat: SeatNo(seat),
        player: PlayerId(player),
        buy_in: Chips(700),
        owed: Chips(0),
        wait_for_big_blind: false,
    }
}

#[test]
fn who_lost_everything_is_in_the_game_again() {
    let mut play = shown_down(hybrid("tda-2024"), &[5_000, 5_000, 3_000]);
    assert_eq!(play.stack(2), 0);
    fouled(&mut play);
    assert_eq!(play.stacks(), [5_000, 5_000, 3_000]);
    play.start(deck(""));
    assert_eq!(play.dealt_in(), [0, 1, 2]);
}

#[test]
fn a_rotation_is_where_it_was_before_the_hand() {
    let play = |big| Game { game: game(), stakes: Stakes::no_limit(big / 2, big) };
    let plays = Arc::from([play(200), play(400)]);
    let setup = TableSetup { plays, switch: Switch::Hands(1), ..hybrid("tda-2024") };
    let mut play = shown_down(setup, &[5_000; 3]);
    assert_eq!(play.table.play_index(), 1, "the other game is next");
    fouled(&mut play);
    assert_eq!(play.table.play_index(), 0);
    play.start(deck(""));
    play_out(&mut play);
    assert_eq!(play.table.play_index(), 1, "and comes when this one was played");
}

/// Opens a tournament table, which gets its hands and stacks from the tournament.
fn in_event(stacks: &[u64]) -> Play {
    let mut play =
        Play::new(TableSetup { occupancy: Occupancy::ByOrder, ..hybrid("tda-2024") }, &[]);
    for (seat, chips) in (0..).zip(stacks) {
        let (player, entering) = (PlayerId(100 + u64::from(seat)), Entering::Newcomer);
        let place = Input::Place { seat: SeatNo(seat), player, chips: Chips(*chips), entering };
        play.input(place).unwrap();
    }
    play.input(Input::PlaceButton { seat: SeatNo(0) }).unwrap();
    order(&mut play, 1);
    play.start(dealt(&["AsAh", "KsKh", "7c2d"], "3c8d9hJcQd"));
    if stacks.iter().any(|stack| *stack < 5_000) {
        play.act(0, Action::RaiseTo(Chips(3_000)));
    }
    play_out(&mut play);
    play
}

fn order(play: &mut Play, hand: u64) {
    let missing = SeatSet::EMPTY;
    let hand = HandNo(hand);
    let order = HandOrder { hand, players_left: 3, missing, hand_for_hand: false };
    play.input(Input::OrderHand(order)).unwrap();
}

#[test]
fn at_a_table_of_an_event_the_result_stands_once_somebody_is_out_by_it() {
    let mut play = in_event(&[5_000; 3]);
    order(&mut play, 2);
    fouled(&mut play);
    assert_eq!(play.stacks(), [5_000; 3]);
    play.start(deck(""));

    let mut out = in_event(&[5_000, 5_000, 3_000]);
    assert_eq!(report(&mut out, DeckFault::TwoEqual), Err(RefusalKind::PlayerOut));
    out.input(Input::Take { seat: SeatNo(2) }).unwrap();
    assert_eq!(report(&mut out, DeckFault::TwoEqual), Err(RefusalKind::PlayerOut));

    // After chips were bought or exchanged, the stacks no longer hold the same chips.
    let mut bought = in_event(&[5_000; 3]);
    bought.input(Input::SetStacks { stacks: vec![(SeatNo(2), Chips(9_000))] }).unwrap();
    assert_eq!(report(&mut bought, DeckFault::TwoEqual), Err(RefusalKind::ResultStands));
}

#[test]
fn a_snapshot_between_the_hands_knows_what_may_go_back() {
    let play = shown_down(hybrid("tda-2024"), &[5_000; 3]);
    let stored = serde_json::to_string(&play.table.snapshot().unwrap()).unwrap();
    let mut reader = serde_json::Deserializer::from_str(&stored);
    let table = cardroom_engine::Table::restore(hybrid("tda-2024"), &mut reader).unwrap();
    let mut again = Play { table, now: play.now, log: Vec::new() };
    assert_eq!(fouled(&mut again).0, "void");
    assert_eq!(again.stacks(), [5_000; 3]);
    let ground = again.log.iter().any(
        |event| matches!(event, Event::Floor(ruled) if matches!(ruled.ground, Ground::Deal(_))),
    );
    assert!(ground);
}

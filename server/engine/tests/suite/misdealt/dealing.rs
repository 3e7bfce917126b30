//! Exposed, boxed, foreign and missing cards during the deal, and a fouled deck.

use crate::misdealt::common::{Play, deck};
use crate::misdealt::{
    BOOKS, BURN, FLOP, RIVER, TURN, TURN_BURN, board, card, cards, dealt, exposed, hole,
    last_ruling, on_street, remedy, report, reversed, ruled, run_to_the_river, street_is_checked,
};
use cardroom_engine::{
    BoxedAt, DealClause, DealError, DeckFault, Event, FloorCommand, Input, REMEDY_ORDERS,
    RefusalKind, Remedy, RuledBy, RulingOption, Viewer,
};
use cardroom_rules::SeatNo;

/// TDA, TNPL: one of the first two cards dealt, or any two. Spotlight: also the blinds' cards and
/// the dealer's second. WPTAPL: any two.
#[test]
fn which_exposed_card_is_a_misdeal_is_up_to_the_book() {
    let one = |book: &str, seat, place| remedy(&mut dealt(book), exposed(seat, place));
    for (book, first, blinds_second, dealers_second, other) in [
        ("tda-2024", "misdeal", "shown", "shown", "shown"),
        ("tnpl", "misdeal", "shown", "shown", "shown"),
        ("tfpl", "misdeal", "replaced", "replaced", "replaced"),
        ("spotlight", "misdeal", "misdeal", "misdeal", "replaced"),
        ("wptapl", "replaced", "replaced", "replaced", "replaced"),
    ] {
        assert_eq!(one(book, 1, 0), first, "{book}: the first off the deck");
        assert_eq!(one(book, 2, 0), first, "{book}: the second off the deck");
        assert_eq!(one(book, 1, 1), blinds_second, "{book}: the small blind's second");
        assert_eq!(one(book, 0, 1), dealers_second, "{book}: the dealer's second");
        assert_eq!(one(book, 4, 0), other, "{book}: any other");

        let mut play = dealt(book);
        remedy(&mut play, exposed(4, 0));
        let (clause, remedy, returned) = ruled(&mut play, exposed(5, 1));
        assert_eq!((clause, remedy), (DealClause::MisdealExposed, Remedy::Misdeal), "{book}");
        assert_eq!(returned, 150, "{book}: the blinds go back");
        assert_eq!((play.table.hand_in_progress(), play.stacks()), (None, vec![10_000; 6]));
        play.next_hand();
        assert_eq!(play.positions(), (0, Some(1), 2), "{book}: the same hand again");
    }
}

/// TDA 35-C, TNPL G1-ii: the same button, blinds and players, with no newcomers.
#[test]
fn a_misdeal_is_dealt_again_to_the_same_players() {
    let mut play = dealt("tda-2024");
    play.sit(7, 10_000, false);
    assert_eq!(remedy(&mut play, exposed(1, 0)), "misdeal");
    play.next_hand();
    assert_eq!(play.positions(), (0, Some(1), 2));
    assert_eq!(play.dealt_in(), [0, 1, 2, 3, 4, 5], "who came meanwhile waits");
    while play.table.hand_in_progress().is_some() {
        match play.turn() {
            Some(seat) => play.fold(seat),
            None => play.tick(),
        };
    }
    play.next_hand();
    assert!(play.dealt_in().contains(&7), "and plays the next one");
}

/// TDA 35-C: also in the first hand of a table, and where the floor had set the button.
#[test]
fn a_misdeal_keeps_a_button_that_was_drawn_or_set_for_its_hand() {
    let next_of = |play: &mut Play, first_dealt| {
        assert_eq!(remedy(play, exposed(first_dealt, 0)), "misdeal");
        play.now = play.now.max(play.table.deadline().unwrap());
        let reshuffles = vec![reversed(); REMEDY_ORDERS];
        // A new draw would give the button to the last seat.
        let start = Input::StartHand { deck: deck(""), reshuffles, draw: u32::MAX };
        play.input(start).unwrap();
        (play.positions(), play.posts().len())
    };
    let mut play = dealt("tda-2024");
    assert_eq!(next_of(&mut play, 1), ((0, Some(1), 2), 2));
    let set = FloorCommand::SetButton { seat: SeatNo(3) };
    play.input(Input::Floor(set)).unwrap();
    play.next_hand();
    assert_eq!(play.positions(), (3, Some(4), 5));
    assert_eq!(next_of(&mut play, 4), ((3, Some(4), 5), 2));
}

#[test]
fn an_exposed_card_that_plays_lies_open_and_counts_once() {
    let mut play = dealt("tda-2024");
    let (clause, remedy, _) = ruled(&mut play, exposed(4, 1));
    assert_eq!((clause, remedy), (DealClause::OneExposed, Remedy::Shown { card: card(9) }));
    let seen = play.table.view(Viewer::Public).seats[4].in_hand.clone().unwrap();
    assert_eq!(seen.up.to_vec(), cards(&[9]));
    assert_eq!(report(&mut play, exposed(4, 1)), Err(RefusalKind::NothingToDo));
    assert_eq!(hole(&play, 4), cards(&[3, 9]));
}

/// TFPL 5a-2, Spotlight 5a-1, WPTAPL 14: the top card replaces it, and it becomes the burn.
#[test]
fn a_replaced_card_is_the_next_burn() {
    for book in ["tfpl", "spotlight", "wptapl"] {
        let mut play = dealt(book);
        let (_, remedy, _) = ruled(&mut play, exposed(4, 1));
        assert_eq!(remedy, Remedy::Replaced { card: card(9) });
        assert_eq!(hole(&play, 4), cards(&[3, BURN]), "{book}");
        street_is_checked(&mut play);
        play.input(Input::DealStreet).unwrap();
        assert_eq!(board(&play), cards(&[FLOP, FLOP + 1, FLOP + 2]), "{book}: one burn");
        run_to_the_river(&mut play);
        assert!(!board(&play).contains(&card(9)), "{book}");
    }
}

#[test]
fn after_substantial_action_the_hand_goes_on() {
    for book in BOOKS {
        let mut play = dealt(book);
        play.call(3);
        play.call(4);
        let (clause, remedy, _) = ruled(&mut play, exposed(1, 0));
        assert_eq!((clause, remedy), (DealClause::TooLate, Remedy::Shown { card: card(0) }));
        let boxed = DealError::Boxed { cards: 2, at: BoxedAt::Stub };
        assert_eq!(ruled(&mut play, boxed).1, Remedy::PlaysOn, "{book}");
        assert_eq!(ruled(&mut play, DealError::OutOfSequence).1, Remedy::PlaysOn, "{book}");
        assert_eq!(play.turn(), Some(5), "{book}");
    }
}

#[test]
fn cards_dealt_out_of_order_are_a_misdeal_in_time() {
    for book in BOOKS {
        let errors = [
            DealError::OutOfSequence,
            DealError::NotEntitled { seat: SeatNo(8) },
            DealError::LeftOut { seat: SeatNo(4) },
            DealError::Boxed { cards: 2, at: BoxedAt::Hand { seat: SeatNo(4), place: 1 } },
        ];
        for error in errors {
            assert_eq!(remedy(&mut dealt(book), error), "misdeal", "{book}: {error:?}");
        }
    }
    let mut play = dealt("tda-2024");
    play.call(3);
    play.call(4);
    let (clause, remedy, _) = ruled(&mut play, DealError::LeftOut { seat: SeatNo(1) });
    let seats = [SeatNo(1)].into_iter().collect();
    assert_eq!((clause, remedy), (DealClause::CardCount, Remedy::Dead { seats }));
    let dealt_in = DealError::NotEntitled { seat: SeatNo(4) };
    assert_eq!(report(&mut play, dealt_in), Err(RefusalKind::NoSuchError));
}

/// TNPL G1-i: exposed. TFPL, Spotlight 3c-11: not exposed. Others leave it to the floor.
#[test]
fn a_card_off_the_table_is_exposed_or_not_or_for_the_floor() {
    let off = |seat, place| DealError::OffTable { seat: SeatNo(seat), place };
    assert_eq!(remedy(&mut dealt("tnpl"), off(1, 0)), "misdeal");
    assert_eq!(remedy(&mut dealt("tnpl"), off(4, 0)), "shown");
    for book in ["tfpl", "spotlight"] {
        assert_eq!(remedy(&mut dealt(book), off(1, 0)), "plays_on", "{book}");
    }
    for (book, answer, leads_to) in [
        ("tda-2024", RulingOption::AsExposed, "misdeal"),
        ("tda-2024", RulingOption::PlaysOn, "plays_on"),
        ("wptapl", RulingOption::AsExposed, "replaced"),
    ] {
        let mut play = dealt(book);
        play.input(Input::AttendFloor { attended: true }).unwrap();
        assert_eq!(remedy(&mut play, off(1, 0)), "floor", "{book}");
        let ticket = play.table.ticket().unwrap().clone();
        assert_eq!(ticket.options, [RulingOption::PlaysOn, RulingOption::AsExposed]);
        assert_eq!(ticket.default, RulingOption::PlaysOn);
        let waits = play.try_act(3, cardroom_engine::Action::Call).map_err(|refusal| refusal.kind);
        assert_eq!(waits, Err(RefusalKind::FloorCalled));
        assert_eq!(report(&mut play, off(4, 0)), Err(RefusalKind::FloorCalled));
        let input = Input::RuleTicket { ticket: ticket.ticket, option: answer };
        let events = play.input(input).unwrap();
        assert_eq!(last_ruling(&events).1.code(), leads_to, "{book}");
    }
}

#[test]
fn with_nobody_on_the_floor_the_default_stands_at_once() {
    let mut play = dealt("tda-2024");
    let events = report(&mut play, DealError::OffTable { seat: SeatNo(1), place: 0 }).unwrap();
    assert_eq!(last_ruling(&events).1, Remedy::PlaysOn);
    let closed = events.iter().any(|event| {
        matches!(event, Event::TicketClosed { by: RuledBy::Unattended, option, .. }
            if *option == RulingOption::PlaysOn)
    });
    assert!(closed && play.turn() == Some(3));
}

/// TNPL G6: a scrap of paper. TFPL, Spotlight 3c-7: not if it lies on the board.
#[test]
fn a_single_boxed_card_is_a_scrap_where_the_book_says_so() {
    let in_hand = DealError::Boxed { cards: 1, at: BoxedAt::Hand { seat: SeatNo(4), place: 0 } };
    for book in ["tnpl", "tfpl", "spotlight"] {
        let mut play = dealt(book);
        assert_eq!(remedy(&mut play, in_hand), "scrapped", "{book}");
        assert_eq!(hole(&play, 4), cards(&[BURN, 9]), "{book}: the next card in its place");
        run_to_the_river(&mut play);
        let places = [FLOP + 1, FLOP + 2, FLOP + 3, TURN + 1, RIVER + 1];
        assert_eq!(board(&play), cards(&places), "{book}: everything comes one later");
    }
    let on_board = DealError::Boxed { cards: 1, at: BoxedAt::Board { place: 1 } };
    for (book, expected) in [("tnpl", "scrapped"), ("tfpl", "plays_on"), ("spotlight", "plays_on")]
    {
        let mut play = on_street(book, 1);
        assert_eq!(remedy(&mut play, on_board), expected, "{book}");
        let second = if expected == "scrapped" { TURN_BURN } else { FLOP + 1 };
        assert_eq!(board(&play), cards(&[FLOP, second, FLOP + 2]), "{book}");
    }
    let mut play = on_street("tnpl", 1);
    play.check(1);
    assert_eq!(remedy(&mut play, on_board), "plays_on", "it was acted on");
    let beyond = DealError::Boxed { cards: 1, at: BoxedAt::Board { place: 3 } };
    assert_eq!(report(&mut play, beyond), Err(RefusalKind::NoSuchError));
    let mut play = dealt("tda-2024");
    play.input(Input::AttendFloor { attended: true }).unwrap();
    assert_eq!(remedy(&mut play, in_hand), "floor");
    let ticket = play.table.ticket().unwrap().ticket;
    play.input(Input::RuleTicket { ticket, option: RulingOption::Scrap }).unwrap();
    assert_eq!(hole(&play, 4), cards(&[BURN, 9]));
}

/// TDA 37: only the button's card is missing, and it may come after substantial action.
#[test]
fn a_wrong_number_of_cards_is_a_misdeal_or_a_dead_hand() {
    let count = |seat, cards| DealError::CardCount { seat: SeatNo(seat), cards };
    for (book, few, three, four, button) in [
        ("tda-2024", "misdeal", "misdeal", "misdeal", "set_right"),
        ("tnpl", "misdeal", "misdeal", "misdeal", "set_right"),
        ("tfpl", "misdeal", "set_right", "misdeal", "set_right"),
        ("spotlight", "misdeal", "set_right", "misdeal", "set_right"),
        ("wptapl", "misdeal", "misdeal", "misdeal", "set_right"),
    ] {
        for (error, expected) in
            [(count(4, 1), few), (count(4, 3), three), (count(4, 4), four), (count(0, 1), button)]
        {
            assert_eq!(remedy(&mut dealt(book), error), expected, "{book}: {error:?}");
        }
    }
    for (book, late, button) in [
        ("tda-2024", "dead", "set_right"),
        ("tnpl", "dead", "dead"),
        ("tfpl", "dead", "dead"),
        ("spotlight", "floor", "floor"),
        ("wptapl", "dead", "set_right"),
    ] {
        let mut play = dealt(book);
        play.input(Input::AttendFloor { attended: true }).unwrap();
        play.fold(3);
        play.call(4);
        assert_eq!(remedy(&mut play.clone_of(), count(5, 3)), late, "{book}");
        assert_eq!(remedy(&mut play, count(0, 1)), button, "{book}: the button");
    }
    let mut play = dealt("tda-2024");
    play.fold(3);
    play.call(4);
    play.fold(5);
    play.call(0);
    assert_eq!(remedy(&mut play, count(0, 1)), "dead", "the button has acted on it");
    assert_eq!(report(&mut play, count(1, 2)), Err(RefusalKind::NothingToDo));
    // TDA IA-38: there is still one burn per street, and the cards come as they lie.
    run_to_the_river(&mut play);
    assert_eq!(board(&play), cards(&[FLOP, FLOP + 1, FLOP + 2, TURN, RIVER]));
}

#[test]
fn a_card_of_another_game_voids_is_a_scrap_or_kills() {
    let of = |seat: u8| DealError::NonStandard { seat: Some(SeatNo(seat)) };
    for (book, acted_early, acted_late, not_acted_late) in [
        ("tda-2024", "misdeal", "dead", "set_right"),
        ("tnpl", "misdeal", "dead", "dead"),
        ("tfpl", "dead", "dead", "set_right"),
        ("spotlight", "dead", "dead", "set_right"),
        ("wptapl", "misdeal", "dead", "set_right"),
    ] {
        assert_eq!(remedy(&mut dealt(book), of(3)), "misdeal", "{book}");
        let mut play = dealt(book);
        play.call(3);
        assert_eq!(remedy(&mut play.clone_of(), of(3)), acted_early, "{book}");
        play.call(4);
        assert_eq!(remedy(&mut play.clone_of(), of(3)), acted_late, "{book}");
        assert_eq!(remedy(&mut play, of(5)), not_acted_late, "{book}");
        let in_stub = DealError::NonStandard { seat: None };
        assert_eq!(remedy(&mut play, in_stub), "set_right", "{book}");
    }
}

/// TDA 35-E voids the hand at any time. TFPL, Spotlight 3c-3 also do for another back.
/// TNPL has no rule.
#[test]
fn a_fouled_deck_voids_the_hand_at_any_time() {
    let fouled = |fault| DealError::FouledDeck { fault };
    for (book, two, back, in_stub, missing) in [
        ("tda-2024", "void", "floor", "floor", "floor"),
        ("tnpl", "floor", "floor", "floor", "floor"),
        ("tfpl", "void", "void", "plays_on", "plays_on"),
        ("spotlight", "void", "void", "plays_on", "plays_on"),
        ("wptapl", "void", "floor", "floor", "floor"),
    ] {
        for (fault, expected) in [
            (DeckFault::TwoEqual, two),
            (DeckFault::OtherBack, back),
            (DeckFault::OtherBackInStub, in_stub),
            (DeckFault::Missing, missing),
        ] {
            let mut play = on_street(book, 2);
            play.input(Input::AttendFloor { attended: true }).unwrap();
            play.bet(1, 500);
            play.call(2);
            let (_, ruled, returned) = ruled(&mut play, fouled(fault));
            assert_eq!(ruled.code(), expected, "{book}: {fault:?}");
            if expected == "void" {
                assert_eq!(returned, 1_600);
                assert_eq!((play.table.hand_in_progress(), play.stacks()), (None, vec![10_000; 6]));
            }
        }
    }
    // Without a floor person, two equal cards also void the hand under TNPL, because no result
    // would be fair.
    let mut play = dealt("tnpl");
    assert_eq!(remedy(&mut play, fouled(DeckFault::TwoEqual)), "void");
    // The same holds while hands are shown.
    let mut play = on_street("tda-2024", 3);
    while play.table.view(Viewer::Public).hand.is_some_and(|hand| hand.turn.is_some()) {
        let seat = play.turn().unwrap();
        play.check(seat);
    }
    if play.table.hand_in_progress().is_some() {
        assert_eq!(report(&mut play, exposed(4, 0)), Err(RefusalKind::WindowClosed));
        assert_eq!(remedy(&mut play, fouled(DeckFault::TwoEqual)), "void");
        assert_eq!(play.stacks(), vec![10_000; 6]);
    }
}

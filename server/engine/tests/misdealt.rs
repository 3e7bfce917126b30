//! Errors of the deal at hybrid tables, and what each rulebook makes of them. The deck lies in order,
//! so that every card below is the one at its place; the drawn orders lie the other way round.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use cardroom_cards::{Card, DeckOrder};
use cardroom_engine::{
    BoxedAt, DealClause, DealError, DealRuling, DeckFault, DroppedStub, Event, FloorCommand,
    FloorEvent, Ground, Input, NewBoard, NewStub, REMEDY_ORDERS, RefusalKind, Remedy, RuledBy,
    RulingOption, TableSetup, Viewer,
};
use cardroom_rules::{Chips, Play as Game, SeatNo, Stakes};
use common::{Play, deck, library, rulebook, setup};

/// Where the parts of the deal lie with six players: the button in seat 0 has the last card.
const BURN: usize = 12;
const FLOP: usize = 13;
const TURN_BURN: usize = 16;
const TURN: usize = 17;
const RIVER_BURN: usize = 18;
const RIVER: usize = 19;

const BOOKS: [&str; 5] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl"];

fn card(place: usize) -> Card {
    deck("").cards()[place]
}

fn cards(places: &[usize]) -> Vec<Card> {
    places.iter().map(|place| card(*place)).collect()
}

fn reversed() -> DeckOrder {
    DeckOrder::new(deck("").cards().iter().rev().copied().collect()).unwrap()
}

fn hybrid(book: &str) -> TableSetup {
    TableSetup { hybrid: true, rulebook: rulebook(book), ..setup(Stakes::no_limit(50, 100)) }
}

/// A hand before anybody has acted: button in seat 0, blinds in seats 1 and 2.
fn dealt_by(setup: TableSetup, players: usize) -> Play {
    let mut play = Play::new(setup, &vec![10_000; players]);
    let reshuffles = vec![reversed(); REMEDY_ORDERS];
    play.input(Input::StartHand { deck: deck(""), reshuffles, draw: 0 }).unwrap();
    play
}

fn dealt(book: &str) -> Play {
    dealt_by(hybrid(book), 6)
}

/// The same on a later street, with nobody out.
fn on_street(book: &str, street: usize) -> Play {
    let mut play = dealt(book);
    for _ in 0..street {
        street_is_checked(&mut play);
        play.input(Input::DealStreet).unwrap();
    }
    play
}

fn street_is_checked(play: &mut Play) {
    while let Some(seat) = play.turn() {
        if play.legal().check {
            play.check(seat)
        } else {
            play.call(seat)
        };
    }
}

fn report(play: &mut Play, error: DealError) -> Result<Vec<Event>, RefusalKind> {
    play.input(Input::Floor(FloorCommand::DealError(error))).map_err(|refusal| refusal.kind)
}

/// What a report came to, and the clause it rests on.
fn ruled(play: &mut Play, error: DealError) -> (DealClause, Remedy, u64) {
    let events = report(play, error).unwrap_or_else(|kind| panic!("{error:?}: {kind}"));
    last_ruling(&events)
}

fn last_ruling(events: &[Event]) -> (DealClause, Remedy, u64) {
    let rulings = events.iter().rev().filter_map(|event| match event {
        Event::Floor(ruled) => match (&ruled.what, ruled.ground) {
            (FloorEvent::DealRuled(ruling), Ground::Deal(clause)) => Some((clause, ruling)),
            _ => None,
        },
        _ => None,
    });
    let (clause, ruling) = rulings.into_iter().next().expect("it was ruled on");
    let DealRuling { remedy, returned, .. } = &**ruling;
    (clause, remedy.clone(), returned.0)
}

fn remedy(play: &mut Play, error: DealError) -> &'static str {
    ruled(play, error).1.code()
}

fn exposed(seat: u8, place: u8) -> DealError {
    DealError::Exposed { seat: SeatNo(seat), place }
}

fn board(play: &Play) -> Vec<Card> {
    play.table.view(Viewer::Public).hand.unwrap().boards[0].to_vec()
}

fn hole(play: &Play, seat: u8) -> Vec<Card> {
    play.table.hole_cards(Viewer::Seat(SeatNo(seat))).to_vec()
}

/// Deals on until the river is out.
fn run_to_the_river(play: &mut Play) {
    while play.board_len() < 5 {
        street_is_checked(play);
        play.input(Input::DealStreet).unwrap();
    }
}

/// TDA, TNPL: the first two off the deck, or any two. Spotlight: the blinds' and the dealer's second as
/// well. WPTAPL: two.
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

/// TDA 35-C, TNPL G1-ii: the same button, blinds and players; nobody new.
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

/// TFPL 5a-2, Spotlight 5a-1, WPTAPL 14: the top card for it, and it is the burn.
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

/// TNPL G1-i: exposed. TFPL, Spotlight 3c-11: not. The others leave it to the floor.
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

/// TNPL G6: a scrap of paper. TFPL, Spotlight 3c-7: not where it lies on the board.
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

/// TDA 37: a card is missing on the button only, and may come after substantial action.
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
    // TDA IA-38: still one burn a street, and the cards come as they lie.
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

/// TDA 35-E voids it at any time; TFPL, Spotlight 3c-3 also for another back; TNPL has no rule.
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
    // Unattended, two equal cards void it under TNPL as well: no result would be a fair one.
    let mut play = dealt("tnpl");
    assert_eq!(remedy(&mut play, fouled(DeckFault::TwoEqual)), "void");
    // While hands are shown, too.
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

/// TDA 39-A, TNPL G3: four are scrambled. TFPL 5a-4, 5a-8: it is dealt again, unless the burn is known.
#[test]
fn a_flop_of_four_is_scrambled_or_dealt_again() {
    let four = |burn_known| DealError::FourCardFlop { burn_known };
    for book in ["tda-2024", "tnpl", "wptapl"] {
        let mut play = on_street(book, 1);
        let (clause, remedy, _) = ruled(&mut play, four(true));
        assert_eq!(clause, DealClause::FourCardFlop);
        let Remedy::Board { how: NewBoard::FourScrambled, cards: new } = remedy else {
            panic!("{book}: {remedy:?}")
        };
        // The last of the four comes first in the drawn order: it is the next burn.
        assert_eq!(new.to_vec(), cards(&[FLOP + 2, FLOP + 1, FLOP]), "{book}");
        assert_eq!(board(&play), new.to_vec());
        run_to_the_river(&mut play);
        assert_eq!(board(&play)[3..], cards(&[TURN, RIVER]), "{book}: it was burned");
    }
    for book in ["tfpl", "spotlight"] {
        let mut play = on_street(book, 1);
        assert_eq!(remedy(&mut play, four(true)), "set_right", "{book}");
        assert_eq!(board(&play), cards(&[FLOP, FLOP + 1, FLOP + 2]));
        assert_eq!(remedy(&mut play, four(false)), "redealt", "{book}");
        assert_eq!(board(&play), cards(&[51, 50, 49]), "{book}: off the shuffled deck");
        run_to_the_river(&mut play);
        assert_eq!(board(&play)[3..], cards(&[47, 45]), "{book}");
    }
    let mut play = on_street("tda-2024", 1);
    play.check(1);
    play.input(Input::AttendFloor { attended: true }).unwrap();
    assert_eq!(remedy(&mut play, four(false)), "floor", "the book does not say for how long");
    let ticket = play.table.ticket().unwrap().ticket;
    play.input(Input::RuleTicket { ticket, option: RulingOption::Scramble }).unwrap();
    assert_eq!(board(&play), cards(&[FLOP + 2, FLOP + 1, FLOP]));
    assert_eq!(play.turn(), Some(2));
    let mut play = on_street("tfpl", 1);
    play.check(1);
    assert_eq!(remedy(&mut play, four(false)), "plays_on", "TFPL 5a-6");
    assert_eq!(report(&mut on_street("tda-2024", 2), four(false)), Err(RefusalKind::NoSuchError));
}

/// TDA 39-B: one of the three is the burn, and the next card joins. TFPL 5a-5: set right, or shuffled.
#[test]
fn a_flop_without_a_burn_is_put_right_before_anybody_acts() {
    let none = |exposed| DealError::NoBurn { exposed };
    for book in ["tda-2024", "tnpl", "wptapl"] {
        let mut play = on_street(book, 1);
        assert_eq!(remedy(&mut play, none(true)), "burn_taken_from", "{book}");
        // The card that was to be burned is the one that joins.
        assert_eq!(board(&play), cards(&[FLOP + 1, FLOP, BURN]), "{book}");
        run_to_the_river(&mut play);
        assert_eq!(board(&play)[3..], cards(&[TURN, RIVER]), "{book}: one burn for the turn");
    }
    for book in ["tfpl", "spotlight"] {
        let mut play = on_street(book, 1);
        assert_eq!(remedy(&mut play, none(false)), "set_right", "{book}");
        assert_eq!(remedy(&mut play, none(true)), "redealt", "{book}");
        assert_eq!(board(&play), cards(&[51, 50, 49]));
    }
    for book in BOOKS {
        let mut play = on_street(book, 1);
        play.check(1);
        assert_eq!(remedy(&mut play, none(true)), "plays_on", "{book}: one check is an action");
        assert_eq!(board(&play), cards(&[FLOP, FLOP + 1, FLOP + 2]));
    }
}

/// TDA 38: one burn a street, and nothing is restored. TFPL 5a-6: the order is.
#[test]
fn two_burns_or_none_are_restored_where_the_book_says_so() {
    let burns = |burned| DealError::Burns { burned, exposed: true };
    for book in ["tda-2024", "tnpl", "wptapl"] {
        for burned in [0, 2] {
            let mut play = on_street(book, 2);
            assert_eq!(remedy(&mut play, burns(burned)), "plays_on", "{book}");
            assert_eq!(board(&play)[3], card(TURN), "{book}");
        }
    }
    for book in ["tfpl", "spotlight"] {
        let mut play = on_street(book, 2);
        assert_eq!(remedy(&mut play, burns(2)), "card_for_burn", "{book}");
        assert_eq!(board(&play)[3], card(RIVER_BURN), "{book}");
        run_to_the_river(&mut play);
        assert_eq!(board(&play)[4], card(RIVER), "{book}: the other was burned");
        let mut play = on_street(book, 2);
        assert_eq!(remedy(&mut play, burns(0)), "burn_for_card", "{book}");
        assert_eq!(board(&play)[3], card(TURN_BURN), "{book}");
        let hidden = DealError::Burns { burned: 2, exposed: false };
        assert_eq!(remedy(&mut on_street(book, 2), hidden), "set_right", "{book}");
        assert_eq!(remedy(&mut on_street(book, 1), burns(2)), "redealt", "{book}: TFPL 5a-5");
        let mut play = on_street(book, 2);
        play.check(1);
        assert_eq!(remedy(&mut play, burns(2)), "plays_on", "{book}: it was acted on");
    }
    assert_eq!(report(&mut on_street("tfpl", 2), burns(1)), Err(RefusalKind::NoSuchError));
}

fn premature(acted: u8) -> DealError {
    DealError::Premature { acted }
}

/// TDA RP-5: the burn stays, and the street comes off a shuffled stub without another.
#[test]
fn a_premature_flop_comes_again_by_the_book() {
    for (book, how, flop, turn) in [
        ("tda-2024", NewStub::BurnStays, [51, 50, 49], 47),
        ("tfpl", NewStub::BurnStays, [51, 50, 49], 47),
        ("spotlight", NewStub::BurnStays, [51, 50, 49], 47),
        // The turn and the river stay what they would have been.
        ("tnpl", NewStub::BoardKept, [51, 50, 49], TURN),
        // The burn goes back as well: another one comes.
        ("wptapl", NewStub::BurnGoesBack, [50, 49, 48], 46),
    ] {
        let mut play = dealt(book);
        play.call(3);
        let (clause, remedy, _) = ruled(&mut play, premature(0));
        let back = cards(&[FLOP, FLOP + 1, FLOP + 2]).into_iter().collect();
        let expected = Remedy::Stub { how, back };
        assert_eq!((clause, remedy), (DealClause::Premature, expected), "{book}");
        assert_eq!((board(&play), play.turn()), (vec![], Some(4)), "{book}");
        run_to_the_river(&mut play);
        assert_eq!(board(&play)[..4], cards(&[flop[0], flop[1], flop[2], turn]), "{book}");
    }
}

/// TFPL 5a-9: the fifth card for the fourth, which is shuffled in for the river.
#[test]
fn a_premature_turn_is_the_river_card_in_the_league() {
    for (book, turn, river) in [
        ("tda-2024", 51, 49),
        ("tnpl", 51, RIVER),
        ("tfpl", RIVER, 51),
        ("spotlight", RIVER, 51),
        ("wptapl", 50, 48),
    ] {
        let mut play = on_street(book, 1);
        play.check(1);
        let Remedy::Stub { back, .. } = ruled(&mut play, premature(0)).1 else { panic!("{book}") };
        assert_eq!(back.to_vec(), cards(&[TURN]), "{book}");
        run_to_the_river(&mut play);
        assert_eq!(board(&play)[3..], cards(&[turn, river]), "{book}");
    }
    let mut play = on_street("tfpl", 2);
    assert_eq!(remedy(&mut play, premature(0)), "burn_stays", "the river");
    let mut play = on_street("tfpl", 3);
    assert_eq!(
        report(&mut play, premature(0)),
        Err(RefusalKind::NoSuchError),
        "nothing is to come"
    );
}

/// WPTAPL 14: action taken on an early card is undone. Elsewhere it stands.
#[test]
fn what_was_done_on_an_early_card_is_undone_where_the_book_says_so() {
    let acted = |book: &str| {
        let mut play = on_street(book, 1);
        play.bet(1, 300);
        play.raise(2, 900);
        play.fold(3);
        play
    };
    let mut play = acted("wptapl");
    let before = play.clone_of();
    let (_, remedy, returned) = ruled(&mut play, premature(2));
    assert_eq!((remedy.code(), returned), ("burn_goes_back", 900));
    assert_eq!((play.turn(), play.to_call()), (Some(2), 300), "the raise and the fold are undone");
    assert_eq!(play.stack(2), 9_900);
    assert_eq!(play.min_to(), Some(600));
    play.call(2);
    assert_eq!(play.turn(), Some(3), "who folded on it plays on");
    let mut play = before.clone_of();
    assert_eq!(report(&mut play, premature(4)), Err(RefusalKind::NoSuchError), "there were three");
    let mut play = acted("tda-2024");
    assert_eq!(ruled(&mut play, premature(2)).2, 0);
    assert_eq!((play.turn(), play.to_call()), (Some(4), 900), "it stands");
}

/// TDA 65: dead where it cannot be told which cards it was. TFPL 3b-7: dead. WPTAPL 25: both.
#[test]
fn a_hand_that_others_touched_is_dead_or_plays_as_the_book_says() {
    let touched =
        |identified| DealError::Touched { seat: SeatNo(4), other: Some(SeatNo(5)), identified };
    for (book, known, unknown, dead) in [
        ("tda-2024", "plays_on", "dead", 1),
        ("tnpl", "plays_on", "dead", 1),
        ("tfpl", "dead", "dead", 1),
        ("spotlight", "plays_on", "dead", 1),
        ("wptapl", "dead", "dead", 2),
    ] {
        assert_eq!(remedy(&mut dealt(book), touched(true)), known, "{book}");
        let mut play = dealt(book);
        assert_eq!(remedy(&mut play, touched(false)), unknown, "{book}");
        let seats = play.table.view(Viewer::Public).seats;
        let folded =
            seats.iter().filter(|seat| seat.in_hand.as_ref().is_some_and(|in_hand| in_hand.folded));
        assert_eq!(folded.count(), dead, "{book}");
    }
}

/// TDA 65-A, WPTAPL 24: a bet or raise that nobody has called goes back; called chips stay.
#[test]
fn the_uncalled_bet_of_a_hand_the_dealer_took_goes_back() {
    for book in BOOKS {
        let taken = |seat| DealError::TakenByDealer { seat: SeatNo(seat), identified: false };
        let mut play = dealt(book);
        play.call(3);
        play.raise(4, 600);
        let (_, remedy, returned) = ruled(&mut play, taken(4));
        assert_eq!((remedy.code(), returned), ("dead", 500), "{book}");
        assert_eq!((play.turn(), play.to_call()), (Some(5), 100), "{book}: the raise is gone");
        assert_eq!(play.stack(4), 9_900, "{book}: the call stays in");

        let mut play = dealt(book);
        play.raise(3, 600);
        play.call(4);
        assert_eq!(ruled(&mut play, taken(3)).2, 0, "{book}: it was called");
        assert_eq!((play.to_call(), play.stack(3)), (600, 9_400), "{book}");
    }
}

#[test]
fn the_last_hand_in_a_pot_is_for_the_floor() {
    let mut play = dealt_by(hybrid("wptapl"), 2);
    play.input(Input::AttendFloor { attended: true }).unwrap();
    let both = DealError::Touched { seat: SeatNo(0), other: Some(SeatNo(1)), identified: false };
    assert_eq!(remedy(&mut play, both), "floor");
    let ticket = play.table.ticket().unwrap().clone();
    assert_eq!(ticket.options, [RulingOption::PlaysOn, RulingOption::Void]);
    play.input(Input::RuleTicket { ticket: ticket.ticket, option: RulingOption::Void }).unwrap();
    assert_eq!(play.stacks(), [10_000, 10_000]);
}

/// TDA RP-4: the stub alone, or with the muck and the burns.
#[test]
fn a_dropped_stub_is_shuffled_alone_or_with_the_muck() {
    let dropped = |stub| DealError::DroppedStub { stub };
    for book in BOOKS {
        let mut play = on_street(book, 1);
        assert_eq!(remedy(&mut play, dropped(DroppedStub::Rebuilt)), "set_right", "{book}");
        assert_eq!(remedy(&mut play, dropped(DroppedStub::Disordered)), "shuffled", "{book}");
        run_to_the_river(&mut play);
        assert_eq!(board(&play)[3..], cards(&[50, 48]), "{book}");
    }
    let mut play = dealt("tda-2024");
    play.fold(3);
    let folded = hole(&play, 3);
    street_is_checked(&mut play);
    play.input(Input::DealStreet).unwrap();
    assert_eq!(remedy(&mut play, dropped(DroppedStub::Mixed)), "shuffled_with_muck");
    run_to_the_river(&mut play);
    assert_eq!(board(&play)[3..], cards(&[50, 48]), "the drawn order has them on top");
    assert_eq!(folded.len(), 2);
}

/// TDA RP-10-A: an exposed downcard is the up-card; RP-10-B: on seventh street it is replaced.
#[test]
fn an_exposed_card_in_stud_is_the_up_card() {
    let game = library().game("stud").unwrap().clone();
    let stakes = Stakes {
        betting: cardroom_rules::Betting::FixedLimit,
        small_blind: Chips::ZERO,
        bring_in: Chips(50),
        ..Stakes::no_limit(50, 100)
    };
    let plays = std::sync::Arc::from([Game { game, stakes }]);
    let stud = TableSetup { plays, seats: 6, ..hybrid("tda-2024") };
    let mut play = dealt_by(stud, 4);
    // Down 0 to 3 and 4 to 7, up 8 to 11: the lowest is in seat 1, left of the button.
    assert_eq!(play.turn(), Some(1));
    let up = |play: &Play, seat: usize| {
        play.table.view(Viewer::Public).seats[seat].in_hand.clone().unwrap().up.to_vec()
    };
    assert_eq!(up(&play, 3), cards(&[10]));
    let (clause, remedy, _) = ruled(&mut play, exposed(3, 0));
    assert_eq!((clause, remedy), (DealClause::StudExposed, Remedy::UpCard { card: card(2) }));
    assert_eq!(up(&play, 3), cards(&[2]));
    assert_eq!(hole(&play, 3), cards(&[2, 6, 12]), "third street came down");
    assert_eq!(play.turn(), Some(3), "the player can be the bring-in");
    play.act(3, cardroom_engine::Action::BringIn);
    let (_, remedy, _) = ruled(&mut play, exposed(0, 0));
    assert_eq!(remedy, Remedy::Shown { card: card(3) }, "there was action");
    assert_eq!(up(&play, 0), cards(&[11]), "it does not count among the up-cards");
}

/// Seventh street of stud before anybody has acted there, with so many players in the hand.
fn seventh_street(players: usize, stack: u64) -> Play {
    let game = library().game("stud").unwrap().clone();
    let stakes = Stakes {
        betting: cardroom_rules::Betting::FixedLimit,
        small_blind: Chips::ZERO,
        bring_in: Chips(50),
        ..Stakes::no_limit(50, 100)
    };
    let plays = std::sync::Arc::from([Game { game, stakes }]);
    let stud = TableSetup { plays, seats: 8, ..hybrid("tda-2024") };
    let mut play = Play::new(stud, &vec![stack; players]);
    let reshuffles = vec![reversed(); REMEDY_ORDERS + 1];
    play.input(Input::StartHand { deck: deck(""), reshuffles, draw: 0 }).unwrap();
    let bringing_in = play.turn().unwrap();
    play.act(bringing_in, cardroom_engine::Action::BringIn);
    for _ in 0..4 {
        street_is_checked(&mut play);
        assert!(play.table.betting_is_closed());
        play.input(Input::DealStreet).unwrap();
    }
    play
}

/// TDA RP-10-B: as long as there is betting and a card for it; and a stub that was too short for the
/// street is scrambled with the burns first (RP-10-H).
#[test]
fn a_card_exposed_on_seventh_street_is_replaced_while_there_are_cards_and_betting() {
    let mut play = seventh_street(4, 10_000);
    let before = hole(&play, 2);
    let (clause, remedy, _) = ruled(&mut play, exposed(2, 6));
    assert_eq!((clause, remedy), (DealClause::StudExposed, Remedy::Replaced { card: before[6] }));
    let after = hole(&play, 2);
    assert_eq!(after[..6], before[..6]);
    assert_ne!(after[6], before[6]);
    // A card of the streets before lies open, and is no other.
    let (_, remedy, _) = ruled(&mut play, exposed(2, 0));
    assert_eq!((remedy, hole(&play, 2)), (Remedy::Shown { card: before[0] }, after));

    // With seven players there are 7 cards and 3 burns: less the burn and one each, two are left, and for
    // the third there is none.
    let mut play = seventh_street(7, 10_000);
    let mut seen = Vec::new();
    for (seat, replaced) in [(0, true), (1, true), (2, false)] {
        let before = hole(&play, seat);
        let (_, remedy, _) = ruled(&mut play, exposed(seat, 6));
        let card = before[6];
        let expected = if replaced { Remedy::Replaced { card } } else { Remedy::Shown { card } };
        assert_eq!(remedy, expected, "seat {seat}");
        assert_eq!(hole(&play, seat) != before, replaced, "seat {seat}");
        assert!(!seen.contains(&hole(&play, seat)[6]), "nobody gets a card that all have seen");
        seen.push(card);
    }
    // With eight a card for all came: nobody has a seventh to expose, and the sixth lies open.
    let mut play = seventh_street(8, 10_000);
    assert_eq!(play.board_len(), 1);
    assert_eq!(report(&mut play, exposed(3, 6)), Err(RefusalKind::NoSuchCard));
    assert_eq!(report(&mut play, exposed(3, 5)), Err(RefusalKind::NothingToDo));
}

#[test]
fn a_button_in_the_wrong_place_is_corrected_next_hand_in_the_leagues() {
    for (book, late) in [("tda-2024", false), ("tfpl", true), ("spotlight", true)] {
        let mut play = dealt(book);
        play.call(3);
        play.call(4);
        let set = FloorCommand::SetButton { seat: SeatNo(3) };
        let answer = play.input(Input::Floor(set));
        assert_eq!(answer.is_ok(), late, "{book}");
        assert!(play.table.hand_in_progress().is_some(), "{book}: the hand is played");
        while play.table.hand_in_progress().is_some() {
            match play.turn() {
                Some(seat) => play.fold(seat),
                None => play.tick(),
            };
        }
        play.next_hand();
        let expected = if late { (3, Some(4), 5) } else { (1, Some(2), 3) };
        assert_eq!(play.positions(), expected, "{book}");
    }
}

#[test]
fn nothing_of_it_happens_at_a_plain_table_or_without_a_hand() {
    let plain = TableSetup { hybrid: false, ..hybrid("tda-2024") };
    let mut play = dealt_by(plain, 6);
    let fouled = DealError::FouledDeck { fault: DeckFault::TwoEqual };
    let back = DealError::FouledDeck { fault: DeckFault::OtherBack };
    for error in [exposed(4, 0), back, premature(0), DealError::OutOfSequence] {
        assert_eq!(report(&mut play, error), Err(RefusalKind::NotHybrid), "{error:?}");
    }
    // But that the deck itself was not one can be seen anywhere.
    assert_eq!(remedy(&mut play, fouled), "void");
    let mut play = Play::new(hybrid("tda-2024"), &[10_000; 6]);
    assert_eq!(report(&mut play, fouled), Err(RefusalKind::NoHand));
    let mut play = dealt("tda-2024");
    assert_eq!(report(&mut play, exposed(4, 2)), Err(RefusalKind::NoSuchCard));
    assert_eq!(report(&mut play, exposed(12, 0)), Err(RefusalKind::UnknownSeat));
    assert_eq!(report(&mut play, exposed(8, 0)), Err(RefusalKind::SeatEmpty));
}

#[test]
fn when_the_drawn_orders_are_used_up_nothing_is_shuffled_once_more() {
    let mut play = dealt("tda-2024");
    for _ in 0..REMEDY_ORDERS {
        assert_eq!(remedy(&mut play, premature(0)), "burn_stays");
    }
    assert_eq!(report(&mut play, premature(0)), Err(RefusalKind::NoShuffleLeft));
    play.input(Input::VoidHand { reason: "too much went wrong".to_owned() }).unwrap();
    assert_eq!(play.stacks(), [10_000; 6]);
}

/// Two hands that differ only in cards seat 4 never sees are the same to seat 4, whatever is put right:
/// a ruling shows the card it is about, and no other.
#[test]
fn a_ruling_shows_no_card_but_the_one_it_is_about() {
    let errors = [
        exposed(4, 0),
        DealError::OffTable { seat: SeatNo(4), place: 1 },
        DealError::Boxed { cards: 1, at: BoxedAt::Hand { seat: SeatNo(4), place: 1 } },
        premature(0),
        DealError::DroppedStub { stub: DroppedStub::Disordered },
        DealError::FourCardFlop { burn_known: false },
        DealError::NoBurn { exposed: true },
        DealError::Burns { burned: 2, exposed: true },
        DealError::CardCount { seat: SeatNo(5), cards: 3 },
        DealError::Touched { seat: SeatNo(5), other: None, identified: true },
    ];
    let seen = |book: &str, error: DealError, street: usize, deck: DeckOrder| {
        let mut play = Play::new(hybrid(book), &[10_000; 6]);
        let reshuffles = vec![reversed(); REMEDY_ORDERS];
        play.input(Input::StartHand { deck, reshuffles, draw: 0 }).unwrap();
        for _ in 0..street {
            street_is_checked(&mut play);
            play.input(Input::DealStreet).unwrap();
        }
        let events = report(&mut play, error);
        let bytes = events.map(|events| postcard::to_stdvec(&events).unwrap());
        let views = [Viewer::Public, Viewer::Seat(SeatNo(4))].map(|viewer| play.table.view(viewer));
        (bytes, views)
    };
    // The cards of seats 3 and 5, the other way round.
    let mut order = deck("").cards().to_vec();
    order.swap(2, 4);
    order.swap(8, 10);
    let other = DeckOrder::new(order).unwrap();
    let mut ruled = 0;
    for book in BOOKS {
        for (street, error) in (0..3).flat_map(|street| errors.map(|error| (street, error))) {
            let one = seen(book, error, street, deck(""));
            ruled += u32::from(one.0.is_ok());
            assert_eq!(one, seen(book, error, street, other.clone()), "{book}: {error:?}");
        }
    }
    assert!(ruled > 80, "{ruled} were ruled on");
}

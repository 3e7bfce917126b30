//! Limits on the effects of an error report, and a button in the wrong place.

use crate::misdealt::common::{Play, deck};
use crate::misdealt::{
    BOOKS, dealt, dealt_by, exposed, hybrid, premature, remedy, report, reversed, street_is_checked,
};
use cardroom_cards::DeckOrder;
use cardroom_engine::{
    BoxedAt, DealError, DeckFault, DroppedStub, FloorCommand, Input, REMEDY_ORDERS, RefusalKind,
    TableSetup, Viewer,
};
use cardroom_rules::SeatNo;

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
    // A faulty deck can be found at any table.
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

/// Two hands that differ only in cards seat 4 never sees look the same to seat 4 after any
/// correction. A ruling shows only the card that it concerns.
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
    // The cards of seats 3 and 5 are swapped.
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

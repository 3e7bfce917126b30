//! Touched hands and a dropped stub.

use crate::misdealt::{
    BOOKS, board, cards, dealt, dealt_by, hole, hybrid, on_street, remedy, ruled, run_to_the_river,
    street_is_checked,
};
use cardroom_engine::{DealError, DroppedStub, Input, RulingOption, Viewer};
use cardroom_rules::SeatNo;

/// TDA 65: dead if the cards cannot be identified. TFPL 3b-7: dead. WPTAPL 25: both dead.
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

/// TDA 65-A, WPTAPL 24: an uncalled bet or raise is returned. Called chips stay in.
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

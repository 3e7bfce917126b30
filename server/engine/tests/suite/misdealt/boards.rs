//! Four-card flops, forgotten burns and premature cards.

use crate::misdealt::{
    BOOKS, BURN, FLOP, RIVER, RIVER_BURN, TURN, TURN_BURN, board, card, cards, dealt, on_street,
    premature, remedy, report, ruled, run_to_the_river,
};
use cardroom_engine::{
    DealClause, DealError, Input, NewBoard, NewStub, RefusalKind, Remedy, RulingOption,
};

/// TDA 39-A, TNPL G3: the four cards are scrambled. TFPL 5a-4, 5a-8: the flop is dealt again,
/// unless the burn is known.
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
        // The last of the four comes first in the random order and is the next burn.
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

/// TDA 39-B: one of the three is the burn, and the next card joins. TFPL
/// 5a-5: corrected or shuffled.
#[test]
fn a_flop_without_a_burn_is_put_right_before_anybody_acts() {
    let none = |exposed| DealError::NoBurn { exposed };
    for book in ["tda-2024", "tnpl", "wptapl"] {
        let mut play = on_street(book, 1);
        assert_eq!(remedy(&mut play, none(true)), "burn_taken_from", "{book}");
        // The card that should have been burned is the one that joins.
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

/// TDA 38: one burn per street, and no order is restored. TFPL 5a-6: the order is restored.
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

/// TDA RP-5: the burn stays, and the street is dealt from a shuffled stub without another burn.
#[test]
fn a_premature_flop_comes_again_by_the_book() {
    for (book, how, flop, turn) in [
        ("tda-2024", NewStub::BurnStays, [51, 50, 49], 47),
        ("tfpl", NewStub::BurnStays, [51, 50, 49], 47),
        ("spotlight", NewStub::BurnStays, [51, 50, 49], 47),
        // The turn and the river stay as they would have been.
        ("tnpl", NewStub::BoardKept, [51, 50, 49], TURN),
        // The burn also goes back, so another one is made.
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

/// TFPL 5a-9: the fifth card replaces the fourth, which is shuffled in for the river.
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

/// WPTAPL 14: actions after a premature card are undone. Under other rulebooks they stand.
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

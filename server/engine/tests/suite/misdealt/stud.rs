//! Exposed cards in stud, before and on seventh street.

use crate::misdealt::common::{Play, deck, library};
use crate::misdealt::{
    card, cards, dealt_by, exposed, hole, hybrid, report, reversed, ruled, street_is_checked,
};
use cardroom_engine::{DealClause, Input, REMEDY_ORDERS, RefusalKind, Remedy, TableSetup, Viewer};
use cardroom_rules::{Chips, Play as Game, Stakes};

/// TDA RP-10-A: an exposed downcard becomes the up-card. RP-10-B: on seventh street it is replaced.
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
    // Down cards 0 to 3 and 4 to 7, up-cards 8 to 11. The lowest is in seat 1, left of the button.
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

/// Plays stud to seventh street with this number of players, before any action there.
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
        assert!(play.table.in_play().unwrap().betting_is_closed());
        play.input(Input::DealStreet).unwrap();
    }
    play
}

/// TDA RP-10-B: the card is replaced while there is betting and a card for it. A stub too short for
/// the street is first scrambled with the burns (RP-10-H).
#[test]
fn a_card_exposed_on_seventh_street_is_replaced_while_there_are_cards_and_betting() {
    let mut play = seventh_street(4, 10_000);
    let before = hole(&play, 2);
    let (clause, remedy, _) = ruled(&mut play, exposed(2, 6));
    assert_eq!((clause, remedy), (DealClause::StudExposed, Remedy::Replaced { card: before[6] }));
    let after = hole(&play, 2);
    assert_eq!(after[..6], before[..6]);
    assert_ne!(after[6], before[6]);
    // A card of an earlier street lies face up and is not replaced.
    let (_, remedy, _) = ruled(&mut play, exposed(2, 0));
    assert_eq!((remedy, hole(&play, 2)), (Remedy::Shown { card: before[0] }, after));

    // With seven players there are 7 cards and 3 burns. After the burn and one card each, two are
    // left, so the third exposed card is not replaced.
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
    // With eight players a community card was dealt. No player has a seventh card to expose, and
    // the sixth lies face up.
    let mut play = seventh_street(8, 10_000);
    assert_eq!(play.board_len(), 1);
    assert_eq!(report(&mut play, exposed(3, 6)), Err(RefusalKind::NoSuchCard));
    assert_eq!(report(&mut play, exposed(3, 5)), Err(RefusalKind::NothingToDo));
}

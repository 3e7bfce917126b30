//! The cards kept and discarded, game by game.

use super::*;
use cardroom_cards::parse_cards;
use cardroom_protocol::Chips;
use cardroom_protocol::HandNo;
use cardroom_protocol::game::{self, AnteKind, Betting, Deck, Game, Half};

fn hand(draws_of_game: u8, draws: u8, rankings: &[game::Ranking], board: &str) -> Hand {
    let showdown =
        rankings.iter().map(|ranking| Half { ranking: *ranking, hole: game::HoleUse::Any });
    Hand {
        number: HandNo(1),
        game: Game {
            id: "any".to_owned(),
            name: "Any".to_owned(),
            betting: Betting::FixedLimit,
            small_blind: Chips(5),
            big_blind: Chips(10),
            bring_in: Chips(0),
            ante: Chips(0),
            ante_kind: AnteKind::None,
            deck: Deck::Standard52,
            hole_cards: 5,
            board_cards: 0,
            draws: draws_of_game,
            showdown: showdown.collect(),
        },
        bomb_pot: false,
        button: 0,
        small_blind: None,
        big_blind: None,
        dealt: Vec::new(),
        street: 0,
        boards: vec![parse_cards(board).unwrap()],
        draws,
        pots: Vec::new(),
        dead: Chips(0),
        current_bet: Chips(0),
        raises: 0,
        aggressor: None,
        turn: None,
        actions: None,
    }
}

const DRAW: DiscardRange = DiscardRange { least: 0, most: 5 };

fn gives(hand: &Hand, held: &str, range: DiscardRange) -> String {
    let cards = sensible_discards(hand, &parse_cards(held).unwrap(), range);
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn five_card_draw_keeps_pairs_and_made_hands() {
    let draw = hand(1, 1, &[game::Ranking::High], "");
    for (held, gone) in [
        ("Ah Ad 9c 5s 2h", "2h 5s 9c"),
        ("Ah Ad 9c 9s 2h", "2h"),
        ("Ah Ad Ac 5s 2h", "2h 5s"),
        ("9h 8d 7c 6s 5h", ""),
        ("Kh 9h 7h 3h 2h", ""),
        ("Kh 9h 7h 3h 2c", "2c"),
        ("9h 8d 7c 6s 2h", "2h"),
        ("Kh 9d 7c 5s 2h", "2h 5s 7c 9d"),
    ] {
        assert_eq!(gives(&draw, held, DRAW), gone, "{held}");
    }
}

#[test]
fn triple_draw_keeps_low_cards_and_breaks_straights() {
    let first = hand(3, 1, &[game::Ranking::DeuceSevenLow], "");
    let last = hand(3, 3, &[game::Ranking::DeuceSevenLow], "");
    for (hand, held, gone) in [
        (&first, "7h 5d 4c 3s 2h", ""),
        (&first, "Ah 5d 4c 3s 2h", "Ah"),
        (&first, "6h 5d 4c 3s 2h", "6h"),
        (&first, "7h 7d 4c 3s 2h", "7d"),
        (&first, "Th 5d 4c 3s 2h", "Th"),
        (&last, "Th 8d 4c 3s 2h", ""),
        (&last, "Jh 8d 4c 3s 2h", "Jh"),
        (&last, "9h 8d 4c 3s 2h", ""),
    ] {
        let given = gives(hand, held, DRAW);
        // It does not matter which card of a pair is discarded.
        let same_ranks = |one: &str, other: &str| {
            let ranks = |text: &str| {
                parse_cards(text).unwrap().iter().map(|c| c.rank()).collect::<Vec<_>>()
            };
            ranks(one) == ranks(other)
        };
        assert!(same_ranks(&given, gone), "{held}: {given} instead of {gone}");
    }
    let ace_five = hand(3, 1, &[game::Ranking::AceFiveLow], "");
    assert_eq!(gives(&ace_five, "Ah 5d 4c 3s 2h", DRAW), "", "the wheel");
}

#[test]
fn badugi_keeps_one_card_of_each_suit_and_rank() {
    let badugi = hand(3, 1, &[game::Ranking::Badugi], "");
    let range = DiscardRange { least: 0, most: 4 };
    assert_eq!(gives(&badugi, "Ah 2d 3c 4s", range), "");
    assert_eq!(gives(&badugi, "Ah 2d 3c 4c", range), "4c");
    assert_eq!(gives(&badugi, "Ah 2d Kc 4c", range), "Kc");
    assert_eq!(gives(&badugi, "Kh Qh Jh Th", range), "Th Jh Qh Kh");
}

#[test]
fn pineapple_gives_away_what_helps_least() {
    let before = hand(0, 0, &[game::Ranking::High], "");
    let one = DiscardRange { least: 1, most: 1 };
    assert_eq!(gives(&before, "Ah As 7d", one), "7d");
    assert_eq!(gives(&before, "Ah Kh 2d", one), "2d");
    let after = hand(0, 0, &[game::Ranking::High], "7h 7c 2s");
    assert_eq!(gives(&after, "Ah Ks 7d", one), "Ks");
}

#[test]
fn no_more_goes_than_may() {
    let draw = hand(1, 1, &[game::Ranking::High], "");
    let three = DiscardRange { least: 0, most: 3 };
    assert_eq!(gives(&draw, "Kh 9d 7c 5s 2h", three), "5s 7c 9d");
}

//! Deals every remaining board and counts the winners, as in the exact equities beside the
//! repository.
//!
//! Three of the hold'em matches are also published elsewhere. Another program enumerated the rest
//! of the file.

use crate::fixtures;

use cardroom_cards::HoleUse::{self, Any, ExactlyTwo};
use cardroom_cards::{Card, CardSet, HandValue, Ranking, parse_cards};
use serde_json::Value;

/// The published win, loss and tie counts of the first player before the flop: brainwagon.org 2005
/// and `hcmp2` of GNU poker-eval.
const PUBLISHED: [([&str; 2], [u64; 3]); 3] = [
    (["AcAd", "KhKs"], [1_388_072, 317_694, 6_538]),
    (["AcAd", "Td9d"], [1_338_249, 367_143, 6_912]),
    (["AcAd", "QcJh"], [1_450_987, 254_763, 6_554]),
];

/// One player's results over all boards, for one half of the pot.
#[derive(Clone, Debug, Default, PartialEq)]
struct Record {
    win: u64,
    lose: u64,
    /// Indexed by the number of players who tie.
    tie: [u64; 5],
    scoop: u64,
}

#[test]
fn aces_win_as_often_as_published() {
    for (hands, [win, lose, tie]) in PUBLISHED {
        let hands = hands.map(|hand| parse_cards(hand).expect("two cards"));
        let played = play(&hands, &[], Any, false);
        let hero = &played.high[0];
        assert_eq!([hero.win, hero.lose, hero.tie[2]], [win, lose, tie], "{hands:?}");
    }
}

#[test]
fn equities_after_the_flop_are_exact() {
    let rows = check(|row| row["board"] != "");
    assert!(rows.is_none_or(|rows| rows >= 7), "only {rows:?} rows");
}

#[test]
#[ignore = "deals 50 million boards, for a release build"]
fn equities_before_the_flop_are_exact() {
    let rows = check(|row| row["board"] == "");
    assert!(rows.is_none_or(|rows| rows >= 31), "only {rows:?} rows");
}

/// Compares and counts the wanted rows, or returns `None` without the file.
fn check(wanted: impl Fn(&Value) -> bool) -> Option<usize> {
    let equities: Value =
        serde_json::from_str(&fixtures::read("equities.json")?).expect("valid JSON");
    let rows = equities["rows"].as_array().expect("rows");
    let mut checked = 0;
    for row in rows.iter().filter(|row| wanted(row)) {
        let hole_use = match row["game"].as_str() {
            Some("holdem") => Any,
            Some("omaha" | "omaha8") => ExactlyTwo,
            other => panic!("{other:?} is not a known game"),
        };
        let cards = |text: &Value| parse_cards(text.as_str().expect("a text")).expect("cards");
        let hands: Vec<Vec<Card>> =
            row["hands"].as_array().expect("hands").iter().map(cards).collect();
        let high_low = row["game"] == "omaha8";
        let played = play(&hands, &cards(&row["board"]), hole_use, high_low);
        check_row(row, &played, high_low);
        checked += 1;
    }
    Some(checked)
}

fn check_row(row: &Value, played: &Played, high_low: bool) {
    assert_eq!(row["total"], played.boards, "{row}");
    assert_eq!(row["players"].as_array().map(Vec::len), Some(played.high.len()), "{row}");
    for (seat, expected) in row["players"].as_array().into_iter().flatten().enumerate() {
        let (high, low) = (&played.high[seat], &played.low[seat]);
        assert_eq!(expected["win"], high.win, "player {seat} of {row}");
        assert_eq!(expected["lose"], high.lose, "player {seat} of {row}");
        for (sharing, ties) in expected["tie"].as_object().expect("ties") {
            let sharing: usize = sharing.parse().expect("a number of players");
            assert_eq!(*ties, high.tie[sharing], "player {seat} of {row}");
        }
        if high_low {
            assert_eq!(expected["low_win"], low.win, "player {seat} of {row}");
            assert_eq!(expected["low_tie2"], low.tie[2], "player {seat} of {row}");
            assert_eq!(expected["scoop"], high.scoop, "player {seat} of {row}");
        }
    }
    if high_low {
        assert_eq!(row["no_low"], played.no_low, "{row}");
    }
}

struct Played {
    boards: u64,
    no_low: u64,
    high: Vec<Record>,
    low: Vec<Record>,
}

fn play(hands: &[Vec<Card>], board: &[Card], hole_use: HoleUse, high_low: bool) -> Played {
    let used: CardSet = hands.iter().flatten().chain(board).collect();
    let stub: Vec<Card> = CardSet::full52().difference(used).iter().collect();
    let records = vec![Record::default(); hands.len()];
    let mut played = Played { boards: 0, no_low: 0, high: records.clone(), low: records };
    each_board(&stub, &mut board.to_vec(), &mut |board| {
        let best_of = |ranking: Ranking| {
            winners(hands.iter().map(|hole| ranking.value(hole, board, hole_use)))
        };
        let high = best_of(Ranking::High);
        played.boards += 1;
        count(&high, &mut played.high);
        if high_low {
            let low = best_of(Ranking::EightOrBetter);
            count(&low, &mut played.low);
            played.no_low += u64::from(low.is_empty());
            if high.len() == 1 && (low.is_empty() || low == high) {
                played.high[high[0]].scoop += 1;
            }
        }
    });
    played
}

/// Deals the board up to five cards in each way.
fn each_board(stub: &[Card], board: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    if board.len() == 5 {
        return visit(board);
    }
    for (place, &card) in stub.iter().enumerate() {
        board.push(card);
        each_board(&stub[place + 1..], board, visit);
        board.pop();
    }
}

/// Returns the players with the best value, if any player has one.
fn winners(values: impl Iterator<Item = Option<HandValue>> + Clone) -> Vec<usize> {
    let best = values.clone().flatten().max();
    let of_all = values.enumerate();
    of_all.filter(|(_, value)| value.is_some() && *value == best).map(|(seat, _)| seat).collect()
}

fn count(winners: &[usize], records: &mut [Record]) {
    for (seat, record) in records.iter_mut().enumerate() {
        match winners {
            [] => {}
            [winner] if *winner == seat => record.win += 1,
            tied if tied.contains(&seat) => record.tie[tied.len()] += 1,
            _ => record.lose += 1,
        }
    }
}

//! Compares pairs of hands with the results of another evaluator, from the vectors beside the
//! repository.

use crate::fixtures;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use cardroom_cards::HoleUse::{Any, ExactlyTwo};
use cardroom_cards::{Card, HandValue, HoleUse, Ranking, parse_cards};
use serde_json::Value;

/// The types of vectors, with their ranking and use of hole cards and their least number.
const TYPES: [(&str, Ranking, HoleUse, usize); 10] = [
    ("high5", Ranking::High, Any, 501),
    ("high7", Ranking::High, Any, 881),
    ("omaha4", Ranking::High, ExactlyTwo, 476),
    ("omaha5", Ranking::High, ExactlyTwo, 236),
    ("omaha8_low", Ranking::EightOrBetter, ExactlyTwo, 478),
    ("stud8_low", Ranking::EightOrBetter, Any, 342),
    ("razz7", Ranking::AceFiveLow, Any, 502),
    ("deuce7_5", Ranking::DeuceSevenLow, Any, 602),
    ("badugi4", Ranking::Badugi, Any, 610),
    ("shortdeck7", Ranking::ShortDeckHigh, Any, 612),
];

#[test]
fn hands_compare_like_the_reference() {
    let Some(vectors) = fixtures::read("compare-vectors.jsonl") else { return };
    let mut checked: BTreeMap<&str, usize> = BTreeMap::new();
    for line in vectors.lines() {
        let vector: Value = serde_json::from_str(line).expect("valid JSON");
        let name = &vector["type"];
        let (name, ranking, hole_use, _) = TYPES
            .into_iter()
            .find(|(of_type, ..)| name == of_type)
            .unwrap_or_else(|| panic!("{name} is not a known type"));
        let values = ["a", "b"].map(|player| value_of(ranking, hole_use, player, &vector));
        let expected = match vector["cmp"].as_i64() {
            Some(1) => Ordering::Greater,
            Some(-1) => Ordering::Less,
            Some(0) => {
                assert!(values[0].is_some(), "{line}");
                Ordering::Equal
            }
            None => {
                assert_eq!(values, [None, None], "{line}");
                Ordering::Equal
            }
            Some(other) => panic!("{other} in {line}"),
        };
        assert_eq!(values[0].cmp(&values[1]), expected, "{line}");
        *checked.entry(name).or_default() += 1;
    }
    for (name, _, _, least) in TYPES {
        assert!(checked.get(name) >= Some(&least), "{name}: only {:?}", checked.get(name));
    }
}

/// Returns a player's value. Checks that the chosen cards and the description match the reference.
fn value_of(
    ranking: Ranking,
    hole_use: HoleUse,
    player: &str,
    vector: &Value,
) -> Option<HandValue> {
    let cards = |field: &str| {
        parse_cards(vector[field].as_str().expect("a text")).expect("a list of cards")
    };
    let board = cards("board");
    let best = ranking.best_cards(&cards(player), &board, hole_use);
    let value = ranking.value(&cards(player), &board, hole_use);
    assert_eq!(value, best.as_ref().map(|(value, _)| *value), "{player} of {vector}");

    let chosen_field = format!("{player}_best");
    let Some((value, five)) = best else {
        assert!(vector[&chosen_field].is_null(), "{player} of {vector}");
        return None;
    };
    let chosen = cards(&chosen_field);
    assert_eq!(Some(value), ranking.value(&chosen, &[], Any), "{player} of {vector}");
    assert_eq!(ranks(&five), ranks(&chosen), "{player} of {vector}");

    let label = vector[format!("{player}_label")].as_str().expect("a text");
    let words = ranking.describe(value);
    let ours = match words.split_once([',', ' ']) {
        Some(("Pair", _)) => "One pair",
        // A low hand without a pair, a badugi, and "King high".
        _ if words.ends_with(" low") || words.contains("badugi") => "High card",
        _ if words.split(' ').count() == 2 && words.ends_with(" high") => "High card",
        _ => words.split(',').next().unwrap_or_default(),
    };
    assert_eq!(ours, label, "{player} of {vector}");
    Some(value)
}

fn ranks(cards: &[Card]) -> Vec<char> {
    let mut ranks: Vec<char> = cards.iter().map(|card| card.rank().to_char()).collect();
    ranks.sort_unstable();
    ranks
}

//! Compares pairs of hands as another evaluator did, from the vectors beside the repository.
//!
//! The vectors of low, badugi and short-deck hands are left to the evaluators of those games.

mod fixtures;

use std::cmp::Ordering;

use cardroom_cards::{Card, HighValue, evaluate_high_slice, parse_cards};

#[test]
fn hands_compare_like_the_reference() {
    let Some(vectors) = fixtures::read("compare-vectors.jsonl") else { return };
    let mut checked = 0;
    for line in vectors.lines() {
        let vector: serde_json::Value = serde_json::from_str(line).expect("valid JSON");
        let cards = |field: &str| {
            parse_cards(vector[field].as_str().expect("a text")).expect("a list of cards")
        };
        let best: fn(&[Card], &[Card]) -> HighValue = match vector["type"].as_str() {
            Some("high5" | "high7") => best_of_all,
            Some("omaha4" | "omaha5") => best_of_two_and_three,
            _ => continue,
        };
        let board = cards("board");
        let values = ["a", "b"].map(|player| {
            let value = best(&cards(player), &board);
            let reference = evaluate_high_slice(&cards(&format!("{player}_best")));
            assert_eq!(Some(value), reference, "{player} of {line}");

            let label = vector[format!("{player}_label")].as_str().expect("a text");
            let ours = value.category().name();
            assert_eq!(ours, if label == "One pair" { "Pair" } else { label }, "{line}");
            value
        });
        let expected = match vector["cmp"].as_i64() {
            Some(1) => Ordering::Greater,
            Some(0) => Ordering::Equal,
            Some(-1) => Ordering::Less,
            other => panic!("{other:?} in {line}"),
        };
        assert_eq!(values[0].cmp(&values[1]), expected, "{line}");
        checked += 1;
    }
    assert!(checked > 2000, "only {checked} vectors");
}

fn best_of_all(hole: &[Card], board: &[Card]) -> HighValue {
    evaluate_high_slice(&[hole, board].concat()).expect("five or seven cards")
}

/// Omaha: exactly two cards from the hand and three from the board.
fn best_of_two_and_three(hole: &[Card], board: &[Card]) -> HighValue {
    let mut best = None;
    for first in 0..hole.len() {
        for second in first + 1..hole.len() {
            for left_out in 0..board.len() {
                for also_left_out in left_out + 1..board.len() {
                    let mut five = vec![hole[first], hole[second]];
                    let on_board = board.iter().enumerate();
                    five.extend(
                        on_board
                            .filter(|&(at, _)| at != left_out && at != also_left_out)
                            .map(|(_, card)| card),
                    );
                    best = best.max(evaluate_high_slice(&five));
                }
            }
        }
    }
    best.expect("two cards and a board of five")
}

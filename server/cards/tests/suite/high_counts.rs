//! Evaluates every hand of five, six and seven cards and compares how often each value occurs.
//!
//! The number of hands in each category is known (and easy to derive for five cards), so it is
//! listed here. The frequency of each of the 7,462 values comes from the data beside the
//! repository.

use crate::fixtures;

use cardroom_cards::{Card, CardSet, HighCategory, HighValue, best_five, evaluate_high};

/// Hands per category, high card first.
const FIVE_CARDS: [u64; 9] = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
const SIX_CARDS: [u64; 9] =
    [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844];
const SEVEN_CARDS: [u64; 9] = [
    23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584,
];

#[test]
fn every_five_card_hand() {
    check(5, FIVE_CARDS, 7462);
}

#[test]
fn every_six_card_hand() {
    check(6, SIX_CARDS, 6075);
}

#[test]
#[ignore = "exhaustive 7-card run, which CI does"]
fn every_seven_card_hand() {
    check(7, SEVEN_CARDS, 4824);
}

fn check(size: usize, expected_categories: [u64; 9], expected_values: usize) {
    let mut frequencies = vec![0_u64; usize::from(HighValue::CLASSES) + 1];
    let mut categories = [0_u64; 9];
    each_hand(size, CardSet::new(), 0, &mut |hand| {
        let value = evaluate_high(hand).expect("five to seven cards");
        frequencies[usize::from(value.class())] += 1;
        categories[usize::from(value.category().index())] += 1;
    });
    assert_eq!(categories, expected_categories);
    assert_eq!(frequencies.iter().filter(|&&frequency| frequency > 0).count(), expected_values);
    assert_eq!(frequencies[0], 0, "classes are counted from 1");

    check_published_counts(size, &categories, expected_values);
    if let Some(classes) = fixtures::read("high-classes.csv") {
        for row in classes.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let class: usize = number(fields[0]);
            assert_eq!(frequencies[class], number::<u64>(fields[size - 2]), "{row}");
        }
    }
}

/// Calls `visit` with each way to add `left` cards from index `from` on to a hand.
fn each_hand(left: usize, hand: CardSet, from: u8, visit: &mut impl FnMut(CardSet)) {
    if left == 0 {
        return visit(hand);
    }
    for index in from..Card::COUNT {
        let mut more = hand;
        more.insert(Card::from_index(index).expect("below 52"));
        each_hand(left - 1, more, index + 1, visit);
    }
}

fn check_published_counts(size: usize, categories: &[u64; 9], expected_values: usize) {
    let Some(counts) = fixtures::read("counts.json") else { return };
    let counts: serde_json::Value = serde_json::from_str(&counts).expect("valid JSON");
    let counts = &counts[format!("high_{size}card")];
    for category in HighCategory::ALL {
        let expected = counts["counts"][published_name(category)].as_u64().expect("a count");
        assert_eq!(categories[usize::from(category.index())], expected, "{}", category.name());
    }
    assert_eq!(counts["total"].as_u64(), Some(categories.iter().sum()));
    assert_eq!(counts["distinct_classes"], expected_values);
}

#[test]
fn every_class_has_the_published_category_and_ranks() {
    let Some(classes) = fixtures::read("high-classes.csv") else { return };
    let mut found = vec![None; usize::from(HighValue::CLASSES) + 1];
    each_hand(5, CardSet::new(), 0, &mut |hand| {
        let value = evaluate_high(hand).expect("five cards");
        found[usize::from(value.class())].get_or_insert(hand);
    });
    let mut previous = None;
    for row in classes.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let hand = found[number::<usize>(fields[0])].expect("each class has a hand");
        let (value, five) = best_five(hand).expect("five cards");
        assert_eq!(published_name(value.category()), fields[1], "{row}: {hand}");

        let mut ranks: Vec<char> = five.iter().map(|card| card.rank().to_char()).collect();
        ranks.dedup();
        if matches!(value.category(), HighCategory::Straight | HighCategory::StraightFlush) {
            ranks.truncate(1);
        }
        assert_eq!(ranks.into_iter().collect::<String>(), fields[2], "{row}: {hand}");

        assert!(previous.is_none_or(|better| better > value), "{row}: {hand}");
        previous = Some(value);
    }
}

fn published_name(category: HighCategory) -> &'static str {
    match category {
        HighCategory::HighCard => "high_card",
        HighCategory::Pair => "pair",
        HighCategory::TwoPair => "two_pair",
        HighCategory::ThreeOfAKind => "trips",
        HighCategory::Straight => "straight",
        HighCategory::Flush => "flush",
        HighCategory::FullHouse => "full_house",
        HighCategory::FourOfAKind => "quads",
        HighCategory::StraightFlush => "straight_flush",
    }
}

fn number<N: std::str::FromStr>(text: &str) -> N {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is not a number"))
}

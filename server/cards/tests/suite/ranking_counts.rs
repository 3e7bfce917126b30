//! Evaluates every hand of each ranking and counts the hands of each kind.
//!
//! Another program enumerated the numbers into `counts.json` beside the repository. Those of five
//! cards are easy to derive by hand. They are repeated here, and compared with that file if it is
//! present.

use crate::fixtures;

use std::collections::BTreeMap;

use cardroom_cards::{Card, CardSet, HandValue, HoleUse, Ranking};

/// The number of hands of each kind, by the name in `counts.json`.
type Counts = &'static [(&'static str, u64)];

const SHORT_DECK: Counts = &[
    ("straight_flush", 24),
    ("quads", 288),
    ("flush", 480),
    ("full_house", 1_728),
    ("straight", 6_120),
    ("trips", 16_128),
    ("two_pair", 36_288),
    ("pair", 193_536),
    ("high_card", 122_400),
];

const ACE_FIVE: Counts = &[
    ("5-high", 1_024),
    ("6-high", 5_120),
    ("7-high", 15_360),
    ("8-high", 35_840),
    ("9-high", 71_680),
    ("T-high", 129_024),
    ("J-high", 215_040),
    ("Q-high", 337_920),
    ("K-high", 506_880),
    ("one_pair", 1_098_240),
    ("two_pair", 123_552),
    ("trips", 54_912),
    ("full_house", 3_744),
    ("quads", 624),
];

const ACE_FIVE_OF_SEVEN: Counts = &[
    ("5-high", 781_824),
    ("6-high", 3_151_360),
    ("7-high", 7_426_560),
    ("8-high", 13_171_200),
    ("9-high", 19_174_400),
    ("T-high", 23_675_904),
    ("J-high", 24_837_120),
    ("Q-high", 21_457_920),
    ("K-high", 13_939_200),
    ("one_pair", 5_948_800),
    ("two_pair", 219_648),
    ("full_house", 624),
];

const DEUCE_SEVEN: Counts = &[
    ("high_card", 1_303_560),
    ("pair", 1_098_240),
    ("two_pair", 123_552),
    ("trips", 54_912),
    ("straight", 9_180),
    ("flush", 5_112),
    ("full_house", 3_744),
    ("quads", 624),
    ("straight_flush_incl_royal", 36),
];

const BADUGI: Counts =
    &[("4-card", 17_160), ("3-card", 154_440), ("2-card", 96_252), ("1-card", 2_873)];

#[test]
fn high_hands_have_7462_values() {
    let values = values_of_all(Ranking::High, CardSet::full52(), 5);
    assert_eq!(values.len(), 7462);
    assert_eq!(values.values().sum::<u64>(), 2_598_960);
    let best = values.keys().last().expect("there are values");
    assert_eq!(Ranking::High.describe(*best), "Royal flush");
}

#[test]
fn short_deck_hands_have_1404_values() {
    let values = values_of_all(Ranking::ShortDeckHigh, CardSet::short36(), 5);
    assert_eq!(values.len(), 1404);
    check_published("short_deck_5card", "distinct_classes", 1404);
    check_kinds("short_deck_5card", SHORT_DECK, &in_runs(Ranking::ShortDeckHigh, &values));

    let mut trips_first = SHORT_DECK.to_vec();
    trips_first.swap(4, 5);
    let values = values_of_all(Ranking::ShortDeckTripsHigh, CardSet::short36(), 5);
    assert_eq!(values.len(), 1404);
    assert_eq!(in_runs(Ranking::ShortDeckTripsHigh, &values), trips_first);
}

#[test]
fn ace_to_five_lows_have_6175_values() {
    let values = values_of_all(Ranking::AceFiveLow, CardSet::full52(), 5);
    assert_eq!(values.len(), 6175);
    check_published("ace_to_five_low_5card", "distinct_classes", 6175);
    check_kinds("ace_to_five_low_5card", ACE_FIVE, &in_runs(Ranking::AceFiveLow, &values));
}

#[test]
fn eight_or_better_lows_have_56_values() {
    let values = values_of_all(Ranking::EightOrBetter, CardSet::full52(), 5);
    assert_eq!(values.len(), 56);
    assert_eq!(values.values().sum::<u64>(), 57_344);
    check_published("eight_or_better_low", "distinct_classes", 56);
    check_published("eight_or_better_low", "five_card_qualifying", 57_344);
}

#[test]
fn deuce_to_seven_lows_have_7462_values() {
    let values = values_of_all(Ranking::DeuceSevenLow, CardSet::full52(), 5);
    assert_eq!(values.len(), 7462);
    check_published("deuce_to_seven_low_5card", "distinct_classes", 7462);
    let kinds = in_runs(Ranking::DeuceSevenLow, &values);
    check_kinds("deuce_to_seven_low_5card", DEUCE_SEVEN, &kinds);

    let (best, number_ones) = values.last_key_value().expect("there are values");
    assert_eq!(Ranking::DeuceSevenLow.describe(*best), "7-5-4-3-2 low");
    assert_eq!(*number_ones, 1_020);
    check_published("deuce_to_seven_low_5card", "number_one_7-5-4-3-2", 1_020);
}

#[test]
fn badugis_have_1092_values() {
    for ranking in [Ranking::Badugi, Ranking::AceHighBadugi] {
        let values = values_of_all(ranking, CardSet::full52(), 4);
        assert_eq!(values.len(), 1092);
        assert_eq!(values.values().sum::<u64>(), 270_725);
        check_kinds("badugi_4card_ace_low", BADUGI, &in_runs(ranking, &values));
    }
    check_published("badugi_4card_ace_low", "distinct_classes", 1092);
}

#[test]
#[ignore = "exhaustive 7-card run, for a release build"]
fn every_seven_card_low() {
    let values = values_of_all(Ranking::AceFiveLow, CardSet::full52(), 7);
    let kinds = in_runs(Ranking::AceFiveLow, &values);
    check_kinds("ace_to_five_low_7card", ACE_FIVE_OF_SEVEN, &kinds);

    let values = values_of_all(Ranking::EightOrBetter, CardSet::full52(), 7);
    assert_eq!(values.len(), 56);
    assert_eq!(values.values().sum::<u64>(), 24_530_944);
    check_published("eight_or_better_low", "seven_card_qualifying", 24_530_944);
}

/// Returns the number of hands of `size` cards with each value. Hands without a value are left out.
fn values_of_all(ranking: Ranking, deck: CardSet, size: usize) -> BTreeMap<HandValue, u64> {
    let deck: Vec<Card> = deck.iter().collect();
    let mut values = BTreeMap::new();
    each_hand(&deck, &mut Vec::new(), size, &mut |hand| {
        if let Some(value) = ranking.value(hand, &[], HoleUse::Any) {
            *values.entry(value).or_default() += 1;
        }
    });
    values
}

/// Calls `visit` with each way to add `left` cards of the deck to a hand.
fn each_hand(deck: &[Card], hand: &mut Vec<Card>, left: usize, visit: &mut impl FnMut(&[Card])) {
    if left == 0 {
        return visit(hand);
    }
    for (place, &card) in deck.iter().enumerate() {
        hand.push(card);
        each_hand(&deck[place + 1..], hand, left - 1, visit);
        hand.pop();
    }
}

/// Returns the number of hands of each kind, from the best kind down. A kind that occurs again
/// below another would appear twice.
fn in_runs(ranking: Ranking, values: &BTreeMap<HandValue, u64>) -> Vec<(&'static str, u64)> {
    let mut runs: Vec<(&str, u64)> = Vec::new();
    for (&value, hands) in values.iter().rev() {
        let kind = kind(ranking, &ranking.describe(value));
        match runs.last_mut() {
            Some((last, count)) if *last == kind => *count += hands,
            _ => runs.push((kind, *hands)),
        }
    }
    runs
}

/// Returns the published name of the kind of hand with this description.
fn kind(ranking: Ranking, words: &str) -> &'static str {
    let straight_flush = if ranking == Ranking::DeuceSevenLow {
        "straight_flush_incl_royal"
    } else {
        "straight_flush"
    };
    let pair = if ranking == Ranking::AceFiveLow { "one_pair" } else { "pair" };
    let starts = [
        ("Royal flush", straight_flush),
        ("Straight flush", straight_flush),
        ("Four of a kind", "quads"),
        ("Full house", "full_house"),
        ("Flush", "flush"),
        ("Straight", "straight"),
        ("Three of a kind", "trips"),
        ("Two pair", "two_pair"),
        ("Pair", pair),
        ("Four-card", "4-card"),
        ("Three-card", "3-card"),
        ("Two-card", "2-card"),
        ("One-card", "1-card"),
    ];
    if let Some((_, kind)) = starts.into_iter().find(|(start, _)| words.starts_with(start)) {
        return kind;
    }
    match ranking {
        Ranking::AceFiveLow => ACE_FIVE
            .iter()
            .map(|(kind, _)| *kind)
            .find(|kind| kind.ends_with("-high") && kind[..2] == words[..2])
            .unwrap_or_else(|| panic!("no kind for {words:?}")),
        _ => "high_card",
    }
}

fn check_kinds(published: &str, expected: Counts, found: &[(&str, u64)]) {
    assert_eq!(found, expected, "{published}");
    let Some(counts) = fixtures::read("counts.json") else { return };
    let counts: serde_json::Value = serde_json::from_str(&counts).expect("valid JSON");
    let counts = counts[published]["counts"].as_object().expect("counts by kind");
    assert_eq!(counts.len(), expected.len(), "{published}");
    for (kind, count) in expected {
        assert_eq!(counts[*kind].as_u64(), Some(*count), "{published}: {kind}");
    }
}

fn check_published(published: &str, field: &str, expected: u64) {
    let Some(counts) = fixtures::read("counts.json") else { return };
    let counts: serde_json::Value = serde_json::from_str(&counts).expect("valid JSON");
    assert_eq!(counts[published][field].as_u64(), Some(expected), "{published}: {field}");
}

//! Short-deck hands: sixes to aces, where a flush beats a full house and 9-8-7-6-A is a straight.
//!
//! No seven cards hold both a flush and a full house or quads. The evaluator of high hands
//! therefore finds the best five, and only the order of the categories differs.

use crate::HighCategory::{
    Flush, FourOfAKind, FullHouse, HighCard, Pair, Straight, StraightFlush, ThreeOfAKind, TwoPair,
};
use crate::high::evaluate_with;
use crate::high::straights::{AceBelowSix, AceBelowSixTripsFirst};
use crate::{CardSet, HandValue, HighCategory, HighValue};

/// The categories from the lowest to the highest.
const STRAIGHTS_FIRST: [HighCategory; 9] =
    [HighCard, Pair, TwoPair, ThreeOfAKind, Straight, FullHouse, Flush, FourOfAKind, StraightFlush];

/// The categories if three of a kind beats a straight.
const TRIPS_FIRST: [HighCategory; 9] =
    [HighCard, Pair, TwoPair, Straight, ThreeOfAKind, FullHouse, Flush, FourOfAKind, StraightFlush];

/// Returns the value of 5, 6 or 7 cards of the short deck.
pub(crate) fn value(cards: CardSet) -> Option<HandValue> {
    const PLACES: [u8; 9] = places(STRAIGHTS_FIRST);
    let value = evaluate_with::<AceBelowSix>(in_deck(cards)?)?;
    Some(HandValue::short_deck(PLACES[usize::from(value.category().index())], value))
}

/// Returns the value if three of a kind beats a straight.
pub(crate) fn value_trips_first(cards: CardSet) -> Option<HandValue> {
    const PLACES: [u8; 9] = places(TRIPS_FIRST);
    let value = evaluate_with::<AceBelowSixTripsFirst>(in_deck(cards)?)?;
    Some(HandValue::short_deck(PLACES[usize::from(value.category().index())], value))
}

/// Returns the category and ranks behind a [`value`].
pub(crate) fn made(value: HandValue) -> HighValue {
    value.as_short_deck(&STRAIGHTS_FIRST)
}

/// Returns the category and ranks behind a [`value_trips_first`].
pub(crate) fn made_trips_first(value: HandValue) -> HighValue {
    value.as_short_deck(&TRIPS_FIRST)
}

fn in_deck(cards: CardSet) -> Option<CardSet> {
    cards.difference(CardSet::short36()).is_empty().then_some(cards)
}

/// Returns the place of each category, by its index.
const fn places(order: [HighCategory; 9]) -> [u8; 9] {
    let mut places = [0; 9];
    let mut place = 0;
    while place < 9 {
        places[order[place as usize].index() as usize] = place;
        place += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use crate::{HandValue, HoleUse, Ranking, parse_cards};

    fn value(ranking: Ranking, cards: &str) -> Option<HandValue> {
        ranking.value(&parse_cards(cards).expect("cards of a test"), &[], HoleUse::Any)
    }

    #[test]
    fn each_hand_beats_the_next() {
        let ladder = [
            "AsKsQsJsTs",
            "As6s7s8s9s",
            "6c6d6h6sAc",
            "AsQs9s8s6s",
            "9sTsJs7s6s",
            "AcAdAhKsKc",
            "TcJdQhKsAc",
            "Tc9d8h7s6c",
            "Ac6d7h8s9c",
            "AcAdAhKsQc",
            "AcAdKhKsQc",
            "AcAdKhQsJc",
            "AcKdQhJs9c",
            "Jc9d8h7s6c",
        ];
        let value = |cards| value(Ranking::ShortDeckHigh, cards).expect("a hand");
        for pair in ladder.windows(2) {
            assert!(value(pair[0]) > value(pair[1]), "{} against {}", pair[0], pair[1]);
        }
        assert_eq!(value("As9s8s7s6sAdQd"), value("As6s7s8s9s"), "the lowest straight flush");
    }

    #[test]
    fn trips_and_straights_change_places_in_one_of_the_two() {
        let hands = ["AcAdAhKsQc", "6c6d6hKsQc", "AcKdQhJsTc", "Ac9d8h7s6c", "AcAdKhKsQc"];
        let by_house = hands.map(|hand| value(Ranking::ShortDeckTripsHigh, hand));
        assert!(by_house.is_sorted_by(|better, worse| better > worse));
        // Seven cards that make both have the value of the better one.
        for (ranking, words) in [
            (Ranking::ShortDeckHigh, "Straight, Nine high"),
            (Ranking::ShortDeckTripsHigh, "Three of a kind, Sixes"),
        ] {
            let both = value(ranking, "Ac9d8h7s6c6d6h").expect("seven cards");
            assert_eq!(ranking.describe(both), words);
        }
    }

    #[test]
    fn there_is_no_five_in_the_deck() {
        assert_eq!(value(Ranking::ShortDeckHigh, "AcKdQhJs5c"), None);
        assert_eq!(value(Ranking::ShortDeckTripsHigh, "AcKdQhJs5c"), None);
    }
}

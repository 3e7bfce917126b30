//! A slow evaluator that follows the rulebook: it tries each choice of five cards and sorts their
//! ranks.
//!
//! It shares only the card type with the fast one, so that they check each other. The speed example
//! races them.

use cardroom_cards::Card;

/// Category from 0 (high card) to 8 (straight flush), then the ranks that
/// decide, most important first.
pub(crate) type NaiveValue = (u8, [u8; 5]);

/// Returns the best value of any five of the cards.
pub(crate) fn naive_high(cards: &[Card]) -> NaiveValue {
    if let Ok(five) = cards.try_into() {
        return value_of_five(five);
    }
    (0..cards.len())
        .map(|left_out| {
            let rest: Vec<Card> = [&cards[..left_out], &cards[left_out + 1..]].concat();
            naive_high(&rest)
        })
        .max()
        .expect("five cards or more")
}

fn value_of_five(five: [Card; 5]) -> NaiveValue {
    let mut ranks = five.map(|card| card.rank().index());
    let times = |rank: u8| five.iter().filter(|card| card.rank().index() == rank).count();
    ranks.sort_by_key(|&rank| (times(rank), rank));
    ranks.reverse();

    let flush = five.iter().all(|card| card.suit() == five[0].suit());
    let different = ranks.iter().all(|&rank| times(rank) == 1);
    if ranks == [12, 3, 2, 1, 0] {
        return (if flush { 8 } else { 4 }, [3, 2, 1, 0, 0]);
    }
    let straight = different && ranks[0] - ranks[4] == 4;
    let category = match (times(ranks[0]), times(ranks[3])) {
        _ if straight && flush => 8,
        (4, _) => 7,
        (3, 2) => 6,
        _ if flush => 5,
        _ if straight => 4,
        (3, _) => 3,
        (2, 2) => 2,
        (2, _) => 1,
        _ => 0,
    };
    (category, ranks)
}

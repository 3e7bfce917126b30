//! Deuce-to-seven: the ace is high, straights and flushes count against, 7-5-4-3-2 is the best.
//!
//! A-5-4-3-2 is an ace high without a pair and no straight.

use crate::choices::fives;
use crate::high::evaluate_with;
use crate::high::straights::AceAlwaysHigh;
use crate::{CardSet, HandValue};

/// Returns the best low of any five of 5, 6 or 7 cards.
///
/// With six or seven cards it tries each choice, because the lowest ranks may make a
/// straight or a flush.
pub(crate) fn deuce_seven(cards: CardSet) -> Option<HandValue> {
    let of_five = |five| evaluate_with::<AceAlwaysHigh>(five).map(HandValue::low);
    match cards.len() {
        5 => of_five(cards),
        6 | 7 => fives(cards).filter_map(of_five).max(),
        _ => None,
    }
}

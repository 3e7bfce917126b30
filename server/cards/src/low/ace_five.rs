//! Ace-to-five: the ace is low, straights and flushes do not count, 5-4-3-2-A is the best.
//!
//! Eight-or-better is the same, but only for five different ranks of eight or lower.

use crate::ace::ace_low;
use crate::rank_times::{RankTimes, keep_lowest, lowest};
use crate::{CardSet, HandValue, HighCategory, HighValue, Suit};

/// The ranks from the ace to the eight, ace low.
const TO_EIGHT: u32 = 0b1111_1111;

/// Returns the best low of any five of 5, 6 or 7 cards. With too few ranks it has the fewest
/// and lowest pairs possible.
pub(crate) fn ace_five(cards: CardSet) -> Option<HandValue> {
    if !(5..=7).contains(&cards.len()) {
        return None;
    }
    let ranks = RankTimes::of(cards).with_ace_low();
    let made = match ranks.once.count_ones() {
        2 => of_two_ranks(ranks),
        3 => of_three_ranks(ranks),
        4 => {
            let pair = lowest(ranks.twice);
            HighValue::new(HighCategory::Pair, pair, ranks.once ^ pair)
        }
        _ => unpaired(ranks.once),
    };
    Some(HandValue::low(made))
}

/// Returns the best low of 5, 6 or 7 cards, if it is an eight or better.
pub(crate) fn eight_or_better(cards: CardSet) -> Option<HandValue> {
    if !(5..=7).contains(&cards.len()) {
        return None;
    }
    let ranks = Suit::ALL.into_iter().fold(0, |ranks, suit| ranks | cards.suit_mask(suit));
    eight_or_better_of_ranks(ranks_to_eight(ranks.into()))
}

/// Returns the ranks of eight or lower, ace low.
pub(crate) const fn ranks_to_eight(ranks: u32) -> u32 {
    ace_low(ranks) & TO_EIGHT
}

/// Returns the low of the lowest five of these ranks, if there are five.
pub(crate) fn eight_or_better_of_ranks(ranks: u32) -> Option<HandValue> {
    (ranks.count_ones() >= 5).then(|| HandValue::low(unpaired(ranks)))
}

fn unpaired(ranks: u32) -> HighValue {
    HighValue::new(HighCategory::HighCard, 0, keep_lowest(ranks, 5))
}

/// Evaluates five or more cards of three ranks: two pair if two of the ranks
/// are paired, else trips.
fn of_three_ranks(ranks: RankTimes) -> HighValue {
    if ranks.twice.count_ones() >= 2 {
        let pairs = keep_lowest(ranks.twice, 2);
        return HighValue::new(HighCategory::TwoPair, pairs, ranks.once ^ pairs);
    }
    HighValue::new(HighCategory::ThreeOfAKind, ranks.thrice, ranks.once ^ ranks.thrice)
}

/// Evaluates five or more cards of two ranks: a full house if the other rank is paired, else quads.
fn of_two_ranks(ranks: RankTimes) -> HighValue {
    let most = lowest(ranks.thrice);
    let other = ranks.once ^ most;
    let category =
        if ranks.twice & other != 0 { HighCategory::FullHouse } else { HighCategory::FourOfAKind };
    HighValue::new(category, most, other)
}

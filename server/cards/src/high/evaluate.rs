//! Finds the value of five, six or seven cards without trying each choice of five.
//!
//! It works on the four 13-bit suit masks of a [`CardSet`] with a few dozen bit operations and no
//! table. `best_five` finds the five cards that make the hand.

use super::straights::{AceEitherWay, Straights};
use super::{HighCategory, HighValue};
use crate::rank_times::RankTimes;
use crate::{Card, CardSet, Suit};

/// Returns the value of the best five of 5, 6 or 7 cards, or `None` for any other number of cards.
#[must_use]
pub fn evaluate_high(cards: CardSet) -> Option<HighValue> {
    evaluate_with::<AceEitherWay>(cards)
}

/// Works like [`evaluate_high`] for cards in a slice. Also returns `None` if a card occurs twice.
#[must_use]
pub fn evaluate_high_slice(cards: &[Card]) -> Option<HighValue> {
    evaluate_distinct(cards.iter().collect(), cards.len())
}

/// Returns the value of the best five, or `None` if there are not `count` different cards.
pub(crate) fn evaluate_distinct(cards: CardSet, count: usize) -> Option<HighValue> {
    let lengths = suit_lengths(cards);
    let different = sum_of_lanes(lengths);
    if different != count as u64 {
        return None;
    }
    evaluate::<AceEitherWay>(cards, lengths, different)
}

/// Works like [`evaluate_high`] with other straights.
pub(crate) fn evaluate_with<S: Straights>(cards: CardSet) -> Option<HighValue> {
    let lengths = suit_lengths(cards);
    evaluate::<S>(cards, lengths, sum_of_lanes(lengths))
}

/// Returns the value of `count` cards. Each lane of `lengths` holds the number of
/// cards in its suit.
///
/// It and the functions it calls are inlined into each evaluator, which gains a few percent.
#[inline]
fn evaluate<S: Straights>(cards: CardSet, lengths: u64, count: u64) -> Option<HighValue> {
    if !(5..=7).contains(&count) {
        return None;
    }
    let spare = count - 5;

    // Adding 3 carries into bit 3 of the lane of a suit with 5 or more cards. There is at most one
    // such suit.
    let long_suit = (lengths + 0x0003_0003_0003_0003) & 0x0008_0008_0008_0008;
    if long_suit != 0 {
        // Five cards of one suit leave two others, too few for four of a kind or a full house.
        let lane = long_suit.trailing_zeros() - 3;
        let suit = Suit::ALL[(lane / 16) as usize];
        let length = (lengths >> lane) & 0xF;
        return Some(flush::<S>(cards.suit_mask(suit).into(), length - 5));
    }
    Some(without_flush::<S>(RankTimes::of(cards), spare))
}

/// Returns the number of cards in each suit, in four 16-bit lanes. This is the parallel bit count
/// of Warren, "Hacker's Delight", section 5-1, stopped before the lanes are added up.
const fn suit_lengths(cards: CardSet) -> u64 {
    let ones = cards.bits();
    let twos = ones - ((ones >> 1) & 0x5555_5555_5555_5555);
    let fours = (twos & 0x3333_3333_3333_3333) + ((twos >> 2) & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    (eights + (eights >> 8)) & 0x001F_001F_001F_001F
}

/// Returns the sum of four 16-bit lanes, which the product adds up in the highest one.
const fn sum_of_lanes(lanes: u64) -> u64 {
    lanes.wrapping_mul(0x0001_0001_0001_0001) >> 48
}

/// Returns the value of `5 + spare` ranks of one suit.
#[inline]
pub(crate) const fn flush<S: Straights>(ranks: u32, spare: u64) -> HighValue {
    let straight = highest_straight::<S>(ranks);
    if straight != 0 {
        HighValue::new(HighCategory::StraightFlush, straight, 0)
    } else {
        HighValue::new(HighCategory::Flush, 0, without_lowest(ranks, spare))
    }
}

/// Returns the value of `5 + spare` cards without a flush. All variables below are masks of ranks.
#[inline]
pub(crate) fn without_flush<S: Straights>(ranks: RankTimes, spare: u64) -> HighValue {
    let RankTimes { once, twice, thrice, four_times } = ranks;
    let straight = highest_straight::<S>(once);

    // A hand with paired ranks drops the `spare` lowest other ranks: 5 + spare cards less the pair
    // and the three kickers leave exactly `spare`. The same holds for trips and for no pair.
    if twice == 0 && straight == 0 {
        return HighValue::new(HighCategory::HighCard, 0, without_lowest(once, spare));
    }
    if four_times != 0 {
        let kicker = highest(once ^ four_times);
        return HighValue::new(HighCategory::FourOfAKind, four_times, kicker);
    }
    if thrice != 0 {
        let trips = highest(thrice);
        let other_pairs = twice ^ trips;
        if other_pairs != 0 {
            return HighValue::new(HighCategory::FullHouse, trips, highest(other_pairs));
        }
    }
    if straight != 0 && (S::BEAT_TRIPS || thrice == 0) {
        return HighValue::new(HighCategory::Straight, straight, 0);
    }
    if thrice != 0 {
        let kickers = without_lowest(once ^ thrice, spare);
        return HighValue::new(HighCategory::ThreeOfAKind, thrice, kickers);
    }
    let first = highest(twice);
    let other_pairs = twice ^ first;
    if other_pairs == 0 {
        return HighValue::new(HighCategory::Pair, first, without_lowest(once ^ first, spare));
    }
    // With three pairs, the lowest may still provide the kicker.
    let pairs = first | highest(other_pairs);
    HighValue::new(HighCategory::TwoPair, pairs, highest(once ^ pairs))
}

/// Returns the top rank of the highest straight in `ranks` as a mask, or 0.
const fn highest_straight<S: Straights>(ranks: u32) -> u32 {
    // A bit below the lowest rank stands for the low ace, so the wheel is a run like any other.
    let with_low_ace = (ranks << 1) | ((ranks >> 12) * S::LOW_ACE);
    let runs_of_two = with_low_ace & (with_low_ace >> 1);
    let runs_of_five = runs_of_two & (runs_of_two >> 2) & (with_low_ace >> 4);
    if runs_of_five == 0 {
        return 0;
    }
    // A run is marked at its lowest card, four ranks below the top. The shift above accounts for
    // one of them.
    highest(runs_of_five) << 3
}

/// Returns the highest rank of a mask that is not empty.
const fn highest(ranks: u32) -> u32 {
    1 << ranks.ilog2()
}

/// Returns the mask without its `count` lowest ranks. The mask must have more.
const fn without_lowest(mut ranks: u32, count: u64) -> u32 {
    let mut left = count;
    while left > 0 {
        ranks &= ranks - 1;
        left -= 1;
    }
    ranks
}

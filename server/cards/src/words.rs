//! The descriptions of hands for players.
//!
//! Kickers are left out of all but the low hands without a pair, so hands with the same description
//! need not split.

use std::fmt::{self, Write};

use crate::rank_times::RANK_BITS;
use crate::{HighCategory, HighValue, Rank};

/// Writes `Two pair, Queens and Fives`. `rank_of` names the rank of each bit of the value's masks.
pub(crate) fn write_high(
    text: &mut impl Write,
    value: HighValue,
    rank_of: impl Fn(usize) -> Rank,
) -> fmt::Result {
    let highest = |ranks: u32| rank_of(ranks.ilog2() as usize);
    let lowest = |ranks: u32| rank_of(ranks.trailing_zeros() as usize);
    let top_made = || highest(value.made());
    let top_kicker = || highest(value.kickers());
    match value.category() {
        HighCategory::HighCard => write!(text, "{} high", top_kicker().name()),
        HighCategory::Pair => write!(text, "Pair of {}", top_made().plural()),
        HighCategory::TwoPair => {
            let (high, low) = (top_made(), lowest(value.made()));
            write!(text, "Two pair, {} and {}", high.plural(), low.plural())
        }
        HighCategory::ThreeOfAKind => write!(text, "Three of a kind, {}", top_made().plural()),
        HighCategory::Straight => write!(text, "Straight, {} high", top_made().name()),
        HighCategory::Flush => write!(text, "Flush, {} high", top_kicker().name()),
        HighCategory::FullHouse => {
            let (trips, pair) = (top_made(), top_kicker());
            write!(text, "Full house, {} over {}", trips.plural(), pair.plural())
        }
        HighCategory::FourOfAKind => write!(text, "Four of a kind, {}", top_made().plural()),
        HighCategory::StraightFlush if top_made() == Rank::Ace => text.write_str("Royal flush"),
        HighCategory::StraightFlush => write!(text, "Straight flush, {} high", top_made().name()),
    }
}

/// Writes `8-6-4-3-A low`, or describes a hand with a pair or more as [`write_high`] does.
pub(crate) fn write_low(
    text: &mut impl Write,
    value: HighValue,
    rank_of: impl Fn(usize) -> Rank,
) -> fmt::Result {
    if value.category() != HighCategory::HighCard {
        return write_high(text, value, rank_of);
    }
    write_ranks(text, value.kickers(), rank_of)?;
    text.write_str(" low")
}

/// Writes `Four-card badugi, 7-5-3-A`.
pub(crate) fn write_badugi(
    text: &mut impl Write,
    ranks: u32,
    rank_of: impl Fn(usize) -> Rank,
) -> fmt::Result {
    let count = match ranks.count_ones() {
        1 => "One",
        2 => "Two",
        3 => "Three",
        _ => "Four",
    };
    write!(text, "{count}-card badugi, ")?;
    write_ranks(text, ranks, rank_of)
}

/// Writes `8-6-4-3-A`, from the highest bit down.
fn write_ranks(text: &mut impl Write, ranks: u32, rank_of: impl Fn(usize) -> Rank) -> fmt::Result {
    let mut between = "";
    for index in (0..RANK_BITS).rev().filter(|index| ranks >> index & 1 == 1) {
        write!(text, "{between}{}", rank_of(index as usize).to_char())?;
        between = "-";
    }
    Ok(())
}

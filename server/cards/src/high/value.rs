//! The value of a high hand: one number that compares, and its description.
//!
//! It holds ranks but no suits, so two hands that split the pot have the same value. `evaluate`
//! finds the value, and `words` describes it.

use std::fmt::{self, Debug, Display, Formatter};

use super::HighCategory;
use super::class::strength;
use crate::Rank;
use crate::rank_times::{ALL_RANKS, RANK_BITS};
use crate::words::write_high;

/// The value of five cards as a high hand. The larger value wins, and equal values split.
///
/// Comparing the number compares the hands by the rules. The category is in the highest bits. Below
/// it is a 13-bit mask of the ranks that make the hand (the pairs, the trips, the top of the
/// straight), then a mask of the kickers (the pair of a full house; every card of a flush or a high
/// card). Masks with the same number of ranks compare like the ranks themselves, highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HighValue(u32);

impl HighValue {
    /// The number of different values of five cards.
    pub const CLASSES: u16 = 7462;

    /// Makes the value of a hand in `category`. Both other arguments are masks of ranks.
    pub(crate) const fn new(category: HighCategory, made: u32, kickers: u32) -> Self {
        Self(((category as u32) << (2 * RANK_BITS)) | (made << RANK_BITS) | kickers)
    }

    /// Returns the number that compares, which fits in 30 bits.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Inverts [`HighValue::bits`].
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[must_use]
    pub const fn category(self) -> HighCategory {
        HighCategory::ALL[(self.0 >> (2 * RANK_BITS)) as usize]
    }

    /// Returns the place of the value among the 7,462 different values of five cards: 1 for the
    /// royal flush, 7462 for seven high.
    ///
    /// It expresses the order of the values in reverse. It is dense, so it can index a table or
    /// travel in two bytes.
    #[must_use]
    pub fn class(self) -> u16 {
        Self::CLASSES - strength(self)
    }

    /// Returns the description for players, such as "Two pair, Queens and Fives".
    ///
    /// Kickers are left out, so hands with the same description need not split.
    #[must_use]
    pub fn describe(self) -> String {
        self.to_string()
    }

    /// Returns the ranks that make the hand, as a mask. Empty for a flush and a high card.
    pub(crate) const fn made(self) -> u32 {
        (self.0 >> RANK_BITS) & ALL_RANKS
    }

    /// Returns the ranks that decide after [`HighValue::made`], as a mask.
    pub(crate) const fn kickers(self) -> u32 {
        self.0 & ALL_RANKS
    }
}

impl Display for HighValue {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write_high(formatter, *self, |index| Rank::ALL[index])
    }
}

impl Debug for HighValue {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "HighValue(class {}: {self})", self.class())
    }
}

#[cfg(test)]
mod tests {
    use crate::{HighCategory, HighValue, evaluate_high_slice, parse_cards};

    fn value(text: &str) -> HighValue {
        let cards = parse_cards(text).expect("cards of a test");
        evaluate_high_slice(&cards).expect("a whole hand")
    }

    #[test]
    fn describes_what_a_player_reads() {
        for (cards, description, category) in [
            ("AsKsQsJsTs", "Royal flush", HighCategory::StraightFlush),
            ("9h8h7h6h5h", "Straight flush, Nine high", HighCategory::StraightFlush),
            ("Ad2d3d4d5d", "Straight flush, Five high", HighCategory::StraightFlush),
            ("JcJdJhJs2c", "Four of a kind, Jacks", HighCategory::FourOfAKind),
            ("AcAdAhKsKc", "Full house, Aces over Kings", HighCategory::FullHouse),
            ("6c6d6hKsKc", "Full house, Sixes over Kings", HighCategory::FullHouse),
            ("Ah9h7h3h2h", "Flush, Ace high", HighCategory::Flush),
            ("Ah2c3d4s5h", "Straight, Five high", HighCategory::Straight),
            ("AhKcQdJsTh", "Straight, Ace high", HighCategory::Straight),
            ("7h7c7dJsTh", "Three of a kind, Sevens", HighCategory::ThreeOfAKind),
            ("QhQc5d5sTh", "Two pair, Queens and Fives", HighCategory::TwoPair),
            ("9h9c5d3sTh", "Pair of Nines", HighCategory::Pair),
            ("Kh9c5d3sTh", "King high", HighCategory::HighCard),
        ] {
            assert_eq!(value(cards).describe(), description, "{cards}");
            assert_eq!(value(cards).category(), category, "{cards}");
        }
        assert_eq!(format!("{:?}", value("Kh9c5d3sTh")), "HighValue(class 6898: King high)");
    }

    #[test]
    fn better_hands_have_larger_values() {
        // Each hand beats the next one.
        let ladder = [
            "AsKsQsJsTs",
            "KsQsJsTs9s",
            "As2s3s4s5s",
            "AcAdAhAsKc",
            "AcAdAhAsQc",
            "KcKdKhKsAc",
            "AcAdAhKsKc",
            "AcAdAhQsQc",
            "KcKdKhAsAc",
            "AhKhQhJh9h",
            "AhKhQhJh8h",
            "7h5h4h3h2h",
            "AhKcQdJsTh",
            "6h5c4d3s2h",
            "Ah5c4d3s2h",
            "AhAcAdKsQh",
            "AhAcAdKsJh",
            "2h2c2dAsKh",
            "AhAcKdKsQh",
            "AhAcKdKsJh",
            "AhAcQdQsKh",
            "KhKcQdQsAh",
            "3h3c2d2s4h",
            "AhAcKdQsJh",
            "AhAcKdQsTh",
            "2h2cAdKsQh",
            "2h2c5d4s3h",
            "AhKcQdJs9h",
            "AhKcQdJs8h",
            "7h5c4d3s2h",
        ];
        for pair in ladder.windows(2) {
            assert!(value(pair[0]) > value(pair[1]), "{} against {}", pair[0], pair[1]);
            assert!(value(pair[0]).class() < value(pair[1]).class());
        }
        assert_eq!(value(ladder[0]).class(), 1);
        assert_eq!(value(ladder[29]).class(), 7462);
    }

    #[test]
    fn suits_do_not_break_ties() {
        assert_eq!(value("AhAcKdQsJh"), value("AsAdKcQhJd"));
        assert_eq!(value("AhKhQhJh9h"), value("AcKcQcJc9c"));
    }
}

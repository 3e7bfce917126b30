//! The nine categories of a high hand.

/// The category of a high hand, ordered from
/// [`HighCategory::HighCard`] up to [`HighCategory::StraightFlush`].
///
/// A royal flush is the highest straight flush and not a category, but it has its own description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum HighCategory {
    /// Five different ranks, neither in sequence nor of one suit.
    HighCard = 0,
    /// Two cards of one rank.
    Pair = 1,
    /// Two pairs of different ranks.
    TwoPair = 2,
    /// Three cards of one rank.
    ThreeOfAKind = 3,
    /// Five ranks in sequence; the ace may be high or low.
    Straight = 4,
    /// Five cards of one suit.
    Flush = 5,
    /// Three cards of one rank and two of another.
    FullHouse = 6,
    /// Four cards of one rank.
    FourOfAKind = 7,
    /// Five ranks in sequence, all of one suit.
    StraightFlush = 8,
}

impl HighCategory {
    /// Every category from the lowest to the highest, so that `ALL[category.index()] == category`.
    pub const ALL: [Self; 9] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
    ];

    /// Returns the position in ascending order: 0 for a high card, 8 for a straight flush.
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the English name, as in "Two pair".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighCard => "High card",
            Self::Pair => "Pair",
            Self::TwoPair => "Two pair",
            Self::ThreeOfAKind => "Three of a kind",
            Self::Straight => "Straight",
            Self::Flush => "Flush",
            Self::FullHouse => "Full house",
            Self::FourOfAKind => "Four of a kind",
            Self::StraightFlush => "Straight flush",
        }
    }
}

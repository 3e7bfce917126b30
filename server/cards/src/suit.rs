//! The four suits and their names.
//!
//! Suits have an order only for sorting and drawing cards (the bring-in and the high-card draw
//! break ties clubs, diamonds, hearts, spades). No evaluator ranks one suit above another.

/// The suit of a card, ordered as in bridge from [`Suit::Clubs`] up to [`Suit::Spades`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, the lowest suit where suits are ordered.
    Clubs = 0,
    Diamonds = 1,
    Hearts = 2,
    /// Spades, the highest suit where suits are ordered.
    Spades = 3,
}

impl Suit {
    /// Every suit from the lowest to the highest, so that `ALL[suit.index()] == suit`.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the suit with this index, or `None` from 4 on.
    #[must_use]
    pub fn from_index(index: u8) -> Option<Self> {
        Self::ALL.get(usize::from(index)).copied()
    }

    /// Returns the position in ascending order: 0 for clubs, 3 for spades.
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the suit written as `symbol`, one of `cdhs`. Upper case is rejected.
    #[must_use]
    pub fn from_char(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.to_char() == symbol)
    }

    /// Returns the one-character notation: `c`, `d`, `h` or `s`.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Clubs => 'c',
            Self::Diamonds => 'd',
            Self::Hearts => 'h',
            Self::Spades => 's',
        }
    }

    /// Returns the English name, which is already a plural: "Hearts".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "Clubs",
            Self::Diamonds => "Diamonds",
            Self::Hearts => "Hearts",
            Self::Spades => "Spades",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Suit;

    #[test]
    fn index_and_symbol_name_the_same_suit() {
        for (position, suit) in Suit::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(suit.index()), position);
            assert_eq!(Suit::from_index(suit.index()), Some(suit));
            assert_eq!(Suit::from_char(suit.to_char()), Some(suit));
            assert_eq!(suit.name().to_ascii_lowercase().chars().next(), Some(suit.to_char()));
        }
        assert_eq!(Suit::from_index(4), None);
        assert_eq!(Suit::from_char('S'), None);
    }
}

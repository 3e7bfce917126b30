//! The thirteen ranks, deuce to ace, and their names.
//!
//! The order is the high-card order with the ace on top. Games with a low ace handle it in their
//! own evaluator, never here.

/// The rank of a card, ordered from [`Rank::Two`] up to [`Rank::Ace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// The deuce, the lowest rank.
    Two = 0,
    Three = 1,
    Four = 2,
    Five = 3,
    /// The six, the lowest rank of the short deck.
    Six = 4,
    Seven = 5,
    Eight = 6,
    Nine = 7,
    Ten = 8,
    Jack = 9,
    Queen = 10,
    King = 11,
    /// The ace, the highest rank.
    Ace = 12,
}

impl Rank {
    /// Every rank from the lowest to the highest, so that `ALL[rank.index()] == rank`.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// Returns the rank with this index, or `None` from 13 on.
    #[must_use]
    pub fn from_index(index: u8) -> Option<Self> {
        Self::ALL.get(usize::from(index)).copied()
    }

    /// Returns the position in ascending order: 0 for the deuce, 12 for the ace.
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the rank written as `symbol`, one of `23456789TJQKA`. Lower case is rejected.
    #[must_use]
    pub fn from_char(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.to_char() == symbol)
    }

    /// Returns the one-character notation: `2` to `9`, `T`, `J`, `Q`, `K` or `A`.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
            Self::Five => '5',
            Self::Six => '6',
            Self::Seven => '7',
            Self::Eight => '8',
            Self::Nine => '9',
            Self::Ten => 'T',
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
            Self::Ace => 'A',
        }
    }

    /// Returns the English name, as in "Queen high".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Two => "Two",
            Self::Three => "Three",
            Self::Four => "Four",
            Self::Five => "Five",
            Self::Six => "Six",
            Self::Seven => "Seven",
            Self::Eight => "Eight",
            Self::Nine => "Nine",
            Self::Ten => "Ten",
            Self::Jack => "Jack",
            Self::Queen => "Queen",
            Self::King => "King",
            Self::Ace => "Ace",
        }
    }

    /// Returns the English plural, as in "Pair of Sixes".
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Two => "Twos",
            Self::Three => "Threes",
            Self::Four => "Fours",
            Self::Five => "Fives",
            Self::Six => "Sixes",
            Self::Seven => "Sevens",
            Self::Eight => "Eights",
            Self::Nine => "Nines",
            Self::Ten => "Tens",
            Self::Jack => "Jacks",
            Self::Queen => "Queens",
            Self::King => "Kings",
            Self::Ace => "Aces",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rank;

    #[test]
    fn index_and_symbol_name_the_same_rank() {
        for (position, rank) in Rank::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(rank.index()), position);
            assert_eq!(Rank::from_index(rank.index()), Some(rank));
            assert_eq!(Rank::from_char(rank.to_char()), Some(rank));
        }
        assert_eq!(Rank::from_index(13), None);
        assert_eq!(Rank::from_char('t'), None);
        assert_eq!(Rank::ALL.map(Rank::to_char).iter().collect::<String>(), "23456789TJQKA");
    }

    #[test]
    fn ace_is_the_highest_and_sixes_are_spelled_right() {
        assert!(Rank::Ace > Rank::King && Rank::Three > Rank::Two);
        assert_eq!(Rank::Six.plural(), "Sixes");
        for rank in Rank::ALL {
            assert!(rank.plural().starts_with(rank.name()));
        }
    }
}

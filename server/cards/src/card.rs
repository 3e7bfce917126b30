//! A playing card in one byte.
//!
//! `notation` defines the text form of a card, and `serial` its serialization.

use crate::{Rank, Suit};

/// A playing card of the 52-card deck.
///
/// The order is by rank and then by suit, clubs lowest, which is also the order of [`Card::index`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards in the full deck.
    pub const COUNT: u8 = 52;

    /// The deuce of clubs.
    pub(crate) const LOWEST: Self = Self(0);

    /// Returns the card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(rank.index() * 4 + suit.index())
    }

    /// Returns the card with this index, or `None` from 52 on.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns `rank * 4 + suit`: 0 for the deuce of clubs, 51 for the ace of spades.
    ///
    /// Journals and binary messages carry this number. It never changes.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Card;
    use crate::{Rank, Suit};

    #[test]
    fn index_is_rank_times_four_plus_suit() {
        assert_eq!(Card::new(Rank::Two, Suit::Clubs).index(), 0);
        assert_eq!(Card::new(Rank::Three, Suit::Hearts).index(), 6);
        assert_eq!(Card::new(Rank::Ace, Suit::Spades).index(), 51);
        assert_eq!(Card::from_index(52), None);
        assert_eq!(Card::from_index(255), None);
    }

    #[test]
    fn every_card_is_its_rank_and_suit() {
        let mut index = 0;
        for rank in Rank::ALL {
            for suit in Suit::ALL {
                let card = Card::from_index(index).unwrap();
                assert_eq!((card.rank(), card.suit()), (rank, suit));
                assert_eq!(Card::new(rank, suit), card);
                index += 1;
            }
        }
        assert_eq!(index, Card::COUNT);
    }
}

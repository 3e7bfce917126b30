//! A set of cards in one machine word.
//!
//! The set does not keep the order in which cards came. Ordered cards (a deck, a board by street)
//! are lists.

use std::fmt::{self, Debug, Display, Formatter};
use std::iter::FusedIterator;

use crate::{Card, Rank, Suit};

/// A set of cards of the 52-card deck.
///
/// Inside, each suit has 16 bits of the word (clubs lowest) and each rank one of their low 13 bits.
/// The evaluators work on these masks directly, see [`CardSet::suit_mask`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

/// One bit for each suit: the deuces.
const LOWEST_RANK: u64 = 0x0001_0001_0001_0001;

/// The 13 ranks of all four suits.
const ALL_CARDS: u64 = 0x1FFF * LOWEST_RANK;

impl CardSet {
    #[must_use]
    pub const fn new() -> Self {
        Self(0)
    }

    /// Returns the 52 cards of the full deck.
    #[must_use]
    pub const fn full52() -> Self {
        Self(ALL_CARDS)
    }

    /// Returns the 36 cards of the short deck: sixes and up.
    #[must_use]
    pub const fn short36() -> Self {
        let below_six = ((1 << Rank::Six.index()) - 1) * LOWEST_RANK;
        Self(ALL_CARDS & !below_six)
    }

    /// Returns the thirteen cards of a suit.
    #[must_use]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1FFF << (16 * suit.index()))
    }

    /// Adds a card. Returns `true` if it is new, like the sets of the standard library.
    pub const fn insert(&mut self, card: Card) -> bool {
        let is_new = !self.contains(card);
        self.0 |= bit(card);
        is_new
    }

    /// Removes a card. Returns `true` if it was present.
    pub const fn remove(&mut self, card: Card) -> bool {
        let was_there = self.contains(card);
        self.0 &= !bit(card);
        was_there
    }

    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & bit(card) != 0
    }

    /// Returns the number of cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cards that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cards that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the cards of this set that are not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the ranks present in one suit as a mask: bit 0 is the deuce, bit 12 the ace.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "takes the 16 bits of one suit")]
    pub const fn suit_mask(self, suit: Suit) -> u16 {
        (self.0 >> (16 * suit.index())) as u16
    }

    /// Returns the cards in ascending [`Card::index`]: deuces first, clubs before spades.
    #[must_use]
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self)
    }

    /// Returns the word itself, for the evaluators.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

/// Returns the bit of a card in the word. It is looked up, because building sets is most of the
/// work of evaluating a slice.
const fn bit(card: Card) -> u64 {
    const BITS: [u64; Card::COUNT as usize] = {
        let mut bits = [0; Card::COUNT as usize];
        let mut index = 0;
        while index < bits.len() {
            bits[index] = 1 << (16 * (index % 4) + index / 4);
            index += 1;
        }
        bits
    };
    BITS[card.index() as usize]
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::new();
        set.extend(cards);
        set
    }
}

impl<'a> FromIterator<&'a Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = &'a Card>>(cards: I) -> Self {
        cards.into_iter().copied().collect()
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl<'a> Extend<&'a Card> for CardSet {
    fn extend<I: IntoIterator<Item = &'a Card>>(&mut self, cards: I) {
        self.extend(cards.into_iter().copied());
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

/// Formats the cards as `7h Kd As`, in ascending order, readable by
/// [`parse_cards`](crate::parse_cards).
impl Display for CardSet {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (position, card) in self.iter().enumerate() {
            if position > 0 {
                formatter.write_str(" ")?;
            }
            write!(formatter, "{card}")?;
        }
        Ok(())
    }
}

impl Debug for CardSet {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "CardSet({self})")
    }
}

/// The cards of a [`CardSet`] in ascending [`Card::index`].
#[derive(Clone, Debug)]
pub struct CardSetIter(CardSet);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let clubs_to_spades = Suit::ALL.map(|suit| self.0.suit_mask(suit));
        let ranks = clubs_to_spades.into_iter().fold(0, |ranks, mask| ranks | mask);
        let lowest = ranks & ranks.wrapping_neg();
        let rank = Rank::ALL.get(lowest.trailing_zeros() as usize)?;
        let suit = Suit::ALL.into_iter().find(|&suit| self.0.suit_mask(suit) & lowest != 0)?;
        let card = Card::new(*rank, suit);
        self.0.remove(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CardSetIter {}

impl FusedIterator for CardSetIter {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::CardSet;
    use crate::{Card, Rank, Suit, parse_cards};

    fn set(text: &str) -> CardSet {
        parse_cards(text).expect("cards of a test").into_iter().collect()
    }

    #[test]
    fn decks_have_their_cards_in_ascending_order() {
        let indices: Vec<u8> = CardSet::full52().iter().map(Card::index).collect();
        assert_eq!(indices, (0..52).collect::<Vec<u8>>());
        let short: Vec<u8> = CardSet::short36().iter().map(Card::index).collect();
        assert_eq!(short, (16..52).collect::<Vec<u8>>());
        assert!(CardSet::short36().contains(Card::new(Rank::Six, Suit::Clubs)));
        assert!(!CardSet::short36().contains(Card::new(Rank::Five, Suit::Spades)));
    }

    #[test]
    fn a_suit_has_its_thirteen_cards() {
        for suit in Suit::ALL {
            let of_suit = CardSet::full52().iter().filter(|card| card.suit() == suit);
            assert_eq!(CardSet::of_suit(suit), of_suit.collect());
            assert_eq!(CardSet::of_suit(suit).len(), 13);
        }
    }

    #[test]
    fn prints_in_ascending_order() {
        assert_eq!(set("As7hKd7c").to_string(), "7c 7h Kd As");
        assert_eq!(format!("{:?}", set("As7h")), "CardSet(7h As)");
        assert_eq!(CardSet::new().to_string(), "");
    }

    #[test]
    fn suit_mask_has_one_bit_for_each_rank() {
        let cards = set("2sAs3h");
        assert_eq!(cards.suit_mask(Suit::Spades), 0b1_0000_0000_0001);
        assert_eq!(cards.suit_mask(Suit::Hearts), 0b10);
        assert_eq!(cards.suit_mask(Suit::Clubs), 0);
    }

    fn any_cards() -> impl Strategy<Value = Vec<Card>> {
        vec((0..Card::COUNT).prop_map(|index| Card::from_index(index).expect("below 52")), 0..60)
    }

    fn sorted(cards: BTreeSet<Card>) -> Vec<Card> {
        cards.into_iter().collect()
    }

    proptest! {
        #[test]
        fn behaves_like_a_tree_set(left in any_cards(), right in any_cards()) {
            let (mut set, mut model) = (CardSet::new(), BTreeSet::new());
            for &card in &left {
                prop_assert_eq!(set.insert(card), model.insert(card));
            }
            for &card in &right {
                prop_assert_eq!(set.contains(card), model.contains(&card));
                prop_assert_eq!(set.remove(card), model.remove(&card));
                prop_assert_eq!(set.len(), model.len());
                prop_assert_eq!(set.is_empty(), model.is_empty());
            }
            prop_assert_eq!(set.iter().len(), model.len());
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), sorted(model));
        }

        #[test]
        fn set_algebra_behaves_like_a_tree_set(left in any_cards(), right in any_cards()) {
            let (a, b): (CardSet, CardSet) = (left.iter().collect(), right.iter().collect());
            let c: BTreeSet<Card> = left.into_iter().collect();
            let d: BTreeSet<Card> = right.into_iter().collect();
            prop_assert_eq!(a.union(b).iter().collect::<Vec<_>>(), sorted(&c | &d));
            prop_assert_eq!(a.intersection(b).iter().collect::<Vec<_>>(), sorted(&c & &d));
            prop_assert_eq!(a.difference(b).iter().collect::<Vec<_>>(), sorted(&c - &d));
        }

        #[test]
        fn reads_back_from_its_text(cards in any_cards()) {
            let cards: CardSet = cards.into_iter().collect();
            prop_assert_eq!(set(&cards.to_string()), cards);
        }
    }
}

//! The order of a shuffled deck.
//!
//! It defines the order of the cards, but not who receives them: dealing, burning and reshuffling
//! the muck belong to the engine. It does not shuffle; see `shuffle`.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

use crate::{Card, CardSet, fisher_yates};

/// The cards of the full deck, in the order of their index.
const ALL: [Card; Card::COUNT as usize] = {
    let mut cards = [Card::LOWEST; Card::COUNT as usize];
    let mut index = 0;
    while index < Card::COUNT {
        if let Some(card) = Card::from_index(index) {
            cards[index as usize] = card;
        }
        index += 1;
    }
    cards
};

/// The cards of a deck in dealing order, all different, at most 52.
///
/// It is the best-kept secret of a table. Its `Debug` shows only the number of cards, and it has
/// neither `Display` nor `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub struct DeckOrder {
    /// Stored inline, because every hand copies its deck. Places without a card hold the lowest.
    cards: [Card; Card::COUNT as usize],
    set: CardSet,
}

impl DeckOrder {
    /// Makes a deck order from a list of cards. The first card is dealt first.
    ///
    /// # Errors
    ///
    /// Returns [`DeckError`] if there are more than 52 cards or one of them occurs twice.
    #[allow(clippy::needless_pass_by_value, reason = "most callers collect a list for this alone")]
    pub fn new(cards: Vec<Card>) -> Result<Self, DeckError> {
        if cards.len() > usize::from(Card::COUNT) {
            return Err(DeckError::TooManyCards { count: cards.len() });
        }
        let set: CardSet = cards.iter().collect();
        if set.len() == cards.len() {
            let mut order = [Card::LOWEST; Card::COUNT as usize];
            order[..cards.len()].copy_from_slice(&cards);
            return Ok(Self { cards: order, set });
        }
        let mut seen = CardSet::new();
        let double = cards.iter().position(|&card| !seen.insert(card));
        let position = double.expect("fewer different cards than cards");
        Err(DeckError::DuplicateCard { position })
    }

    /// Shuffles these cards, as [`fisher_yates`] does it from the order of [`CardSet::iter`].
    #[must_use]
    pub fn shuffled(set: CardSet, next_u32: impl FnMut() -> u32) -> Self {
        let mut cards = ALL;
        if set != CardSet::full52() {
            cards = [Card::LOWEST; Card::COUNT as usize];
            for (place, card) in cards.iter_mut().zip(set.iter()) {
                *place = card;
            }
        }
        fisher_yates(&mut cards[..set.len()], next_u32);
        Self { cards, set }
    }

    /// Makes a deck of 52 cards that begins with these. The rest follow in the order of
    /// [`CardSet::iter`].
    ///
    /// # Errors
    ///
    /// Returns [`DeckError`] if a card occurs twice.
    pub fn beginning_with(first: impl IntoIterator<Item = Card>) -> Result<Self, DeckError> {
        let mut cards: Vec<Card> = first.into_iter().collect();
        let given: CardSet = cards.iter().collect();
        cards.extend(CardSet::full52().iter().filter(|card| !given.contains(*card)));
        Self::new(cards)
    }

    /// Returns the cards in dealing order.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.set.len()]
    }

    /// Returns the same cards without their order.
    #[must_use]
    pub const fn as_set(&self) -> CardSet {
        self.set
    }

    /// Returns the number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.set.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }
}

impl Debug for DeckOrder {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "DeckOrder({} cards)", self.len())
    }
}

/// The reason that a list of cards is not a deck order. It names positions and never a card, so
/// it can be logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// There are more cards than a deck has.
    TooManyCards {
        /// The number of cards.
        count: usize,
    },
    DuplicateCard {
        /// The position of the second one, counted from 0.
        position: usize,
    },
}

impl Display for DeckError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCards { count } => {
                write!(formatter, "a deck has at most {} cards, not {count}", Card::COUNT)
            }
            Self::DuplicateCard { position } => {
                write!(formatter, "the card at position {position} is already in the deck")
            }
        }
    }
}

impl Error for DeckError {}

#[cfg(test)]
mod tests {
    use super::{DeckError, DeckOrder};
    use crate::{CardSet, fisher_yates, parse_cards};

    #[test]
    fn keeps_the_order_it_was_given() {
        let cards = parse_cards("7hAs2c").unwrap();
        let deck = DeckOrder::new(cards.clone()).unwrap();
        assert_eq!(deck.cards(), cards);
        assert_eq!(deck.as_set(), cards.iter().collect());
        assert_eq!(deck.len(), 3);
        assert!(!deck.is_empty());
        assert!(DeckOrder::new(Vec::new()).unwrap().is_empty());
        assert_eq!(DeckOrder::new(CardSet::full52().iter().collect()).unwrap().len(), 52);
    }

    #[test]
    fn a_deck_with_a_double_or_too_many_cards_is_refused() {
        let double = parse_cards("7hAs2cAs").unwrap();
        let error = DeckOrder::new(double).unwrap_err();
        assert_eq!(error, DeckError::DuplicateCard { position: 3 });
        assert_eq!(error.to_string(), "the card at position 3 is already in the deck");

        let crowd = CardSet::full52().iter().chain(parse_cards("As").unwrap()).collect();
        assert_eq!(DeckOrder::new(crowd), Err(DeckError::TooManyCards { count: 53 }));
    }

    #[test]
    fn a_shuffled_deck_is_the_shuffle_of_its_cards() {
        let numbers = || {
            let mut last = 7_u32;
            move || {
                last = last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                last
            }
        };
        let broken_suit: CardSet = parse_cards("9sAs2c7hKd").unwrap().into_iter().collect();
        for set in [CardSet::full52(), CardSet::short36(), broken_suit, CardSet::new()] {
            let mut cards: Vec<_> = set.iter().collect();
            fisher_yates(&mut cards, numbers());
            let deck = DeckOrder::shuffled(set, numbers());
            assert_eq!(deck.cards(), cards);
            assert!(deck == DeckOrder::new(cards).unwrap());
        }
    }

    #[test]
    fn debug_never_prints_a_card() {
        let deck = DeckOrder::new(CardSet::full52().iter().collect()).unwrap();
        assert_eq!(format!("{deck:?}"), "DeckOrder(52 cards)");
        assert_eq!(format!("{deck:#?}"), "DeckOrder(52 cards)");
    }
}

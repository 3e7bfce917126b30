//! The up-cards of a stud hand: the highest and lowest board, and the card that brings it in.
//!
//! The engine decides who acts because of it, and how further ties are broken.

use crate::ace::Ace;
use crate::rank_times::RankTimes;
use crate::{Card, HandValue, HighCategory, HighValue, Suit};

/// Returns the value of one to four up-cards as a high board. The greater value
/// is the higher board.
///
/// Only pairs, trips, quads and the ranks themselves count: four cards make no straight or flush.
/// [`Ranking::High`](crate::Ranking::High) describes the value.
///
/// ```
/// use cardroom_cards::{Ranking, parse_cards, up_cards_high};
///
/// let boards = ["Kh 4d 4s", "As Qs Js"].map(|up| up_cards_high(&parse_cards(up).expect("cards")));
/// assert!(boards[0] > boards[1]);
/// assert_eq!(Ranking::High.describe(boards[0]), "Pair of Fours");
/// ```
#[must_use]
pub fn up_cards_high(cards: &[Card]) -> HandValue {
    HandValue::high(groups(RankTimes::of(cards.iter().collect())))
}

/// Returns the value of one to four up-cards as a low board, as in razz. The greater value is the
/// lower and better board.
///
/// The ace is low, and a pair is worse than any board without one.
/// [`Ranking::AceFiveLow`](crate::Ranking::AceFiveLow) describes the value.
#[must_use]
pub fn up_cards_low(cards: &[Card]) -> HandValue {
    HandValue::low(groups(RankTimes::of(cards.iter().collect()).with_ace_low()))
}

/// Returns the value of up to four cards by the repeated ranks and then the others.
fn groups(ranks: RankTimes) -> HighValue {
    let RankTimes { once, twice, thrice, four_times } = ranks;
    let (category, made) = if four_times != 0 {
        (HighCategory::FourOfAKind, four_times)
    } else if thrice != 0 {
        (HighCategory::ThreeOfAKind, thrice)
    } else if twice.count_ones() > 1 {
        (HighCategory::TwoPair, twice)
    } else if twice != 0 {
        (HighCategory::Pair, twice)
    } else {
        (HighCategory::HighCard, 0)
    };
    HighValue::new(category, made, once ^ made)
}

/// Returns the highest card with the ace on top; of equal ranks the highest suit, from clubs over
/// diamonds and hearts to spades.
///
/// It breaks the tie of equal high boards and decides who takes an odd chip in stud. [`Card`]'s own
/// order compares the cards of different players.
#[must_use]
pub fn highest_card_by_suit(cards: &[Card]) -> Option<Card> {
    cards.iter().copied().max()
}

/// Returns the lowest card with the ace on top; of equal ranks the lowest suit. It posts the
/// bring-in at stud, where the deuce of clubs is the lowest of all.
///
/// [`Card`]'s own order compares the cards of different players.
#[must_use]
pub fn lowest_card_by_suit(cards: &[Card]) -> Option<Card> {
    cards.iter().copied().min()
}

/// Returns the highest card with the ace below the deuce; of equal ranks the highest suit. It
/// posts the bring-in at razz, where the king of spades is the highest of all, and breaks the tie
/// of equal low boards.
#[must_use]
pub fn highest_card_ace_low(cards: &[Card]) -> Option<AceLowCard> {
    cards.iter().copied().map(AceLowCard::new).max()
}

/// A card in the order of the low games: the ace is below the deuce, and suits break ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AceLowCard {
    place: u8,
    suit: Suit,
}

impl AceLowCard {
    /// Converts a card to this order.
    #[must_use]
    pub const fn new(card: Card) -> Self {
        Self { place: Ace::Low.place(card.rank()), suit: card.suit() }
    }

    #[must_use]
    pub const fn card(self) -> Card {
        Card::new(Ace::Low.rank(self.place as usize), self.suit)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        AceLowCard, highest_card_ace_low, highest_card_by_suit, lowest_card_by_suit, up_cards_high,
        up_cards_low,
    };
    use crate::{Card, CardSet, HandValue, Ranking, parse_cards};

    fn ladder(order: fn(&[Card]) -> HandValue, boards: &[&str]) {
        let value = |up: &&str| order(&parse_cards(up).expect("cards of a test"));
        assert!(boards.iter().map(value).is_sorted_by(|better, worse| better > worse));
    }

    #[test]
    fn high_boards_know_pairs_but_no_straights_or_flushes() {
        ladder(
            up_cards_high,
            &[
                "2c2d2h2s", "AcAdAh2s", "AcAdAh", "3c3d3hAs", "AcAdKhKs", "AcAdQhQs", "AcAdKhQs",
                "AcAdKh", "KcKdAhQs", "2c2dAh", "2c2d", "AcKdQhJs", "AcKdQhTs", "KsQsJsTs", "Kc2d",
            ],
        );
        assert_eq!(up_cards_high(&[]), up_cards_high(&[]));
    }

    #[test]
    fn low_boards_know_the_ace_as_low() {
        ladder(
            up_cards_low,
            &["Ac2d3h4s", "As2s3s5s", "KcQdJhTs", "AcAd2h3s", "KcKd2h3s", "2c2dAhAs"],
        );
        ladder(up_cards_low, &["Ac", "2c", "Kc"]);
        ladder(up_cards_low, &["5h3c", "Kd7s", "AhAs"]);
    }

    #[test]
    fn suits_do_not_count_in_a_board() {
        let boards = ["Kh9c", "Ks9d"].map(|up| parse_cards(up).unwrap());
        assert_eq!(up_cards_high(&boards[0]), up_cards_high(&boards[1]));
        assert_eq!(up_cards_low(&boards[0]), up_cards_low(&boards[1]));
    }

    #[test]
    fn boards_are_described() {
        let up = parse_cards("Ah9cAs").unwrap();
        assert_eq!(Ranking::High.describe(up_cards_high(&up)), "Pair of Aces");
        let up = parse_cards("Ah9c3s").unwrap();
        assert_eq!(Ranking::AceFiveLow.describe(up_cards_low(&up)), "9-3-A low");
    }

    #[test]
    fn the_bring_in_is_the_deuce_of_clubs_at_stud_and_the_king_of_spades_at_razz() {
        let deck: Vec<Card> = CardSet::full52().iter().collect();
        let card = |text: &str| text.parse::<Card>().unwrap();
        assert_eq!(lowest_card_by_suit(&deck), Some(card("2c")));
        assert_eq!(highest_card_by_suit(&deck), Some(card("As")));
        assert_eq!(highest_card_ace_low(&deck).map(AceLowCard::card), Some(card("Ks")));

        let cards = parse_cards("2dAc2cAs").unwrap();
        assert_eq!(lowest_card_by_suit(&cards), Some(card("2c")));
        assert_eq!(highest_card_ace_low(&cards).map(AceLowCard::card), Some(card("2d")));
        assert_eq!(highest_card_ace_low(&[]), None);
        let low = |text: &str| AceLowCard::new(card(text));
        assert!(low("As") < low("2c") && low("Kd") < low("Kh") && low("Ks") > low("Qs"));
    }
}

//! Finds the five cards that make a high hand.
//!
//! The choice is the same for every viewer. Of equal cards it takes the one in the higher suit
//! (spades first), no matter who holds it. It does not prefer a player's own cards to the board.

use super::{HighCategory, HighValue, evaluate_high};
use crate::{Card, CardSet, Rank, Suit};

/// Returns the value of 5, 6 or 7 cards and the five of them that make it, or `None` for any
/// other number of cards.
///
/// The made group comes first (trips before the pair of a full house, the higher pair before the
/// lower), then the kickers, each from the highest rank down and spades before hearts, diamonds and
/// clubs. A straight runs from its top down, and the ace of a wheel comes last.
#[must_use]
pub fn best_five(cards: CardSet) -> Option<(HighValue, [Card; 5])> {
    let value = evaluate_high(cards)?;
    let (made, kickers) = (value.made(), value.kickers());
    let ordered: Vec<Card> = match value.category() {
        HighCategory::HighCard => take(cards, kickers, 1).collect(),
        HighCategory::Pair | HighCategory::TwoPair => {
            take(cards, made, 2).chain(take(cards, kickers, 1)).collect()
        }
        HighCategory::ThreeOfAKind => take(cards, made, 3).chain(take(cards, kickers, 1)).collect(),
        HighCategory::Straight => run_down_from(made, cards),
        HighCategory::Flush => take(long_suit(cards), kickers, 1).collect(),
        HighCategory::FullHouse => take(cards, made, 3).chain(take(cards, kickers, 2)).collect(),
        HighCategory::FourOfAKind => take(cards, made, 4).chain(take(cards, kickers, 1)).collect(),
        HighCategory::StraightFlush => run_down_from(made, long_suit(cards)),
    };
    let five = ordered.try_into().expect("the value was found in these cards");
    Some((value, five))
}

/// Returns the highest `per_rank` suits of each of the `ranks`, from the highest rank down.
fn take(cards: CardSet, ranks: u32, per_rank: usize) -> impl Iterator<Item = Card> {
    let descending = Rank::ALL.into_iter().rev().filter(move |rank| ranks >> rank.index() & 1 == 1);
    descending.flat_map(move |rank| {
        let spades_first = Suit::ALL.into_iter().rev().map(move |suit| Card::new(rank, suit));
        spades_first.filter(move |&card| cards.contains(card)).take(per_rank)
    })
}

/// Returns the straight whose top rank is the one in the mask `top`.
fn run_down_from(top: u32, cards: CardSet) -> Vec<Card> {
    let five_ranks_down = (top << 1) - (top >> 4).max(1);
    let wheel_ace = if top == 1 << Rank::Five.index() { 1 << Rank::Ace.index() } else { 0 };
    take(cards, five_ranks_down, 1).chain(take(cards, wheel_ace, 1)).collect()
}

/// Returns the cards of the suit that has five or more.
fn long_suit(cards: CardSet) -> CardSet {
    let of_suit = |suit| cards.iter().filter(move |card| card.suit() == suit).collect::<CardSet>();
    Suit::ALL.into_iter().map(of_suit).max_by_key(|of_suit| of_suit.len()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::best_five;
    use crate::parse_cards;

    #[test]
    fn made_group_first_then_kickers_from_the_top() {
        for (cards, five) in [
            ("2c3d4h8s9cJdKh", "Kh Jd 9c 8s 4h"),
            ("2c2d4h8s9cJdKh", "2d 2c Kh Jd 9c"),
            ("2c2d4h4s9cJdKh", "4s 4h 2d 2c Kh"),
            // Of three pairs, the lowest provides the kicker if no other card is higher.
            ("9c9dKhKsQcQd2h", "Ks Kh Qd Qc 9d"),
            ("7c7d7h8s9cJdKh", "7h 7d 7c Kh Jd"),
            ("6c7d8h9sTcTdTh", "Th 9s 8h 7d 6c"),
            ("Ac2d3h4s5c9d9h", "5c 4s 3h 2d Ac"),
            ("Ac2d3h4s5c6dKh", "6d 5c 4s 3h 2d"),
            ("TcJdQhKsAc2d3h", "Ac Ks Qh Jd Tc"),
            ("2c4c6c8cTcQcAd", "Qc Tc 8c 6c 4c"),
            // Of two trips, the lower provides the pair.
            ("2c2d2h5s5c5dKh", "5s 5d 5c 2h 2d"),
            ("2c2d2h5s5c8s8d", "2h 2d 2c 8s 8d"),
            // The kicker of quads may come from a pair or trips.
            ("2c2d2h2s5c5d5h", "2s 2h 2d 2c 5h"),
            ("As2s3s4s5s6dAd", "5s 4s 3s 2s As"),
            ("9sTsJsQsKsAdAh", "Ks Qs Js Ts 9s"),
            ("AhKhQhJhTh9h8h", "Ah Kh Qh Jh Th"),
        ] {
            let set = parse_cards(cards).unwrap().into_iter().collect();
            let (_, best) = best_five(set).unwrap();
            assert_eq!(best.map(|card| card.to_string()).join(" "), five, "{cards}");
        }
    }

    #[test]
    fn fewer_than_five_or_more_than_seven_cards_have_no_value() {
        for cards in ["", "As", "AsKsQsJs", "AsKsQsJsTs9s8s7s"] {
            let set = parse_cards(cards).unwrap().into_iter().collect();
            assert_eq!(best_five(set), None, "{cards}");
        }
    }
}

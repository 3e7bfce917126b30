//! Finds the cards that make a hand, in any ranking.
//!
//! It tries each choice of cards. Hands are named only when they are shown, which is rare. Fast
//! comparisons use the value alone.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::ace::Ace;
use crate::choices::{MOST_CARDS, choices};
use crate::ranking::together;
use crate::{
    Card, CardSet, HandValue, HighCategory, HighValue, HoleUse, Rank, Ranking, badugi, omaha,
    short_deck,
};

/// The cards of one hand.
type Five = ArrayVec<Card, 5>;

/// See [`Ranking::best_cards`].
pub(crate) fn best_cards(
    ranking: Ranking,
    hole: &[Card],
    board: &[Card],
    hole_use: HoleUse,
) -> Option<(HandValue, Five)> {
    let made = |cards| make(ranking, cards);
    let better_suits = |(value, five): &(HandValue, CardSet)| (*value, by_rank(ranking, *five));
    let (value, five) = match hole_use {
        HoleUse::ExactlyTwo => {
            let (hole, board) = omaha::sets(hole, board)?;
            omaha::two_and_three(hole, board).filter_map(made).max_by_key(better_suits)?
        }
        HoleUse::Any => {
            let cards = together(hole, board);
            if cards.len() != hole.len() + board.len() {
                return None;
            }
            match ranking {
                Ranking::Badugi | Ranking::AceHighBadugi => make(ranking, cards)?,
                _ if cards.len() > MOST_CARDS => return None,
                _ => choices(cards, 5).filter_map(made).max_by_key(better_suits)?,
            }
        }
    };
    Some((value, in_order(ranking, value, five)))
}

/// Returns the hand of five cards, or the best badugi among all.
fn make(ranking: Ranking, cards: CardSet) -> Option<(HandValue, CardSet)> {
    let value = ranking.of_set(cards)?;
    match ranking {
        Ranking::Badugi | Ranking::AceHighBadugi => {
            Some((value, badugi::cards_of(value, cards, ranking.ace())?))
        }
        _ => Some((value, cards)),
    }
}

/// Returns a number with a bit for each card, by rank and then by suit. Of two hands of equal
/// ranks, the one with the higher suit in the highest rank that differs has the larger number.
fn by_rank(ranking: Ranking, cards: CardSet) -> u64 {
    let bit = |card: Card| 1 << (4 * ranking.ace().place(card.rank()) + card.suit().index());
    cards.iter().map(bit).fold(0, |bits, bit: u64| bits | bit)
}

/// Sorts the cards into the order in which they decide.
fn in_order(ranking: Ranking, value: HandValue, cards: CardSet) -> Five {
    let ace = if ends_in_ace(ranking, value) { Ace::Low } else { ranking.ace() };
    let times = |rank: Rank| cards.iter().filter(|card| card.rank() == rank).count();
    let mut five: Five = cards.iter().take(5).collect();
    five.sort_by_key(|card| Reverse((times(card.rank()), ace.place(card.rank()), card.suit())));
    five
}

/// Returns `true` for a straight with the ace below its lowest rank.
fn ends_in_ace(ranking: Ranking, value: HandValue) -> bool {
    let (made, top_of_lowest): (HighValue, Rank) = match ranking {
        Ranking::High => (value.as_high(), Rank::Five),
        Ranking::ShortDeckHigh => (short_deck::made(value), Rank::Nine),
        Ranking::ShortDeckTripsHigh => (short_deck::made_trips_first(value), Rank::Nine),
        _ => return false,
    };
    matches!(made.category(), HighCategory::Straight | HighCategory::StraightFlush)
        && made.made() == 1 << top_of_lowest.index()
}

#[cfg(test)]
mod tests {
    use crate::HoleUse::{self, Any, ExactlyTwo};
    use crate::{Ranking, parse_cards};

    fn best(ranking: Ranking, hole: &str, board: &str, hole_use: HoleUse) -> String {
        let [hole, board] = [hole, board].map(|cards| parse_cards(cards).unwrap());
        let (_, cards) = ranking.best_cards(&hole, &board, hole_use).unwrap();
        cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn of_equal_hands_the_highest_rank_has_the_highest_suit() {
        assert_eq!(best(Ranking::High, "AcKd", "AsQhJhTsKs", Any), "As Ks Qh Jh Ts");
        // The ace of spades is on the board, so king and ten come from the hand.
        let omaha = best(Ranking::High, "AcKdTh2c", "AsQhJhTsKs", ExactlyTwo);
        assert_eq!(omaha, "As Kd Qh Jh Th");
    }

    #[test]
    fn the_highest_rank_of_a_low_is_not_the_ace() {
        let low = best(Ranking::EightOrBetter, "Ac2c5s8s", "As2h3d4c8d", ExactlyTwo);
        assert_eq!(low, "5s 4c 3d 2h Ac");
        let low = best(Ranking::AceFiveLow, "7c7sAcAd", "2c3c4c", Any);
        assert_eq!(low, "7s 4c 3c 2c Ad");
    }
}

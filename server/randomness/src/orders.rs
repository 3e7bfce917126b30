//! What the order of a deck has: cards that kept their places, sequences that rise, and the order
//! of its first cards.

use crate::chance::{falls, kept_neighbors, own_places};
use crate::classes::ChiSquared;
use crate::{CARDS, Deck};

/// The first cards whose order is counted.
const FIRST: usize = 8;
/// The orders of eight cards.
const ORDERS: usize = 40_320;

/// Counts about the order of each deck.
pub(crate) struct Orders {
    own_places: [u32; CARDS + 1],
    kept_neighbors: [u32; CARDS],
    falls: [u32; CARDS],
    parity: [u32; 2],
    first: Box<[u32; ORDERS]>,
}

impl Orders {
    pub(crate) fn new() -> Self {
        Self {
            own_places: [0; CARDS + 1],
            kept_neighbors: [0; CARDS],
            falls: [0; CARDS],
            parity: [0; 2],
            first: Box::new([0; ORDERS]),
        }
    }

    pub(crate) fn add(&mut self, deck: &Deck) {
        let mut places = [0_u8; CARDS];
        let mut own = 0;
        for (place, card) in (0_u8..).zip(deck) {
            places[usize::from(*card)] = place;
            own += usize::from(place == *card);
        }
        let kept = deck.windows(2).filter(|pair| pair[1] == pair[0] + 1).count();
        let falls = places.windows(2).filter(|pair| pair[1] < pair[0]).count();
        self.own_places[own] += 1;
        self.kept_neighbors[kept] += 1;
        self.falls[falls] += 1;
        self.parity[parity(deck)] += 1;
        self.first[rank_of_first(deck)] += 1;
    }

    pub(crate) fn own_places(&self) -> ChiSquared {
        ChiSquared::of_shares(&self.own_places, &own_places())
    }

    pub(crate) fn kept_neighbors(&self) -> ChiSquared {
        ChiSquared::of_shares(&self.kept_neighbors, &kept_neighbors())
    }

    pub(crate) fn rising_sequences(&self) -> ChiSquared {
        ChiSquared::of_shares(&self.falls, &falls())
    }

    pub(crate) fn parity(&self) -> ChiSquared {
        ChiSquared::of_equal(self.parity.iter().copied(), 1)
    }

    pub(crate) fn first_cards(&self) -> ChiSquared {
        ChiSquared::of_equal(self.first.iter().copied(), 1)
    }
}

/// Returns 1 if an odd number of swaps makes the order, which has an odd number of pairs with the
/// higher card first then.
fn parity(deck: &Deck) -> usize {
    let (mut seen, mut higher) = (0_u64, 0_u64);
    for card in deck {
        // A bit for each higher card before this one. Only whether their number is odd counts.
        higher ^= seen >> card;
        seen |= 1 << card;
    }
    usize::from(higher.count_ones() % 2 == 1)
}

/// Returns the number of the order of the first cards, below 8!.
fn rank_of_first(deck: &Deck) -> usize {
    let first = &deck[..FIRST];
    let mut rank = 0;
    for (at, card) in first.iter().enumerate() {
        let lower = first[at + 1..].iter().filter(|later| *later < card).count();
        rank = rank * (FIRST - at) + lower;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unshuffled;

    #[test]
    fn the_order_of_a_new_deck_is_counted_as_what_it_is() {
        let mut orders = Orders::new();
        let mut deck = unshuffled();
        orders.add(&deck);
        assert_eq!((orders.own_places[52], orders.kept_neighbors[51], orders.falls[0]), (1, 1, 1));
        assert_eq!((orders.parity, orders.first[0]), ([1, 0], 1));
        deck.swap(0, 1);
        orders.add(&deck);
        assert_eq!((orders.own_places[50], orders.kept_neighbors[49], orders.falls[1]), (1, 1, 1));
        assert_eq!(orders.parity, [1, 1]);
    }

    #[test]
    fn every_order_of_the_first_cards_has_a_number_of_its_own() {
        let mut numbers = vec![false; ORDERS];
        let mut deck = unshuffled();
        // Heap's algorithm.
        let (mut counters, mut at) = ([0; FIRST], 0);
        numbers[rank_of_first(&deck)] = true;
        while at < FIRST {
            if counters[at] < at {
                deck.swap(if at % 2 == 0 { 0 } else { counters[at] }, at);
                numbers[rank_of_first(&deck)] = true;
                counters[at] += 1;
                at = 0;
            } else {
                counters[at] = 0;
                at += 1;
            }
        }
        assert!(numbers.into_iter().all(|is_there| is_there));
    }
}

//! Shuffled decks, from the operating system's entropy.

use cardroom_cards::{Card, DeckOrder, fisher_yates};
use cardroom_engine::{Decks, REMEDY_ORDERS};
use cardroom_rules::{DeckKind, Game, MAX_SEATS, SeatNo};
use chacha20::ChaCha20Rng;
use rand::{Rng, SeedableRng};

/// A table's source of decks: ChaCha20 seeded by the operating system. The order of a deck is
/// fixed before the first card of a hand is dealt, and is part of the hand's input. Apart from
/// decks, only a first button and shuffled seats are random.
pub struct Dealer {
    generator: ChaCha20Rng,
}

impl Dealer {
    /// Creates a dealer with a seed from the operating system.
    #[must_use]
    pub fn from_entropy() -> Self {
        Self { generator: rand::make_rng() }
    }

    /// Creates a dealer that deals the same decks every time, for tests and simulations.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self { generator: ChaCha20Rng::from_seed(seed) }
    }

    /// Returns the decks of a hand at a hybrid table. They include the orders that remedies for
    /// errors of the deal use.
    pub fn hybrid_decks(&mut self, game: &Game) -> Decks {
        let mut decks = self.decks(game);
        decks.reshuffles.extend((0..REMEDY_ORDERS).map(|_| self.deck(game.deck)));
        decks
    }

    /// Returns the decks of a hand of the game: its deck, and the orders for possible reshuffles.
    pub fn decks(&mut self, game: &Game) -> Decks {
        let deck = self.deck(game.deck);
        let reshuffles = (0..game.most_reshuffles()).map(|_| self.deck(game.deck)).collect();
        Decks { deck, reshuffles }
    }

    /// Returns a freshly shuffled deck.
    pub fn deck(&mut self, kind: DeckKind) -> DeckOrder {
        let mut cards: Vec<Card> = kind.cards().iter().collect();
        self.shuffle(&mut cards);
        DeckOrder::new(cards).expect("a set of cards has no card twice")
    }

    /// Shuffles cards, as for every deck.
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        fisher_yates(cards, || self.generator.next_u32());
    }

    /// Returns a draw for the first button.
    pub fn draw(&mut self) -> u32 {
        self.generator.next_u32()
    }

    /// Returns the random part of a pack's seed.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.generator.fill_bytes(&mut bytes);
        bytes
    }

    /// Returns all seats that a table can have, in the order in which they were drawn.
    pub fn seats(&mut self) -> Vec<SeatNo> {
        let mut seats: Vec<SeatNo> = (0..MAX_SEATS).map(SeatNo::from_index).collect();
        self.shuffle(&mut seats);
        seats
    }
}

impl std::fmt::Debug for Dealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Dealer(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_card_comes_first_about_equally_often() {
        let mut dealer = Dealer::from_seed([7; 32]);
        let mut first = [0_u32; 52];
        for _ in 0..52_000 {
            let deck = dealer.deck(DeckKind::Standard52);
            first[usize::from(deck.cards()[0].index())] += 1;
        }
        // 1,000 expected, standard deviation 31: five of them either way.
        assert!(first.iter().all(|count| (845..=1_155).contains(count)), "{first:?}");
    }

    #[test]
    fn every_order_of_three_seats_is_drawn_about_equally_often() {
        let mut dealer = Dealer::from_seed([9; 32]);
        let mut orders = BTreeMap::new();
        for _ in 0..6_000 {
            let mut seats = dealer.seats();
            seats.retain(|seat| seat.0 < 3);
            *orders.entry(seats).or_insert(0_u32) += 1;
        }
        // 1,000 expected, standard deviation 29: five of them either way.
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|count| (855..=1_145).contains(count)), "{orders:?}");
    }

    #[test]
    fn two_dealers_from_entropy_deal_different_decks() {
        let mut one = Dealer::from_entropy();
        let mut two = Dealer::from_entropy();
        assert_ne!(one.deck(DeckKind::Standard52).cards(), two.deck(DeckKind::Standard52).cards());
    }
}

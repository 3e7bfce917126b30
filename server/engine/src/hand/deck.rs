//! The deck of a hand: the cards still to come, the burns, and the orders for reshuffles and
//! corrections.

use cardroom_cards::{Card, CardSet, Concealed, DeckOrder};
use std::sync::Arc;

/// The order of a hand's deck, and the orders for its reshuffles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decks {
    pub deck: DeckOrder,
    /// Entry n is the order of the cards after the n-th reshuffle.
    pub reshuffles: Vec<DeckOrder>,
}

/// The deck of the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandDeck {
    /// `None` only while a log without its deck is folded. Such a hand can only be voided.
    decks: Option<Concealed<Arc<Decks>>>,
    /// The number of cards taken off the current deck.
    drawn: usize,
    /// Burned cards that were not shuffled back into the deck.
    burned: Concealed<CardSet>,
    /// The number of reshuffles.
    reshuffled: u8,
    /// The number of cards exposed by the dealer.
    flashed: u8,
    /// The number of dealing errors corrected with an order drawn for that purpose.
    remedied: u8,
}

impl HandDeck {
    pub(crate) fn new(decks: Option<Concealed<Arc<Decks>>>) -> Self {
        let burned = Concealed::new(CardSet::new());
        Self { decks, drawn: 0, burned, reshuffled: 0, flashed: 0, remedied: 0 }
    }

    fn known(&self) -> Option<&Decks> {
        self.decks.as_ref().map(|decks| &**decks.peek())
    }

    /// Returns the cards left in the deck, if the deck is known.
    pub(crate) fn stub(&self) -> Option<&[Card]> {
        self.known()?.deck.cards().get(self.drawn..)
    }

    /// Returns the cards left in the deck of a hand in play.
    pub(crate) fn known_stub(&self) -> &[Card] {
        self.stub().expect("a hand in play has its deck")
    }

    /// Returns the next card of the deck.
    pub(crate) fn next(&self) -> Option<Card> {
        self.stub()?.first().copied()
    }

    /// Returns the number of cards taken off the current deck.
    pub(crate) fn drawn(&self) -> usize {
        self.drawn
    }

    /// Takes the next card off the deck.
    pub(crate) fn draw(&mut self) -> Option<Card> {
        let card = self.known().and_then(|decks| decks.deck.cards().get(self.drawn).copied());
        self.drawn += 1;
        card
    }

    /// Takes the next card off the deck, which is this open card if the deck is known.
    pub(crate) fn draw_open(&mut self, card: Card) {
        let drawn = self.draw();
        assert!(drawn.is_none_or(|drawn| drawn == card), "the open cards are the deck's");
    }

    // Burns.

    pub(crate) fn burn(&mut self) {
        if let Some(card) = self.draw() {
            let mut burned = *self.burned.peek();
            burned.insert(card);
            self.burned = Concealed::new(burned);
        }
    }

    /// Returns the number of burned cards that were not shuffled back into the deck.
    pub(crate) fn burns(&self) -> usize {
        self.burned.peek().len()
    }

    /// Returns the card that was burned last, if the deck is known.
    pub(crate) fn last_burn(&self) -> Option<Card> {
        let drawn = self.known()?.deck.cards().get(..self.drawn)?;
        drawn.iter().rev().copied().find(|card| self.burned.peek().contains(*card))
    }

    /// Returns the card burned right before this card was dealt.
    pub(crate) fn burn_before(&self, dealt: Card) -> Option<Card> {
        let cards = self.known()?.deck.cards();
        let at = cards.iter().position(|card| *card == dealt)?.checked_sub(1)?;
        cards.get(at).copied().filter(|card| self.burned.peek().contains(*card))
    }

    /// Swaps the burn for the card that took its place.
    pub(crate) fn exchange_burn(&mut self, burn: Option<Card>, from: &[Card], to: &[Card]) {
        let Some(burn) = burn else { return };
        let mut burned = *self.burned.peek();
        burned.remove(burn);
        burned.insert(placed(from, to, burn));
        self.burned = Concealed::new(burned);
    }

    // Reshuffles.

    /// Returns all cards of the game's deck, if the deck is known and can be reshuffled.
    pub(crate) fn all_cards(&self) -> Option<CardSet> {
        self.known()?.reshuffles.first().map(DeckOrder::as_set)
    }

    /// Returns the stub and the burned cards.
    pub(crate) fn stub_and_burns(&self) -> CardSet {
        let stub = self.stub().unwrap_or_default().iter().copied();
        stub.chain(self.burned.peek().iter()).collect()
    }

    /// Makes a new deck of these cards, in the next order for a reshuffle.
    pub(crate) fn reshuffle(&mut self, cards: CardSet) {
        self.burned = Concealed::new(CardSet::new());
        let nth = usize::from(self.reshuffled);
        self.reshuffled += 1;
        let Some(decks) = self.known() else { return };
        let order = &decks.reshuffles[nth.min(decks.reshuffles.len() - 1)];
        let order = order.cards().iter().copied().filter(|card| cards.contains(*card)).collect();
        self.lay(order, 0);
    }

    // Corrections.

    /// Returns the number of cards exposed by the dealer.
    pub(crate) fn flashed(&self) -> u8 {
        self.flashed
    }

    /// Counts a card exposed by the dealer.
    pub(crate) fn flash(&mut self) {
        self.flashed += 1;
    }

    /// Returns the order for the next correction, if one is left. The game's own reshuffles need
    /// the first orders, of which there are `reserved`.
    pub(crate) fn remedy_order(&self, reserved: usize) -> Option<&DeckOrder> {
        let orders = &self.known()?.reshuffles;
        let last = orders.len().checked_sub(1 + usize::from(self.remedied))?;
        (last >= reserved).then(|| &orders[last])
    }

    /// Counts a correction that used an order.
    pub(crate) fn use_remedy_order(&mut self) {
        self.remedied += 1;
    }

    /// Moves cards within the deck: the card in `to` takes the place of the card in `from` at the
    /// same index. If cards were dealt from an earlier deck, only the stub changes.
    pub(crate) fn put(&mut self, from: &[Card], to: &[Card]) {
        let Some(decks) = self.known() else { return };
        let cards = decks.deck.cards();
        let is_whole = from.iter().all(|card| cards.contains(card));
        let begins = if is_whole { 0 } else { self.drawn.min(cards.len()) };
        let cards = cards[begins..].iter().map(|card| placed(from, to, *card)).collect();
        self.lay(cards, self.drawn - begins);
    }

    /// Makes one deck of these cards, in this order. No burned card is left out of it.
    pub(crate) fn lay_all(&mut self, cards: Vec<Card>) {
        self.lay(cards, 0);
        self.burned = Concealed::new(CardSet::new());
    }

    fn lay(&mut self, cards: Vec<Card>, drawn: usize) {
        let Some(decks) = self.known() else { return };
        let deck = DeckOrder::new(cards).expect("each card of a deck is there once");
        let reshuffles = decks.reshuffles.clone();
        self.decks = Some(Concealed::new(Arc::new(Decks { deck, reshuffles })));
        self.drawn = drawn;
    }
}

/// Sorts the cards into the order in which they lie in a random deck order.
pub(crate) fn in_order(order: &DeckOrder, cards: &[Card]) -> Vec<Card> {
    order.cards().iter().copied().filter(|card| cards.contains(card)).collect()
}

/// Returns the card that now lies where `card` lay.
pub(crate) fn placed(from: &[Card], to: &[Card], card: Card) -> Card {
    let place = from.iter().position(|other| *other == card);
    place.and_then(|place| to.get(place).copied()).unwrap_or(card)
}

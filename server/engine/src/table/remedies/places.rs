//! Cards that move in the deck, in a hand or on the board. This module decides nothing.

use crate::deal_error::{BoxedAt, DealError};
use crate::hand::{Board, CardMove, Decks, Hand, MAX_BOARD};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed, DeckOrder};
use cardroom_rules::SeatNo;
use std::sync::Arc;

/// Moves within the deck: the card in `to` takes the place of the card in `from` at the same index.
pub(in crate::table) struct Put {
    pub(super) from: Vec<Card>,
    pub(super) to: Vec<Card>,
    pub(in crate::table) board: Board,
}

impl Hand {
    /// Returns the card burned before this street's board cards, of which there are `dealt`.
    pub(super) fn burn_before(&self, dealt: usize) -> Option<Card> {
        let board = self.board();
        let first = board.get(board.len().checked_sub(dealt)?)?;
        let cards = self.deck.as_ref()?.peek().deck.cards();
        let at = cards.iter().position(|card| card == first)?.checked_sub(1)?;
        cards.get(at).copied().filter(|card| self.burned.peek().contains(*card))
    }

    /// Swaps the burn for the card that took its place.
    pub(super) fn exchange_burn(&mut self, burn: Option<Card>, put: &Put) {
        let Some(burn) = burn else { return };
        let mut burned = *self.burned.peek();
        burned.remove(burn);
        burned.insert(placed(&put.from, &put.to, burn));
        self.burned = Concealed::new(burned);
    }

    /// Exchanges a card that a player holds with the next card of the deck.
    pub(super) fn exchange_with_next(&mut self, seat: SeatNo, place: usize) {
        let next = self.stub().and_then(|stub| stub.first()).copied();
        let held = self.players[seat.index()].hole.get(place).map(|card| *card.peek());
        let (Some(next), Some(held)) = (next, held) else { return };
        self.players[seat.index()].hole[place] = Concealed::new(next);
        self.cards.note(seat, CardMove::TakenBack, held);
        self.cards.note(seat, CardMove::Replaced, next);
        self.put(&Put { from: vec![held, next], to: vec![next, held], board: Board::new() });
    }

    pub(super) fn scrap(&mut self, error: DealError, board: &ArrayVec<Card, MAX_BOARD>) {
        let DealError::Boxed { at, .. } = error else { return };
        match at {
            BoxedAt::Hand { seat, place } => {
                self.exchange_with_next(seat, usize::from(place));
                let _ = self.draw();
            }
            BoxedAt::Board { place } => {
                let next = self.stub().and_then(|stub| stub.first()).copied();
                let boxed = self.boards[0].get(usize::from(place)).copied();
                if let (Some(next), Some(boxed)) = (next, boxed) {
                    let (from, to) = (vec![boxed, next], vec![next, boxed]);
                    self.put(&Put { from, to, board: Board::new() });
                }
                self.boards[0] = board.clone();
                let _ = self.draw();
            }
            BoxedAt::Burn => self.burn(),
            BoxedAt::Stub => drop(self.draw()),
        }
    }

    /// Moves cards of the deck. If cards were dealt from an earlier deck, only the stub changes.
    pub(super) fn put(&mut self, Put { from, to, .. }: &Put) {
        let Some(decks) = self.deck.as_ref().map(|decks| &**decks.peek()) else { return };
        let cards = decks.deck.cards();
        let is_whole = from.iter().all(|card| cards.contains(card));
        let begins = if is_whole { 0 } else { self.drawn.min(cards.len()) };
        let cards = cards[begins..].iter().map(|card| placed(from, to, *card)).collect();
        self.lay(cards, self.drawn - begins);
    }

    pub(super) fn lay(&mut self, cards: Vec<Card>, drawn: usize) {
        let Some(decks) = self.deck.as_ref().map(|decks| &**decks.peek()) else { return };
        let deck = DeckOrder::new(cards).expect("cards that change places are each there once");
        let reshuffles = decks.reshuffles.clone();
        self.deck = Some(Concealed::new(Arc::new(Decks { deck, reshuffles })));
        self.drawn = drawn;
    }
}

/// Sorts the cards into the order in which they lie in a random deck order.
pub(super) fn in_order(order: &DeckOrder, cards: &[Card]) -> Vec<Card> {
    order.cards().iter().copied().filter(|card| cards.contains(card)).collect()
}

/// Returns the card that now lies where `card` lay.
pub(super) fn placed(from: &[Card], to: &[Card], card: Card) -> Card {
    let place = from.iter().position(|other| *other == card);
    place.and_then(|place| to.get(place).copied()).unwrap_or(card)
}

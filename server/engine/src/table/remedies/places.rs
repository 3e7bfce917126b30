//! Cards that move in the deck, in a hand or on the board. This module decides nothing.

use crate::deal_error::{BoxedAt, DealError};
use crate::hand::{Board, CardMove, Hand, MAX_BOARD};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed};
use cardroom_rules::SeatNo;

/// Moves within the deck: the card in `to` takes the place of the card in `from` at the same index.
pub(in crate::table) struct Put {
    pub(super) from: Vec<Card>,
    pub(super) to: Vec<Card>,
    pub(in crate::table) board: Board,
}

impl Hand {
    /// Returns the card burned before this street's board cards, of which there are `dealt`.
    pub(super) fn burn_before(&self, dealt: usize) -> Option<Card> {
        let board = self.boards.first();
        let first = board.get(board.len().checked_sub(dealt)?)?;
        self.deck.burn_before(*first)
    }

    /// Exchanges a card that a player holds with the next card of the deck.
    pub(super) fn exchange_with_next(&mut self, seat: SeatNo, place: usize) {
        let next = self.deck.next();
        let held = self.players[seat].hole.get(place).map(|card| *card.peek());
        let (Some(next), Some(held)) = (next, held) else { return };
        self.players[seat].hole[place] = Concealed::new(next);
        self.cards.note(seat, CardMove::TakenBack, held);
        self.cards.note(seat, CardMove::Replaced, next);
        self.deck.put(&[held, next], &[next, held]);
    }

    pub(super) fn scrap(&mut self, error: DealError, board: &ArrayVec<Card, MAX_BOARD>) {
        let DealError::Boxed { at, .. } = error else { return };
        match at {
            BoxedAt::Hand { seat, place } => {
                self.exchange_with_next(seat, usize::from(place));
                let _ = self.deck.draw();
            }
            BoxedAt::Board { place } => {
                let next = self.deck.next();
                let boxed = self.boards.first().get(usize::from(place)).copied();
                if let (Some(next), Some(boxed)) = (next, boxed) {
                    self.deck.put(&[boxed, next], &[next, boxed]);
                }
                self.boards.replace_first(board.clone());
                let _ = self.deck.draw();
            }
            BoxedAt::Burn => self.deck.burn(),
            BoxedAt::Stub => drop(self.deck.draw()),
        }
    }
}

//! Cards that move in the deck, in a hand or on the board, to correct dealing errors. This module
//! decides nothing.

use crate::bounds::MAX_BOARD;
use crate::deal_error::{BoxedAt, DealError, NewBoard, NewStub};
use crate::hand::{Board, CardMove, Hand, in_order, placed};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed, DeckOrder};
use cardroom_rules::{Deal, Game, SeatNo};

/// Moves within the deck: the card in `to` takes the place of the card in `from` at the same index.
pub(super) struct Put {
    pub(super) from: Vec<Card>,
    pub(super) to: Vec<Card>,
    pub(super) board: Board,
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

/// Returns the order for the next scramble or shuffle, if one is left. Orders that the game
/// itself may need for its draws are reserved.
pub(super) fn remedy_order<'a>(hand: &'a Hand, game: &Game) -> Option<&'a DeckOrder> {
    hand.deck.remedy_order(game.most_reshuffles())
}

/// Returns the card moves that correct the board; `None` if cards are missing or
/// no order is left.
pub(super) fn new_board(hand: &Hand, game: &Game, how: NewBoard) -> Option<Put> {
    let stub = hand.deck.stub()?;
    let mut board = hand.boards.first().clone();
    let burn = || hand.burn_before(dealt_to_board(hand, game)?);
    let scrambled = |cards: &[Card]| {
        let order = remedy_order(hand, game)?;
        Some(in_order(order, cards))
    };
    let (from, to) = match how {
        NewBoard::FourScrambled => {
            let from: Vec<Card> = board.iter().chain(stub.first()).copied().collect();
            let mut to = scrambled(&from)?;
            to.rotate_left(1);
            (from, to)
        }
        NewBoard::BurnTakenFrom => {
            let burn = burn()?;
            let from: Vec<Card> = std::iter::once(burn).chain(board.iter().copied()).collect();
            let mut to = scrambled(&board)?;
            to.push(burn);
            (from, to)
        }
        NewBoard::Redealt => {
            let from: Vec<Card> = board.iter().chain(stub).copied().collect();
            let to = scrambled(&from)?;
            (from, to)
        }
        NewBoard::BurnForCard => {
            let (burn, card) = (burn()?, *board.last()?);
            (vec![burn, card], vec![card, burn])
        }
        NewBoard::CardForBurn => {
            let (card, next) = (*board.last()?, *stub.first()?);
            (vec![card, next], vec![next, card])
        }
    };
    for card in &mut board {
        *card = placed(&from, &to, *card);
    }
    Some(Put { from, to, board })
}

/// Returns the card moves that make the new stub.
pub(super) fn new_stub(hand: &Hand, game: &Game, how: NewStub) -> Option<Put> {
    let (stub, order) = (hand.deck.stub()?, remedy_order(hand, game)?);
    let shuffled: Vec<usize> = match how {
        NewStub::BurnGoesBack | NewStub::Shuffled | NewStub::ShuffledWithMuck => {
            (0..stub.len()).collect()
        }
        NewStub::BurnStays => (burns_to_come(hand, game)..stub.len()).collect(),
        NewStub::BoardKept => {
            let (early, later) = next_on_board(hand, game);
            early.chain(later..stub.len()).collect()
        }
        // The card that would have been the fifth becomes the fourth. The premature card is
        // shuffled in with the cards below, and both burns stay.
        NewStub::LastForEarly => {
            let rest = std::iter::once(1).chain(4..stub.len());
            let rest: Vec<Card> = rest.filter_map(|place| stub.get(place).copied()).collect();
            let to = [stub.first(), stub.get(3), stub.get(2)].into_iter().flatten().copied();
            let to = to.chain(in_order(order, &rest)).collect();
            return Some(Put { from: stub.to_vec(), to, board: hand.boards.first().clone() });
        }
    };
    let from: Vec<Card> = shuffled.iter().filter_map(|place| stub.get(*place).copied()).collect();
    let to = in_order(order, &from);
    Some(Put { from, to, board: hand.boards.first().clone() })
}

/// Returns the number of burns before the next street.
fn burns_to_come(hand: &Hand, game: &Game) -> usize {
    let next = game.streets.get(usize::from(hand.street.number()) + 1);
    next.map_or(0, |street| street.deal.iter().filter(|deal| **deal == Deal::Burn).count())
}

/// Returns where the next street's board cards lie in the stub, and where the cards of all
/// later streets end, burns included.
fn next_on_board(hand: &Hand, game: &Game) -> (std::ops::Range<usize>, usize) {
    let mut at = 0;
    let mut next = 0..0;
    for (nth, street) in game.streets[usize::from(hand.street.number()) + 1..].iter().enumerate() {
        for deal in &street.deal {
            match deal {
                Deal::Burn => at += 1,
                Deal::Board(count) => {
                    let begins = at;
                    at += usize::from(*count);
                    if nth == 0 {
                        next = begins..at;
                    }
                }
                _ => {}
            }
        }
    }
    (next, at)
}

/// Returns the number of board cards dealt on this street.
pub(super) fn dealt_to_board(hand: &Hand, game: &Game) -> Option<usize> {
    let deals = &hand.street.of(game).deal;
    deals.iter().find_map(|deal| match deal {
        Deal::Board(count) => Some(usize::from(*count)),
        _ => None,
    })
}

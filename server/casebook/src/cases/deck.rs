//! Decks for cases. Any order will do, unless the case gives cards to players. This module does not
//! work out the position in the deck of each card. The hand is first entered with a known deck, and
//! the cards that came up are then replaced.

use super::Trouble;
use super::dealt;
use cardroom_cards::{Card, DeckOrder};
use cardroom_engine::{Event, REMEDY_ORDERS, Viewer};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{Game, SeatNo};

/// The cards that a case gives.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Wanted {
    /// Whole hands of hole cards.
    pub(super) hole: Vec<(SeatNo, Vec<Card>)>,
    /// The open cards in front of players.
    pub(super) up: Vec<(SeatNo, Vec<Card>)>,
    /// The first cards of the board.
    pub(super) board: Vec<Card>,
}

/// Returns the game's cards in an arbitrary order. Each suit is spread over the whole deck, so that
/// neighboring cards do not make hands.
pub(super) fn any_order(game: &Game) -> Vec<Card> {
    let cards: Vec<Card> = game.deck.cards().iter().collect();
    let count = cards.len();
    // 11 is coprime to 52 and 36, so every card comes exactly once.
    (0..count).map(|place| cards[(place * 11 + 5) % count]).collect()
}

/// Returns as many decks as a game may need for reshuffles, by its rules or after a misdeal.
pub(super) fn reshuffles(game: &Game) -> Vec<DeckOrder> {
    let order = DeckOrder::new(any_order(game)).expect("the cards of a game are each there once");
    vec![order; game.most_reshuffles() + REMEDY_ORDERS]
}

impl Wanted {
    /// Iterates over every card that the case gives.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        let held = self.hole.iter().chain(&self.up).flat_map(|(_, cards)| cards);
        held.chain(&self.board).copied()
    }

    /// Returns a deck that would have dealt these cards. `rehearsed` is the same hand dealt from
    /// `deck`. The board still to come gets the remaining cards of the case.
    pub(super) fn rig(&self, deck: &[Card], rehearsed: &HybridTable) -> Result<Vec<Card>, Trouble> {
        let mut swaps: Vec<(Card, Card)> = Vec::new();
        let mut replace = |what: &str, dealt: Vec<Card>, wanted: &[Card]| {
            if dealt.len() < wanted.len() {
                let (dealt, wanted) = (dealt.len(), wanted.len());
                return Err(Trouble::NotUnderstood(format!("{what}: {wanted} cards for {dealt}")));
            }
            swaps.extend(dealt.into_iter().zip(wanted.iter().copied()));
            Ok(())
        };
        for (seat, cards) in &self.hole {
            replace("hole", rehearsed.hole_cards(Viewer::Seat(*seat)).to_vec(), cards)?;
        }
        let view = rehearsed.view(Viewer::Public);
        for (seat, cards) in &self.up {
            let taken = view.seats.iter().find(|view| view.seat == *seat);
            let up = taken.and_then(|view| view.in_hand.as_ref()).map(|part| part.up.clone());
            replace("up", up.unwrap_or_default().to_vec(), cards)?;
        }
        let board = view.hand.as_ref().and_then(|hand| hand.boards.first());
        let mut board: Vec<Card> = board.into_iter().flatten().copied().collect();
        if board.len() < self.board.len() {
            board.extend(board_to_come(rehearsed)?);
        }
        replace("board", board, &self.board)?;
        let mut rigged = deck.to_vec();
        for (dealt, wanted) in swaps {
            // The position the card was dealt from, even if a swap has put another card there
            // since.
            let place = deck.iter().position(|card| *card == dealt);
            let there = rigged.iter().position(|card| *card == wanted);
            let (Some(place), Some(there)) = (place, there) else {
                return Err(Trouble::NotUnderstood(format!("{wanted} is not in the deck")));
            };
            rigged.swap(place, there);
        }
        Ok(rigged)
    }

    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the cards that come to the board if everyone checks and calls.
fn board_to_come(rehearsed: &HybridTable) -> Result<Vec<Card>, Trouble> {
    let (events, _) = dealt::play_out(rehearsed, None)?;
    let boards = events.iter().filter_map(|event| match event {
        Event::BoardDealt { cards, .. } => Some(cards.iter().copied()),
        _ => None,
    });
    Ok(boards.flatten().collect())
}

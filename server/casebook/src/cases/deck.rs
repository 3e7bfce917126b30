//! Decks for cases: any order will do, unless the case says who holds what. Which place of the deck
//! a card is dealt from is not worked out here: the hand is entered once with a deck that is known,
//! and what came where is then replaced.

use super::Trouble;
use super::dealt;
use cardroom_cards::{Card, DeckOrder};
use cardroom_engine::{Event, REMEDY_ORDERS, Table, Viewer};
use cardroom_rules::{Game, SeatNo};

/// The cards that a case gives.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Wanted {
    /// Hole cards, whole hands.
    pub(super) hole: Vec<(SeatNo, Vec<Card>)>,
    /// The cards that lie open in front of players.
    pub(super) up: Vec<(SeatNo, Vec<Card>)>,
    /// The first cards of the board.
    pub(super) board: Vec<Card>,
}

/// The cards of a game in an order that means nothing: each suit is spread over the whole deck, so
/// that neighbours do not make hands.
pub(super) fn any_order(game: &Game) -> Vec<Card> {
    let cards: Vec<Card> = game.deck.cards().iter().collect();
    let count = cards.len();
    // 11 has no divisor in common with 52 or 36, so every card comes once.
    (0..count).map(|place| cards[(place * 11 + 5) % count]).collect()
}

/// As many decks as a game may need when cards are shuffled again, by its rules or to put an error
/// of the deal right.
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

    /// Returns the deck under which `rehearsed`, which was dealt from `deck`, would have had these
    /// cards, and the board that comes later the other cards of it.
    pub(super) fn rig(&self, deck: &[Card], rehearsed: &Table) -> Result<Vec<Card>, Trouble> {
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
            // The place from which the card came, whatever lies there by now.
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

/// Returns the cards that come to the board if everybody checks and calls.
fn board_to_come(rehearsed: &Table) -> Result<Vec<Card>, Trouble> {
    let (events, _) = dealt::play_out(rehearsed, None)?;
    let boards = events.iter().filter_map(|event| match event {
        Event::BoardDealt { cards, .. } => Some(cards.iter().copied()),
        _ => None,
    });
    Ok(boards.flatten().collect())
}

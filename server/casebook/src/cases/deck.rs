//! Decks for cases: any order will do, unless the case says who holds what. Which place of the deck
//! a card is dealt from is not worked out here: the hand is entered once with a deck that is known,
//! and what came where is then replaced.

use cardroom_cards::{Card, DeckOrder};
use cardroom_engine::{REMEDY_ORDERS, Table, Viewer};
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

/// As many decks as a game may need when cards are shuffled again, by its rules or to put an error of
/// the deal right.
pub(super) fn reshuffles(game: &Game) -> Vec<DeckOrder> {
    let order = DeckOrder::new(any_order(game)).expect("the cards of a game are each there once");
    vec![order; game.most_reshuffles() + REMEDY_ORDERS]
}

impl Wanted {
    /// The deck under which `rehearsed`, which was dealt from `deck`, would have had these cards.
    pub(super) fn rig(&self, deck: &[Card], rehearsed: &Table) -> Vec<Card> {
        let mut swaps: Vec<(Card, Card)> = Vec::new();
        for (seat, cards) in &self.hole {
            swaps.extend(
                rehearsed.hole_cards(Viewer::Seat(*seat)).into_iter().zip(cards.iter().copied()),
            );
        }
        let view = rehearsed.view(Viewer::Public);
        for (seat, cards) in &self.up {
            let taken = view.seats.iter().find(|view| view.seat == *seat);
            let up = taken.and_then(|view| view.in_hand.as_ref()).map(|part| part.up.clone());
            swaps.extend(up.unwrap_or_default().into_iter().zip(cards.iter().copied()));
        }
        if let Some(board) = view.hand.as_ref().and_then(|hand| hand.boards.first()) {
            swaps.extend(board.iter().copied().zip(self.board.iter().copied()));
        }
        let mut rigged = deck.to_vec();
        for (dealt, wanted) in swaps {
            // The place from which the card came, whatever lies there by now.
            let place = deck.iter().position(|card| *card == dealt);
            let there = rigged.iter().position(|card| *card == wanted);
            if let (Some(place), Some(there)) = (place, there) {
                rigged.swap(place, there);
            }
        }
        rigged
    }

    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

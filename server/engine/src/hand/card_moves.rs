//! The moves of cards to and from players, for histories.

use cardroom_cards::{Card, Concealed};
use cardroom_rules::SeatNo;

/// The way in which a card came to a player, or left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardMove {
    /// Face down or face up.
    Dealt,
    Discarded,
    /// Replaced a discarded card.
    Drawn,
    /// Taken away to correct a dealing error. The next move is [`Replaced`](Self::Replaced).
    TakenBack,
    /// Came in exchange for a card taken away.
    Replaced,
}

/// The card moves of all players. A hand begins with none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct CardMoves(Vec<(SeatNo, CardMove, Concealed<Card>)>);

impl CardMoves {
    /// Returns an empty record with room for this number of cards.
    pub(crate) fn with_room(cards: usize) -> Self {
        Self(Vec::with_capacity(cards))
    }

    pub(crate) fn note(&mut self, seat: SeatNo, how: CardMove, card: Card) {
        self.0.push((seat, how, Concealed::new(card)));
    }

    /// Returns the moves of one player's cards.
    pub(crate) fn of(&self, seat: SeatNo) -> impl Iterator<Item = (CardMove, Card)> + '_ {
        let moves = self.0.iter().filter(move |(whose, ..)| *whose == seat);
        moves.map(|(_, how, card)| (*how, *card.open()))
    }
}

//! The course of a hand: what was publicly dealt, as bytes that the room and every verifier write.

use crate::hash::{Hash, Tag, tagged};
use cardroom_cards::Card;

/// The seat code of a record without a seat, such as one for the board.
pub const NOBODY: u8 = 0xFF;

/// A course that is being written, in the order of the events.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Course(Vec<u8>);

impl Course {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Each seat in the hand gets this many cards down.
    pub fn down(&mut self, each: u8) {
        self.0.extend([0x01, each]);
    }

    /// Each seat in the hand gets a card up.
    pub fn up(&mut self, cards: &[(u8, Card)]) {
        self.0.extend([0x02, count(cards)]);
        self.0.extend(cards.iter().flat_map(|(seat, card)| [*seat, card.index()]));
    }

    pub fn board(&mut self, board: u8, cards: &[Card]) {
        self.0.extend([0x03, board]);
        self.cards(cards);
    }

    pub fn burn(&mut self) {
        self.0.push(0x04);
    }

    /// A seat in the hand folds, or its hand is killed.
    pub fn fold(&mut self, seat: u8) {
        self.0.extend([0x05, seat]);
    }

    /// A player gives cards away, or stands pat.
    pub fn toss(&mut self, seat: u8, cards: u8, commitment: &Hash) {
        self.0.extend([0x06, seat, cards]);
        self.0.extend(commitment);
    }

    pub fn drawn(&mut self, seat: u8, cards: u8) {
        self.0.extend([0x07, seat, cards]);
    }

    /// Cards are shuffled again, for a seat or for [`NOBODY`].
    pub fn shuffled(&mut self, seat: u8, cards: u8) {
        self.0.extend([0x08, seat, cards]);
    }

    /// The hand is run out on this many boards.
    pub fn boards(&mut self, boards: u8) {
        self.0.extend([0x09, boards]);
    }

    pub fn shown(&mut self, seat: u8, cards: &[Card]) {
        self.0.extend([0x0A, seat]);
        self.cards(cards);
    }

    /// A place is passed over, for a seat or for the board, [`NOBODY`].
    pub fn skip(&mut self, place: u16, seat: u8) {
        self.0.push(0x0B);
        self.0.extend(place.to_be_bytes());
        self.0.push(seat);
    }

    /// The floor restores a hand.
    pub fn restored(&mut self, seat: u8) {
        self.0.extend([0x0E, seat]);
    }

    /// Ends the course and returns its digest.
    #[must_use]
    pub fn end(mut self, is_void: bool) -> Hash {
        self.0.extend([0x0F, u8::from(is_void)]);
        tagged(Tag::Course, &[&self.0])
    }

    fn cards(&mut self, cards: &[Card]) {
        self.0.push(count(cards));
        self.0.extend(cards.iter().map(|card| card.index()));
    }
}

fn count<T>(entries: &[T]) -> u8 {
    u8::try_from(entries.len()).unwrap_or(u8::MAX)
}

//! Shuffles into a further deck, and the places of it that are passed over.

use super::{Hand, Walk, seat_or_nobody};
use crate::course::NOBODY;
use crate::deck::Place;
use crate::fraud::{Code, Fraud, check, check_with};
use crate::script::Op;
use std::collections::BTreeMap;

/// The cards that a seat held when cards were shuffled again.
pub(super) struct Holding {
    /// Places of the cards, if they are open.
    pub(super) places: Option<Vec<Place>>,
    pub(super) count: usize,
    /// Number of cards that the seat has given away since. For the drawer, those of that draw too.
    pub(super) tossed: usize,
}

/// A shuffle into a further deck.
pub(super) struct Shuffle {
    /// The cards of each seat in the hand, and the board.
    pub(super) in_play: BTreeMap<u8, Holding>,
    /// Places that were passed over, with their seats.
    pub(super) walked: Vec<(Place, u8)>,
    pub(super) taken: Vec<Place>,
}

impl Shuffle {
    fn new(hands: &BTreeMap<u8, Hand>, board: &[Place], drawer: Option<u8>) -> Self {
        let live = hands.iter().filter(|(_, hand)| hand.is_live);
        let mut in_play: BTreeMap<u8, Holding> =
            live.map(|(seat, hand)| (*seat, Holding::of(hand, drawer == Some(*seat)))).collect();
        let board = Holding { places: Some(board.to_vec()), count: board.len(), tossed: 0 };
        in_play.insert(NOBODY, board);
        Self { in_play, walked: Vec::new(), taken: Vec::new() }
    }

    pub(super) fn tossed(&mut self, seat: u8, count: usize) {
        if let Some(holding) = self.in_play.get_mut(&seat) {
            holding.tossed += count;
        }
    }

    /// Returns the places that were passed over for a seat.
    pub(super) fn skips_of(&self, seat: u8) -> impl Iterator<Item = Place> {
        self.walked.iter().filter(move |(_, of)| *of == seat).map(|(place, _)| *place)
    }
}

impl Holding {
    fn of(hand: &Hand, is_drawer: bool) -> Self {
        if !is_drawer {
            return Self { places: hand.held.clone(), count: hand.count, tossed: 0 };
        }
        let (given, count) = &hand.tossed;
        let places = hand.held.clone().zip(given.clone());
        let places = places.map(|(held, given)| [held, given].concat());
        Self { places, count: hand.count + count, tossed: *count }
    }
}

impl Walk<'_> {
    pub(super) fn reshuffled(&mut self, seat: Option<u8>, cards: u8) -> Result<(), Fraud> {
        if self.dealt.opening.is_stud {
            self.scramble(seat, cards)?;
        } else {
            self.shuffle_again(seat, cards)?;
        }
        self.course.shuffled(seat_or_nobody(seat), cards);
        Ok(())
    }

    fn shuffle_again(&mut self, seat: Option<u8>, cards: u8) -> Result<(), Fraud> {
        let opening = self.dealt.opening;
        let may = opening.shuffles_again;
        check(may, Code::Script, "This game does not shuffle again.")?;
        let is_due = match seat {
            None => {
                self.end_draw()?;
                self.next_op() == Some(Op::Burn)
            }
            Some(seat) => self.owed().is_some_and(|(of, _)| of == seat),
        };
        check(is_due, Code::Script, "Nobody needs a card, and yet there is a shuffle.")?;
        check(self.left == 0, Code::Count, "Cards are left, and yet there is a shuffle.")?;
        let has_deck = self.deck < opening.shuffles;
        check(has_deck, Code::Count, "There are more shuffles than decks.")?;
        let shuffle = Shuffle::new(&self.hands, &self.board, seat);
        let in_play: usize = shuffle.in_play.values().map(|holding| holding.count).sum();
        let out = usize::from(self.faces().count()).checked_sub(in_play);
        check_with(out == Some(usize::from(cards)), Code::Count, || {
            format!("{cards} cards are shuffled, but another number is out of play.")
        })?;
        self.deck += 1;
        self.shuffles.insert(self.deck, shuffle);
        (self.place, self.left) = (0, usize::from(cards));
        self.burned.clear();
        Ok(())
    }
}

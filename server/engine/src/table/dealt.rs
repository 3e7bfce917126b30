//! What the last hand dealt to whom and what stacks it changed, kept until the next one is over: for
//! histories. It decides nothing, and a snapshot does not have it.

use crate::hand::Hand;
use crate::seat::Seat;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed};
use cardroom_rules::{Chips, HandNo, MAX_SEATS, PlayerId, SeatNo};

/// The most cards that come to a player and go again: more than any game of the house has.
const MAX_MOVES: usize = 48;

/// How a card came to a player, or went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardMove {
    /// Dealt, face down or face up.
    Dealt,
    /// Given away.
    Discarded,
    /// Came for one that was given away.
    Drawn,
    /// Taken away to put an error of the deal right; what [replaced](Self::Replaced) it is next.
    TakenBack,
    /// Came for one that was taken away.
    Replaced,
}

/// The cards of one player as they came and went.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct CardMoves(ArrayVec<(CardMove, Concealed<Card>), MAX_MOVES>);

impl CardMoves {
    pub(crate) const NONE: Self = Self(ArrayVec::new_const());

    pub(crate) fn note(&mut self, how: CardMove, card: Card) {
        // A game with more draws than any keeps the first of them.
        let _ = self.0.try_push((how, Concealed::new(card)));
    }
}

/// One player's part in a hand that is over.
#[derive(Clone, Debug)]
pub struct DealtSeat {
    /// Where.
    pub seat: SeatNo,
    /// Who.
    pub player: PlayerId,
    /// The stack before blinds and antes.
    pub began_with: Chips,
    /// The stack when the hand was over.
    pub ended_with: Chips,
    cards: CardMoves,
}

impl DealtSeat {
    /// The player's cards as they came and went, for the player alone unless they were shown. Empty
    /// where the deck was not known.
    pub fn cards(&self) -> impl Iterator<Item = (CardMove, Card)> + '_ {
        self.cards.0.iter().map(|(how, card)| (*how, *card.open()))
    }
}

/// A hand that is over.
#[derive(Clone, Debug)]
pub struct DealtHand {
    /// Which.
    pub hand: HandNo,
    /// Who was dealt in, clockwise from the button's left.
    pub seats: ArrayVec<DealtSeat, MAX_SEATS>,
}

/// The last hand that is over, where there is one. What was is no part of what is: a table that came
/// back from a snapshot without it is the same table.
#[derive(Clone, Default, Debug)]
pub(crate) struct LastDealt(pub(crate) Option<DealtHand>);

impl LastDealt {
    /// A part of its pots belonged to another player.
    pub(super) fn is_reawarded(&mut self, hand: HandNo, from: SeatNo, to: SeatNo, amount: Chips) {
        let seats = self.0.iter_mut().filter(|dealt| dealt.hand == hand);
        for seat in seats.flat_map(|dealt| &mut dealt.seats) {
            if seat.seat == from {
                seat.ended_with = seat.ended_with.saturating_sub(amount);
            } else if seat.seat == to {
                seat.ended_with += amount;
            }
        }
    }

    /// The hand was void after all.
    pub(super) fn ends_as_it_began(&mut self) {
        for seat in self.0.iter_mut().flat_map(|dealt| &mut dealt.seats) {
            seat.ended_with = seat.began_with;
        }
    }
}

impl PartialEq for LastDealt {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LastDealt {}

impl LastDealt {
    /// Keeps a hand as it ends, with the stacks as they are now, in the place of the one before: no
    /// hand costs an allocation.
    pub(super) fn keep(&mut self, hand: &Hand, seats: &[Option<Seat>; MAX_SEATS]) {
        let none = || DealtHand { hand: hand.number, seats: ArrayVec::new() };
        let kept = self.0.get_or_insert_with(none);
        kept.hand = hand.number;
        kept.seats.clear();
        kept.seats.extend(hand.dealt.clockwise_after(hand.button).filter_map(|number| {
            let seat = seats[number.index()].as_ref()?;
            let player = &hand.players[number.index()];
            Some(DealtSeat {
                seat: number,
                player: seat.player,
                began_with: player.started_with,
                ended_with: seat.stack,
                cards: player.cards.clone(),
            })
        }));
    }
}

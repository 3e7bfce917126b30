//! What the last hand dealt to whom and what stacks it changed, kept until the next one is over:
//! for histories. It decides nothing, and a snapshot does not have it.

use crate::hand::Hand;
use crate::seat::Seat;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed};
use cardroom_rules::{Chips, HandNo, MAX_SEATS, PlayerId, SeatNo, SeatSet};

/// How a card came to a player, or went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardMove {
    /// Dealt, face down or face up.
    Dealt,
    Discarded,
    /// Came for one that was given away.
    Drawn,
    /// Taken away to put an error of the deal right; what [replaced](Self::Replaced) it is next.
    TakenBack,
    /// Came for one that was taken away.
    Replaced,
}

/// The cards of all players as they came and went. A hand begins without any.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct CardMoves(Vec<(SeatNo, CardMove, Concealed<Card>)>);

impl CardMoves {
    /// None yet, with room for so many.
    pub(crate) fn with_room(cards: usize) -> Self {
        Self(Vec::with_capacity(cards))
    }

    pub(crate) fn note(&mut self, seat: SeatNo, how: CardMove, card: Card) {
        self.0.push((seat, how, Concealed::new(card)));
    }
}

/// One player's part in a hand that is over.
#[derive(Clone, Debug)]
pub struct DealtSeat {
    pub seat: SeatNo,
    pub player: PlayerId,
    /// The stack before blinds and antes.
    pub began_with: Chips,
    /// The stack when the hand was over.
    pub ended_with: Chips,
}

/// A hand that is over.
#[derive(Clone, Debug)]
pub struct DealtHand {
    pub hand: HandNo,
    /// Who was dealt in, clockwise from the button's left.
    pub seats: ArrayVec<DealtSeat, MAX_SEATS>,
    /// Whose hands were called: still live at the end, with somebody to show them to.
    pub called: SeatSet,
    cards: CardMoves,
}

impl DealtHand {
    /// A player's cards as they came and went, for the player alone unless they were shown. Empty
    /// where the deck was not known.
    pub fn cards(&self, seat: SeatNo) -> impl Iterator<Item = (CardMove, Card)> + '_ {
        let moves = self.cards.0.iter().filter(move |(whose, ..)| *whose == seat);
        moves.map(|(_, how, card)| (*how, *card.open()))
    }
}

/// The last hand that is over, where there is one. What was is no part of what is: a table that
/// came back from a snapshot without it is the same table.
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

    /// Keeps a hand as it ends, with the stacks as they are now, in the place of the one before.
    pub(super) fn keep(&mut self, hand: Option<&mut Hand>, seats: &[Option<Seat>; MAX_SEATS]) {
        let Some(hand) = hand else { return };
        let dealt = hand.dealt.clockwise_after(hand.button).filter_map(|number| {
            let seat = seats[number.index()].as_ref()?;
            let began_with = hand.players[number.index()].started_with;
            Some(DealtSeat {
                seat: number,
                player: seat.player,
                began_with,
                ended_with: seat.stack,
            })
        });
        let seats = dealt.collect();
        let live = hand.live();
        let called = if live.len() > 1 { live } else { SeatSet::EMPTY };
        let cards = std::mem::take(&mut hand.cards);
        self.0 = Some(DealtHand { hand: hand.number, seats, called, cards });
    }

    /// The hand was void after all.
    pub(super) fn ends_as_it_began(&mut self) {
        let Some(dealt) = &mut self.0 else { return };
        dealt.called = SeatSet::EMPTY;
        for seat in &mut dealt.seats {
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

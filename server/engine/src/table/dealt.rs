//! The record of the last hand for histories: the cards dealt and the stacks changed. It is kept
//! until the next hand is over. It decides nothing and is not part of a snapshot.

use crate::hand::{CardMove, CardMoves, Hand};
use crate::seat::Seats;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_rules::{Chips, HandNo, MAX_SEATS, PlayerId, SeatNo, SeatSet};

/// One player's part in a finished hand.
#[derive(Clone, Debug)]
pub struct DealtSeat {
    pub seat: SeatNo,
    pub player: PlayerId,
    /// The stack before blinds and antes.
    pub began_with: Chips,
    /// The stack when the hand was over.
    pub ended_with: Chips,
}

/// The record of a finished hand.
#[derive(Clone, Debug)]
pub struct DealtHand {
    pub hand: HandNo,
    /// The dealt-in players, clockwise from the button's left.
    pub seats: ArrayVec<DealtSeat, MAX_SEATS>,
    /// Hands that were called: still live at the end, with an opponent to show to.
    pub called: SeatSet,
    cards: CardMoves,
}

impl DealtHand {
    /// Returns a player's card moves. They are private to that player unless the cards were shown.
    /// Empty if the deck was unknown.
    pub fn cards(&self, seat: SeatNo) -> impl Iterator<Item = (CardMove, Card)> + '_ {
        self.cards.of(seat)
    }
}

/// The last finished hand, if any. All values compare equal, because this record is not part of the
/// table's state. A table restored from a snapshot without it is the same table.
#[derive(Clone, Default, Debug)]
pub(crate) struct LastDealt(pub(crate) Option<DealtHand>);

impl LastDealt {
    /// Records that part of a pot was re-awarded.
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

    /// Records a hand as it ends, with the current stacks. It replaces the previous record.
    pub(super) fn keep(&mut self, hand: Option<&mut Hand>, seats: &Seats) {
        let Some(hand) = hand else { return };
        let dealt =
            hand.players.dealt().clockwise_after(hand.positions.button()).filter_map(|number| {
                let seat = seats.get(number)?;
                let began_with = hand.players[number].started_with;
                Some(DealtSeat {
                    seat: number,
                    player: seat.player,
                    began_with,
                    ended_with: seat.stack,
                })
            });
        let seats = dealt.collect();
        let live = hand.players.live();
        let called = if live.len() > 1 { live } else { SeatSet::EMPTY };
        let cards = std::mem::take(&mut hand.cards);
        self.0 = Some(DealtHand { hand: hand.number, seats, called, cards });
    }

    /// Records that the hand was voided after it was over.
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

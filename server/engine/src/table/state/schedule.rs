//! The hands of a table: which was the last, what is ordered for the next, who is left out of it,
//! and how early it may begin.

use crate::action::TurnNo;
use crate::event::HandStart;
use crate::hand::UsedUp;
use crate::input::HandOrder;
use crate::occupancy::Occupancy;
use crate::seat::Entering;
use arrayvec::ArrayVec;
use cardroom_rules::{Appended, HandNo, MAX_SEATS, Millis, SeatNo, SeatSet};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    pub(super) last_hand: HandNo,
    pub(super) last_turn: TurnNo,
    /// The last order to deal a hand.
    pub(super) order: Option<HandOrder>,
    /// Players who were absent for the deal that just came to nothing.
    pub(super) missed_deal: SeatSet,
    /// The players of a hand that is dealt again. No others are dealt in (TDA 35-C).
    pub(super) redeal: Option<SeatSet>,
    /// The earliest start of the next hand.
    pub(super) not_before: Millis,
    /// State that the start of the last hand used up.
    pub(super) used_up: Appended<UsedUp>,
}

impl Schedule {
    pub(super) fn new() -> Self {
        Self {
            last_hand: HandNo(0),
            last_turn: TurnNo(0),
            order: None,
            missed_deal: SeatSet::EMPTY,
            redeal: None,
            not_before: Millis(0),
            used_up: Appended::default(),
        }
    }

    /// Returns the number of the last hand, or of the one in progress.
    pub(crate) fn last_hand(&self) -> HandNo {
        self.last_hand
    }

    /// Returns the number of the next hand.
    pub(crate) fn next_hand(&self) -> HandNo {
        HandNo(self.last_hand.0 + 1)
    }

    #[inline(always)]
    pub(crate) fn next_turn(&self) -> TurnNo {
        TurnNo(self.last_turn.0 + 1)
    }

    #[inline(always)]
    pub(crate) fn begin_turn(&mut self, turn: TurnNo) {
        self.last_turn = turn;
    }

    // Orders of a tournament.

    pub(crate) fn order(&mut self, order: HandOrder) {
        self.order = Some(order);
    }

    /// Takes back the order of a hand. Its number is used up.
    pub(crate) fn withdraw(&mut self, hand: HandNo) {
        self.last_hand = hand;
    }

    /// Returns the order of a hand that has not begun.
    pub(crate) fn due_order(&self) -> Option<&HandOrder> {
        self.order.as_ref().filter(|order| order.hand > self.last_hand)
    }

    /// Returns `true` if the next hand may be dealt. Only tournament tables need an order.
    pub(crate) fn may_deal(&self, occupancy: Occupancy) -> bool {
        !occupancy.waits_for_orders() || self.due_order().is_some()
    }

    /// Returns the players in `dealt` who miss the hand because of a penalty.
    pub(crate) fn missing(&self, dealt: SeatSet) -> SeatSet {
        let missing = self.order.as_ref().map_or(SeatSet::EMPTY, |order| order.missing);
        missing.iter().filter(|seat| dealt.contains(*seat)).collect()
    }

    /// Returns `true` if an all-in hand with this number waits for other tables.
    pub(crate) fn is_held(&self, hand: HandNo) -> bool {
        let order = self.order.as_ref();
        order.is_some_and(|order| order.hand == hand && order.hand_for_hand)
    }

    /// Returns the number of players left in the tournament, by the last order.
    pub(crate) fn players_left(&self) -> Option<u32> {
        self.order.as_ref().map(|order| order.players_left)
    }

    // The players who are dealt in.

    /// Returns the players who were absent for the deal that just came to nothing.
    pub(crate) fn missed_deal(&self) -> SeatSet {
        self.missed_deal
    }

    /// Returns the players of a hand that is dealt again.
    pub(crate) fn redeal(&self) -> Option<SeatSet> {
        self.redeal
    }

    /// Deals the next hand to these players alone.
    pub(crate) fn deal_again(&mut self, players: Option<SeatSet>) {
        self.redeal = players;
    }

    /// Forgets a player who left the table.
    pub(crate) fn forget(&mut self, seat: SeatNo) {
        self.missed_deal.remove(seat);
    }

    // Time.

    /// Returns the earliest start of the next hand.
    pub(crate) fn not_before(&self) -> Millis {
        self.not_before
    }

    pub(crate) fn wait_until(&mut self, at: Millis) {
        self.not_before = at;
    }

    pub(crate) fn delay(&mut self, by: Millis) {
        self.not_before = self.not_before + by;
    }

    // A hand begins and ends.

    pub(crate) fn begin_hand(&mut self, start: &HandStart, used_up: UsedUp) {
        self.last_hand = start.hand;
        self.missed_deal = start.absent;
        self.redeal = None;
        self.used_up = Appended(used_up);
    }

    pub(crate) fn end_hand(&mut self, next_from: Millis) {
        self.missed_deal = SeatSet::EMPTY;
        self.not_before = next_from;
    }

    /// Takes the seat in which the floor had set the last hand's button.
    pub(crate) fn take_used_button(&mut self) -> Option<SeatNo> {
        self.used_up.next_button.take()
    }

    /// Returns the placed players for whom the last hand was the first one.
    pub(crate) fn entered_with_it(&self) -> &ArrayVec<(SeatNo, Entering), MAX_SEATS> {
        &self.used_up.entering
    }

    /// Takes the placed players for whom the last hand was the first one.
    pub(crate) fn take_entered(&mut self) -> ArrayVec<(SeatNo, Entering), MAX_SEATS> {
        std::mem::take(&mut self.used_up.entering)
    }

    /// Follows players to their new seats. The last hand cannot be taken back any more.
    pub(crate) fn reseat(&mut self, new_seat: impl Fn(SeatNo) -> Option<SeatNo>) {
        let new_seats =
            |seats: SeatSet| -> SeatSet { seats.iter().filter_map(&new_seat).collect() };
        *self.used_up = UsedUp::default();
        self.missed_deal = new_seats(self.missed_deal);
        self.redeal = self.redeal.map(new_seats);
    }
}

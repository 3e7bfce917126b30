//! Changes that events make to seats and to the chips of their players outside of a hand. They see
//! no hand.

use crate::seat::{Entering, Owes, Seat};
use crate::table::state::TableState;
use cardroom_rules::{Chips, Millis, PlayerId, SeatNo};

impl TableState {
    pub(super) fn sit(
        &mut self,
        seat: SeatNo,
        player: PlayerId,
        stack: Chips,
        wait_for_big_blind: bool,
        bank: Millis,
    ) {
        self.seats.take(seat, Seat::new(player, stack, wait_for_big_blind, bank));
        self.till.bring(stack);
    }

    /// Seats a player by order of a tournament.
    pub(super) fn place(
        &mut self,
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        entering: Entering,
        bank: Millis,
    ) {
        let mut placed = Seat::new(player, chips, false, bank);
        placed.owes = Owes::default();
        placed.entering = Some(entering);
        self.seats.take(seat, placed);
        self.till.bring(chips);
    }

    pub(super) fn leave(&mut self, seat: SeatNo, cashed_out: Chips) {
        self.seats.free(seat);
        self.schedule.forget(seat);
        self.time_use.forget(seat);
        self.till.take_away(cashed_out);
    }

    pub(super) fn top_up_later(&mut self, seat: SeatNo, amount: Chips) {
        self.seats.taken(seat).pending += amount;
        self.till.bring(amount);
    }

    pub(super) fn top_up(&mut self, seat: SeatNo, amount: Chips, was_pending: bool) {
        let taken = self.seats.taken(seat);
        taken.stack += amount;
        if was_pending {
            taken.pending -= amount;
            // Gifts join last.
            taken.pending_gift = taken.pending_gift.min(taken.pending);
        } else {
            self.till.bring(amount);
        }
    }

    pub(super) fn return_top_up(&mut self, seat: SeatNo, amount: Chips) {
        self.seats.taken(seat).pending -= amount;
        self.till.take_away(amount);
    }

    pub(super) fn give_later(&mut self, seat: SeatNo, amount: Chips) {
        let taken = self.seats.taken(seat);
        taken.pending += amount;
        taken.pending_gift += amount;
        self.till.bring(amount);
    }

    pub(super) fn return_gift(&mut self, seat: SeatNo, amount: Chips) {
        let taken = self.seats.taken(seat);
        taken.pending -= amount;
        taken.pending_gift -= amount;
        taken.to_take_back = taken.to_take_back.saturating_sub(amount);
        self.till.take_away(amount);
    }

    pub(super) fn take_back(&mut self, seat: SeatNo, amount: Chips) {
        let taken = self.seats.taken(seat);
        taken.stack -= amount;
        taken.to_take_back = Chips::ZERO;
        self.till.take_away(amount);
        // The winnings of the last hand may be gone.
        if let Some(award) = &mut self.award {
            award.played = None;
        }
    }

    pub(super) fn set_stacks(&mut self, stacks: &[(SeatNo, Chips)]) {
        // The stacks changed, so the chips put in before can no longer be returned.
        if let Some(award) = &mut self.award {
            award.played = None;
        }
        for (seat, chips) in stacks {
            let before = std::mem::replace(&mut self.seats.taken(*seat).stack, *chips);
            self.till.bring(*chips);
            self.till.take_away(before);
        }
    }

    /// Ends a time charge, and begins the next period.
    pub(super) fn begin_charge_period(&mut self, until: Millis) {
        self.till.begin_period(until);
        for seat in self.seats.all_taken() {
            seat.played_this_period = false;
        }
    }

    pub(super) fn charge_time(&mut self, seat: SeatNo, amount: Chips) {
        self.seats.taken(seat).stack -= amount;
        self.till.take_time_charge(amount);
    }
}

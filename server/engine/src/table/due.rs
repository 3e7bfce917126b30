//! The effects of time outside of play: time charges, missed blinds, seats freed of players who are
//! away, and chips that were taken back while a hand was on.

use super::outside_play::OutsidePlay;
use super::state::TableState;
use crate::button::{Positions, strictly_between};
use crate::event::Event;
use crate::seat::Seat;
use cardroom_rules::{Millis, SeatNo};

impl OutsidePlay<'_> {
    /// Charges the players for the time that is over, and begins the next period.
    pub(super) fn time_charges(&self) -> Vec<Event> {
        let mut events = Vec::new();
        let Some(charge) = &self.setup.ring.time_charge else { return events };
        if self.state.till.charge_until().is_none_or(|until| self.now < until) {
            return events;
        }
        let charged = self.state.seats.occupied().filter(|(_, seat)| seat.played_this_period);
        let amounts = charged.map(|(number, seat)| (number, seat.stack.min(charge.amount)));
        let charges = amounts.filter(|(_, amount)| !amount.is_zero());
        events.extend(charges.map(|(seat, amount)| Event::TimeCharged { seat, amount }));
        events.push(Event::ChargePeriodBegan { until: self.now + charge.every_ms });
        events
    }

    /// Begins the first time charge period with the first hand of a game.
    pub(super) fn first_charge_period(&self) -> Option<Event> {
        let charge = self.setup.ring.time_charge.as_ref()?;
        let is_first = self.state.till.charge_until().is_none();
        is_first.then(|| Event::ChargePeriodBegan { until: self.now + charge.every_ms })
    }

    /// Returns the blinds that sitting-out players miss when the next hand has these positions. They
    /// will owe them on their return.
    pub(super) fn missed_blinds(&self, next: Positions) -> Vec<Event> {
        let mut events = Vec::new();
        let last = self.state.button.positions();
        let Some(last) = last.filter(|_| self.setup.occupancy.charges_missed_blinds()) else {
            return events;
        };
        for (seat, taken) in self.state.seats.occupied().filter(|(_, seat)| !seat.is_ready()) {
            let owes = taken.owes;
            if !owes.big && strictly_between(seat, last.big, next.big) {
                events.push(Event::BlindMissed { seat, big: true });
            }
            let passed = strictly_between(seat, last.small, next.small) || seat == next.small;
            if !owes.small && passed {
                events.push(Event::BlindMissed { seat, big: false });
            }
        }
        events
    }

    /// Returns each player who may lose the seat, and when: those who sit out, or were disconnected
    /// and are not dealt in. Seats in a hand are exempt.
    fn evicted_at(&self) -> impl Iterator<Item = (SeatNo, Millis)> {
        let frees = self.setup.occupancy.frees_seats();
        let seats = self.state.seats.occupied();
        let out = seats.filter(move |(seat, _)| frees && !self.is_dealt_in(*seat));
        let ends = |(number, seat): (SeatNo, &Seat)| {
            Some((number, self.setup.ring.frees_seat_at(seat.away_since()?)?))
        };
        out.filter_map(ends)
    }

    /// Returns when the next seat is freed of a player who is away.
    pub(super) fn next_eviction(&self) -> Option<Millis> {
        self.evicted_at().map(|(_, at)| at).min()
    }

    /// Frees seats whose players were away for too long.
    pub(super) fn evictions(&self) -> Vec<Event> {
        let over = self.evicted_at().filter(|(_, at)| self.now >= *at);
        over.filter_map(|(seat, _)| self.state.seats.leaves(seat)).collect()
    }

    /// Lets every time to sit out begin again.
    pub(super) fn sit_outs_anew(&self) -> Vec<Event> {
        let before = |at: Millis| at != self.now;
        let out =
            self.state.seats.occupied().filter(|(_, seat)| seat.sat_out_at.is_some_and(before));
        out.map(|(seat, _)| Event::SatOut { seat, at: self.now }).collect()
    }
}

impl TableState {
    /// Takes back the chips that are due, before anything else happens to a stack. A gift that has
    /// not joined the stack comes first.
    pub(super) fn take_backs(&self, number: SeatNo) -> Vec<Event> {
        let mut events = Vec::new();
        let Some(seat) = self.seats.get(number) else { return events };
        let (player, gift) = (seat.player, seat.to_take_back.min(seat.pending_gift));
        if !gift.is_zero() {
            events.push(Event::GiftReturned { seat: number, player, amount: gift });
        }
        let rest = seat.to_take_back - gift;
        if !rest.is_zero() {
            let amount = rest.min(seat.stack);
            events.push(Event::TakenBack { seat: number, player, amount });
        }
        events
    }
}

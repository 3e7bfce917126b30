//! Sitting down, leaving and other requests of players and the house outside of play.

use super::{MOST_CHIPS, Step, Table};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{Chips, Millis, PlayerId, SeatNo};

impl Step<'_> {
    pub(super) fn sit(
        &mut self,
        seat: SeatNo,
        player: PlayerId,
        buy_in: Chips,
        owed: Chips,
        wait_for_big_blind: bool,
    ) -> Result<(), Refusal> {
        let table = &*self.table;
        check_comes_and_goes(table)?;
        check_free(table, seat, player)?;
        // A player who left with more than the largest buy-in brings all of it back.
        let (min, max) = (table.setup.ring.min_buy_in, table.setup.ring.max_buy_in.max(owed));
        let max = max.min(room_for_chips(table));
        if buy_in < min || buy_in > max {
            return Err(RefusalKind::BuyInOutOfRange { min, max }.into());
        }
        if buy_in < owed {
            return Err(RefusalKind::Rathole { owed }.into());
        }
        self.emit(Event::SeatTaken { seat, player, stack: buy_in, wait_for_big_blind });
        Ok(())
    }

    pub(super) fn top_up(&mut self, seat: SeatNo, amount: Chips) -> Result<(), Refusal> {
        let table = &*self.table;
        check_comes_and_goes(table)?;
        let taken = table.checked_seat(seat)?;
        if taken.leaving {
            return Err(RefusalKind::Leaving.into());
        }
        if amount.is_zero() {
            return Err(RefusalKind::NothingToDo.into());
        }
        let max = table.setup.ring.max_buy_in;
        let fits = taken.chips().checked_add(amount).is_some_and(|sum| sum <= max);
        if !fits || amount > room_for_chips(table) {
            return Err(RefusalKind::TopUpTooLarge { max }.into());
        }
        if table.is_dealt_in(seat) {
            self.emit(Event::TopUpPending { seat, amount });
        } else {
            self.emit(Event::ToppedUp { seat, amount, was_pending: false });
        }
        Ok(())
    }

    /// Takes chips off a stack, now or after the hand that the seat is dealt into.
    pub(super) fn take_back(&mut self, seat: SeatNo, amount: Chips) -> Result<(), Refusal> {
        let table = &*self.table;
        check_comes_and_goes(table)?;
        let taken = table.checked_seat(seat)?;
        let (player, stack) = (taken.player, taken.stack);
        if amount.is_zero() {
            return Err(RefusalKind::NothingToDo.into());
        }
        if table.is_dealt_in(seat) {
            self.emit(Event::TakeBackPending { seat, amount });
            return Ok(());
        }
        if amount > stack {
            return Err(RefusalKind::AboveMaximum { max_to: stack }.into());
        }
        self.emit(Event::TakenBack { seat, player, amount });
        let is_broke = self.table.state.seats.get(seat).is_some_and(|seat| seat.chips().is_zero());
        let sits_out =
            self.table.state.seats.get(seat).is_some_and(|seat| seat.sat_out_at.is_some());
        if is_broke && !sits_out {
            self.emit(Event::SatOut { seat, at: self.now });
        }
        Ok(())
    }

    /// Takes the chips that are due off a stack, before anything else happens to it.
    fn take_back_what_waits(&mut self, number: SeatNo) {
        let Some(seat) = self.table.state.seats.get(number) else { return };
        let (player, amount) = (seat.player, seat.to_take_back.min(seat.stack));
        if !seat.to_take_back.is_zero() {
            self.emit(Event::TakenBack { seat: number, player, amount });
        }
    }

    pub(super) fn sit_out(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        let taken = self.table.checked_seat(seat)?;
        if taken.sat_out_at.is_some() {
            return Err(RefusalKind::NothingToDo.into());
        }
        self.emit(Event::SatOut { seat, at: self.now });
        Ok(())
    }

    pub(super) fn count_sit_outs_anew(&mut self) -> Result<(), Refusal> {
        let mut counted = false;
        for index in 0..usize::from(self.table.setup.seats) {
            let seat = SeatNo::from_index(index);
            let out_at = self.table.state.seats.get(seat).and_then(|taken| taken.sat_out_at);
            if out_at.is_some_and(|at| at != self.now) {
                self.emit(Event::SatOut { seat, at: self.now });
                counted = true;
            }
        }
        if counted { Ok(()) } else { Err(RefusalKind::NothingToDo.into()) }
    }

    pub(super) fn sit_in(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        let taken = self.table.checked_seat(seat)?;
        if taken.sat_out_at.is_none() {
            return Err(RefusalKind::NothingToDo.into());
        }
        if taken.leaving {
            return Err(RefusalKind::Leaving.into());
        }
        // An all-in player may still win the hand and be dealt in again.
        if taken.chips().is_zero() && !self.table.is_dealt_in(seat) {
            return Err(RefusalKind::NoChips.into());
        }
        self.emit(Event::SatIn { seat });
        Ok(())
    }

    pub(super) fn leave(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        check_comes_and_goes(self.table)?;
        let taken = self.table.checked_seat(seat)?;
        if taken.leaving {
            return Err(RefusalKind::NothingToDo.into());
        }
        if self.table.is_dealt_in(seat) {
            self.emit(Event::LeavePending { seat });
            if self.table.turn().is_some_and(|(turn, ..)| turn == seat) {
                self.act_for(seat);
                self.advance();
            }
        } else {
            self.let_go(seat);
        }
        Ok(())
    }

    pub(super) fn prefer(
        &mut self,
        seat: SeatNo,
        wait_for_big_blind: bool,
        auto_muck: bool,
        straddle: bool,
    ) -> Result<(), Refusal> {
        let taken = self.table.checked_seat(seat)?;
        let now = (taken.wait_for_big_blind, taken.auto_muck, taken.straddle);
        if now == (wait_for_big_blind, auto_muck, straddle) {
            return Err(RefusalKind::NothingToDo.into());
        }
        self.emit(Event::Preferred { seat, wait_for_big_blind, auto_muck, straddle });
        Ok(())
    }

    pub(super) fn presence(&mut self, seat: SeatNo, connected: bool) -> Result<(), Refusal> {
        if self.table.checked_seat(seat)?.is_connected() == connected {
            return Err(RefusalKind::NothingToDo.into());
        }
        self.emit(Event::PresenceChanged { seat, connected, at: self.now });
        Ok(())
    }

    pub(super) fn pause(&mut self) -> Result<(), Refusal> {
        if self.table.state.paused {
            return Err(RefusalKind::NothingToDo.into());
        }
        self.emit(Event::Paused);
        Ok(())
    }

    pub(super) fn resume(&mut self) -> Result<(), Refusal> {
        if !self.table.state.paused {
            return Err(RefusalKind::NothingToDo.into());
        }
        self.emit(Event::Resumed);
        Ok(())
    }

    pub(super) fn sweep_house(&mut self) -> Result<(), Refusal> {
        let (rake, time) = self.table.house();
        if rake.is_zero() && time.is_zero() {
            return Err(RefusalKind::NothingToDo.into());
        }
        if self.table.hand.is_some() {
            return Err(RefusalKind::HandInProgress.into());
        }
        self.emit(Event::HouseSwept { rake, time });
        Ok(())
    }

    /// Frees seats whose players sat out, or were disconnected and not dealt in, for too long.
    /// Seats in a hand are exempt.
    pub(super) fn evict(&mut self) {
        if self.table.setup.ordered {
            return;
        }
        let limit = self.table.setup.ring.sit_out_ms;
        for index in 0..usize::from(self.table.setup.seats) {
            let number = SeatNo::from_index(index);
            let Some(seat) = self.table.state.seats.get(number) else { continue };
            let over = seat.away_since().is_some_and(|since| self.now >= since + limit);
            if over && !self.table.is_dealt_in(number) {
                self.let_go(number);
            }
        }
    }

    /// Does what waited for the end of the hand: chips to take off stacks, departures, top-ups,
    /// empty stacks, time charges.
    pub(super) fn between_hands(&mut self) {
        self.charge_time();
        for index in 0..usize::from(self.table.setup.seats) {
            let number = SeatNo::from_index(index);
            self.take_back_what_waits(number);
            let Some(seat) = self.table.state.seats.get(number) else { continue };
            if seat.leaving {
                self.let_go(number);
                continue;
            }
            let (pending, out) = (seat.pending, seat.sat_out_at.is_some());
            let broke = seat.chips().is_zero();
            let (player, stack) = (seat.player, seat.stack);
            let joins = self.joins(pending, stack);
            if !joins.is_zero() {
                self.emit(Event::ToppedUp { seat: number, amount: joins, was_pending: true });
            }
            let amount = pending - joins;
            if !amount.is_zero() {
                self.emit(Event::TopUpReturned { seat: number, player, amount });
            }
            if broke && !out && !self.table.setup.ordered {
                self.emit(Event::SatOut { seat: number, at: self.now });
            }
        }
        self.evict();
    }

    fn charge_time(&mut self) {
        let Some(charge) = self.table.setup.ring.time_charge.clone() else { return };
        if self.table.state.charge_until.is_none_or(|until| self.now < until) {
            return;
        }
        for index in 0..usize::from(self.table.setup.seats) {
            let number = SeatNo::from_index(index);
            let Some(seat) = self.table.state.seats.get(number) else { continue };
            let amount = seat.stack.min(charge.amount);
            if seat.played_this_period && !amount.is_zero() {
                self.emit(Event::TimeCharged { seat: number, amount });
            }
        }
        let until = self.now + charge.every_ms;
        self.emit(Event::ChargePeriodBegan { until });
    }

    /// Begins the first time charge period with the first hand of a game.
    pub(super) fn begin_charge_period(&mut self) {
        let Some(charge) = &self.table.setup.ring.time_charge else { return };
        if self.table.state.charge_until.is_none() {
            let until: Millis = self.now + charge.every_ms;
            self.emit(Event::ChargePeriodBegan { until });
        }
    }

    pub(super) fn let_go(&mut self, number: SeatNo) {
        let Some(seat) = self.table.state.seats.get(number) else { return };
        let (player, cashed_out) = (seat.player, seat.chips());
        self.emit(Event::SeatLeft { seat: number, player, cashed_out });
    }
}

pub(super) fn next_eviction(table: &Table) -> Option<Millis> {
    if table.setup.ordered {
        return None;
    }
    let out = table.state.seats.occupied().filter(|(number, _)| !table.is_dealt_in(*number));
    let ends = out.filter_map(|(_, seat)| Some(seat.away_since()? + table.setup.ring.sit_out_ms));
    ends.min()
}

/// Returns the number of chips that may still come to the table.
pub(super) fn room_for_chips(table: &Table) -> Chips {
    MOST_CHIPS.saturating_sub(table.state.total)
}

/// Returns an error unless players come and go as they like.
fn check_comes_and_goes(table: &Table) -> Result<(), RefusalKind> {
    if table.setup.ordered { Err(RefusalKind::ByOrderOnly) } else { Ok(()) }
}

/// Returns an error unless the seat is free for this player.
pub(super) fn check_free(table: &Table, seat: SeatNo, player: PlayerId) -> Result<(), RefusalKind> {
    match table.checked_seat(seat) {
        Err(RefusalKind::SeatEmpty) => {}
        Err(other) => return Err(other),
        Ok(_) => return Err(RefusalKind::SeatTaken),
    }
    // A dealt-in seat stays reserved for the hand.
    if table.is_dealt_in(seat) {
        return Err(RefusalKind::SeatTaken);
    }
    if table.state.seats.occupied().any(|(_, other)| other.player == player) {
        return Err(RefusalKind::AlreadySeated);
    }
    Ok(())
}

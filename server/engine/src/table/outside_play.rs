//! Requests outside of play: about seats and stacks, the games, the pause, and the orders of a
//! tournament. They are checked against the terms and the seats of the table, and see of a hand only
//! who is in it. Each is answered by the event that carries it out.

use super::state::TableState;
use super::{Table, TableSetup};
use crate::event::Event;
use crate::input::HandOrder;
use crate::refusal::RefusalKind;
use crate::ruling::Adjudicated;
use crate::seat::{Entering, NEVER_THERE, Seat, Seats};
use cardroom_rules::{Chips, Millis, Play, PlayerId, SeatNo, SeatSet, Switch};
use std::sync::Arc;

/// The part of a table that requests outside of play are checked against.
pub(super) struct OutsidePlay<'a> {
    pub(super) setup: &'a TableSetup,
    pub(super) state: &'a TableState,
    /// The seats of the hand in progress; `None` between hands.
    dealt: Option<SeatSet>,
    pub(super) now: Millis,
}

/// The event that carries out a request, or why it is refused.
type Answer = Result<Event, RefusalKind>;

impl Table {
    pub(super) fn outside_play(&self, now: Millis) -> OutsidePlay<'_> {
        let dealt = self.hand.as_ref().map(|hand| hand.players.dealt());
        OutsidePlay { setup: &self.setup, state: &self.state, dealt, now }
    }
}

impl Seats {
    /// Returns the player of a seat, at a table with this number of seats.
    ///
    /// # Errors
    /// The table has no such seat, or it is empty.
    #[inline]
    pub(super) fn checked(&self, seat: SeatNo, seats: u8) -> Result<&Seat, RefusalKind> {
        if seat.0 >= seats {
            return Err(RefusalKind::UnknownSeat);
        }
        self.get(seat).ok_or(RefusalKind::SeatEmpty)
    }

    /// Frees a seat, with all chips of its player.
    pub(super) fn leaves(&self, seat: SeatNo) -> Option<Event> {
        let taken = self.get(seat)?;
        Some(Event::SeatLeft { seat, player: taken.player, cashed_out: taken.chips() })
    }
}

impl OutsidePlay<'_> {
    fn seat(&self, seat: SeatNo) -> Result<&Seat, RefusalKind> {
        self.state.seats.checked(seat, self.setup.seats)
    }

    pub(super) fn is_dealt_in(&self, seat: SeatNo) -> bool {
        self.dealt.is_some_and(|dealt| dealt.contains(seat))
    }

    fn check_between_hands(&self) -> Result<(), RefusalKind> {
        if self.dealt.is_some() { Err(RefusalKind::HandInProgress) } else { Ok(()) }
    }

    /// Returns an error unless the seat is free for this player.
    fn check_free(&self, seat: SeatNo, player: PlayerId) -> Result<(), RefusalKind> {
        match self.seat(seat) {
            Err(RefusalKind::SeatEmpty) => {}
            Err(other) => return Err(other),
            Ok(_) => return Err(RefusalKind::SeatTaken),
        }
        // A dealt-in seat stays reserved for the hand.
        if self.is_dealt_in(seat) {
            return Err(RefusalKind::SeatTaken);
        }
        if self.state.seats.occupied().any(|(_, other)| other.player == player) {
            return Err(RefusalKind::AlreadySeated);
        }
        Ok(())
    }

    // Players.

    pub(super) fn sit(
        &self,
        seat: SeatNo,
        player: PlayerId,
        buy_in: Chips,
        owed: Chips,
        wait_for_big_blind: bool,
    ) -> Answer {
        self.setup.occupancy.check_players_decide()?;
        self.check_free(seat, player)?;
        // A player who left with more than the largest buy-in brings all of it back.
        let (min, max) = (self.setup.ring.min_buy_in, self.setup.ring.max_buy_in.max(owed));
        let max = max.min(self.state.till.room());
        if buy_in < min || buy_in > max {
            return Err(RefusalKind::BuyInOutOfRange { min, max });
        }
        if buy_in < owed {
            return Err(RefusalKind::Rathole { owed });
        }
        Ok(Event::SeatTaken { seat, player, stack: buy_in, wait_for_big_blind })
    }

    /// Adds chips to a stack, now or after the hand that the seat is dealt into.
    pub(super) fn top_up(&self, seat: SeatNo, amount: Chips, is_gift: bool) -> Answer {
        self.setup.occupancy.check_players_decide()?;
        let taken = self.seat(seat)?;
        if taken.leaving {
            return Err(RefusalKind::Leaving);
        }
        if amount.is_zero() {
            return Err(RefusalKind::NothingToDo);
        }
        let max = self.setup.ring.max_buy_in;
        let fits = taken.chips().checked_add(amount).is_some_and(|sum| sum <= max);
        if !fits || amount > self.state.till.room() {
            return Err(RefusalKind::TopUpTooLarge { max });
        }
        Ok(match self.is_dealt_in(seat) {
            true if is_gift => Event::GiftPending { seat, amount },
            true => Event::TopUpPending { seat, amount },
            false => Event::ToppedUp { seat, amount, was_pending: false },
        })
    }

    /// Takes chips off a stack, now or after the hand that the seat is dealt into.
    pub(super) fn take_back(&self, seat: SeatNo, amount: Chips) -> Answer {
        self.setup.occupancy.check_players_decide()?;
        let taken = self.seat(seat)?;
        if amount.is_zero() {
            return Err(RefusalKind::NothingToDo);
        }
        if self.is_dealt_in(seat) {
            return Ok(Event::TakeBackPending { seat, amount });
        }
        if amount > taken.stack {
            return Err(RefusalKind::AboveMaximum { max_to: taken.stack });
        }
        Ok(Event::TakenBack { seat, player: taken.player, amount })
    }

    pub(super) fn sit_out(&self, seat: SeatNo) -> Answer {
        if self.seat(seat)?.sat_out_at.is_some() {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::SatOut { seat, at: self.now })
    }

    pub(super) fn sit_in(&self, seat: SeatNo) -> Answer {
        let taken = self.seat(seat)?;
        if taken.sat_out_at.is_none() {
            return Err(RefusalKind::NothingToDo);
        }
        if taken.leaving {
            return Err(RefusalKind::Leaving);
        }
        // An all-in player may still win the hand and be dealt in again.
        if taken.chips().is_zero() && !self.is_dealt_in(seat) {
            return Err(RefusalKind::NoChips);
        }
        Ok(Event::SatIn { seat })
    }

    pub(super) fn prefer(
        &self,
        seat: SeatNo,
        wait_for_big_blind: bool,
        auto_muck: bool,
        straddle: bool,
    ) -> Answer {
        let taken = self.seat(seat)?;
        let now = (taken.wait_for_big_blind, taken.auto_muck, taken.straddle);
        if now == (wait_for_big_blind, auto_muck, straddle) {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::Preferred { seat, wait_for_big_blind, auto_muck, straddle })
    }

    pub(super) fn presence(&self, seat: SeatNo, connected: bool) -> Answer {
        if self.seat(seat)?.is_connected() == connected {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::PresenceChanged { seat, connected, at: self.now })
    }

    /// Notes that a player was not connected when placed.
    pub(super) fn not_there(&self, seat: SeatNo) -> Answer {
        let is_connected = self.seat(seat)?.is_connected();
        if !self.setup.occupancy.deals_in_absent_players() || !is_connected {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::PresenceChanged { seat, connected: false, at: NEVER_THERE })
    }

    pub(super) fn choose_game(&self, seat: SeatNo, play: u8) -> Answer {
        self.seat(seat)?;
        if self.dealt.is_some() || self.state.rotation.choice() != Some(seat) {
            return Err(RefusalKind::NotYourChoice);
        }
        if usize::from(play) >= self.setup.plays.len() {
            return Err(RefusalKind::UnknownGame);
        }
        Ok(Event::GameChanged { play, by: Some(seat), at: self.now })
    }

    // The house.

    pub(super) fn sweep_house(&self) -> Answer {
        let (rake, time) = self.state.till.house();
        if rake.is_zero() && time.is_zero() {
            return Err(RefusalKind::NothingToDo);
        }
        self.check_between_hands()?;
        Ok(Event::HouseSwept { rake, time })
    }

    /// Gives every player the seat that was drawn for them.
    pub(super) fn shuffle_seats(&self, moves: Vec<(SeatNo, SeatNo)>) -> Answer {
        self.setup.occupancy.check_players_decide()?;
        self.check_between_hands()?;
        if self.state.desk.ticket().is_some() {
            return Err(RefusalKind::FloorCalled);
        }
        self.check_moves(&moves)?;
        Ok(Event::SeatsShuffled { moves })
    }

    /// Returns an error unless the moves give every player one seat of the table.
    fn check_moves(&self, moves: &[(SeatNo, SeatNo)]) -> Result<(), RefusalKind> {
        let players = self.state.seats.occupied().count();
        if players < 2 {
            return Err(RefusalKind::TooFewToShuffle);
        }
        let (mut old, mut new) = (SeatSet::EMPTY, SeatSet::EMPTY);
        for (from, to) in moves {
            self.seat(*from)?;
            if to.0 >= self.setup.seats {
                return Err(RefusalKind::UnknownSeat);
            }
            old.insert(*from);
            new.insert(*to);
        }
        let is_one_to_one = [old.len(), new.len(), moves.len()] == [players; 3];
        if is_one_to_one { Ok(()) } else { Err(RefusalKind::BadSeating) }
    }

    /// Moves on to the next game when a level begins.
    pub(super) fn next_game(&self) -> Answer {
        if self.setup.switch != Switch::Level {
            return Err(RefusalKind::NothingToDo);
        }
        self.check_between_hands()?;
        let play = self.state.rotation.next_of(self.setup.plays.len());
        Ok(Event::GameChanged { play, by: None, at: self.now })
    }

    /// Records whether the floor is staffed.
    pub(super) fn attend_floor(&self, attended: bool) -> Answer {
        self.setup.check_people_deal()?;
        if self.state.desk.is_attended() == attended {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::Adjudicated(Box::new(Adjudicated::Attended { attended })))
    }

    // A tournament.

    /// Returns an error unless a tournament may change the table now.
    fn check_takes_order(&self) -> Result<(), RefusalKind> {
        self.setup.occupancy.check_takes_orders()?;
        self.check_between_hands()
    }

    pub(super) fn place(
        &self,
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        entering: Entering,
    ) -> Answer {
        self.check_takes_order()?;
        self.check_free(seat, player)?;
        let max = self.state.till.room();
        if chips.is_zero() || chips > max {
            return Err(RefusalKind::BuyInOutOfRange { min: Chips(1), max });
        }
        Ok(Event::Placed { seat, player, chips, entering })
    }

    pub(super) fn take(&self, seat: SeatNo) -> Answer {
        self.check_takes_order()?;
        self.seat(seat)?;
        self.state.seats.leaves(seat).ok_or(RefusalKind::SeatEmpty)
    }

    pub(super) fn set_stacks(&self, stacks: Vec<(SeatNo, Chips)>) -> Answer {
        self.check_takes_order()?;
        let mut seen = SeatSet::EMPTY;
        let mut more = Chips::ZERO;
        for (seat, chips) in &stacks {
            let taken = self.seat(*seat)?;
            if seen.contains(*seat) {
                return Err(RefusalKind::SeatTaken);
            }
            seen.insert(*seat);
            let added = chips.saturating_sub(taken.stack);
            more = more.checked_add(added).unwrap_or(Chips(u64::MAX));
        }
        let max = self.state.till.room();
        if more > max {
            return Err(RefusalKind::TopUpTooLarge { max });
        }
        Ok(Event::StacksSet { stacks })
    }

    pub(super) fn set_plays(&self, plays: Arc<[Play]>, switch: Switch) -> Answer {
        self.check_takes_order()?;
        if self.setup.with_plays(&plays, switch).validate().is_err() {
            return Err(RefusalKind::UnknownGame);
        }
        Ok(Event::PlaysSet { plays, switch })
    }

    pub(super) fn place_button(&self, seat: SeatNo) -> Answer {
        self.check_takes_order()?;
        if seat.0 >= self.setup.seats {
            return Err(RefusalKind::UnknownSeat);
        }
        Ok(Event::ButtonPlaced { seat })
    }

    pub(super) fn order_hand(&self, order: HandOrder) -> Answer {
        self.check_takes_order()?;
        if order.hand != self.state.schedule.next_hand() {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::HandOrdered(order))
    }

    pub(super) fn withdraw_hand(&self) -> Answer {
        self.check_takes_order()?;
        let order = self.state.schedule.due_order().ok_or(RefusalKind::NothingToDo)?;
        Ok(Event::HandWithdrawn { hand: order.hand, at: self.now })
    }
}

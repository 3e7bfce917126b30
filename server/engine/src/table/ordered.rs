//! A table that belongs to an event: players, stacks, stakes and hands come by order of whoever
//! runs it. Why they come is not known here.

use super::{Step, Table, TableSetup};
use crate::button::{
    Candidates, Lineup, Positions, next_lineup, single_big_blind, strictly_between,
};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::{Owes, Seat};
use cardroom_rules::rulebook::{FromBrokenTable, Newcomer};
use cardroom_rules::{Chips, Forced, HandNo, Play, PlayerId, SeatNo, SeatSet, Switch};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a player who is placed comes into the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Entering {
    /// New: dealt in at once, except where the rulebook's `newcomer` lets nobody in.
    Newcomer,
    /// Moved to balance tables: dealt in at once, whatever the position.
    Balanced,
    /// Moved to the seat the last big blind was on: posts a big blind alone (TDA 11-A).
    SingleBigBlind,
    /// From a broken table: a newcomer, or dealt in at once, as the rulebook's `from_broken_table`
    /// says.
    FromBrokenTable,
}

/// The order for a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandOrder {
    /// Its number, one more than the last hand's.
    pub hand: HandNo,
    /// How many players the event has left.
    pub players_left: u32,
    /// Dealt in, with their blinds posted, and killed after the deal (TDA 71-C).
    pub missing: SeatSet,
    /// An all-in hand stops with its cards down until it is released (TDA RP-8-F).
    pub hand_for_hand: bool,
}

/// Where the positions of the next hand are, if nobody comes or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upcoming {
    /// The button; the seat may be empty.
    pub button: SeatNo,
    /// The seat the small blind belongs to; where it is dead, nobody posts it.
    pub small_position: SeatNo,
    pub small_blind: Option<SeatNo>,
    /// Who posts the big blind; `None` in a game without blinds.
    pub big_blind: Option<SeatNo>,
    /// Who is dealt in.
    pub dealt: SeatSet,
    /// The seat of the last big blind, where its player is gone: whoever is placed there could post
    /// a big blind alone.
    pub single_big_blind: Option<SeatNo>,
}

impl Table {
    /// Where the positions of the next hand are, if nobody comes or goes; `None` with fewer than
    /// two players, and before the first hand of a table whose button is not placed. The same
    /// computation as the start of a hand.
    #[must_use]
    pub fn upcoming(&self) -> Option<Upcoming> {
        if self.state.positions.is_none() && self.state.next_button.is_none() {
            return None;
        }
        let lineup = self.lineup(0)?;
        let has_blinds = self.game().forced == Forced::Blinds;
        let Positions { button, small, big } = lineup.positions;
        let gone = |seat: &SeatNo| !self.ready().contains(*seat);
        let last_big = self.state.positions.map(|last| last.big).filter(gone);
        Some(Upcoming {
            button,
            small_position: small,
            small_blind: (has_blinds && lineup.small_is_posted).then_some(small),
            big_blind: has_blinds.then_some(big),
            dealt: lineup.dealt,
            single_big_blind: last_big.filter(|seat| has_blinds && *seat == small),
        })
    }

    /// How many players the event has left, where the table belongs to one.
    pub(crate) fn players_left(&self) -> Option<u32> {
        let order = self.state.order.as_ref();
        order.map(|order| order.players_left).or(self.setup.players_left)
    }

    /// Whether a hand was ordered that has not begun.
    #[must_use]
    pub fn awaits_ordered_hand(&self) -> bool {
        self.setup.ordered && self.hand.is_none() && self.is_ordered_to_deal()
    }

    /// Whether the next hand may be dealt: always, where nobody has to order it.
    pub(super) fn is_ordered_to_deal(&self) -> bool {
        let due = |order: &HandOrder| order.hand > self.state.last_hand;
        !self.setup.ordered || self.state.order.as_ref().is_some_and(due)
    }

    /// Refuses where players do not come and go as they like.
    pub(super) fn check_comes_and_goes(&self) -> Result<(), RefusalKind> {
        if self.setup.ordered { Err(RefusalKind::ByOrderOnly) } else { Ok(()) }
    }

    /// Refuses unless the seat is free for this player.
    pub(super) fn check_free(&self, seat: SeatNo, player: PlayerId) -> Result<(), RefusalKind> {
        match self.checked_seat(seat) {
            Err(RefusalKind::SeatEmpty) => {}
            Err(other) => return Err(other),
            Ok(_) => return Err(RefusalKind::SeatTaken),
        }
        // A seat dealt in stays reserved for the hand.
        if self.is_dealt_in(seat) {
            return Err(RefusalKind::SeatTaken);
        }
        if self.occupied().any(|(_, other)| other.player == player) {
            return Err(RefusalKind::AlreadySeated);
        }
        Ok(())
    }

    /// The next hand's lineup where players were placed: newcomers wait where the rulebook lets
    /// nobody in.
    pub(super) fn ordered_lineup(&self, last: Positions, everybody: Candidates) -> Option<Lineup> {
        let entering = |seat: SeatNo| self.seat(seat).and_then(|seat| seat.entering);
        if everybody.established.contains(last.big)
            && entering(last.big) == Some(Entering::SingleBigBlind)
        {
            return Some(single_big_blind(last, everybody.established));
        }
        let rule = self.setup.rulebook.button;
        let mut let_in = everybody;
        loop {
            let lineup = next_lineup(rule, Some(last), let_in, 0)?;
            let waits = let_in.established.iter().find(|seat| {
                entering(*seat).is_some_and(|entering| self.is_newcomer(entering))
                    && self.newcomer_waits(*seat, last, lineup.positions)
            });
            let Some(seat) = waits else { return Some(lineup) };
            let_in.established.remove(seat);
            if let_in.established.len() < 2 {
                // Nobody waits for a hand that could not be dealt without.
                return next_lineup(rule, Some(last), everybody, 0);
            }
        }
    }

    /// Whether the rulebook treats a player who comes in like this as new (TDA 10-A, TFPL 2c-9).
    fn is_newcomer(&self, entering: Entering) -> bool {
        match entering {
            Entering::Newcomer => true,
            Entering::FromBrokenTable => {
                self.setup.rulebook.from_broken_table == FromBrokenTable::AsNewcomer
            }
            Entering::Balanced | Entering::SingleBigBlind => false,
        }
    }

    /// Whether the rulebook lets no newcomer in at this seat (TDA 10-A, WPTAPL 10, TFPL 4a-6).
    fn newcomer_waits(&self, seat: SeatNo, last: Positions, next: Positions) -> bool {
        let behind_button = strictly_between(seat, next.button, next.small);
        match self.setup.rulebook.newcomer {
            Newcomer::NotBetweenButtonAndSmallBlind => behind_button,
            Newcomer::NotSmallBlindOrButton => {
                behind_button || seat == next.small || seat == next.button
            }
            Newcomer::BigBlindOrAfterButton => {
                let button_moves = last.button != next.button;
                let button_left = button_moves && seat == last.button;
                let button_passed = strictly_between(seat, last.button, next.button);
                seat != next.big && !button_left && !button_passed
            }
        }
    }

    /// With each level that comes in the middle of play every time bank gains (GAPS G-11).
    fn refill_banks_for_level(&mut self) {
        if self.state.last_hand == HandNo(0) {
            return;
        }
        let clock = self.setup.rulebook.clock;
        for seat in self.state.seats.iter_mut().flatten() {
            let gained = seat.bank + clock.bank_per_level_ms;
            seat.bank = gained.min(clock.bank_cap_ms).max(seat.bank);
        }
    }

    pub(super) fn apply_order(&mut self, event: &Event) {
        match event {
            Event::Placed { seat, player, chips, entering } => {
                let bank = self.setup.rulebook.clock.bank_ms;
                let mut placed = Seat::new(*player, *chips, false, bank);
                placed.owes = Owes::default();
                placed.entering = Some(*entering);
                let place = &mut self.state.seats[seat.index()];
                assert!(place.is_none(), "a taken seat is not taken again");
                *place = Some(placed);
                self.state.total += *chips;
            }
            Event::StacksSet { stacks } => {
                // Other chips lie there now: what was put in before does not go back any more.
                if let Some(award) = &mut self.state.award {
                    award.played = None;
                }
                for (seat, chips) in stacks {
                    let before = std::mem::replace(&mut self.taken(*seat).stack, *chips);
                    self.state.total = self.state.total + *chips - before;
                }
            }
            Event::PlaysSet { plays, switch } => {
                self.refill_banks_for_level();
                for seat in self.state.seats.iter_mut().flatten() {
                    seat.had_reconnect = false;
                }
                self.setup =
                    TableSetup { plays: Arc::clone(plays), switch: *switch, ..self.setup.clone() };
                if usize::from(self.state.play) >= self.setup.plays.len() {
                    self.state.play = 0;
                    self.state.hands_of_play = 0;
                }
            }
            Event::ButtonPlaced { seat } => self.state.next_button = Some(*seat),
            Event::HandOrdered(order) => self.state.order = Some(order.clone()),
            // Its number is used up.
            Event::HandWithdrawn { hand, .. } => self.state.last_hand = *hand,
            _ => unreachable!("only what is ordered comes here: {event:?}"),
        }
    }
}

impl Step<'_> {
    fn check_ordered(&self) -> Result<(), Refusal> {
        if !self.table.setup.ordered {
            return Err(RefusalKind::NotByOrder.into());
        }
        if self.table.hand.is_some() {
            return Err(RefusalKind::HandInProgress.into());
        }
        Ok(())
    }

    pub(super) fn place(
        &mut self,
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        entering: Entering,
    ) -> Result<(), Refusal> {
        self.check_ordered()?;
        self.table.check_free(seat, player)?;
        let max = self.table.room_for_chips();
        if chips.is_zero() || chips > max {
            return Err(RefusalKind::BuyInOutOfRange { min: Chips(1), max }.into());
        }
        self.emit(Event::Placed { seat, player, chips, entering });
        Ok(())
    }

    pub(super) fn take(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        self.check_ordered()?;
        self.table.checked_seat(seat)?;
        self.let_go(seat);
        Ok(())
    }

    pub(super) fn set_stacks(&mut self, stacks: Vec<(SeatNo, Chips)>) -> Result<(), Refusal> {
        self.check_ordered()?;
        let mut seen = SeatSet::EMPTY;
        let mut more = Chips::ZERO;
        for (seat, chips) in &stacks {
            let taken = self.table.checked_seat(*seat)?;
            if seen.contains(*seat) {
                return Err(RefusalKind::SeatTaken.into());
            }
            seen.insert(*seat);
            let added = chips.saturating_sub(taken.stack);
            more = more.checked_add(added).unwrap_or(Chips(u64::MAX));
        }
        let max = self.table.room_for_chips();
        if more > max {
            return Err(RefusalKind::TopUpTooLarge { max }.into());
        }
        self.emit(Event::StacksSet { stacks });
        Ok(())
    }

    pub(super) fn set_plays(&mut self, plays: Arc<[Play]>, switch: Switch) -> Result<(), Refusal> {
        self.check_ordered()?;
        let setup = TableSetup { plays: Arc::clone(&plays), switch, ..self.table.setup.clone() };
        if setup.validate().is_err() {
            return Err(RefusalKind::UnknownGame.into());
        }
        self.emit(Event::PlaysSet { plays, switch });
        Ok(())
    }

    pub(super) fn place_button(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        self.check_ordered()?;
        if seat.0 >= self.table.setup.seats {
            return Err(RefusalKind::UnknownSeat.into());
        }
        self.emit(Event::ButtonPlaced { seat });
        Ok(())
    }

    pub(super) fn order_hand(&mut self, order: HandOrder) -> Result<(), Refusal> {
        self.check_ordered()?;
        if order.hand.0 != self.table.state.last_hand.0 + 1 {
            return Err(RefusalKind::NothingToDo.into());
        }
        self.emit(Event::HandOrdered(order));
        Ok(())
    }

    pub(super) fn withdraw_hand(&mut self) -> Result<(), Refusal> {
        self.check_ordered()?;
        let order = self.table.state.order.as_ref();
        let awaited = order.filter(|_| self.table.awaits_ordered_hand());
        let hand = awaited.ok_or(RefusalKind::NothingToDo)?.hand;
        self.emit(Event::HandWithdrawn { hand, at: self.now });
        Ok(())
    }
}

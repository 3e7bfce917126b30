//! A tournament table. The tournament controls its players, stacks, stakes and hands for reasons
//! that are unknown here.

use super::{Step, Table, TableSetup};
use crate::button::{
    Candidates, Lineup, Positions, next_lineup, single_big_blind, strictly_between,
};
use crate::event::Event;
use crate::input::HandOrder;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::{Entering, Owes, Seat};
use cardroom_rules::rulebook::{FromBrokenTable, Newcomer};
use cardroom_rules::{Chips, Forced, HandNo, Play, PlayerId, SeatNo, SeatSet, Switch};
use std::sync::Arc;

/// The positions of the next hand if no player comes or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upcoming {
    /// The seat may be empty.
    pub button: SeatNo,
    /// The position of the small blind, whether posted or dead.
    pub small_position: SeatNo,
    pub small_blind: Option<SeatNo>,
    /// `None` in a game without blinds.
    pub big_blind: Option<SeatNo>,
    pub dealt: SeatSet,
    /// The seat of the last big blind, if its player is gone. A player placed there could
    /// post the only blind.
    pub single_big_blind: Option<SeatNo>,
}

impl Table {
    /// Returns the positions of the next hand if no player comes or goes. Returns `None` with fewer
    /// than two players, and before a table's first hand if its button is not placed. The start of
    /// a hand uses the same computation.
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

    /// Returns the number of players left in the tournament, if the table belongs to one.
    pub(crate) fn players_left(&self) -> Option<u32> {
        let order = self.state.order.as_ref();
        order.map(|order| order.players_left).or(self.setup.players_left)
    }

    /// Returns `true` if an ordered hand has not begun.
    #[must_use]
    pub fn awaits_ordered_hand(&self) -> bool {
        self.setup.ordered && self.hand.is_none() && self.is_ordered_to_deal()
    }

    /// Returns `true` if the next hand may be dealt. Only tournament tables need an order.
    pub(super) fn is_ordered_to_deal(&self) -> bool {
        let due = |order: &HandOrder| order.hand > self.state.last_hand;
        !self.setup.ordered || self.state.order.as_ref().is_some_and(due)
    }

    /// Returns an error unless players come and go as they like.
    pub(super) fn check_comes_and_goes(&self) -> Result<(), RefusalKind> {
        if self.setup.ordered { Err(RefusalKind::ByOrderOnly) } else { Ok(()) }
    }

    /// Returns an error unless the seat is free for this player.
    pub(super) fn check_free(&self, seat: SeatNo, player: PlayerId) -> Result<(), RefusalKind> {
        match self.checked_seat(seat) {
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

    /// Returns the next hand's lineup, in which newcomers wait if the rulebook demands it.
    pub(super) fn ordered_lineup(&self, last: Positions, everybody: Candidates) -> Option<Lineup> {
        let entering = |seat: SeatNo| self.state.seats.get(seat).and_then(|seat| seat.entering);
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
                // No player waits if the hand could not be dealt without them.
                return next_lineup(rule, Some(last), everybody, 0);
            }
        }
    }

    /// Returns `true` if the rulebook treats the player as new (TDA 10-A, TFPL 2c-9).
    fn is_newcomer(&self, entering: Entering) -> bool {
        match entering {
            Entering::Newcomer => true,
            Entering::FromBrokenTable => {
                self.setup.rulebook.from_broken_table == FromBrokenTable::AsNewcomer
            }
            Entering::Balanced | Entering::SingleBigBlind => false,
        }
    }

    /// Returns `true` if a newcomer at this seat has to wait (TDA 10-A, WPTAPL 10, TFPL 4a-6).
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

    /// Adds to every time bank when a level begins during play (GAPS G-11).
    fn refill_banks_for_level(&mut self) {
        if self.state.last_hand == HandNo(0) {
            return;
        }
        let clock = self.setup.rulebook.clock;
        for seat in self.state.seats.all_taken() {
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
                self.state.seats.take(*seat, placed);
                self.state.total += *chips;
            }
            Event::StacksSet { stacks } => {
                // The stacks changed, so the chips put in before can no longer be returned.
                if let Some(award) = &mut self.state.award {
                    award.played = None;
                }
                for (seat, chips) in stacks {
                    let before =
                        std::mem::replace(&mut self.state.seats.taken(*seat).stack, *chips);
                    self.state.total = self.state.total + *chips - before;
                }
            }
            Event::PlaysSet { plays, switch } => {
                self.refill_banks_for_level();
                for seat in self.state.seats.all_taken() {
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
            // The number of the withdrawn hand is used up.
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

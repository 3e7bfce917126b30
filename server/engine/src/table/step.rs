//! A step in progress, with the questions and changes that all parts of the engine share.

use super::{Table, Terms, time_use};
use crate::action::{Action, TurnNo};
use crate::event::Event;
use crate::faults::{Fault, is_planted};
use crate::hand::{Hand, Phase, Turn};
use crate::limits::Legal;
use crate::opener::starts_after;
use cardroom_rules::{Millis, Rulebook, SeatNo};

/// A step in progress: the table, the time of the input, and the events so far.
pub(crate) struct Step<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) now: Millis,
    pub(crate) events: &'a mut Vec<Event>,
}

impl Step<'_> {
    /// Applies an event and records it.
    #[inline(always)]
    pub(crate) fn emit(&mut self, event: Event) {
        self.table.apply_emitted(&event);
        self.events.push(event);
    }

    #[inline(always)]
    pub(crate) fn hand(&self) -> &Hand {
        self.table.hand.as_ref().expect("only asked for in a hand")
    }

    #[inline(always)]
    pub(crate) fn book(&self) -> &Rulebook {
        &self.table.setup.rulebook
    }

    #[inline(always)]
    pub(crate) fn terms(&self) -> Terms<'_> {
        self.table.terms().expect("only asked for in a hand")
    }

    pub(crate) fn legal(&self, seat: SeatNo) -> Legal {
        self.terms().legal(seat)
    }

    pub(crate) fn next_to_act(&self) -> Option<SeatNo> {
        let terms = self.table.terms()?;
        let hand = terms.hand;
        let opener = || hand.street.of(self.table.game()).opener;
        let after = hand.betting.pointer().unwrap_or_else(|| starts_after(hand, opener()));
        let mut next = terms.who_owes_action(after);
        let first = next.next();
        let passed = is_planted(Fault::SeatPassed) && hand.players.live().len() > 3;
        if passed { next.next().or(first) } else { first }
    }

    /// Begins the turn of a player.
    #[inline(always)]
    pub(crate) fn begin_turn(&mut self, seat: SeatNo) {
        let turn = TurnNo(self.table.state.last_turn.0 + 1);
        let deadline = self.now + self.book().clock.base_ms;
        self.emit(Event::TurnBegan { seat, turn, deadline });
    }

    pub(crate) fn emit_action(
        &mut self,
        seat: SeatNo,
        action: Action,
        timed_out: bool,
        bank: Millis,
    ) {
        let added = self.terms().spot(seat).adds(action);
        time_use::time_decision(self, seat);
        self.emit(Event::Acted { seat, action, added, timed_out, bank });
    }

    /// Returns the time bank left for a player for whom the room acts.
    pub(crate) fn bank_now(&self, seat: SeatNo) -> Millis {
        match self.hand().phase {
            Phase::Turn(turn) => self.bank_left(turn).unwrap_or(Millis(0)),
            _ => self.table.state.seats.get(seat).map_or(Millis(0), |seat| seat.bank),
        }
    }

    /// Returns the time bank that an action now would leave; `None` if it is too late. Bank time is
    /// spent in whole seconds.
    #[inline]
    pub(crate) fn bank_left(&self, turn: Turn) -> Option<Millis> {
        let bank = self.table.state.seats.get(turn.seat)?.bank;
        if !self.table.setup.times_every_turn() {
            let ends = self.hand().betting.called_clock_ends();
            return ends.is_none_or(|ends| self.now <= ends).then_some(bank);
        }
        let over = self.now.since(turn.base_end(bank));
        let grace = self.book().clock.grace_ms;
        if over > bank + grace {
            return None;
        }
        let spent = if over <= grace { 0 } else { over.0.div_ceil(1_000) * 1_000 };
        Some(Millis(bank.0.saturating_sub(spent)))
    }
}

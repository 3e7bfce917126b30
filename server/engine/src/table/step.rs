//! A step in progress, with the questions and changes that all parts of the engine share.

use super::outside_play::OutsidePlay;
use super::time_use::TurnClock;
use super::{Table, Terms, time_use};
use crate::action::Action;
use crate::event::Event;
use crate::hand::Hand;
use crate::people::People;
use crate::refusal::{Refusal, RefusalKind};
use crate::ruling::{Adjudicated, EtiquetteFlag, Ruling};
use cardroom_rules::rulebook::IrregularFold;
use cardroom_rules::{Millis, Rulebook, SeatNo};

/// A step in progress: the table, the time of the input, the events so far, and the people at the
/// table.
pub struct Step<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) now: Millis,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) people: Option<&'a mut (dyn People + 'static)>,
}

impl Step<'_> {
    /// Applies an event and records it.
    #[inline(always)]
    pub(crate) fn emit(&mut self, event: Event) {
        self.table.apply_emitted(&event);
        if let Some(people) = &mut self.people {
            people.note(self.table, &event);
        }
        self.events.push(event);
    }

    /// Applies events and records them, in order.
    pub(super) fn emit_all(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.emit(event);
        }
    }

    /// Answers a request outside of play.
    pub(super) fn answer(
        &mut self,
        decide: impl FnOnce(&OutsidePlay<'_>) -> Result<Event, RefusalKind>,
    ) -> Result<(), Refusal> {
        let event = decide(&self.table.outside_play(self.now))?;
        self.emit(event);
        Ok(())
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

    /// Begins the turn of a player.
    #[inline(always)]
    pub fn begin_turn(&mut self, seat: SeatNo) {
        let turn = self.table.state.schedule.next_turn();
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
    #[must_use]
    pub fn bank_now(&self, seat: SeatNo) -> Millis {
        match TurnClock::of(self.table, self.now) {
            Some(clock) => clock.bank_left().unwrap_or(Millis(0)),
            None => self.table.state.seats.get(seat).map_or(Millis(0), |seat| seat.bank),
        }
    }
}

// The ways in which people act in a step.
impl<'a> Step<'a> {
    /// Continues the step with these people, who take note of each event.
    pub fn with<'b>(&'b mut self, people: Option<&'b mut (dyn People + 'static)>) -> Step<'b> {
        Step { table: &mut *self.table, now: self.now, events: &mut *self.events, people }
    }

    /// Asks the people at the table, if there are any.
    #[inline]
    pub(crate) fn ask_people<T>(
        &mut self,
        ask: impl FnOnce(&mut (dyn People + 'static), &mut Step<'_>) -> T,
    ) -> Option<T> {
        let people: &'a mut (dyn People + 'static) = self.people.take()?;
        let answer = ask(&mut *people, self);
        self.people = Some(people);
        Some(answer)
    }

    /// Asks the people at the table. At a plain table there are none.
    pub(crate) fn must_ask_people(
        &mut self,
        ask: impl FnOnce(&mut (dyn People + 'static), &mut Step<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.ask_people(ask).unwrap_or_else(|| Err(RefusalKind::NotHybrid.into()))
    }

    /// Returns the table as it is after the events so far.
    #[must_use]
    pub fn table(&self) -> &Table {
        self.table
    }

    /// Returns the time of the input.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// Carries out an exact action of a player, without a turn if need be.
    pub fn act_now(&mut self, seat: SeatNo, action: Action) {
        let bank = self.bank_now(seat);
        self.emit_action(seat, action, false, bank);
    }

    /// Returns `true` if the time of the player on turn is up.
    #[must_use]
    pub fn is_too_late(&self) -> bool {
        TurnClock::of(self.table, self.now).is_some_and(|clock| clock.bank_left().is_none())
    }

    /// Records what a ruling changed, or what a player said or showed.
    pub fn note(&mut self, adjudicated: Adjudicated) {
        self.emit(Event::Adjudicated(Box::new(adjudicated)));
    }

    /// Announces a ruling. It changes nothing.
    pub fn announce(&mut self, ruling: Ruling) {
        self.emit(Event::Ruled(Box::new(ruling)));
    }

    /// Flags an event that may interest the floor.
    pub fn flag(&mut self, seat: SeatNo, flag: EtiquetteFlag) {
        self.note(Adjudicated::Flagged { seat, flag });
    }

    /// Flags a fold where a check was free. The fold counts, but the rulebook may penalize it
    /// (TDA 58; GAPS G-18).
    pub fn flag_needless_fold(&mut self, seat: SeatNo) {
        if self.book().betting.fold_without_bet == IrregularFold::Binding {
            self.flag(seat, EtiquetteFlag::NonstandardFold);
        }
    }
}

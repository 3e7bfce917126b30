//! A table with the people at it. It holds a table of the engine, which decides and changes
//! everything about cards and chips, and it answers for the people when the table asks.

use crate::declarations::Declarations;
use crate::gestures;
use crate::memory::Memory;
use crate::step::Step;
use cardroom_engine::{
    Action, Event, Gesture, Input, People, Refusal, RulingOption, Table, TableSetup, Ticket,
};
use cardroom_rules::{Chips, Millis, SeatNo};
use std::ops::Deref;

/// A table where people may deal and talk. With a plain setup it is a plain table.
///
/// It dereferences to the [`Table`] that it holds, for everything that a table shows. It changes
/// only through its own methods, so that the people note every event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HybridTable {
    table: Table,
    /// `None` at a plain table.
    memory: Option<Box<Memory>>,
}

impl HybridTable {
    /// Creates an empty table.
    ///
    /// # Errors
    /// Returns an error if the setup is inconsistent.
    pub fn new(setup: TableSetup) -> Result<Self, String> {
        Table::new(setup).map(Self::of)
    }

    /// Restores a table from a [snapshot](Table::snapshot).
    ///
    /// # Errors
    /// Returns an error if the setup is inconsistent or the snapshot cannot be read.
    pub fn restore<'de, D: serde::Deserializer<'de>>(
        setup: TableSetup,
        snapshot: D,
    ) -> Result<Self, String> {
        Table::restore(setup, snapshot).map(Self::of)
    }

    fn of(table: Table) -> Self {
        let memory = table.setup().hybrid.then(Box::default);
        Self { table, memory }
    }

    /// Replaces the setup between hands and keeps players and chips.
    ///
    /// # Errors
    /// Returns an error if a hand is in progress, the setup is inconsistent, or an
    /// occupied seat would disappear.
    pub fn adopt(&mut self, setup: TableSetup) -> Result<(), String> {
        self.table.adopt(setup)?;
        self.memory = self.table.setup().hybrid.then(Box::default);
        Ok(())
    }

    /// Decides which events an input causes, and applies them, as [`Table::step`] does.
    ///
    /// # Errors
    /// The input is illegal. Nothing has changed.
    pub fn step(&mut self, now: Millis, input: Input) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        self.step_into(now, input, &mut events)?;
        Ok(events)
    }

    /// Works like [`HybridTable::step`], but appends the events to a reusable list.
    ///
    /// # Errors
    /// The input is illegal. Nothing has changed, and no event was added.
    #[inline]
    pub fn step_into(
        &mut self,
        now: Millis,
        input: Input,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let people = self.memory.as_deref_mut().map(|memory| memory as &mut dyn People);
        self.table.step_with(people, now, input, events)
    }

    /// Applies an event to the table, as [`Table::apply`] does.
    ///
    /// # Panics
    /// Panics if the event does not fit the table.
    pub fn apply(&mut self, event: &Event) {
        self.table.apply(event);
        if let Some(memory) = &mut self.memory {
            memory.note_event(&self.table, event);
        }
    }

    /// Returns when [`Input::Tick`] is due, or between hands [`Input::StartHand`], as
    /// [`Table::deadline`] does. A skipped player loses the full right to act at such a time, too.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let skipped = self.memory.as_deref().filter(|_| !self.table.is_paused());
        let skipped = skipped.and_then(|memory| gestures::skipped_from(memory, &self.table));
        self.table.deadline().into_iter().chain(skipped).min()
    }

    /// Returns the pending declarations; `None` on plain tables.
    #[must_use]
    pub fn declarations(&self) -> Option<Declarations> {
        self.memory.as_deref().map(|memory| Declarations::of(memory, &self.table))
    }
}

impl Deref for HybridTable {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl People for Memory {
    fn note(&mut self, table: &Table, event: &Event) {
        self.note_event(table, event);
    }

    fn gesture(
        &mut self,
        step: &mut cardroom_engine::Step<'_>,
        seat: SeatNo,
        gesture: Gesture,
    ) -> Result<(), Refusal> {
        gestures::gesture(&mut Step::of(self, step), seat, gesture)
    }

    fn misquote(
        &mut self,
        step: &mut cardroom_engine::Step<'_>,
        amount: Chips,
    ) -> Result<(), Refusal> {
        gestures::misquote(&mut Step::of(self, step), amount)
    }

    fn decides_turn(&mut self, step: &mut cardroom_engine::Step<'_>, seat: SeatNo) -> bool {
        gestures::settle_out_of_turn(&mut Step::of(self, step), seat)
    }

    fn promised(&mut self, step: &mut cardroom_engine::Step<'_>, seat: SeatNo) -> Option<Action> {
        gestures::bound_action(&Step::of(self, step), seat)
    }

    fn end_street(&mut self, step: &mut cardroom_engine::Step<'_>) {
        gestures::give_back_held(&mut Step::of(self, step));
    }

    fn time_passes(&mut self, step: &mut cardroom_engine::Step<'_>) {
        gestures::check_skipped(&mut Step::of(self, step));
    }

    fn answered(
        &mut self,
        step: &mut cardroom_engine::Step<'_>,
        ticket: &Ticket,
        option: RulingOption,
    ) {
        gestures::carry_out_answer(&mut Step::of(self, step), ticket, option);
    }
}

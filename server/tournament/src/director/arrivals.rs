//! A player who takes a seat: the chips are exchanged for those in play, and the table learns who
//! comes. Which seat it is was decided before.

use super::Director;
use super::effects::Effects;
use super::state::{ColorUps, Discipline, Entries};
use crate::event::Event;
use crate::order::{Entering, Order};
use crate::prizes::round_up;
use crate::setup::Setup;
use cardroom_rules::{Chips, EntryNo, SeatNo, TableNo};

/// The players of a tournament on their way to a seat.
#[derive(Clone, Copy)]
pub(super) struct Arrivals<'a> {
    setup: &'a Setup,
    color_ups: &'a ColorUps,
    entries: &'a Entries,
    discipline: &'a Discipline,
}

impl<'a> Arrivals<'a> {
    pub(super) fn of(director: &'a Director) -> Self {
        let state = &director.state;
        Self {
            setup: &director.setup,
            color_ups: &state.color_ups,
            entries: &state.entries,
            discipline: &state.discipline,
        }
    }

    /// Seats a player at an open table.
    pub(super) fn sit(
        self,
        entry: EntryNo,
        table: TableNo,
        seat: SeatNo,
        entering: Entering,
    ) -> Effects {
        let (taken, chips) = self.take_seat(entry, table, seat);
        let mut effects = Effects::from(taken);
        let player = self.entries.player(entry);
        effects.order(table, Order::Seat { seat, player, chips, entering });
        effects.append(self.tell_of_quitters(table, [entry]));
        effects
    }

    /// Gives a player a seat at a table that is about to open, and returns the chips there.
    pub(super) fn take_seat(
        self,
        entry: EntryNo,
        table: TableNo,
        seat: SeatNo,
    ) -> (Vec<Event>, Chips) {
        let seated = Event::Seated { entry, table, seat };
        let stack = self.entries.stack(entry);
        match self.exchanged(stack) {
            Some((unit, rounded)) => {
                let stacks = vec![(entry, rounded)];
                let exchange = Event::ChipsExchanged { table: None, unit, race: None, stacks };
                (vec![seated, exchange], rounded)
            }
            None => (vec![seated], stack),
        }
    }

    /// Returns the smallest chip in play and the stack in such chips, if that changes the stack.
    fn exchanged(self, stack: Chips) -> Option<(Chips, Chips)> {
        if self.setup.exchange_method().is_none() || self.setup.structure.has_real_cards() {
            return None;
        }
        let unit = self.color_ups.unit_in_play(self.setup)?;
        let (_, rounded) = round_up(&[(SeatNo(0), stack)], unit).first().copied()?;
        (rounded != stack).then_some((unit, rounded))
    }

    /// Orders a table not to wait for those of its players who have left for good.
    pub(super) fn tell_of_quitters(
        self,
        table: TableNo,
        entries: impl IntoIterator<Item = EntryNo>,
    ) -> Effects {
        let mut effects = Effects::default();
        for entry in entries.into_iter().filter(|entry| self.discipline.has_quit(*entry)) {
            effects.order(table, Order::Quit { player: self.entries.player(entry) });
        }
        effects
    }
}

//! The pending declarations at a hybrid table, as everyone may see them.

use super::skipped;
use super::state::SeatDeclared;
use crate::ruling::{Commitment, RulingOption, Ticket};
use crate::table::Table;
use cardroom_rules::{Millis, SeatNo};

/// The pending declarations at a hybrid table, which are public.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declarations {
    /// Players whose action out of turn waits.
    pub held: Vec<SeatNo>,
    /// Players whose action out of turn already binds.
    pub bound: Vec<SeatNo>,
    /// Players whose next action is limited, with the limit and the options left.
    pub limited: Vec<(SeatNo, Commitment, Vec<RulingOption>)>,
    /// The question before the floor.
    pub ticket: Option<Ticket>,
    /// The end of the hand's wait for a ruling, or for a call to be completed.
    pub waiting_until: Option<Millis>,
    /// Whether the actions out of turn behind the player on turn are substantial (TDA 36, 53-B).
    pub out_of_turn_is_substantial: bool,
}

impl Table {
    /// Returns the pending declarations; `None` on plain tables.
    #[must_use]
    pub fn declarations(&self) -> Option<Declarations> {
        let declared = self.declared.as_deref()?;
        let numbered = || {
            let seats = declared.seats.iter().enumerate();
            seats.map(|(index, seat)| (SeatNo::from_index(index), seat))
        };
        let is_held = |seat: &SeatDeclared| seat.held.as_ref().map(|held| held.bound);
        let held = numbered().filter(|(_, seat)| is_held(seat) == Some(false));
        let bound = numbered()
            .filter(|(_, seat)| is_held(seat) == Some(true) || seat.folded_out_of_turn.is_some());
        let limited = numbered().filter_map(|(number, seat)| {
            let legal = self.terms()?.legal(number);
            Some((number, seat.commitment?, legal.options()))
        });
        Some(Declarations {
            held: held.map(|(number, _)| number).collect(),
            bound: bound.map(|(number, _)| number).collect(),
            limited: limited.collect(),
            ticket: declared.ticket.clone(),
            waiting_until: declared.waiting_until(),
            out_of_turn_is_substantial: skipped::out_of_turn_is_substantial(self),
        })
    }

    /// Returns `true` if a floor person is available to rule on tickets.
    #[must_use]
    pub fn is_attended(&self) -> bool {
        self.state.attended
    }

    /// Returns the question before the floor.
    #[must_use]
    pub fn ticket(&self) -> Option<&Ticket> {
        self.declared.as_deref()?.ticket.as_ref()
    }
}

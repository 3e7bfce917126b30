//! The pending declarations at a hybrid table, as everyone may see them.

use crate::gestures;
use crate::memory::{Memory, SeatMemory};
use cardroom_engine::{Commitment, RulingOption, Table, Ticket};
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

impl Declarations {
    pub(crate) fn of(memory: &Memory, table: &Table) -> Self {
        let is_held = |seat: &SeatMemory| seat.held().map(|held| held.bound);
        let held = memory.seats().filter(|(_, seat)| is_held(seat) == Some(false));
        let is_bound =
            |seat: &SeatMemory| is_held(seat) == Some(true) || seat.folded_out_of_turn().is_some();
        let bound = memory.seats().filter(|(_, seat)| is_bound(seat));
        let limited = memory.seats().filter_map(|(number, _)| {
            let hand = table.in_play()?;
            Some((number, hand.bound(number)?, hand.legal(number).options()))
        });
        Self {
            held: held.map(|(number, _)| number).collect(),
            bound: bound.map(|(number, _)| number).collect(),
            limited: limited.collect(),
            ticket: table.ticket().cloned(),
            waiting_until: table.waiting_until(),
            out_of_turn_is_substantial: gestures::out_of_turn_is_substantial(memory, table),
        }
    }
}

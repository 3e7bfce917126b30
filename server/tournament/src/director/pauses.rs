//! The end of a pause, and the pause while many players have lost their connections.
//!
//! Many players lose their connections at once. This is not their fault, so the tournament waits
//! for them. Hands in progress are played out by the rules for absent players. Then no new hand
//! begins, and all clocks stop. A single lost connection stops nothing (GAPS G-09).

use super::Step;
use super::effects::Effects;
use super::state::{Schedule, Seating};
use crate::event::Event;
use crate::order::Order;
use cardroom_rules::Millis;

/// Longest wait for players to reconnect. After that, a player who is not back counts as absent.
const LONGEST_WAIT: Millis = Millis(5 * 60 * 1_000);

/// The pause of a tournament, and the tables that stand still in it.
#[derive(Clone, Copy)]
pub(super) struct Pause<'a> {
    schedule: &'a Schedule,
    seating: &'a Seating,
    /// The time that every timer gets in addition when it goes on.
    more: Millis,
    now: Millis,
}

impl<'a> Pause<'a> {
    pub(super) fn of(step: &'a Step<'_>) -> Self {
        let state = step.state();
        let more = step.setup().after_pause();
        Self { schedule: &state.schedule, seating: &state.seating, more, now: step.now }
    }

    /// Stops the clocks of a running tournament, but not the hands in progress.
    pub(super) fn wait_for_connections(self, missing: u32) -> Vec<Event> {
        if self.schedule.is_paused() {
            return Vec::new();
        }
        let until = self.now + LONGEST_WAIT;
        vec![Event::ConnectionsLost { missing, until }, Event::Paused { at: self.now }]
    }

    /// Resumes once most players are back. If the floor has paused or resumed
    /// meanwhile, its decision stands.
    pub(super) fn go_on_after_outage(self) -> Effects {
        if self.schedule.outage().is_some() { self.resume() } else { Effects::default() }
    }

    /// Resumes when the longest wait is over.
    pub(super) fn end_outage_when_due(self) -> Effects {
        let is_over = self.schedule.outage().is_some_and(|until| self.now >= until);
        if is_over { self.resume() } else { Effects::default() }
    }

    /// Stops the clocks and the hands by order of the floor, whose pause takes the place of one for
    /// an outage or for a vote.
    pub(super) fn begin(self) -> Effects {
        let mut effects = Effects::default();
        if self.schedule.is_paused() {
            effects.emit(Event::Resumed { later: self.schedule.stood_still(self.now) });
        }
        effects.emit(Event::Paused { at: self.now });
        for table in self.seating.floor().numbers() {
            effects.order(table, Order::Pause);
        }
        effects
    }

    /// Ends a pause, and gives every timer a little more time. That includes tables that the floor
    /// has paused alone.
    pub(super) fn resume(self) -> Effects {
        self.end(|_| true)
    }

    /// Ends the pause for a vote on a deal. It does not stop the tables, but it did in older rooms,
    /// whose tables must not wait for ever.
    pub(super) fn go_on_after_vote(self) -> Effects {
        self.end(|is_paused_alone| !is_paused_alone)
    }

    /// Ends a pause, and lets those tables go on that are chosen by whether they are paused alone.
    /// An outage does not stop the tables, because they had hands to finish.
    fn end(self, goes_on: impl Fn(bool) -> bool) -> Effects {
        let later = self.schedule.stood_still(self.now) + self.more;
        let mut effects = Effects::from([Event::Resumed { later }]);
        if self.schedule.outage().is_none() {
            for table in self.seating.floor().numbers() {
                if goes_on(self.seating.is_paused(table)) {
                    effects.order(table, Order::Resume);
                }
            }
        }
        effects.attend_to_all();
        effects
    }
}

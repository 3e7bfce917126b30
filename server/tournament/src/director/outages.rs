//! Many players lose their connections at once. This is not their fault, so the tournament waits
//! for them. Hands in progress are played out by the rules for absent players. Then no new hand
//! begins, and all clocks stop. A single lost connection stops nothing (GAPS G-09).

use super::Step;
use crate::event::Event;
use cardroom_rules::Millis;

/// Longest wait for players to reconnect. After that, a player who is not back counts as absent.
const LONGEST_WAIT: Millis = Millis(5 * 60 * 1_000);

impl Step<'_> {
    /// Stops the clocks of the tournament, but not the hands in progress.
    pub(super) fn wait_for_connections(&mut self, missing: u32) {
        let state = &self.director.state;
        if !state.course.is_running() || state.schedule.is_paused() {
            return;
        }
        self.emit(Event::ConnectionsLost { missing, until: self.now + LONGEST_WAIT });
        self.emit(Event::Paused { at: self.now });
    }

    /// Resumes once most players are back. If the floor has paused or resumed
    /// meanwhile, its decision stands.
    pub(super) fn go_on_after_outage(&mut self) {
        if self.director.state.schedule.outage().is_some() {
            self.resume();
        }
    }

    /// Resumes when the longest wait is over.
    pub(super) fn end_outage_when_due(&mut self) {
        if self.director.state.schedule.outage().is_some_and(|until| self.now >= until) {
            self.resume();
        }
    }
}

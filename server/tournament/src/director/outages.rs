//! Many players lose their connections at once: that is no player's doing, so the tournament waits
//! for them. Hands in progress are played to their ends, by the rules for whoever is not there;
//! then no hand begins, and all clocks stand still. A single lost connection stops nothing (GAPS
//! G-09).

use super::{Phase, Step};
use crate::event::Event;
use cardroom_rules::Millis;

/// How long players are waited for at most; whoever is not back by then is absent like anybody
/// else.
const LONGEST_WAIT: Millis = Millis(5 * 60 * 1_000);

impl Step<'_> {
    /// Stops the clocks of the tournament, but not the hands in progress.
    pub(super) fn wait_for_connections(&mut self, missing: u32) {
        let state = &self.director.state;
        if state.phase != Phase::Running || state.paused.is_some() {
            return;
        }
        self.emit(Event::ConnectionsLost { missing, until: self.now + LONGEST_WAIT });
        self.emit(Event::Paused { at: self.now });
    }

    /// Most are back. Where the floor paused it, or let it go on, that is for the floor.
    pub(super) fn go_on_after_outage(&mut self) {
        if self.director.state.outage.is_some() {
            self.resume();
        }
    }

    /// Nobody is waited for for ever.
    pub(super) fn end_outage_when_due(&mut self) {
        if self.director.state.outage.is_some_and(|until| self.now >= until) {
            self.resume();
        }
    }
}

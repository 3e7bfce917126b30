//! State that all players of a swarm share.

use super::Settings;
use crate::counters::Counters;
use crate::notices::Notices;
use crate::probe::Probe;
use crate::tournament::Results;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// State that all players of a swarm share.
#[derive(Default)]
pub struct Shared {
    /// How the players play.
    pub settings: Settings,
    /// The counters of the swarm.
    pub counters: Counters,
    /// Notices that are logged once for the whole swarm.
    pub notices: Notices,
    /// The results of the players' tournament entries.
    pub results: Results,
    /// The observer of the swarm, if there is one.
    pub probe: Option<Arc<dyn Probe>>,
}

impl Shared {
    /// Reports something to the observer of the swarm, if there is one.
    pub(crate) fn observe(&self, report: impl FnOnce(&dyn Probe)) {
        if let Some(probe) = &self.probe {
            report(&**probe);
        }
    }

    /// Reports something that the protocol does not allow.
    pub(super) fn protocol_error(&self, bot: usize, now: Duration, what: &str) {
        self.counters.protocol_errors.count();
        tracing::warn!(bot, what, "protocol error");
        self.observe(|probe| probe.protocol_error(bot, now, what));
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("settings", &self.settings).finish_non_exhaustive()
    }
}

//! State that all players of a swarm share.

use super::Settings;
use crate::counters::Counters;
use crate::notices::Notices;
use crate::probe::Probe;
use crate::tournament::Results;
use crate::winnings::Books;
use cardroom_protocol::{HandNo, TableId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
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
    /// The players' winnings at ring games.
    pub books: Books,
    /// The observer of the swarm, if there is one.
    pub probe: Option<Arc<dyn Probe>>,
    /// The last hand of each table that ended with one of the players dealt in.
    pub last_hands: Mutex<HashMap<TableId, HandNo>>,
}

impl Shared {
    /// Reports something to the observer of the swarm, if there is one.
    pub(crate) fn observe(&self, report: impl FnOnce(&dyn Probe)) {
        if let Some(probe) = &self.probe {
            report(&**probe);
        }
    }

    /// Returns `true` for the first player that reports the end of a hand.
    pub(super) fn is_first_report(&self, table: TableId, hand: HandNo) -> bool {
        let mut last = self.last_hands.lock().unwrap_or_else(PoisonError::into_inner);
        // The hands of a table are numbered from 1.
        let last = last.entry(table).or_insert(HandNo(0));
        let is_new = hand > *last;
        *last = hand.max(*last);
        is_new
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_counts_once_for_all_players_at_its_table() {
        let shared = Shared::default();
        let reports = [(1, 7), (1, 7), (2, 7), (1, 8), (1, 7)];
        let first =
            reports.map(|(table, hand)| shared.is_first_report(TableId(table), HandNo(hand)));
        assert_eq!(first, [true, false, true, true, false]);
    }
}

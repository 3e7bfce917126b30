//! `[standby]`: a second machine that waits for the room's place.

use super::mistakes::Mistakes;
use super::{Config, JournalMode};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A shorter limit would take a busy machine for a stopped one.
const TTL_MS: RangeInclusive<u64> = 2_000..=60_000;

/// `[standby]`: a second machine that waits for the room's place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StandbySettings {
    /// How old the last beat of the room may be before a process that waits takes its place.
    pub ttl_ms: u64,
}

impl Default for StandbySettings {
    fn default() -> Self {
        Self { ttl_ms: 3_000 }
    }
}

impl Config {
    /// Checks what a process needs that waits for the room's place. Everything that both machines
    /// must have in common belongs here.
    pub(super) fn check_standby(&self, mistakes: &mut Mistakes) {
        let range = format!("must be {} to {}", TTL_MS.start(), TTL_MS.end());
        mistakes.require(TTL_MS.contains(&self.standby.ttl_ms), "standby.ttl_ms", &range);
        if !self.server.standby {
            return;
        }
        mistakes.require(
            self.store.url.is_postgres(),
            "server.standby",
            "needs a PostgreSQL server in store.url, because both machines share the database",
        );
        mistakes.require(
            self.store.journal == JournalMode::On,
            "store.journal",
            "must be \"on\" with server.standby, because the next room goes on from it",
        );
    }
}

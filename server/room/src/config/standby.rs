//! `[standby]`: what two machines need that play the same room, one after the other.

use super::mistakes::Mistakes;
use super::{Config, ConfigError, JournalMode};
use crate::vault::KeyFile;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// A shorter limit would take a busy machine for a stopped one.
const TTL_MS: RangeInclusive<u64> = 2_000..=60_000;

/// `[standby]`: a second machine that waits for the room's place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StandbySettings {
    /// The file that opens the room's keys in its database; empty if the keys are files of the data
    /// directory.
    pub key_file: PathBuf,
    /// How old the last beat of the room may be before a process that waits takes its place.
    pub ttl_ms: u64,
}

impl Default for StandbySettings {
    fn default() -> Self {
        Self { key_file: PathBuf::new(), ttl_ms: 3_000 }
    }
}

impl StandbySettings {
    /// Returns the path of the key file, if there is one.
    #[must_use]
    pub fn key_file(&self) -> Option<&Path> {
        Some(&*self.key_file).filter(|path| !path.as_os_str().is_empty())
    }
}

impl Config {
    /// Checks what a process needs that waits for the room's place. Everything that both machines
    /// must have in common belongs here.
    pub(super) fn check_standby(&self, mistakes: &mut Mistakes) {
        let range = format!("must be {} to {}", TTL_MS.start(), TTL_MS.end());
        mistakes.require(TTL_MS.contains(&self.standby.ttl_ms), "standby.ttl_ms", &range);
        let is_shared = self.store.url.is_postgres();
        let has_key_file = self.standby.key_file().is_some();
        mistakes.require(
            !has_key_file || is_shared,
            "standby.key_file",
            "needs a PostgreSQL server in store.url, which has the keys that this file opens",
        );
        if !self.server.standby {
            return;
        }
        mistakes.require(
            is_shared,
            "server.standby",
            "needs a PostgreSQL server in store.url, because both machines share the database",
        );
        mistakes.require(
            self.store.journal == JournalMode::On,
            "store.journal",
            "must be \"on\" with server.standby, because the next room goes on from it",
        );
        mistakes.require(
            has_key_file,
            "standby.key_file",
            "must name a key file with server.standby, which both machines have: make one with \
             `cardroom keys new FILE`",
        );
    }

    /// Reads the key file, as a room does that opens with it.
    pub(super) fn check_key_file(&self) -> Result<(), ConfigError> {
        let Some(path) = self.standby.key_file() else { return Ok(()) };
        let invalid = |reason| ConfigError::Invalid { key: "standby.key_file".to_owned(), reason };
        KeyFile::read(path).map(drop).map_err(|error| invalid(error.to_string()))
    }
}

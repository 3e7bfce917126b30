//! `[standby]`: what two machines need that play the same room, one after the other.

use super::mistakes::Mistakes;
use super::{Config, ConfigError};
use crate::vault::KeyFile;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// `[standby]`: a second machine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StandbySettings {
    /// The file that opens the room's keys in its database; empty if the keys are files of the data
    /// directory.
    pub key_file: PathBuf,
}

impl StandbySettings {
    /// Returns the path of the key file, if there is one.
    #[must_use]
    pub fn key_file(&self) -> Option<&Path> {
        Some(&*self.key_file).filter(|path| !path.as_os_str().is_empty())
    }
}

impl Config {
    pub(super) fn check_standby(&self, mistakes: &mut Mistakes) {
        mistakes.require(
            self.standby.key_file().is_none() || self.store.url.is_postgres(),
            "standby.key_file",
            "needs a PostgreSQL server in store.url, which has the keys that this file opens",
        );
    }

    /// Reads the key file, as a room does that opens with it.
    pub(super) fn check_key_file(&self) -> Result<(), ConfigError> {
        let Some(path) = self.standby.key_file() else { return Ok(()) };
        let invalid = |reason| ConfigError::Invalid { key: "standby.key_file".to_owned(), reason };
        KeyFile::read(path).map(drop).map_err(|error| invalid(error.to_string()))
    }
}

//! Tournaments in the configuration.

use super::{Config, ConfigError};
use crate::director::{Calendar, CalendarError};
use cardroom_rules::{Library, Structure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One `[[tournaments]]` entry: announced whenever no tournament of this name takes entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduledTournament {
    /// The name in the lobby.
    pub name: String,
    /// The id of its structure.
    pub structure: String,
    /// How long after its announcement it starts; absent where it starts as soon as it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_in_minutes: Option<u64>,
    /// When it takes place instead, again and again: `sun 18:30` or `daily 20:00`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub every: Vec<String>,
    /// The time zone of these dates.
    #[serde(default = "utc")]
    pub time_zone: String,
    /// How long before each of them entries are taken.
    #[serde(default = "a_day")]
    pub opens_minutes_before: u64,
    /// The id of the league it counts for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub league: Option<String>,
    /// Whether accounts may play here by program.
    #[serde(default = "yes")]
    pub bots_allowed: bool,
    /// The most house bots that fill it up, once somebody has entered.
    #[serde(default)]
    pub house_bots: u32,
    /// How long after that they begin to come, so that people have a chance.
    #[serde(default = "people_first")]
    pub house_bots_after_seconds: u64,
}

fn utc() -> String {
    "UTC".to_owned()
}

fn a_day() -> u64 {
    24 * 60
}

fn people_first() -> u64 {
    15
}

fn yes() -> bool {
    true
}

impl Config {
    /// The structures of tournaments, by id.
    ///
    /// # Errors
    /// The schedule names a structure that is not there.
    pub fn structures(
        &self,
        library: &Library,
    ) -> Result<BTreeMap<String, Arc<Structure>>, ConfigError> {
        let by_id = |structure: &Arc<Structure>| (structure.id.clone(), Arc::clone(structure));
        let structures: BTreeMap<_, _> = library.structures().map(by_id).collect();
        for (index, scheduled) in self.tournaments.iter().enumerate() {
            if !structures.contains_key(&scheduled.structure) {
                return Err(ConfigError::Invalid {
                    key: format!("tournaments[{index}].structure"),
                    reason: format!("there is no structure \"{}\"", scheduled.structure),
                });
            }
            Calendar::read(&scheduled.every, &scheduled.time_zone).map_err(|error| {
                let key = match error {
                    CalendarError::Zone(_) => "time_zone",
                    CalendarError::Date(_) => "every",
                };
                let key = format!("tournaments[{index}].{key}");
                ConfigError::Invalid { key, reason: error.to_string() }
            })?;
            if !scheduled.every.is_empty() && scheduled.starts_in_minutes.is_some() {
                return Err(ConfigError::Invalid {
                    key: format!("tournaments[{index}].starts_in_minutes"),
                    reason: "it starts when every says".to_owned(),
                });
            }
            if scheduled.house_bots > 0 && !scheduled.bots_allowed {
                return Err(ConfigError::Invalid {
                    key: format!("tournaments[{index}].house_bots"),
                    reason: "no programs are allowed here".to_owned(),
                });
            }
        }
        Ok(structures)
    }
}

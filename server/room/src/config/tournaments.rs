//! Tournaments in the configuration.

use super::mistakes::Mistakes;
use super::{Config, ConfigError};
use crate::calendar::Calendar;
use cardroom_protocol::limits::MAX_TOURNAMENT_NAME_CHARS;
use cardroom_rules::{Library, Structure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One `[[tournaments]]` entry. A tournament is announced whenever none of this name takes entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduledTournament {
    pub name: String,
    pub structure: String,
    /// The time from its announcement to its start. If absent, it starts as soon as it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_in_minutes: Option<u64>,
    /// The recurring dates of its start instead: `sun 18:30` or `daily 20:00`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub every: Vec<String>,
    /// The time zone of these dates.
    #[serde(default = "utc")]
    pub time_zone: String,
    /// How long before each date registration opens.
    #[serde(default = "a_day")]
    pub opens_minutes_before: u64,
    /// The id of the league it counts for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub league: Option<String>,
    /// Whether programs may play here.
    #[serde(default = "yes")]
    pub bots_allowed: bool,
    /// Whether deals can be verified; as `[deal]` says if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifiable: Option<bool>,
    /// The most house bots that enter it, once a person has entered.
    #[serde(default)]
    pub house_bots: u32,
    /// How long after that the house bots begin to enter, so that people have a chance.
    #[serde(default = "people_first")]
    pub house_bots_after_seconds: u64,
}

/// The longest wait of a schedule, in minutes.
const A_YEAR: u64 = 366 * 24 * 60;

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
    /// Returns the structures of tournaments, by id.
    ///
    /// # Errors
    /// Every mistake of the schedule except an unknown league.
    pub fn structures(
        &self,
        library: &Library,
    ) -> Result<BTreeMap<String, Arc<Structure>>, ConfigError> {
        let by_id = |structure: &Arc<Structure>| (structure.id.clone(), Arc::clone(structure));
        let structures: BTreeMap<_, _> = library.structures().map(by_id).collect();
        let mut mistakes = Mistakes::default();
        for (index, scheduled) in self.tournaments.iter().enumerate() {
            scheduled.check(&format!("tournaments[{index}]."), &structures, &mut mistakes);
        }
        mistakes.finish(structures)
    }
}

impl ScheduledTournament {
    /// Returns the first mistake of a schedule that is no part of the configuration.
    #[must_use]
    pub fn mistake(&self, structures: &BTreeMap<String, Arc<Structure>>) -> Option<String> {
        let mut mistakes = Mistakes::default();
        self.check("", structures, &mut mistakes);
        Some(match mistakes.finish(()).err()? {
            ConfigError::Several(all) => all.first()?.to_string(),
            error => error.to_string(),
        })
    }

    /// Checks that nothing is set that needs cards dealt by the room.
    fn check_real_cards(&self, prefix: &str, mistakes: &mut Mistakes) {
        mistakes.require(
            self.house_bots == 0,
            &format!("{prefix}house_bots"),
            "must be 0, because the structure has cards = \"real\", and a bot cannot hold real cards",
        );
        mistakes.require(
            self.verifiable != Some(true),
            &format!("{prefix}verifiable"),
            "cannot be true, because the structure has cards = \"real\", and the room deals \
             nothing that could be verified",
        );
    }

    /// Checks everything that needs no league.
    fn check(
        &self,
        prefix: &str,
        structures: &BTreeMap<String, Arc<Structure>>,
        mistakes: &mut Mistakes,
    ) {
        let key = |name: &str| format!("{prefix}{name}");
        match structures.get(&self.structure) {
            None => {
                let reason = format!("there is no structure \"{}\"", self.structure);
                mistakes.add(key("structure"), reason);
            }
            Some(structure) if structure.has_real_cards() => {
                self.check_real_cards(prefix, mistakes);
            }
            Some(_) => {}
        }
        let has_name = (1..=MAX_TOURNAMENT_NAME_CHARS).contains(&self.name.trim().chars().count())
            && !self.name.chars().any(char::is_control);
        let range = format!("must have 1 to {MAX_TOURNAMENT_NAME_CHARS} characters");
        mistakes.require(has_name, &key("name"), &range);
        if let Err(error) = Calendar::read(&[], &self.time_zone) {
            mistakes.add(key("time_zone"), error.to_string());
        }
        for (number, date) in self.every.iter().enumerate() {
            if let Err(error) = Calendar::read(std::slice::from_ref(date), "UTC") {
                mistakes.add(key(&format!("every[{number}]")), error.to_string());
            }
        }
        mistakes.require(
            self.every.is_empty() || self.starts_in_minutes.is_none(),
            &key("starts_in_minutes"),
            "cannot stand beside \"every\", which says when the tournament starts",
        );
        mistakes.require(
            self.house_bots == 0 || self.bots_allowed,
            &key("house_bots"),
            "must be 0, because bots_allowed is false",
        );
        for (name, minutes) in [
            ("starts_in_minutes", self.starts_in_minutes.unwrap_or(0)),
            ("opens_minutes_before", self.opens_minutes_before),
            ("house_bots_after_seconds", self.house_bots_after_seconds / 60),
        ] {
            let unit = if name.ends_with("seconds") { A_YEAR * 60 } else { A_YEAR };
            mistakes.require(minutes <= A_YEAR, &key(name), &format!("must be at most {unit}"));
        }
    }
}

//! A crowd as a scenario's file describes it: who the visitors are, what they do, and
//! how many come when.

use super::span::Span;
use super::stages::{Stages, scaled, share};
use cardroom_bot::ThinkTime;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// How many of the visitors that only [wait](Plan::waiting) come per second, and how
/// long they may settle.
const COME_PER_SECOND: f64 = 1_000.0;
const SETTLE: Duration = Duration::from_secs(3);

/// The activity of a visitor during its stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Does {
    /// Only stays connected and answers pings.
    Waits,
    /// Watches a table and reads every step.
    Watches,
    /// Requests to watch tables and reads nothing until it leaves. The room
    /// must close the connection.
    Stalls,
    /// Watches the lobby and requests the list of tables again and again.
    Browses,
    /// Enters and leaves immediately.
    Leaves,
}

/// How a visitor enters the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ComesAs {
    Stranger,
    #[default]
    Guest,
    /// With a new account, for which the room hashes a password.
    Account,
}

/// A crowd as it is written in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    does: Does,
    #[serde(default)]
    comes_as: ComesAs,
    size: Option<u32>,
    stages: Option<Stages>,
    arrivals_per_second: Option<f64>,
    at_most: Option<u32>,
    stays: Option<Span>,
    #[serde(
        default = "at_leisure",
        serialize_with = "write_think_time",
        deserialize_with = "think_time"
    )]
    pauses: ThinkTime,
    #[serde(default = "one")]
    tables: u32,
    #[serde(default)]
    same_tables: bool,
}

/// Visitors of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub(crate) struct Plan {
    pub(crate) does: Does,
    pub(crate) comes_as: ComesAs,
    pub(crate) coming: Coming,
    /// How long each visitor stays; until the end if it is absent.
    pub(crate) stays: Option<Duration>,
    /// How long each visitor waits between two requests.
    pub(crate) pauses: ThinkTime,
    /// How many tables each visitor watches.
    pub(crate) tables: u32,
    /// True if all visitors watch the same tables.
    pub(crate) same_tables: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Coming {
    /// A closed model: a planned number of visitors, in which each one that leaves is replaced.
    Staged(Stages),
    /// An open model: visitors arrive at random at this rate, however the room performs. A visitor
    /// that finds `at_most` others does not come, and is counted.
    Arriving {
        /// The average number of arrivals per second.
        per_second: f64,
        /// The limit of visitors at the same time.
        at_most: u32,
    },
}

/// Why a crowd's settings are invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PlanError {
    #[error("Set one of size, stages and arrivals_per_second.")]
    Coming,
    #[error("arrivals_per_second needs at_most (the most visitors at the same time) and stays.")]
    NoEnd,
    #[error("at_most needs arrivals_per_second.")]
    NotOpen,
    #[error("arrivals_per_second must be above 0.")]
    Rate,
    #[error(
        "stalls needs stays: a visitor that reads nothing does not learn that the run is over."
    )]
    Forever,
}

impl TryFrom<Written> for Plan {
    type Error = PlanError;

    fn try_from(written: Written) -> Result<Self, PlanError> {
        let Written { does, comes_as, size, stages, arrivals_per_second, at_most, stays, .. } =
            written;
        let stays = stays.map(|Span(stays)| stays);
        let coming = match (size, stages, arrivals_per_second) {
            (Some(size), None, None) => Coming::Staged(Stages::always(size)),
            (None, Some(stages), None) => Coming::Staged(stages),
            (None, None, Some(rate)) if !(rate.is_finite() && rate > 0.0) => {
                return Err(PlanError::Rate);
            }
            (None, None, Some(per_second)) => {
                let at_most = at_most.ok_or(PlanError::NoEnd)?;
                if stays.is_none() && does != Does::Leaves {
                    return Err(PlanError::NoEnd);
                }
                Coming::Arriving { per_second, at_most }
            }
            _ => return Err(PlanError::Coming),
        };
        if at_most.is_some() && matches!(coming, Coming::Staged(_)) {
            return Err(PlanError::NotOpen);
        }
        if does == Does::Stalls && stays.is_none() {
            return Err(PlanError::Forever);
        }
        let (pauses, tables, same_tables) = (written.pauses, written.tables, written.same_tables);
        Ok(Self { does, comes_as, coming, stays, pauses, tables, same_tables })
    }
}

impl From<Plan> for Written {
    fn from(plan: Plan) -> Self {
        let Plan { does, comes_as, coming, stays, pauses, tables, same_tables } = plan;
        let (stages, arrivals_per_second, at_most) = match coming {
            Coming::Staged(stages) => (Some(stages), None, None),
            Coming::Arriving { per_second, at_most } => (None, Some(per_second), Some(at_most)),
        };
        let stays = stays.map(Span);
        Self {
            does,
            comes_as,
            size: None,
            stages,
            arrivals_per_second,
            at_most,
            stays,
            pauses,
            tables,
            same_tables,
        }
    }
}

impl Plan {
    /// Returns `true` if these visitors do not read, so that the server must disconnect them.
    pub(crate) fn stalls(&self) -> bool {
        self.does == Does::Stalls
    }

    /// Makes a plan of guests who do nothing and stay until the end. Also returns how long they
    /// need to arrive and settle.
    pub(crate) fn waiting(count: u32) -> (Self, Duration) {
        let ramp = Duration::from_secs_f64((f64::from(count) / COME_PER_SECOND).max(1.0));
        let plan = Self {
            does: Does::Waits,
            comes_as: ComesAs::Guest,
            coming: Coming::Staged(Stages::up_to(count, ramp)),
            stays: None,
            pauses: at_leisure(),
            tables: one(),
            same_tables: false,
        };
        (plan, ramp + SETTLE)
    }

    /// Returns the largest number of visitors at the same time.
    pub(crate) fn most(&self) -> u32 {
        match &self.coming {
            Coming::Staged(stages) => stages.most(),
            Coming::Arriving { at_most, .. } => *at_most,
        }
    }

    /// Scales the plan's number of visitors and its time.
    pub(crate) fn scaled(&self, size: f64, time: f64) -> Self {
        let coming = match &self.coming {
            Coming::Staged(stages) => Coming::Staged(stages.scaled(size, time)),
            Coming::Arriving { per_second, at_most } => {
                Coming::Arriving { per_second: per_second * size, at_most: scaled(*at_most, size) }
            }
        };
        let stays = self.stays.map(|stays| stays.mul_f64(time));
        Self { coming, stays, ..self.clone() }
    }
}

impl Plan {
    /// Returns the part of the plan for generator `number` (from 0) of `generators`. All parts
    /// together are the whole plan.
    pub(crate) fn share(&self, number: usize, generators: usize) -> Self {
        let coming = match &self.coming {
            Coming::Staged(stages) => Coming::Staged(stages.share(number, generators)),
            Coming::Arriving { per_second, at_most } => {
                #[expect(clippy::cast_precision_loss, reason = "a few processes")]
                let per_second = per_second / generators as f64;
                Coming::Arriving { per_second, at_most: share(*at_most, number, generators) }
            }
        };
        Self { coming, ..self.clone() }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.coming {
            Coming::Staged(stages) => write!(f, "{stages}")?,
            Coming::Arriving { per_second, at_most } => {
                // A scaled rate has digits that mean nothing.
                let per_second = (per_second * 1e6).round() / 1e6;
                write!(f, "{per_second} a second, at most {at_most}")?;
            }
        }
        f.write_str(match self.does {
            Does::Waits => " who wait",
            Does::Watches => " who watch",
            Does::Stalls => " who do not read",
            Does::Browses => " in the lobby",
            Does::Leaves => " who log in and leave",
        })
    }
}

fn at_leisure() -> ThinkTime {
    ThinkTime::Fixed(Duration::from_secs(1))
}

fn one() -> u32 {
    1
}

/// Reads a think time as written on the command line: `none`, `human`, `250`, `100..500`.
pub(crate) fn think_time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<ThinkTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(serde::de::Error::custom)
}

pub(crate) fn write_think_time<S: Serializer>(
    think: &ThinkTime,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(think)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Result<Plan, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_crowd_is_closed_or_open() {
        let closed = plan("does = \"waits\"\nsize = 7").unwrap();
        assert_eq!((closed.most(), closed.comes_as), (7, ComesAs::Guest));
        let open = "does = \"browses\"\narrivals_per_second = 2.5\nat_most = 40\nstays = \"3 s\"";
        let open = plan(open).unwrap().scaled(0.5, 2.0);
        assert_eq!(open.coming, Coming::Arriving { per_second: 1.25, at_most: 20 });
        assert_eq!(open.stays, Some(Duration::from_secs(6)));
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        for (text, why) in [
            ("does = \"waits\"", "one of size"),
            ("does = \"waits\"\nsize = 1\nstages = []", "one of size"),
            ("does = \"waits\"\narrivals_per_second = 1.0", "needs at_most"),
            ("does = \"waits\"\narrivals_per_second = 1.0\nat_most = 5", "and stays"),
            ("does = \"leaves\"\narrivals_per_second = 0.0\nat_most = 5", "above 0"),
            ("does = \"waits\"\nsize = 1\nat_most = 5", "at_most needs"),
            ("does = \"stalls\"\nsize = 1", "does not learn"),
            ("does = \"dances\"\nsize = 1", "unknown variant"),
            ("does = \"waits\"\nsize = 1\nsise = 2", "unknown field"),
            ("does = \"waits\"\nsize = 1\npauses = \"long\"", "a think time is"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}

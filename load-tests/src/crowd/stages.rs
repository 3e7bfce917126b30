//! The planned number of visitors over time: `ramp 30 s to 1000`, `hold 1 min`. This module only
//! calculates and starts no visitors.

use super::span::Span;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A part of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Changes evenly until this number is reached.
    Ramp(Duration, u32),
    /// Keeps the number for this long.
    Hold(Duration),
}

/// The planned number of visitors over time, counted from when all bots have a seat. After the last
/// stage the number stays constant.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub(crate) struct Stages(Vec<Stage>);

/// The text is not a stage.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a stage is like \"ramp 30 s to 1000\" or \"hold 1 min\", not {0:?}")]
pub(crate) struct NotAStage(String);

impl Stages {
    /// Makes a plan with this number from the start.
    pub(crate) fn always(count: u32) -> Self {
        Self::up_to(count, Duration::ZERO)
    }

    /// Makes a plan that grows evenly to this number.
    pub(crate) fn up_to(count: u32, ramp: Duration) -> Self {
        Self(vec![Stage::Ramp(ramp, count)])
    }

    /// Returns the planned number of visitors at this time.
    pub(crate) fn target(&self, at: Duration) -> u32 {
        let mut begins = Duration::ZERO;
        let mut before = 0;
        for stage in &self.0 {
            let (length, after) = match *stage {
                Stage::Ramp(length, to) => (length, to),
                Stage::Hold(length) => (length, before),
            };
            let gone = at.saturating_sub(begins);
            if gone < length {
                let part = gone.as_secs_f64() / length.as_secs_f64();
                return between(before, after, part);
            }
            (begins, before) = (begins + length, after);
        }
        before
    }

    /// Returns the largest planned number.
    pub(crate) fn most(&self) -> u32 {
        let most = self.0.iter().map(|stage| match stage {
            Stage::Ramp(_, to) => *to,
            Stage::Hold(_) => 0,
        });
        most.max().unwrap_or(0)
    }

    /// Scales the plan's number of visitors and its time.
    pub(crate) fn scaled(&self, size: f64, time: f64) -> Self {
        let stages = self.0.iter().map(|stage| match *stage {
            Stage::Ramp(length, to) => Stage::Ramp(length.mul_f64(time), scaled(to, size)),
            Stage::Hold(length) => Stage::Hold(length.mul_f64(time)),
        });
        Self(stages.collect())
    }
}

impl Stages {
    /// Returns the part of the plan for generator `number` (from 0) of `generators`.
    pub(crate) fn share(&self, number: usize, generators: usize) -> Self {
        let stages = self.0.iter().map(|stage| match *stage {
            Stage::Ramp(length, to) => Stage::Ramp(length, share(to, number, generators)),
            hold @ Stage::Hold(_) => hold,
        });
        Self(stages.collect())
    }
}

/// Returns the part of a count for generator `number` (from 0) of `generators`.
pub(super) fn share(count: u32, number: usize, generators: usize) -> u32 {
    let before = |number: usize| count as usize * number / generators.max(1);
    u32::try_from(before(number + 1) - before(number)).unwrap_or(u32::MAX)
}

/// Scales a count. A count above 0 stays at least 1.
pub(crate) fn scaled(count: u32, size: f64) -> u32 {
    let scaled = (f64::from(count) * size).round().clamp(0.0, f64::from(u32::MAX));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it fits")]
    let scaled = scaled as u32;
    scaled.max(count.min(1))
}

fn between(before: u32, after: u32, part: f64) -> u32 {
    let count = f64::from(before) + (f64::from(after) - f64::from(before)) * part;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between")]
    let count = count.round() as u32;
    count
}

impl TryFrom<Vec<String>> for Stages {
    type Error = NotAStage;

    fn try_from(lines: Vec<String>) -> Result<Self, NotAStage> {
        lines.iter().map(|line| line.parse()).collect::<Result<_, _>>().map(Self)
    }
}

impl From<Stages> for Vec<String> {
    fn from(stages: Stages) -> Self {
        stages.0.iter().map(ToString::to_string).collect()
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ramp(length, to) => write!(f, "ramp {} to {to}", Span(*length)),
            Self::Hold(length) => write!(f, "hold {}", Span(*length)),
        }
    }
}

impl FromStr for Stage {
    type Err = NotAStage;

    fn from_str(text: &str) -> Result<Self, NotAStage> {
        let read = || {
            if let Some(ramp) = text.trim().strip_prefix("ramp ") {
                let (length, to) = ramp.split_once(" to ")?;
                let length: Span = length.parse().ok()?;
                return Some(Self::Ramp(length.0, to.trim().parse().ok()?));
            }
            let length: Span = text.trim().strip_prefix("hold ")?.parse().ok()?;
            Some(Self::Hold(length.0))
        };
        read().ok_or_else(|| NotAStage(text.to_owned()))
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, stage) in self.0.iter().enumerate() {
            let comma = if number > 0 { ", " } else { "" };
            match stage {
                Stage::Ramp(Duration::ZERO, to) => write!(f, "{comma}{to}")?,
                stage => write!(f, "{comma}{stage}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(lines: &[&str]) -> Stages {
        Stages::try_from(lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_ramp_is_even_and_what_comes_last_stays() {
        let plan = stages(&["ramp 10 s to 1000", "hold 5 s", "ramp 2 s to 0", "ramp 1 s to 7"]);
        let at = |seconds| plan.target(Duration::from_secs_f64(seconds));
        assert_eq!([0.0, 2.5, 10.0, 14.9].map(at), [0, 250, 1_000, 1_000]);
        assert_eq!([16.0, 17.0, 18.0, 1e6].map(at), [500, 0, 7, 7]);
        assert_eq!(plan.most(), 1_000);
        assert_eq!(Stages::always(3).target(Duration::ZERO), 3);
        assert_eq!(Stages::default().target(Duration::from_secs(9)), 0);
    }

    #[test]
    fn a_plan_is_made_smaller_and_shorter_and_says_so() {
        let plan = stages(&["ramp 10 s to 1000", "hold 5 s", "ramp 2 s to 0"]).scaled(0.01, 0.1);
        assert_eq!(plan.to_string(), "ramp 1 s to 10, hold 500 ms, ramp 200 ms to 0");
        assert_eq!((scaled(3, 0.001), scaled(0, 5.0)), (1, 0), "of something one is left");
    }

    #[test]
    fn generators_share_a_plan() {
        let plan = stages(&["ramp 10 s to 10", "hold 5 s", "ramp 2 s to 1"]);
        let parts: Vec<_> = (0..3).map(|number| plan.share(number, 3)).collect();
        for second in [0, 4, 10, 12, 17, 99] {
            let at = Duration::from_secs(second);
            let there: u32 = parts.iter().map(|part| part.target(at)).sum();
            assert!(there.abs_diff(plan.target(at)) <= 1, "{second} s: {there}");
        }
        let written: Vec<String> = plan.clone().into();
        assert_eq!(Stages::try_from(written).unwrap(), plan);
    }

    #[test]
    fn what_is_no_stage_is_refused() {
        for line in ["ramp to 5", "ramp 5 to 5", "ramp 5 s to many", "hold", "jump 1 s to 4", ""] {
            assert!(Stages::try_from(vec![line.to_owned()]).is_err(), "{line}");
        }
    }
}

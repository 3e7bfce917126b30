//! How long a bot waits before it answers a turn.

use rand::{Rng, RngExt as _};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long a bot waits before it answers a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ThinkTime {
    /// Answers without a delay.
    #[default]
    None,
    /// Always the same time.
    Fixed(Duration),
    /// A uniformly distributed time.
    Uniform {
        /// The lower bound of the time.
        min: Duration,
        /// The upper bound of the time.
        max: Duration,
    },
    /// A log-normal time like a person's: usually a second or two, now and then much longer.
    Human,
}

/// The median of a person's decisions, in seconds.
const HUMAN_MEDIAN_S: f64 = 1.6;
/// The spread of a person's decisions: the standard deviation of the logarithm.
const HUMAN_SIGMA: f64 = 0.75;
/// The shortest time, in seconds.
const HUMAN_MIN_S: f64 = 0.35;
/// The longest time, in seconds. The table's clock may allow less.
const HUMAN_MAX_S: f64 = 12.0;

impl ThinkTime {
    /// Draws a time of at most `limit`.
    pub fn sample(self, rng: &mut impl Rng, limit: Duration) -> Duration {
        let time = match self {
            Self::None => Duration::ZERO,
            Self::Fixed(time) => time,
            Self::Uniform { min, max } if min < max => rng.random_range(min..=max),
            Self::Uniform { min, .. } => min,
            Self::Human => {
                let seconds = HUMAN_MEDIAN_S * (HUMAN_SIGMA * standard_normal(rng)).exp();
                Duration::from_secs_f64(seconds.clamp(HUMAN_MIN_S, HUMAN_MAX_S))
            }
        };
        time.min(limit)
    }
}

/// Applies the Box–Muller transform to two uniform numbers.
fn standard_normal(rng: &mut impl Rng) -> f64 {
    // From (0, 1], because the logarithm of 0 is not finite.
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}

/// The text is not a think time.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a think time is none, human, milliseconds (250) or a range of them (100..500), not {0:?}")]
pub struct ParseThinkTimeError(String);

impl FromStr for ThinkTime {
    type Err = ParseThinkTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseThinkTimeError(text.to_owned());
        let millis = |part: &str| part.parse().map(Duration::from_millis).map_err(|_| wrong());
        match (text, text.split_once("..")) {
            ("none", _) => Ok(Self::None),
            ("human", _) => Ok(Self::Human),
            (_, None) => Ok(Self::Fixed(millis(text)?)),
            (_, Some((min, max))) => {
                let (min, max) = (millis(min)?, millis(max)?);
                if min > max { Err(wrong()) } else { Ok(Self::Uniform { min, max }) }
            }
        }
    }
}

impl fmt::Display for ThinkTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Human => f.write_str("human"),
            Self::Fixed(time) => write!(f, "{}", time.as_millis()),
            Self::Uniform { min, max } => write!(f, "{}..{}", min.as_millis(), max.as_millis()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::{Purpose, Seed};

    #[test]
    fn reads_what_it_writes() {
        for text in ["none", "human", "250", "100..500"] {
            assert_eq!(text.parse::<ThinkTime>().unwrap().to_string(), text);
        }
        for text in ["", "fast", "500..100", "1..", "-3"] {
            assert!(text.parse::<ThinkTime>().is_err(), "{text}");
        }
    }

    #[test]
    fn people_mostly_take_a_second_or_two_and_sometimes_long() {
        let mut rng = Seed::new(1, 1).rng(Purpose::Think);
        let limit = Duration::from_secs(60);
        let mut times: Vec<_> =
            (0..2_000).map(|_| ThinkTime::Human.sample(&mut rng, limit).as_millis()).collect();
        times.sort_unstable();
        assert!((1_400..1_800).contains(&times[1_000]), "median {}", times[1_000]);
        assert!(times[1_900] > 4_000, "95th percentile {}", times[1_900]);
        assert!(times[0] >= 350 && times[1_999] <= 12_000);
    }

    #[test]
    fn never_longer_than_the_limit() {
        let mut rng = Seed::new(1, 1).rng(Purpose::Think);
        let limit = Duration::from_millis(120);
        let range: ThinkTime = "100..500".parse().unwrap();
        for _ in 0..100 {
            let time = range.sample(&mut rng, limit);
            assert!((Duration::from_millis(100)..=limit).contains(&time));
        }
    }
}

//! The ranges of numbers, which are the same in scenario files and on the command line.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The longest time, in seconds: a week.
const LONGEST: f64 = 7.0 * 24.0 * 3600.0;

/// Reads a whole number from `LEAST` to `MOST`.
pub(super) fn whole<
    'de,
    D: Deserializer<'de>,
    T: TryFrom<u64>,
    const LEAST: u64,
    const MOST: u64,
>(
    deserializer: D,
) -> Result<T, D::Error> {
    let number = Some(u64::deserialize(deserializer)?);
    let number = number.filter(|number| (LEAST..=MOST).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| D::Error::custom(format_args!("{LEAST} to {MOST}")))
}

/// Reads a number of seconds.
pub(super) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    in_time(f64::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Reads a number of seconds that may be left out.
pub(super) fn some_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    seconds(deserializer).map(Some)
}

/// Parses a number of seconds.
pub(super) fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    in_time(seconds).map_err(str::to_owned)
}

fn in_time(seconds: f64) -> Result<f64, &'static str> {
    if (0.0..=LONGEST).contains(&seconds) { Ok(seconds) } else { Err("0 to a week") }
}

//! Durations as people write them: `500 ms`, `30 s`, `2 min`, `1 h`.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The units of a duration, in milliseconds.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000)];

/// A duration with its text format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Span(pub(crate) Duration);

/// The text is not a duration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a time is like 500 ms, 30 s, 2 min or 1 h, not {0:?}")]
pub(crate) struct NotASpan(String);

impl FromStr for Span {
    type Err = NotASpan;

    fn from_str(text: &str) -> Result<Self, NotASpan> {
        let wrong = || NotASpan(text.to_owned());
        let text = text.trim();
        let digits = text.find(|it: char| !it.is_ascii_digit() && it != '.').ok_or_else(wrong)?;
        let (number, unit) = text.split_at(digits);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let unit = UNITS.iter().find(|(name, _)| *name == unit.trim()).ok_or_else(wrong)?;
        #[expect(clippy::cast_precision_loss, reason = "milliseconds of an hour")]
        let seconds = number * unit.1 as f64 / 1e3;
        Duration::try_from_secs_f64(seconds).map(Self).map_err(|_| wrong())
    }
}

impl TryFrom<String> for Span {
    type Error = NotASpan;

    fn try_from(text: String) -> Result<Self, NotASpan> {
        text.parse()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        span.to_string()
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        match millis {
            0 => f.write_str("0 s"),
            whole if whole % 60_000 == 0 => write!(f, "{} min", whole / 60_000),
            whole if whole % 1_000 == 0 => write!(f, "{} s", whole / 1_000),
            other => write!(f, "{other} ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, millis, again) in [
            ("500 ms", 500, "500 ms"),
            ("30s", 30_000, "30 s"),
            ("1.5 s", 1_500, "1500 ms"),
            ("2 min", 120_000, "2 min"),
            ("1 h", 3_600_000, "60 min"),
        ] {
            let span: Span = text.parse().unwrap();
            assert_eq!((span.0.as_millis(), span.to_string().as_str()), (millis, again), "{text}");
        }
        for text in ["", "5", "s", "-1 s", "1 day", "1.2.3 s", "1e999 s"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }
}

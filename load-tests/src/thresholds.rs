//! Thresholds that a run must reach, such as `action_rtt:p99<50ms` or `hands_per_second>=500`.
//!
//! A threshold on a figure that could not be measured fails.

use crate::figures::{FIGURES, Figure, Figures, LATENCIES, Latency, Unit};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// A bound on one figure.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Threshold {
    text: String,
    subject: Subject,
    relation: Relation,
    /// The bound in the figure's unit: seconds, bytes, a share from 0 to 1 or a plain number.
    bound: f64,
}

#[derive(Clone, Copy)]
enum Subject {
    Latency(&'static Latency, Statistic),
    Figure(&'static Figure),
}

/// A statistic of a distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Statistic {
    /// The time that this part of all times does not exceed.
    Quantile(f64),
    Mean,
}

/// How a value must relate to its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
}

/// The result of a threshold in a run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Verdict {
    /// The threshold as it was written.
    pub(crate) threshold: String,
    /// The figure's value; `None` if it could not be measured.
    pub(crate) value: Option<f64>,
    pub(crate) unit: Unit,
    pub(crate) holds: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ParseThresholdError {
    #[error("a threshold is like action_rtt:p99<50ms or hands_per_second>=500, not {0:?}")]
    Form(String),
    #[error("there is no figure {name:?}; the figures are {known}")]
    UnknownFigure { name: String, known: String },
    #[error("{0} is a distribution: name a part of it, as in {0}:p99<50ms")]
    NoStatistic(&'static str),
    #[error("{0} is a single number: leave out what follows the colon")]
    NotADistribution(&'static str),
    #[error("{0:?} is not min, mean, max or a percentile like p99.9")]
    Statistic(String),
    #[error("{text:?} is not {wanted}")]
    Bound { text: String, wanted: &'static str },
}

impl Threshold {
    /// Checks the threshold against a run.
    pub(crate) fn judge(&self, run: &Figures) -> Verdict {
        let (value, unit) = match self.subject {
            Subject::Figure(figure) => (figure.value(run), figure.unit),
            Subject::Latency(latency, statistic) => {
                let times = latency.times(run);
                let value = match statistic {
                    Statistic::Quantile(part) => times.seconds(part),
                    Statistic::Mean => times.summary().map(|summary| summary.mean),
                };
                (value, Unit::Time)
            }
        };
        let holds = value.is_some_and(|value| self.relation.holds(value, self.bound));
        Verdict { threshold: self.text.clone(), value, unit, holds }
    }
}

impl Relation {
    /// The signs in the order in which they are searched: `<=` before `<`.
    const SIGNS: [(&'static str, Self); 5] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("==", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// Splits a condition such as `hands>=500` into its subject, its relation and its bound.
    pub(crate) fn split(text: &str) -> Option<(&str, Self, &str)> {
        let (subject, rest) = text.split_at(text.find(['<', '>', '='])?);
        let mut signs = Self::SIGNS.into_iter();
        let (relation, bound) =
            signs.find_map(|(sign, relation)| Some((relation, rest.strip_prefix(sign)?)))?;
        Some((subject.trim(), relation, bound.trim()))
    }

    #[expect(clippy::float_cmp, reason = "== is for counts, which are exact")]
    pub(crate) fn holds(self, value: f64, bound: f64) -> bool {
        match self {
            Self::Less => value < bound,
            Self::AtMost => value <= bound,
            Self::Greater => value > bound,
            Self::AtLeast => value >= bound,
            Self::Equal => value == bound,
        }
    }
}

impl TryFrom<String> for Threshold {
    type Error = ParseThresholdError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl FromStr for Threshold {
    type Err = ParseThresholdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || ParseThresholdError::Form(text.to_owned());
        let (subject, relation, bound) = Relation::split(text).ok_or_else(form)?;
        let (name, statistic) = match subject.split_once(':') {
            Some((name, statistic)) => (name.trim(), Some(statistic.trim())),
            None => (subject, None),
        };
        let subject = Subject::parse(name, statistic)?;
        let bound = parse_bound(bound, subject.unit())?;
        Ok(Self { text: text.trim().to_owned(), subject, relation, bound })
    }
}

impl Subject {
    fn parse(name: &str, statistic: Option<&str>) -> Result<Self, ParseThresholdError> {
        match (Latency::named(name), Figure::named(name), statistic) {
            (Some(latency), _, Some(statistic)) => {
                Ok(Self::Latency(latency, parse_statistic(statistic)?))
            }
            (Some(latency), _, None) => Err(ParseThresholdError::NoStatistic(latency.name)),
            (None, Some(figure), None) => Ok(Self::Figure(figure)),
            (None, Some(figure), Some(_)) => {
                Err(ParseThresholdError::NotADistribution(figure.name))
            }
            (None, None, _) => {
                let names = LATENCIES.iter().map(|latency| latency.name);
                let names: Vec<_> = names.chain(FIGURES.iter().map(|figure| figure.name)).collect();
                let known = names.join(", ");
                Err(ParseThresholdError::UnknownFigure { name: name.to_owned(), known })
            }
        }
    }

    fn unit(self) -> Unit {
        match self {
            Self::Latency(..) => Unit::Time,
            Self::Figure(figure) => figure.unit,
        }
    }
}

fn parse_statistic(text: &str) -> Result<Statistic, ParseThresholdError> {
    let unknown = || ParseThresholdError::Statistic(text.to_owned());
    match text {
        "min" => Ok(Statistic::Quantile(0.0)),
        "max" => Ok(Statistic::Quantile(1.0)),
        "mean" => Ok(Statistic::Mean),
        _ => {
            let percent: f64 =
                text.strip_prefix('p').ok_or_else(unknown)?.parse().map_err(|_| unknown())?;
            let part = percent / 100.0;
            (0.0..=1.0).contains(&part).then_some(Statistic::Quantile(part)).ok_or_else(unknown)
        }
    }
}

/// Parses a number with a unit that fits the figure.
fn parse_bound(text: &str, unit: Unit) -> Result<f64, ParseThresholdError> {
    let (units, needed, wanted): (&[(&str, f64)], bool, _) = match unit {
        // A bare number would not say whether 50 means seconds or milliseconds.
        Unit::Time => (
            &[("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)],
            true,
            "a time like 800us, 50ms or 2s",
        ),
        Unit::Bytes => (
            &[
                ("KiB", 1024.0),
                ("MiB", 1024.0 * 1024.0),
                ("GiB", 1024.0 * 1024.0 * 1024.0),
                ("kB", 1e3),
                ("MB", 1e6),
                ("GB", 1e9),
                ("B", 1.0),
            ],
            false,
            "a number of bytes like 1500, 64KiB or 2MB",
        ),
        Unit::Share => (&[("%", 0.01)], false, "a share like 80% or 0.8"),
        Unit::Count | Unit::PerSecond | Unit::Cores => (&[], false, "a number"),
    };
    let wrong = || ParseThresholdError::Bound { text: text.to_owned(), wanted };
    let found =
        units.iter().find_map(|(suffix, factor)| Some((text.strip_suffix(suffix)?, factor)));
    let (number, factor) = match found {
        Some((number, factor)) => (number.trim_end(), *factor),
        None if needed => return Err(wrong()),
        None => (text, 1.0),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    // "inf" and "nan" parse as numbers.
    if number.is_finite() && number >= 0.0 { Ok(number * factor) } else { Err(wrong()) }
}

impl fmt::Debug for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Threshold").field(&self.text).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Sample;
    use cardroom_bot::counters::Totals;
    use std::time::Duration;

    fn threshold(text: &str) -> Threshold {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn refused(text: &str) -> String {
        text.parse::<Threshold>().expect_err(text).to_string()
    }

    fn run() -> Figures {
        let mut run = Figures::default();
        for millis in 1..=100 {
            run.latencies.action_rtt.record(Duration::from_millis(millis));
        }
        let bots = Totals { hands: 1_000, bytes_received: 2_048_000, ..Totals::default() };
        run.end = Sample { at: Duration::from_secs(10), bots, ..Sample::default() };
        run
    }

    #[test]
    fn thresholds_hold_or_do_not() {
        let run = run();
        let cases = [
            ("action_rtt:p99<50ms", false),
            ("action_rtt:p99<100ms", true),
            ("action_rtt:p50 <= 51ms", true),
            ("action_rtt:p99.9<0.1s", false),
            ("action_rtt:max<101000us", true),
            ("action_rtt:min<2ms", true),
            ("action_rtt:mean>49ms", true),
            ("hands_per_second>=100", true),
            ("hands_per_second>100", false),
            ("hands==1000", true),
            ("bytes_received_per_hand<=2KiB", true),
            ("bytes_received_per_hand<2kB", false),
            ("protocol_errors==0", true),
            ("measured_seconds>=10s", true),
        ];
        for (text, holds) in cases {
            let verdict = threshold(text).judge(&run);
            assert_eq!(verdict.holds, holds, "{verdict:?}");
            assert_eq!(verdict.threshold, text);
        }
    }

    #[test]
    fn what_was_not_measured_holds_no_threshold() {
        for text in ["action_seen:p99<50ms", "server_cpu_per_action<1s", "server_rss>0"] {
            let verdict = threshold(text).judge(&run());
            assert_eq!((verdict.value, verdict.holds), (None, false), "{text}");
        }
    }

    #[test]
    fn shares_may_be_written_in_percent() {
        assert!((threshold("generator_cpu_share<80%").bound - 0.8).abs() < 1e-12);
        assert!((threshold("generator_cpu_share<0.8").bound - 0.8).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_threshold_is_refused_with_its_reason() {
        assert!(refused("action_rtt:p99").contains("is like"));
        assert!(refused("action_rtt:p99=50ms").contains("is like"));
        assert!(refused("action_rtt<50ms").contains("name a part"));
        assert!(refused("hands:p99<5").contains("single number"));
        assert!(refused("action_rtt:p101<50ms").contains("percentile"));
        assert!(refused("action_rtt:median<50ms").contains("percentile"));
        assert!(refused("action_rtt:p99<50").contains("a time like"));
        assert!(refused("action_rtt:p99<-5ms").contains("a time like"));
        assert!(refused("action_rtt:p99<infs").contains("a time like"));
        assert!(refused("hands>many").contains("a number"));
        assert!(refused("hands>5ms").contains("a number"));
        let unknown = refused("latency:p99<5ms");
        assert!(unknown.contains("action_rtt") && unknown.contains("hands_per_second"));
    }
}

//! Times in a histogram with three significant digits, up to two minutes.

use hdrhistogram::Histogram;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// The unit of times: nanoseconds.
const SHORTEST_NS: u64 = 1;
/// The largest recorded time. Longer times count as this one.
const LONGEST_NS: u64 = 120_000_000_000;
const SIGNIFICANT_DIGITS: u8 = 3;
/// The shortest accepted interval. It bounds the corrections for a stall, and no table is faster.
const FASTEST_PACE_NS: u64 = 10_000;

#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    histogram: Histogram<u64>,
}

/// A summary of a distribution, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) count: u64,
    pub(crate) min: f64,
    pub(crate) mean: f64,
    pub(crate) p50: f64,
    pub(crate) p90: f64,
    pub(crate) p99: f64,
    #[serde(rename = "p99.9")]
    pub(crate) p99_9: f64,
    pub(crate) max: f64,
}

impl Default for Distribution {
    fn default() -> Self {
        let histogram = Histogram::new_with_bounds(SHORTEST_NS, LONGEST_NS, SIGNIFICANT_DIGITS)
            .expect("the bounds are constants that a histogram can have");
        Self { histogram }
    }
}

impl Distribution {
    pub(crate) fn record(&mut self, time: Duration) {
        self.histogram.saturating_record(nanos(time));
    }

    /// Adds all times of another distribution.
    pub(crate) fn add(&mut self, other: &Self) {
        self.histogram.add(&other.histogram).expect("all distributions have the same bounds");
    }

    /// Returns the number of times.
    pub(crate) fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// Returns the time that the given part of all times does not exceed, or
    /// `None` without any times.
    pub(crate) fn quantile(&self, part: f64) -> Option<Duration> {
        let some = !self.histogram.is_empty();
        some.then(|| Duration::from_nanos(self.histogram.value_at_quantile(part)))
    }

    /// Returns the same in seconds.
    pub(crate) fn seconds(&self, part: f64) -> Option<f64> {
        self.quantile(part).map(|time| time.as_secs_f64())
    }

    /// Corrects for coordinated omission: adds the times that a player who acts every `interval`
    /// would have seen in a stall. An action that took 5 intervals kept back 4 others, which would
    /// have taken 4, 3, 2 and 1. Adds nothing if the interval is unknown or impossible.
    pub(crate) fn paced(&self, interval: Option<Duration>) -> Self {
        match interval.map(nanos).filter(|&interval| interval >= FASTEST_PACE_NS) {
            Some(interval) => Self { histogram: self.histogram.clone_correct(interval) },
            None => self.clone(),
        }
    }

    /// Summarizes the distribution, or returns `None` without any times.
    pub(crate) fn summary(&self) -> Option<Summary> {
        Some(Summary {
            count: self.count(),
            min: self.seconds(0.0)?,
            mean: self.histogram.mean() / 1e9,
            p50: self.seconds(0.5)?,
            p90: self.seconds(0.9)?,
            p99: self.seconds(0.99)?,
            p99_9: self.seconds(0.999)?,
            max: self.seconds(1.0)?,
        })
    }
}

/// Serialized as each distinct time in nanoseconds and its count.
impl Serialize for Distribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let times = self.histogram.iter_recorded();
        let times = times.map(|it| (it.value_iterated_to(), it.count_since_last_iteration()));
        serializer.collect_seq(times)
    }
}

impl<'de> Deserialize<'de> for Distribution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut distribution = Self::default();
        for (nanos, count) in Vec::<(u64, u64)>::deserialize(deserializer)? {
            distribution.histogram.saturating_record_n(nanos, count);
        }
        Ok(distribution)
    }
}

pub(crate) fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn of(times: impl IntoIterator<Item = Duration>) -> Distribution {
        let mut distribution = Distribution::default();
        times.into_iter().for_each(|time| distribution.record(time));
        distribution
    }

    fn near(time: Option<Duration>, expected: Duration) -> bool {
        let time = time.unwrap().as_secs_f64();
        (time / expected.as_secs_f64() - 1.0).abs() < 0.001
    }

    #[test]
    fn quantiles_are_exact_to_three_digits() {
        let times = of((1..=1_000).map(ms));
        assert!(near(times.quantile(0.5), ms(500)));
        assert!(near(times.quantile(0.99), ms(990)));
        assert!(near(times.quantile(1.0), ms(1_000)));
        assert!(near(of([Duration::from_micros(37)]).quantile(0.5), Duration::from_micros(37)));
        assert_eq!(Distribution::default().quantile(0.5), None);
        assert_eq!(Distribution::default().summary(), None);
    }

    #[test]
    fn what_is_out_of_bounds_is_counted_all_the_same() {
        let times = of([Duration::ZERO, Duration::from_secs(3_600)]);
        assert_eq!(times.count(), 2);
        assert!(near(times.quantile(1.0), Duration::from_nanos(LONGEST_NS)));
    }

    /// 999 actions of 1 ms, and a table that stalled for a second. At one action every 10 ms, the
    /// stall stands for 100 actions of 1000, 990, … 10 ms. 1,000 are measured in all.
    #[test]
    fn a_stall_weighs_as_many_actions_as_it_kept_from_happening() {
        let measured = of(std::iter::repeat_n(ms(1), 999).chain([ms(1_000)]));
        assert!(near(measured.quantile(0.99), ms(1)));
        let paced = measured.paced(Some(ms(10)));
        assert_eq!(paced.count(), 1_000 + 99);
        assert!(near(paced.quantile(0.5), ms(1)));
        // The 1,089th of 1,099 times. Ten are longer, from 910 to 1000 ms.
        assert!(near(paced.quantile(1_089.0 / 1_099.0), ms(900)), "{:?}", paced.quantile(0.99));
        assert!(near(paced.quantile(1.0), ms(1_000)));
    }

    #[test]
    fn without_stalls_or_without_a_pace_nothing_is_added() {
        let measured = of((1..=100).map(|_| ms(9)));
        assert_eq!(measured.paced(Some(ms(10))).count(), 100);
        assert_eq!(measured.paced(None).count(), 100);
        // An interval of zero would never finish.
        assert_eq!(measured.paced(Some(Duration::ZERO)).count(), 100);
    }

    #[test]
    fn what_is_written_and_read_again_is_the_same() {
        let times = of((1..=5_000).map(|it| Duration::from_micros(it * it)));
        let text = serde_json::to_string(&times).unwrap();
        let read: Distribution = serde_json::from_str(&text).unwrap();
        assert_eq!(read.count(), 5_000);
        for part in [0.001, 0.5, 0.9, 0.99, 0.999, 1.0] {
            assert_eq!(read.quantile(part), times.quantile(part), "{part}");
        }
        let nothing = serde_json::to_string(&Distribution::default()).unwrap();
        assert_eq!(nothing, "[]", "a second without actions is short");
    }

    #[test]
    fn parts_add_up() {
        let mut all = of([ms(1)]);
        all.add(&of([ms(3), ms(5)]));
        assert_eq!(all.count(), 3);
        assert!(near(all.quantile(0.5), ms(3)));
    }
}

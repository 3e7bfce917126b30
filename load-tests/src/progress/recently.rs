//! The last seconds of a run, for people who watch: current rates and times, not those
//! of the whole run.

use super::Glance;
use crate::figures::Distribution;
use crate::process_stats::ProcessUse;
use std::collections::VecDeque;
use std::time::Duration;

/// The length of the window for current values.
const WINDOW: Duration = Duration::from_secs(2);

/// A moment of a run. Counts are totals so far. Everything else covers the time
/// since the moment before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    pub(crate) at: Duration,
    pub(crate) hands: u64,
    /// Actions that their actors have read.
    pub(crate) actions: u64,
    /// The server's usage so far.
    pub(crate) server: Option<ProcessUse>,
    /// The generators' usage so far.
    pub(crate) generator: Option<ProcessUse>,
    /// The times of `action_rtt`.
    pub(crate) times: Distribution,
    /// The longest time in which the server answered a ping.
    pub(crate) server_lag: Option<Duration>,
    /// The longest delay of a generator.
    pub(crate) generator_lag: Option<Duration>,
}

#[derive(Debug, Default)]
pub(crate) struct Recently {
    points: VecDeque<Point>,
}

impl Recently {
    /// Adds the current moment, and drops those outside the window.
    pub(crate) fn add(&mut self, point: Point) {
        let now = point.at;
        self.points.push_back(point);
        // Rates count from the first moment left.
        while self.points.get(1).is_some_and(|second| now.saturating_sub(second.at) >= WINDOW) {
            self.points.pop_front();
        }
    }

    /// Returns the current rates and times. All other values are absent.
    pub(crate) fn glance(&self) -> Glance {
        let (Some(first), Some(last)) = (self.points.front(), self.points.back()) else {
            return Glance::default();
        };
        let seconds = last.at.saturating_sub(first.at).as_secs_f64();
        let rate = |first: u64, last: u64| {
            #[expect(clippy::cast_precision_loss, reason = "a rate to be read by people")]
            let counted = last.saturating_sub(first) as f64;
            (seconds > 0.0).then(|| counted / seconds)
        };
        let cpu = |first: Option<ProcessUse>, last: Option<ProcessUse>| {
            let used = last?.cpu.saturating_sub(first?.cpu).as_secs_f64();
            (seconds > 0.0).then(|| used / seconds)
        };
        let mut times = Distribution::default();
        self.points.iter().skip(1).for_each(|point| times.add(&point.times));
        Glance {
            hands_per_second: rate(first.hands, last.hands),
            actions_per_second: rate(first.actions, last.actions),
            p50: times.quantile(0.5),
            p99: times.quantile(0.99),
            server_cpu: cpu(first.server, last.server),
            server_rss: last.server.map(|server| server.resident_bytes),
            server_lag: self.points.iter().filter_map(|point| point.server_lag).max(),
            generator_cpu: cpu(first.generator, last.generator),
            generator_lag: self.points.iter().filter_map(|point| point.generator_lag).max(),
            ..Glance::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn point(at: u64, hands: u64, cpu: u64, lag: u64) -> Point {
        let mut times = Distribution::default();
        times.record(ms(at / 100));
        let server = Some(ProcessUse { cpu: ms(cpu), kernel: ms(0), resident_bytes: at });
        let generator_lag = Some(ms(lag));
        Point { at: ms(at), hands, server, times, generator_lag, ..Point::default() }
    }

    #[test]
    fn now_is_the_last_two_seconds() {
        let mut recently = Recently::default();
        for (at, hands, cpu, lag) in
            [(0, 0, 0, 900), (1_000, 500, 900, 3), (2_000, 510, 950, 4), (3_000, 520, 1_000, 2)]
        {
            recently.add(point(at, hands, cpu, lag));
        }
        let glance = recently.glance();
        assert_eq!(glance.hands_per_second, Some(10.0), "the burst before is past");
        assert_eq!(glance.server_cpu, Some(0.05));
        assert_eq!(glance.server_rss, Some(3_000));
        assert_eq!(glance.generator_lag, Some(ms(4)));
        assert_eq!(glance.p99.unwrap().as_millis(), 30);
        assert_eq!(glance.p50.unwrap().as_millis(), 20);
    }

    #[test]
    fn one_moment_has_no_rates() {
        let mut recently = Recently::default();
        assert_eq!(recently.glance().p50, None);
        recently.add(point(5_000, 70, 10, 1));
        let glance = recently.glance();
        assert_eq!((glance.hands_per_second, glance.server_cpu), (None, None));
    }
}

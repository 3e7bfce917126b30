//! The orders and answers of generators. The answers of several add up to what one
//! generator would have answered.

use crate::crowd::Dispersed;
use crate::figures::{Distribution, Traffic, Visits};
use crate::limits::{self, Reasons};
use crate::process_stats::ProcessUse;
use crate::recorder::Recording;
use cardroom_bot::counters::Totals;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// An order to a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    /// Report the current status.
    Tell,
    /// Start the crowds of visitors.
    SendCrowds,
    /// Begin to measure now.
    Begin,
    /// Stop measuring now.
    End,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Status {
    pub(crate) bots: Totals,
    /// Bots that have had a seat.
    pub(crate) seated: u64,
    /// Bots that have not ended.
    pub(crate) running: u64,
    /// Observers that have the view of their table.
    pub(crate) watching: u64,
    /// Actions whose actors have read the step with them.
    pub(crate) actions: u64,
    pub(crate) observed: Traffic,
    /// The visitors' counters; `None` if there are no visitors.
    pub(crate) visits: Option<Visits>,
    /// The usage of the generator's process.
    pub(crate) used: Option<ProcessUse>,
    /// The times of `action_rtt` since the last report.
    pub(crate) recent: Distribution,
    /// The longest delay since the last report.
    pub(crate) lag: Duration,
}

/// The results of a generator when all its connections are closed.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Remains {
    /// The bots' counters from the first connection to the last.
    pub(crate) bots: Totals,
    /// Bots that did not end as planned, by reason.
    pub(crate) ended: BTreeMap<String, u64>,
    /// Whether the bots stopped in time.
    pub(crate) has_stopped: bool,
    /// Whether there were visitors.
    pub(crate) has_crowds: bool,
    pub(crate) dispersed: Dispersed,
    /// Observers that lost their connection.
    pub(crate) observers_lost: u64,
    /// The reason of the first lost observer.
    pub(crate) observer_error: Option<String>,
    /// The recorded times, and the bots' chips.
    pub(crate) recording: Recording,
    /// Refusals by limits of the server, in the whole run.
    pub(crate) limits: Reasons,
    /// CPU time of the busiest generator during the measurement.
    pub(crate) busiest: Option<Duration>,
}

impl Status {
    /// Adds the status of another generator.
    pub(crate) fn add(&mut self, other: &Self) {
        self.bots = self.bots + other.bots;
        self.seated += other.seated;
        self.running += other.running;
        self.watching += other.watching;
        self.actions += other.actions;
        self.observed = self.observed + other.observed;
        self.visits = both(self.visits, other.visits, |one, two| one + two);
        self.used = both(self.used, other.used, |one, two| one + two);
        self.recent.add(&other.recent);
        self.lag = self.lag.max(other.lag);
    }
}

impl Remains {
    /// Adds the results of another generator.
    pub(crate) fn add(&mut self, other: Self) {
        self.bots = self.bots + other.bots;
        limits::add(&mut self.ended, other.ended);
        self.has_stopped &= other.has_stopped;
        self.has_crowds |= other.has_crowds;
        self.dispersed.add(other.dispersed);
        self.observers_lost += other.observers_lost;
        self.observer_error = self.observer_error.take().or(other.observer_error);
        self.recording.add(other.recording);
        limits::add(&mut self.limits, other.limits);
        self.busiest = self.busiest.max(other.busiest);
    }
}

/// Adds two values if both exist, or returns the one that does.
fn both<T>(one: Option<T>, two: Option<T>, add: impl FnOnce(T, T) -> T) -> Option<T> {
    match (one, two) {
        (Some(one), Some(two)) => Some(add(one, two)),
        (one, two) => one.or(two),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn remains(rtt: u64, cpu: u64) -> Remains {
        let mut remains =
            Remains { has_stopped: true, busiest: Some(ms(cpu)), ..Remains::default() };
        remains.recording.latencies.action_rtt.record(ms(rtt));
        remains.recording.actions_unanswered = 1;
        remains.bots.hands = 10;
        remains.dispersed.visits.came = 3;
        remains.ended.insert("unreachable".to_owned(), 2);
        remains.limits.insert("action busy".to_owned(), 4);
        remains
    }

    #[test]
    fn two_generators_add_up_after_the_way_between_processes() {
        let travelled = |remains: &Remains| -> Remains {
            serde_json::from_str(&serde_json::to_string(remains).unwrap()).unwrap()
        };
        let mut all = travelled(&remains(10, 400));
        all.add(travelled(&remains(30, 700)));
        let rtt = &all.recording.latencies.action_rtt;
        assert_eq!((rtt.count(), rtt.quantile(0.5).unwrap().as_millis()), (2, 10));
        assert_eq!(rtt.quantile(1.0).unwrap().as_millis(), 30);
        assert_eq!((all.bots.hands, all.recording.actions_unanswered), (20, 2));
        assert_eq!((all.dispersed.visits.came, all.ended["unreachable"]), (6, 4));
        assert_eq!(all.limits["action busy"], 8);
        assert_eq!((all.has_stopped, all.busiest), (true, Some(ms(700))));
        all.add(Remains::default());
        assert!(!all.has_stopped, "one that did not stop is enough");
    }

    #[test]
    fn how_things_stand_is_the_sum_and_the_latest_of_all() {
        let status = |lag, seated| Status { lag: ms(lag), seated, ..Status::default() };
        let mut all = status(5, 3);
        all.add(&Status {
            visits: Some(Visits { present: 4, ..Visits::default() }),
            ..status(9, 2)
        });
        all.add(&status(1, 1));
        assert_eq!((all.lag, all.seated, all.visits.unwrap().present), (ms(9), 6, 4));
        assert_eq!(all.used, None, "what nobody knows is not 0");
    }
}

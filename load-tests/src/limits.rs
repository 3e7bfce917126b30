//! Refusals by limits of the server. A run in which a limit bound measures the limit and not the
//! server, so its figures are no measurement.
//!
//! Clients count the refusals that they read. The server's own metrics also have those that no
//! client reads, such as a dropped ping.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// Numbers of refusals by reason.
pub(crate) type Reasons = BTreeMap<String, u64>;

/// How often limits of the server refused something, by reason.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Limits {
    /// Refusals that clients read.
    pub(crate) clients: Reasons,
    /// Refusals that the server counted; `None` if its metrics are not known.
    pub(crate) server: Option<Reasons>,
}

/// A counter in the server's metrics that grows when a limit binds.
struct Metric {
    name: &'static str,
    /// The refused things, in words.
    what: &'static str,
    /// Label values that stand for a limit; `None` if all do.
    only: Option<&'static [&'static str]>,
}

/// Error codes of limits, as labels have them.
const CODES: &[&str] = &[
    "rate_limited",
    "busy",
    "slow_client",
    "idle_timeout",
    "login_timeout",
    "too_large",
    "too_many_tables",
    "too_many_hosted",
];

const METRICS: &[Metric] = &[
    Metric {
        name: "cardroom_messages_over_rate_total",
        what: "messages over the rate",
        only: None,
    },
    Metric { name: "cardroom_table_busy_total", what: "inputs to a full table", only: None },
    Metric { name: "cardroom_connections_refused_total", what: "connections", only: None },
    Metric { name: "cardroom_goodbyes_total", what: "disconnects", only: Some(CODES) },
    Metric { name: "cardroom_logins_total", what: "logins", only: Some(CODES) },
];

/// The reason under which a client that does not read is disconnected.
const SLOW_CLIENTS: &str = "disconnects slow_client";

impl Limits {
    /// Makes the limits of a run from what clients read, and the server's counts before and after.
    /// With `slow_clients` some visitors do not read on purpose, so disconnects of slow clients do
    /// not count.
    pub(crate) fn of(
        clients: Reasons,
        before: Option<&Reasons>,
        after: Option<Reasons>,
        slow_clients: bool,
    ) -> Self {
        let since = |before: &Reasons, after: Reasons| -> Reasons {
            let of = |reason: &String| before.get(reason).copied().unwrap_or(0);
            let grown = after.into_iter().map(|(reason, count)| {
                let count = count.saturating_sub(of(&reason));
                (reason, count)
            });
            grown
                .filter(|(reason, count)| *count > 0 && !(slow_clients && reason == SLOW_CLIENTS))
                .collect()
        };
        let server = before.zip(after).map(|(before, after)| since(before, after));
        Self { clients, server }
    }

    /// Returns the number of refusals that clients read.
    pub(crate) fn read_by_clients(&self) -> u64 {
        self.clients.values().sum()
    }

    /// Returns the number of refusals that the server counted, or `None` if it is not known.
    pub(crate) fn counted_by_server(&self) -> Option<u64> {
        Some(self.server.as_ref()?.values().sum())
    }

    /// Returns `true` if a limit refused anything.
    pub(crate) fn bound(&self) -> bool {
        self.read_by_clients() > 0 || self.counted_by_server().is_some_and(|count| count > 0)
    }

    /// Adds the limits of another run.
    pub(crate) fn add(&mut self, other: Self) {
        add(&mut self.clients, other.clients);
        match (&mut self.server, other.server) {
            (Some(server), Some(other)) => add(server, other),
            (server @ None, other) => *server = other,
            (Some(_), None) => {}
        }
    }
}

impl Display for Limits {
    /// Writes what was refused, or nothing if no limit bound.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.bound() {
            return Ok(());
        }
        let list = |counts: &Reasons| -> String {
            let counts: Vec<String> =
                counts.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
            if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }
        };
        write!(f, "a limit of the server bound: clients met {}", list(&self.clients))?;
        if let Some(server) = &self.server {
            write!(f, "; the server counted {}", list(server))?;
        }
        write!(f, "; this is no measurement: raise the limit (config/load.toml) or ask for less")
    }
}

/// Adds counts by reason.
pub(crate) fn add(counts: &mut Reasons, other: Reasons) {
    for (reason, count) in other {
        *counts.entry(reason).or_default() += count;
    }
}

/// Reads the refusals by limits from metrics in Prometheus' text format.
pub(crate) fn parse(metrics: &str) -> Reasons {
    let mut counts = Reasons::new();
    for line in metrics.lines() {
        let Some((series, value)) = line.rsplit_once(' ') else { continue };
        let (name, labels) = series.split_once('{').unwrap_or((series, ""));
        let Some(metric) = METRICS.iter().find(|metric| metric.name == name) else { continue };
        // Each of these metrics has one label at most.
        let label = labels.split('"').nth(1);
        if metric.only.is_some_and(|only| label.is_none_or(|label| !only.contains(&label))) {
            continue;
        }
        let Ok(value) = value.parse::<u64>() else { continue };
        let reason = match label {
            Some(label) => format!("{} {label}", metric.what),
            None => metric.what.to_owned(),
        };
        *counts.entry(reason).or_default() += value;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: &[(&str, u64)]) -> Reasons {
        of.iter().map(|(reason, count)| ((*reason).to_owned(), *count)).collect()
    }

    const METRICS: &str = "\
# TYPE cardroom_goodbyes_total counter
cardroom_goodbyes_total{code=\"slow_client\"} 3
cardroom_goodbyes_total{code=\"shutting_down\"} 9
cardroom_logins_total{result=\"ok\"} 40
cardroom_logins_total{result=\"busy\"} 2
cardroom_connections_refused_total{reason=\"address_full\"} 7
cardroom_messages_over_rate_total 5
cardroom_hands_total 1000
";

    #[test]
    fn only_refusals_by_limits_are_read_from_the_metrics() {
        let expected = counts(&[
            ("connections address_full", 7),
            ("disconnects slow_client", 3),
            ("logins busy", 2),
            ("messages over the rate", 5),
        ]);
        assert_eq!(parse(METRICS), expected);
    }

    #[test]
    fn what_was_refused_before_the_run_does_not_count() {
        let (before, after) = (parse(METRICS), parse(METRICS));
        let quiet = Limits::of(Reasons::new(), Some(&before), Some(after), false);
        assert!(!quiet.bound() && quiet.to_string().is_empty(), "{quiet:?}");
        assert_eq!(quiet.counted_by_server(), Some(0));
        let after = counts(&[("messages over the rate", 6)]);
        let bound = Limits::of(Reasons::new(), Some(&before), Some(after), false);
        assert!(bound.bound(), "a client cannot see a dropped ping");
        assert!(bound.to_string().contains("1 messages over the rate"), "{bound}");
    }

    #[test]
    fn clients_that_do_not_read_on_purpose_may_be_disconnected() {
        let after = || Some(counts(&[(SLOW_CLIENTS, 50)]));
        let none = Reasons::new();
        assert!(!Limits::of(Reasons::new(), Some(&none), after(), true).bound());
        assert!(Limits::of(Reasons::new(), Some(&none), after(), false).bound());
    }

    #[test]
    fn without_metrics_the_clients_count_alone() {
        let mut all = Limits::of(counts(&[("action busy", 2)]), None, None, false);
        assert_eq!((all.bound(), all.counted_by_server()), (true, None));
        let text = all.to_string();
        assert!(text.contains("clients met 2 action busy; this is no measurement"), "{text}");
        all.add(Limits { clients: counts(&[("action busy", 1)]), server: Some(Reasons::new()) });
        assert_eq!((all.read_by_clients(), all.counted_by_server()), (3, Some(0)));
    }
}

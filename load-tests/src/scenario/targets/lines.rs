//! The table of targets: the bounded figures, their bounds and formats. This
//! module does not measure.

use super::super::rounds::median;
use super::trials::{Results, Trial};
use crate::figures::{Unit, ratio};
use crate::report::text::quantity;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// A line of the table.
pub(super) struct Line {
    /// The name on the command line.
    pub(super) name: &'static str,
    what: &'static str,
    bound: f64,
    /// A better value than the bound, to reach later.
    aim: Option<f64>,
    at_most: bool,
    /// The unit; `None` for a ratio.
    unit: Option<Unit>,
    from: From,
}

/// The source of a line's value.
#[derive(Clone, Copy)]
enum From {
    /// A trial has the runs, and a function takes the value from them.
    Trial(Trial, Figure),
    /// It is not measured here. Says why, or where it is measured.
    Elsewhere(&'static str),
}

/// Takes a value from the runs of a trial, which are numbered from 0.
type Figure = fn(&Results) -> Option<f64>;

const fn at_most(
    name: &'static str,
    what: &'static str,
    bound: f64,
    trial: Trial,
    figure: Figure,
) -> Line {
    let from = From::Trial(trial, figure);
    Line { name, what, bound, aim: None, at_most: true, unit: None, from }
}

const fn at_least(
    name: &'static str,
    what: &'static str,
    bound: f64,
    trial: Trial,
    figure: Figure,
) -> Line {
    Line { at_most: false, ..at_most(name, what, bound, trial, figure) }
}

/// Returns the ratio of the rates of two rooms in hands.
fn hands_ratio(runs: &Results) -> Option<f64> {
    ratio(runs.named(0, "hands_per_second")?, runs.named(1, "hands_per_second")?)
}

/// Returns the ratio of p50 of a room at a part of its saturation to that of the floor.
fn p50_ratio(runs: &Results) -> Option<f64> {
    ratio(runs.cost(1).rtt_p50?, runs.cost(2).rtt_p50?)
}

/// Returns the same ratio of p99.
fn p99_ratio(runs: &Results) -> Option<f64> {
    ratio(runs.cost(1).rtt_p99?, runs.cost(2).rtt_p99?)
}

const fn elsewhere(
    name: &'static str,
    what: &'static str,
    bound: f64,
    at_most: bool,
    why: &'static str,
) -> Line {
    Line { name, what, bound, aim: None, at_most, unit: None, from: From::Elsewhere(why) }
}

impl Line {
    const fn of(self, unit: Unit) -> Self {
        Self { unit: Some(unit), ..self }
    }

    const fn aiming_at(self, aim: f64) -> Self {
        Self { aim: Some(aim), ..self }
    }
}

/// All lines in the order of the report.
pub(super) const LINES: &[Line] = &[
    at_most("cpu-tungstenite", "CPU per action, to the tungstenite floor", 1.4, Trial::Floors, |runs| runs.cost(0).cpu_ratio(&runs.cost(1)))
        .aiming_at(1.25),
    at_most("cpu-raw", "CPU per action, to the raw floor", 1.9, Trial::Floors, |runs| runs.cost(0).cpu_ratio(&runs.cost(2)))
        .aiming_at(1.6),
    at_least("rate-raw", "actions/s, to the raw floor", 0.6, Trial::Floors, |runs| runs.cost(0).rate_ratio(&runs.cost(2)))
        .aiming_at(0.65),
    at_least("journal", "hands/s with the journal to without, SQLite", 0.95, Trial::Journal, hands_ratio),
    at_most(
        "journal-cpu",
        "CPU per action at 4,000 actions/s with the journal, to without",
        1.15,
        Trial::JournalCost, |runs| runs.cost(0).cpu_ratio(&runs.cost(1)))
        .aiming_at(1.1),
    at_least("match-rate", "one match in lock-step: actions/s", 15_000.0, Trial::Match, |runs| runs.cost(0).actions_per_second)
        .of(Unit::PerSecond)
        .aiming_at(21_000.0),
    at_most("match-cpu", "CPU per action of the same", 40e-6, Trial::Match, |runs| runs.cost(0).cpu_per_action)
        .of(Unit::Time),
    at_least("synced-match-rate", "the same, every action synced: actions/s", 6_000.0, Trial::SyncedMatch, |runs| runs.cost(0).actions_per_second)
        .of(Unit::PerSecond)
        .aiming_at(7_500.0),
    at_most("synced-match-cpu", "CPU per action of the same", 90e-6, Trial::SyncedMatch, |runs| runs.cost(0).cpu_per_action)
        .of(Unit::Time),
    at_least("journal-postgres", "the same with PostgreSQL", 0.95, Trial::Postgres, hands_ratio),
    at_most("idle-rss", "server's memory for an idle connection", 4_096.0, Trial::Idle, |runs| runs.named(0, "server_rss_per_visitor"))
        .of(Unit::Bytes),
    at_most("seated-rss", "server's memory for a seated player", 12_288.0, Trial::Floors, |runs| runs.named(0, "server_rss_per_connection"))
        .of(Unit::Bytes),
    at_most(
        "idle-beside-busy",
        "p99 of busy tables beside idle connections, to without",
        1.5,
        Trial::Beside, |runs| ratio(runs.cost(1).rtt_p99?, runs.cost(0).rtt_p99?)),
    at_most(
        "latency-p50",
        "p50 at 35 % of saturation, no journal, to the raw floor",
        1.5,
        Trial::Latency, p50_ratio),
    at_most("latency-p99", "p99 of the same", 3.0, Trial::Latency, p99_ratio),
    at_most(
        "journal-p50",
        "p50 at 35 % of saturation, with the journal, to the raw floor with a commit",
        1.5,
        Trial::JournalLatency, p50_ratio),
    at_most("journal-p99", "p99 of the same", 3.0, Trial::JournalLatency, p99_ratio),
    at_most("bytes", "on the wire per six-max hand and player, both ways", 600.0, Trial::Floors, |runs| runs.named(0, "bytes_per_hand_and_player"))
        .of(Unit::Bytes),
    at_most(
        "growth",
        "CPU per action, most to least, as tables grow at one load",
        1.25,
        Trial::Growth, Results::growth),
    elsewhere(
        "growth-in-memory",
        "the same to 10,000 tables in memory",
        1.25,
        true,
        "cargo run --release -p cardroom --example in_memory -- --tables 10,100,1000,3000,10000 --rate 2000",
    ),
    at_least(
        "threes-rate",
        "three-player tables: actions/s, to the tungstenite floor",
        0.65,
        Trial::Threes, |runs| runs.cost(0).rate_ratio(&runs.cost(1)))
        .aiming_at(0.78),
    at_most("threes-cpu", "three-player tables: CPU per action, to the same", 1.7, Trial::Threes, |runs| runs.cost(0).cpu_ratio(&runs.cost(1)))
        .aiming_at(1.5),
    at_least(
        "shared-rate",
        "100 tables on one connection: actions/s, to one table per connection",
        2.0,
        Trial::Shared, |runs| runs.cost(1).rate_ratio(&runs.cost(0)))
        .aiming_at(3.0),
    elsewhere(
        "dealer-rate",
        "30 three-player tables, every action synced: actions/s, to the ACPC dealer",
        1.1,
        false,
        "PEERS.md has the dealer's figures and how to measure them",
    )
    .aiming_at(1.5),
    elsewhere(
        "opening",
        "opening after a kill with 42,814 tables",
        10.0,
        true,
        "cargo run --release -p cardroom --example in_memory: --crash, then --reopen",
    )
    .of(Unit::Time)
    .aiming_at(5.0),
    elsewhere(
        "memory-growth",
        "the server's memory in an hour of everything, last to first",
        1.02,
        true,
        "cardroom-load run load-tests/scenarios/hour.toml",
    ),
    elsewhere(
        "engine",
        "the engine's actions/s, to rs_poker's arena",
        1.0,
        false,
        "cargo run --release --manifest-path server/peers/Cargo.toml",
    ),
    at_most("people", "p99 at people's pace, as many as files allow", 0.1, Trial::People, |runs| runs.cost(0).rtt_p99)
        .of(Unit::Time),
    elsewhere(
        "people-in-memory",
        "the same with 307,016 players in memory",
        0.1,
        true,
        "cargo run --release -p cardroom --example in_memory -- --tables 42814 --players 307016 --think 3000..9000",
    )
    .of(Unit::Time),
];

/// The verdict on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Pass,
    Breach,
    NotMeasured,
}

/// A line with its measured values.
#[derive(Serialize)]
pub(super) struct Judged {
    name: &'static str,
    what: &'static str,
    pub(super) verdict: Verdict,
    /// The median of the rounds.
    median: Option<f64>,
    least: Option<f64>,
    greatest: Option<f64>,
    bound: f64,
    aim: Option<f64>,
    at_most: bool,
    /// Why the line was not measured.
    why: Option<String>,
    #[serde(skip)]
    unit: Option<Unit>,
}

impl Line {
    /// Returns the trial that measures this line, and the function that takes its value.
    pub(super) fn source(&self) -> Option<(Trial, Figure)> {
        match self.from {
            From::Trial(trial, figure) => Some((trial, figure)),
            From::Elsewhere(_) => None,
        }
    }

    pub(super) fn trial(&self) -> Option<Trial> {
        self.source().map(|(trial, _)| trial)
    }

    /// Compares the median of the rounds with the bound. `reason` says why there may be none.
    pub(super) fn judge(&self, values: &[f64], reason: Option<&str>) -> Judged {
        let median = median(values.iter().copied());
        let verdict = match median {
            Some(value) if self.holds(value) => Verdict::Pass,
            Some(_) => Verdict::Breach,
            None => Verdict::NotMeasured,
        };
        let why = match (median, self.from) {
            (Some(_), _) => None,
            (None, From::Elsewhere(why)) => Some(why.to_owned()),
            (None, From::Trial(..)) => {
                Some(reason.unwrap_or("its figures are not known here").to_owned())
            }
        };
        Judged {
            name: self.name,
            what: self.what,
            verdict,
            median,
            least: values.iter().copied().reduce(f64::min),
            greatest: values.iter().copied().reduce(f64::max),
            bound: self.bound,
            aim: self.aim,
            at_most: self.at_most,
            why,
            unit: self.unit,
        }
    }

    fn holds(&self, value: f64) -> bool {
        if self.at_most { value <= self.bound } else { value >= self.bound }
    }
}

impl Judged {
    fn written(&self, value: f64) -> String {
        self.unit.map_or_else(|| format!("{value:.2} ×"), |unit| quantity(value, unit))
    }
}

impl Display for Judged {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Pass => "PASS",
            Verdict::Breach => "BREACH",
            Verdict::NotMeasured => "NOT MEASURED",
        };
        let limit = if self.at_most { "at most" } else { "at least" };
        let bound = self.written(self.bound);
        let value = match (self.median, self.least, self.greatest) {
            (Some(median), Some(least), Some(greatest)) => {
                let [median, least, greatest] =
                    [median, least, greatest].map(|it| self.written(it));
                format!("{median} ({least} to {greatest})")
            }
            _ => format!("({})", self.why.as_deref().unwrap_or_default()),
        };
        let (name, what) = (self.name, self.what);
        write!(f, "{verdict:<13} {name:<17} {what}: {value}, {limit} {bound}")?;
        match self.aim {
            Some(aim) => write!(f, ", aim {}", self.written(aim)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trials::{SETUPS, Setup};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_told_once_and_every_trial_has_a_line() {
        let names: BTreeSet<_> = LINES.iter().map(|line| line.name).collect();
        assert_eq!(names.len(), LINES.len());
        for Setup { trial, .. } in SETUPS {
            assert!(LINES.iter().any(|line| line.trial() == Some(*trial)), "{trial:?}");
        }
    }

    #[test]
    fn the_median_of_the_rounds_is_judged_and_written_in_its_unit() {
        let line = |name: &str| LINES.iter().find(|line| line.name == name).unwrap();
        let bytes = line("bytes").judge(&[700.0, 512.0, 100.0], None);
        assert_eq!(bytes.verdict, Verdict::Pass);
        let said = bytes.to_string();
        assert!(said.starts_with("PASS          bytes "), "{said}");
        assert!(said.ends_with(": 512 B (100 B to 700 B), at most 600 B"), "{said}");
        let slow = line("people").judge(&[0.25], None).to_string();
        assert!(slow.starts_with("BREACH") && slow.ends_with("250 ms), at most 100 ms"), "{slow}");
        let rate = line("threes-rate").judge(&[0.5], None);
        assert_eq!(rate.verdict, Verdict::Breach, "more is better there");
        let without = line("people").judge(&[], Some("too few files")).to_string();
        assert!(without.starts_with("NOT MEASURED"), "{without}");
        assert!(without.ends_with("(too few files), at most 100 ms"), "{without}");
    }
}

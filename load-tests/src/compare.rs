//! Compares two reports: the figures in both, their ratios, and whether the second run may be this
//! much worse. It reads the JSON of earlier runs and does not measure.

use crate::figures::{FIGURES, Figure, LATENCIES, Latency, Unit, ratio};
use crate::limits::Limits;
use crate::report::{Conclusion, json, text};
use crate::scenario::Concluded;
use crate::thresholds::Relation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The statistics of a distribution to compare.
const PARTS: [&str; 4] = ["p50", "p90", "p99", "max"];

/// Reports to compare.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompareArguments {
    /// Report to compare with, as --json writes it
    before: PathBuf,
    /// Report to compare
    after: PathBuf,
    /// Condition for the ratio after ÷ before, such as server_cpu_per_action<=1.05 or
    /// action_rtt:p99<1.2; may be repeated
    #[arg(long = "ratio", value_name = "RATIO")]
    ratios: Vec<Bound>,
}

/// The parts of a report that are compared.
#[derive(Deserialize)]
struct Measured {
    schema: String,
    scenario: String,
    conclusion: Conclusion,
    setup: Value,
    figures: BTreeMap<String, Option<f64>>,
    latencies: BTreeMap<String, Option<BTreeMap<String, f64>>>,
}

/// A bound on a ratio.
#[derive(Clone, PartialEq, Debug)]
struct Bound {
    text: String,
    name: String,
    relation: Relation,
    bound: f64,
}

/// Why two reports cannot be compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CompareError {
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("{} is not a report: {error}", path.display())]
    Json { path: PathBuf, error: serde_json::Error },
    #[error("{} has the schema {found}; this program reads {}", path.display(), json::SCHEMA)]
    Schema { path: PathBuf, found: String },
}

/// The comparison of two runs.
#[derive(Serialize)]
pub(crate) struct Comparison {
    scenarios: [String; 2],
    /// True if the runs had different settings.
    setups_differ: bool,
    rows: Vec<Row>,
    bounds: Vec<Judged>,
    faults: Vec<String>,
}

/// One figure of both runs.
#[derive(Serialize)]
struct Row {
    name: String,
    #[serde(skip)]
    unit: Unit,
    before: f64,
    after: f64,
    /// After ÷ before; absent if the figure was 0 before.
    ratio: Option<f64>,
}

#[derive(Serialize)]
struct Judged {
    ratio: String,
    /// Absent if the figure was not measured in both runs.
    value: Option<f64>,
    holds: bool,
}

impl CompareArguments {
    /// Compares the two reports.
    ///
    /// # Errors
    /// Fails if one of the files is not a report.
    pub(crate) fn compare(&self) -> Result<Comparison, CompareError> {
        let (before, after) = (Measured::read(&self.before)?, Measured::read(&self.after)?);
        Ok(Comparison::of(&before, &after, &self.ratios))
    }
}

impl Measured {
    fn read(path: &Path) -> Result<Self, CompareError> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| CompareError::Read { path: path.to_owned(), error })?;
        let read = serde_json::from_str::<Self>(&text);
        let read = read.map_err(|error| CompareError::Json { path: path.to_owned(), error })?;
        if read.schema != json::SCHEMA {
            return Err(CompareError::Schema { path: path.to_owned(), found: read.schema });
        }
        Ok(read)
    }

    fn value(&self, name: &str) -> Option<f64> {
        match name.split_once(':') {
            Some((name, part)) => self.latencies.get(name)?.as_ref()?.get(part).copied(),
            None => self.figures.get(name).copied().flatten(),
        }
    }
}

impl Comparison {
    fn of(before: &Measured, after: &Measured, bounds: &[Bound]) -> Self {
        let times = LATENCIES
            .iter()
            .flat_map(|latency| PARTS.map(|part| (format!("{}:{part}", latency.name), Unit::Time)));
        let figures = FIGURES.iter().map(|figure| (figure.name.to_owned(), figure.unit));
        let row = |(name, unit): (String, Unit)| {
            let (before, after) = (before.value(&name)?, after.value(&name)?);
            Some(Row { name, unit, before, after, ratio: ratio(after, before) })
        };
        let rows = figures.chain(times).filter_map(row).collect();
        let judge = |bound: &Bound| {
            let values = before.value(&bound.name).zip(after.value(&bound.name));
            let value = values.and_then(|(before, after)| ratio(after, before));
            let holds = value.is_some_and(|value| bound.relation.holds(value, bound.bound));
            Judged { ratio: bound.text.clone(), value, holds }
        };
        let wrong = [("first", before), ("second", after)];
        let reason = |run: &Measured| match run.conclusion {
            Conclusion::Faults => Some("had faults"),
            Conclusion::LimitBound => Some("met a limit of the server"),
            Conclusion::Ok | Conclusion::ThresholdsBroken => None,
        };
        let wrong = wrong.into_iter().filter_map(|(which, run)| Some((which, reason(run)?)));
        Self {
            scenarios: [before.scenario.clone(), after.scenario.clone()],
            setups_differ: before.setup != after.setup,
            rows,
            bounds: bounds.iter().map(judge).collect(),
            faults: wrong.map(|(which, reason)| format!("the {which} run {reason}")).collect(),
        }
    }
}

impl Concluded for Comparison {
    fn conclusion(&self) -> Conclusion {
        let holds = self.bounds.iter().all(|bound| bound.holds);
        Conclusion::of(&self.faults, &Limits::default(), holds)
    }
}

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || format!("a ratio is like server_cpu_per_action<=1.05, not {text:?}");
        // Measured ratios are never exact.
        let split = Relation::split(text).filter(|(_, relation, _)| *relation != Relation::Equal);
        let (name, relation, bound) = split.ok_or_else(form)?;
        let bound: f64 = bound.parse().map_err(|_| form())?;
        let is_known = match name.split_once(':') {
            Some((time, part)) => {
                let is_part = PARTS.contains(&part) || part == "p99.9" || part == "mean";
                Latency::named(time).is_some() && is_part
            }
            None => Figure::named(name).is_some(),
        };
        if !is_known {
            return Err(format!("no report has the figure {name:?}"));
        }
        if !(bound.is_finite() && bound > 0.0) {
            return Err(form());
        }
        Ok(Self { text: text.to_owned(), name: name.to_owned(), relation, bound })
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [before, after] = &self.scenarios;
        writeln!(
            f,
            "{:<37}{:>12}{:>12}{:>9}",
            format!("{before} → {after}"),
            "before",
            "after",
            "ratio"
        )?;
        for row in &self.rows {
            let ratio = row.ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.3}"));
            let [before, after] = [row.before, row.after].map(|it| text::quantity(it, row.unit));
            writeln!(f, "{:<37}{before:>12}{after:>12}{ratio:>9}", row.name)?;
        }
        if self.setups_differ {
            writeln!(f, "note: the two runs were asked for different things")?;
        }
        for Judged { ratio, value, holds } in &self.bounds {
            let mark = if *holds { "ok    " } else { "BROKEN" };
            let value = value.map_or("not measured in both".to_owned(), |it| format!("{it:.3}"));
            writeln!(f, "{mark}  {ratio}  (is {value})")?;
        }
        for fault in &self.faults {
            writeln!(f, "FAULT:  {fault}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(cpu: Option<f64>, p99: f64, conclusion: &str) -> Measured {
        let document = serde_json::json!({
            "schema": json::SCHEMA, "scenario": "ring", "conclusion": conclusion, "setup": {},
            "figures": { "server_cpu_per_action": cpu, "hands": 0.0 },
            "latencies": { "action_rtt": { "p50": 0.001, "p99": p99 }, "connect": null },
        });
        serde_json::from_value(document).unwrap()
    }

    fn bounds(texts: &[&str]) -> Vec<Bound> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn ratios_are_after_by_before_and_may_be_bounded() {
        let (before, after) = (run(Some(4e-5), 0.010, "ok"), run(Some(3e-5), 0.012, "ok"));
        let held = bounds(&["server_cpu_per_action<=0.75", "action_rtt:p99<1.21"]);
        let comparison = Comparison::of(&before, &after, &held);
        assert_eq!(comparison.conclusion(), Conclusion::Ok, "{comparison}");
        let said = comparison.to_string();
        assert!(said.contains("40.0 µs     30.0 µs    0.750"), "{said}");
        assert!(said.contains("action_rtt:p99"), "{said}");
        for broken in
            ["server_cpu_per_action<0.7", "action_rtt:p50>1.5", "connect:p50<9", "hands<9"]
        {
            let comparison = Comparison::of(&before, &after, &bounds(&[broken]));
            assert_eq!(comparison.conclusion(), Conclusion::ThresholdsBroken, "{broken}");
        }
    }

    #[test]
    fn what_was_not_measured_in_both_is_in_no_row() {
        let comparison = Comparison::of(&run(None, 0.1, "ok"), &run(Some(1.0), 0.1, "ok"), &[]);
        assert!(comparison.rows.iter().all(|row| row.name != "server_cpu_per_action"));
        let nothing = comparison.rows.iter().find(|row| row.name == "hands").unwrap();
        assert_eq!(nothing.ratio, None, "nothing has no multiple");
    }

    #[test]
    fn a_run_with_faults_proves_nothing() {
        let comparison =
            Comparison::of(&run(None, 0.1, "thresholds_broken"), &run(None, 0.1, "faults"), &[]);
        assert_eq!(comparison.conclusion(), Conclusion::Faults);
        assert!(comparison.to_string().contains("the second run had faults"));
        let comparison = Comparison::of(&run(None, 0.1, "limit_bound"), &run(None, 0.1, "ok"), &[]);
        assert_eq!(comparison.conclusion(), Conclusion::Faults);
        assert!(comparison.to_string().contains("the first run met a limit of the server"));
    }

    #[test]
    fn what_bounds_nothing_is_refused() {
        for text in ["", "hands", "hnads<1", "hands<0", "hands<many", "action_rtt<1", "hands:p50<1"]
        {
            assert!(text.parse::<Bound>().is_err(), "{text}");
        }
    }
}

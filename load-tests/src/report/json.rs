//! A report for programs. `schema` changes when a name or a meaning changes, not when one is added.

use super::{Conclusion, Environment, Report};
use crate::chips::{Books, Verdict};
use crate::figures::{COLUMNS, FIGURES, LATENCIES, Moment, Summary};
use crate::limits::Limits;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The name of the report's schema.
pub(crate) const SCHEMA: &str = "cardroom-load/1";

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    generator: &'static str,
    scenario: &'a str,
    conclusion: Conclusion,
    setup: &'a Value,
    environment: &'a Environment,
    /// By name; null if a figure could not be measured. Times are in seconds, shares from 0 to 1.
    figures: BTreeMap<&'static str, Option<f64>>,
    /// By name, in seconds; null if there are no times.
    latencies: BTreeMap<&'static str, Option<Summary>>,
    /// The run second by second, by column name.
    series: Vec<BTreeMap<&'static str, Option<f64>>>,
    refusals: &'a BTreeMap<String, u64>,
    limits: &'a Limits,
    chips: Chips<'a>,
    thresholds: Vec<Threshold<'a>>,
    faults: &'a [String],
    remarks: Vec<String>,
}

#[derive(Serialize)]
struct Chips<'a> {
    #[serde(flatten)]
    verdict: &'a Verdict,
    #[serde(flatten)]
    books: &'a Books,
}

#[derive(Serialize)]
struct Threshold<'a> {
    threshold: &'a str,
    value: Option<f64>,
    holds: bool,
}

/// Formats the report as JSON.
pub(crate) fn write(report: &Report) -> Result<String, serde_json::Error> {
    let run = &report.figures;
    let thresholds = report.thresholds.iter().map(|verdict| Threshold {
        threshold: &verdict.threshold,
        value: verdict.value,
        holds: verdict.holds,
    });
    let latencies = LATENCIES.iter().map(|latency| (latency.name, latency.times(run).summary()));
    let mut text = serde_json::to_string_pretty(&Document {
        schema: SCHEMA,
        generator: concat!("cardroom-load/", env!("CARGO_PKG_VERSION")),
        scenario: &report.scenario,
        conclusion: report.conclusion(),
        setup: &report.setup,
        environment: &report.environment,
        figures: FIGURES.iter().map(|figure| (figure.name, figure.value(run))).collect(),
        latencies: latencies.collect(),
        series: run.series.iter().map(columns).collect(),
        refusals: &report.refusals,
        limits: &report.figures.limits,
        chips: Chips { verdict: &report.chips, books: &report.books },
        thresholds: thresholds.collect(),
        faults: &report.faults,
        remarks: report.remarks(),
    })?;
    text.push('\n');
    Ok(text)
}

fn columns(moment: &Moment) -> BTreeMap<&'static str, Option<f64>> {
    COLUMNS.iter().map(|column| (column.name, column.value(moment))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample_report;

    fn document(report: &Report) -> Value {
        serde_json::from_str(&write(report).unwrap()).unwrap()
    }

    #[test]
    fn the_page_draws_columns_that_are_there() {
        let page = include_str!("../../report.html");
        let (_, charts) = page.split_once("const OVER_TIME = [").unwrap();
        let (charts, _) = charts.split_once("];\n").unwrap();
        let names: Vec<&str> = charts
            .lines()
            .filter_map(|line| line.trim().strip_prefix("{ column: \"")?.split('"').next())
            .collect();
        assert!(names.len() > 5, "{names:?}");
        for name in names {
            assert!(COLUMNS.iter().any(|column| column.name == name), "{name}");
        }
        for foreign in ["http://", "https://", "src=", "@import", "url("] {
            assert!(!page.replace("http://www.w3.org/2000/svg", "").contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn every_figure_is_there_by_its_name() {
        let document = document(&sample_report());
        assert_eq!(document["schema"], "cardroom-load/1");
        assert_eq!(document["scenario"], "ring");
        assert_eq!(document["conclusion"], "ok");
        assert_eq!(document["setup"]["tables"], 2);
        assert_eq!(document["environment"]["server"], "cardroom/0.1.0");
        let figures = document["figures"].as_object().unwrap();
        assert_eq!(figures.len(), FIGURES.len());
        assert_eq!(figures["hands_per_second"], 50.0);
        assert_eq!(figures["bytes_received_per_hand"], 2_000.0);
        assert!(figures["server_rss"].is_null(), "what was not measured is not 0");
        let latencies = document["latencies"].as_object().unwrap();
        assert_eq!(latencies.len(), LATENCIES.len());
        let rtt = &latencies["action_rtt"];
        assert_eq!(rtt["count"], 1_000);
        for (part, expected) in [("p50", 500e-6), ("p99.9", 999e-6), ("max", 1e-3)] {
            let value = rtt[part].as_f64().unwrap();
            assert!((value / expected - 1.0).abs() < 0.01, "{part}: {value}");
        }
        assert!(latencies["action_observed"].is_null());
    }

    #[test]
    fn chips_thresholds_and_faults_are_there() {
        let mut report = sample_report();
        report.chips = Verdict::Broken { reason: "-7 chips".to_owned() };
        report.faults.push("chips were lost".to_owned());
        let document = document(&report);
        assert_eq!(document["conclusion"], "faults");
        assert_eq!(document["chips"]["verdict"], "broken");
        assert_eq!(document["chips"]["reason"], "-7 chips");
        assert_eq!(document["chips"]["granted"], 1_000);
        assert_eq!(document["faults"][0], "chips were lost");
        assert_eq!(document["thresholds"][0]["threshold"], "action_rtt:p99<50ms");
        assert_eq!(document["thresholds"][0]["holds"], true);
    }

    #[test]
    fn limits_are_there_by_reason() {
        let mut report = sample_report();
        report.figures.limits.clients.insert("action rate_limited".to_owned(), 12);
        let document = document(&report);
        assert_eq!(document["conclusion"], "limit_bound");
        assert_eq!(document["limits"]["clients"]["action rate_limited"], 12);
        assert!(document["limits"]["server"].is_null(), "what is not known is not none");
        assert_eq!(document["figures"]["refused_by_limits"], 12.0);
        assert!(document["figures"]["limits_counted_by_server"].is_null());
    }
}

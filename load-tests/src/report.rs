//! The report of a run: its setup, its figures, and its verdict. `text` and `json` format it;
//! `load-tests/report.html` draws the JSON.

pub(crate) mod json;
pub(crate) mod text;

use crate::chips::{self, Books};
use crate::figures::Figures;
use crate::limits::Limits;
use crate::system::TMPFS;
use crate::thresholds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

/// Below this number of times, the highest percentiles are single events.
const FEW_TIMES: u64 = 10_000;
/// A generator that is busier than this is a bottleneck itself.
const GENERATOR_BUSY: f64 = 0.85;
/// On a machine that is busier than this, all processes wait for a CPU. The remaining idle time
/// lies between a wakeup and the CPU that handles it.
const MACHINE_BUSY: f64 = 0.85;
/// A generator that is later than this distorts the times. Its timer is accurate to
/// a millisecond at best.
const GENERATOR_LATE: Duration = Duration::from_millis(5);

/// A server with a healthy event loop answers a ping in a fraction of this.
const SERVER_LATE: Duration = Duration::from_millis(20);

/// A run and its results.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) scenario: String,
    /// One line that describes the setup.
    pub(crate) headline: String,
    /// The options of the scenario.
    pub(crate) setup: serde_json::Value,
    pub(crate) environment: Environment,
    pub(crate) figures: Figures,
    /// Refused actions by code.
    pub(crate) refusals: BTreeMap<String, u64>,
    /// The bots' chips, according to the messages they received.
    pub(crate) books: Books,
    /// Whether chips were conserved.
    pub(crate) chips: chips::Verdict,
    /// Descriptions of everything that went wrong.
    pub(crate) faults: Vec<String>,
    /// The results of the thresholds.
    pub(crate) thresholds: Vec<thresholds::Verdict>,
}

/// The environment of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Environment {
    /// The server's name for itself.
    pub(crate) server: String,
    pub(crate) url: String,
    /// Whether this run started the server.
    pub(crate) own_server: bool,
    /// The kind of file system with the server's files.
    pub(crate) data_file_system: Option<&'static str>,
    /// CPUs of this machine.
    pub(crate) cores: usize,
    /// The name of the CPU model.
    pub(crate) cpu: Option<String>,
    /// Whether this program was built without optimization.
    pub(crate) debug_build: bool,
}

/// The result of a run, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Conclusion {
    Ok,
    /// A threshold does not hold.
    ThresholdsBroken,
    /// A limit of the server refused something, so the figures are no measurement.
    LimitBound,
    /// A fault occurred, so the figures are meaningless.
    Faults,
}

impl Conclusion {
    /// Returns the result of a run with these faults and limits. `holds` is whether all of its
    /// thresholds do.
    pub(crate) fn of(faults: &[String], limits: &Limits, holds: bool) -> Self {
        if !faults.is_empty() {
            Self::Faults
        } else if limits.bound() {
            Self::LimitBound
        } else if holds {
            Self::Ok
        } else {
            Self::ThresholdsBroken
        }
    }

    /// Returns the program's exit code.
    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Ok => 0,
            Self::Faults => 1,
            Self::LimitBound => 3,
            Self::ThresholdsBroken => 99,
        })
    }
}

impl Report {
    /// Returns the result of the run.
    pub(crate) fn conclusion(&self) -> Conclusion {
        let holds = self.thresholds.iter().all(|verdict| verdict.holds);
        Conclusion::of(&self.faults, &self.figures.limits, holds)
    }

    /// Returns warnings that a reader of the figures needs.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let run = &self.figures;
        let figure = |name| run.named(name);
        if let Some(share) = figure("generator_cpu_share").filter(|&share| share > GENERATOR_BUSY) {
            remarks.push(format!(
                "the load generator was busy {:.0} % of its threads' time: the server may be \
                 capable of more, and latencies contain the generator's own queue",
                share * 100.0
            ));
        }
        let lag = run.latencies.generator_lag.quantile(0.99);
        if let Some(lag) = lag.filter(|&lag| lag > GENERATOR_LATE) {
            remarks.push(format!(
                "the load generator was late by {} at p99: latencies contain delays of its own",
                text::time(lag.as_secs_f64())
            ));
        }
        let lag = run.latencies.server_lag.quantile(0.99);
        if let Some(lag) = lag.filter(|&lag| lag > SERVER_LATE) {
            remarks.push(format!(
                "the server took {} at p99 to answer a ping: its event loop was late, or had no CPU",
                text::time(lag.as_secs_f64())
            ));
        }
        if let Some(share) = figure("machine_busy_share").filter(|&share| share > MACHINE_BUSY) {
            remarks.push(format!(
                "the CPUs of this machine were busy {:.0} % of the time: server and generator \
                 waited for each other, so throughput is a lower bound and latencies are too high",
                share * 100.0
            ));
        }
        let count = run.latencies.action_rtt.count();
        if (1..FEW_TIMES).contains(&count) {
            remarks.push(format!("p99.9 of {count} actions rests on a handful of them"));
        }
        if self.environment.data_file_system == Some(TMPFS) {
            remarks.push(
                "the server's files are in memory (tmpfs): durable writes cost nothing here; \
                 name a directory on a disk with --data-dir"
                    .to_owned(),
            );
        }
        if self.environment.debug_build {
            remarks.push("debug build: times and CPU figures mean nothing".to_owned());
        }
        if let chips::Verdict::Unknown { reason } = &self.chips {
            remarks.push(format!("whether chips were conserved is not known: {reason}"));
        }
        remarks
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::figures::Sample;
    use cardroom_bot::counters::Totals;

    pub(crate) fn sample_report() -> Report {
        let mut figures = Figures { seats: 6, connections: 12, ..Figures::default() };
        for micros in 1..=1_000 {
            figures.latencies.action_rtt.record(Duration::from_micros(micros));
        }
        let bots = Totals { hands: 500, bytes_received: 1_000_000, ..Totals::default() };
        figures.end = Sample { at: Duration::from_secs(10), bots, ..Sample::default() };
        let thresholds: Vec<_> = ["action_rtt:p99<50ms", "hands_per_second>=50"]
            .into_iter()
            .map(|text| text.parse::<thresholds::Threshold>().unwrap().judge(&figures))
            .collect();
        Report {
            scenario: "ring".to_owned(),
            headline: "2 tables of 6 seats".to_owned(),
            setup: serde_json::json!({ "tables": 2, "seats": 6, "seed": 1 }),
            environment: Environment {
                server: "cardroom/0.1.0".to_owned(),
                cores: 2,
                own_server: true,
                ..Environment::default()
            },
            figures,
            refusals: BTreeMap::new(),
            books: Books { granted: 1_000, wallets: 1_000, ..Books::default() },
            chips: chips::Verdict::Conserved,
            faults: Vec::new(),
            thresholds,
        }
    }

    #[test]
    fn faults_weigh_more_than_limits_and_limits_more_than_thresholds() {
        let mut report = sample_report();
        assert_eq!(report.conclusion(), Conclusion::Ok);
        let worse = [Conclusion::ThresholdsBroken, Conclusion::LimitBound, Conclusion::Faults];
        assert!(Conclusion::Ok < worse[0] && worse.is_sorted());
        report.thresholds[0].holds = false;
        assert_eq!(report.conclusion(), Conclusion::ThresholdsBroken);
        report.figures.limits.clients.insert("action rate_limited".to_owned(), 1);
        assert_eq!(report.conclusion(), Conclusion::LimitBound);
        report.faults.push("a connection broke".to_owned());
        assert_eq!(report.conclusion(), Conclusion::Faults);
    }

    #[test]
    fn a_machine_that_was_the_limit_is_said() {
        let remark = |busy_ms: u64| {
            let mut report = sample_report();
            let machine = |busy, total| {
                let (busy, total) = (Duration::from_millis(busy), Duration::from_millis(total));
                Some(crate::process_stats::MachineUse { busy, total })
            };
            report.figures.begin.machine = machine(0, 0);
            report.figures.end.machine = machine(busy_ms, 20_000);
            report.remarks().into_iter().find(|remark| remark.contains("CPUs of this machine"))
        };
        assert_eq!(remark(14_000), None);
        let said = remark(17_600).unwrap();
        assert!(said.contains("busy 88 %") && said.contains("lower bound"), "{said}");
    }

    #[test]
    fn a_saturated_generator_is_said() {
        let mut report = sample_report();
        let quiet = report.remarks();
        assert!(!quiet.iter().any(|remark| remark.contains("generator")), "{quiet:?}");
        let used = |ms| {
            let cpu = Duration::from_millis(ms);
            Some(crate::process_stats::ProcessUse { cpu, ..Default::default() })
        };
        report.figures.generator_threads = 1;
        (report.figures.begin.generator, report.figures.end.generator) = (used(0), used(9_700));
        report.figures.latencies.generator_lag.record(Duration::from_millis(30));
        let busy = report.remarks();
        assert!(busy.iter().any(|remark| remark.contains("busy 97 %")), "{busy:?}");
        assert!(busy.iter().any(|remark| remark.contains("late by 30.0 ms")), "{busy:?}");
    }
}

//! The results of a run: samples, recorded times, and the few quantities derived from them. `table`
//! has the names, units and formulas of the figures. This module does not measure.

mod distribution;
mod series;
mod table;
mod visits;

pub(crate) use distribution::{Distribution, Summary, nanos};
pub(crate) use series::{COLUMNS, Moment};
pub(crate) use table::{FIGURES, Figure, LATENCIES, Latency, Unit};
pub(crate) use visits::Visits;

use crate::limits::Limits;
use crate::process_stats::{MachineUse, ProcessUse, Switches};
use cardroom_bot::counters::Totals;
use serde::{Deserialize, Serialize};
use std::ops::Add;
use std::time::Duration;

/// Everything read at one moment. A run is measured as the difference of two samples.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// The time since the start of the bots.
    pub(crate) at: Duration,
    pub(crate) bots: Totals,
    /// Actions whose actors have read the step with them.
    pub(crate) actions: u64,
    pub(crate) observed: Traffic,
    /// The visitors' counters so far; `None` if there are no visitors.
    pub(crate) visits: Option<Visits>,
    pub(crate) server: Option<ProcessUse>,
    /// The server's context switches; `None` if the server is on another machine.
    pub(crate) switches: Option<Switches>,
    pub(crate) generator: Option<ProcessUse>,
    pub(crate) machine: Option<MachineUse>,
    /// Memory of this machine's kernel that may belong to sockets; `None` if the server
    /// is on another machine.
    pub(crate) kernel_bytes: Option<u64>,
}

/// Frames and their size on the wire, WebSocket headers included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Traffic {
    pub(crate) frames: u64,
    pub(crate) bytes: u64,
}

/// The figures of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) begin: Sample,
    pub(crate) end: Sample,
    /// The bots' counters from the first connection to the last. An error during the
    /// warm-up is an error.
    pub(crate) whole_run: Totals,
    /// The server's usage before any client connected.
    pub(crate) idle_server: Option<ProcessUse>,
    /// The kernel's memory before any client connected.
    pub(crate) idle_kernel_bytes: Option<u64>,
    /// Connections of bots, observers and visitors at the end of the measurement.
    pub(crate) connections: u64,
    /// The number of players in a hand when every seat is taken.
    pub(crate) seats: u64,
    /// Threads of each generator.
    pub(crate) generator_threads: u64,
    /// CPU time of the busiest generator during the measurement, if there are several.
    pub(crate) busiest_generator: Option<Duration>,
    /// Actions that were never answered.
    pub(crate) actions_unanswered: u64,
    /// How often a table had no room for an action.
    pub(crate) actions_busy: u64,
    /// Refusals by limits of the server, in the whole run.
    pub(crate) limits: Limits,
    /// Observers that lost their connection or never got one.
    pub(crate) observers_lost: u64,
    /// The visitors' counters of the whole run; `None` if there are no visitors.
    pub(crate) visits: Option<Visits>,
    pub(crate) latencies: Latencies,
    /// The run second by second.
    pub(crate) series: Vec<Moment>,
}

/// Recorded times. [`LATENCIES`] describes each of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Latencies {
    pub(crate) connect: Distribution,
    pub(crate) login: Distribution,
    pub(crate) action_rtt: Distribution,
    pub(crate) action_rtt_raw: Distribution,
    pub(crate) action_rtt_paced: Distribution,
    pub(crate) action_seen: Distribution,
    pub(crate) action_observed: Distribution,
    pub(crate) action_seen_raw: Distribution,
    pub(crate) action_to_turn: Distribution,
    pub(crate) action_to_turn_raw: Distribution,
    pub(crate) resume: Distribution,
    pub(crate) visit_entered: Distribution,
    pub(crate) list_answered: Distribution,
    pub(crate) reader_closed: Distribution,
    pub(crate) generator_lag: Distribution,
    /// Generators do not measure this one.
    pub(crate) server_lag: Distribution,
}

impl Add for Traffic {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { frames: self.frames + other.frames, bytes: self.bytes + other.bytes }
    }
}

impl Latencies {
    /// Adds the times of another generator.
    pub(crate) fn add(&mut self, other: &Self) {
        self.connect.add(&other.connect);
        self.login.add(&other.login);
        self.action_rtt.add(&other.action_rtt);
        self.action_rtt_raw.add(&other.action_rtt_raw);
        self.action_rtt_paced.add(&other.action_rtt_paced);
        self.action_seen.add(&other.action_seen);
        self.action_observed.add(&other.action_observed);
        self.action_seen_raw.add(&other.action_seen_raw);
        self.action_to_turn.add(&other.action_to_turn);
        self.action_to_turn_raw.add(&other.action_to_turn_raw);
        self.resume.add(&other.resume);
        self.visit_entered.add(&other.visit_entered);
        self.list_answered.add(&other.list_answered);
        self.reader_closed.add(&other.reader_closed);
        self.generator_lag.add(&other.generator_lag);
    }
}

impl Figures {
    /// Returns the bots' counters during the measurement.
    pub(crate) fn counted(&self) -> Totals {
        self.end.bots - self.begin.bots
    }

    /// Returns a figure by name, or `None` if it could not be measured or does not exist.
    pub(crate) fn named(&self, name: &str) -> Option<f64> {
        Figure::named(name)?.value(self)
    }

    /// Returns a quantile of a time by name, in seconds.
    pub(crate) fn percentile(&self, name: &str, part: f64) -> Option<f64> {
        Latency::named(name)?.times(self).seconds(part)
    }

    fn actions(&self) -> f64 {
        count(self.end.actions.saturating_sub(self.begin.actions))
    }

    fn seconds(&self) -> f64 {
        self.end.at.saturating_sub(self.begin.at).as_secs_f64()
    }

    fn server_cpu(&self) -> Option<f64> {
        cpu_seconds(self.begin.server, self.end.server)
    }

    /// Returns the kernel's part of the server's CPU time.
    fn server_kernel_cpu(&self) -> Option<f64> {
        let used = self.end.server? - self.begin.server?;
        Some(used.kernel.as_secs_f64())
    }

    /// Returns the server's context switches: of threads that waited, and of those that had used
    /// up their time.
    fn server_switches(&self) -> Option<[f64; 2]> {
        Some((self.end.switches? - self.begin.switches?).counts())
    }

    /// Returns the CPU time of the busiest generator.
    fn busiest_generator(&self) -> Option<f64> {
        self.busiest_generator.map(|cpu| cpu.as_secs_f64()).or_else(|| self.generator_cpu())
    }

    fn generator_cpu(&self) -> Option<f64> {
        cpu_seconds(self.begin.generator, self.end.generator)
    }

    /// Returns the bytes that players read and sent.
    fn bytes(&self) -> f64 {
        count(self.counted().bytes_received + self.counted().bytes_sent)
    }

    fn per_hand(&self, amount: f64) -> Option<f64> {
        ratio(amount, count(self.counted().hands))
    }

    fn per_action(&self, amount: f64) -> Option<f64> {
        ratio(amount, self.actions())
    }
}

fn cpu_seconds(begin: Option<ProcessUse>, end: Option<ProcessUse>) -> Option<f64> {
    Some(end?.cpu.saturating_sub(begin?.cpu).as_secs_f64())
}

/// Converts a count to a figure; exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "no run counts to 2^53")]
fn count(count: u64) -> f64 {
    count as f64
}

/// Divides, or returns `None` if the divisor is 0, which is different from a result of 0.
pub(crate) fn ratio(amount: f64, by: f64) -> Option<f64> {
    (by > 0.0).then(|| amount / by)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn used(cpu_ms: u64, resident_bytes: u64) -> Option<ProcessUse> {
        let cpu = Duration::from_millis(cpu_ms);
        Some(ProcessUse { cpu, kernel: cpu / 2, resident_bytes })
    }

    fn run() -> Figures {
        let begin = Sample {
            at: Duration::from_secs(3),
            actions: 100,
            bots: Totals {
                hands: 10,
                bytes_received: 5_000,
                bytes_sent: 500,
                actions_refused: 1,
                ..Totals::default()
            },
            server: used(1_000, 50_000_000),
            switches: Some(Switches { voluntary: 1_000, involuntary: 10 }),
            generator: used(200, 1),
            ..Sample::default()
        };
        let end = Sample {
            at: Duration::from_secs(13),
            actions: 1_100,
            bots: Totals {
                hands: 110,
                bytes_received: 65_000,
                bytes_sent: 12_500,
                actions_refused: 1,
                ..Totals::default()
            },
            server: used(3_000, 62_000_000),
            switches: Some(Switches { voluntary: 4_000, involuntary: 30 }),
            kernel_bytes: Some(1_098_304),
            generator: used(5_200, 1),
            ..Sample::default()
        };
        Figures {
            begin,
            end,
            whole_run: end.bots,
            idle_server: used(900, 50_000_000),
            idle_kernel_bytes: Some(1_000_000),
            connections: 12,
            seats: 6,
            generator_threads: 1,
            ..Figures::default()
        }
    }

    fn value(figures: &Figures, name: &str) -> Option<f64> {
        Figure::named(name).unwrap().value(figures)
    }

    #[test]
    fn figures_are_of_the_time_measured() {
        let figures = run();
        let expected = [
            ("measured_seconds", 10.0),
            ("hands", 100.0),
            ("hands_per_second", 10.0),
            ("actions_per_second", 100.0),
            ("bytes_received_per_hand", 600.0),
            ("bytes_received_per_hand_and_player", 100.0),
            ("bytes_sent_per_hand", 120.0),
            ("bytes_per_hand_and_player", 120.0),
            ("bytes_per_action", 72.0),
            ("kernel_memory_per_connection", 8_192.0),
            ("server_cpu_per_action", 0.002),
            ("server_user_cpu_per_action", 0.001),
            ("server_kernel_cpu_per_action", 0.001),
            ("server_waits_per_action", 3.0),
            ("server_preemptions_per_action", 0.02),
            ("server_cpu_per_hand", 0.02),
            ("server_cpu_cores", 0.2),
            ("generator_cpu_cores", 0.5),
            ("generator_cpu_share", 0.5),
            ("server_rss_per_connection", 1_000_000.0),
        ];
        for (name, expected) in expected {
            let value = value(&figures, name).unwrap();
            assert!((value - expected).abs() < 1e-9, "{name}: {value}, not {expected}");
        }
    }

    #[test]
    fn memory_that_comes_and_goes_is_no_growth() {
        let grown = |held: &[u64]| {
            let sample = |(second, bytes): (u64, &u64)| Sample {
                at: Duration::from_secs(second),
                server: used(0, *bytes),
                ..Sample::default()
            };
            let samples: Vec<Sample> = (0..).zip(held).map(sample).collect();
            let times = Distribution::default();
            let moment =
                |pair: &[Sample]| Moment::between(Duration::ZERO, &pair[0], &pair[1], &times);
            let series = samples.windows(2).map(moment).collect();
            value(&Figures { series, ..run() }, "server_rss_growth")
        };
        assert_eq!(grown(&[0, 100, 130, 120, 110, 140, 120, 100, 125, 131]), Some(0.0));
        assert_eq!(grown(&[0, 100, 130, 120, 110, 140, 120, 150, 125, 131]), Some(0.25));
        assert_eq!(grown(&[0, 200, 100]), Some(-0.5));
        assert_eq!(grown(&[0]), None, "nothing was seen");
    }

    #[test]
    fn an_error_of_the_warm_up_is_an_error() {
        assert_eq!(value(&run(), "actions_refused"), Some(1.0));
    }

    #[test]
    fn what_was_not_measured_is_absent_rather_than_zero() {
        let figures = Figures { end: Sample { server: None, ..run().end }, ..run() };
        for name in ["server_cpu_per_action", "server_rss", "server_rss_per_connection"] {
            assert_eq!(value(&figures, name), None, "{name}");
        }
        let nothing_played = Figures { end: run().begin, ..run() };
        assert_eq!(value(&nothing_played, "hands"), Some(0.0));
        assert_eq!(value(&nothing_played, "server_cpu_per_action"), None);
        assert_eq!(value(&nothing_played, "hands_per_second"), None);
    }
}

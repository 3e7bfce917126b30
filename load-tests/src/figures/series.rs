//! The run second by second. Each moment is the difference of two samples, with the times of the
//! actions that were read in between.

use super::{Distribution, Sample, count, cpu_seconds, ratio};
use std::time::Duration;

/// A part of the run, about a second.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Moment {
    /// The end of the moment, in seconds since the measurement began.
    at: f64,
    hands: Option<f64>,
    actions: Option<f64>,
    p50: Option<f64>,
    p99: Option<f64>,
    max: Option<f64>,
    server_cpu: Option<f64>,
    server_kernel_cpu: Option<f64>,
    server_switches: Option<f64>,
    generator_cpu: Option<f64>,
    machine_busy: Option<f64>,
    pub(super) server_rss: Option<f64>,
}

/// A column of the series.
pub(crate) struct Column {
    /// The column's name in the JSON.
    pub(crate) name: &'static str,
    pick: fn(&Moment) -> Option<f64>,
}

impl Column {
    /// Returns the column's value, or `None` if it could not be measured.
    pub(crate) fn value(&self, moment: &Moment) -> Option<f64> {
        (self.pick)(moment)
    }
}

const fn column(name: &'static str, pick: fn(&Moment) -> Option<f64>) -> Column {
    Column { name, pick }
}

/// The columns, in the order of the report.
pub(crate) const COLUMNS: &[Column] = &[
    column("seconds", |it| Some(it.at)),
    column("hands_per_second", |it| it.hands),
    column("actions_per_second", |it| it.actions),
    column("action_rtt_p50", |it| it.p50),
    column("action_rtt_p99", |it| it.p99),
    column("action_rtt_max", |it| it.max),
    column("server_cpu_cores", |it| it.server_cpu),
    column("server_kernel_cpu_cores", |it| it.server_kernel_cpu),
    column("server_switches_per_second", |it| it.server_switches),
    column("generator_cpu_cores", |it| it.generator_cpu),
    column("machine_busy_share", |it| it.machine_busy),
    column("server_rss", |it| it.server_rss),
];

impl Moment {
    /// Returns what happened between two samples. `begun` is when the measurement began.
    pub(crate) fn between(
        begun: Duration,
        before: &Sample,
        after: &Sample,
        action_rtt: &Distribution,
    ) -> Self {
        let seconds = after.at.saturating_sub(before.at).as_secs_f64();
        let machine = after.machine.zip(before.machine).map(|(after, before)| after - before);
        let cpu = |before, after| ratio(cpu_seconds(before, after)?, seconds);
        let server = after.server.zip(before.server);
        let kernel = server.map(|(after, before)| (after - before).kernel);
        let switches = after.switches.zip(before.switches);
        let switches = switches.map(|(after, before)| (after - before).counts().iter().sum());
        Self {
            at: after.at.saturating_sub(begun).as_secs_f64(),
            hands: ratio(count((after.bots - before.bots).hands), seconds),
            actions: ratio(count(after.actions.saturating_sub(before.actions)), seconds),
            p50: action_rtt.seconds(0.5),
            p99: action_rtt.seconds(0.99),
            max: action_rtt.seconds(1.0),
            server_cpu: cpu(before.server, after.server),
            server_kernel_cpu: kernel.and_then(|kernel| ratio(kernel.as_secs_f64(), seconds)),
            server_switches: switches.and_then(|switches| ratio(switches, seconds)),
            generator_cpu: cpu(before.generator, after.generator),
            machine_busy: machine.and_then(|machine| machine.busy_share()),
            server_rss: after.server.map(|server| count(server.resident_bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::used;
    use super::*;
    use crate::process_stats::Switches;
    use cardroom_bot::counters::Totals;

    #[test]
    fn a_moment_is_the_difference_of_two_samples() {
        let sample = |at, hands, actions, cpu| Sample {
            at: Duration::from_millis(at),
            bots: Totals { hands, ..Totals::default() },
            actions,
            server: used(cpu, 4_096),
            switches: Some(Switches { voluntary: cpu * 2, involuntary: cpu }),
            ..Sample::default()
        };
        let mut times = Distribution::default();
        times.record(Duration::from_millis(20));
        let begun = Duration::from_millis(1_000);
        let (before, after) = (sample(2_000, 10, 100, 500), sample(2_500, 15, 150, 750));
        let moment = Moment::between(begun, &before, &after, &times);
        let column = |name: &str| COLUMNS.iter().find(|column| column.name == name).unwrap();
        let value = |name: &str| column(name).value(&moment);
        assert_eq!(value("seconds"), Some(1.5));
        assert_eq!(value("hands_per_second"), Some(10.0));
        assert_eq!(value("actions_per_second"), Some(100.0));
        assert_eq!(value("server_cpu_cores"), Some(0.5));
        assert_eq!(value("server_kernel_cpu_cores"), Some(0.25));
        assert_eq!(value("server_switches_per_second"), Some(1_500.0));
        assert_eq!(value("server_rss"), Some(4_096.0));
        assert_eq!(value("generator_cpu_cores"), None, "what was not measured is absent");
        assert!((value("action_rtt_p99").unwrap() - 0.02).abs() < 1e-4);
        let quiet = Moment::between(begun, &after, &after, &Distribution::default());
        assert_eq!((quiet.hands, quiet.p50), (None, None));
    }
}

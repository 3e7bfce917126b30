//! The cost of an action: the figures that a room and a floor have in common.

use super::rounds::median;
use crate::figures::{Figures, Unit, ratio};
use crate::floor::Measured;
use crate::report::text::quantity;
use serde::Serialize;
use std::fmt::{self, Formatter};

/// A server in one run, or the medians of several. Times are in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub(super) struct Cost {
    pub(super) actions_per_second: Option<f64>,
    /// User and kernel time together.
    pub(super) cpu_per_action: Option<f64>,
    pub(super) user_cpu_per_action: Option<f64>,
    pub(super) kernel_cpu_per_action: Option<f64>,
    /// Switches of threads that waited for something.
    pub(super) waits_per_action: Option<f64>,
    /// Switches of threads that had used up their time.
    pub(super) preemptions_per_action: Option<f64>,
    pub(super) rtt_p50: Option<f64>,
    pub(super) rtt_p99: Option<f64>,
}

/// A column of the table of costs.
struct Column {
    title: &'static str,
    unit: Unit,
    pick: fn(&Cost) -> Option<f64>,
}

const fn column(title: &'static str, unit: Unit, pick: fn(&Cost) -> Option<f64>) -> Column {
    Column { title, unit, pick }
}

const COLUMNS: [Column; 8] = [
    column("actions/s", Unit::PerSecond, |cost| cost.actions_per_second),
    column("CPU/action", Unit::Time, |cost| cost.cpu_per_action),
    column("user", Unit::Time, |cost| cost.user_cpu_per_action),
    column("kernel", Unit::Time, |cost| cost.kernel_cpu_per_action),
    column("waits", Unit::Count, |cost| cost.waits_per_action),
    column("preempted", Unit::Count, |cost| cost.preemptions_per_action),
    column("p50", Unit::Time, |cost| cost.rtt_p50),
    column("p99", Unit::Time, |cost| cost.rtt_p99),
];

impl Cost {
    /// Returns the cost of the room in a run.
    pub(super) fn of_room(run: &Figures) -> Self {
        Self {
            actions_per_second: run.named("actions_per_second"),
            cpu_per_action: run.named("server_cpu_per_action"),
            user_cpu_per_action: run.named("server_user_cpu_per_action"),
            kernel_cpu_per_action: run.named("server_kernel_cpu_per_action"),
            waits_per_action: run.named("server_waits_per_action"),
            preemptions_per_action: run.named("server_preemptions_per_action"),
            rtt_p50: run.percentile("action_rtt", 0.5),
            rtt_p99: run.percentile("action_rtt", 0.99),
        }
    }

    /// Returns the cost of a floor. CPU time that was too little to measure is absent.
    pub(super) fn of_floor(measured: &Measured) -> Self {
        let used = measured.used.filter(|used| !used.cpu.is_zero());
        let cpu = used.map(|used| used.cpu.as_secs_f64());
        let kernel = used.map(|used| used.kernel.as_secs_f64());
        let user = cpu.zip(kernel).map(|(cpu, kernel)| cpu - kernel);
        let per_action = |amount: Option<f64>| Some(amount? / measured.actions());
        let [voluntary, involuntary] = match measured.switches {
            Some(switches) => switches.counts().map(Some),
            None => [None, None],
        };
        Self {
            actions_per_second: Some(measured.actions_per_second()),
            cpu_per_action: per_action(cpu),
            user_cpu_per_action: per_action(user),
            kernel_cpu_per_action: per_action(kernel),
            waits_per_action: per_action(voluntary),
            preemptions_per_action: per_action(involuntary),
            rtt_p50: measured.action_rtt.seconds(0.5),
            rtt_p99: measured.action_rtt.seconds(0.99),
        }
    }

    /// Returns the median of each figure.
    pub(super) fn medians(costs: &[Self]) -> Self {
        let of = |pick: fn(&Self) -> Option<f64>| median(costs.iter().filter_map(pick));
        Self {
            actions_per_second: of(|cost| cost.actions_per_second),
            cpu_per_action: of(|cost| cost.cpu_per_action),
            user_cpu_per_action: of(|cost| cost.user_cpu_per_action),
            kernel_cpu_per_action: of(|cost| cost.kernel_cpu_per_action),
            waits_per_action: of(|cost| cost.waits_per_action),
            preemptions_per_action: of(|cost| cost.preemptions_per_action),
            rtt_p50: of(|cost| cost.rtt_p50),
            rtt_p99: of(|cost| cost.rtt_p99),
        }
    }

    /// Returns the ratio of the rates of two servers.
    pub(super) fn rate_ratio(&self, to: &Self) -> Option<f64> {
        ratio(self.actions_per_second?, to.actions_per_second?)
    }

    /// Returns the ratio of the CPU times of two servers for an action.
    pub(super) fn cpu_ratio(&self, to: &Self) -> Option<f64> {
        ratio(self.cpu_per_action?, to.cpu_per_action?)
    }

    /// Writes the titles of the columns, with further text.
    pub(super) fn write_titles(f: &mut Formatter<'_>, what: &str, after: &str) -> fmt::Result {
        write!(f, "{what:<14}")?;
        COLUMNS.iter().try_for_each(|column| write!(f, "{:>11}", column.title))?;
        writeln!(f, "{after}")
    }

    /// Writes a row, with further text.
    pub(super) fn write_row(&self, f: &mut Formatter<'_>, name: &str, after: &str) -> fmt::Result {
        write!(f, "{name:<14}")?;
        for column in &COLUMNS {
            let value = (column.pick)(self).map(|value| quantity(value, column.unit));
            write!(f, "{:>11}", value.unwrap_or_else(|| "–".to_owned()))?;
        }
        writeln!(f, "{after}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Distribution;
    use crate::process_stats::{ProcessUse, Switches};
    use std::time::Duration;

    #[test]
    fn the_cost_of_a_floor_is_that_of_one_action() {
        let (cpu, kernel) = (Duration::from_millis(200), Duration::from_millis(150));
        let mut measured = Measured {
            actions: 10_000,
            time: Duration::from_secs(2),
            used: Some(ProcessUse { cpu, kernel, resident_bytes: 0 }),
            switches: Some(Switches { voluntary: 5_000, involuntary: 100 }),
            action_rtt: Distribution::default(),
        };
        let cost = Cost::of_floor(&measured);
        let near = |value: Option<f64>, expected: f64| {
            assert!((value.unwrap() - expected).abs() < 1e-12, "{value:?}, not {expected}");
        };
        near(cost.actions_per_second, 5_000.0);
        near(cost.cpu_per_action, 20e-6);
        near(cost.user_cpu_per_action, 5e-6);
        near(cost.kernel_cpu_per_action, 15e-6);
        near(cost.waits_per_action, 0.5);
        near(cost.preemptions_per_action, 0.01);
        assert_eq!(cost.rtt_p50, None, "nothing was timed");
        measured.used = Some(ProcessUse::default());
        assert_eq!(Cost::of_floor(&measured).cpu_per_action, None, "too little to measure");
    }

    #[test]
    fn medians_are_of_each_figure_alone() {
        let cost = |rate: f64, cpu: Option<f64>| Cost {
            actions_per_second: Some(rate),
            cpu_per_action: cpu,
            ..Cost::default()
        };
        let costs = [cost(1.0, Some(9.0)), cost(2.0, None), cost(3.0, Some(7.0))];
        let medians = Cost::medians(&costs);
        assert_eq!(medians, cost(2.0, Some(8.0)));
        assert_eq!(medians.rate_ratio(&cost(4.0, None)), Some(0.5));
        assert_eq!(medians.cpu_ratio(&cost(4.0, None)), None);
        assert_eq!(medians.cpu_ratio(&cost(4.0, Some(0.0))), None);
    }
}

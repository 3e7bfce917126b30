//! Measures the cost of an action as the numbers of tables and idle connections grow. Every size
//! gets the same load once in each round, and the medians are reported. `load-tests/report.html`
//! draws them.

use super::bench::{Bench, Experiment};
use super::cost::Cost;
use super::ring::RingArguments;
use super::rounds::{Rounds, median};
use super::{Concluded, ScenarioError, write_end};
use crate::crowd::Plan;
use crate::figures::{Figures, Unit};
use crate::limits::Limits;
use crate::report::text::quantity;
use crate::report::{Conclusion, Environment};
use crate::target::TargetArguments;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The sizes to measure, and how.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CurveArguments {
    /// Numbers of six-seat tables that share the load, separated by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "10,30,100,300,1000,3000",
          value_parser = clap::value_parser!(u32).range(1..))]
    tables: Vec<u32>,
    /// Numbers of idle connections beside --busy tables, separated by commas
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "0,1000,5000,10000,15000"
    )]
    idle: Vec<u32>,
    /// Number of tables beside the idle connections
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    busy: u32,
    /// Actions per second of all tables together
    #[arg(long, value_name = "RATE", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    load: u32,
    #[command(flatten)]
    rounds: Rounds,
    #[command(flatten)]
    target: TargetArguments,
}

/// The results of a run.
#[derive(Serialize)]
pub(crate) struct CurveReport {
    environment: Environment,
    rounds: u32,
    seconds: f64,
    load: u32,
    busy: u32,
    /// The results by number of tables.
    tables: Vec<Point>,
    /// The results by number of idle connections.
    idle: Vec<Point>,
    faults: Vec<String>,
    limits: Limits,
}

/// One size and the medians of its rounds. Times are in seconds, memory in bytes.
#[derive(Default, Serialize)]
struct Point {
    size: u32,
    #[serde(skip)]
    tables: u32,
    #[serde(skip)]
    idle: u32,
    #[serde(flatten)]
    medians: Run,
    /// Why there are no results.
    why: Option<String>,
    #[serde(skip)]
    runs: Vec<Run>,
}

/// The results of one run, or the medians of several.
#[derive(Default, Serialize)]
struct Run {
    #[serde(flatten)]
    cost: Cost,
    server_rss: Option<f64>,
}

/// Plays every size in turns.
pub(crate) async fn run(
    arguments: &CurveArguments,
    generator_threads: usize,
    interrupted: CancellationToken,
) -> Result<CurveReport, ScenarioError> {
    if !arguments.target.starts_server() {
        return Err(ScenarioError::OwnRoom);
    }
    let by_tables = arguments.tables.iter().map(|&tables| (tables, tables, 0));
    let by_idle = arguments.idle.iter().map(|&idle| (idle, arguments.busy, idle));
    let point = |(size, tables, idle)| Point { size, tables, idle, ..Point::default() };
    let mut points: Vec<Point> = by_tables.chain(by_idle).map(point).collect();
    let mut bench = Bench::new(arguments.rounds.clone(), generator_threads, interrupted);
    let measured = bench.in_turns(&mut points, async |bench, point| {
        let (crowd, settled) = (point.idle > 0).then(|| Plan::waiting(point.idle)).unzip();
        let settled: Duration = settled.unwrap_or_default();
        let times = (arguments.rounds.seconds, arguments.rounds.warm_up + settled.as_secs_f64());
        let load = f64::from(arguments.load);
        let room = RingArguments::sharing(point.tables, load, times, arguments.target.clone());
        point.runs.push(Run::of(&bench.room(&room, crowd.as_slice()).await?));
        Ok(())
    });
    measured.await?;
    points.iter_mut().for_each(Point::take_medians);
    let idle = points.split_off(arguments.tables.len());
    let Bench { environment, faults, limits, .. } = bench;
    Ok(CurveReport {
        environment,
        rounds: arguments.rounds.count(),
        seconds: arguments.rounds.seconds,
        load: arguments.load,
        busy: arguments.busy,
        tables: points,
        idle,
        faults,
        limits,
    })
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables, {} idle connections", self.tables, self.idle)
    }
}

impl Experiment for Point {
    fn is_missing(&mut self, why: String) {
        self.why = Some(why);
    }
}

impl Run {
    fn of(figures: &Figures) -> Self {
        Self { cost: Cost::of_room(figures), server_rss: figures.named("server_rss") }
    }
}

impl Point {
    fn take_medians(&mut self) {
        let runs = std::mem::take(&mut self.runs);
        let costs: Vec<Cost> = runs.iter().map(|run| run.cost).collect();
        let server_rss = median(runs.iter().filter_map(|run| run.server_rss));
        self.medians = Run { cost: Cost::medians(&costs), server_rss };
    }

    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let memory = self.medians.server_rss.map(|bytes| quantity(bytes, Unit::Bytes));
        let mut after = format!("{:>12}", memory.unwrap_or_else(|| "–".to_owned()));
        if let Some(why) = &self.why {
            after += &format!("  ({why})");
        }
        self.medians.cost.write_row(f, &self.size.to_string(), &after)
    }
}

impl Concluded for CurveReport {
    fn conclusion(&self) -> Conclusion {
        Conclusion::of(&self.faults, &self.limits, true)
    }
}

impl Display for CurveReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (rounds, seconds, load) = (self.rounds, self.seconds, self.load);
        writeln!(f, "{load} actions a second in all; medians of {rounds} rounds of {seconds} s")?;
        let idle = format!("idle connections beside {} tables", self.busy);
        for (name, points) in [("six-seat tables", &self.tables), (&idle, &self.idle)] {
            writeln!(f, "\n{name}")?;
            Cost::write_titles(f, "", &format!("{:>12}", "memory"))?;
            for point in points {
                point.write(f)?;
            }
        }
        write_end(f, &self.faults, &self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(cpu: f64) -> Run {
        let cost = Cost {
            cpu_per_action: Some(cpu),
            rtt_p50: Some(0.001),
            actions_per_second: Some(990.0),
            ..Cost::default()
        };
        Run { cost, server_rss: Some(4_096.0) }
    }

    #[test]
    fn each_size_has_the_median_of_its_rounds_and_one_that_was_not_measured_says_why() {
        let runs = vec![run(0.000_3), run(0.000_1), run(0.000_2)];
        let mut tables = vec![
            Point { size: 10, runs, ..Point::default() },
            Point { size: 3_000, why: Some("too few <files>".to_owned()), ..Point::default() },
        ];
        tables.iter_mut().for_each(Point::take_medians);
        let report = CurveReport {
            environment: Environment::default(),
            rounds: 3,
            seconds: 10.0,
            load: 1_000,
            busy: 100,
            tables,
            idle: Vec::new(),
            faults: Vec::new(),
            limits: Limits::default(),
        };
        let said = report.to_string();
        let of = |size: &str| said.lines().find(|line| line.starts_with(size)).unwrap().to_owned();
        assert!(of("10 ").contains("200 µs") && of("10 ").contains("4.00 KiB"), "{said}");
        assert!(of("3000").ends_with("(too few <files>)"), "{said}");
        assert_eq!(report.conclusion(), Conclusion::Ok);
    }
}

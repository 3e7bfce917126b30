//! Measures the transport alone: the traffic of poker hands on all floors, in turns.

use super::ScenarioError;
use super::rounds::{Rounds, median};
use crate::floor::{FloorProcess, Kind, Measured, Players, Traffic};
use crate::report::{self, text};
use crate::system;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What to measure.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FloorArguments {
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    rounds: Rounds,
}

/// The results of the floors.
#[derive(Serialize)]
pub(crate) struct FloorReport {
    traffic: Traffic,
    floors: Vec<FloorRun>,
    interrupted: bool,
}

/// One floor over all rounds.
#[derive(Serialize)]
struct FloorRun {
    kind: Kind,
    rounds: Vec<FloorFigures>,
}

/// One floor in one round. Times are in seconds.
#[derive(Clone, Copy, Serialize)]
pub(super) struct FloorFigures {
    pub(super) actions_per_second: f64,
    pub(super) cpu_per_action: Option<f64>,
    pub(super) rtt_p50: Option<f64>,
    pub(super) rtt_p99: Option<f64>,
}

impl From<Measured> for FloorFigures {
    fn from(measured: Measured) -> Self {
        let quantile = |part| Some(measured.action_rtt.quantile(part)?.as_secs_f64());
        Self {
            actions_per_second: measured.actions_per_second(),
            cpu_per_action: measured.cpu_per_action(),
            rtt_p50: quantile(0.5),
            rtt_p99: quantile(0.99),
        }
    }
}

/// Measures one floor once. Its players think this long at every turn.
pub(super) async fn measure(
    kind: Kind,
    traffic: Traffic,
    think: Duration,
    rounds: &Rounds,
) -> Result<FloorFigures, ScenarioError> {
    let server = FloorProcess::start(kind, traffic).await?;
    let players = Players::connect(server.address(), traffic, think).await?;
    let (warm_up, time) = (rounds.warm_up(), rounds.time());
    Ok(players.measure(&server, warm_up, time).await?.into())
}

/// Measures all floors in turns.
pub(crate) async fn run(
    arguments: &FloorArguments,
    interrupted: CancellationToken,
) -> Result<FloorReport, ScenarioError> {
    let traffic = arguments.traffic;
    system::allow_connections(traffic.connections() as u64)?;
    let mut floors = [Kind::Tungstenite, Kind::Raw, Kind::Committed]
        .map(|kind| FloorRun { kind, rounds: Vec::new() });
    'rounds: for _ in 0..arguments.rounds.count() {
        for floor in &mut floors {
            tokio::select! {
                figures = measure(floor.kind, traffic, Duration::ZERO, &arguments.rounds) => floor.rounds.push(figures?),
                () = interrupted.cancelled() => break 'rounds,
            }
        }
    }
    let interrupted = interrupted.is_cancelled();
    Ok(FloorReport { traffic, floors: floors.into(), interrupted })
}

impl super::Concluded for FloorReport {
    fn conclusion(&self) -> report::Conclusion {
        if self.interrupted { report::Conclusion::Faults } else { report::Conclusion::Ok }
    }
}

impl Display for FloorReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let traffic = &self.traffic;
        writeln!(
            f,
            "{} tables of {}; an action of {} bytes brings everybody {}.{:03} frames of {}",
            traffic.tables,
            traffic.seats,
            traffic.action_bytes,
            traffic.frames_per_1000_actions / 1_000,
            traffic.frames_per_1000_actions % 1_000,
            traffic.frame_bytes,
        )?;
        writeln!(
            f,
            "{:<14}{:>12}{:>16}{:>12}{:>12}",
            "floor", "actions/s", "CPU/action", "p50", "p99"
        )?;
        for floor in &self.floors {
            let of = |pick: fn(&FloorFigures) -> Option<f64>| {
                median(floor.rounds.iter().filter_map(pick))
            };
            let time = |seconds: Option<f64>| seconds.map_or("–".to_owned(), text::time);
            let rate = of(|figures| Some(figures.actions_per_second));
            writeln!(
                f,
                "{:<14}{:>12}{:>16}{:>12}{:>12}",
                floor.kind.name(),
                rate.map_or("–".to_owned(), |rate| format!("{rate:.0}")),
                time(of(|figures| figures.cpu_per_action)),
                time(of(|figures| figures.rtt_p50)),
                time(of(|figures| figures.rtt_p99)),
            )?;
        }
        let rounds = self.floors.iter().map(|floor| floor.rounds.len()).min().unwrap_or(0);
        writeln!(f, "medians of {rounds} rounds")?;
        if self.interrupted { writeln!(f, "interrupted: the run was cut short") } else { Ok(()) }
    }
}

/// Converts the settings of a round. The start of a server does not count.
impl Rounds {
    fn warm_up(&self) -> Duration {
        Duration::from_secs_f64(self.warm_up)
    }

    fn time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

//! Measures the transport alone: the traffic of poker hands on all floors, in turns.

use super::ScenarioError;
use super::cost::Cost;
use super::rounds::Rounds;
use crate::floor::{FloorProcess, Kind, Players, Traffic};
use crate::report;
use crate::system;
use cardroom_bot::ThinkTime;
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
    rounds: Vec<Cost>,
}

/// Measures one floor once, with these think times of its players.
pub(super) async fn measure(
    kind: Kind,
    traffic: Traffic,
    think: ThinkTime,
    rounds: &Rounds,
) -> Result<Cost, ScenarioError> {
    let server = FloorProcess::start(kind, traffic).await?;
    let players = Players::connect(server.address(), traffic, think).await?;
    let (warm_up, time) = (rounds.warm_up(), rounds.time());
    Ok(Cost::of_floor(&players.measure(&server, warm_up, time).await?))
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
                figures = measure(floor.kind, traffic, ThinkTime::None, &arguments.rounds) => floor.rounds.push(figures?),
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
        Cost::write_titles(f, "floor", "")?;
        for floor in &self.floors {
            Cost::medians(&floor.rounds).write_row(f, floor.kind.name(), "")?;
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

//! Measures the transport alone: the traffic of poker hands on all floors, in turns.

use super::bench::{Bench, Experiment};
use super::cost::Cost;
use super::rounds::Rounds;
use super::{Concluded, ScenarioError, write_end};
use crate::floor::{Kind, Traffic};
use crate::limits::Limits;
use crate::report::Conclusion;
use crate::system;
use cardroom_bot::ThinkTime;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use tokio_util::sync::CancellationToken;

/// The floors to measure and the bounds of their ratios.
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
    faults: Vec<String>,
}

/// One floor over all rounds.
#[derive(Serialize)]
struct FloorRun {
    kind: Kind,
    rounds: Vec<Cost>,
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
    let mut bench = Bench::new(arguments.rounds.clone(), 1, interrupted);
    let measured = bench.in_turns(&mut floors, async |bench, floor| {
        floor.rounds.push(bench.floor(floor.kind, traffic, ThinkTime::None).await?);
        Ok(())
    });
    measured.await?;
    Ok(FloorReport { traffic, floors: floors.into(), faults: bench.faults })
}

impl Display for FloorRun {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())
    }
}

impl Experiment for FloorRun {
    /// All floors need the same files, which are checked before.
    fn is_missing(&mut self, _: String) {}
}

impl Concluded for FloorReport {
    fn conclusion(&self) -> Conclusion {
        Conclusion::of(&self.faults, &Limits::default(), true)
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
        write_end(f, &self.faults, &Limits::default())
    }
}

//! Measures what hooks and walls cost a room that plays. The same room is measured in turns without
//! them, with them, and, if wanted, with hooks that ask for every hand, too. All have the same load.

mod company;

pub(crate) use company::{Company, CompanyError, Heard, Present};

use super::bench::{Bench, Experiment};
use super::cost::Cost;
use super::ring::RingArguments;
use super::rounds::{Rounds, median};
use super::{Concluded, ScenarioError, write_end};
use crate::figures::ratio;
use crate::limits::Limits;
use crate::report::Conclusion;
use crate::target::TargetArguments;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use tokio_util::sync::CancellationToken;

/// The most that an action may cost with the company, to that without.
const CPU_BOUND: f64 = 1.05;
/// The most that p99 may grow, as beside idle connections (`targets`, `idle-beside-busy`).
const P99_BOUND: f64 = 1.5;
/// The most that p99 may be, in seconds (`targets`, `people`).
const P99_SECONDS: f64 = 0.1;

/// The room to measure, and its company.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WallsArguments {
    /// Number of tables for six
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    tables: u32,
    /// Actions per second of all tables together
    #[arg(long, default_value_t = 4_000, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    load: u32,
    /// Number of hooks, which a receiver of this program answers
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=20))]
    hooks: u32,
    /// Number of walls, which follow a tournament
    #[arg(long, default_value_t = 50, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    walls: u32,
    /// Measure hooks that ask for every hand, too. There is no bound for them
    #[arg(long)]
    hands: bool,
    #[command(flatten)]
    rounds: Rounds,
    #[command(flatten)]
    target: TargetArguments,
}

/// The company of a room in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Alone,
    InCompany,
    /// The hooks ask for every hand. There is no bound for it.
    EveryHand,
}

/// All rounds of a mode.
#[derive(Serialize)]
struct InMode {
    mode: Mode,
    rounds: Vec<Cost>,
    heard: Heard,
    /// Why a round has no results.
    why: Option<String>,
}

/// The costs of all modes.
#[derive(Serialize)]
pub(crate) struct WallsReport {
    tables: u32,
    load: u32,
    hooks: u32,
    walls: u32,
    /// CPU of an action in company, to that alone: the median of the rounds.
    cpu_ratio: Option<f64>,
    /// The same of p99.
    p99_ratio: Option<f64>,
    modes: Vec<InMode>,
    faults: Vec<String>,
    limits: Limits,
}

impl Mode {
    fn name(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::InCompany => "in company",
            Self::EveryHand => "every hand",
        }
    }
}

/// Measures all modes in turns.
pub(crate) async fn run(
    arguments: &WallsArguments,
    generator_threads: usize,
    interrupted: CancellationToken,
) -> Result<WallsReport, ScenarioError> {
    let WallsArguments { tables, load, hooks, walls, .. } = *arguments;
    if !arguments.target.starts_server() {
        return Err(ScenarioError::OwnRoom);
    }
    let in_mode = |mode| InMode { mode, rounds: Vec::new(), heard: Heard::default(), why: None };
    let mut modes: Vec<InMode> = arguments.modes().map(in_mode).collect();
    let mut bench = Bench::new(arguments.rounds.clone(), generator_threads, interrupted);
    let room = arguments.room();
    let measured = bench.in_turns(&mut modes, async |bench, measured| {
        let company = arguments.company(measured.mode);
        let (figures, heard) = bench.room_in_company(&room, company).await?;
        measured.heard += heard;
        measured.rounds.push(Cost::of_room(&figures));
        Ok(())
    });
    measured.await?;
    let Bench { faults, limits, .. } = bench;
    let cpu_ratio = to_alone(&modes, |cost| cost.cpu_per_action);
    let p99_ratio = to_alone(&modes, |cost| cost.rtt_p99);
    Ok(WallsReport { tables, load, hooks, walls, cpu_ratio, p99_ratio, modes, faults, limits })
}

/// Compares a figure in company with that alone, within each round. Returns the median.
fn to_alone(modes: &[InMode], of: fn(&Cost) -> Option<f64>) -> Option<f64> {
    let in_mode = |mode| modes.iter().find(|measured| measured.mode == mode);
    let (with, without) = (in_mode(Mode::InCompany)?, in_mode(Mode::Alone)?);
    let pairs = with.rounds.iter().zip(&without.rounds);
    median(pairs.filter_map(|(with, without)| ratio(of(with)?, of(without)?)))
}

impl WallsArguments {
    fn modes(&self) -> impl Iterator<Item = Mode> {
        let hands = self.hands.then_some(Mode::EveryHand);
        [Mode::Alone, Mode::InCompany].into_iter().chain(hands)
    }

    fn room(&self) -> RingArguments {
        let target = self.target.clone().administered_by(company::FLOOR);
        let target = target.set("server.address=\"https://poker.example\"");
        let target = target.set("outgoing.allow=[\"127.0.0.1\"]");
        let times = (self.rounds.seconds, self.rounds.warm_up);
        RingArguments::sharing(self.tables, f64::from(self.load), times, target)
    }

    fn company(&self, mode: Mode) -> Option<Company> {
        let (hooks, walls) = (self.hooks, self.walls);
        match mode {
            Mode::Alone => None,
            Mode::InCompany => Some(Company { hooks, walls, hands: false }),
            Mode::EveryHand => Some(Company { hooks, walls, hands: true }),
        }
    }
}

impl Display for InMode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.mode.name())
    }
}

impl Experiment for InMode {
    fn is_missing(&mut self, why: String) {
        self.why = Some(why);
    }
}

impl WallsReport {
    /// Returns p99 in company, in seconds.
    fn p99(&self) -> Option<f64> {
        let measured = self.modes.iter().find(|measured| measured.mode == Mode::InCompany)?;
        Cost::medians(&measured.rounds).rtt_p99
    }

    /// Returns each bounded figure with its bound.
    fn bounded(&self) -> [(&'static str, Option<f64>, f64); 3] {
        [
            ("CPU per action in company, to alone", self.cpu_ratio, CPU_BOUND),
            ("p99 of the same", self.p99_ratio, P99_BOUND),
            ("p99 in company, in seconds", self.p99(), P99_SECONDS),
        ]
    }
}

impl Concluded for WallsReport {
    fn conclusion(&self) -> Conclusion {
        let holds =
            |(_, value, bound): &(_, Option<f64>, f64)| value.is_some_and(|it| it <= *bound);
        Conclusion::of(&self.faults, &self.limits, self.bounded().iter().all(holds))
    }
}

impl Display for WallsReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { tables, load, hooks, walls, .. } = self;
        let rounds = self.modes.iter().map(|mode| mode.rounds.len()).max().unwrap_or(0);
        writeln!(
            f,
            "{tables} tables of 6 at {load} actions/s, {hooks} hooks and {walls} walls, {rounds} rounds"
        )?;
        Cost::write_titles(f, "medians", "   announced  delivered  to walls")?;
        for InMode { mode, rounds, heard, why } in &self.modes {
            let Heard { announcements, deliveries, frames } = heard;
            let after = format!("{announcements:>12}{deliveries:>11}{frames:>10}");
            Cost::medians(rounds).write_row(f, mode.name(), &after)?;
            why.iter().try_for_each(|why| writeln!(f, "  not in every round: {why}"))?;
        }
        for (what, value, bound) in self.bounded() {
            match value {
                Some(value) if value <= bound => {
                    writeln!(f, "PASS    {what}: {value:.3}, at most {bound}")?;
                }
                Some(value) => writeln!(f, "BREACH  {what}: {value:.3}, at most {bound}")?,
                None => writeln!(f, "NOT MEASURED  {what}")?,
            }
        }
        write_end(f, &self.faults, &self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(alone: &[(f64, f64)], in_company: &[(f64, f64)]) -> WallsReport {
        let cost = |&(cpu, p99): &(f64, f64)| Cost {
            cpu_per_action: Some(cpu),
            rtt_p99: Some(p99),
            ..Cost::default()
        };
        let in_mode = |mode, costs: &[(f64, f64)]| InMode {
            mode,
            rounds: costs.iter().map(cost).collect(),
            heard: Heard::default(),
            why: None,
        };
        let modes = vec![in_mode(Mode::Alone, alone), in_mode(Mode::InCompany, in_company)];
        let cpu_ratio = to_alone(&modes, |cost| cost.cpu_per_action);
        let p99_ratio = to_alone(&modes, |cost| cost.rtt_p99);
        let (faults, limits) = (Vec::new(), Limits::default());
        let (tables, load, hooks, walls) = (200, 4_000, 20, 50);
        WallsReport { tables, load, hooks, walls, cpu_ratio, p99_ratio, modes, faults, limits }
    }

    #[test]
    fn an_action_may_cost_a_twentieth_more_within_each_round() {
        // The machine is twice as slow in the second round.
        let alone = [(100e-6, 1e-3), (200e-6, 2e-3), (100e-6, 1e-3)];
        let holds = report(&alone, &[(104e-6, 1.2e-3), (209e-6, 2.2e-3), (120e-6, 1e-3)]);
        assert_eq!(holds.conclusion(), Conclusion::Ok, "{holds}");
        let costs = report(&alone, &[(106e-6, 1e-3), (213e-6, 2e-3), (100e-6, 1e-3)]);
        assert_eq!(costs.conclusion(), Conclusion::ThresholdsBroken, "{costs}");
        assert!(costs.to_string().contains("BREACH  CPU per action"), "{costs}");
        let slow = report(&alone, &[(100e-6, 2e-3); 3]);
        assert_eq!(slow.conclusion(), Conclusion::ThresholdsBroken, "{slow}");
        let late = report(&[(1e-6, 0.2)], &[(1e-6, 0.2)]);
        assert_eq!(late.conclusion(), Conclusion::ThresholdsBroken, "{late}");
    }

    #[test]
    fn what_was_not_measured_holds_nothing() {
        assert_eq!(report(&[], &[]).conclusion(), Conclusion::ThresholdsBroken);
    }
}

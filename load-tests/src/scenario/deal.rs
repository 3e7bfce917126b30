//! Measures what verifiable deals cost: the CPU time of a hand, and the bytes of a hand and player.
//! The same room is measured in turns with deals off, without contributors, with every player
//! lending links, and with every player verifying. `pauses` measures whether hands begin later.

mod bounds;
pub(crate) mod pauses;
mod relay;

use super::bench::{Bench, Experiment};
use super::ring::RingArguments;
use super::rounds::{Rounds, median};
use super::{Concluded, ScenarioError, write_end};
use crate::figures::{Figures, Unit};
use crate::generator::{BrainChoice, DealChoice};
use crate::limits::Limits;
use crate::report::Conclusion;
use crate::report::text::quantity;
use crate::target::TargetArguments;
use bounds::Bound;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use tokio_util::sync::CancellationToken;

/// The room to measure.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DealArguments {
    /// Number of tables
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    tables: u32,
    /// Seats at each table, all taken by bots
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// How the bots play
    #[arg(long, value_enum, default_value_t = BrainChoice::Tag)]
    brain: BrainChoice,
    #[command(flatten)]
    rounds: Rounds,
    #[command(flatten)]
    target: TargetArguments,
}

/// The part of room and players in verifiable deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Off,
    NobodyJoined,
    EverybodyLends,
    EverybodyVerifies,
}

/// The cost of one run. Times are in seconds.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
struct HandCost {
    hands_per_second: Option<f64>,
    cpu_per_hand: Option<f64>,
    bytes_received_per_hand_and_player: Option<f64>,
    bytes_sent_per_hand_and_player: Option<f64>,
}

/// All rounds of a mode.
#[derive(Serialize)]
struct InMode {
    mode: Mode,
    rounds: Vec<HandCost>,
    /// Why a round has no results.
    why: Option<String>,
}

/// The costs of all modes.
#[derive(Serialize)]
pub(crate) struct DealReport {
    tables: u32,
    seats: u8,
    brain: BrainChoice,
    modes: Vec<InMode>,
    /// The most that verifiable deals may cost beyond others; empty if tables have other seats.
    bounds: Vec<Bound>,
    faults: Vec<String>,
    limits: Limits,
}

impl Mode {
    const ALL: [Self; 4] =
        [Self::Off, Self::NobodyJoined, Self::EverybodyLends, Self::EverybodyVerifies];

    fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::NobodyJoined => "nobody joined",
            Self::EverybodyLends => "everybody lends",
            Self::EverybodyVerifies => "everybody verifies",
        }
    }

    fn bots(self) -> DealChoice {
        match self {
            Self::Off | Self::NobodyJoined => DealChoice::Absent,
            Self::EverybodyLends => DealChoice::Lends,
            Self::EverybodyVerifies => DealChoice::Verifies,
        }
    }
}

impl HandCost {
    fn of(run: &Figures, seats: u8) -> Self {
        let sent = run.named("bytes_sent_per_hand");
        Self {
            hands_per_second: run.named("hands_per_second"),
            cpu_per_hand: run.named("server_cpu_per_hand"),
            bytes_received_per_hand_and_player: run.named("bytes_received_per_hand_and_player"),
            bytes_sent_per_hand_and_player: sent.map(|sent| sent / f64::from(seats)),
        }
    }

    /// Returns the median of each figure.
    fn medians(costs: &[Self]) -> Self {
        let of = |pick: fn(&Self) -> Option<f64>| median(costs.iter().filter_map(pick));
        Self {
            hands_per_second: of(|cost| cost.hands_per_second),
            cpu_per_hand: of(|cost| cost.cpu_per_hand),
            bytes_received_per_hand_and_player: of(|cost| cost.bytes_received_per_hand_and_player),
            bytes_sent_per_hand_and_player: of(|cost| cost.bytes_sent_per_hand_and_player),
        }
    }
}

/// Measures all modes in turns.
pub(crate) async fn run(
    arguments: &DealArguments,
    generator_threads: usize,
    interrupted: CancellationToken,
) -> Result<DealReport, ScenarioError> {
    let DealArguments { tables, seats, brain, .. } = *arguments;
    if !arguments.target.starts_server() {
        return Err(ScenarioError::OwnRoom);
    }
    let in_mode = |mode| InMode { mode, rounds: Vec::new(), why: None };
    let mut modes: Vec<InMode> = Mode::ALL.into_iter().map(in_mode).collect();
    let mut bench = Bench::new(arguments.rounds.clone(), generator_threads, interrupted);
    let measured = bench.in_turns(&mut modes, async |bench, measured| {
        let run = bench.room(&arguments.room(measured.mode), &[]).await?;
        measured.rounds.push(HandCost::of(&run, seats));
        Ok(())
    });
    measured.await?;
    let Bench { faults, limits, .. } = bench;
    Ok(DealReport {
        tables,
        seats,
        brain,
        bounds: bounds::judge(seats, &modes),
        modes,
        faults,
        limits,
    })
}

impl DealArguments {
    /// Makes the settings of the room in a mode.
    fn room(&self, mode: Mode) -> RingArguments {
        let target = self.target.clone().set(&format!("deal.verifiable={}", mode != Mode::Off));
        let times = (self.rounds.seconds, self.rounds.warm_up);
        RingArguments::measured(self.tables, self.seats, times, target)
            .played_by(self.brain)
            .dealing(mode.bots())
    }
}

impl Display for InMode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "deals: {}", self.mode.name())
    }
}

impl Experiment for InMode {
    fn is_missing(&mut self, why: String) {
        self.why = Some(why);
    }
}

impl Concluded for DealReport {
    fn conclusion(&self) -> Conclusion {
        let is_measured = self.modes.iter().all(|mode| !mode.rounds.is_empty());
        let holds = self.bounds.iter().all(Bound::holds);
        Conclusion::of(&self.faults, &self.limits, is_measured && holds)
    }
}

/// Returns how much more a mode costs than deals off in the same round: the median of the rounds.
fn added(modes: &[InMode], mode: Mode, pick: fn(&HandCost) -> Option<f64>) -> Option<f64> {
    let rounds = |wanted| Some(&modes.iter().find(|mode| mode.mode == wanted)?.rounds);
    let pairs = rounds(mode)?.iter().zip(rounds(Mode::Off)?);
    median(pairs.filter_map(|(with, without)| Some(pick(with)? - pick(without)?)))
}

impl DealReport {
    /// Returns the CPU time of a hand beyond that with deals off: the median of the rounds.
    fn added(&self, mode: &InMode) -> Option<f64> {
        added(&self.modes, mode.mode, |cost| cost.cpu_per_hand)
    }
}

impl Display for DealReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { tables, seats, .. } = self;
        let rounds = self.modes.iter().map(|mode| mode.rounds.len()).max().unwrap_or(0);
        writeln!(f, "{tables} tables of {seats}, {} brains, {rounds} rounds", self.brain.name())?;
        writeln!(
            f,
            "{:<20}{:>10}{:>12}{:>12}{:>14}{:>12}",
            "medians", "hands/s", "CPU/hand", "more", "down/player", "up/player"
        )?;
        for mode in &self.modes {
            let cost = HandCost::medians(&mode.rounds);
            let text = |value: Option<f64>, unit| {
                value.map_or_else(|| "–".to_owned(), |value| quantity(value, unit))
            };
            writeln!(
                f,
                "{:<20}{:>10}{:>12}{:>12}{:>14}{:>12}",
                mode.mode.name(),
                text(cost.hands_per_second, Unit::PerSecond),
                text(cost.cpu_per_hand, Unit::Time),
                added_text(self.added(mode)),
                text(cost.bytes_received_per_hand_and_player, Unit::Bytes),
                text(cost.bytes_sent_per_hand_and_player, Unit::Bytes),
            )?;
            mode.why.iter().try_for_each(|why| writeln!(f, "  not in every round: {why}"))?;
        }
        self.bounds.iter().try_for_each(|bound| writeln!(f, "{bound}"))?;
        if self.bounds.is_empty() {
            writeln!(f, "The bounds are for tables of {}.", bounds::SEATS)?;
        }
        write_end(f, &self.faults, &self.limits)
    }
}

/// Formats a difference of times, in microseconds.
fn added_text(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "–".to_owned(), |seconds| format!("{:+.0} µs", seconds * 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_mode(mode: Mode, cpu: &[f64]) -> InMode {
        let cost = |cpu: &f64| HandCost { cpu_per_hand: Some(*cpu), ..HandCost::default() };
        InMode { mode, rounds: cpu.iter().map(cost).collect(), why: None }
    }

    fn report(modes: Vec<InMode>) -> DealReport {
        let (faults, limits) = (Vec::new(), Limits::default());
        let bounds = bounds::judge(6, &modes);
        DealReport { tables: 30, seats: 6, brain: BrainChoice::Tag, modes, bounds, faults, limits }
    }

    #[test]
    fn the_cost_of_a_mode_is_compared_within_each_round() {
        // The machine is twice as slow in the second round.
        let off = in_mode(Mode::Off, &[100e-6, 200e-6, 100e-6]);
        let lends = in_mode(Mode::EverybodyLends, &[150e-6, 260e-6, 155e-6]);
        let report = report(vec![off, lends]);
        assert_eq!(added_text(report.added(&report.modes[1])), "+55 µs");
        assert_eq!(added_text(report.added(&report.modes[0])), "+0 µs");
        let text = report.to_string();
        assert!(text.contains("everybody lends") && text.contains("+55 µs"), "{text}");
        assert!(text.contains("ok:     everybody lends: +55 µs of CPU a hand"), "{text}");
    }

    #[test]
    fn a_mode_without_a_round_is_no_measurement() {
        let off = in_mode(Mode::Off, &[1.0]);
        let none = in_mode(Mode::NobodyJoined, &[]);
        assert_eq!(added_text(report(vec![]).added(&off)), "–");
        assert_ne!(report(vec![off, none]).conclusion(), Conclusion::Ok);
        let all: Vec<InMode> = Mode::ALL.into_iter().map(|mode| in_mode(mode, &[1.0])).collect();
        let mut all = report(all);
        all.bounds.clear();
        assert_eq!(all.conclusion(), Conclusion::Ok);
    }
}

//! Compares the cost of the room with that of its transport. The room and both floors run in
//! turns, with the frames that the room was seen to send. Ratios within a round are robust
//! on a noisy machine.

use super::floor::{self, FloorFigures};
use super::ring::{self, Beside, RingArguments};
use super::rounds::{Rounds, median};
use super::{Concluded, ScenarioError, write_end};
use crate::figures::Figures;
use crate::floor::{Kind, RECORD_BYTES, Traffic};
use crate::generator::BrainChoice;
use crate::limits::Limits;
use crate::report::{Conclusion, text};
use crate::target::TargetArguments;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The size of a WebSocket header with a short payload.
const HEADER: f64 = 2.0;
/// The size of the key that masks a client's payload.
const MASK: f64 = 4.0;

/// What to compare.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RatioArguments {
    /// Number of tables
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    tables: u32,
    /// Seats at each table, all taken by bots
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// How the bots play
    #[arg(long, value_enum, default_value_t = BrainChoice::Tag)]
    brain: BrainChoice,
    /// Highest CPU time for an action, as a multiple of the floor on tungstenite
    #[arg(long, default_value_t = 1.25, value_name = "X")]
    cpu_to_tungstenite: f64,
    /// Highest CPU time for an action, as a multiple of the raw floor
    #[arg(long, default_value_t = 1.6, value_name = "X")]
    cpu_to_raw: f64,
    /// Lowest actions per second, as a share of the raw floor's
    #[arg(long, default_value_t = 0.65, value_name = "X")]
    rate_to_raw: f64,
    #[command(flatten)]
    rounds: Rounds,
    #[command(flatten)]
    target: TargetArguments,
}

/// The comparison of room and floors.
#[derive(Serialize)]
pub(crate) struct RatioReport {
    tables: u32,
    seats: u8,
    brain: BrainChoice,
    rounds: Vec<Round>,
    ratios: Vec<Ratio>,
    faults: Vec<String>,
    limits: Limits,
}

/// A round: all three, one after the other.
#[derive(Serialize)]
struct Round {
    traffic: Traffic,
    room: RoomFigures,
    tungstenite: FloorFigures,
    raw: FloorFigures,
}

/// The room in one round. Times are in seconds.
#[derive(Clone, Copy, Serialize)]
pub(super) struct RoomFigures {
    pub(super) actions_per_second: f64,
    pub(super) cpu_per_action: Option<f64>,
    pub(super) hands_per_second: f64,
}

/// A ratio with a bound.
#[derive(Serialize)]
struct Ratio {
    name: &'static str,
    /// The median of the rounds; `None` if it could not be measured.
    median: Option<f64>,
    least: Option<f64>,
    greatest: Option<f64>,
    bound: f64,
    at_most: bool,
    holds: bool,
}

/// Measures room and floors in turns.
pub(crate) async fn run(
    arguments: &RatioArguments,
    generator_threads: usize,
    interrupted: CancellationToken,
) -> Result<RatioReport, ScenarioError> {
    let room = RingArguments::measured(
        arguments.tables,
        arguments.seats,
        (arguments.rounds.seconds, arguments.rounds.warm_up),
        arguments.target.clone(),
    )
    .played_by(arguments.brain);
    let mut rounds = Vec::new();
    let (mut faults, mut limits) = (Vec::new(), Limits::default());
    for _ in 0..arguments.rounds.count() {
        let report =
            ring::run(&room, Beside::default(), generator_threads, interrupted.clone()).await?;
        faults.extend(report.faults);
        limits.add(report.figures.limits.clone());
        if !faults.is_empty() || limits.bound() {
            break;
        }
        let Some((traffic, seen)) = seen(&report.figures, arguments.tables, arguments.seats) else {
            faults.push("the room's figures are not known here".to_owned());
            break;
        };
        let tungstenite =
            floor::measure(Kind::Tungstenite, traffic, Duration::ZERO, &arguments.rounds).await?;
        let raw = floor::measure(Kind::Raw, traffic, Duration::ZERO, &arguments.rounds).await?;
        rounds.push(Round { traffic, room: seen, tungstenite, raw });
        if interrupted.is_cancelled() {
            faults.push("interrupted: the run was cut short".to_owned());
            break;
        }
    }
    let ratios = arguments.judge(&rounds);
    let (tables, seats) = (arguments.tables, arguments.seats);
    Ok(RatioReport { tables, seats, brain: arguments.brain, rounds, ratios, faults, limits })
}

impl RatioArguments {
    fn judge(&self, rounds: &[Round]) -> Vec<Ratio> {
        let cpu = |floor: fn(&Round) -> FloorFigures| {
            move |round: &Round| Some(round.room.cpu_per_action? / floor(round).cpu_per_action?)
        };
        let rate =
            |round: &Round| Some(round.room.actions_per_second / round.raw.actions_per_second);
        vec![
            Ratio::of(
                "CPU per action, to tungstenite",
                rounds.iter().filter_map(cpu(|round| round.tungstenite)),
                self.cpu_to_tungstenite,
                true,
            ),
            Ratio::of(
                "CPU per action, to the raw floor",
                rounds.iter().filter_map(cpu(|round| round.raw)),
                self.cpu_to_raw,
                true,
            ),
            Ratio::of(
                "actions/s, to the raw floor",
                rounds.iter().filter_map(rate),
                self.rate_to_raw,
                false,
            ),
        ]
    }
}

/// Returns the traffic of the room and its figures, or `None` if they are unknown.
pub(super) fn seen(run: &Figures, tables: u32, seats: u8) -> Option<(Traffic, RoomFigures)> {
    let (hands, actions) = (run.named("hands")?, run.named("actions")?);
    let frames = run.named("frames_received_per_hand_and_player")?;
    let frame = run.named("bytes_received_per_hand_and_player")? / frames - HEADER;
    let action = run.named("bytes_sent_per_hand")? * hands / actions - HEADER - MASK;
    let per_action = (frames * hands / actions).max(1.0);
    let traffic = Traffic {
        tables,
        seats,
        frames_per_1000_actions: whole(per_action * 1_000.0)?,
        frame_bytes: u16::try_from(whole(frame)?.max(1)).ok()?,
        action_bytes: u16::try_from(whole(action)?.clamp(1, 125)).ok()?,
        record_bytes: RECORD_BYTES,
    };
    let room = RoomFigures {
        actions_per_second: run.named("actions_per_second")?,
        cpu_per_action: run.named("server_cpu_per_action"),
        hands_per_second: run.named("hands_per_second")?,
    };
    Some((traffic, room))
}

impl Ratio {
    fn of(
        name: &'static str,
        values: impl Iterator<Item = f64>,
        bound: f64,
        at_most: bool,
    ) -> Self {
        let values: Vec<f64> = values.collect();
        let median = median(values.iter().copied());
        let holds = median.is_some_and(|it| if at_most { it <= bound } else { it >= bound });
        let least = values.iter().copied().reduce(f64::min);
        let greatest = values.iter().copied().reduce(f64::max);
        Self { name, median, least, greatest, bound, at_most, holds }
    }
}

/// Rounds a figure to a whole number, or returns `None` if it does not fit.
fn whole(value: f64) -> Option<u32> {
    let rounded = value.round();
    let fits = (0.0..=f64::from(u32::MAX)).contains(&rounded);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it fits")]
    fits.then_some(rounded as u32)
}

impl Concluded for RatioReport {
    fn conclusion(&self) -> Conclusion {
        let holds = self.ratios.iter().all(|ratio| ratio.holds);
        Conclusion::of(&self.faults, &self.limits, holds)
    }
}

impl Display for RatioReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { tables, seats, .. } = self;
        let (brain, rounds) = (self.brain.name(), self.rounds.len());
        writeln!(f, "{tables} tables of {seats}, {brain} brains, {rounds} rounds")?;
        if let Some(Round { traffic, .. }) = self.rounds.last() {
            writeln!(
                f,
                "frames as the room sent them: {}.{:03} of {} bytes to everybody for an action of {}",
                traffic.frames_per_1000_actions / 1_000,
                traffic.frames_per_1000_actions % 1_000,
                traffic.frame_bytes,
                traffic.action_bytes,
            )?;
        }
        writeln!(f, "{:<14}{:>12}{:>16}", "medians", "actions/s", "CPU/action")?;
        let mut line = |name, rate: fn(&Round) -> f64, cpu: fn(&Round) -> Option<f64>| {
            let rate = median(self.rounds.iter().map(rate));
            let cpu = median(self.rounds.iter().filter_map(cpu));
            writeln!(
                f,
                "{name:<14}{:>12}{:>16}",
                rate.map_or("–".to_owned(), |rate| format!("{rate:.0}")),
                cpu.map_or("–".to_owned(), text::time),
            )
        };
        line("room", |it| it.room.actions_per_second, |it| it.room.cpu_per_action)?;
        line(
            Kind::Tungstenite.name(),
            |it| it.tungstenite.actions_per_second,
            |it| it.tungstenite.cpu_per_action,
        )?;
        line(Kind::Raw.name(), |it| it.raw.actions_per_second, |it| it.raw.cpu_per_action)?;
        for ratio in &self.ratios {
            let number =
                |value: Option<f64>| value.map_or("–".to_owned(), |it| format!("{it:.2}"));
            writeln!(
                f,
                "{:<36}{:>6} ({} to {}); {} {:.2}: {}",
                ratio.name,
                number(ratio.median),
                number(ratio.least),
                number(ratio.greatest),
                if ratio.at_most { "at most" } else { "at least" },
                ratio.bound,
                if ratio.holds { "holds" } else { "does not hold" },
            )?;
        }
        write_end(f, &self.faults, &self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_holds_by_its_median_and_never_unmeasured() {
        let ratio =
            |values: &[f64], at_most| Ratio::of("it", values.iter().copied(), 1.25, at_most).holds;
        assert!(ratio(&[1.2, 9.0, 1.0], true));
        assert!(!ratio(&[1.2, 9.0, 1.3], true));
        assert!(ratio(&[1.25], false) && !ratio(&[1.0], false));
        assert!(!ratio(&[], true) && !ratio(&[], false));
    }

    #[test]
    fn figures_become_whole_numbers_or_nothing() {
        assert_eq!(whole(31.6), Some(32));
        for wrong in [-1.0, f64::NAN, f64::INFINITY, 1e12] {
            assert_eq!(whole(wrong), None, "{wrong}");
        }
    }
}

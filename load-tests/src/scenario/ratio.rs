//! Compares the cost of the room with that of its transport. The room and both floors run in
//! turns, with the frames that the room was seen to send: at saturation, and at parts of the rate
//! that the room sustained there. Ratios within a round are robust on a noisy machine.

use super::bench::{Bench, Experiment};
use super::cost::Cost;
use super::ring::{self, RingArguments};
use super::rounds::{Rounds, median};
use super::{Concluded, ScenarioError, write_end};
use crate::figures::Figures;
use crate::floor::{Kind, RECORD_BYTES, Traffic};
use crate::generator::BrainChoice;
use crate::limits::Limits;
use crate::report::Conclusion;
use crate::target::TargetArguments;
use cardroom_bot::ThinkTime;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The size of a WebSocket header with a short payload.
const HEADER: f64 = 2.0;
/// The size of the key that masks a client's payload.
const MASK: f64 = 4.0;

/// The runs to compare and their bounds.
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
    /// Loads at which to measure as well, in percent of the room's saturation, separated by commas;
    /// nothing for saturation alone
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', num_args = 0..,
          default_value = "25,50,75", value_parser = clap::value_parser!(u32).range(1..100))]
    loads: Vec<u32>,
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
    /// The results at saturation, then at each load.
    loads: Vec<AtLoad>,
    /// The ratios at saturation that have bounds.
    ratios: Vec<Ratio>,
    faults: Vec<String>,
    limits: Limits,
}

/// All rounds at one load.
#[derive(Serialize)]
struct AtLoad {
    /// The part of the room's saturation that was offered; 100 is saturation.
    percent: u32,
    rounds: Vec<Round>,
    /// Why a round has no results.
    why: Option<String>,
}

/// A round: all three, one after the other. The floors are offered what the room played.
#[derive(Serialize)]
struct Round {
    traffic: Traffic,
    room: Cost,
    tungstenite: Cost,
    raw: Cost,
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
    let percents = std::iter::once(100).chain(arguments.loads.iter().copied());
    let at_load = |percent| AtLoad { percent, rounds: Vec::new(), why: None };
    let mut loads: Vec<AtLoad> = percents.map(at_load).collect();
    let mut bench = Bench::new(arguments.rounds.clone(), generator_threads, interrupted);
    // The rate that the room sustained in this round, and its round trip at the load before.
    let (mut saturation, mut round_trip) = (None, Duration::ZERO);
    let measured = bench.in_turns(&mut loads, async |bench, load| {
        let think = match load.percent {
            100 => {
                (saturation, round_trip) = (None, Duration::ZERO);
                ThinkTime::None
            }
            percent => {
                let most = saturation.ok_or(ScenarioError::NoMeasurement)?;
                arguments.think(most, percent, round_trip)
            }
        };
        let run = bench.room(&arguments.room().thinking(think), &[]).await?;
        let room = Cost::of_room(&run);
        let traffic = seen(&run, arguments.tables, arguments.seats);
        let known = traffic.zip(room.actions_per_second);
        let (traffic, rate) = known.ok_or(ScenarioError::NoMeasurement)?;
        let think = if load.percent == 100 {
            saturation = Some(rate);
            ThinkTime::None
        } else {
            round_trip = room.rtt_p50.map_or(Duration::ZERO, Duration::from_secs_f64);
            arguments.think(rate, 100, Duration::ZERO)
        };
        let tungstenite = bench.floor(Kind::Tungstenite, traffic, think).await?;
        let raw = bench.floor(Kind::Raw, traffic, think).await?;
        load.rounds.push(Round { traffic, room, tungstenite, raw });
        Ok(())
    });
    measured.await?;
    let ratios = arguments.judge(&loads[0].rounds);
    let (tables, seats, brain) = (arguments.tables, arguments.seats, arguments.brain);
    let Bench { faults, limits, .. } = bench;
    Ok(RatioReport { tables, seats, brain, loads, ratios, faults, limits })
}

impl RatioArguments {
    /// Makes the settings of the room at saturation.
    fn room(&self) -> RingArguments {
        RingArguments::measured(
            self.tables,
            self.seats,
            (self.rounds.seconds, self.rounds.warm_up),
            self.target.clone(),
        )
        .played_by(self.brain)
    }

    /// Returns the think times with which all tables together play a part of this rate, if an
    /// action takes about this long.
    fn think(&self, rate: f64, percent: u32, round_trip: Duration) -> ThinkTime {
        let pace = f64::from(self.tables) * 100.0 / (rate * f64::from(percent));
        ring::spread((pace - round_trip.as_secs_f64()).max(0.0))
    }

    fn judge(&self, rounds: &[Round]) -> Vec<Ratio> {
        let ratio = |name, of: fn(&Round) -> Option<f64>, bound, at_most| {
            Ratio::of(name, rounds.iter().filter_map(of), bound, at_most)
        };
        vec![
            ratio(
                "CPU per action, to tungstenite",
                |it| it.room.cpu_ratio(&it.tungstenite),
                self.cpu_to_tungstenite,
                true,
            ),
            ratio(
                "CPU per action, to the raw floor",
                |it| it.room.cpu_ratio(&it.raw),
                self.cpu_to_raw,
                true,
            ),
            ratio(
                "actions/s, to the raw floor",
                |it| it.room.rate_ratio(&it.raw),
                self.rate_to_raw,
                false,
            ),
        ]
    }
}

/// Returns the traffic of the room, or `None` if it is unknown.
pub(super) fn seen(run: &Figures, tables: u32, seats: u8) -> Option<Traffic> {
    let (hands, actions) = (run.named("hands")?, run.named("actions")?);
    let frames = run.named("frames_received_per_hand_and_player")?;
    let frame = run.named("bytes_received_per_hand_and_player")? / frames - HEADER;
    let action = run.named("bytes_sent_per_hand")? * hands / actions - HEADER - MASK;
    let per_action = (frames * hands / actions).max(1.0);
    Some(Traffic {
        tables,
        seats,
        frames_per_1000_actions: whole(per_action * 1_000.0)?,
        frame_bytes: u16::try_from(whole(frame)?.max(1)).ok()?,
        action_bytes: u16::try_from(whole(action)?.clamp(1, 125)).ok()?,
        record_bytes: RECORD_BYTES,
    })
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

impl Display for AtLoad {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.percent {
            100 => write!(f, "saturation"),
            percent => write!(f, "{percent} % of the room's saturation"),
        }
    }
}

impl Experiment for AtLoad {
    fn is_missing(&mut self, why: String) {
        self.why = Some(why);
    }
}

impl AtLoad {
    /// Writes the medians of the rounds, and those of the ratios of CPU time.
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{self}")?;
        Cost::write_titles(f, "medians", "")?;
        let costs = |of: fn(&Round) -> Cost| self.rounds.iter().map(of).collect::<Vec<_>>();
        let room = costs(|round| round.room);
        let floors = [
            (Kind::Tungstenite, costs(|round| round.tungstenite)),
            (Kind::Raw, costs(|round| round.raw)),
        ];
        Cost::medians(&room).write_row(f, "room", "")?;
        for (kind, costs) in &floors {
            Cost::medians(costs).write_row(f, kind.name(), "")?;
        }
        for (kind, costs) in &floors {
            let ratios = room.iter().zip(costs).filter_map(|(room, floor)| room.cpu_ratio(floor));
            writeln!(f, "CPU per action, to {}: {}", kind.name(), number(median(ratios)))?;
        }
        self.why.iter().try_for_each(|why| writeln!(f, "not in every round: {why}"))
    }
}

/// Formats a ratio with two digits, or a dash if it is unknown.
fn number(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |it| format!("{it:.2}"))
}

impl Display for RatioReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { tables, seats, .. } = self;
        let (brain, rounds) = (self.brain.name(), self.loads[0].rounds.len());
        writeln!(f, "{tables} tables of {seats}, {brain} brains, {rounds} rounds")?;
        if let Some(Round { traffic, .. }) = self.loads[0].rounds.last() {
            writeln!(
                f,
                "frames as the room sent them: {}.{:03} of {} bytes to everybody for an action of {}",
                traffic.frames_per_1000_actions / 1_000,
                traffic.frames_per_1000_actions % 1_000,
                traffic.frame_bytes,
                traffic.action_bytes,
            )?;
        }
        writeln!(f, "waits and preempted: context switches of the server for an action")?;
        self.loads.iter().try_for_each(|load| load.write(f))?;
        writeln!(f, "\nat saturation")?;
        for ratio in &self.ratios {
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
    fn a_part_of_saturation_is_offered_by_think_times() {
        let arguments = RatioArguments {
            tables: 300,
            seats: 6,
            brain: BrainChoice::Tag,
            loads: vec![25],
            cpu_to_tungstenite: 1.25,
            cpu_to_raw: 1.6,
            rate_to_raw: 0.65,
            rounds: Rounds::new(1, 1.0, 1.0),
            target: TargetArguments::default(),
        };
        let ms = Duration::from_millis;
        // 300 tables at 3,000 actions a second: each acts every 100 ms.
        let think = arguments.think(12_000.0, 25, ms(20));
        assert_eq!(think, ThinkTime::Uniform { min: ms(40), max: ms(120) });
        let none = arguments.think(12_000.0, 50, ms(60));
        assert_eq!(none, ThinkTime::Uniform { min: ms(0), max: ms(0) });
    }

    #[test]
    fn figures_become_whole_numbers_or_nothing() {
        assert_eq!(whole(31.6), Some(32));
        for wrong in [-1.0, f64::NAN, f64::INFINITY, 1e12] {
            assert_eq!(whole(wrong), None, "{wrong}");
        }
    }
}

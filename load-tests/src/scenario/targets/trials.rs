//! The table of experiments behind the lines: which servers are run, one after the other, and how
//! they are played. `lines` takes the figures from the runs.

use super::super::bench::{Bench, Experiment};
use super::super::cost::Cost;
use super::super::file::{self, Scale, ScenarioFile};
use super::super::ratio;
use super::super::rounds::Rounds;
use super::lines::LINES;
use super::{RingArguments, ScenarioError, Sizes};
use crate::crowd::Plan;
use crate::figures::Figures;
use crate::floor::Kind;
use crate::generator::BrainChoice;
use crate::postgres::EmptyDatabase;
use crate::target::TargetArguments;
use cardroom_bot::ThinkTime;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::time::Duration;

/// The scenario with idle connections.
const IDLE: &str = include_str!("../../../scenarios/idle.toml");
/// The part of its saturation at which a server's latency is measured.
const PART_OF_SATURATION: f64 = 0.35;
/// The load that any number of tables shares, in actions per second.
const SHARED_LOAD: f64 = 1_000.0;
/// The stacks of a match, in big blinds, as in `scenarios/match.toml`.
const MATCH_BIG_BLINDS: u32 = 200;
/// The load at which the cost of the journal is measured, in actions per second.
const JOURNAL_LOAD: f64 = 4_000.0;

/// The name of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trial {
    Floors,
    Journal,
    JournalCost,
    Postgres,
    Match,
    SyncedMatch,
    Idle,
    Beside,
    Latency,
    JournalLatency,
    Growth,
    Threes,
    Shared,
    People,
}

/// An experiment: its runs, one after the other.
pub(super) struct Setup {
    pub(super) trial: Trial,
    what: &'static str,
    runs: &'static [Run],
}

/// One run of a server.
#[derive(Clone, Copy)]
enum Run {
    Room {
        store: Store,
        tables: fn(&Sizes) -> u32,
        seats: u8,
        play: Play,
    },
    /// A floor with the frames and think times of the room before it.
    Floor(Kind),
}

/// Where a room stores what happens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Store {
    /// SQLite. A power cut may lose the last moments, and a crash of the process loses nothing.
    Normal,
    /// SQLite. A power cut loses nothing.
    Full,
    NoJournal,
    Postgres,
}

/// How a room is played.
#[derive(Clone, Copy)]
enum Play {
    /// As many actions as the server can deal with.
    Saturated,
    /// The same over connections that play at all tables.
    Shared,
    /// The same beside idle connections.
    BesideIdle,
    /// A part of what the room before sustained.
    Part,
    /// This load in actions per second, whatever the number of tables.
    Load(f64),
    /// One match of two players who call, in lock-step.
    Match,
    /// With the think times of people.
    People,
    /// The scenario with idle connections.
    Idle,
}

/// A busy room, as the targets mean it.
const BUSY: Run = busy(Store::Normal, Play::Saturated);
const WITHOUT_JOURNAL: Run = busy(Store::NoJournal, Play::Saturated);
const TUNGSTENITE: Run = Run::Floor(Kind::Tungstenite);
const RAW: Run = Run::Floor(Kind::Raw);
const COMMITTED: Run = Run::Floor(Kind::Committed);

const fn busy(store: Store, play: Play) -> Run {
    Run::Room { store, tables: |sizes| sizes.tables, seats: 6, play }
}

const fn room(play: Play, tables: fn(&Sizes) -> u32, seats: u8) -> Run {
    Run::Room { store: Store::Normal, tables, seats, play }
}

const fn one_match(store: Store) -> Run {
    Run::Room { store, tables: |_| 1, seats: 2, play: Play::Match }
}

const fn setup(trial: Trial, what: &'static str, runs: &'static [Run]) -> Setup {
    Setup { trial, what, runs }
}

/// All experiments, in the order of a round.
pub(super) const SETUPS: &[Setup] = &[
    setup(Trial::Floors, "a busy room and both floors", &[BUSY, TUNGSTENITE, RAW]),
    setup(Trial::Journal, "with the journal and without", &[BUSY, WITHOUT_JOURNAL]),
    setup(
        Trial::JournalCost,
        "a load with the journal and without",
        &[
            busy(Store::Normal, Play::Load(JOURNAL_LOAD)),
            busy(Store::NoJournal, Play::Load(JOURNAL_LOAD)),
        ],
    ),
    setup(Trial::Match, "one match in lock-step", &[one_match(Store::Normal)]),
    setup(Trial::SyncedMatch, "one match, every action synced", &[one_match(Store::Full)]),
    setup(
        Trial::Postgres,
        "with the journal on PostgreSQL and without",
        &[busy(Store::Postgres, Play::Saturated), WITHOUT_JOURNAL],
    ),
    setup(Trial::Idle, "idle connections", &[busy(Store::Normal, Play::Idle)]),
    setup(
        Trial::Beside,
        "a busy room beside idle connections",
        &[BUSY, busy(Store::Normal, Play::BesideIdle)],
    ),
    setup(
        Trial::Latency,
        "latency at a part of saturation",
        &[WITHOUT_JOURNAL, busy(Store::NoJournal, Play::Part), RAW],
    ),
    setup(
        Trial::JournalLatency,
        "latency with the journal, at a part of saturation",
        &[BUSY, busy(Store::Normal, Play::Part), COMMITTED],
    ),
    setup(
        Trial::Growth,
        "more and more tables",
        &[
            room(Play::Load(SHARED_LOAD), |sizes| sizes.growth[0], 6),
            room(Play::Load(SHARED_LOAD), |sizes| sizes.growth[1], 6),
            room(Play::Load(SHARED_LOAD), |sizes| sizes.growth[2], 6),
            room(Play::Load(SHARED_LOAD), |sizes| sizes.growth[3], 6),
        ],
    ),
    setup(
        Trial::Threes,
        "three-player tables",
        &[room(Play::Saturated, |sizes| sizes.threes, 3), TUNGSTENITE],
    ),
    setup(
        Trial::Shared,
        "many tables per connection",
        &[
            room(Play::Saturated, |sizes| sizes.shared, 6),
            room(Play::Shared, |sizes| sizes.shared, 6),
        ],
    ),
    setup(Trial::People, "people's pace", &[room(Play::People, |sizes| sizes.people, 6)]),
];

/// The results of the runs of an experiment in one round.
#[derive(Default)]
pub(super) struct Results {
    costs: Vec<Cost>,
    /// The figures of rooms, by the number of the run.
    rooms: BTreeMap<usize, Figures>,
}

impl Results {
    /// Returns a figure of a room.
    pub(super) fn named(&self, run: usize, name: &str) -> Option<f64> {
        self.rooms.get(&run)?.named(name)
    }

    /// Returns what an action costs in a run, or nothing if the run is missing.
    pub(super) fn cost(&self, run: usize) -> Cost {
        self.costs.get(run).copied().unwrap_or_default()
    }

    /// Returns the most CPU time for an action in any run over the least.
    pub(super) fn growth(&self) -> Option<f64> {
        let costs = self.costs.iter().map(|cost| cost.cpu_per_action);
        let costs: Vec<f64> = costs.collect::<Option<_>>()?;
        let least = costs.iter().copied().reduce(f64::min)?;
        Some(costs.into_iter().reduce(f64::max)? / least)
    }
}

/// An experiment and the values of its lines.
pub(super) struct Measured {
    pub(super) setup: &'static Setup,
    /// The values of the rounds by the names of lines. Unknown values are absent.
    pub(super) values: BTreeMap<&'static str, Vec<f64>>,
    /// Why a round has no values.
    pub(super) why: Option<String>,
}

impl Measured {
    pub(super) fn of(setup: &'static Setup) -> Self {
        Self { setup, values: BTreeMap::new(), why: None }
    }

    /// Takes the figures of all lines from a round.
    fn take(&mut self, results: &Results) {
        for line in LINES {
            if let Some((trial, figure)) = line.source()
                && trial == self.setup.trial
            {
                self.values.entry(line.name).or_default().extend(figure(results));
            }
        }
    }
}

impl Display for Measured {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.setup.what)
    }
}

impl Experiment for Measured {
    fn is_missing(&mut self, why: String) {
        self.why = Some(why);
    }
}

/// The settings of all experiments.
pub(super) struct Trials {
    pub(super) sizes: Sizes,
    pub(super) rounds: Rounds,
    pub(super) target: TargetArguments,
    pub(super) postgres: Option<String>,
}

impl Trials {
    /// Makes all runs of an experiment once.
    pub(super) async fn measure(
        &self,
        bench: &mut Bench,
        into: &mut Measured,
    ) -> Result<(), ScenarioError> {
        let mut results = Results::default();
        let (mut traffic, mut think) = (None, ThinkTime::None);
        for (number, run) in into.setup.runs.iter().enumerate() {
            let cost = match *run {
                Run::Room { store, tables, seats, play } => {
                    let tables = tables(&self.sizes);
                    let before = results.costs.last().and_then(|cost| cost.actions_per_second);
                    think = think_time(play, tables, before);
                    let figures = self.room(bench, store, (tables, seats), play, think).await?;
                    traffic = ratio::seen(&figures, tables, seats);
                    let cost = Cost::of_room(&figures);
                    results.rooms.insert(number, figures);
                    cost
                }
                Run::Floor(kind) => {
                    let traffic = traffic.ok_or(ScenarioError::NoMeasurement)?;
                    bench.floor(kind, traffic, think).await?
                }
            };
            results.costs.push(cost);
        }
        into.take(&results);
        Ok(())
    }

    /// Plays a room once.
    async fn room(
        &self,
        bench: &mut Bench,
        store: Store,
        (tables, seats): (u32, u8),
        play: Play,
        think: ThinkTime,
    ) -> Result<Figures, ScenarioError> {
        let database = match &self.postgres {
            Some(url) if store == Store::Postgres => Some(EmptyDatabase::create(url).await?),
            _ => None,
        };
        let setting = match (store, &database) {
            (Store::NoJournal, _) => "--set=store.journal=off".to_owned(),
            (_, Some(database)) => format!("--set=store.url={}", database.url()),
            (Store::Full, None) => "--set=store.synchronous=full".to_owned(),
            (_, None) => "--set=store.synchronous=normal".to_owned(),
        };
        let target = self.target.with_server_argument(&setting);
        let times = (self.rounds.seconds, self.rounds.warm_up);
        let measured = |times| RingArguments::measured(tables, seats, times, target.clone());
        let mut crowds = Vec::new();
        let room = match play {
            Play::Saturated | Play::Part | Play::People => measured(times).thinking(think),
            Play::Shared => measured(times).tables_per_connection(tables),
            Play::BesideIdle => {
                let (idle, settled) = Plan::waiting(self.sizes.idle);
                crowds.push(idle);
                measured((self.rounds.seconds, settled.as_secs_f64()))
            }
            Play::Load(load) => RingArguments::sharing(tables, load, times, target.clone()),
            Play::Match => measured(times).played_by(BrainChoice::Caller).deep(MATCH_BIG_BLINDS),
            Play::Idle => {
                let scale = f64::from(self.sizes.idle_permille) / 1_000.0;
                // A smaller room fills faster, but still needs some time.
                let scale = Scale { scale, time_scale: scale.max(0.2) };
                let file = ScenarioFile::parse(Path::new("idle.toml"), IDLE)?;
                match file.for_target(&target, scale).plays {
                    file::Plays::Ring(ring, plans) => {
                        crowds = plans;
                        ring
                    }
                    _ => return Err(ScenarioError::NoMeasurement),
                }
            }
        };
        let played = bench.room(&room, &crowds).await;
        if let Some(database) = database {
            database.drop().await?;
        }
        played
    }
}

/// Returns the bots' think times. `before` is what the room before sustained, in actions a second.
fn think_time(play: Play, tables: u32, before: Option<f64>) -> ThinkTime {
    match (play, before) {
        (Play::People, _) => ThinkTime::Human,
        // Each table acts once in this time. The round trip, which is short then, is not
        // subtracted.
        (Play::Part, Some(most)) if most > 0.0 => {
            let pace = f64::from(tables) / (most * PART_OF_SATURATION);
            ThinkTime::Fixed(Duration::from_secs_f64(pace))
        }
        _ => ThinkTime::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_has_its_figures_from_the_runs_it_names() {
        let cost = |rate: f64, cpu: f64| Cost {
            actions_per_second: Some(rate),
            cpu_per_action: Some(cpu),
            ..Cost::default()
        };
        let floors = SETUPS.iter().find(|setup| setup.trial == Trial::Floors).unwrap();
        let mut measured = Measured::of(floors);
        let costs = vec![cost(600.0, 3e-5), cost(1_200.0, 2e-5), cost(1_000.0, 1e-5)];
        measured.take(&Results { costs, ..Results::default() });
        measured.take(&Results::default());
        assert_eq!(measured.values["rate-raw"], [0.6], "a round without runs has no values");
        assert!((measured.values["cpu-tungstenite"][0] - 1.5).abs() < 1e-9);
        assert!((measured.values["cpu-raw"][0] - 3.0).abs() < 1e-9);
        assert!(!measured.values.contains_key("growth"), "that is another experiment's");
    }

    #[test]
    fn a_part_of_saturation_is_that_of_the_room_before() {
        let part = think_time(Play::Part, 35, Some(1_000.0));
        assert_eq!(part, ThinkTime::Fixed(Duration::from_millis(100)));
        assert_eq!(think_time(Play::Part, 35, None), ThinkTime::None);
        assert_eq!(think_time(Play::Saturated, 35, Some(1_000.0)), ThinkTime::None);
    }
}

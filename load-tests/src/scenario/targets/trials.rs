//! Measures the lines. Each trial plays once, side by side, everything that one or more lines need.
//! Its results are values by the names of lines.

use super::super::bench::{Bench, Experiment};
use super::super::cost::{Cost, quotient};
use super::super::file::{Plays, Scale, ScenarioFile};
use super::super::ratio;
use super::super::rounds::Rounds;
use super::{RingArguments, ScenarioError, Sizes};
use crate::crowd::Plan;
use crate::figures::Figures;
use crate::floor::Kind;
use crate::postgres::EmptyDatabase;
use crate::target::TargetArguments;
use cardroom_bot::ThinkTime;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::time::Duration;

/// The scenario with idle connections.
const IDLE: &str = include_str!("../../../scenarios/idle.toml");
/// With this setting a power cut may lose the last moments. A crash of the process loses nothing.
const NORMAL: &str = "--set=store.synchronous=normal";
const NO_JOURNAL: &str = "--set=store.journal=off";
/// The part of its saturation at which a server's latency is measured.
const PART_OF_SATURATION: f64 = 0.35;
/// The load that any number of tables shares, in actions per second.
const SHARED_LOAD: f64 = 1_000.0;

/// Runs that are played side by side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Trial {
    /// A busy room, and both floors with its frames.
    Floors,
    /// The room with its journal and without.
    Journal,
    /// The room with its journal and without, on PostgreSQL.
    Postgres,
    /// Connections that stay idle.
    Idle,
    /// A busy room, alone and with idle connections.
    Beside,
    /// A room without a journal and the raw floor, at a part of the room's saturation.
    Latency,
    /// The room with its journal and the raw floor with commits, at a part
    /// of the room's saturation.
    JournalLatency,
    /// Growing numbers of tables that share one load.
    Growth,
    /// Three-player tables, and the floor with their frames.
    Threes,
    /// Connections that play at many tables, and connections that play at one.
    Shared,
    /// As many tables as the limit of open files allows, at people's pace.
    People,
}

impl Trial {
    /// All trials, in the order of a round.
    pub(super) const ALL: [Self; 11] = [
        Self::Floors,
        Self::Journal,
        Self::Postgres,
        Self::Idle,
        Self::Beside,
        Self::Latency,
        Self::JournalLatency,
        Self::Growth,
        Self::Threes,
        Self::Shared,
        Self::People,
    ];
}

impl Display for Trial {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Floors => "a busy room and both floors",
            Self::Journal => "with the journal and without",
            Self::Postgres => "with the journal on PostgreSQL and without",
            Self::Idle => "idle connections",
            Self::Beside => "a busy room beside idle connections",
            Self::Latency => "latency at a part of saturation",
            Self::JournalLatency => "latency with the journal, at a part of saturation",
            Self::Growth => "more and more tables",
            Self::Threes => "three-player tables",
            Self::Shared => "many tables per connection",
            Self::People => "people's pace",
        })
    }
}

/// A trial and its results.
#[derive(Debug)]
pub(super) struct Measured {
    pub(super) trial: Trial,
    /// The values of the rounds by the names of lines. Unknown values are absent.
    pub(super) values: BTreeMap<&'static str, Vec<f64>>,
    /// Why a round has no values.
    pub(super) why: Option<String>,
}

impl Measured {
    pub(super) fn of(trial: Trial) -> Self {
        Self { trial, values: BTreeMap::new(), why: None }
    }

    fn note(&mut self, name: &'static str, value: Option<f64>) {
        self.values.entry(name).or_default().extend(value);
    }
}

impl Display for Measured {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.trial.fmt(f)
    }
}

impl Experiment for Measured {
    fn is_missing(&mut self, why: String) {
        self.why = Some(why);
    }
}

/// The settings of all trials.
pub(super) struct Trials {
    pub(super) sizes: Sizes,
    pub(super) rounds: Rounds,
    pub(super) target: TargetArguments,
    pub(super) postgres: Option<String>,
}

impl Trials {
    pub(super) async fn measure(
        &self,
        bench: &mut Bench,
        into: &mut Measured,
    ) -> Result<(), ScenarioError> {
        match into.trial {
            Trial::Floors => self.floors(bench, into).await,
            Trial::Journal => self.journal("journal", &self.normal(), bench, into).await,
            Trial::Postgres => match &self.postgres {
                Some(url) => {
                    let database = EmptyDatabase::create(url).await?;
                    let url = format!("--set=store.url={}", database.url());
                    let target = self.target.with_server_argument(&url);
                    let measured = self.journal("journal-postgres", &target, bench, into).await;
                    database.drop().await?;
                    measured
                }
                None => Ok(()),
            },
            Trial::Idle => self.idle(bench, into).await,
            Trial::Beside => self.beside(bench, into).await,
            Trial::Latency => {
                let target = self.target.with_server_argument(NO_JOURNAL);
                let lines = ["latency-p50", "latency-p99"];
                self.latency(&target, Kind::Raw, lines, bench, into).await
            }
            Trial::JournalLatency => {
                let lines = ["journal-p50", "journal-p99"];
                self.latency(&self.normal(), Kind::Committed, lines, bench, into).await
            }
            Trial::Growth => self.growth(bench, into).await,
            Trial::Threes => self.threes(bench, into).await,
            Trial::Shared => self.shared(bench, into).await,
            Trial::People => self.people(bench, into).await,
        }
    }

    async fn floors(&self, bench: &mut Bench, into: &mut Measured) -> Result<(), ScenarioError> {
        let room = bench.room(&self.room(self.sizes.tables, 6, &self.normal()), &[]).await?;
        into.note("bytes", room.named("bytes_per_hand_and_player"));
        into.note("seated-rss", room.named("server_rss_per_connection"));
        let Some(traffic) = ratio::seen(&room, self.sizes.tables, 6) else { return Ok(()) };
        let seen = Cost::of_room(&room);
        let tungstenite = bench.floor(Kind::Tungstenite, traffic, ThinkTime::None).await?;
        let raw = bench.floor(Kind::Raw, traffic, ThinkTime::None).await?;
        into.note("cpu-tungstenite", seen.cpu_ratio(&tungstenite));
        into.note("cpu-raw", seen.cpu_ratio(&raw));
        into.note("rate-raw", seen.rate_ratio(&raw));
        Ok(())
    }

    async fn journal(
        &self,
        line: &'static str,
        on: &TargetArguments,
        bench: &mut Bench,
        into: &mut Measured,
    ) -> Result<(), ScenarioError> {
        let on = bench.room(&self.room(self.sizes.tables, 6, on), &[]).await?;
        let off = self.target.with_server_argument(NO_JOURNAL);
        let off = bench.room(&self.room(self.sizes.tables, 6, &off), &[]).await?;
        let rates = on.named("hands_per_second").zip(off.named("hands_per_second"));
        into.note(line, rates.and_then(|(on, off)| quotient(on, off)));
        Ok(())
    }

    async fn idle(&self, bench: &mut Bench, into: &mut Measured) -> Result<(), ScenarioError> {
        let file = ScenarioFile::parse(Path::new("idle.toml"), IDLE)?;
        let scale = f64::from(self.sizes.idle_permille) / 1_000.0;
        // A smaller room fills faster, but still needs some time.
        let time_scale = scale.max(0.2);
        let file = file.for_target(&self.normal(), Scale { scale, time_scale });
        let Plays::Ring(ring, crowds) = &file.plays else { return Ok(()) };
        let figures = bench.room(ring, crowds).await?;
        into.note("idle-rss", figures.named("server_rss_per_visitor"));
        Ok(())
    }

    async fn beside(&self, bench: &mut Bench, into: &mut Measured) -> Result<(), ScenarioError> {
        let tables = self.sizes.tables;
        let alone = bench.room(&self.room(tables, 6, &self.normal()), &[]).await?;
        let (idle, settled) = Plan::waiting(self.sizes.idle);
        let times = (self.rounds.seconds, settled.as_secs_f64());
        let room = RingArguments::measured(tables, 6, times, self.normal());
        let beside = bench.room(&room, &[idle]).await?;
        let p99 = |run: &Figures| run.percentile("action_rtt", 0.99);
        let both = p99(&beside).zip(p99(&alone));
        into.note("idle-beside-busy", both.and_then(|(beside, alone)| quotient(beside, alone)));
        Ok(())
    }

    /// Measures a room at a part of its saturation, and a floor at the same rate.
    async fn latency(
        &self,
        target: &TargetArguments,
        kind: Kind,
        [p50, p99]: [&'static str; 2],
        bench: &mut Bench,
        into: &mut Measured,
    ) -> Result<(), ScenarioError> {
        let tables = self.sizes.tables;
        let saturated = bench.room(&self.room(tables, 6, target), &[]).await?;
        let Some(most) = saturated.named("actions_per_second").filter(|&rate| rate > 0.0) else {
            return Ok(());
        };
        // Each table acts once in this time. The round trip, which is short
        // then, is not subtracted.
        let pace = Duration::from_secs_f64(f64::from(tables) / (most * PART_OF_SATURATION));
        let think = ThinkTime::Fixed(pace);
        let room = self.room(tables, 6, target).thinking(think);
        let room = bench.room(&room, &[]).await?;
        let Some(traffic) = ratio::seen(&room, tables, 6) else { return Ok(()) };
        let floor = bench.floor(kind, traffic, think).await?;
        for (line, part, floor) in [(p50, 0.5, floor.rtt_p50), (p99, 0.99, floor.rtt_p99)] {
            let both = room.percentile("action_rtt", part).zip(floor);
            into.note(line, both.and_then(|(room, floor)| quotient(room, floor)));
        }
        Ok(())
    }

    async fn growth(&self, bench: &mut Bench, into: &mut Measured) -> Result<(), ScenarioError> {
        let mut costs = Vec::new();
        for tables in self.sizes.growth {
            let times = (self.rounds.seconds, self.rounds.warm_up);
            let room = RingArguments::sharing(tables, SHARED_LOAD, times, self.normal());
            costs.extend(bench.room(&room, &[]).await?.named("server_cpu_per_action"));
        }
        let least = costs.iter().copied().reduce(f64::min);
        let most = costs.iter().copied().reduce(f64::max);
        let is_whole = costs.len() == self.sizes.growth.len();
        let both = least.zip(most).filter(|_| is_whole);
        into.note("growth", both.and_then(|(least, most)| quotient(most, least)));
        Ok(())
    }

    async fn threes(&self, bench: &mut Bench, into: &mut Measured) -> Result<(), ScenarioError> {
        let tables = self.sizes.threes;
        let room = bench.room(&self.room(tables, 3, &self.normal()), &[]).await?;
        let Some(traffic) = ratio::seen(&room, tables, 3) else { return Ok(()) };
        let seen = Cost::of_room(&room);
        let floor = bench.floor(Kind::Tungstenite, traffic, ThinkTime::None).await?;
        into.note("threes-rate", seen.rate_ratio(&floor));
        into.note("threes-cpu", seen.cpu_ratio(&floor));
        Ok(())
    }

    async fn shared(&self, bench: &mut Bench, into: &mut Measured) -> Result<(), ScenarioError> {
        let tables = self.sizes.shared;
        let alone = self.room(tables, 6, &self.normal());
        let shared = alone.clone().tables_per_connection(tables);
        let alone = bench.room(&alone, &[]).await?.named("actions_per_second");
        let shared = bench.room(&shared, &[]).await?.named("actions_per_second");
        let rates = shared.zip(alone);
        into.note("shared-rate", rates.and_then(|(shared, alone)| quotient(shared, alone)));
        Ok(())
    }

    async fn people(&self, bench: &mut Bench, into: &mut Measured) -> Result<(), ScenarioError> {
        let room = self.room(self.sizes.people, 6, &self.normal()).thinking(ThinkTime::Human);
        let figures = bench.room(&room, &[]).await?;
        into.note("people", figures.percentile("action_rtt", 0.99));
        Ok(())
    }

    /// Returns a target that commits as the targets require.
    fn normal(&self) -> TargetArguments {
        self.target.with_server_argument(NORMAL)
    }

    /// Makes settings for tight-aggressive bots at these tables, with the length of a round.
    fn room(&self, tables: u32, seats: u8, target: &TargetArguments) -> RingArguments {
        let times = (self.rounds.seconds, self.rounds.warm_up);
        RingArguments::measured(tables, seats, times, target.clone())
    }
}

//! Measures the lines. Each trial plays once, side by side, everything that one or more lines need.
//! Its result is values by the names of lines, and faults.

use super::super::cost::{Cost, quotient};
use super::super::file::{Plays, Scale, ScenarioFile};
use super::super::floor;
use super::super::ratio;
use super::super::ring::{self, Beside};
use super::super::rounds::Rounds;
use super::{RingArguments, ScenarioError, Sizes};
use crate::crowd::Plan;
use crate::figures::Figures;
use crate::floor::{Kind, Traffic};
use crate::limits::Limits;
use crate::postgres::EmptyDatabase;
use crate::target::TargetArguments;
use cardroom_bot::ThinkTime;
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

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

/// The results of a trial.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// Values by the names of lines. Unknown values are absent.
    pub(super) values: Vec<(&'static str, f64)>,
    /// Descriptions of everything that went wrong.
    pub(super) faults: Vec<String>,
    /// Refusals by limits of the server.
    pub(super) limits: Limits,
}

impl Measured {
    fn note(&mut self, name: &'static str, value: Option<f64>) {
        self.values.extend(value.map(|value| (name, value)));
    }
}

/// The settings of all trials.
pub(super) struct Trials {
    pub(super) sizes: Sizes,
    pub(super) rounds: Rounds,
    pub(super) target: TargetArguments,
    pub(super) postgres: Option<String>,
    pub(super) generator_threads: usize,
    pub(super) interrupted: CancellationToken,
}

impl Trials {
    pub(super) async fn measure(&self, trial: Trial) -> Result<Measured, ScenarioError> {
        let mut measured = Measured::default();
        let into = &mut measured;
        match trial {
            Trial::Floors => self.floors(into).await,
            Trial::Journal => self.journal("journal", &self.normal(), into).await,
            Trial::Postgres => match &self.postgres {
                Some(url) => {
                    let database = EmptyDatabase::create(url).await?;
                    let url = format!("--set=store.url={}", database.url());
                    let target = self.target.with_server_argument(&url);
                    let measured = self.journal("journal-postgres", &target, into).await;
                    database.drop().await?;
                    measured
                }
                None => Ok(()),
            },
            Trial::Idle => self.idle(into).await,
            Trial::Beside => self.beside(into).await,
            Trial::Latency => {
                let target = self.target.with_server_argument(NO_JOURNAL);
                let lines = ["latency-p50", "latency-p99"];
                self.latency(&target, Kind::Raw, lines, into).await
            }
            Trial::JournalLatency => {
                let lines = ["journal-p50", "journal-p99"];
                self.latency(&self.normal(), Kind::Committed, lines, into).await
            }
            Trial::Growth => self.growth(into).await,
            Trial::Threes => self.threes(into).await,
            Trial::Shared => self.shared(into).await,
            Trial::People => self.people(into).await,
        }?;
        Ok(measured)
    }

    async fn floors(&self, into: &mut Measured) -> Result<(), ScenarioError> {
        let room = self.play(self.room(self.sizes.tables, 6, &self.normal()), &[], into).await?;
        into.note("bytes", room.named("bytes_per_hand_and_player"));
        into.note("seated-rss", room.named("server_rss_per_connection"));
        let Some(traffic) = ratio::seen(&room, self.sizes.tables, 6) else { return Ok(()) };
        let seen = Cost::of_room(&room);
        let tungstenite = self.floor(Kind::Tungstenite, traffic, ThinkTime::None).await?;
        let raw = self.floor(Kind::Raw, traffic, ThinkTime::None).await?;
        into.note("cpu-tungstenite", seen.cpu_ratio(&tungstenite));
        into.note("cpu-raw", seen.cpu_ratio(&raw));
        into.note("rate-raw", seen.rate_ratio(&raw));
        Ok(())
    }

    async fn journal(
        &self,
        line: &'static str,
        on: &TargetArguments,
        into: &mut Measured,
    ) -> Result<(), ScenarioError> {
        let on = self.play(self.room(self.sizes.tables, 6, on), &[], into).await?;
        let off = self.target.with_server_argument(NO_JOURNAL);
        let off = self.play(self.room(self.sizes.tables, 6, &off), &[], into).await?;
        let rates = on.named("hands_per_second").zip(off.named("hands_per_second"));
        into.note(line, rates.and_then(|(on, off)| quotient(on, off)));
        Ok(())
    }

    async fn idle(&self, into: &mut Measured) -> Result<(), ScenarioError> {
        let file = ScenarioFile::parse(Path::new("idle.toml"), IDLE)?;
        let scale = f64::from(self.sizes.idle_permille) / 1_000.0;
        // A smaller room fills faster, but still needs some time.
        let time_scale = scale.max(0.2);
        let file = file.for_target(&self.normal(), Scale { scale, time_scale });
        let Plays::Ring(ring, crowds) = &file.plays else { return Ok(()) };
        let figures = self.play(ring.clone(), crowds, into).await?;
        into.note("idle-rss", figures.named("server_rss_per_visitor"));
        Ok(())
    }

    async fn beside(&self, into: &mut Measured) -> Result<(), ScenarioError> {
        let tables = self.sizes.tables;
        let alone = self.play(self.room(tables, 6, &self.normal()), &[], into).await?;
        let (idle, settled) = Plan::waiting(self.sizes.idle);
        let times = (self.rounds.seconds, settled.as_secs_f64());
        let room = RingArguments::measured(tables, 6, times, self.normal());
        let beside = self.play(room, &[idle], into).await?;
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
        into: &mut Measured,
    ) -> Result<(), ScenarioError> {
        let tables = self.sizes.tables;
        let saturated = self.play(self.room(tables, 6, target), &[], into).await?;
        let Some(most) = saturated.named("actions_per_second").filter(|&rate| rate > 0.0) else {
            return Ok(());
        };
        // Each table acts once in this time. The round trip, which is short
        // then, is not subtracted.
        let pace = Duration::from_secs_f64(f64::from(tables) / (most * PART_OF_SATURATION));
        let think = ThinkTime::Fixed(pace);
        let room = self.room(tables, 6, target).thinking(think);
        let room = self.play(room, &[], into).await?;
        let Some(traffic) = ratio::seen(&room, tables, 6) else { return Ok(()) };
        let floor = self.floor(kind, traffic, think).await?;
        for (line, part, floor) in [(p50, 0.5, floor.rtt_p50), (p99, 0.99, floor.rtt_p99)] {
            let both = room.percentile("action_rtt", part).zip(floor);
            into.note(line, both.and_then(|(room, floor)| quotient(room, floor)));
        }
        Ok(())
    }

    async fn growth(&self, into: &mut Measured) -> Result<(), ScenarioError> {
        let mut costs = Vec::new();
        for tables in self.sizes.growth {
            let times = (self.rounds.seconds, self.rounds.warm_up);
            let room = RingArguments::sharing(tables, SHARED_LOAD, times, self.normal());
            costs.extend(self.play(room, &[], into).await?.named("server_cpu_per_action"));
        }
        let least = costs.iter().copied().reduce(f64::min);
        let most = costs.iter().copied().reduce(f64::max);
        let is_whole = costs.len() == self.sizes.growth.len();
        let both = least.zip(most).filter(|_| is_whole);
        into.note("growth", both.and_then(|(least, most)| quotient(most, least)));
        Ok(())
    }

    async fn threes(&self, into: &mut Measured) -> Result<(), ScenarioError> {
        let tables = self.sizes.threes;
        let room = self.play(self.room(tables, 3, &self.normal()), &[], into).await?;
        let Some(traffic) = ratio::seen(&room, tables, 3) else { return Ok(()) };
        let seen = Cost::of_room(&room);
        let floor = self.floor(Kind::Tungstenite, traffic, ThinkTime::None).await?;
        into.note("threes-rate", seen.rate_ratio(&floor));
        into.note("threes-cpu", seen.cpu_ratio(&floor));
        Ok(())
    }

    async fn shared(&self, into: &mut Measured) -> Result<(), ScenarioError> {
        let tables = self.sizes.shared;
        let alone = self.room(tables, 6, &self.normal());
        let shared = alone.clone().tables_per_connection(tables);
        let alone = self.play(alone, &[], into).await?.named("actions_per_second");
        let shared = self.play(shared, &[], into).await?.named("actions_per_second");
        let rates = shared.zip(alone);
        into.note("shared-rate", rates.and_then(|(shared, alone)| quotient(shared, alone)));
        Ok(())
    }

    async fn people(&self, into: &mut Measured) -> Result<(), ScenarioError> {
        let room = self.room(self.sizes.people, 6, &self.normal()).thinking(ThinkTime::Human);
        let figures = self.play(room, &[], into).await?;
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

    async fn play(
        &self,
        room: RingArguments,
        crowds: &[Plan],
        into: &mut Measured,
    ) -> Result<Figures, ScenarioError> {
        let beside = Beside { crowds, ..Beside::default() };
        let interrupted = self.interrupted.clone();
        let report = ring::run(&room, beside, self.generator_threads, interrupted).await?;
        into.faults.extend(report.faults);
        into.limits.add(report.figures.limits.clone());
        Ok(report.figures)
    }

    async fn floor(
        &self,
        kind: Kind,
        traffic: Traffic,
        think: ThinkTime,
    ) -> Result<Cost, ScenarioError> {
        floor::measure(kind, traffic, think, &self.rounds).await
    }
}

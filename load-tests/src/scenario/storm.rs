//! Cuts all connections at once in the middle of hands, and measures how fast the players
//! return. They must find their place and hand again, with no hand folded in the meantime
//! and nothing counted twice.

use super::chaos::{Times, summary};
use super::ranges::whole;
use super::told::{self, Inspected, Returns, Told};
use super::{Concluded, ScenarioError};
use crate::crowd;
use crate::figures::Distribution;
use crate::limits::{Limits, Reasons};
use crate::progress::Progress;
use crate::report::Conclusion;
use crate::server_process::{Launch, Offer, RingTables, ServerProcess};
use crate::target::TargetArguments;
use crate::{system, target};
use cardroom_bot::brains::Caller;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::{BuyIn, DealPart, Settings, Swarm, TableChoice, ThinkTime};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The time by which nearly all players must be back.
const SOON: Duration = Duration::from_secs(30);
/// The percentage of players that must be back by then.
const NEARLY_ALL: u64 = 99;
/// When to stop waiting for players.
const LATEST: Duration = Duration::from_secs(60);
/// How long seating may take beyond the time for connecting.
const SEATING_GRACE: Duration = Duration::from_secs(60);
/// How often to check whether all players are present.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How long a leaving bot waits for its hand to end.
const LEAVE_PATIENCE: Duration = Duration::from_secs(60);

/// The share of players to disconnect, and how often.
#[derive(Clone, Debug, clap::Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StormArguments {
    /// Number of bots, each in a seat
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    #[serde(deserialize_with = "whole::<_, _, 2, 100_000>")]
    bots: u32,
    /// Seats at each table
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    #[serde(deserialize_with = "whole::<_, _, 2, 10>")]
    seats: u8,
    /// Number of times to cut every connection
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    #[serde(deserialize_with = "whole::<_, _, 1, 1_000>")]
    storms: u32,
    /// Seconds of play before each time
    #[arg(long, default_value_t = 10, value_name = "N")]
    play: u64,
    /// How long the bots think: none, human, milliseconds (250) or a range of them (100..500)
    #[arg(long, default_value = "2000..6000", value_name = "TIME")]
    #[serde(deserialize_with = "crowd::think_time")]
    think: ThinkTime,
    /// Seed of everything random about the bots
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// New connections per second at the beginning, at most; after a storm every bot comes at once
    #[arg(long, default_value_t = 500, value_name = "RATE",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[serde(deserialize_with = "whole::<_, _, 1, 1_000_000>")]
    connects_per_second: u32,
    #[command(flatten)]
    #[serde(skip)]
    target: TargetArguments,
}

impl Default for StormArguments {
    /// Returns the defaults of the command line.
    fn default() -> Self {
        Self {
            bots: 5_000,
            seats: 6,
            storms: 3,
            play: 10,
            think: ThinkTime::Uniform { min: Duration::from_secs(2), max: Duration::from_secs(6) },
            seed: 1,
            connects_per_second: 500,
            target: TargetArguments::default(),
        }
    }
}

/// The results of a run.
#[derive(Debug, Serialize)]
pub(crate) struct StormReport {
    schema: &'static str,
    bots: u64,
    seats: u8,
    storms: u32,
    seed: u64,
    debug_build: bool,
    /// From the cut until a player sees its table again, over all storms.
    #[serde(serialize_with = "summary")]
    back: Distribution,
    /// How many of the players cut off were back within 30 seconds.
    back_soon: u64,
    cut_off: u64,
    /// Players that were not back within a minute.
    absent: Vec<String>,
    returns: Returns,
    #[serde(flatten)]
    inspected: Inspected,
    fault_count: u64,
    faults: Vec<String>,
    limits: Limits,
}

/// Cuts all connections, and waits for the players to return.
pub(crate) async fn run(
    arguments: &StormArguments,
    interrupted: CancellationToken,
) -> Result<StormReport, ScenarioError> {
    let bots = arguments.bots as usize;
    system::allow_connections(u64::from(arguments.bots))?;
    let mut progress = Progress::new();
    progress.phase("starting", None);
    let server = told::start_inspected(arguments.launch()?, LOOK_EVERY).await?;
    let limits = server.admin().limits().await?;
    let told = Arc::new(Told::new(bots));
    let swarm = arguments.swarm(&server, &told).await?;
    let mut report = StormReport::new(arguments);
    progress.phase("seating", None);
    let seating = Duration::from_secs(u64::from(arguments.bots / arguments.connects_per_second));
    let deadline = Instant::now() + seating * 3 + SEATING_GRACE;
    while told.seated() < bots && !interrupted.is_cancelled() {
        if Instant::now() > deadline {
            told.fault(format!("only {} of {bots} bots had a seat", told.seated()));
            break;
        }
        progress.update(&format!("{} of {bots} bots have a seat", told.seated()));
        tokio::time::sleep(LOOK_EVERY).await;
    }
    for storm in 1..=arguments.storms {
        progress.phase("playing", Some(Duration::from_secs(arguments.play)));
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(arguments.play)) => {}
            () = interrupted.cancelled() => {
                told.fault("interrupted: the run was cut short".to_owned());
                break;
            }
        }
        progress.phase("storm", Some(LATEST));
        report
            .storm(&swarm, &told, |back| {
                progress.update(&format!("storm {storm}: {back} of {bots} are back"));
            })
            .await;
    }
    progress.phase("leaving", None);
    let report = report.close(server, swarm, &told, &limits).await?;
    progress.finish();
    Ok(report)
}

impl StormReport {
    fn new(arguments: &StormArguments) -> Self {
        Self {
            schema: "cardroom-storm/1",
            bots: arguments.bots.into(),
            seats: arguments.seats,
            storms: arguments.storms,
            seed: arguments.seed,
            debug_build: cfg!(debug_assertions),
            back: Distribution::default(),
            back_soon: 0,
            cut_off: 0,
            absent: Vec::new(),
            returns: Returns::default(),
            inspected: Inspected::default(),
            fault_count: 0,
            faults: Vec::new(),
            limits: Limits::default(),
        }
    }

    async fn storm(&mut self, swarm: &Swarm, told: &Told, mut tell: impl FnMut(u64)) {
        told.take_back_at();
        told.next_life();
        let cut_at = swarm.time();
        swarm.cut_all();
        let mut back = 0;
        let mut soon = 0;
        while back < self.bots && swarm.time() < cut_at + LATEST {
            for at in told.take_back_at() {
                let took = at.saturating_sub(cut_at);
                self.back.record(took);
                back += 1;
                soon += u64::from(took <= SOON);
            }
            tell(back);
            tokio::time::sleep(LOOK_EVERY).await;
        }
        if back < self.bots {
            self.absent.extend(told.absent());
        }
        self.cut_off += self.bots;
        self.back_soon += soon;
        if soon * 100 < self.bots * NEARLY_ALL {
            let within = SOON.as_secs();
            told.fault(format!("{soon} of {} were back within {within} s", self.bots));
        }
    }

    /// Lets all players leave, compares all hands, and checks the books.
    async fn close(
        mut self,
        server: ServerProcess,
        swarm: Swarm,
        told: &Told,
        limits: &Reasons,
    ) -> Result<Self, ScenarioError> {
        let endpoint = Endpoint::resolve(&server.url()).await?;
        told.closing();
        let summary = swarm.stop().await;
        if summary.totals.protocol_errors > 0 || summary.totals.actions_refused > 0 {
            told.fault(format!("not everything was as it should be: {}", summary.totals));
        }
        self.inspected = told::compare_all(told, &endpoint, told.take_all()).await;
        told.count_chips("the players", summary.totals.refills);
        let after = server.admin().limits().await?;
        self.limits = Limits::of(summary.limits, Some(limits), Some(after), false);
        if let Err(fault) = server.stop().await {
            told.fault(fault);
        }
        self.returns = told.returns();
        if self.returns.same_hand == 0 {
            told.fault("nobody was cut off in the middle of a hand: nothing is shown".to_owned());
        }
        (self.fault_count, self.faults) = told.faults();
        Ok(self)
    }
}

impl StormArguments {
    /// Scales the number of bots and the time.
    pub(super) fn scaled(self, size: f64, time: f64) -> Self {
        let play = Duration::from_secs(self.play).mul_f64(time).as_secs().max(1);
        Self { bots: crowd::scaled(self.bots, size).max(2), play, ..self }
    }

    /// Sets the server under test.
    pub(super) fn at(self, target: &TargetArguments) -> Self {
        Self { target: target.clone(), ..self }
    }

    fn launch(&self) -> Result<Launch, ScenarioError> {
        let tables = self.bots.div_ceil(self.seats.into());
        let shape = RingTables::new(tables, self.seats);
        // Needs a local server: it cuts off all players, and reads hands with an operator's rights.
        self.target.launch(Offer::Ring(shape))?.ok_or(ScenarioError::OwnRoom)
    }

    async fn swarm(
        &self,
        server: &ServerProcess,
        told: &Arc<Told>,
    ) -> Result<Swarm, ScenarioError> {
        let bots = self.bots as usize;
        let (tables, _) = target::tables_of(&server.url()).await?;
        let settings = Settings {
            deals: DealPart::Absent,
            name_prefix: "storm-".to_owned(),
            tables: TableChoice::Ids(tables.iter().map(|table| table.table).collect()),
            buy_in: BuyIn::BigBlinds(100),
            think_time: self.think,
            leave_patience: LEAVE_PATIENCE,
            ..Settings::default()
        };
        let swarm = Swarm::builder(&server.url())
            .bots(bots)
            .seed(self.seed)
            .settings(settings)
            .brain(|_| Caller)
            .connects_per_second(self.connects_per_second)
            .reconnect_freely()
            .connect_attempts(u32::MAX)
            .source_addresses(system::loopback_sources(bots))
            .probe(told.clone());
        Ok(swarm.start().await?)
    }
}

impl Concluded for StormReport {
    fn conclusion(&self) -> Conclusion {
        Conclusion::of(&self.faults, &self.limits, true)
    }
}

impl fmt::Display for StormReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inspected { hands, interrupted, acknowledged, timed_out } = self.inspected;
        let Returns { same_hand, hand_over, between_hands, elsewhere } = self.returns;
        writeln!(
            f,
            "{} bots at tables of {}, seed {}, all cut off at once, {} times",
            self.bots, self.seats, self.seed, self.storms
        )?;
        writeln!(
            f,
            "back within 30 s  {} of {} ({:.2} %); {}",
            self.back_soon,
            self.cut_off,
            share(self.back_soon, self.cut_off) * 100.0,
            Times(&self.back)
        )?;
        writeln!(
            f,
            "came back         {same_hand} into the hand they were in, {hand_over} after its end, \
             {between_hands} between hands, {elsewhere} elsewhere"
        )?;
        writeln!(
            f,
            "hands             {hands} held against their records, {interrupted} of them interrupted; \
             {acknowledged} acknowledged actions, {timed_out} taken by the room"
        )?;
        for absent in &self.absent {
            writeln!(f, "away for 60 s     {absent}")?;
        }
        if self.debug_build {
            writeln!(f, "This is a debug build: the times mean nothing.")?;
        }
        for fault in &self.faults {
            writeln!(f, "wrong: {fault}")?;
        }
        if self.limits.bound() {
            writeln!(f, "limit: {}", self.limits)?;
        }
        match self.fault_count {
            0 => writeln!(f, "ok: everybody came back, and nothing was lost"),
            count => writeln!(f, "wrong: {count} faults"),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "no run counts to 2^53")]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

//! Measures whether hands begin later at verifiable tables: the time from the end of a hand to the
//! beginning of the next, at tables with a pause between them, for players at the end of a long
//! line. Rooms with verifiable deals and without take turns.

use super::relay::Relay;
use crate::figures::Distribution;
use crate::limits::Limits;
use crate::progress::{self, Progress};
use crate::report::Conclusion;
use crate::scenario::chaos::summary;
use crate::scenario::rounds::median;
use crate::scenario::{Concluded, ScenarioError, write_end};
use crate::server_process::{Offer, RingTables};
use crate::system;
use crate::target::{self, TargetArguments};
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::{
    BuyIn, DealPart, Probe, Settings, Swarm, Table, TableChoice, TableEvent, TableId,
};
use cardroom_protocol::server::Step;
use parking_lot::Mutex;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long seating may take.
const SEATED_WITHIN: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How long a leaving bot waits for its hand to end.
const LEAVE_PATIENCE: Duration = Duration::from_secs(20);
/// The seed of the bots.
const SEED: u64 = 1;

/// The tables, and the line to them.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PauseArguments {
    /// Number of tables
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    tables: u32,
    /// Seats at each table, all taken by bots
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// Milliseconds between two hands
    #[arg(long, default_value_t = 3_000, value_name = "MS")]
    pause: u32,
    /// Milliseconds that a message and its answer take on the line
    #[arg(long, default_value_t = 50, value_name = "MS")]
    round_trip: u64,
    /// Milliseconds by which p99 may be later at verifiable tables
    #[arg(long, default_value_t = 20, value_name = "MS")]
    later: u32,
    /// Number of times each is measured, in turns
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Seconds to measure each, each time
    #[arg(long, default_value_t = 60, value_name = "N")]
    seconds: u64,
    #[command(flatten)]
    target: TargetArguments,
}

/// The pauses of all rounds.
#[derive(Serialize)]
pub(crate) struct PauseReport {
    tables: u32,
    seats: u8,
    pause_ms: u32,
    round_trip_ms: u64,
    #[serde(serialize_with = "summary")]
    off: Distribution,
    #[serde(serialize_with = "summary")]
    on: Distribution,
    /// How much later p99 is at verifiable tables, in milliseconds, for each round.
    later_ms: Vec<f64>,
    /// The most that the median of the rounds may be.
    most_ms: u32,
    faults: Vec<String>,
}

/// Measures pauses with deals off and on, in turns.
pub(crate) async fn run(
    arguments: &PauseArguments,
    interrupted: CancellationToken,
) -> Result<PauseReport, ScenarioError> {
    if !arguments.target.starts_server() {
        return Err(ScenarioError::OwnRoom);
    }
    // The relay has two connections for each of a player.
    system::allow_connections(3 * arguments.bots() as u64)?;
    let mut report = PauseReport::new(arguments);
    for round in 1..=arguments.rounds {
        let mut p99 = [None; 2];
        for (is_on, p99) in [false, true].into_iter().zip(&mut p99) {
            let deals = if is_on { "on" } else { "off" };
            progress::announce(&format!("round {round} of {}: deals {deals}", arguments.rounds));
            let pauses = arguments.measure(is_on, &mut report.faults, &interrupted).await?;
            *p99 = pauses.seconds(0.99);
            let all = if is_on { &mut report.on } else { &mut report.off };
            all.add(&pauses);
        }
        if let [Some(off), Some(on)] = p99 {
            report.later_ms.push((on - off) * 1e3);
        }
        if interrupted.is_cancelled() {
            report.faults.push("interrupted: the run was cut short".to_owned());
            break;
        }
    }
    Ok(report)
}

impl PauseArguments {
    fn bots(&self) -> usize {
        self.tables as usize * usize::from(self.seats)
    }

    /// Plays once, and returns the pauses.
    async fn measure(
        &self,
        is_on: bool,
        faults: &mut Vec<String>,
        interrupted: &CancellationToken,
    ) -> Result<Distribution, ScenarioError> {
        let shape = RingTables::new(self.tables, self.seats).pausing(self.pause);
        let target = self.target.clone().set(&format!("deal.verifiable={is_on}"));
        let room = target.open(Offer::Ring(shape)).await?;
        let address = room.url().trim_start_matches("ws://").trim_end_matches("/ws");
        let address: SocketAddr = address.parse().map_err(|_| ScenarioError::OwnRoom)?;
        let relay = Relay::start(address, Duration::from_millis(self.round_trip) / 2).await;
        let relay = relay.map_err(ScenarioError::Relay)?;
        let pauses = Arc::new(Pauses::default());
        let swarm = self.swarm(is_on, room.url(), &relay, &pauses).await?;
        let mut progress = Progress::new();
        progress.phase("seating", Some(SEATED_WITHIN));
        let begin = Instant::now();
        while pauses.seated.load(Ordering::Relaxed) < self.bots() {
            if begin.elapsed() > SEATED_WITHIN || interrupted.is_cancelled() {
                faults.push(format!("not all of {} bots had a seat", self.bots()));
                break;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        let playing = Duration::from_secs(self.seconds);
        progress.phase("playing", Some(playing));
        pauses.begin();
        // An interrupt is a fault of the report.
        let _ = interrupted.run_until_cancelled(tokio::time::sleep(playing)).await;
        let measured = pauses.take();
        progress.phase("leaving", None);
        let summary = swarm.stop().await;
        if summary.totals.protocol_errors > 0 {
            faults.push(format!("not everything was as it should be: {}", summary.totals));
        }
        faults.extend(room.close().await.err());
        progress.finish();
        Ok(measured)
    }

    async fn swarm(
        &self,
        is_on: bool,
        room: &str,
        relay: &Relay,
        pauses: &Arc<Pauses>,
    ) -> Result<Swarm, ScenarioError> {
        let (tables, _) = target::tables_of(room).await?;
        let settings = Settings {
            deals: if is_on { DealPart::Verifies } else { DealPart::Absent },
            name_prefix: "pause-".to_owned(),
            tables: TableChoice::Ids(tables.iter().map(|table| table.table).collect()),
            buy_in: BuyIn::BigBlinds(100),
            leave_patience: LEAVE_PATIENCE,
            ..Settings::default()
        };
        let swarm = Swarm::builder(&format!("ws://{}/ws", relay.address))
            .bots(self.bots())
            .seed(SEED)
            .settings(settings)
            .brain(|bot| TightAggressive::new(bot.seed))
            .probe(pauses.clone());
        Ok(swarm.start().await?)
    }
}

/// Measures the time between two hands of each table, as one bot sees it: the one that reads the end
/// of the hand first.
#[derive(Default)]
struct Pauses {
    seated: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_measuring: bool,
    /// The bot that saw the last hand of a table end, and when.
    ended: HashMap<TableId, (usize, Duration)>,
    pauses: Distribution,
}

impl Pauses {
    fn begin(&self) {
        self.state.lock().is_measuring = true;
    }

    fn take(&self) -> Distribution {
        let mut state = self.state.lock();
        state.is_measuring = false;
        std::mem::take(&mut state.pauses)
    }
}

impl Probe for Pauses {
    fn seated(&self, _bot: usize, _at: Duration, _table: TableId) {
        self.seated.fetch_add(1, Ordering::Relaxed);
    }

    fn step(&self, bot: usize, at: Duration, step: &Step, _before: &Table) {
        let mut state = self.state.lock();
        if !state.is_measuring {
            return;
        }
        for event in &step.events.0 {
            match event {
                TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => {
                    state.ended.entry(step.table).or_insert((bot, at));
                }
                TableEvent::HandStarted(_) => {
                    // Another bot may read the step earlier or later.
                    let seen = state.ended.get(&step.table).filter(|(by, _)| *by == bot);
                    if let Some(&(_, ended)) = seen {
                        state.ended.remove(&step.table);
                        state.pauses.record(at.saturating_sub(ended));
                    }
                }
                _ => {}
            }
        }
    }
}

impl PauseReport {
    fn new(arguments: &PauseArguments) -> Self {
        Self {
            tables: arguments.tables,
            seats: arguments.seats,
            pause_ms: arguments.pause,
            round_trip_ms: arguments.round_trip,
            off: Distribution::default(),
            on: Distribution::default(),
            later_ms: Vec::new(),
            most_ms: arguments.later,
            faults: Vec::new(),
        }
    }

    fn later(&self) -> Option<f64> {
        median(self.later_ms.iter().copied())
    }

    fn holds(&self) -> bool {
        self.later().is_some_and(|later| later <= f64::from(self.most_ms))
    }
}

impl Concluded for PauseReport {
    fn conclusion(&self) -> Conclusion {
        Conclusion::of(&self.faults, &Limits::default(), self.holds())
    }
}

impl Display for PauseReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { tables, seats, pause_ms, round_trip_ms, most_ms, .. } = self;
        writeln!(
            f,
            "{tables} tables of {seats}, {pause_ms} ms between hands, {round_trip_ms} ms of round trip"
        )?;
        for (name, pauses) in [("deals off", &self.off), ("everybody verifies", &self.on)] {
            match pauses.summary() {
                Some(it) => writeln!(
                    f,
                    "{name:<20}{:>8} pauses: p50 {:.0} ms, p99 {:.0} ms, at most {:.0} ms",
                    it.count,
                    it.p50 * 1e3,
                    it.p99 * 1e3,
                    it.max * 1e3
                )?,
                None => writeln!(f, "{name:<20}no pause was measured")?,
            }
        }
        let verdict = if self.holds() { "ok:    " } else { "BROKEN:" };
        let later = self.later().map_or_else(|| "–".to_owned(), |later| format!("{later:+.1}"));
        writeln!(f, "{verdict} p99 {later} ms with verifiable deals, at most +{most_ms}")?;
        write_end(f, &self.faults, &Limits::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(later_ms: &[f64]) -> PauseReport {
        PauseReport {
            tables: 1,
            seats: 2,
            pause_ms: 3_000,
            round_trip_ms: 50,
            off: Distribution::default(),
            on: Distribution::default(),
            later_ms: later_ms.to_vec(),
            most_ms: 20,
            faults: Vec::new(),
        }
    }

    #[test]
    fn the_median_of_the_rounds_is_judged_and_no_round_is_no_measurement() {
        assert_eq!(report(&[5.0, 90.0, -3.0]).conclusion(), Conclusion::Ok);
        assert_eq!(report(&[25.0, 90.0, -3.0]).conclusion(), Conclusion::ThresholdsBroken);
        assert_eq!(report(&[]).conclusion(), Conclusion::ThresholdsBroken);
        let text = report(&[5.0]).to_string();
        assert!(text.contains("ok:     p99 +5.0 ms with verifiable deals"), "{text}");
    }
}

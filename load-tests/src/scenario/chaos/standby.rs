//! Two machines with one database and one key file take turns as the room. The one that plays is
//! killed, stopped for some seconds, handed over, or cut off from the network, in equal parts. The
//! bots know both addresses. The run measures how long each table stood still.

mod faults;
mod figures;
mod pair;
mod watchers;

pub(super) use figures::TakeOvers;
pub(super) use pair::Pair;

use super::{READY_POLL, Run};
use crate::scenario::ScenarioError;
use crate::server_process::{Installation, ServerProcess};
use cardroom_bot::connection::Endpoint;
use faults::Fault;
use figures::Kind;
use std::time::Duration;
use tokio::time::Instant;
use watchers::Watchers;

/// The exit code of a room that was taken over.
const TAKEN_OVER: i32 = 1;
/// The sentence in the log of such a room.
const TAKEN_OVER_LOG: &str = "Another room has taken over the database";
/// How often to ask whether a process waits for the room's place.
const WAITING_POLL: Duration = Duration::from_millis(50);
/// How long a process may take until it waits for the room's place, and the room knows.
const WAITING_WITHIN: Duration = Duration::from_secs(60);

/// Two rooms instead of one, and the longest gaps in play.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Two machines")]
pub(crate) struct StandbyArguments {
    /// Run two processes with --standby on the PostgreSQL database of --store. The room is killed,
    /// stopped for 8 to 12 seconds, or handed over, in equal parts, and the other one follows
    #[arg(long, conflicts_with_all = ["gently", "clock_library", "data_dir"])]
    pub(super) standby: bool,
    /// Longest gap in play after a kill: p99 over all tables and kills, from the last frame of the
    /// old room to the first of the new one
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    kill_gap: f64,
    /// Longest gap in play after a stop
    #[arg(long, value_name = "SECONDS", default_value_t = 7.0, value_parser = seconds)]
    stop_gap: f64,
    /// Longest gap in play after a hand-over
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    hand_over_gap: f64,
    /// Run each machine in a network namespace of its own, linked to this bridge, and also cut the
    /// room off for 8 to 12 seconds; the database must listen on the address of the bridge. Needs
    /// root and iproute2
    #[arg(long, value_name = "BRIDGE", requires = "standby")]
    pub(super) bridge: Option<String>,
    /// Seconds for which the room is stopped or cut off [default: 8 to 12, drawn anew each time]
    #[arg(long, value_name = "SECONDS", requires = "standby")]
    #[arg(value_parser = clap::value_parser!(u64).range(8..=600))]
    stand_still: Option<u64>,
    /// Longest gap in play after the room was cut off
    #[arg(long, value_name = "SECONDS", default_value_t = 7.0, value_parser = seconds)]
    cut_gap: f64,
}

impl StandbyArguments {
    /// Returns the longest gap in play after a fault of this kind, in seconds.
    pub(super) fn bound(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Kill => self.kill_gap,
            Kind::Stop => self.stop_gap,
            Kind::HandOver => self.hand_over_gap,
            Kind::CutOff => self.cut_gap,
        }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=600.0).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0.001 to 600 is needed".to_owned())
}

impl Run<'_> {
    /// Lets the machines take turns. Returns the last room, and closes the process that waits.
    pub(super) async fn take_turns(
        &mut self,
        mut pair: Pair,
    ) -> Result<ServerProcess, ScenarioError> {
        let has_networks = self.arguments.standby.bridge.is_some();
        let stopped = self.arguments.standby.stand_still.map(Duration::from_secs);
        let mut faults = faults::of_seed(self.arguments.seed, has_networks, stopped);
        self.progress.phase("taking turns", None);
        while self.report.harm.kills < self.arguments.kills && self.goes_on() {
            let fault = faults.next();
            tokio::time::sleep(fault.play).await;
            pair = self.take_over(pair, fault).await?;
            let ended = self.told.take_ended();
            self.compare(ended).await;
            self.progress.update(&format!(
                "{} take-overs, {} hands compared, {} faults",
                self.report.harm.kills,
                self.report.inspected.hands,
                self.told.faults().0,
            ));
        }
        self.measure();
        pair.part().await.map_err(ScenarioError::Lost)
    }

    /// Brings about a fault, and waits until all players are back at the other machine and the first
    /// one waits for its place.
    async fn take_over(&mut self, pair: Pair, fault: Fault) -> Result<Pair, ScenarioError> {
        // Steps after the last take-over belong to its figures.
        self.measure();
        let (room, mut next) = (pair.room, pair.waiting);
        self.report.harm.kills += 1;
        let begin = Instant::now();
        let installed = match fault.kind {
            Kind::Kill => {
                self.told.next_life();
                let killed = room.kill().await.map_err(ScenarioError::Lost)?;
                self.comes_back(&mut next, fault.kind, begin).await?;
                killed
            }
            kind @ (Kind::Stop | Kind::CutOff) => {
                self.stand_still(room, &mut next, kind, fault.stopped).await?
            }
            Kind::HandOver => self.hand_over(room, &mut next).await?,
        };
        self.search_log(&installed);
        let waiting = installed.spawn()?;
        let pair = Pair { room: next, waiting, ..pair };
        pair.is_waited_for().await?;
        Ok(pair)
    }

    /// Waits until the other machine is the room and all players are back.
    async fn comes_back(
        &mut self,
        next: &mut ServerProcess,
        kind: Kind,
        begin: Instant,
    ) -> Result<(), ScenarioError> {
        next.wait_until_ready(READY_POLL).await?;
        self.endpoint = Endpoint::resolve(&next.url()).await?;
        self.report.ready.record(begin.elapsed());
        if let Some(figures) = self.report.take_overs() {
            figures.happened(kind, begin.elapsed());
        }
        self.wait_for_everybody().await;
        Ok(())
    }

    /// Stops the room or cuts it off until the other machine plays in its place, and lets it go on
    /// then. It may send nothing that is not in the new room's history.
    async fn stand_still(
        &mut self,
        room: ServerProcess,
        next: &mut ServerProcess,
        kind: Kind,
        time: Duration,
    ) -> Result<Installation, ScenarioError> {
        let tables = self.arguments.tables;
        let watchers = Watchers::open(&room.url(), tables).await;
        let watchers = watchers
            .map_err(|error| self.told.fault(format!("nobody watches the room: {error}")))
            .ok();
        let (begin, life) = (Instant::now(), self.told.next_life());
        self.disturb(&room, kind, true);
        self.comes_back(next, kind, begin).await?;
        tokio::time::sleep(time.saturating_sub(begin.elapsed())).await;
        let woken = Instant::now();
        self.disturb(&room, kind, false);
        let (status, installed) = room.ended().await.map_err(ScenarioError::Lost)?;
        let log = installed.log().unwrap_or_default();
        if status.code() != Some(TAKEN_OVER)
            || !String::from_utf8_lossy(&log).contains(TAKEN_OVER_LOG)
        {
            let tail = installed.log_tail();
            self.told.fault(format!("a room that was taken over ended with {status}{tail}"));
        }
        if let Some(watchers) = watchers {
            let late = watchers.judge(woken, life, &self.told).await;
            if let Some(figures) = self.report.take_overs() {
                figures.late_steps += late;
            }
        }
        Ok(installed)
    }

    /// Begins or ends a fault that keeps the room from playing.
    fn disturb(&self, room: &ServerProcess, kind: Kind, begins: bool) {
        let done = if kind == Kind::CutOff { room.plug(!begins) } else { room.freeze(begins) };
        if let Err(error) = done {
            self.told.fault(format!("a fault cannot be brought about: {error}"));
        }
    }

    /// Hands the room over by the operator's command.
    async fn hand_over(
        &mut self,
        room: ServerProcess,
        next: &mut ServerProcess,
    ) -> Result<Installation, ScenarioError> {
        let begin = Instant::now();
        self.told.next_life();
        let order = ["admin", "hand-over", "--reason", "the other machine's turn"];
        let (ordered, back) =
            tokio::join!(room.command(&order), self.comes_back(next, Kind::HandOver, begin));
        if let Err(error) = ordered {
            self.told.fault(format!("the room is not handed over: {error}"));
        }
        back?;
        let (status, installed) = room.ended().await.map_err(ScenarioError::Lost)?;
        if !status.success() {
            let tail = installed.log_tail();
            self.told.fault(format!("a room that was handed over ended with {status}{tail}"));
        }
        Ok(installed)
    }

    /// Adds the gaps since the last call to the figures of the fault before.
    fn measure(&mut self) {
        let gaps = self.told.take_gaps();
        if let Some(figures) = self.report.take_overs() {
            figures.stood_still(&gaps);
        }
    }
}

//! Kills the server again and again during play, and checks that nothing is lost.
//!
//! It uses a real process, real sockets, ring games and sit-and-gos. Everything that a
//! player received must hold after every restart. `told` records it, `compare` checks it
//! against the hand records and `tournaments` against the results. In between, the program's
//! own audits recompute every chip.

mod arguments;
mod hooks;
mod lives;
mod mishaps;
mod monitor;
mod outcome;
mod results;
mod secrets;
mod standby;
mod tournaments;

use super::ScenarioError;
use super::told::{self, HandKey, HandTold, Told};
use crate::progress::Progress;
use crate::server_process::{self, Installation, ServerProcess};
use crate::system;
use crate::target;
pub(crate) use arguments::ChaosArguments;
use cardroom_bot::Swarm;
use cardroom_bot::connection::Endpoint;
use hooks::Hooks;
use monitor::Monitor;
pub(crate) use outcome::ChaosReport;
pub(super) use outcome::{Times, summary};
use standby::{Pair, TakeOvers};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tournaments::Field;

/// How long players may take to return. A longer time is a fault.
const BACK_WITHIN: Duration = Duration::from_secs(45);
/// How long seating may take.
const SEATED_WITHIN: Duration = Duration::from_secs(60);
/// How often to check whether all players are present.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How often to poll a starting server for readiness, which limits the precision of that time.
const READY_POLL: Duration = Duration::from_millis(5);
/// The longest wait before a bot reconnects to a room that is down. It is far below the time of a
/// turn, so that no player's time runs out.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// The number of faults after which a run ends.
const ENOUGH_FAULTS: u64 = 20;

/// The processes of the room.
enum Machines {
    One(Box<ServerProcess>),
    Two(Box<Pair>),
}

/// Kills, restarts and compares. Returns the results.
pub(crate) async fn run(
    arguments: &ChaosArguments,
    interrupted: CancellationToken,
) -> Result<ChaosReport, ScenarioError> {
    let ring_bots = arguments.ring_bots();
    system::allow_connections((ring_bots + arguments.field()) as u64)?;
    let machines = Machines::start(arguments).await?;
    let told = Arc::new(Told::new(ring_bots));
    let url = machines.url();
    // Before anything is played, so that every event has its hooks.
    let hooks = match arguments.hooks {
        true => Some(Hooks::open(&machines.room_url(), arguments.seed).await?),
        false => None,
    };
    let (tables, _) = target::tables_of(&machines.room_url()).await?;
    let swarm = arguments.swarm(&url, &tables, &told).start().await?;
    let (no_more, stop) = (CancellationToken::new(), CancellationToken::new());
    let field = Field {
        url: url.clone(),
        entrants: arguments.field(),
        seed: arguments.seed,
        think: arguments.think,
        deals: arguments.part_in_deals(),
        first_bot: ring_bots,
        told: told.clone(),
    };
    let mut tournaments = tokio::spawn(tournaments::play(field, no_more.clone(), stop.clone()));
    let monitor = machines.monitor(arguments)?;
    let mut run = Run {
        arguments,
        told,
        endpoint: Endpoint::resolve(&machines.room_url()).await?,
        report: ChaosReport::new(arguments),
        progress: Progress::new(),
        interrupted,
        begin: Instant::now(),
        clock: 0,
        hooks,
    };
    run.seat_everybody().await;
    let server = match machines {
        Machines::One(server) => run.kill_again_and_again(*server).await?,
        Machines::Two(pair) => run.take_turns(*pair).await?,
    };
    no_more.cancel();
    let finishing = Duration::from_secs(arguments.finish);
    run.progress.phase("finishing", Some(finishing));
    let finished = match tokio::time::timeout(finishing, &mut tournaments).await {
        Ok(finished) => finished,
        Err(_) => {
            stop.cancel();
            tournaments.await
        }
    };
    match finished {
        Ok(Ok(finished)) => run.report.tournaments(finished),
        Ok(Err(error)) => run.told.fault(format!("tournaments: {error}")),
        Err(error) => run.told.fault(format!("tournaments: {error}")),
    }
    run.finish(server, swarm, monitor).await
}

impl Machines {
    async fn start(arguments: &ChaosArguments) -> Result<Self, ScenarioError> {
        let launch = arguments.launch()?;
        if !arguments.standby.standby {
            let server = told::start_inspected(launch, READY_POLL).await?;
            return Ok(Self::One(Box::new(server)));
        }
        if !arguments.is_on_postgres() {
            return Err(ScenarioError::StandbyStore);
        }
        let bridge = arguments.standby.bridge.as_deref();
        Ok(Self::Two(Box::new(Pair::start(launch, bridge).await?)))
    }

    /// Starts a monitor of the room's deals, if the run has one.
    fn monitor(&self, arguments: &ChaosArguments) -> Result<Option<Monitor>, ScenarioError> {
        match self {
            Self::One(server) if arguments.deals => {
                let program = server_process::find(arguments.server.as_deref())?;
                Monitor::start(program, server).map(Some)
            }
            Self::One(_) | Self::Two(_) => Ok(None),
        }
    }

    /// Returns the addresses for players.
    fn url(&self) -> String {
        match self {
            Self::One(server) => server.url(),
            Self::Two(pair) => pair.url(),
        }
    }

    /// Returns the address of the machine that is the room.
    fn room_url(&self) -> String {
        match self {
            Self::One(server) => server.url(),
            Self::Two(pair) => pair.room.url(),
        }
    }
}

/// A run, from the first seat taken to the last audit.
struct Run<'a> {
    arguments: &'a ChaosArguments,
    told: Arc<Told>,
    /// The machine that is the room.
    endpoint: Endpoint,
    report: ChaosReport,
    progress: Progress,
    interrupted: CancellationToken,
    begin: Instant,
    /// The offset of the server's wall clock from the machine's, in seconds.
    clock: i64,
    /// The receiver of a run with hooks.
    hooks: Option<Hooks>,
}

impl Run<'_> {
    async fn seat_everybody(&mut self) {
        self.progress.phase("seating", None);
        let begin = Instant::now();
        let bots = self.arguments.ring_bots();
        while self.told.seated() < bots && !self.interrupted.is_cancelled() {
            if begin.elapsed() > SEATED_WITHIN {
                let seated = self.told.seated();
                return self.told.fault(format!("only {seated} of {bots} bots had a seat"));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    fn goes_on(&self) -> bool {
        self.begin.elapsed() < Duration::from_secs(self.arguments.within)
            && self.told.faults().0 < ENOUGH_FAULTS
            && !self.interrupted.is_cancelled()
    }

    /// Checks that the log contains no cards that a player holds.
    fn search_log(&mut self, installed: &Installation) {
        match installed.log() {
            Ok(log) => {
                let log = String::from_utf8_lossy(&log);
                self.report.logged_bytes = log.len() as u64;
                if secrets::has_password(&log, told::PASSWORD) {
                    self.told.fault("a password is in the log".to_owned());
                }
                for (bot, cards) in self.told.held() {
                    self.report.searches += 1;
                    if let Some(line) = secrets::line_with(&log, &cards) {
                        self.told.fault(format!("bot {bot}'s cards are in the log: {line}"));
                    }
                }
            }
            Err(error) => self.told.fault(format!("the log cannot be read: {error}")),
        }
    }

    /// Audits the store with the program's own commands.
    async fn audit(&mut self, installed: &Installation) {
        self.report.audits += 1;
        for command in [["ledger", "audit"], ["journal", "verify"]] {
            if let Err(error) = installed.run(&command, "").await {
                self.told.fault(error.to_string());
            }
        }
    }

    async fn wait_for_everybody(&mut self) {
        let begin = Instant::now();
        loop {
            let (playing, missing) = self.told.missing();
            if missing == 0 {
                return self.report.back.record(begin.elapsed());
            }
            if begin.elapsed() > BACK_WITHIN {
                let absent = self.told.absent().join("; ");
                return self.told.fault(format!(
                    "{missing} of {playing} bots did not come back after a restart: {absent}"
                ));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Compares hands with their records.
    async fn compare(&mut self, hands: Vec<(HandKey, HandTold)>) {
        self.report.inspected += told::compare_all(&self.told, &self.endpoint, hands).await;
    }

    /// Lets all players leave, compares the last hands, and checks the books.
    async fn finish(
        mut self,
        server: ServerProcess,
        swarm: Swarm,
        monitor: Option<Monitor>,
    ) -> Result<ChaosReport, ScenarioError> {
        self.progress.phase("leaving", None);
        self.told.closing();
        let summary = swarm.stop().await;
        if summary.totals.illegal_choices > 0 || summary.totals.actions_refused > 0 {
            let totals = &summary.totals;
            self.told.fault(format!("actions were refused: {totals}"));
        }
        let hands = self.told.take_all();
        self.compare(hands).await;
        if let Some(monitor) = monitor {
            self.progress.phase("monitoring", None);
            self.end_of_monitor(monitor, &server).await;
        }
        self.judge_hooks().await;
        let ledger = server.admin().ledger().await;
        match ledger {
            Ok(ledger) if ledger.balanced && ledger.differences.is_empty() => {}
            Ok(ledger) => self.told.fault(format!("the ledger is not balanced: {ledger:?}")),
            Err(error) => self.told.fault(format!("the ledger cannot be read: {error}")),
        }
        self.told.count_chips("the ring players", summary.totals.refills);
        match server.shut().await {
            Ok(installed) => self.audit(&installed).await,
            Err(fault) => self.told.fault(fault),
        }
        if self.interrupted.is_cancelled() {
            self.told.fault("interrupted: the run was cut short".to_owned());
        }
        self.progress.finish();
        self.report.close(&self.told, self.begin.elapsed());
        Ok(self.report)
    }
}

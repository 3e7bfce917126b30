//! Kills the server again and again during play, and checks that nothing is lost.
//!
//! It uses a real process, real sockets, ring games and sit-and-gos. Everything that a
//! player received must hold after every restart. `told` records it, `compare` checks it
//! against the hand records and `tournaments` against the results. In between, the program's
//! own audits recompute every chip.

mod mishaps;
mod outcome;
mod results;
mod secrets;
mod standby;
mod tournaments;

use super::ScenarioError;
use super::told::{self, HandKey, HandTold, Returns, Told};
use crate::progress::Progress;
use crate::server_process::{self, Installation, Launch, Offer, RingTables, ServerProcess};
use crate::system;
use crate::target;
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::swarm::SwarmBuilder;
use cardroom_bot::{BuyIn, DealPart, Settings, Swarm, TableChoice, ThinkTime};
use cardroom_protocol::lobby::TableInfo;
use mishaps::{Life, Mishap};
pub(crate) use outcome::ChaosReport;
pub(super) use outcome::{Times, summary};
use standby::{Pair, StandbyArguments, TakeOvers};
use std::ffi::OsString;
use std::path::PathBuf;
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
/// The number of kills between two audits of the books on disk, or one more.
const AUDIT_EVERY: u32 = 10;
/// How many bytes a file can still grow on a disk that is nearly full.
const DISK_LEFT: u64 = 16 * 1024;
/// How long a leaving bot waits for its hand to end.
const LEAVE_PATIENCE: Duration = Duration::from_secs(20);
/// The longest wait before a bot reconnects to a room that is down. It is far below the time of a
/// turn, so that no player's time runs out.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// How many seconds a closing room waits for its hands. Most end within one, but a shared disk may
/// be slow for a long time.
const HANDS_END_WITHIN: u32 = 30;
/// The number of faults after which a run ends.
const ENOUGH_FAULTS: u64 = 20;

/// The faults to cause, and how often.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ChaosArguments {
    /// Number of times to kill the server, or with --standby to bring about a take-over
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    kills: u32,
    /// Seed of all mishaps and of the bots
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of ring tables, every seat taken by a bot
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    tables: u32,
    /// Seats at each table
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// Entrants of each sit-and-go; one follows the other
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(2..=500))]
    entrants: u32,
    /// How long the bots think: none, milliseconds (250) or a range of them (100..500)
    #[arg(long, default_value = "5..60", value_name = "TIME")]
    think: ThinkTime,
    /// Seconds that a sit-and-go may take to end after the last kill
    #[arg(long, default_value_t = 180, value_name = "SECONDS")]
    finish: u64,
    /// Ask the server to close instead of killing it; hands in progress end, and no player may be
    /// interrupted
    #[arg(long)]
    gently: bool,
    /// Path of libfaketime.so.1: the server's wall clock jumps back and forth by up to two hours,
    /// also while it is down
    #[arg(long, value_name = "LIBRARY", value_parser = library)]
    clock_library: Option<PathBuf>,
    /// Seconds after which no further kill follows
    #[arg(long, default_value_t = 7_200, value_name = "SECONDS")]
    within: u64,
    /// Store of the server: sqlite, or the URL of an empty PostgreSQL database
    #[arg(long, default_value = "sqlite", value_name = "STORE")]
    #[arg(env = "CARDROOM_LOAD_STORE", hide_env_values = true)]
    store: String,
    /// Program of the server [default: `cardroom` beside this program]
    #[arg(long, value_name = "PATH")]
    server: Option<PathBuf>,
    /// Further argument for the server, such as --server-arg=--set=store.synchronous=normal; may be
    /// repeated
    #[arg(long = "server-arg", value_name = "ARG", allow_hyphen_values = true)]
    server_arguments: Vec<OsString>,
    /// Directory of the server's files [default: a temporary one, which is removed]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    #[command(flatten)]
    standby: StandbyArguments,
}

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
    let (tables, _) = target::tables_of(&machines.room_url()).await?;
    let swarm = arguments.swarm(&url, &tables, &told).start().await?;
    let (no_more, stop) = (CancellationToken::new(), CancellationToken::new());
    let field = Field {
        url: url.clone(),
        entrants: arguments.field(),
        seed: arguments.seed,
        think: arguments.think,
        first_bot: ring_bots,
        told: told.clone(),
    };
    let mut tournaments = tokio::spawn(tournaments::play(field, no_more.clone(), stop.clone()));
    let mut run = Run {
        arguments,
        told,
        endpoint: Endpoint::resolve(&machines.room_url()).await?,
        report: ChaosReport::new(arguments),
        progress: Progress::new(),
        interrupted,
        begin: Instant::now(),
        clock: 0,
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
    run.finish(server, swarm).await
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

    /// Runs one life of the room after the other.
    async fn kill_again_and_again(
        &mut self,
        mut server: ServerProcess,
    ) -> Result<ServerProcess, ScenarioError> {
        let has_files = self.arguments.store.starts_with("sqlite");
        let has_clock = self.arguments.clock_library.is_some();
        let mut mishaps = mishaps::of_seed(self.arguments.seed, has_files, has_clock);
        self.progress.phase("killing", None);
        while self.report.harm.kills < self.arguments.kills && self.goes_on() {
            let life = mishaps.next();
            self.jump(server.set_clock(life.clock.0), life.clock.0);
            self.live(&server, &life).await;
            server = self.restart(server, &life).await?;
            self.wait_for_everybody().await;
            let ended = self.told.take_ended();
            self.compare(ended).await;
            let Returns { same_hand, .. } = self.told.returns();
            self.progress.update(&format!(
                "{} kills, {} hands compared, {same_hand} times back in the same hand, {} faults",
                self.report.harm.kills,
                self.report.inspected.hands,
                self.told.faults().0,
            ));
        }
        Ok(server)
    }

    fn goes_on(&self) -> bool {
        self.begin.elapsed() < Duration::from_secs(self.arguments.within)
            && self.told.faults().0 < ENOUGH_FAULTS
            && !self.interrupted.is_cancelled()
    }

    /// Records that the wall clock was set to this offset from the machine's, in seconds.
    fn jump(&mut self, set: std::io::Result<()>, seconds: i64) {
        if let Err(error) = set {
            self.told.fault(format!("the wall clock cannot be set: {error}"));
        }
        if self.arguments.clock_library.is_some() && self.clock != seconds {
            self.clock = seconds;
            self.report.harm.clock_jumps += 1;
        }
    }

    /// Lets the players play through the mishap until the end of the life.
    async fn live(&mut self, server: &ServerProcess, life: &Life) {
        tokio::time::sleep(life.play).await;
        match life.mishap {
            Some(Mishap::Frozen(time)) => {
                self.report.harm.freezes += 1;
                self.do_for(time, |on| server.freeze(on)).await;
            }
            Some(Mishap::DiskFull(time)) => {
                self.report.harm.full_disks += 1;
                let largest = largest_file(server.data_dir()) + DISK_LEFT;
                self.do_for(time, |on| server.limit_files(on.then_some(largest))).await;
            }
            None => {}
        }
        tokio::time::sleep(life.then).await;
    }

    async fn do_for(&self, time: Duration, mishap: impl Fn(bool) -> std::io::Result<()>) {
        for (on, time) in [(true, time), (false, Duration::ZERO)] {
            if let Err(error) = mishap(on) {
                self.told.fault(format!("a mishap cannot be brought about: {error}"));
            }
            tokio::time::sleep(time).await;
        }
    }

    /// Ends the room, audits its files now and then, and starts it again.
    async fn restart(
        &mut self,
        server: ServerProcess,
        life: &Life,
    ) -> Result<ServerProcess, ScenarioError> {
        let audits = self.report.harm.kills / AUDIT_EVERY;
        let mut installed = self.end(server).await?;
        self.search_log(&installed);
        if let Some(after) = life.again_after.filter(|_| !self.arguments.gently) {
            let server = installed.spawn()?;
            tokio::time::sleep(after).await;
            self.report.harm.killed_while_opening += 1;
            installed = self.end(server).await?;
        }
        if self.report.harm.kills / AUDIT_EVERY > audits {
            self.audit(&installed).await;
        }
        self.jump(installed.set_clock(life.clock.1), life.clock.1);
        let begin = Instant::now();
        let mut server = installed.spawn()?;
        server.wait_until_ready(READY_POLL).await?;
        self.report.ready.record(begin.elapsed());
        Ok(server)
    }

    /// Kills the process or closes it.
    async fn end(&mut self, server: ServerProcess) -> Result<Installation, ScenarioError> {
        let begin = Instant::now();
        let ended = if self.arguments.gently { server.shut().await } else { server.kill().await };
        let installed = ended.map_err(ScenarioError::Lost)?;
        if self.arguments.gently {
            self.report.closed.record(begin.elapsed());
        }
        self.told.next_life();
        self.report.harm.kills += 1;
        Ok(installed)
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

impl ChaosArguments {
    fn ring_bots(&self) -> usize {
        self.tables as usize * usize::from(self.seats)
    }

    fn field(&self) -> usize {
        self.entrants as usize
    }

    fn is_on_postgres(&self) -> bool {
        self.store.starts_with("postgres")
    }

    fn launch(&self) -> Result<Launch, ScenarioError> {
        let tables = RingTables::new(self.tables, self.seats);
        let announced = tournaments::announced(self.field());
        let mut arguments = self.server_arguments.clone();
        arguments.push(format!("--set=store.url={}", self.store).into());
        if self.gently {
            arguments.push(format!("--set=server.drain_seconds={HANDS_END_WITHIN}").into());
        }
        Ok(Launch {
            program: server_process::find(self.server.as_deref())?,
            arguments,
            data_dir: self.data_dir.clone(),
            offer: Offer::Both(tables, announced),
            tls: None,
            clock_library: self.clock_library.clone(),
            network: None,
        })
    }

    fn swarm(&self, url: &str, tables: &[TableInfo], told: &Arc<Told>) -> SwarmBuilder {
        let ring = tables.iter().filter(|table| table.tournament.is_none());
        let settings = Settings {
            deals: DealPart::Absent,
            name_prefix: "chaos-".to_owned(),
            tables: TableChoice::Ids(ring.map(|table| table.table).collect()),
            buy_in: BuyIn::BigBlinds(100),
            think_time: self.think,
            leave_patience: LEAVE_PATIENCE,
            ..Settings::default()
        };
        Swarm::builder(url)
            .bots(self.ring_bots())
            .seed(self.seed)
            .settings(settings)
            .brain(|bot| RandomLegal::new(bot.seed))
            .connect_attempts(u32::MAX)
            .longest_wait(LONGEST_WAIT)
            .probe(told.clone())
    }
}

/// Checks that the library exists. The loader ignores a missing one, and the
/// clock would never jump.
fn library(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    path.is_file().then_some(path).ok_or("there is no such file".to_owned())
}

/// Returns the size of the largest file of a room.
fn largest_file(folder: &std::path::Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| Some(file.metadata().ok()?.len())).max().unwrap_or(0)
}

//! Any number of bots in one process, all derived from one seed.

use crate::brain::Brain;
use crate::brains::Caller;
use crate::connection::{Endpoint, EndpointError};
use crate::counters::Totals;
use crate::drive::{BACKOFF_LONGEST, ConnectGate, Line, drive};
use crate::player::{
    Account, BuyIn, Credentials, DeadLine, Outcome, Player, Settings, Shared, TableChoice,
};
use crate::probe::Probe;
use crate::seed::Seed;
use crate::standstill::Standstill;
use crate::think::ThinkTime;
use crate::tournament::{EntryResult, TournamentPlan};
use crate::winnings::Winnings;
use cardroom_protocol::Encoding;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The bot that a brain is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bot {
    /// The bot's number in the swarm, from 0.
    pub number: usize,
    /// The bot's seed, derived from the swarm's.
    pub seed: Seed,
}

type MakeBrain = dyn Fn(Bot) -> Box<dyn Brain> + Send + Sync;

/// A swarm under construction.
pub struct SwarmBuilder {
    url: String,
    bots: usize,
    first_bot: usize,
    seed: u64,
    encoding: Encoding,
    ca_file: Option<PathBuf>,
    sources: Vec<IpAddr>,
    connects_per_second: u32,
    spaces_reconnects: bool,
    attempts: u32,
    longest_wait: Duration,
    settings: Settings,
    probe: Option<Arc<dyn Probe>>,
    make_brain: Arc<MakeBrain>,
}

/// Running bots. Each connection has its own task.
///
/// ```no_run
/// use cardroom_bot::{Swarm, ThinkTime, brains::TightAggressive};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let swarm = Swarm::builder("ws://127.0.0.1:7777/ws")
///     .bots(600)
///     .seed(7)
///     .brain(|bot| TightAggressive::new(bot.seed))
///     .think_time(ThinkTime::Human)
///     .start()
///     .await?;
/// tokio::time::sleep(std::time::Duration::from_secs(60)).await;
/// println!("{}", swarm.totals());
/// let summary = swarm.stop().await;
/// assert_eq!(summary.totals.protocol_errors, 0);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Swarm {
    shared: Arc<Shared>,
    stop: CancellationToken,
    /// One task for each connection, which ends with the outcomes of its bots.
    tasks: JoinSet<Vec<Outcome>>,
    /// Outcomes that were not returned yet.
    ended: VecDeque<Outcome>,
    running: usize,
    start: Instant,
    cuts: watch::Sender<u64>,
    /// Why the bots could not go on, once that is so.
    standstill: Arc<OnceLock<String>>,
}

/// The results of a swarm.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The counters at the end.
    pub totals: Totals,
    /// How long the swarm ran.
    pub time: Duration,
    /// The bots' outcomes, in the order in which the bots ended.
    pub outcomes: Vec<Outcome>,
    /// The results of the bots' tournament entries, the winner first.
    pub results: Vec<EntryResult>,
    /// The bots' winnings at ring games, by the name of their brain.
    pub winnings: BTreeMap<&'static str, Winnings>,
    /// Why the bots ended before they were done: no hand was played any more, because some of them
    /// had no chips and the room gave none, for this reason.
    pub standstill: Option<String>,
    /// Connections and logins that the server refused, by reason.
    pub refusals: BTreeMap<String, u64>,
    /// Refusals by a limit of the server, by what was refused and the code.
    pub limits: BTreeMap<String, u64>,
}

impl Summary {
    /// Returns `true` if every bot ended as planned and no protocol error occurred.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.totals.protocol_errors == 0
            && self.standstill.is_none()
            && self.outcomes.iter().all(Outcome::is_success)
    }
}

impl Swarm {
    /// Starts building a swarm for the server at a URL such as `ws://127.0.0.1:7777/ws`. The
    /// default is one guest that checks and calls.
    #[must_use]
    pub fn builder(url: &str) -> SwarmBuilder {
        SwarmBuilder {
            url: url.to_owned(),
            bots: 1,
            first_bot: 0,
            seed: 0,
            encoding: Encoding::Binary,
            ca_file: None,
            sources: Vec::new(),
            connects_per_second: 500,
            spaces_reconnects: true,
            attempts: 8,
            longest_wait: BACKOFF_LONGEST,
            settings: Settings::default(),
            probe: None,
            make_brain: Arc::new(|_| Box::new(Caller)),
        }
    }

    /// Returns the counters so far.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.shared.counters.totals()
    }

    /// Returns how often a limit of the server refused something so far, by what was refused and
    /// the code, such as `action rate_limited`.
    #[must_use]
    pub fn limits(&self) -> BTreeMap<String, u64> {
        self.shared.notices.limits()
    }

    /// Returns how long the swarm has been running. The times that a [`Probe`] gets
    /// are on this clock.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.start.elapsed()
    }

    /// Cuts every connection at the same moment. The bots reconnect. For tests of servers.
    pub fn cut_all(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Returns the number of bots that have not ended.
    #[must_use]
    pub fn running(&self) -> usize {
        self.running
    }

    /// Returns a token. Canceling it makes the bots leave their seats and end.
    #[must_use]
    pub fn stop_token(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Waits until one more bot ends. Returns `None` when all have ended. Cancel safe.
    ///
    /// # Panics
    /// Panics if a brain panicked.
    pub async fn next_outcome(&mut self) -> Option<Outcome> {
        if self.ended.is_empty() {
            match self.tasks.join_next().await? {
                Ok(outcomes) => self.ended.extend(outcomes),
                Err(error) => match error.try_into_panic() {
                    Ok(panic) => std::panic::resume_unwind(panic),
                    // Tasks are aborted only together with the swarm.
                    Err(_) => self.ended.push_back(Outcome::Stopped),
                },
            }
        }
        let outcome = self.ended.pop_front();
        self.running -= usize::from(outcome.is_some());
        outcome
    }

    /// Waits until all bots have ended.
    ///
    /// # Panics
    /// Panics if a brain panicked.
    pub async fn join(mut self) -> Summary {
        let mut outcomes = Vec::new();
        while let Some(outcome) = self.next_outcome().await {
            outcomes.push(outcome);
        }
        self.summary(outcomes)
    }

    /// Builds the summary of the swarm. Call it with all outcomes, after all bots have ended.
    #[must_use]
    pub fn summary(&self, outcomes: Vec<Outcome>) -> Summary {
        let refusals = self.shared.notices.refusals();
        let limits = self.limits();
        let results = self.shared.results.sorted();
        let (winnings, standstill) = (self.shared.books.read(), self.standstill.get().cloned());
        let (totals, time) = (self.totals(), self.time());
        Summary { totals, time, outcomes, results, winnings, standstill, refusals, limits }
    }

    /// Makes the bots leave their seats, and waits until they have ended.
    ///
    /// # Panics
    /// Panics if a brain panicked.
    pub async fn stop(self) -> Summary {
        self.stop.cancel();
        self.join().await
    }
}

impl SwarmBuilder {
    /// Sets the number of bots.
    #[must_use]
    pub fn bots(mut self, bots: usize) -> Self {
        self.bots = bots;
        self
    }

    /// Sets the number of the first bot, 0 by default. Processes that play together need different
    /// numbers so that their names differ.
    #[must_use]
    pub fn first_bot(mut self, number: usize) -> Self {
        self.first_bot = number;
        self
    }

    /// Lets this many bots share one account and one connection, each with its own brain at a
    /// table of its own. 1 by default.
    ///
    /// Bots are taken in the order of their numbers. With [`TableChoice::Ids`] and at least as many
    /// tables, the bots of a connection sit at tables that follow each other. Bots that play a
    /// tournament or at a private table share no connection.
    ///
    /// ```no_run
    /// use cardroom_bot::{Swarm, brains::TightAggressive};
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// // A player at twenty tables at once.
    /// let summary = Swarm::builder("ws://127.0.0.1:7777/ws")
    ///     .bots(20)
    ///     .tables_per_connection(20)
    ///     .brain(|bot| TightAggressive::new(bot.seed))
    ///     .hands(100)
    ///     .run()
    ///     .await?;
    /// assert_eq!(summary.totals.connects, 1);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn tables_per_connection(mut self, tables: usize) -> Self {
        self.settings.tables_per_connection = tables;
        self
    }

    /// Sets the seed of all randomness.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the function that makes a brain for each bot.
    #[must_use]
    pub fn brain<B, F>(self, make: F) -> Self
    where
        B: Brain + 'static,
        F: Fn(Bot) -> B + Send + Sync + 'static,
    {
        self.boxed_brain(move |bot| Box::new(make(bot)))
    }

    /// Sets the function that makes the brains if their types differ.
    #[must_use]
    pub fn boxed_brain<F>(mut self, make: F) -> Self
    where
        F: Fn(Bot) -> Box<dyn Brain> + Send + Sync + 'static,
    {
        self.make_brain = Arc::new(make);
        self
    }

    /// Sets how bots log in.
    #[must_use]
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.settings.credentials = credentials;
        self
    }

    /// Sets the start of each bot's name. Its number follows.
    #[must_use]
    pub fn name_prefix(mut self, prefix: &str) -> Self {
        prefix.clone_into(&mut self.settings.name_prefix);
        self
    }

    /// Sets the tables where bots sit.
    #[must_use]
    pub fn tables(mut self, tables: TableChoice) -> Self {
        self.settings.tables = tables;
        self
    }

    /// Sets the amount that bots bring to the table.
    #[must_use]
    pub fn buy_in(mut self, buy_in: BuyIn) -> Self {
        self.settings.buy_in = buy_in;
        self
    }

    /// Sets how long bots think.
    #[must_use]
    pub fn think_time(mut self, think_time: ThinkTime) -> Self {
        self.settings.think_time = think_time;
        self
    }

    /// Makes the bots play a tournament instead of ring games. A bot ends when it is out
    /// and does not re-enter.
    #[must_use]
    pub fn tournament(mut self, plan: TournamentPlan) -> Self {
        self.settings.tournament = Some(plan);
        self
    }

    /// Cuts each connection now and then, about this long after it was opened. The bot reconnects.
    #[must_use]
    pub fn drop_every(mut self, time: Duration) -> Self {
        self.settings.drop_every = Some(time);
        self
    }

    /// Sets when a line that no longer answers is replaced. `None` waits for the idle timeout.
    #[must_use]
    pub fn dead_line(mut self, times: Option<DeadLine>) -> Self {
        self.settings.dead_line = times;
        self
    }

    /// Stops each bot after this number of hands.
    #[must_use]
    pub fn hands(mut self, hands: u64) -> Self {
        self.settings.hands = Some(hands);
        self
    }

    /// Stops each bot this long after its first login.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.settings.time = Some(time);
        self
    }

    /// Replaces all settings of the bots' play.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Sets the encoding of frames, binary by default.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Limits the number of connections opened per second.
    #[must_use]
    pub fn connects_per_second(mut self, rate: u32) -> Self {
        self.connects_per_second = rate;
        self
    }

    /// Exempts reconnects from the rate limit of connections, which then applies only to first
    /// connections. Each bot reconnects as soon as its own wait is over.
    #[must_use]
    pub fn reconnect_freely(mut self) -> Self {
        self.spaces_reconnects = false;
        self
    }

    /// Sets how many attempts to connect may fail in a row before a bot gives up.
    #[must_use]
    pub fn connect_attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Limits the wait between two attempts. Waits grow up to this limit. Each is randomized a
    /// little, so that bots that lost the server together do not all reconnect at once.
    #[must_use]
    pub fn longest_wait(mut self, time: Duration) -> Self {
        self.longest_wait = time;
        self
    }

    /// Sets a PEM file of CAs to trust in addition to those of the system. It replaces the
    /// file that [`CA_FILE`](crate::connection::CA_FILE) names.
    #[must_use]
    pub fn ca_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.ca_file = Some(file.into());
        self
    }

    /// Sets the local addresses to connect from, taken in turn. One address has some 28,000 ports.
    #[must_use]
    pub fn source_addresses(mut self, sources: Vec<IpAddr>) -> Self {
        self.sources = sources;
        self
    }

    /// Sets the probe that observes what the bots do.
    #[must_use]
    pub fn probe(mut self, probe: Arc<dyn Probe>) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Resolves the server's address and starts the bots.
    ///
    /// # Errors
    /// Fails if the URL is invalid or its host is unknown. If the server cannot be reached,
    /// the bots report it.
    pub async fn start(self) -> Result<Swarm, EndpointError> {
        let endpoint = match &self.ca_file {
            Some(file) => Endpoint::resolve_trusting(&self.url, Some(file)).await?,
            None => Endpoint::resolve(&self.url).await?,
        };
        let start = Instant::now();
        let (cuts, cut) = watch::channel(0);
        let line = Arc::new(Line {
            endpoint,
            encoding: self.encoding,
            sources: self.sources,
            gate: ConnectGate::per_second(self.connects_per_second),
            spaces_reconnects: self.spaces_reconnects,
            attempts: self.attempts,
            longest_wait: self.longest_wait,
            start,
            cuts: cut,
        });
        let settings = self.settings;
        let shared = Arc::new(Shared { settings, probe: self.probe, ..Shared::default() });
        let stop = CancellationToken::new();
        let mut tasks = JoinSet::new();
        let seed_of = |number: usize| Seed::new(self.seed, number as u64);
        let player = |number: usize| {
            let seed = seed_of(number);
            let brain = (self.make_brain)(Bot { number, seed });
            Player::new(number, seed, shared.clone(), brain)
        };
        let end = self.first_bot + self.bots;
        let step = shared.settings.bots_per_account();
        for lead in (self.first_bot..end).step_by(step) {
            let others = lead + 1..end.min(lead.saturating_add(step));
            let account = others.map(player).fold(player(lead).into(), Account::with);
            let (shared, line, stop) = (shared.clone(), line.clone(), stop.clone());
            tasks.spawn(drive(Box::new(account), seed_of(lead), shared, line, stop));
        }
        let standstill = Arc::default();
        tokio::spawn(watch_for_standstill(
            Arc::downgrade(&shared),
            stop.clone(),
            start,
            Arc::clone(&standstill),
        ));
        let (running, ended) = (self.bots, VecDeque::new());
        Ok(Swarm { shared, stop, tasks, ended, running, start, cuts, standstill })
    }

    /// Starts the bots and waits until they have ended.
    ///
    /// # Errors
    /// Fails if the URL is invalid or its host is unknown.
    pub async fn run(self) -> Result<Summary, EndpointError> {
        Ok(self.start().await?.join().await)
    }
}

/// Stops bots that can go on no more.
async fn watch_for_standstill(
    shared: Weak<Shared>,
    stop: CancellationToken,
    start: Instant,
    reached: Arc<OnceLock<String>>,
) {
    let mut standstill = Standstill::default();
    let mut second = tokio::time::interval(Duration::from_secs(1));
    while stop.run_until_cancelled(second.tick()).await.is_some() {
        let Some(shared) = shared.upgrade() else { return };
        let why = shared.notices.out_of_chips();
        let hands = shared.counters.hands_joined.get();
        if standstill.is_reached(start.elapsed(), hands, why.is_some()) {
            let _ = reached.set(why.unwrap_or_default());
            stop.cancel();
        }
    }
}

impl std::fmt::Debug for SwarmBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SwarmBuilder")
            .field("url", &self.url)
            .field("bots", &self.bots)
            .field("seed", &self.seed)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

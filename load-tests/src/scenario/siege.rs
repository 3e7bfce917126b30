//! A room with its default limits, and strangers on many networks who take what they are let: they
//! host, register, guess passwords, chat, sit down and export as fast as they can. Meanwhile honest
//! players sign in and open private tables. The run measures how long that takes, and how much the
//! room stores.

mod line;
mod room;
mod strangers;

use super::{Concluded, ScenarioError};
use crate::figures::Distribution;
use crate::progress::Progress;
use crate::report::Conclusion;
use crate::{server_process, system};
use cardroom_protocol::client::{Login, Register};
use cardroom_protocol::hosting::{CloseHosted, HostTable};
use cardroom_protocol::{ClientMessage, RequestId, Secret, ServerMessage};
use line::Line;
use room::Room;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The longest that a host may wait for a table, or a login may take at its 99th percentile, in
/// milliseconds.
const SOON_MS: u64 = 1_000;
/// The most that the files of the room may grow.
const MOST_BYTES: u64 = 50 * 1024 * 1024;
/// The number of honest players. Everyone has been in the room before, from a network of their own.
const HONEST: u8 = 12;
/// How many more open tables, each fewer in five minutes than an account may open in an hour. A sign-in
/// ends the connection that the account had before.
const HOSTS: u8 = 8;
/// How often a host opens a table.
const HOST_EVERY: Duration = Duration::from_secs(3);
/// How often a player signs in. Twelve of them stay below 20 sign-ins a minute from each address.
const SIGN_IN_EVERY: Duration = Duration::from_millis(500);
const PASSWORD: &str = "seven deuce offsuit";

/// How many strangers come, and for how long.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SiegeArguments {
    /// Networks of strangers: every other one is a loopback address, and the rest are /48s of IPv6
    /// behind a trusted proxy
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    networks: u16,
    /// Seconds that they stay
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Longest that a host may wait for a table, and p99 of honest logins, in milliseconds
    #[arg(long, default_value_t = SOON_MS, value_name = "MS")]
    within_ms: u64,
    /// The server's program [default: `cardroom` beside this program]
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
}

/// The results of a run.
#[derive(Debug, Serialize)]
pub(crate) struct SiegeReport {
    schema: &'static str,
    networks: u16,
    seconds: u64,
    debug_build: bool,
    within_ms: u64,
    /// Private tables that an honest host opened.
    tables: u64,
    slowest_table: Slowest,
    logins: u64,
    login_p50_ms: u64,
    login_p99_ms: u64,
    slowest_login: Slowest,
    grown_bytes: u64,
    most_bytes: u64,
    /// Counts of the strangers' requests, by kind and by the room's answer.
    strangers: BTreeMap<String, u64>,
    /// Honest requests that were refused or not answered.
    faults: Vec<String>,
}

/// The slowest of some requests.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Slowest {
    /// When it began, in seconds of the siege.
    began_s: u64,
    /// How long it took until it was connected, until it was signed in, and in all.
    connected_ms: u64,
    signed_in_ms: u64,
    all_ms: u64,
}

impl fmt::Display for Slowest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { began_s, connected_ms, signed_in_ms, all_ms } = self;
        write!(
            f,
            "the slowest in {all_ms} ms, {connected_ms} until connected, {signed_in_ms} until signed \
             in, begun in second {began_s}"
        )
    }
}

/// The outcomes of one kind of honest request.
#[derive(Debug, Default)]
struct Honest {
    took: Distribution,
    longest: Took,
    longest_began: Duration,
    faults: Vec<String>,
}

/// How long an honest request took, and how long until it was connected and signed in.
#[derive(Clone, Copy, Debug, Default)]
struct Took {
    connected: Duration,
    signed_in: Duration,
    all: Duration,
}

impl Honest {
    /// Notes a request that began at this time of the siege.
    fn note(&mut self, began: Duration, took: Result<Took, String>) {
        match took {
            Ok(took) => {
                self.took.record(took.all);
                if took.all > self.longest.all {
                    self.longest = took;
                    self.longest_began = began;
                }
            }
            Err(fault) => self.faults.push(fault),
        }
    }

    fn slowest(&self) -> Slowest {
        let Took { connected, signed_in, all } = self.longest;
        Slowest {
            began_s: self.longest_began.as_secs(),
            connected_ms: millis(connected),
            signed_in_ms: millis(signed_in),
            all_ms: millis(all),
        }
    }
}

/// Besieges a room.
pub(crate) async fn run(
    arguments: &SiegeArguments,
    interrupted: CancellationToken,
) -> Result<SiegeReport, ScenarioError> {
    system::allow_connections(u64::from(arguments.networks) * 8)?;
    let mut progress = Progress::new();
    progress.phase("starting", None);
    let program = server_process::find(arguments.server.as_deref())?;
    let room = Room::start(&program).await.map_err(ScenarioError::Lost)?;
    let mut faults = Vec::new();
    for player in 0..HONEST + HOSTS {
        faults.extend(register(&room, player).await.err());
    }
    let (before, stop) = (room.bytes(), interrupted.child_token());
    let strangers = strangers::come(&room, arguments.networks, &stop);
    let length = Duration::from_secs(arguments.seconds);
    progress.phase("besieged", Some(length));
    let ends = Instant::now() + length;
    let (tables, logins) = tokio::join!(
        repeat(ends, HOST_EVERY, &interrupted, async |round| open_table(&room, round).await),
        repeat(ends, SIGN_IN_EVERY, &interrupted, async |round| sign_in(&room, round).await),
    );
    stop.cancel();
    let did = strangers.leave().await;
    let grown_bytes = room.bytes().saturating_sub(before);
    progress.finish();
    let (slowest_table, slowest_login) = (tables.slowest(), logins.slowest());
    faults.extend(tables.faults);
    faults.extend(logins.faults);
    if interrupted.is_cancelled() {
        faults.push("interrupted: the run was cut short".to_owned());
    }
    let ms = |time: Option<Duration>| time.map_or(0, millis);
    Ok(SiegeReport {
        schema: "cardroom-siege/2",
        networks: arguments.networks,
        seconds: arguments.seconds,
        debug_build: cfg!(debug_assertions),
        within_ms: arguments.within_ms,
        tables: tables.took.count(),
        slowest_table,
        logins: logins.took.count(),
        login_p50_ms: ms(logins.took.quantile(0.5)),
        login_p99_ms: ms(logins.took.quantile(0.99)),
        slowest_login,
        grown_bytes,
        most_bytes: MOST_BYTES,
        strangers: did,
        faults,
    })
}

/// Does something again and again until a moment, at this pace.
async fn repeat(
    ends: Instant,
    every: Duration,
    interrupted: &CancellationToken,
    mut what: impl AsyncFnMut(u32) -> Result<Took, String>,
) -> Honest {
    let (mut honest, begun) = (Honest::default(), Instant::now());
    let mut pace = tokio::time::interval(every);
    for round in 0.. {
        pace.tick().await;
        if Instant::now() >= ends || interrupted.is_cancelled() {
            break;
        }
        honest.note(begun.elapsed(), what(round).await);
    }
    honest
}

fn name_of(player: u8) -> String {
    format!("Honest {player}")
}

/// Returns the network of an honest player, which no stranger is in.
fn home_of(player: u8) -> String {
    format!("198.{player}.100.7")
}

/// Returns whose turn it is.
fn turn_of(round: u32, among: u8) -> u8 {
    u8::try_from(round % u32::from(among)).unwrap_or(0)
}

async fn register(room: &Room, player: u8) -> Result<(), String> {
    let mut line = Line::open(room.address, line::From::Proxy(home_of(player))).await?;
    let (request, name, password) = (RequestId(1), name_of(player), Secret::from(PASSWORD));
    line.ask(Register { request, name, password }.into(), is_logged_in).await.map(|_| ())
}

/// Signs an honest player in, and returns how long it took from the connection on.
async fn sign_in(room: &Room, round: u32) -> Result<Took, String> {
    let player = turn_of(round, HONEST);
    let begun = Instant::now();
    let mut line = Line::open(room.address, line::From::Proxy(home_of(player))).await?;
    let connected = begun.elapsed();
    line.ask(login(player), is_logged_in).await?;
    Ok(Took { connected, signed_in: begun.elapsed(), all: begun.elapsed() })
}

/// Has an honest player open a private table and close it. Returns how long the player waited from
/// the connection to the open table.
async fn open_table(room: &Room, round: u32) -> Result<Took, String> {
    let player = HONEST + turn_of(round, HOSTS);
    let begun = Instant::now();
    let mut line = Line::open(room.address, line::From::Proxy(home_of(player))).await?;
    let connected = begun.elapsed();
    line.ask(login(player), is_logged_in).await?;
    let signed_in = begun.elapsed();
    let host = HostTable { request: RequestId(2), terms: strangers::terms() };
    let table = line.ask(host.into(), |message| match message {
        ServerMessage::Hosted(hosted) => Some(hosted.table),
        _ => None,
    });
    let table = table.await?;
    let took = Took { connected, signed_in, all: begun.elapsed() };
    let close = CloseHosted { request: RequestId(3), table };
    let done = |message: &ServerMessage| matches!(message, ServerMessage::Done(_)).then_some(());
    line.ask(close.into(), done).await?;
    Ok(took)
}

fn login(player: u8) -> ClientMessage {
    let (request, name, password) = (RequestId(1), name_of(player), Secret::from(PASSWORD));
    Login { request, name, password, browser: None }.into()
}

fn is_logged_in(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::LoggedIn(_)).then_some(())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl SiegeReport {
    /// Returns the bounds that do not hold.
    fn breaches(&self) -> Vec<String> {
        let mut breaches = Vec::new();
        let mut bound = |what: &str, value: u64, most: u64, unit: &str| {
            if value >= most {
                breaches.push(format!("{what} {value} {unit} (below {most})"));
            }
        };
        bound("the slowest table took", self.slowest_table.all_ms, self.within_ms, "ms");
        bound("p99 of honest logins is", self.login_p99_ms, self.within_ms, "ms");
        bound("the files grew by", self.grown_bytes, self.most_bytes, "bytes");
        if self.tables == 0 || self.logins == 0 {
            breaches.push("no honest player was let in".to_owned());
        }
        breaches
    }
}

impl Concluded for SiegeReport {
    fn conclusion(&self) -> Conclusion {
        if !self.faults.is_empty() {
            Conclusion::Faults
        } else if !self.breaches().is_empty() {
            Conclusion::ThresholdsBroken
        } else {
            Conclusion::Ok
        }
    }
}

impl fmt::Display for SiegeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { networks, seconds, tables, logins, .. } = self;
        writeln!(f, "siege:  {networks} networks for {seconds} s")?;
        writeln!(f, "tables: {tables} opened, {}", self.slowest_table)?;
        let (p50, p99) = (self.login_p50_ms, self.login_p99_ms);
        writeln!(f, "logins: {logins}, p50 {p50} ms, p99 {p99} ms, {}", self.slowest_login)?;
        writeln!(f, "disk:   {:.1} MB more", self.grown_bytes as f64 / 1e6)?;
        for (deed, times) in &self.strangers {
            writeln!(f, "        {times:>8} {deed}")?;
        }
        if self.debug_build {
            writeln!(f, "note:   debug build: times mean nothing")?;
        }
        for breach in self.breaches() {
            writeln!(f, "BREACH: {breach}")?;
        }
        self.faults.iter().take(20).try_for_each(|fault| writeln!(f, "FAULT:  {fault}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slowest(all_ms: u64) -> Slowest {
        Slowest { began_s: 7, connected_ms: 2, signed_in_ms: 300, all_ms }
    }

    fn report() -> SiegeReport {
        SiegeReport {
            schema: "cardroom-siege/2",
            networks: 100,
            seconds: 300,
            debug_build: false,
            within_ms: SOON_MS,
            tables: 100,
            slowest_table: slowest(400),
            logins: 600,
            login_p50_ms: 40,
            login_p99_ms: 300,
            slowest_login: slowest(350),
            grown_bytes: 5_000_000,
            most_bytes: MOST_BYTES,
            strangers: BTreeMap::from([("chat: done".to_owned(), 7)]),
            faults: Vec::new(),
        }
    }

    #[test]
    fn each_bound_and_each_fault_decides_the_exit_code() {
        assert_eq!(report().conclusion(), Conclusion::Ok);
        for broken in [
            SiegeReport { slowest_table: slowest(1_000), ..report() },
            SiegeReport { login_p99_ms: 1_000, ..report() },
            SiegeReport { grown_bytes: MOST_BYTES, ..report() },
            SiegeReport { logins: 0, ..report() },
        ] {
            assert_eq!(broken.conclusion(), Conclusion::ThresholdsBroken, "{broken}");
            assert!(broken.to_string().contains("BREACH"), "{broken}");
        }
        let refused = SiegeReport { faults: vec!["busy".to_owned()], ..report() };
        assert_eq!(refused.conclusion(), Conclusion::Faults);
    }
}

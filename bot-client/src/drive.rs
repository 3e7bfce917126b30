//! Runs an account over one connection after another.

mod backoff;
mod gate;

pub(crate) use backoff::BACKOFF_LONGEST;
pub use gate::ConnectGate;

use crate::brain::Wake;
use crate::connection::{Connection, ConnectionError, Endpoint, frame_bytes};
use crate::player::{Account, Outcome, Shared};
use crate::seed::{Purpose, Seed};
use backoff::Backoff;
use cardroom_protocol::{Encoding, ErrorCode};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// A connection that lasts this long resets the wait.
const STABLE_AFTER: Duration = Duration::from_secs(2);
/// How long to sleep if a player has no deadline.
const FAR_AWAY: Duration = Duration::from_secs(3600);

/// How the bots of a swarm reach the server.
#[derive(Debug)]
pub struct Line {
    /// The resolved addresses of the server.
    pub endpoint: Endpoint,
    /// The encoding of frames.
    pub encoding: Encoding,
    /// Local addresses to connect from, taken in turn. If it is empty, the system chooses.
    pub sources: Vec<IpAddr>,
    /// Limits the rate of new connections.
    pub gate: ConnectGate,
    /// Whether the gate limits reconnects as well as first connections.
    pub spaces_reconnects: bool,
    /// How many attempts in a row may fail before a bot gives up.
    pub attempts: u32,
    /// The longest wait between two attempts.
    pub longest_wait: Duration,
    /// The start of the clock for all times.
    pub start: Instant,
    /// Changes when all connections are cut at once.
    pub cuts: watch::Receiver<u64>,
}

/// Plays until all players of the account are done, across lost connections and server restarts.
/// Returns their outcomes.
///
/// When `stop` is canceled, the players leave their seats and end. The account is boxed because a
/// future reserves room for its arguments twice.
pub async fn drive(
    mut account: Box<Account>,
    seed: Seed,
    shared: Arc<Shared>,
    line: Arc<Line>,
    stop: CancellationToken,
) -> Vec<Outcome> {
    let outcomes = play(&mut account, seed, &shared, &line, &stop).await;
    shared.observe(|probe| {
        bots(&account).zip(&outcomes).for_each(|(bot, outcome)| probe.ended(bot, outcome));
    });
    outcomes
}

/// Opens one connection after another until all players are done.
async fn play(
    account: &mut Account,
    seed: Seed,
    shared: &Shared,
    line: &Line,
    stop: &CancellationToken,
) -> Vec<Outcome> {
    let mut backoff = Backoff::new(line.longest_wait, seed.rng(Purpose::Wait));
    let mut drops = Drops { every: shared.settings.drop_every, rng: seed.rng(Purpose::Drop) };
    let mut connected_before = false;
    let woken = Arc::new(Notify::new());
    let wake = Arc::clone(&woken);
    account.wake_by(&(Arc::new(move || wake.notify_one()) as Wake));
    loop {
        if stop.is_cancelled() {
            return account.outcomes(&Outcome::Stopped);
        }
        if line.spaces_reconnects || !connected_before {
            let slot = line.start + line.gate.take_slot(line.start.elapsed());
            if wait_until(slot, stop).await.is_stopped() {
                continue;
            }
        }
        // A cut of all connections includes those that are being opened.
        let mut cuts = line.cuts.clone();
        cuts.mark_unchanged();
        // Boxed, so that the state of the handshake is freed before the players play.
        match Box::pin(open(account.lead(), shared, line)).await {
            Ok(mut connection) => {
                if connected_before {
                    shared.counters.reconnects.count();
                }
                connected_before = true;
                let opened = Instant::now();
                let drop_at = drops.next().map(|time| opened + time);
                let until = Until { drop_at, cuts, stop, woken: &woken };
                let ended = stay(account, shared, line, &mut connection, until).await;
                if account.is_done() {
                    Box::pin(connection.close()).await;
                    return account.outcomes(&Outcome::Stopped);
                }
                note_loss(account, shared, line, &ended);
                if matches!(ended, Ended::Lost(ConnectionError::TimedOut)) {
                    connection.give_up(&line.endpoint);
                }
                // Close the connection before the wait, so that the server notices.
                drop(connection);
                account.disconnected();
                // If the server accepts bots only to disconnect them, the wait keeps growing.
                if opened.elapsed() >= STABLE_AFTER {
                    backoff.lost(Instant::now());
                } else if ended.is_move() {
                    backoff.hurry(Instant::now());
                }
                if account.is_done() {
                    return account.outcomes(&Outcome::Stopped);
                }
            }
            Err(error) => {
                shared.counters.connect_failures.count();
                if let Some(reason) = error.refusal() {
                    if error.is_limit() {
                        shared.notices.count_limit(reason.clone());
                    }
                    shared.notices.count_refusal(reason);
                }
                tracing::debug!(bot = account.lead(), %error, "cannot connect");
                if let ConnectionError::Refused {
                    code: code @ ErrorCode::UnsupportedVersion,
                    message,
                } = error
                {
                    return account.outcomes(&Outcome::Rejected { code, message });
                }
                if error.is_protocol_error() {
                    shared.counters.protocol_errors.count();
                }
                if error.is_move() {
                    backoff.hurry(Instant::now());
                }
                if backoff.gives_up(Instant::now(), line.attempts) {
                    return account.outcomes(&Outcome::Unreachable(error.to_string()));
                }
            }
        }
        let now = Instant::now();
        let until = now + backoff.next(now);
        let _ = wait_until(until, stop).await;
    }
}

/// Returns the numbers of an account's bots, which follow each other.
fn bots(account: &Account) -> std::ops::Range<usize> {
    account.lead()..account.lead() + account.players().len()
}

async fn open(bot: usize, shared: &Shared, line: &Line) -> Result<Connection, ConnectionError> {
    let begin = Instant::now();
    shared.observe(|probe| probe.connecting(bot, line.start.elapsed()));
    let source = bot.checked_rem(line.sources.len()).map(|place| line.sources[place]);
    let connection = Connection::open(&line.endpoint, line.encoding, source).await?;
    shared.counters.connects.count();
    shared.observe(|probe| probe.connected(bot, line.start.elapsed(), begin.elapsed()));
    Ok(connection)
}

fn note_loss(account: &Account, shared: &Shared, line: &Line, ended: &Ended) {
    let at = line.start.elapsed();
    let error = match ended {
        Ended::ByPlayers => return,
        Ended::Dropped => {
            shared.counters.drops.count();
            shared.observe(|probe| bots(account).for_each(|bot| probe.dropped(bot, at)));
            return;
        }
        Ended::Lost(error) => error,
    };
    shared.counters.disconnects.count();
    if error.is_protocol_error() {
        shared.counters.protocol_errors.count();
        tracing::warn!(bot = account.lead(), %error, "protocol error");
        shared.observe(|probe| probe.protocol_error(account.lead(), at, &error.to_string()));
    } else {
        tracing::debug!(bot = account.lead(), %error, "connection lost");
    }
    shared.observe(|probe| bots(account).for_each(|bot| probe.disconnected(bot, at)));
}

enum Ended {
    /// The players are done with the connection.
    ByPlayers,
    /// The bot cut the connection on purpose.
    Dropped,
    Lost(ConnectionError),
}

impl Ended {
    /// Returns `true` if another machine takes the room over.
    fn is_move(&self) -> bool {
        matches!(self, Self::Lost(error) if error.is_move())
    }
}

/// Events that can end a connection in addition to its players and the server.
struct Until<'a> {
    /// When to cut the connection on purpose.
    drop_at: Option<Instant>,
    /// Changes when all connections are cut.
    cuts: watch::Receiver<u64>,
    /// Canceled when the players must leave.
    stop: &'a CancellationToken,
    /// Notified when a brain has decided elsewhere.
    woken: &'a Notify,
}

/// Plays on one connection until it is lost or all players are done.
async fn stay(
    account: &mut Account,
    shared: &Shared,
    line: &Line,
    connection: &mut Connection,
    until: Until<'_>,
) -> Ended {
    let Until { drop_at, cuts, stop, woken } = until;
    let now = || line.start.elapsed();
    account.connected(now(), connection.welcome());
    let mut stopping = false;
    // These futures live as long as the connection. A new one for each frame would take a lock
    // that all bots share.
    let mut stopped = Box::pin(stop.cancelled());
    let mut cut = Box::pin(cut(cuts));
    let mut wake = Box::pin(woken.notified());
    let mut wake_at = Instant::now() + FAR_AWAY;
    let sleep = tokio::time::sleep_until(wake_at);
    tokio::pin!(sleep);
    loop {
        let batch = account.take_outbox(now());
        if !batch.is_empty() {
            match connection.send(&batch).await {
                Ok(bytes) => {
                    shared.counters.frames_sent.count();
                    shared.counters.bytes_sent.add(bytes as u64);
                }
                Err(error) => return Ended::Lost(error),
            }
        }
        if account.is_done() {
            return Ended::ByPlayers;
        }
        // Players that leave must learn what they take home.
        let drop_at = drop_at.filter(|_| account.is_logged_in() && !stopping);
        if drop_at.is_some_and(|at| at <= Instant::now()) {
            return Ended::Dropped;
        }
        // A timer is only moved to an earlier time. If it fires too early, it is set again.
        let mut deadline =
            line.start + account.deadline().unwrap_or(FAR_AWAY).min(now() + FAR_AWAY);
        if let Some(at) = drop_at {
            deadline = deadline.min(at);
        }
        if deadline < wake_at || sleep.is_elapsed() {
            wake_at = deadline;
            sleep.as_mut().reset(deadline);
        }
        tokio::select! {
            biased;
            () = stopped.as_mut(), if !stopping => {
                stopping = true;
                account.stop(now(), &Outcome::Stopped);
            }
            () = cut.as_mut() => return Ended::Dropped,
            () = wake.as_mut() => {
                wake.set(woken.notified());
                account.woken(now());
            }
            payload = connection.receive_payload() => {
                let received = now();
                let decoded = payload.and_then(|payload| {
                    shared.counters.frames_received.count();
                    shared.counters.bytes_received.add(frame_bytes(payload.len()) as u64);
                    connection.decode(&payload)
                });
                match decoded {
                    Ok(decoded) => {
                        account.receive(received, decoded.messages);
                        keep_evidence(account, &shared.settings.evidence);
                    }
                    Err(error) => return Ended::Lost(error),
                }
            }
            () = sleep.as_mut() => {
                if account.is_connection_dead(now()) {
                    return Ended::Lost(ConnectionError::TimedOut);
                }
                account.tick(now());
            }
        }
    }
}

/// Writes what shows that the room did not deal as it said. The errors name the files.
fn keep_evidence(account: &mut Account, folder: &Path) {
    for evidence in account.take_evidence() {
        if let Err(error) = evidence.keep(folder) {
            tracing::error!(file = evidence.name, %error, "evidence could not be written");
        }
    }
}

/// Waits until all connections are cut. Never returns if the swarm is gone.
async fn cut(mut cuts: watch::Receiver<u64>) {
    if cuts.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Waited {
    Through,
    Stopped,
}

impl Waited {
    fn is_stopped(self) -> bool {
        self == Self::Stopped
    }
}

async fn wait_until(until: Instant, stop: &CancellationToken) -> Waited {
    if until <= Instant::now() {
        return Waited::Through;
    }
    tokio::select! {
        () = stop.cancelled() => Waited::Stopped,
        () = tokio::time::sleep_until(until) => Waited::Through,
    }
}

/// Schedules the cuts of connections on purpose.
struct Drops {
    every: Option<Duration>,
    rng: ChaCha12Rng,
}

impl Drops {
    /// Returns how long the next connection lasts: from half to one and a half times the interval.
    fn next(&mut self) -> Option<Duration> {
        let every = self.every?;
        Some(self.rng.random_range(every / 2..=every + every / 2))
    }
}

//! Runs one player over one connection after another.

use crate::connection::{Connection, ConnectionError, Endpoint, frame_bytes};
use crate::player::{Outcome, Player, Shared};
use crate::seed::{Purpose, Seed};
use cardroom_protocol::{Encoding, ErrorCode};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The first wait after a failure; doubled by each failure in a row.
const BACKOFF_FIRST: Duration = Duration::from_millis(200);
/// The longest wait after a failure, unless a swarm says otherwise.
pub(crate) const BACKOFF_LONGEST: Duration = Duration::from_secs(10);
/// A connection that lasted as long was a good one.
const STABLE_AFTER: Duration = Duration::from_secs(2);
/// A sleep for players that have no deadline.
const FAR_AWAY: Duration = Duration::from_secs(3600);

/// How bots reach the server; shared by a swarm.
#[derive(Debug)]
pub struct Line {
    /// Where the server is.
    pub endpoint: Endpoint,
    /// How frames are written.
    pub encoding: Encoding,
    /// Own addresses to connect from, taken in turn; none leaves it to the system.
    pub sources: Vec<IpAddr>,
    /// Limits how fast connections are opened.
    pub gate: ConnectGate,
    /// Whether it limits reconnects as well as first connections.
    pub spaces_reconnects: bool,
    /// How many attempts in a row may fail before a bot gives up.
    pub attempts: u32,
    /// The longest wait between two attempts.
    pub longest_wait: Duration,
    /// The start that all times are counted from.
    pub start: Instant,
    /// Changes when all connections are cut at once.
    pub cuts: watch::Receiver<u64>,
}

/// Spaces connections out in time.
#[derive(Debug)]
pub struct ConnectGate {
    spacing: Duration,
    /// Nanoseconds from the start to the next free slot.
    next: AtomicU64,
}

impl ConnectGate {
    /// At most so many connections a second.
    #[must_use]
    pub fn per_second(rate: u32) -> Self {
        let spacing = Duration::from_secs(1) / rate.max(1);
        Self { spacing, next: AtomicU64::new(0) }
    }

    /// Takes the next slot: when it is, on the clock of `now`.
    fn take_slot(&self, now: Duration) -> Duration {
        let spacing = nanos(self.spacing);
        let now = nanos(now);
        let update = |next: u64| Some(next.max(now).saturating_add(spacing));
        let before = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, update);
        Duration::from_nanos(before.unwrap_or(now).max(now))
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Plays until the player is done, through lost connections and restarts of the server.
///
/// When `stop` is cancelled the player gives its seat back and ends. The player comes in a box
/// because a future keeps room for its arguments twice.
pub async fn drive(
    player: Box<Player>,
    seed: Seed,
    shared: Arc<Shared>,
    line: Arc<Line>,
    stop: CancellationToken,
) -> Outcome {
    let bot = player.bot();
    let outcome = play(player, seed, &shared, &line, &stop).await;
    if let Some(probe) = &shared.probe {
        probe.ended(bot, &outcome);
    }
    outcome
}

/// One connection after another.
async fn play(
    mut player: Box<Player>,
    seed: Seed,
    shared: &Shared,
    line: &Line,
    stop: &CancellationToken,
) -> Outcome {
    let mut backoff = Backoff::new(line.longest_wait, seed.rng(Purpose::Wait));
    let mut drops = Drops { every: shared.settings.drop_every, rng: seed.rng(Purpose::Drop) };
    let mut connected_before = false;
    loop {
        if stop.is_cancelled() {
            return player.outcome().cloned().unwrap_or(Outcome::Stopped);
        }
        if line.spaces_reconnects || !connected_before {
            let slot = line.start + line.gate.take_slot(line.start.elapsed());
            if wait_until(slot, stop).await.is_stopped() {
                continue;
            }
        }
        // Whoever cuts all connections means those that are being opened, too.
        let mut cuts = line.cuts.clone();
        cuts.mark_unchanged();
        // In a box, so that what the handshake needs does not stay with the connection.
        match Box::pin(open(player.bot(), shared, line)).await {
            Ok(mut connection) => {
                if connected_before {
                    shared.counters.reconnects.count();
                }
                connected_before = true;
                let opened = Instant::now();
                let drop_at = drops.next().map(|time| opened + time);
                let until = Until { drop_at, cuts, stop };
                let ended = stay(&mut player, shared, line, &mut connection, until).await;
                if let Some(outcome) = player.outcome() {
                    Box::pin(connection.close()).await;
                    return outcome.clone();
                }
                note_loss(&player, shared, line, &ended);
                // Before the wait: the server is to see it go.
                drop(connection);
                player.disconnected();
                // A server that lets bots in only to throw them out again is not asked faster.
                if opened.elapsed() >= STABLE_AFTER {
                    backoff.failures = 0;
                }
                if let Some(outcome) = player.outcome() {
                    return outcome.clone();
                }
            }
            Err(error) => {
                shared.counters.connect_failures.count();
                if let Some(reason) = error.refusal() {
                    shared.notices.count_refusal(reason);
                }
                tracing::debug!(bot = player.bot(), %error, "cannot connect");
                if let ConnectionError::Refused {
                    code: code @ ErrorCode::UnsupportedVersion,
                    message,
                } = error
                {
                    return Outcome::Rejected { code, message };
                }
                if error.is_protocol_error() {
                    shared.counters.protocol_errors.count();
                }
                if backoff.failures + 1 >= line.attempts {
                    return Outcome::Unreachable(error.to_string());
                }
            }
        }
        let until = Instant::now() + backoff.next();
        let _ = wait_until(until, stop).await;
    }
}

async fn open(bot: usize, shared: &Shared, line: &Line) -> Result<Connection, ConnectionError> {
    let begin = Instant::now();
    let source = bot.checked_rem(line.sources.len()).map(|place| line.sources[place]);
    let connection = Connection::open(&line.endpoint, line.encoding, source).await?;
    shared.counters.connects.count();
    if let Some(probe) = &shared.probe {
        probe.connected(bot, line.start.elapsed(), begin.elapsed());
    }
    Ok(connection)
}

fn note_loss(player: &Player, shared: &Shared, line: &Line, ended: &Ended) {
    let at = line.start.elapsed();
    let error = match ended {
        Ended::ByPlayer => return,
        Ended::Dropped => {
            shared.counters.drops.count();
            if let Some(probe) = &shared.probe {
                probe.dropped(player.bot(), at);
            }
            return;
        }
        Ended::Lost(error) => error,
    };
    shared.counters.disconnects.count();
    if error.is_protocol_error() {
        shared.counters.protocol_errors.count();
        tracing::warn!(bot = player.bot(), %error, "protocol error");
        if let Some(probe) = &shared.probe {
            probe.protocol_error(player.bot(), at, &error.to_string());
        }
    } else {
        tracing::debug!(bot = player.bot(), %error, "connection lost");
    }
    if let Some(probe) = &shared.probe {
        probe.disconnected(player.bot(), at);
    }
}

/// How a connection ended.
enum Ended {
    /// The player is done with it.
    ByPlayer,
    /// It was cut on purpose.
    Dropped,
    /// It was lost.
    Lost(ConnectionError),
}

/// What ends a connection besides its player and the server.
struct Until<'a> {
    /// When it is cut on purpose.
    drop_at: Option<Instant>,
    /// Changes when all connections are cut.
    cuts: watch::Receiver<u64>,
    /// The player is to leave.
    stop: &'a CancellationToken,
}

/// Plays on one connection until it is lost or the player is done.
async fn stay(
    player: &mut Player,
    shared: &Shared,
    line: &Line,
    connection: &mut Connection,
    until: Until<'_>,
) -> Ended {
    let Until { drop_at, cuts, stop } = until;
    let now = || line.start.elapsed();
    player.connected(now(), connection.welcome().idle_timeout_ms);
    let mut stopping = false;
    // These two last as long as the connection: to ask anew with every frame takes a lock that all
    // bots share.
    let mut stopped = Box::pin(stop.cancelled());
    let mut cut = Box::pin(cut(cuts));
    let mut wake_at = Instant::now() + FAR_AWAY;
    let sleep = tokio::time::sleep_until(wake_at);
    tokio::pin!(sleep);
    loop {
        let batch = player.take_outbox(now());
        if !batch.is_empty() {
            match connection.send(&batch).await {
                Ok(bytes) => {
                    shared.counters.frames_sent.count();
                    shared.counters.bytes_sent.add(bytes as u64);
                }
                Err(error) => return Ended::Lost(error),
            }
        }
        if player.outcome().is_some() {
            return Ended::ByPlayer;
        }
        if player.is_logged_in() && drop_at.is_some_and(|at| at <= Instant::now()) {
            return Ended::Dropped;
        }
        // A timer is only moved to ring earlier; one that rings too early is set again.
        let mut deadline = line.start + player.deadline().unwrap_or(FAR_AWAY).min(now() + FAR_AWAY);
        if let Some(at) = drop_at.filter(|_| player.is_logged_in()) {
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
                player.stop(now(), Outcome::Stopped);
            }
            () = cut.as_mut() => return Ended::Dropped,
            payload = connection.receive_payload() => {
                let received = now();
                let decoded = payload.and_then(|payload| {
                    shared.counters.frames_received.count();
                    shared.counters.bytes_received.add(frame_bytes(payload.len()) as u64);
                    connection.decode(&payload)
                });
                match decoded {
                    Ok(decoded) => player.receive(received, decoded.messages),
                    Err(error) => return Ended::Lost(error),
                }
            }
            () = sleep.as_mut() => {
                if player.is_connection_dead(now()) {
                    return Ended::Lost(ConnectionError::TimedOut);
                }
                player.tick(now());
            }
        }
    }
}

/// Waits for the next moment in which all connections are cut; for ever, where nobody can do so any
/// more.
async fn cut(mut cuts: watch::Receiver<u64>) {
    if cuts.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Whether a wait was cut short.
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

struct Backoff {
    failures: u32,
    longest: Duration,
    rng: ChaCha12Rng,
}

impl Backoff {
    fn new(longest: Duration, rng: ChaCha12Rng) -> Self {
        Self { failures: 0, longest, rng }
    }

    /// Between half of the wait and the whole, so that bots that lost the server together do not
    /// come back together.
    fn next(&mut self) -> Duration {
        let doubled = BACKOFF_FIRST.saturating_mul(2_u32.saturating_pow(self.failures));
        self.failures += 1;
        let wait = doubled.min(self.longest);
        self.rng.random_range(wait / 2..=wait)
    }
}

/// When connections are cut on purpose.
struct Drops {
    every: Option<Duration>,
    rng: ChaCha12Rng,
}

impl Drops {
    /// How long the next connection lasts: between half of the time that was asked for and one and
    /// a half of it.
    fn next(&mut self) -> Option<Duration> {
        let every = self.every?;
        Some(self.rng.random_range(every / 2..=every + every / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_spaced_out() {
        let gate = ConnectGate::per_second(10);
        let slots: Vec<_> = (0..3).map(|_| gate.take_slot(Duration::ZERO).as_millis()).collect();
        assert_eq!(slots, [0, 100, 200]);
        // What was not used is not saved up.
        assert_eq!(gate.take_slot(Duration::from_secs(5)).as_millis(), 5_000);
        assert_eq!(gate.take_slot(Duration::from_secs(5)).as_millis(), 5_100);
    }

    #[test]
    fn waits_grow_up_to_a_bound() {
        let mut backoff = Backoff::new(BACKOFF_LONGEST, Seed::new(1, 1).rng(Purpose::Wait));
        let first = backoff.next();
        assert!(first >= BACKOFF_FIRST / 2 && first <= BACKOFF_FIRST);
        for _ in 0..40 {
            assert!(backoff.next() <= BACKOFF_LONGEST);
        }
        assert!(backoff.next() >= BACKOFF_LONGEST / 2);
    }
}

//! Visitors in addition to the players. They watch, wait, browse the lobby, log in, or do not
//! read what they requested. They come and go by plan, as a closed or an open model. Players are
//! bots of the swarm.

mod plan;
mod span;
mod stages;
mod visitor;

pub(crate) use plan::{Plan, think_time, write_think_time};
pub(crate) use stages::scaled;

use crate::chips::Wallets;
use crate::figures::{Distribution, Traffic, Visits};
use crate::limits::{self, Reasons};
use cardroom_bot::connection::Endpoint;
use cardroom_bot::{Encoding, TableId};
use parking_lot::Mutex;
use plan::Coming;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;
use visitor::{Refusal, Unwell, Visitor};

/// How often a crowd compares its size with the plan.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The approximate limit of unread data of a visitor that does not read.
const NARROW_BYTES: u32 = 4_096;
/// The packet size that every network carries (RFC 9293, 3.7.1). With loopback's 64 KiB
/// packets a kernel buffers 4 MB that a client does not read. During that time the server
/// has nothing to count.
const NARROW_SEGMENT_BYTES: u32 = 536;

/// All crowds of a run.
pub(crate) struct Crowds {
    tasks: JoinSet<()>,
    shared: Arc<Shared>,
    stop: CancellationToken,
}

/// The room that visitors connect to, and the settings they share.
pub(crate) struct Place {
    pub(crate) endpoint: Endpoint,
    pub(crate) encoding: Encoding,
    /// Local addresses to connect from, taken in turn; empty if one is enough.
    pub(crate) sources: Vec<IpAddr>,
    /// The tables in play.
    pub(crate) tables: Vec<TableId>,
    /// The seed of all randomness.
    pub(crate) seed: u64,
    /// The most new visitors per second of each crowd with stages. Arrivals have their own rate.
    pub(crate) connects_per_second: u32,
}

struct Shared {
    endpoint: Endpoint,
    /// The same endpoint for visitors that do not read, with small buffers.
    narrow: Endpoint,
    encoding: Encoding,
    sources: Vec<IpAddr>,
    tables: Vec<TableId>,
    name_prefix: String,
    numbers: AtomicU32,
    counts: Counts,
    read: Read,
    /// The results so far, except for the counts.
    results: Mutex<Dispersed>,
}

#[derive(Default)]
struct Counts {
    present: AtomicU64,
    most: AtomicU64,
    came: AtomicU64,
    dropped: AtomicU64,
    turned_away: AtomicU64,
    failed: AtomicU64,
    stalled: AtomicU64,
    closed_for_not_reading: AtomicU64,
}

#[derive(Default)]
struct Read {
    frames: AtomicU64,
    bytes: AtomicU64,
}

/// The results of the crowds after they have left.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Dispersed {
    pub(crate) visits: Visits,
    /// From when a visit was due until the room admitted the visitor.
    pub(crate) entered: Distribution,
    /// From when a request for the list was due until the answer.
    pub(crate) answered: Distribution,
    /// From when a visitor stopped reading until it found the connection closed.
    pub(crate) closed: Distribution,
    pub(crate) refused: BTreeMap<String, u64>,
    /// The part of `refused` that limits of the server account for.
    pub(crate) limits: Reasons,
    /// Failed visits by reason.
    pub(crate) failures: BTreeMap<String, u64>,
    /// The chips that the room granted the visitors.
    pub(crate) wallets: Vec<Wallets>,
}

impl Dispersed {
    /// Adds the crowds of another generator.
    pub(crate) fn add(&mut self, other: Self) {
        self.visits = self.visits + other.visits;
        self.entered.add(&other.entered);
        self.answered.add(&other.answered);
        self.closed.add(&other.closed);
        limits::add(&mut self.refused, other.refused);
        limits::add(&mut self.limits, other.limits);
        limits::add(&mut self.failures, other.failures);
        self.wallets.extend(other.wallets);
    }
}

impl Crowds {
    /// Starts the crowds by their plans.
    pub(crate) fn start(plans: &[Plan], place: Place) -> Self {
        let (seed, rate) = (place.seed, place.connects_per_second.max(1));
        let shared = Arc::new(Shared::of(place));
        let stop = CancellationToken::new();
        let mut tasks = JoinSet::new();
        for (number, plan) in (1_u64..).zip(plans) {
            let random = StdRng::seed_from_u64(seed.wrapping_mul(1_000_003) ^ number);
            let crowd = Crowd { plan: Arc::new(plan.clone()), shared: Arc::clone(&shared), random };
            tasks.spawn(crowd.come_and_go(rate, stop.clone()));
        }
        Self { tasks, shared, stop }
    }

    /// Returns the counts so far.
    pub(crate) fn visits(&self) -> Visits {
        self.shared.visits()
    }

    /// Drops the times of the warm-up.
    pub(crate) fn begin(&self) {
        let mut results = self.shared.results.lock();
        (results.entered, results.answered) = (Distribution::default(), Distribution::default());
    }

    pub(crate) async fn disperse(mut self) -> Dispersed {
        let visits = self.shared.visits();
        self.stop.cancel();
        while self.tasks.join_next().await.is_some() {}
        let results = std::mem::take(&mut *self.shared.results.lock());
        // The check for closed connections comes at the end of a visit, which may be now.
        let visits = Visits { present: visits.present, ..self.shared.visits() };
        Dispersed { visits, ..results }
    }
}

impl Shared {
    fn of(place: Place) -> Self {
        Self {
            narrow: place
                .endpoint
                .clone()
                .with_receive_buffer(NARROW_BYTES)
                .with_segment_size(NARROW_SEGMENT_BYTES),
            endpoint: place.endpoint,
            encoding: place.encoding,
            sources: place.sources,
            tables: place.tables,
            name_prefix: format!("visitor-{:x}", std::process::id()),
            numbers: AtomicU32::new(0),
            counts: Counts::default(),
            read: Read::default(),
            results: Mutex::default(),
        }
    }

    fn source(&self) -> Option<IpAddr> {
        let number = self.counts.came.load(Relaxed);
        let place = usize::try_from(number).unwrap_or(0) % self.sources.len().max(1);
        self.sources.get(place).copied()
    }

    fn entered(&self, took: Duration) {
        self.counts.came.fetch_add(1, Relaxed);
        self.results.lock().entered.record(took);
    }

    fn answered(&self, took: Duration) {
        self.results.lock().answered.record(took);
    }

    /// Counts a visit without reading. `closed` is the time until the room closed the connection.
    fn stalled(&self, closed: Option<Duration>) {
        self.counts.stalled.fetch_add(1, Relaxed);
        if let Some(after) = closed {
            self.counts.closed_for_not_reading.fetch_add(1, Relaxed);
            self.results.lock().closed.record(after);
        }
    }

    fn granted(&self, balance: u64) {
        let mut wallets = Wallets::default();
        wallets.logged_in(balance);
        self.results.lock().wallets.push(wallets);
    }

    fn refused(&self, refusal: Refusal) {
        let mut results = self.results.lock();
        if refusal.is_limit {
            *results.limits.entry(refusal.reason.clone()).or_default() += 1;
        }
        *results.refused.entry(refusal.reason).or_default() += 1;
    }

    fn visits(&self) -> Visits {
        let of = |count: &AtomicU64| count.load(Relaxed);
        Visits {
            present: of(&self.counts.present),
            most: of(&self.counts.most),
            came: of(&self.counts.came),
            dropped: of(&self.counts.dropped),
            turned_away: of(&self.counts.turned_away),
            failed: of(&self.counts.failed),
            stalled: of(&self.counts.stalled),
            closed_for_not_reading: of(&self.counts.closed_for_not_reading),
            read: Traffic { frames: of(&self.read.frames), bytes: of(&self.read.bytes) },
        }
    }

    fn concluded(&self, ended: Result<(), Unwell>) {
        match ended {
            Ok(()) => {}
            Err(Unwell::TurnedAway(refusal)) => {
                self.counts.turned_away.fetch_add(1, Relaxed);
                self.refused(refusal);
            }
            Err(Unwell::Broke(error)) => self.failed(error.to_string()),
            Err(Unwell::Silent) => self.failed("the room did not answer".to_owned()),
        }
    }

    fn failed(&self, reason: String) {
        self.counts.failed.fetch_add(1, Relaxed);
        *self.results.lock().failures.entry(reason).or_default() += 1;
    }
}

/// A crowd that is running.
struct Crowd {
    plan: Arc<Plan>,
    shared: Arc<Shared>,
    random: StdRng,
}

impl Crowd {
    async fn come_and_go(mut self, rate: u32, stop: CancellationToken) {
        let mut present = JoinSet::new();
        let mut leave: Vec<CancellationToken> = Vec::new();
        let begin = Instant::now();
        let mut look = tokio::time::interval(LOOK_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut next_arrival = begin;
        let mut looked = begin;
        // How many visitors may come now; less than one is kept for the next look.
        let mut allowed = 1.0;
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = present.join_next(), if !present.is_empty() => continue,
                _ = look.tick() => {}
            }
            leave.retain(|visitor| !visitor.is_cancelled());
            let now = Instant::now();
            match &self.plan.coming {
                Coming::Staged(stages) => {
                    let target = stages.target(now - begin) as usize;
                    allowed = f64::min(allowed, 1.0);
                    allowed += (now - looked).as_secs_f64() * f64::from(rate);
                    while leave.len() < target && allowed >= 1.0 {
                        allowed -= 1.0;
                        self.send(now, &mut present, &mut leave, &stop);
                    }
                    for visitor in leave.drain(target.min(leave.len())..) {
                        visitor.cancel();
                    }
                }
                Coming::Arriving { per_second, at_most } => {
                    let (per_second, at_most) = (*per_second, *at_most as usize);
                    while next_arrival <= now {
                        if leave.len() < at_most {
                            self.send(next_arrival, &mut present, &mut leave, &stop);
                        } else {
                            self.shared.counts.dropped.fetch_add(1, Relaxed);
                        }
                        // The time until the next random arrival is exponential. From (0, 1],
                        // because the logarithm of 0 is not finite.
                        let wait = -(1.0 - self.random.random::<f64>()).ln() / per_second;
                        next_arrival += Duration::from_secs_f64(wait);
                    }
                }
            }
            looked = now;
        }
        while present.join_next().await.is_some() {}
    }

    /// Starts one visitor. Its token is canceled when it has left, or to make it leave.
    fn send(
        &mut self,
        intended: Instant,
        present: &mut JoinSet<()>,
        leave: &mut Vec<CancellationToken>,
        stop: &CancellationToken,
    ) {
        let number = self.shared.numbers.fetch_add(1, Relaxed);
        let random = StdRng::seed_from_u64(self.random.random());
        let visitor = Visitor { number, intended, random };
        let (plan, shared) = (Arc::clone(&self.plan), Arc::clone(&self.shared));
        let token = stop.child_token();
        leave.push(token.clone());
        present.spawn(async move {
            let count = shared.counts.present.fetch_add(1, Relaxed) + 1;
            shared.counts.most.fetch_max(count, Relaxed);
            let ended = visitor.visit(&plan, &shared, &token).await;
            shared.counts.present.fetch_sub(1, Relaxed);
            shared.concluded(ended);
            token.cancel();
        });
    }
}

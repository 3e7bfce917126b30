//! Plays two machines and one database from a seed: lives of processes that overlap, a process that
//! is stopped for up to a minute and wakes, machines that are cut off from the database, and a
//! database that restarts or fails over, with or without its last commits.
//!
//! Real is the rule of the lease (`server/store/src/lease.rs`): when a process that waits takes the
//! room's place, and when a room goes on that has lost its connection. The rest is a model: the
//! database, as far as the room relies on it; the writer, the beat and the question for a lost
//! answer, as `server/store/src/postgres` has them; one table that stands for all streams.
//!
//! Real rooms are not played here. Their store in memory commits within the process, so that no
//! commit outlives the process that waits for it, and no promoted replica could lack one.
//! `cardroom-load chaos --standby` plays real rooms, and `server/tests/suite/standby` has a real
//! PostgreSQL with a replica. Frames, tournaments, and players that do not reach a machine are left
//! out.

mod database;
mod faults;
mod history;
pub mod planted;
mod players;
mod process;
mod station;
mod table;
mod world;

use cardroom_bot::Seed;
use cardroom_bot::seed::Purpose;
use database::Database;
use parking_lot::Mutex;
use planted::Flaw;
use process::Process;
use std::cell::Cell;
use std::fmt;
use std::ops::AddAssign;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::sleep;
use world::{Machine, World};

/// How long a supervisor waits before it starts a process again, in milliseconds.
const RESTARTED_AFTER: std::ops::Range<u64> = 500..3_000;
/// How often to check that play goes on.
const LOOK: Duration = Duration::from_secs(1);
/// How long everybody plays after the last fault.
const QUIET: Duration = Duration::from_secs(40);
/// How many of ten seeds have a database with a replica.
const WITH_REPLICA: u64 = 7;

/// A seed, and what to do with it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Script {
    /// The source of all randomness in the run.
    pub seed: u64,
    /// The planted fault.
    pub flaw: Option<Flaw>,
    /// Whether to keep the events as text.
    pub tells: bool,
}

/// The result of a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub counts: Counts,
    /// The first failed check.
    pub failure: Option<String>,
    /// The events as text.
    pub tail: Vec<String>,
    /// The hash of all events in order. It is the same for the same script.
    pub log_hash: u64,
}

/// Counts of what happened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Steps that rooms sent to their players.
    pub steps: u64,
    /// Acknowledged actions.
    pub actions: u64,
    /// Rooms that followed another one whose lock was free.
    pub free: u64,
    /// Rooms that followed another one whose session they ended.
    pub ended: u64,
    /// Rooms that ended because another one had their place.
    pub taken_over: u64,
    /// Commits whose answer was lost.
    pub lost_answers: u64,
    pub kills: u64,
    pub hand_overs: u64,
    pub stops: u64,
    /// Times that a machine did not reach the database.
    pub cuts: u64,
    pub restarts: u64,
    pub promotions: u64,
    /// Times that the replica was missing.
    pub missing: u64,
}

impl Script {
    /// Makes a script that plays a seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }
}

/// Plays a script to its end.
#[must_use]
pub fn run(script: &Script) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime that only keeps time needs nothing of the system");
    LocalSet::new().block_on(&runtime, play_seed(script))
}

/// The results of many seeds.
#[derive(Debug)]
pub struct Report {
    /// The number of seeds played, and the last of them.
    pub seeds: u64,
    pub last: u64,
    /// The sum of the counts of all seeds.
    pub counts: Counts,
    /// The seeds that failed, in order, each with the first failed check.
    pub failed: Vec<(u64, String)>,
}

/// Plays seeds on several threads until `failures` of them have failed.
#[must_use]
pub fn play(first: u64, seeds: u64, threads: usize, failures: usize) -> Report {
    let next = AtomicU64::new(0);
    let counts = Counts::default();
    let report = Mutex::new(Report { seeds: 0, last: first, counts, failed: Vec::new() });
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while report.lock().failed.len() < failures {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= seeds {
                        return;
                    }
                    let seed = first.wrapping_add(number);
                    let outcome = run(&Script::of(seed));
                    let mut report = report.lock();
                    report.seeds += 1;
                    report.last = seed;
                    report.counts += outcome.counts;
                    report.failed.extend(outcome.failure.map(|why| (seed, why)));
                    report.failed.sort();
                }
            });
        }
    });
    report.into_inner()
}

async fn play_seed(script: &Script) -> Outcome {
    // No bot has this number.
    let chance = |stream| Seed::new(script.seed, u64::MAX).rng(Purpose::Custom(stream));
    let has_replica = script.seed % 10 < WITH_REPLICA;
    let database = Database::new(has_replica, chance(9_000_001));
    spawn_local(database.clone().replicate());
    let world = World::new(database, script.flaw, chance(9_000_000), script.tells);
    let lives = Rc::new(Cell::new(0));
    for machine in 0..2 {
        spawn_local(supervise(Rc::clone(&world), machine, Rc::clone(&lives)));
    }
    for player in 0..table::PLAYERS {
        spawn_local(players::play(Rc::clone(&world), player));
    }
    let watch = async {
        loop {
            sleep(LOOK).await;
            world.must_go_on();
        }
    };
    let faults = async {
        faults::bring_about(&world).await;
        sleep(QUIET).await;
    };
    tokio::select! {
        biased;
        () = faults => {}
        () = watch => {}
    }
    world.check_history();
    world.outcome()
}

/// Runs one process after the other on a machine.
async fn supervise(world: Rc<World>, machine: Machine, lives: Rc<Cell<u64>>) {
    loop {
        lives.set(lives.get() + 1);
        let process = Process { world: Rc::clone(&world), machine, life: lives.get() };
        let task = world.stations[machine].spawn(process.run());
        while !task.is_finished() {
            sleep(Duration::from_millis(50)).await;
        }
        // Everything that the process began ends with it.
        world.stations[machine].kill();
        sleep(Duration::from_millis(world.draw(RESTARTED_AFTER))).await;
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.actions += other.actions;
        self.free += other.free;
        self.ended += other.ended;
        self.taken_over += other.taken_over;
        self.lost_answers += other.lost_answers;
        self.kills += other.kills;
        self.hand_overs += other.hand_overs;
        self.stops += other.stops;
        self.cuts += other.cuts;
        self.restarts += other.restarts;
        self.promotions += other.promotions;
        self.missing += other.missing;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { steps, actions, free, ended, taken_over, lost_answers, .. } = self;
        let Self { kills, hand_overs, stops, cuts, restarts, promotions, missing, .. } = self;
        write!(
            f,
            "{steps} steps sent, {actions} actions acknowledged\n  \
             {free} free leases taken and {ended} silent rooms ended, {taken_over} rooms taken over, \
             {lost_answers} answers lost\n  \
             {kills} kills, {hand_overs} hand-overs, {stops} stops, {cuts} machines cut off, {restarts} restarts and \
             {promotions} promotions of the database, {missing} times without the replica"
        )
    }
}

//! The record of a run: counts, the hash of all messages, the faults (injected and skipped), and
//! the first failed check.

use super::script::{Outcome, Script};
use cardroom_bot::Probe;
use cardroom_bot::probe::SentAction;
use cardroom_rules::Millis;
use parking_lot::Mutex;
use rand::RngExt as _;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::AddAssign;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// The smallest number of inputs in a complete run ...
const INPUTS: u64 = 2_000;
/// ... and the smallest number of hands ...
const HANDS: u64 = 100;
const FAULTS: u64 = 5;

/// The limit of frames, commits and reads. Only a run that makes no progress gets near it.
const MOST_STEPS: u64 = 1_000_000;

/// Counts of what happened in a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Frames of clients that reached the room.
    pub inputs: u64,
    /// Hands played to their end.
    pub hands: u64,
    /// Hands whose deals players verified, once for each player.
    pub verified: u64,
    /// Hands that were voided.
    pub voided: u64,
    /// Actions that were acknowledged.
    pub actions: u64,
    /// Commits that were attempted.
    pub commits: u64,
    /// Orderly restarts of the process.
    pub restarts: u64,
    /// Crashes of the process.
    pub crashes: u64,
    /// Crashes after a commit was stored and before any client received its result.
    pub torn: u64,
    /// Times that the process was stopped for a while.
    pub stopped: u64,
    pub rejected: u64,
    /// Commits that were stored but reported as failed.
    pub unanswered: u64,
    /// Commits that were slow.
    pub late: u64,
    pub unreadable: u64,
    /// Failed syncs of the redo log.
    pub failed_syncs: u64,
    /// Damaged redo logs, each of which the room refused.
    pub damaged: u64,
    /// Connections that were lost.
    pub disconnects: u64,
    /// Connections whose client was gone before the room noticed.
    pub half_open: u64,
    /// Times that a client stopped reading for a while.
    pub stalls: u64,
    /// Frames that arrived twice.
    pub repeated: u64,
    /// Commands of the floor that the room carried out.
    pub floor: u64,
    /// Commands of the floor that the room refused.
    pub overruled: u64,
    /// Hands that the floor paused between two actions.
    pub paused: u64,
    /// Players who changed tables in a tournament.
    pub moves: u64,
    pub begun: u64,
    /// Tournaments played to their end.
    pub tournaments: u64,
    /// Tournaments that were canceled after they had begun.
    pub cancelled: u64,
}

/// A kind of fault that can be injected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    Restart,
    Stopped,
    CrashBefore,
    CrashAfter,
    Rejected,
    Full,
    Unanswered,
    Late,
    Unreadable,
    TornFrame,
    CrashLogged,
    FullFrame,
    FailedSync,
    LateProjection,
    FailedProjection,
    UnansweredProjection,
    CrashProjecting,
    CrashProjected,
    DamagedLog,
    Cut,
    HalfOpen,
    Stall,
    Twice,
}

/// The record of a run.
pub(super) struct Notes {
    script: Script,
    inner: Mutex<Inner>,
    /// Notified at the first failed check.
    failed: Arc<Notify>,
}

#[derive(Default)]
struct Inner {
    counts: Counts,
    /// The number of faults so far, including those that the script skipped.
    faults: u64,
    /// The number of frames, commits and reads so far.
    steps: u64,
    hash: DefaultHasher,
    tail: VecDeque<String>,
    failure: Option<String>,
    /// True after the last fault.
    settling: bool,
}

impl Notes {
    pub(super) fn new(script: &Script) -> Self {
        Self { script: script.clone(), inner: Mutex::default(), failed: Arc::default() }
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.inner.lock().counts);
    }

    /// Adds a message or an event to the hash.
    pub(super) fn log(&self, now: Millis, what: &str, bytes: &[u8]) {
        let mut inner = self.inner.lock();
        (now.0, what, bytes).hash(&mut inner.hash);
        drop(inner);
        self.step();
    }

    /// Adds a line to the log for people.
    pub(super) fn tell(&self, now: Millis, what: fmt::Arguments<'_>) {
        if self.script.tells == 0 {
            return;
        }
        let mut inner = self.inner.lock();
        if inner.tail.len() >= self.script.tells {
            inner.tail.pop_front();
        }
        let since = now.since(super::plan::START).0;
        inner.tail.push_back(format!("{:>6}.{:03} {what}", since / 1_000, since % 1_000));
    }

    /// Records a failed check. Only the first one counts.
    pub(super) fn fail(&self, what: String) {
        self.inner.lock().failure.get_or_insert(what);
        self.failed.notify_one();
    }

    /// Returns what is notified at the first failed check.
    pub(super) fn wake(&self) -> Arc<Notify> {
        Arc::clone(&self.failed)
    }

    /// Counts a step of the room. The limit ends a run that makes no progress in simulated time.
    pub(super) fn step(&self) {
        let mut inner = self.inner.lock();
        inner.steps += 1;
        let is_endless = inner.steps > MOST_STEPS;
        drop(inner);
        if is_endless {
            self.fail(format!("no end after {MOST_STEPS} steps"));
        }
    }

    pub(super) fn failure(&self) -> Option<String> {
        self.inner.lock().failure.clone()
    }

    /// Decides whether a fault strikes now. It does once in `once_in` times on average.
    pub(super) fn strikes(
        &self,
        now: Millis,
        fault: Fault,
        once_in: u32,
        chance: &mut impl rand::Rng,
    ) -> bool {
        let drawn = chance.random_range(0..once_in.max(1)) == 0;
        let mut inner = self.inner.lock();
        if !drawn || inner.settling {
            return false;
        }
        let number = inner.faults;
        inner.faults += 1;
        let left_out = self.script.without.contains(&number)
            || self.script.faults_before.is_some_and(|before| number >= before);
        drop(inner);
        if !left_out {
            self.tell(now, format_args!("fault {number}: {fault:?}"));
            self.log(now, "fault", &number.to_le_bytes());
        }
        !left_out
    }

    /// Returns `true` if the run is complete, or as long as its script allows.
    pub(super) fn is_enough(&self) -> bool {
        let inner = self.inner.lock();
        if let Some(inputs) = self.script.inputs {
            return inner.counts.inputs >= inputs;
        }
        let counts = &inner.counts;
        counts.inputs >= INPUTS && counts.hands >= HANDS && inner.faults >= FAULTS
    }

    /// Returns `true` if a run played to its end is too small to be complete.
    pub(super) fn is_short(&self) -> bool {
        !self.is_cut_short() && !self.is_enough()
    }

    /// Injects no further faults.
    pub(super) fn settle(&self) {
        self.inner.lock().settling = true;
    }

    /// Returns `true` after the last fault.
    pub(super) fn is_settling(&self) -> bool {
        self.inner.lock().settling
    }

    /// Returns `true` if the script ends the run early.
    pub(super) fn is_cut_short(&self) -> bool {
        self.script.inputs.is_some()
    }

    pub(super) fn outcome(&self) -> Outcome {
        let is_short = self.is_short();
        let inner = self.inner.lock();
        Outcome {
            counts: inner.counts,
            faults: inner.faults,
            log_hash: inner.hash.finish(),
            is_short,
            failure: inner.failure.clone(),
            tail: inner.tail.iter().cloned().collect(),
        }
    }
}

impl Probe for Notes {
    fn action_accepted(&self, _: usize, _: Duration, _: &SentAction) {
        self.count(|counts| counts.actions += 1);
    }

    fn protocol_error(&self, bot: usize, _: Duration, what: &str) {
        // A disk that fails twice refuses twice, and an action may cross the player's
        // own request to leave.
        let expected = ["refused twice: internal", "refused twice: not_seated"];
        if !expected.iter().any(|expected| what.starts_with(expected)) {
            self.fail(format!("bot {bot} met what does not fit: {what}"));
        }
    }
}

impl Counts {
    /// Returns the number of faults.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.crashes
            + self.rejected
            + self.unanswered
            + self.restarts
            + self.stopped
            + self.late
            + self.unreadable
            + self.damaged
            + self.disconnects
            + self.half_open
            + self.stalls
            + self.repeated
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.hands += other.hands;
        self.verified += other.verified;
        self.voided += other.voided;
        self.actions += other.actions;
        self.commits += other.commits;
        self.crashes += other.crashes;
        self.torn += other.torn;
        self.rejected += other.rejected;
        self.unanswered += other.unanswered;
        self.restarts += other.restarts;
        self.stopped += other.stopped;
        self.late += other.late;
        self.unreadable += other.unreadable;
        self.failed_syncs += other.failed_syncs;
        self.damaged += other.damaged;
        self.disconnects += other.disconnects;
        self.half_open += other.half_open;
        self.stalls += other.stalls;
        self.repeated += other.repeated;
        self.floor += other.floor;
        self.overruled += other.overruled;
        self.paused += other.paused;
        self.moves += other.moves;
        self.begun += other.begun;
        self.tournaments += other.tournaments;
        self.cancelled += other.cancelled;
    }
}

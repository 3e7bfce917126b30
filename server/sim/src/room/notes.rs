//! What is noted of a run: counts, the hash of everything that was said, the faults and which of
//! them are left out, and the first thing that was not as it must be.

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

/// A seed is not over before it has had so many inputs ...
const INPUTS: u64 = 2_000;
/// ... and hands ...
const HANDS: u64 = 100;
const FAULTS: u64 = 5;

/// Frames, commits and reads of a run that gets nowhere: many times as many as any other has.
const MOST_STEPS: u64 = 1_000_000;

/// What happened, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Frames of clients that reached the room.
    pub inputs: u64,
    /// Hands that were played to their end.
    pub hands: u64,
    /// Hands that were taken back.
    pub voided: u64,
    /// Actions that were acknowledged.
    pub actions: u64,
    /// Commits that were tried.
    pub commits: u64,
    /// Restarts of the process in good order.
    pub restarts: u64,
    /// Deaths of the process.
    pub crashes: u64,
    /// Of those, with a commit stored that nobody heard of.
    pub torn: u64,
    /// Times that the process stood still for a while.
    pub stopped: u64,
    pub rejected: u64,
    /// Commits that were stored and said to have failed.
    pub unanswered: u64,
    /// Commits that took long.
    pub late: u64,
    pub unreadable: u64,
    /// Connections that were lost.
    pub disconnects: u64,
    /// Connections whose client was gone before the room knew.
    pub half_open: u64,
    /// Clients that stopped reading for a while.
    pub stalls: u64,
    /// Frames that arrived twice.
    pub repeated: u64,
    /// Commands of the floor that were carried out.
    pub floor: u64,
    /// Commands of the floor that were refused.
    pub overruled: u64,
    /// Players that changed their table in a tournament.
    pub moves: u64,
    pub begun: u64,
    /// Tournaments that were played to their end.
    pub tournaments: u64,
    /// Tournaments that were called off after they had begun.
    pub cancelled: u64,
}

/// Something that goes wrong.
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
    Cut,
    HalfOpen,
    Stall,
    Twice,
}

/// What is noted of a run.
pub(super) struct Notes {
    script: Script,
    inner: Mutex<Inner>,
    /// Notified of whatever fails.
    failed: Arc<Notify>,
}

#[derive(Default)]
struct Inner {
    counts: Counts,
    /// Faults so far, those that were left out included.
    faults: u64,
    /// Whatever the room did so far that can be counted.
    steps: u64,
    hash: DefaultHasher,
    tail: VecDeque<String>,
    failure: Option<String>,
    /// Nothing goes wrong any more.
    settling: bool,
}

impl Notes {
    pub(super) fn new(script: &Script) -> Self {
        Self { script: script.clone(), inner: Mutex::default(), failed: Arc::default() }
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.inner.lock().counts);
    }

    /// Something was said, or happened.
    pub(super) fn log(&self, now: Millis, what: &str, bytes: &[u8]) {
        let mut inner = self.inner.lock();
        (now.0, what, bytes).hash(&mut inner.hash);
        drop(inner);
        self.step();
    }

    /// Something happened that a person would want to read about.
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

    /// Something is not as it must be. The first one counts.
    pub(super) fn fail(&self, what: String) {
        self.inner.lock().failure.get_or_insert(what);
        self.failed.notify_one();
    }

    /// Notified when something is not as it must be.
    pub(super) fn wake(&self) -> Arc<Notify> {
        Arc::clone(&self.failed)
    }

    /// The room does something: however little time that takes, there is an end to it.
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

    /// Whether something goes wrong now that does once in so many chances.
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

    /// Whether the run has had everything that makes one, or as much as its script allows.
    pub(super) fn is_enough(&self) -> bool {
        let inner = self.inner.lock();
        if let Some(inputs) = self.script.inputs {
            return inner.counts.inputs >= inputs;
        }
        let counts = &inner.counts;
        counts.inputs >= INPUTS && counts.hands >= HANDS && inner.faults >= FAULTS
    }

    /// Whether a run that was played to its end had less than makes one.
    pub(super) fn is_short(&self) -> bool {
        !self.is_cut_short() && !self.is_enough()
    }

    /// Nothing goes wrong from here on.
    pub(super) fn settle(&self) {
        self.inner.lock().settling = true;
    }

    /// Whether nothing goes wrong any more.
    pub(super) fn is_settling(&self) -> bool {
        self.inner.lock().settling
    }

    /// The script is over before its end.
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
        // A disk that fails twice refuses twice; and an action may cross the player's own leaving.
        let expected = ["refused twice: internal", "refused twice: not_seated"];
        if !expected.iter().any(|expected| what.starts_with(expected)) {
            self.fail(format!("bot {bot} met what does not fit: {what}"));
        }
    }
}

impl Counts {
    /// Everything that went wrong.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.crashes
            + self.rejected
            + self.unanswered
            + self.restarts
            + self.stopped
            + self.late
            + self.unreadable
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
        self.disconnects += other.disconnects;
        self.half_open += other.half_open;
        self.stalls += other.stalls;
        self.repeated += other.repeated;
        self.floor += other.floor;
        self.overruled += other.overruled;
        self.moves += other.moves;
        self.begun += other.begun;
        self.tournaments += other.tournaments;
        self.cancelled += other.cancelled;
    }
}

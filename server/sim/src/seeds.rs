//! Plays many seeds, and finds the shortest failing script for a seed that fails.

use crate::room::{Counts, Outcome, Script, keep_panics, run};
use cardroom::wiring::Rules;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many events before a failure to print.
const TAIL: usize = 60;

/// A range of consecutive seeds.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The first seed, with the parts to skip in all of them.
    pub first: Script,
    pub seeds: u64,
    /// How many seeds to play at the same time.
    pub threads: usize,
    /// Stops after this number of failing seeds.
    pub failures: usize,
}

/// The results of a batch.
#[derive(Debug)]
pub struct Report {
    /// The number of seeds played.
    pub seeds: u64,
    /// The sum of the counts of all seeds.
    pub counts: Counts,
    /// Seeds with too few inputs, hands or faults to be complete.
    pub short: BTreeSet<u64>,
    /// The seeds that failed, in order.
    pub failed: Vec<Failed>,
    /// The result of the last seed that was played.
    pub last: Outcome,
}

/// A script that fails.
#[derive(Debug)]
pub struct Failed {
    /// The script, shortened as far as possible.
    pub script: Script,
    /// The result of the script.
    pub outcome: Outcome,
}

impl Batch {
    /// Plays the seeds until `failures` of them have failed. Reports each failure immediately.
    ///
    /// # Panics
    /// Panics if the number of seeds is 0.
    #[must_use]
    pub fn play(&self, rules: &Rules, tell: impl Fn(&Failed) + Sync) -> Report {
        keep_panics();
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let sum = Mutex::new((0_u64, Counts::default()));
        let short = Mutex::new(BTreeSet::new());
        let failed: Mutex<BTreeMap<u64, Failed>> = Mutex::default();
        let last = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.seeds {
                            return;
                        }
                        let seed = self.first.seed.wrapping_add(number);
                        let script = Script { seed, ..self.first.clone() };
                        let outcome = run(&script, rules);
                        let mut sum = sum.lock();
                        sum.0 += 1;
                        sum.1 += outcome.counts;
                        drop(sum);
                        if outcome.is_short && outcome.failure.is_none() {
                            short.lock().insert(seed);
                        }
                        if outcome.failure.is_some() {
                            let failure = Failed { script, outcome: outcome.clone() };
                            tell(&failure);
                            let mut failed = failed.lock();
                            failed.insert(seed, failure);
                            if failed.len() >= self.failures {
                                stop.store(true, Ordering::Relaxed);
                            }
                        }
                        *last.lock() = Some(outcome);
                    }
                });
            }
        });
        let (seeds, counts) = sum.into_inner();
        let failed = failed.into_inner().into_values().collect();
        let last = last.into_inner().expect("at least one seed is played");
        Report { seeds, counts, short: short.into_inner(), failed, last }
    }
}

/// Shortens a failing script while time lasts. Drops all faults from some number on, and then
/// single faults, as long as the script still fails.
#[must_use]
pub fn shorten(failed: Failed, rules: &Rules, time: Duration) -> Failed {
    let started = Instant::now();
    let Failed { mut script, mut outcome } = failed;
    script.tells = script.tells.max(TAIL);
    // Repeats the failure with the events as text.
    let told = run(&script, rules);
    if told.failure.is_some() {
        outcome = told;
    }
    let fails = |candidate: Script, script: &mut Script, outcome: &mut Outcome| {
        let tried = (started.elapsed() < time).then(|| run(&candidate, rules));
        let failed = tried.filter(|tried| tried.failure.is_some());
        let is_shorter = failed.is_some();
        if let Some(failed) = failed {
            (*script, *outcome) = (candidate, failed);
        }
        is_shorter
    };
    // The smallest number from which no fault is needed.
    let (mut needed, mut enough) = (0, outcome.faults);
    while needed < enough {
        let middle = needed + (enough - needed) / 2;
        let candidate = Script { faults_before: Some(middle), ..script.clone() };
        if fails(candidate, &mut script, &mut outcome) {
            enough = middle;
        } else {
            needed = middle + 1;
        }
    }
    for number in (0..enough).rev() {
        let mut candidate = script.clone();
        candidate.without.insert(number);
        fails(candidate, &mut script, &mut outcome);
    }
    Failed { script, outcome }
}

impl Report {
    /// Formats what happened, and how fast.
    #[must_use]
    pub fn summary(&self, took: Duration) -> String {
        let counts = &self.counts;
        let per_seed = took.as_secs_f64() * 1_000.0 / self.seeds.max(1) as f64;
        let hands_per_second = counts.hands as f64 / took.as_secs_f64().max(0.001);
        format!(
            "{} seeds in {:.1} s ({per_seed:.1} ms each, {hands_per_second:.0} hands a second), \
             {} of them short\n  \
             {} hands, {} voided, {} deals verified, {} inputs, {} actions, {} commits, {} faults\n  \
             {} crashes ({} with a commit nobody heard of), {} restarts, {} stops of the process\n  \
             {} commits failed, {} torn (stored and said to have failed), {} late, {} reads failed\n  \
             {} syncs of the redo log failed, {} damaged logs were refused\n  \
             {} disconnects, {} half-open, {} stalls, {} frames twice\n  \
             {} tournaments begun, {} of them played to the end and {} called off, {} moves\n  \
             {} rulings of the floor, {} refused, {} hands paused",
            self.seeds,
            took.as_secs_f64(),
            self.short.len(),
            counts.hands,
            counts.voided,
            counts.verified,
            counts.inputs,
            counts.actions,
            counts.commits,
            counts.faults(),
            counts.crashes,
            counts.torn,
            counts.restarts,
            counts.stopped,
            counts.rejected,
            counts.unanswered,
            counts.late,
            counts.unreadable,
            counts.failed_syncs,
            counts.damaged,
            counts.disconnects,
            counts.half_open,
            counts.stalls,
            counts.repeated,
            counts.begun,
            counts.tournaments,
            counts.cancelled,
            counts.moves,
            counts.floor,
            counts.overruled,
            counts.paused,
        )
    }
}

impl Failed {
    /// Returns the first failed check.
    #[must_use]
    pub fn why(&self) -> &str {
        self.outcome.failure.as_deref().unwrap_or("nothing")
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.outcome.tail {
            writeln!(f, "  {line}")?;
        }
        writeln!(f, "FAILED: {}", self.why())?;
        write!(
            f,
            "again with: cardroom-sim seeds --seeds 1 {} ({} inputs, {} faults)",
            self.script,
            self.outcome.counts.inputs,
            self.outcome.counts.faults()
        )
    }
}

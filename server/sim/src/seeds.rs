//! Many seeds, what happened in them, and for one that fails the shortest script that still does.

use crate::room::{Counts, Outcome, Script, keep_panics, run};
use cardroom::wiring::Rules;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many of the last things before a failure are told.
const TAIL: usize = 60;

/// Seeds that follow each other.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The first, with what is left out of all of them.
    pub first: Script,
    pub seeds: u64,
    /// How many are played at the same time.
    pub threads: usize,
    /// With so many that fail it is over.
    pub failures: usize,
}

/// What became of a batch.
#[derive(Debug)]
pub struct Report {
    /// How many seeds were played.
    pub seeds: u64,
    /// What happened in all of them.
    pub counts: Counts,
    /// Those that had fewer inputs, hands or faults than make a seed.
    pub short: BTreeSet<u64>,
    /// Those that failed, in the order of the seeds.
    pub failed: Vec<Failed>,
    /// The last one that was played.
    pub last: Outcome,
}

/// A script that fails.
#[derive(Debug)]
pub struct Failed {
    /// With as little in it as was found.
    pub script: Script,
    /// What became of it.
    pub outcome: Outcome,
}

impl Batch {
    /// Plays the seeds, up to as many that fail as are asked for, and tells of each of these at
    /// once.
    ///
    /// # Panics
    /// When no seed is asked for.
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

/// Leaves out of a failing script whatever it fails without: late faults, then single ones, for as
/// long as there is time for it.
#[must_use]
pub fn shorten(failed: Failed, rules: &Rules, time: Duration) -> Failed {
    let started = Instant::now();
    let Failed { mut script, mut outcome } = failed;
    script.tells = script.tells.max(TAIL);
    // The same again, in words.
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
    // The first number from which no fault is needed.
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
    /// What happened, and how fast.
    #[must_use]
    pub fn summary(&self, took: Duration) -> String {
        let counts = &self.counts;
        let per_seed = took.as_secs_f64() * 1_000.0 / self.seeds.max(1) as f64;
        let hands_per_second = counts.hands as f64 / took.as_secs_f64().max(0.001);
        format!(
            "{} seeds in {:.1} s ({per_seed:.1} ms each, {hands_per_second:.0} hands a second), \
             {} of them short\n  \
             {} hands, {} voided, {} inputs, {} actions, {} commits, {} faults\n  \
             {} crashes ({} with a commit nobody heard of), {} restarts, {} stops of the process\n  \
             {} commits failed, {} torn (stored and said to have failed), {} late, {} reads failed\n  \
             {} disconnects, {} half-open, {} stalls, {} frames twice\n  \
             {} tournaments begun, {} of them played to the end and {} called off, {} moves\n  \
             {} rulings of the floor, {} refused",
            self.seeds,
            took.as_secs_f64(),
            self.short.len(),
            counts.hands,
            counts.voided,
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
        )
    }
}

impl Failed {
    /// What was not as it must be.
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

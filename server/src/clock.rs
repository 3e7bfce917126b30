//! The room's clock: the wall's time when the process started, and from there on a clock that never
//! jumps. It does not follow later corrections of the wall clock, and it stands still while the
//! process does: nobody loses time to think because the machine slept.

use cardroom_planted::{Fault, is_planted};
use cardroom_rules::Millis;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Nobody being heard of for longer than this was a stop of the whole process, not a slow moment.
const LONGEST_SILENCE: u64 = 2_000;
/// How often a watched clock looks at itself, so that a quiet room is not taken for a stopped one.
const BEAT: Duration = Duration::from_millis(500);
/// Nobody watches whether the process is stopped.
const UNWATCHED: u64 = u64::MAX;

/// Milliseconds since 1970 that only ever go forward. Cheap to clone; all clones agree.
#[derive(Clone, Debug)]
pub struct Clock {
    wall_at_start: Millis,
    start: Instant,
    pulse: Arc<Pulse>,
}

/// What is known of the process's own life, in milliseconds since the clock's start.
#[derive(Debug)]
struct Pulse {
    /// When somebody looked at the clock last.
    seen: AtomicU64,
    /// How long the process was stopped, in all.
    stopped: AtomicU64,
    /// Held by who finds a stop, so that it counts once.
    finding: Mutex<()>,
}

impl Clock {
    /// A clock that begins with the wall's time.
    #[must_use]
    pub fn start() -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::starting_at(millis(wall))
    }

    /// A clock that begins with this time: for a room whose past is known.
    #[must_use]
    pub fn starting_at(now: Millis) -> Self {
        let pulse = Pulse {
            seen: AtomicU64::new(UNWATCHED),
            stopped: AtomicU64::new(0),
            finding: Mutex::new(()),
        };
        Self { wall_at_start: now, start: Instant::now(), pulse: Arc::new(pulse) }
    }

    /// Now. The first to ask after the process was stopped for more than two seconds sets the clock
    /// back by the stop, so every deadline comes later by as much.
    #[must_use]
    pub fn now(&self) -> Millis {
        loop {
            let stopped = self.pulse.stopped.load(Ordering::Acquire);
            let elapsed = millis(self.start.elapsed()).0;
            let seen = self.pulse.seen.load(Ordering::Acquire);
            if elapsed.saturating_sub(seen) > LONGEST_SILENCE {
                self.pulse.find_stop(elapsed);
            } else {
                if elapsed > seen {
                    self.pulse.seen.fetch_max(elapsed, Ordering::AcqRel);
                }
                // Nobody found a stop between the two looks.
                if self.pulse.stopped.load(Ordering::Acquire) == stopped {
                    return self.wall_at_start + Millis(elapsed.saturating_sub(stopped));
                }
            }
        }
    }

    /// The runtime's name for a point in time, for sleeping until then: too early where the process
    /// is stopped before that, so whoever wakes up looks at the clock again.
    #[must_use]
    pub fn instant(&self, at: Millis) -> Instant {
        let stopped = self.pulse.stopped.load(Ordering::Acquire);
        self.start + Duration::from_millis(at.since(self.wall_at_start).0.saturating_add(stopped))
    }

    /// How long the process was stopped since the clock's start, as far as it was watched.
    #[must_use]
    pub fn stopped(&self) -> Millis {
        Millis(self.pulse.stopped.load(Ordering::Acquire))
    }

    /// Watches from now on whether the process is stopped, for as long as anybody else has the
    /// clock. Once begun it has to go on: without it, quiet would be taken for a stop.
    pub async fn watch(self) {
        self.pulse.seen.store(millis(self.start.elapsed()).0, Ordering::Release);
        while Arc::strong_count(&self.pulse) > 1 {
            tokio::time::sleep(BEAT).await;
            let _ = self.now();
        }
    }
}

impl Pulse {
    /// Nobody was heard of for long: that time did not pass.
    fn find_stop(&self, elapsed: u64) {
        let _finding = self.finding.lock();
        let silence = elapsed.saturating_sub(self.seen.load(Ordering::Acquire));
        if silence <= LONGEST_SILENCE {
            return;
        }
        if !is_planted(Fault::StopCounted) {
            // Before the other, so that who sees that one sees this too.
            self.stopped.fetch_add(silence, Ordering::AcqRel);
        }
        self.seen.store(elapsed, Ordering::Release);
        tracing::warn!(
            stopped_ms = silence,
            "the process was suspended; every deadline moves by that time"
        );
    }
}

fn millis(span: Duration) -> Millis {
    Millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_instant_is_reached_when_the_clock_says_so() {
        let clock = Clock::start();
        let at = clock.now() + Millis(250);
        tokio::time::sleep_until(clock.instant(at)).await;
        assert_eq!(clock.now(), at);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stopped_process_takes_nobodys_time() {
        let clock = Clock::starting_at(Millis(1_000));
        tokio::spawn(clock.clone().watch());
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(clock.now(), Millis(61_000), "a quiet room is not a stopped one");
        let deadline = clock.now() + Millis(15_000);
        tokio::time::advance(Duration::from_secs(300)).await;
        let now = clock.now();
        assert!(now <= Millis(61_500), "{now:?}");
        assert_eq!(clock.clone().now(), now, "all clones agree");
        assert!(clock.stopped() >= Millis(299_500), "{:?}", clock.stopped());
        tokio::time::sleep_until(clock.instant(deadline)).await;
        assert_eq!(clock.now(), deadline);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_moment_is_no_stop() {
        let clock = Clock::starting_at(Millis(0));
        tokio::spawn(clock.clone().watch());
        tokio::time::sleep(Duration::from_secs(1)).await;
        tokio::time::advance(Duration::from_millis(1_400)).await;
        assert_eq!((clock.now(), clock.stopped()), (Millis(2_400), Millis(0)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_nobody_watches_goes_on() {
        let clock = Clock::starting_at(Millis(0));
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(clock.now(), Millis(10_000));
    }

    #[test]
    fn a_stop_counts_once_and_no_thread_sees_the_time_it_took() {
        let start = std::time::Instant::now();
        let clock = Clock::starting_at(Millis(0));
        clock.pulse.seen.store(0, Ordering::Release);
        let longest = std::thread::scope(|scope| {
            // The whole process is still, in the eyes of all threads.
            std::thread::sleep(Duration::from_millis(LONGEST_SILENCE + 200));
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        let mut last = Millis(0);
                        for _ in 0..10_000 {
                            let now = clock.now();
                            assert!(now >= last, "{now:?} after {last:?}");
                            last = now;
                        }
                        last
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("time runs on")).max()
        });
        let passed = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let stopped = clock.stopped().0;
        assert!(stopped > LONGEST_SILENCE && stopped <= passed, "{stopped} of {passed}");
        assert!(longest.is_some_and(|longest| longest.0 <= passed - stopped), "{longest:?}");
    }
}

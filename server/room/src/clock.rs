//! The room's clock: the wall-clock time when the process started, advanced by a clock that never
//! jumps. It ignores later corrections of the wall clock. It stands still while the process is
//! stopped, so that players do not lose time to think because the machine slept.

use cardroom_planted::{Fault, is_planted};
use cardroom_rules::Millis;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// A longer time without a look at the clock means that the whole process was stopped, not
/// just slow. In milliseconds.
const LONGEST_SILENCE: u64 = 2_000;
/// How often a watched clock checks itself, so that a quiet room is not mistaken for a stopped one.
const BEAT: Duration = Duration::from_millis(500);
/// The value of `seen` while the clock is not watched.
const UNWATCHED: u64 = u64::MAX;

/// Milliseconds since 1970 that only ever go forward. Cheap to clone; all clones agree.
#[derive(Clone, Debug)]
pub struct Clock {
    wall_at_start: Millis,
    start: Instant,
    pulse: Arc<Pulse>,
}

/// The clock's record of stops, in milliseconds since its start.
#[derive(Debug)]
struct Pulse {
    /// The last time the clock was read.
    seen: AtomicU64,
    /// The total time for which the process was stopped.
    stopped: AtomicU64,
    /// Held while a stop is recorded, so that it counts once.
    finding: Mutex<()>,
}

impl Clock {
    /// Starts a clock at the wall-clock time.
    #[must_use]
    pub fn start() -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::starting_at(millis(wall))
    }

    /// Starts a clock for a room that follows another one, whose time was at least `before`. So no
    /// hand and no pause waits for a clock that is behind.
    #[must_use]
    pub fn following(before: Option<Millis>) -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::starting_at(millis(wall).max(before.unwrap_or_default()))
    }

    /// Starts a clock at this time, for a room whose past is known.
    #[must_use]
    pub fn starting_at(now: Millis) -> Self {
        let pulse = Pulse {
            seen: AtomicU64::new(UNWATCHED),
            stopped: AtomicU64::new(0),
            finding: Mutex::new(()),
        };
        Self { wall_at_start: now, start: Instant::now(), pulse: Arc::new(pulse) }
    }

    /// Returns the current time. The first call after the process was stopped for more than two
    /// seconds sets the clock back by the length of the stop. So every deadline moves by as much.
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
                // No other thread recorded a stop between the two reads.
                if self.pulse.stopped.load(Ordering::Acquire) == stopped {
                    return self.wall_at_start + Millis(elapsed.saturating_sub(stopped));
                }
            }
        }
    }

    /// Converts a time to the runtime's `Instant`, for sleeping until then. If the process
    /// is stopped before, the `Instant` is too early, so the task must check the clock
    /// again when it wakes.
    #[must_use]
    pub fn instant(&self, at: Millis) -> Instant {
        let stopped = self.pulse.stopped.load(Ordering::Acquire);
        self.start + Duration::from_millis(at.since(self.wall_at_start).0.saturating_add(stopped))
    }

    /// Returns how long the process was stopped since the clock's start, as far as it was watched.
    #[must_use]
    pub fn stopped(&self) -> Millis {
        Millis(self.pulse.stopped.load(Ordering::Acquire))
    }

    /// Watches for stops of the process as long as another clone of the clock exists. Once begun it
    /// must not end, because a quiet room would then be mistaken for a stop.
    pub async fn watch(self) {
        self.pulse.seen.store(millis(self.start.elapsed()).0, Ordering::Release);
        while Arc::strong_count(&self.pulse) > 1 {
            tokio::time::sleep(BEAT).await;
            let _ = self.now();
        }
    }
}

impl Pulse {
    /// Records a stop if the clock was not read for a long time.
    fn find_stop(&self, elapsed: u64) {
        let _finding = self.finding.lock();
        let silence = elapsed.saturating_sub(self.seen.load(Ordering::Acquire));
        if silence <= LONGEST_SILENCE {
            return;
        }
        if !is_planted(Fault::StopCounted) {
            // Updated before `seen`, so that a thread that sees the new `seen` also sees this.
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
    async fn the_clock_of_a_room_that_follows_another_one_never_goes_back() {
        let own = Clock::start().now();
        let ahead = own + Millis(90_000);
        assert_eq!(Clock::following(Some(ahead)).now(), ahead);
        let behind = Clock::following(Some(Millis(5))).now();
        assert!(behind >= own && behind < ahead, "{behind:?}");
        assert!(Clock::following(None).now() >= own);
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
            // All threads of the process seem to stand still.
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

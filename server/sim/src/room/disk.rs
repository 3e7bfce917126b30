//! The room's simulated disk. It is slow, it fails, it fills up, and the process dies at its
//! commits: before they are stored, or after that and before any answer. The redo log tears and its
//! syncs fail, and the projection behind it is late, fails, or dies on either side.

use super::notes::{Fault, Notes};
use super::plan::Rates;
use super::script::World;
use super::watch::Watch;
use cardroom::clock::Clock;
use cardroom::ids::AccountId;
use cardroom::store::{FrameFate, Gate, StoreError, StreamId, Unit};
use cardroom_rules::Millis;
use chacha20::ChaCha12Rng;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use rand::RngExt as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// The disk during one life of the process.
pub(super) struct Disk {
    world: Arc<World>,
    watch: Arc<Watch>,
    clock: Clock,
    chance: Mutex<ChaCha12Rng>,
    /// The units of the commit that is under way.
    asked: Mutex<Vec<Unit>>,
    /// Nothing is written until this time.
    full_until: Mutex<Millis>,
    /// Notified when the process must die.
    dies: Arc<Notify>,
}

impl Disk {
    pub(super) fn new(
        world: &Arc<World>,
        watch: &Arc<Watch>,
        clock: Clock,
        dies: &Arc<Notify>,
        life: u64,
    ) -> Self {
        Self {
            world: Arc::clone(world),
            watch: Arc::clone(watch),
            clock,
            chance: Mutex::new(world.plan.chance(1_000_000 + life)),
            asked: Mutex::default(),
            full_until: Mutex::default(),
            dies: Arc::clone(dies),
        }
    }

    fn notes(&self) -> &Notes {
        &self.world.notes
    }

    fn rates(&self) -> &Rates {
        &self.world.plan.rates
    }

    fn strikes(&self, fault: Fault, once_in: u32) -> bool {
        self.notes().strikes(self.clock.now(), fault, once_in, &mut *self.chance.lock())
    }

    fn draw(&self, range: std::ops::Range<u64>) -> u64 {
        self.chance.lock().random_range(range)
    }

    /// Reads, which fails once in `fails_once_in` times on average.
    async fn read(&self, fails_once_in: u32) -> Result<(), StoreError> {
        self.notes().step();
        // A failed read costs time, so that a retry loop does not run forever at one moment.
        tokio::time::sleep(Duration::from_millis(1)).await;
        if self.strikes(Fault::Unreadable, fails_once_in) {
            self.notes().count(|counts| counts.unreadable += 1);
            return Err(failed("it cannot be read"));
        }
        Ok(())
    }

    async fn die(&self) {
        self.begin_to_die();
        std::future::pending::<()>().await;
    }

    fn begin_to_die(&self) {
        self.notes().count(|counts| counts.crashes += 1);
        self.dies.notify_one();
    }

    /// Notes that the units of the commit under way are stored, without an answer.
    fn is_there(&self) {
        let rings = self.world.plan.config.tables.len() as u64;
        self.watch.stored(self.notes(), rings, &self.asked.lock());
    }

    /// The same, if these are the units of the commit under way, which passed the log by.
    fn is_there_if_asked(&self, units: &[Unit]) {
        let places = |units: &[Unit]| -> Vec<(StreamId, u64)> {
            let records = units.iter().flat_map(|unit| &unit.records);
            records.map(|record| (record.stream, record.seq)).collect()
        };
        let asked = places(&self.asked.lock());
        if !asked.is_empty() && asked == places(units) {
            self.is_there();
        }
    }
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Disk(..)")
    }
}

fn failed(why: &str) -> StoreError {
    StoreError::Database(why.to_owned())
}

impl Gate for Disk {
    fn before_commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.notes().step();
            self.watch.asked_to_store(self.notes(), units);
            *self.asked.lock() = units.to_vec();
            self.notes().count(|counts| counts.commits += 1);
            let mut takes = self.draw(1..4);
            if self.strikes(Fault::Late, self.rates().late) {
                self.notes().count(|counts| counts.late += 1);
                takes = self.draw(100..5_000);
            }
            tokio::time::sleep(Duration::from_millis(takes)).await;
            if self.strikes(Fault::CrashBefore, self.rates().crash_before) {
                self.die().await;
            }
            if self.strikes(Fault::Full, self.rates().full) {
                *self.full_until.lock() = self.clock.now() + Millis(self.draw(100..10_000));
            }
            let is_full = self.clock.now() < *self.full_until.lock();
            if is_full || self.strikes(Fault::Rejected, self.rates().rejected) {
                self.notes().count(|counts| counts.rejected += 1);
                return Err(failed("the disk is full"));
            }
            Ok(())
        })
    }

    fn after_commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let rings = self.world.plan.config.tables.len() as u64;
            self.watch.stored(self.notes(), rings, units);
            self.asked.lock().clear();
            if self.strikes(Fault::CrashAfter, self.rates().crash_after) {
                self.notes().count(|counts| counts.torn += 1);
                self.die().await;
            }
            // The owner of a unit without records repairs it at the next login.
            let has_records = units.iter().any(|unit| !unit.records.is_empty());
            if has_records && self.strikes(Fault::Unanswered, self.rates().unanswered) {
                self.notes().count(|counts| counts.unanswered += 1);
                return Err(failed("the answer was lost"));
            }
            Ok(())
        })
    }

    fn before_frame(&self) -> BoxFuture<'_, FrameFate> {
        Box::pin(async {
            self.notes().step();
            if self.strikes(Fault::TornFrame, self.rates().torn_frame) {
                self.begin_to_die();
                return FrameFate::Torn;
            }
            if self.strikes(Fault::FullFrame, self.rates().full_frame) {
                self.notes().count(|counts| counts.rejected += 1);
                return FrameFate::Full;
            }
            if self.strikes(Fault::FailedSync, self.rates().failed_sync) {
                self.notes().count(|counts| counts.failed_syncs += 1);
                let is_there = self.draw(0..2) == 1;
                if is_there {
                    self.is_there();
                }
                return FrameFate::FailedSync { is_there };
            }
            FrameFate::Whole
        })
    }

    fn after_frame(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            if self.strikes(Fault::CrashLogged, self.rates().crash_logged) {
                self.notes().count(|counts| counts.torn += 1);
                self.is_there();
                self.die().await;
            }
        })
    }

    fn before_projection(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            self.notes().step();
            let mut takes = self.draw(1..10);
            let mut crash = self.rates().crash_projecting;
            if self.strikes(Fault::LateProjection, self.rates().late_projection) {
                self.notes().count(|counts| counts.late += 1);
                takes = self.draw(100..20_000);
                // The further the log is ahead, the more a crash tells.
                crash = crash.div_ceil(10);
            }
            tokio::time::sleep(Duration::from_millis(takes)).await;
            if self.strikes(Fault::CrashProjecting, crash) {
                self.die().await;
            }
            if self.strikes(Fault::FailedProjection, self.rates().failed_projection) {
                self.notes().count(|counts| counts.rejected += 1);
                return Err(failed("the disk is full"));
            }
            Ok(())
        })
    }

    fn after_projection<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            if self.strikes(Fault::CrashProjected, self.rates().crash_projected) {
                self.is_there_if_asked(units);
                self.die().await;
            }
            if self.strikes(Fault::UnansweredProjection, self.rates().unanswered_projection) {
                self.is_there_if_asked(units);
                self.notes().count(|counts| counts.unanswered += 1);
                return Err(failed("the answer was lost"));
            }
            Ok(())
        })
    }

    fn before_load(&self, _: StreamId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.read(self.rates().unreadable))
    }

    fn before_funds<'a>(&'a self, _: &'a [AccountId]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.read(self.rates().unreadable_wallet))
    }
}

//! The room's simulated disk. It is slow, it fails, it fills up, and the process dies at its
//! commits: before they are stored, or after that and before any answer.

use super::notes::{Fault, Notes};
use super::plan::Rates;
use super::script::World;
use super::watch::Watch;
use cardroom::clock::Clock;
use cardroom::ids::AccountId;
use cardroom::store::{Gate, StoreError, StreamId, Unit};
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
        self.notes().count(|counts| counts.crashes += 1);
        self.dies.notify_one();
        std::future::pending::<()>().await;
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

    fn before_load(&self, _: StreamId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.read(self.rates().unreadable))
    }

    fn before_funds<'a>(&'a self, _: &'a [AccountId]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.read(self.rates().unreadable_wallet))
    }
}

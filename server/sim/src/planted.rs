//! Faults planted into the room, one at a time. A few seeds must find each of them, which shows
//! that the checks work.

use crate::room::{Script, keep_panics, run};
use cardroom::wiring::Rules;
use cardroom_planted::plant;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub use cardroom_planted::Fault;

/// All faults that can be planted.
pub const FAULTS: &[Fault] = Fault::ALL;
/// The faults of verifiable deals. They are looked for in rooms that deal so.
pub const OF_DEALS: &[Fault] = &[
    Fault::OpenedAgain,
    Fault::OpeningToldEarly,
    Fault::LinkIgnored,
    Fault::PackExchanged,
    Fault::SeatMoved,
    Fault::SpareNotOpened,
    Fault::OtherLabel,
    Fault::BurnSkipped,
    Fault::SeedTwice,
];

/// How a fault was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The number of seeds played until the fault was found.
    pub seeds: u64,
    /// The check that failed.
    pub why: String,
}

/// Hunts these faults on several threads, and reports each result immediately. Returns
/// how many were found.
pub fn hunt_each(
    faults: &[Fault],
    threads: usize,
    hunt: impl Fn(Fault) -> Option<Hit> + Sync,
    tell: impl Fn(Fault, Option<&Hit>) + Sync,
) -> usize {
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(&fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let hit = hunt(fault);
                    found.fetch_add(usize::from(hit.is_some()), Ordering::Relaxed);
                    tell(fault, hit.as_ref());
                }
            });
        }
    });
    found.into_inner()
}

/// Plants a fault on this thread and plays seeds until one fails. Returns `None` if none fails.
#[must_use]
pub fn hunt(fault: Fault, first: u64, seeds: u64, rules: &Rules) -> Option<Hit> {
    keep_panics();
    plant(Some(fault));
    let hit = (0..seeds).find_map(|number| {
        let script = Script { deals: OF_DEALS.contains(&fault), ..Script::of(first + number) };
        let outcome = run(&script, rules);
        outcome.failure.map(|why| Hit { seeds: number + 1, why })
    });
    plant(None);
    hit
}

//! Faults planted into the room, one at a time: each must be found by a few seeds. This shows that the
//! hunter can see.

use crate::room::{Script, keep_panics, run};
use cardroom::wiring::Rules;
use cardroom_planted::{Fault, plant};

/// Every fault that can be planted.
pub const FAULTS: &[Fault] = Fault::ALL;

/// How a fault was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// By how many seeds.
    pub seeds: u64,
    /// What was not as it must be.
    pub why: String,
}

/// Plants a fault and plays seeds until one fails; `None` where none does.
#[must_use]
pub fn hunt(fault: Fault, first: u64, seeds: u64, rules: &Rules) -> Option<Hit> {
    keep_panics();
    plant(Some(fault));
    let hit = (0..seeds).find_map(|number| {
        let outcome = run(&Script::of(first + number), rules);
        outcome.failure.map(|why| Hit { seeds: number + 1, why })
    });
    plant(None);
    hit
}

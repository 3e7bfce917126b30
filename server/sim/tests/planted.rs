//! Planted faults are found, and a room without one passes: `cargo test --release -p cardroom-sim
//! --features planted --test planted`. `cardroom-sim planted` hunts all of them.
#![cfg(feature = "planted")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom::config::Config;
use cardroom::wiring::Rules;
use cardroom_sim::planted::{Fault, hunt, hunt_each};
use cardroom_sim::room::{Script, run};

/// The faults that show in nearly every room: in storing, sending, dealing,
/// betting, winning and timing.
const SEEN_AT_ONCE: [Fault; 12] = [
    Fault::ToldBeforeStored,
    Fault::AnswerForgotten,
    Fault::ViewLeaks,
    Fault::CardsToNeighbour,
    Fault::StepTwice,
    Fault::SmallerRaise,
    Fault::UncalledKept,
    Fault::WorstWins,
    Fault::StopCounted,
    Fault::ProjectedTwice,
    Fault::PositionBeforeData,
    Fault::TailBehindHole,
];
const SEEDS: u64 = 10;

#[test]
fn faults_are_found_by_a_few_seeds_and_the_same_seeds_hold_without_them() {
    let rules = Rules::of(&Config::default()).unwrap();
    let found = hunt_each(
        &SEEN_AT_ONCE,
        2,
        |fault| hunt(fault, 1, SEEDS, &rules),
        |fault, hit| assert!(hit.is_some(), "{fault:?} is not found"),
    );
    assert_eq!(found, SEEN_AT_ONCE.len());
    for seed in 1..=3 {
        assert_eq!(run(&Script::of(seed), &rules).failure, None, "seed {seed}");
    }
}

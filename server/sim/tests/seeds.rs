//! A whole room played from a seed is deterministic and passes all checks.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom::config::Config;
use cardroom::wiring::Rules;
use cardroom_sim::room::{Script, keep_panics, run};
use std::collections::BTreeSet;

#[test]
fn the_same_seed_is_the_same_history_and_no_other_is() {
    keep_panics();
    let rules = Rules::of(&Config::default()).unwrap();
    // A short run suffices, because any difference shows early.
    let script = |seed| Script { inputs: Some(600), ..Script::of(seed) };
    let mut hashes = BTreeSet::new();
    for seed in 1..=3 {
        let outcome = run(&script(seed), &rules);
        assert_eq!(outcome.failure, None);
        assert!(outcome.counts.inputs >= 600, "{outcome:?}");
        assert_eq!(run(&script(seed), &rules), outcome, "seed {seed}");
        hashes.insert(outcome.log_hash);
    }
    assert_eq!(hashes.len(), 3);
}

#[test]
fn a_seed_has_its_inputs_hands_and_faults_and_every_chip_comes_back() {
    keep_panics();
    let rules = Rules::of(&Config::default()).unwrap();
    let outcome = run(&Script::of(4), &rules);
    assert_eq!(outcome.failure, None, "{}", Script::of(4));
    let counts = outcome.counts;
    assert!(counts.inputs >= 2_000, "{counts:?}");
    assert!(counts.hands >= 100, "{counts:?}");
    assert!(outcome.faults >= 5, "{counts:?}");
}

#[test]
fn what_is_left_out_of_a_script_does_not_happen() {
    keep_panics();
    let rules = Rules::of(&Config::default()).unwrap();
    let script = Script { faults_before: Some(0), inputs: Some(600), ..Script::of(1) };
    let outcome = run(&script, &rules);
    assert_eq!((outcome.failure, outcome.counts.faults()), (None, 0));
}

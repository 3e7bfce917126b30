//! Two machines that take each other's place keep their promises, and a planted fault is found.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom_sim::standby::planted::{FLAWS, hunt};
use cardroom_sim::standby::{Counts, Script, play, run};

/// The most seeds by which every planted fault is found.
const SEEDS: u64 = 60;

#[test]
fn the_same_seed_is_the_same_history_and_no_other_is() {
    let script = Script { tells: true, ..Script::of(3) };
    let outcome = run(&script);
    assert_eq!(run(&script), outcome);
    assert_ne!(run(&Script::of(4)).log_hash, outcome.log_hash);
}

#[test]
fn a_few_seeds_hold_and_everything_happens_in_them() {
    let report = play(1, 20, 2, 1);
    assert_eq!(report.failed, []);
    let Counts { steps, actions, free, ended, taken_over, lost_answers, .. } = report.counts;
    let Counts { kills, hand_overs, stops, cuts, restarts, promotions, missing, .. } =
        report.counts;
    let happened = [
        steps,
        actions,
        free,
        ended,
        taken_over,
        lost_answers,
        kills,
        hand_overs,
        stops,
        cuts,
        restarts,
        promotions,
        missing,
    ];
    assert!(happened.iter().all(|count| *count > 0), "{:?}", report.counts);
    assert_eq!(report.seeds, 20);
}

#[test]
fn every_planted_fault_is_found() {
    for flaw in FLAWS {
        assert!(hunt(flaw, 1, SEEDS).is_some(), "{flaw:?} is not found");
    }
}

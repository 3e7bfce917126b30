//! Verifiable deals in simulated rooms: players verify each hand through crashes and lost
//! connections, and planted faults of the deal are found: `cargo test --release -p cardroom-sim
//! --features planted --test deals`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom::config::Config;
use cardroom::wiring::Rules;
use cardroom_sim::room::{Script, keep_panics, run};

#[test]
fn players_verify_hands_in_two_thirds_of_the_rooms() {
    keep_panics();
    let rules = Rules::of(&Config::default()).unwrap();
    let script = |seed| Script { inputs: Some(1_500), deals: true, ..Script::of(seed) };
    for seed in 1..=3 {
        let outcome = run(&script(seed), &rules);
        assert_eq!(outcome.failure, None, "{}", script(seed));
        assert_eq!(outcome.counts.verified > 0, seed != 3, "{seed}: {:?}", outcome.counts);
    }
}

#[cfg(feature = "planted")]
mod planted {
    use super::*;
    use cardroom_sim::planted::{OF_DEALS, hunt, hunt_each};

    const SEEDS: u64 = 20;

    #[test]
    fn each_fault_of_a_deal_is_found_by_a_few_seeds() {
        let rules = Rules::of(&Config::default()).unwrap();
        let found = hunt_each(
            OF_DEALS,
            2,
            |fault| hunt(fault, 1, SEEDS, &rules),
            |fault, hit| match hit {
                Some(hit) => eprintln!("{fault:?}: seed {}: {}", hit.seeds, hit.why),
                None => eprintln!("{fault:?} is not found"),
            },
        );
        assert_eq!(found, OF_DEALS.len());
    }
}

//! Prints how fast hands of every ranking are evaluated, as ratios to seven-card high hands in the
//! same run.
//!
//! Run it with `cargo run --release -p cardroom-cards --example evaluator_speed`. It measures one
//! core. Compare the ratios: they depend little on the machine and its load.

#![expect(clippy::print_stdout, reason = "the program prints its measurement")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardroom_cards::{Card, CardSet, HoleUse, Ranking, evaluate_high_slice, fisher_yates};

/// More than a branch predictor remembers, few enough to stay in the second-level cache.
const HANDS: usize = 1 << 13;

/// The number of timings per evaluator, taken in turn with the others. The best time counts.
const ROUNDS: usize = 9;

/// The shortest duration of one timing.
const LEAST: Duration = Duration::from_millis(40);

struct Spot {
    hole: Vec<Card>,
    board: Vec<Card>,
}

/// The hands of one game and their evaluator.
struct Contest {
    name: &'static str,
    spots: Vec<Spot>,
    evaluate: Box<dyn Fn(&Spot) -> bool>,
    best: f64,
}

fn main() {
    let mut contests = contests();
    for _ in 0..ROUNDS {
        for contest in &mut contests {
            contest.best = contest.best.max(per_second(contest));
        }
    }
    let high = contests[0].best;
    println!("{:<34} {:>14} {:>9}", "one core", "hands/s", "to High");
    for contest in contests {
        println!("{:<34} {:>14.0} {:>9.3}", contest.name, contest.best, contest.best / high);
    }
}

fn contests() -> Vec<Contest> {
    use HoleUse::{Any, ExactlyTwo};
    let by_ranking = |name, ranking: Ranking, hole, board, hole_use| Contest {
        name,
        spots: spots(ranking, hole, board),
        evaluate: Box::new(move |spot| ranking.value(&spot.hole, &spot.board, hole_use).is_some()),
        best: 0.0,
    };
    vec![
        by_ranking("High, 7 cards", Ranking::High, 2, 5, Any),
        Contest {
            name: "evaluate_high_slice, 7 cards",
            spots: spots(Ranking::High, 7, 0),
            evaluate: Box::new(|spot| evaluate_high_slice(&spot.hole).is_some()),
            best: 0.0,
        },
        by_ranking("High, 7 cards without a board", Ranking::High, 7, 0, Any),
        by_ranking("ShortDeckHigh, 7 cards", Ranking::ShortDeckHigh, 2, 5, Any),
        by_ranking("ShortDeckTripsHigh, 7 cards", Ranking::ShortDeckTripsHigh, 2, 5, Any),
        by_ranking("AceFiveLow, 7 cards", Ranking::AceFiveLow, 7, 0, Any),
        by_ranking("EightOrBetter, 7 cards", Ranking::EightOrBetter, 7, 0, Any),
        by_ranking("DeuceSevenLow, 5 cards", Ranking::DeuceSevenLow, 5, 0, Any),
        by_ranking("DeuceSevenLow, 7 cards", Ranking::DeuceSevenLow, 7, 0, Any),
        by_ranking("Badugi, 4 cards", Ranking::Badugi, 4, 0, Any),
        by_ranking("AceHighBadugi, 5 cards", Ranking::AceHighBadugi, 5, 0, Any),
        by_ranking("High, Omaha (60 choices)", Ranking::High, 4, 5, ExactlyTwo),
        by_ranking("High, 5-card Omaha (100 choices)", Ranking::High, 5, 5, ExactlyTwo),
        by_ranking("High, 6-card Omaha (150 choices)", Ranking::High, 6, 5, ExactlyTwo),
        by_ranking("EightOrBetter, Omaha", Ranking::EightOrBetter, 4, 5, ExactlyTwo),
        by_ranking("EightOrBetter, 5-card Omaha", Ranking::EightOrBetter, 5, 5, ExactlyTwo),
        by_ranking("AceFiveLow, Omaha", Ranking::AceFiveLow, 4, 5, ExactlyTwo),
    ]
}

fn per_second(contest: &Contest) -> f64 {
    let start = Instant::now();
    let mut evaluated = 0_u32;
    while start.elapsed() < LEAST {
        for chunk in contest.spots.chunks(256) {
            let hands = black_box(chunk).iter().filter(|spot| (contest.evaluate)(spot)).count();
            black_box(hands);
            evaluated += 256;
        }
    }
    f64::from(evaluated) / start.elapsed().as_secs_f64()
}

/// Returns random hands and boards, drawn with the high bits of Knuth's
/// MMIX linear congruential generator.
fn spots(ranking: Ranking, hole: usize, board: usize) -> Vec<Spot> {
    let deck = match ranking {
        Ranking::ShortDeckHigh | Ranking::ShortDeckTripsHigh => CardSet::short36(),
        _ => CardSet::full52(),
    };
    let mut deck: Vec<Card> = deck.iter().collect();
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(state >> 32).expect("32 bits are left")
    };
    let deal = |_| {
        fisher_yates(&mut deck, &mut next);
        let (hole, rest) = deck.split_at(hole);
        Spot { hole: hole.to_vec(), board: rest[..board].to_vec() }
    };
    (0..HANDS).map(deal).collect()
}

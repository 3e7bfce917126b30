//! Prints how many hands per second the evaluator handles, next to an evaluator that follows the
//! rulebook.
//!
//! Run it with `cargo run --release -p cardroom-cards --example eval_speed`. It measures one core.
//! The hands come from a fixed sequence, and both evaluators must agree on the category of each.

#![expect(clippy::print_stdout, reason = "the program prints its measurement")]

use std::hint::black_box;
use std::time::Instant;

use cardroom_cards::{Card, CardSet, evaluate_high, evaluate_high_slice};

#[path = "../tests/suite/naive/high.rs"]
mod naive;

/// More than a branch predictor remembers, few enough to stay in the second-level cache.
const HANDS: usize = 1 << 14;
const FAST_ROUNDS: usize = 2_000;
const NAIVE_ROUNDS: usize = 4;

fn main() {
    for size in [5, 7] {
        let cards = random_hands(size);
        let hands: Vec<&[Card]> = cards.chunks_exact(size).collect();
        let sets: Vec<CardSet> = hands.iter().map(|hand| hand.iter().collect()).collect();

        let by_set = measure(FAST_ROUNDS, &sets, |&set| {
            evaluate_high(set).map_or(0, |value| value.category().index())
        });
        let by_slice = measure(FAST_ROUNDS / 2, &hands, |hand| {
            evaluate_high_slice(hand).map_or(0, |value| value.category().index())
        });
        for (set, hand) in sets.iter().zip(&hands) {
            let category = evaluate_high(*set).map(|value| value.category().index());
            assert_eq!(category, Some(naive::naive_high(hand).0), "{set}");
        }
        let naive = measure(NAIVE_ROUNDS, &hands, |hand| naive::naive_high(hand).0);

        println!("{size} cards, hands per second on one core:");
        println!("  evaluate_high        {:>12.0}", by_set);
        println!("  evaluate_high_slice  {:>12.0}", by_slice);
        println!("  naive                {:>12.0}", naive);
        println!("  evaluate_high is {:.0} times as fast as naive", by_set / naive);
    }
}

/// Returns hands per second from the best of five runs, which other programs disturbed least.
fn measure<Hand>(rounds: usize, hands: &[Hand], evaluate: impl Fn(&Hand) -> u8) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..rounds.div_ceil(5) {
            let sum: u64 = black_box(hands).iter().map(|hand| u64::from(evaluate(hand))).sum();
            black_box(sum);
        }
        let evaluated = (rounds.div_ceil(5) * hands.len()) as f64;
        best = best.max(evaluated / start.elapsed().as_secs_f64());
    }
    best
}

/// Returns hands of distinct cards one after another, drawn with the high bits of Knuth's
/// MMIX linear congruential generator.
fn random_hands(size: usize) -> Vec<Card> {
    let mut state = 1_u64;
    let mut next_card = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = ((state >> 32) * u64::from(Card::COUNT)) >> 32;
        u8::try_from(index).ok().and_then(Card::from_index).expect("below 52")
    };
    let mut cards = Vec::with_capacity(HANDS * size);
    for hand in 0..HANDS {
        while cards.len() < (hand + 1) * size {
            let card = next_card();
            if !cards[hand * size..].contains(&card) {
                cards.push(card);
            }
        }
    }
    cards
}

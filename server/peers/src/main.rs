//! Plays six-handed no-limit hold'em with 100 big blinds, on one thread and with one random policy,
//! by turns in this engine and in rs_poker's arena. Prints the actions per second of both for each
//! round and the ratio of the medians.
//!
//! The policy: facing a bet, fold in one of four cases, call in two, raise in one; otherwise check
//! in three and bet in one. Amounts are uniformly distributed between the minimum and the maximum.
//! Every hand begins with full stacks, and both sides draw only the cards that can come, from the
//! same kind of dice.
//!
//! This engine always produces and applies every event of every hand. The arena is measured twice:
//! once with a listener that receives every event, which is the same work, and once without.
//!
//! Times are CPU time of this thread, so that other work on the machine disturbs little.
//!
//! `cargo run --release --manifest-path server/peers/Cargo.toml [rounds] [seconds]`

mod ours;
mod theirs;

use rand_core::TryRng;
use std::convert::Infallible;
use std::time::{Duration, Instant};

const SEATS: u8 = 6;
const STACK: u64 = 10_000;
const SMALL_BLIND: u64 = 50;
const BIG_BLIND: u64 = 100;

/// SplitMix64, used by both sides, so that only the engines differ.
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap_or_default()
    }

    fn below(&mut self, bound: u64) -> u64 {
        (u64::from(self.next()) * bound) >> 32
    }
}

/// Lets the arena draw its cards from the same dice.
impl TryRng for Dice {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.next()) << 32 | u64::from(self.next()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// A decision of the policy.
enum Wish {
    FoldOrCheck,
    CheckOrCall,
    Raise,
}

fn wish(dice: &mut Dice) -> Wish {
    match dice.below(4) {
        0 => Wish::FoldOrCheck,
        1 | 2 => Wish::CheckOrCall,
        _ => Wish::Raise,
    }
}

#[derive(Clone, Copy, Default)]
struct Played {
    hands: u64,
    actions: u64,
}

struct Rate {
    hands: f64,
    actions: f64,
    per_hand: f64,
}

/// Returns the CPU time of this thread if the system reports it (Linux), which excludes other work
/// on the machine. Otherwise returns the time since the start.
fn own_time(start: Instant) -> Duration {
    let scheduled = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = scheduled.and_then(|line| line.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn measure(seconds: u64, mut batch: impl FnMut() -> Played) -> Rate {
    let start = Instant::now();
    let before = own_time(start);
    let mut played = Played::default();
    while start.elapsed() < Duration::from_secs(seconds) {
        let more = batch();
        played.hands += more.hands;
        played.actions += more.actions;
    }
    let took = (own_time(start) - before).as_secs_f64();
    let (hands, actions) = (played.hands as f64, played.actions as f64);
    Rate { hands: hands / took, actions: actions / took, per_hand: actions / hands }
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = |index: usize, default: u64| {
        std::env::args().nth(index).map_or(Ok(default), |word| word.parse())
    };
    let (rounds, seconds) = (argument(1, 5)?, argument(2, 3)?);
    let mut ours = ours::Engine::new()?;
    let mut telling = theirs::Arena::new(true);
    let mut silent = theirs::Arena::new(false);
    let mut rates = [Vec::new(), Vec::new(), Vec::new()];
    let names = ["cardroom", "rs_poker, told", "rs_poker, silent"];
    println!("round  engine              actions/s     hands/s  actions/hand");
    for round in 1..=rounds {
        let measured = [
            measure(seconds, || ours.hundred_hands()),
            measure(seconds, || telling.hundred_hands()),
            measure(seconds, || silent.hundred_hands()),
        ];
        for ((rate, name), rates) in measured.iter().zip(names).zip(&mut rates) {
            let Rate { actions, hands, per_hand } = rate;
            println!("{round:>5}  {name:<17} {actions:>11.0} {hands:>11.0} {per_hand:>13.2}");
            rates.push(rate.actions);
        }
    }
    let [own, told, quiet] = rates.map(median);
    println!("median actions/s: {own:.0}, {told:.0}, {quiet:.0}");
    println!(
        "cardroom plays {:.2} times the actions of rs_poker's arena when both tell",
        own / told
    );
    println!("every event, and {:.2} times those of the arena when it tells nobody", own / quiet);
    Ok(())
}

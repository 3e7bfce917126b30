//! Probabilities: of what was counted, and of what a fair shuffle gives.

use crate::CARDS;
use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal};

/// Returns the probability that chi-squared is at least this large.
pub(crate) fn of_chi_squared(statistic: f64, freedom: u32) -> f64 {
    match ChiSquared::new(f64::from(freedom)) {
        Ok(_) if statistic <= 0.0 => 1.0,
        Ok(distribution) => distribution.sf(statistic),
        Err(_) => 0.0,
    }
}

/// Returns the probability that a binomial count differs from its mean in this direction by at
/// least as much, and the distance in standard deviations.
///
/// This is the saddlepoint approximation of Lugannani and Rice with its correction for integers. It
/// holds in the tails, where the normal distribution alone is wrong by a factor.
pub(crate) fn of_count(count: u32, trials: u32, probability: f64) -> (f64, f64) {
    let (count, trials) = (f64::from(count), f64::from(trials));
    let mean = trials * probability;
    let distance = (count - mean) / (mean * (1.0 - probability)).sqrt();
    // A count below the mean is one of failures above theirs.
    let tail = if count < mean {
        above(trials - count, trials, 1.0 - probability)
    } else {
        above(count, trials, probability)
    };
    (tail, distance)
}

/// Returns the probability of at least `count`, which is not below the mean.
fn above(count: f64, trials: f64, probability: f64) -> f64 {
    let mean = trials * probability;
    if count - mean < 0.5 {
        return 0.5;
    }
    let rest = trials - count;
    if rest < 0.5 {
        return probability.powf(trials);
    }
    let tilt = (count * (1.0 - probability) / (rest * probability)).ln();
    let divergence = count * (count / mean).ln() + rest * (rest / (trials - mean)).ln();
    let root = (2.0 * divergence).sqrt();
    let scale = (1.0 - (-tilt).exp()) * (count * rest / trials).sqrt();
    let normal = Normal::standard();
    let density = (-divergence).exp() / std::f64::consts::TAU.sqrt();
    (normal.sf(root) + density * (1.0 / scale - 1.0 / root)).clamp(0.0, 1.0)
}

/// Returns the probability that the least of `tests` probabilities is at most this (Šidák).
pub(crate) fn of_least(probability: f64, tests: u32) -> f64 {
    -(f64::from(tests) * (-probability.min(1.0)).ln_1p()).exp_m1()
}

/// Returns the share of the orders of `cards` cards in which no card is in its own place.
fn deranged(cards: usize) -> f64 {
    let mut term = 1.0;
    let mut sum = 1.0;
    for card in 1..=cards {
        term /= -(card as f64);
        sum += term;
    }
    sum
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|factor| factor as f64).product()
}

/// Returns the probability of each number of cards in their own places.
pub(crate) fn own_places() -> Vec<f64> {
    (0..=CARDS).map(|own| deranged(CARDS - own) / factorial(own)).collect()
}

/// Returns the probability of each number of cards that directly follow the card below them.
pub(crate) fn kept_neighbors() -> Vec<f64> {
    let of = |kept: usize| {
        let rest = CARDS - kept;
        let share = rest as f64 * deranged(rest) + deranged(rest - 1);
        share / (factorial(kept) * CARDS as f64)
    };
    (0..CARDS).map(of).collect()
}

/// Returns the probability of each number of cards that lie above the card below them: the
/// Eulerian numbers. One more is the number of rising sequences.
pub(crate) fn falls() -> Vec<f64> {
    let mut shares = vec![1.0];
    for cards in 2..=CARDS {
        let of = |falls: usize| {
            let stays = shares.get(falls).map_or(0.0, |share| (falls + 1) as f64 * share);
            let below = falls.checked_sub(1).and_then(|falls| shares.get(falls));
            let rises = below.map_or(0.0, |share| (cards - falls) as f64 * share);
            (stays + rises) / cards as f64
        };
        shares = (0..cards).map(of).collect();
    }
    shares
}

/// Returns the probability of each category of five cards, from a high card to a straight flush.
pub(crate) fn five_card_hands() -> Vec<f64> {
    const HANDS: [u32; 9] = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
    HANDS.iter().map(|hands| f64::from(*hands) / 2_598_960.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_probabilities_of_a_kind_add_up_to_one() {
        for shares in [own_places(), kept_neighbors(), falls(), five_card_hands()] {
            let sum: f64 = shares.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        }
    }

    #[test]
    fn the_means_are_those_that_symmetry_gives() {
        let mean = |shares: Vec<f64>| -> f64 {
            shares.iter().enumerate().map(|(count, share)| count as f64 * share).sum()
        };
        assert!((mean(own_places()) - 1.0).abs() < 1e-12);
        assert!((mean(kept_neighbors()) - 51.0 / 52.0).abs() < 1e-12);
        assert!((mean(falls()) - 25.5).abs() < 1e-9);
    }

    /// Sums a binomial tail term by term.
    fn exact(count: u32, trials: u32, probability: f64) -> f64 {
        let mut ln_term = f64::from(trials) * (1.0 - probability).ln();
        let odds = (probability / (1.0 - probability)).ln();
        let mut sum = 0.0;
        for hits in 0..=trials {
            if hits >= count {
                sum += ln_term.exp();
            }
            ln_term += odds + f64::from(trials - hits).ln() - f64::from(hits + 1).ln();
        }
        sum
    }

    #[test]
    fn a_tail_agrees_with_the_sum_of_its_terms() {
        for (count, trials, probability) in
            [(240, 10_000, 1.0 / 52.0), (290, 10_000, 1.0 / 52.0), (900, 10_000, 1.0 / 13.0)]
        {
            let (tail, _) = of_count(count, trials, probability);
            let exact = exact(count, trials, probability);
            assert!((tail / exact - 1.0).abs() < 0.01, "{count}: {tail} for {exact}");
        }
        let (below, distance) = of_count(140, 10_000, 1.0 / 52.0);
        let exact = exact(9_860, 10_000, 51.0 / 52.0);
        assert!(distance < -3.0 && (below / exact - 1.0).abs() < 0.01, "{below} for {exact}");
    }

    #[test]
    fn chi_squared_and_the_least_of_many_have_known_values() {
        // 5 % points of the tables.
        assert!((of_chi_squared(3.841_458_8, 1) - 0.05).abs() < 1e-7);
        assert!((of_chi_squared(18.307_038, 10) - 0.05).abs() < 1e-7);
        // A large number of degrees of freedom is close to a normal distribution.
        assert!((of_chi_squared(40_319.0, 40_319) - 0.5).abs() < 0.002);
        assert!((of_least(0.01, 100) - (1.0 - 0.99_f64.powi(100))).abs() < 1e-12);
        assert!(of_least(1e-300, 2_704) > 0.0, "no digits are lost");
    }
}

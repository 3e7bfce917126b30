//! Probabilities of counts and sums: how rare a measure would be by chance.

/// The upper bound of a rarity: one in ten to the power of 100.
const MOST_RARITY: u32 = 10_000;

/// One report in twenty may show a measure that stands out by chance.
const MARKS_BY_CHANCE: f64 = 0.05;

/// The bound of this many measures applies to reports with fewer, because players are not dice.
const LEAST_MEASURES: u32 = 50;

/// The most observations that a base rate counts for. A base rate from thousands of hands would
/// otherwise make every difference of style look rare.
const MOST_WEIGHT: f64 = 40.0;

/// Returns a probability as hundredths of its negative decimal logarithm: 200 is one in a hundred.
pub(super) fn rarity(probability: f64) -> u32 {
    let hundredths = -100.0 * probability.clamp(1e-100, 1.0).log10();
    whole(hundredths).min(MOST_RARITY)
}

/// Returns the least rarity of a measure that stands out among this many: Bonferroni's bound.
pub(super) fn threshold(measures: usize) -> u32 {
    // A report has far fewer measures than a float has whole numbers.
    let measures = u32::try_from(measures).unwrap_or(u32::MAX).max(LEAST_MEASURES);
    rarity(MARKS_BY_CHANCE / f64::from(measures))
}

/// A base rate: hits and misses of others, including the field's rate as a prior.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Base {
    hits: f64,
    misses: f64,
}

impl Base {
    /// Returns the rate of the player against others, plus the field's rate
    /// as 20 more observations.
    pub(super) fn of(hits: u32, of: u32, field_hits: u32, field_of: u32) -> Self {
        let field = f64::from(field_hits + 1) / f64::from(field_of + 2);
        let hits = f64::from(hits) + 20.0 * field;
        let all = f64::from(of) + 20.0;
        let weight = all.min(MOST_WEIGHT);
        Self { hits: weight * hits / all, misses: weight * (all - hits) / all }
    }

    /// Raises the rate to at least this many thousandths.
    pub(super) fn at_least(self, thousandths: u32) -> Self {
        let weight = self.hits + self.misses;
        let rate = self.rate().max(f64::from(thousandths) / 1_000.0);
        Self { hits: weight * rate, misses: weight * (1.0 - rate) }
    }

    fn rate(self) -> f64 {
        self.hits / (self.hits + self.misses)
    }

    /// Returns the rate in thousandths.
    pub(super) fn thousandths(self) -> u32 {
        whole(1_000.0 * self.rate())
    }

    /// Returns the probability of `hits` or more: the upper tail of the beta-binomial distribution.
    pub(super) fn at_least_so_many(self, hits: u32, of: u32) -> f64 {
        tail(hits, of, self.hits, self.misses)
    }

    /// Returns the probability of `hits` or fewer.
    pub(super) fn at_most_so_many(self, hits: u32, of: u32) -> f64 {
        tail(of - hits, of, self.misses, self.hits)
    }
}

/// Returns the probability of at least `hits` of `of`, if the rate has a beta distribution.
fn tail(hits: u32, of: u32, alpha: f64, beta: f64) -> f64 {
    if hits == 0 {
        return 1.0;
    }
    let n = f64::from(of);
    let together = ln_beta(alpha, beta);
    let chance = |hits: u32| {
        let k = f64::from(hits);
        let ways = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
        (ways + ln_beta(k + alpha, n - k + beta) - together).exp()
    };
    (hits..=of).map(chance).sum::<f64>().clamp(0.0, 1.0)
}

fn ln_beta(one: f64, other: f64) -> f64 {
    ln_gamma(one) + ln_gamma(other) - ln_gamma(one + other)
}

/// Returns the logarithm of the gamma function for positive numbers. Uses Stirling's series from 8
/// on, and the recurrence below (NIST Digital Library of Mathematical Functions, 5.11.1 and 5.5.1).
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 0.0);
    while x < 8.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse
        * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1_260.0 - square / 1_680.0)));
    shift + (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series
}

/// Returns the rarity of a sum of flows, given the sum of their squares.
///
/// If flows in both directions are equally likely, the sum is above t roots with a probability of
/// at most exp(-t²/2), whatever their sizes (B. Efron, "Student's t-test under symmetry
/// conditions", JASA 64, 1969). This uses twice that, because either of the two could be the payer.
/// By this measure one all-in pot can never be rare, and ten of them in a row are.
pub(super) fn rarity_of_sum(sum: i128, squares: u128) -> u32 {
    if sum <= 0 || squares == 0 {
        return 0;
    }
    // Both are far below the range of a float, and three digits are enough.
    #[allow(clippy::cast_precision_loss)]
    let (sum, squares) = (sum as f64, squares as f64);
    rarity(2.0 * (-sum * sum / squares / 2.0).exp())
}

/// Returns the square root of a sum of squares.
pub(super) fn root(squares: u128) -> u64 {
    squares.isqrt().try_into().unwrap_or(u64::MAX)
}

/// Returns the standard error of a rate in thousandths. One hit and one miss are added, so that a
/// single observation is not certain.
pub(super) fn error_of_rate(hits: u32, of: u32) -> u32 {
    let all = f64::from(of) + 2.0;
    let rate = (f64::from(hits) + 1.0) / all;
    whole(1_000.0 * (rate * (1.0 - rate) / all).sqrt())
}

fn whole(number: f64) -> u32 {
    // A cast from a float saturates.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = number.round() as u32;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-9 * other.abs().max(1.0), "{one} is not {other}");
    }

    #[test]
    fn the_gamma_function_is_the_factorial() {
        near(ln_gamma(1.0), 0.0);
        near(ln_gamma(11.0), 3_628_800_f64.ln());
        near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
    }

    #[test]
    fn tails_of_the_beta_binomial_distribution() {
        // With a uniform rate every count is equally likely.
        near(tail(3, 9, 1.0, 1.0), 0.7);
        near(tail(0, 9, 2.0, 5.0), 1.0);
        // Two of two at Beta(2, 3): 2/5 * 3/6.
        near(tail(2, 2, 2.0, 3.0), 0.2);
        let base = Base { hits: 2.0, misses: 3.0 };
        near(base.at_most_so_many(1, 2), 0.8);
        assert_eq!((rarity(0.01), rarity(1.0), rarity(0.0)), (200, 0, MOST_RARITY));
        assert_eq!((threshold(1), threshold(50), threshold(5_000)), (300, 300, 500));
    }

    #[test]
    fn a_base_rate_leans_on_the_field_and_never_weighs_more_than_so_much() {
        let base = |hits, of| Base::of(hits, of, 9_999, 19_998);
        assert_eq!(base(0, 0).thousandths(), 500);
        assert_eq!(base(0, 20).thousandths(), 250);
        assert_eq!(base(0, 20).at_least(400).thousandths(), 400);
        // Against 1,000 hands at the same rate, 60 of 100 are not rare.
        assert!(rarity(base(5_000, 10_000).at_least_so_many(60, 100)) < 100);
        assert!(rarity(base(5_000, 10_000).at_least_so_many(95, 100)) > 400);
    }

    #[test]
    fn one_large_pot_is_not_rare_and_many_in_one_direction_are() {
        assert_eq!(rarity_of_sum(10_000, 100_000_000), 0);
        let in_a_row = |pots: u32| rarity_of_sum(i128::from(pots) * 100, u128::from(pots) * 10_000);
        assert!(in_a_row(5) < 100);
        assert!(in_a_row(40) > 800);
        assert_eq!(rarity_of_sum(-500, 100), 0);
    }
}

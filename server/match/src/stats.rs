//! Statistics of a match: means, intervals, drift, and a test that may end early.
//! All amounts are in thousandths of a big blind a hand (mbb).

use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};

/// Fewer scores than this give no interval: their spread is known too badly.
pub const LEAST_FOR_INTERVAL: usize = 30;

/// The share of intervals that contain the true rate.
pub const CONFIDENCE: f64 = 0.95;

/// How often a test for drift finds some where there is none.
const DRIFT_ALPHA: f64 = 0.01;

/// The probability of each kind of wrong verdict in a sequential test.
const WRONG_VERDICT: f64 = 0.05;

/// A mean of scores and how sure it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub mean: f64,
    /// Half the width of the interval; `None` with too few scores.
    pub half_width: Option<f64>,
    /// The standard deviation of the scores; 0 for fewer than two.
    pub deviation: f64,
    pub count: usize,
}

impl Estimate {
    /// Estimates the mean of independent scores, with Student's *t* distribution. `tests` is the
    /// number of intervals that shall all be right together (Bonferroni); 1 for a single one.
    #[must_use]
    pub fn of(scores: &[f64], tests: usize, least: usize) -> Self {
        let Moments { mean, variance, count } = Moments::of(scores);
        let deviation = variance.sqrt();
        let enough = count >= least.max(2);
        let half_width = enough.then(|| {
            let alpha = (1.0 - CONFIDENCE) / tests.max(1) as f64;
            critical_t(alpha, (count - 1) as f64) * deviation / (count as f64).sqrt()
        });
        Self { mean, half_width, deviation, count }
    }

    /// Returns `Some(true)` if the mean is above zero beyond doubt, `Some(false)` if it is below,
    /// and `None` if the interval contains zero or there is none.
    #[must_use]
    pub fn is_above_zero(&self) -> Option<bool> {
        let half_width = self.half_width?;
        if self.mean > half_width {
            return Some(true);
        }
        (self.mean < -half_width).then_some(false)
    }
}

/// Returns the distance from the mean that a *t*-distributed value exceeds with this probability,
/// in either direction.
fn critical_t(alpha: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) => student.inverse_cdf(1.0 - alpha / 2.0),
        Err(_) => f64::INFINITY,
    }
}

fn critical_normal(alpha: f64) -> f64 {
    Normal::standard().inverse_cdf(1.0 - alpha / 2.0)
}

/// The mean and the unbiased variance of scores.
#[derive(Clone, Copy, Debug)]
struct Moments {
    mean: f64,
    variance: f64,
    count: usize,
}

impl Moments {
    /// Adds up in the order of the scores, so that the same scores give the same bits.
    fn of(scores: &[f64]) -> Self {
        let count = scores.len();
        let mean = if count == 0 { 0.0 } else { scores.iter().sum::<f64>() / count as f64 };
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let variance = if count < 2 { 0.0 } else { squares / (count - 1) as f64 };
        Self { mean, variance, count }
    }

    fn error(self) -> f64 {
        (self.variance / self.count.max(1) as f64).sqrt()
    }
}

/// A sign that the hands of a session are not independent, as of a bot that learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drift {
    /// The correlation of a hand's result with the next one's.
    pub lag_one: f64,
    /// How much better the second half went than the first.
    pub halves: f64,
    pub lag_one_is_significant: bool,
    pub halves_differ: bool,
}

impl Drift {
    /// Tests the results of sessions, each in the order in which its hands were played. Returns
    /// `None` with too few hands.
    #[must_use]
    pub fn of(sessions: &[Vec<f64>]) -> Option<Self> {
        let count: usize = sessions.iter().map(Vec::len).sum();
        if count < 2 * LEAST_FOR_INTERVAL {
            return None;
        }
        let (mut together, mut squares) = (0.0, 0.0);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for results in sessions {
            let mean = Moments::of(results).mean;
            squares += results.iter().map(|result| (result - mean).powi(2)).sum::<f64>();
            let pairs = results.iter().zip(results.iter().skip(1));
            together += pairs.map(|(one, next)| (one - mean) * (next - mean)).sum::<f64>();
            let (early, late) = results.split_at(results.len() / 2);
            first.extend_from_slice(early);
            second.extend_from_slice(late);
        }
        let lag_one = if squares > 0.0 { together / squares } else { 0.0 };
        let (first, second) = (Moments::of(&first), Moments::of(&second));
        let error = first.error().hypot(second.error());
        let halves = second.mean - first.mean;
        let critical = critical_normal(DRIFT_ALPHA);
        Some(Self {
            lag_one,
            halves,
            lag_one_is_significant: lag_one.abs() * (count as f64).sqrt() > critical,
            halves_differ: halves.abs() > critical * error,
        })
    }

    /// Returns `true` if one of the tests failed.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.lag_one_is_significant || self.halves_differ
    }
}

/// A sequential test of two rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    /// "At most this much."
    pub low: f64,
    /// "At least this much."
    pub high: f64,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    AtMostLow,
    AtLeastHigh,
    Open,
}

impl Sequential {
    /// Returns the logarithm of how much likelier the scores are at the high rate than at the low
    /// one. This is the generalized sequential probability ratio test with a normal
    /// approximation, as chess engines are tested (Michel Van den Bergh, "The generalized
    /// sequential probability ratio test for chess").
    #[must_use]
    pub fn log_likelihood_ratio(&self, scores: &[f64]) -> f64 {
        let Moments { mean, variance, count } = Moments::of(scores);
        if variance <= 0.0 {
            return 0.0;
        }
        let width = self.high - self.low;
        count as f64 * width * (2.0 * mean - self.low - self.high) / (2.0 * variance)
    }

    /// Returns the verdict on a ratio, for errors of either kind in 5 of 100 matches.
    #[must_use]
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let bound = ((1.0 - WRONG_VERDICT) / WRONG_VERDICT).ln();
        if ratio >= bound {
            Verdict::AtLeastHigh
        } else if ratio <= -bound {
            Verdict::AtMostLow
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use rand::{RngExt as _, SeedableRng as _};

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-3
    }

    #[test]
    fn the_critical_values_are_those_of_the_tables() {
        // NIST, Engineering Statistics Handbook, 1.3.6.7.2: t(0.975) for 1, 10 and 29 degrees of
        // freedom.
        assert!(near(critical_t(0.05, 1.0), 12.706));
        assert!(near(critical_t(0.05, 10.0), 2.228));
        assert!(near(critical_t(0.05, 29.0), 2.045));
        assert!(near(critical_t(0.05, 1e6), 1.960));
        assert!(near(critical_normal(0.05), 1.960) && near(critical_normal(0.01), 2.576));
    }

    #[test]
    fn an_interval_needs_thirty_scores() {
        let scores: Vec<f64> = (1..=30).map(f64::from).collect();
        let estimate = Estimate::of(&scores, 1, LEAST_FOR_INTERVAL);
        assert!(near(estimate.mean, 15.5) && near(estimate.deviation, 8.803));
        // 2.0452 * 8.8034 / sqrt(30)
        assert!(near(estimate.half_width.unwrap(), 3.287));
        assert_eq!(estimate.is_above_zero(), Some(true));
        assert_eq!(Estimate::of(&scores[1..], 1, LEAST_FOR_INTERVAL).half_width, None);
        // With ten pairs, each interval is one of 99.5 %: t(0.9975, 29) = 3.038.
        let widened = Estimate::of(&scores, 10, LEAST_FOR_INTERVAL);
        assert!(near(widened.half_width.unwrap(), 4.883), "{widened:?}");
    }

    #[test]
    fn scores_that_are_all_the_same_have_no_width() {
        let estimate = Estimate::of(&[0.0; 40], 1, LEAST_FOR_INTERVAL);
        assert_eq!((estimate.mean, estimate.half_width), (0.0, Some(0.0)));
        assert_eq!(estimate.is_above_zero(), None);
        assert_eq!(Estimate::of(&[], 1, LEAST_FOR_INTERVAL).mean, 0.0);
    }

    #[test]
    fn a_bot_that_gets_better_is_noticed() {
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let mut noise = |_| rng.random_range(-100.0..100.0);
        let steady: Vec<f64> = (0..2_000).map(&mut noise).collect();
        let drift = Drift::of(&[steady.clone(), steady]).unwrap();
        assert!(!drift.is_found(), "{drift:?}");
        let learns: Vec<f64> =
            (0..2_000).map(|hand| noise(hand) + f64::from(hand) / 50.0).collect();
        let drift = Drift::of(&[learns]).unwrap();
        assert!(drift.halves_differ && drift.halves > 0.0, "{drift:?}");
        let swings: Vec<f64> = (0..2_000).map(|hand| f64::from(hand / 2 % 2)).collect();
        assert!(!Drift::of(&[swings]).unwrap().lag_one_is_significant);
        let waves: Vec<f64> = (0..2_000).map(|hand| f64::from(hand / 20 % 2)).collect();
        assert!(Drift::of(&[waves]).unwrap().lag_one_is_significant);
        assert_eq!(Drift::of(&[vec![1.0; 59]]), None);
    }

    #[test]
    fn a_sequential_test_weighs_two_rates() {
        let test = Sequential { low: 0.0, high: 20.0 };
        let around = |mean: f64| -> Vec<f64> {
            (0..400).map(|hand| mean + if hand % 2 == 0 { 100.0 } else { -100.0 }).collect()
        };
        // 400 * 20 * (2 * 20 - 20) / (2 * 10025.06)
        let ratio = test.log_likelihood_ratio(&around(20.0));
        assert!(near(ratio, 7.980), "{ratio}");
        assert_eq!(test.verdict(ratio), Verdict::AtLeastHigh);
        assert_eq!(test.verdict(test.log_likelihood_ratio(&around(0.0))), Verdict::AtMostLow);
        let between = test.log_likelihood_ratio(&around(10.0));
        assert!(near(between, 0.0));
        assert_eq!(test.verdict(between), Verdict::Open);
        assert_eq!(test.log_likelihood_ratio(&[5.0; 10]), 0.0, "nothing is known of their spread");
        // ln(0.95 / 0.05)
        assert_eq!(test.verdict(2.944), Verdict::Open);
        assert_eq!(test.verdict(2.945), Verdict::AtLeastHigh);
    }
}

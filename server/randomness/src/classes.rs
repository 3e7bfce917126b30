//! Counts of classes, and chi-squared of them.

use crate::chance::of_chi_squared;

/// The least count that a class is expected to have. Rarer classes are counted together.
const LEAST_EXPECTED: f64 = 10.0;

/// Chi-squared of some counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ChiSquared {
    pub(crate) statistic: f64,
    pub(crate) freedom: u32,
}

impl ChiSquared {
    /// Tests counts of classes that are equally likely. `bound` is the number of counts that follow
    /// from the others.
    pub(crate) fn of_equal(counts: impl Iterator<Item = u32> + Clone, bound: u32) -> Self {
        let (classes, sum) = counts
            .clone()
            .fold((0_u32, 0.0), |(classes, sum), count| (classes + 1, sum + f64::from(count)));
        let expected = sum / f64::from(classes);
        let misfit = |count: u32| (f64::from(count) - expected).powi(2) / expected;
        Self { statistic: counts.map(misfit).sum(), freedom: classes.saturating_sub(bound) }
    }

    /// Tests counts of classes with these probabilities. Neighboring classes are counted together
    /// until enough is expected of them.
    pub(crate) fn of_shares(counts: &[u32], shares: &[f64]) -> Self {
        let sum: f64 = counts.iter().map(|count| f64::from(*count)).sum();
        let mut classes: Vec<(f64, f64)> = Vec::new();
        let (mut counted, mut expected) = (0.0, 0.0);
        for (count, share) in counts.iter().zip(shares) {
            counted += f64::from(*count);
            expected += share * sum;
            if expected >= LEAST_EXPECTED {
                classes.push((counted, expected));
                (counted, expected) = (0.0, 0.0);
            }
        }
        if let Some(last) = classes.last_mut() {
            *last = (last.0 + counted, last.1 + expected);
        }
        let misfit = |(counted, expected): &(f64, f64)| (counted - expected).powi(2) / expected;
        let freedom = u32::try_from(classes.len()).unwrap_or(u32::MAX).saturating_sub(1);
        Self { statistic: classes.iter().map(misfit).sum(), freedom }
    }

    /// Returns the probability that it is at least as large.
    pub(crate) fn chance(self) -> f64 {
        of_chi_squared(self.statistic, self.freedom)
    }
}

#[cfg(test)]
mod tests {
    use super::ChiSquared;

    #[test]
    fn equal_classes_are_compared_with_their_mean() {
        let tested = ChiSquared::of_equal([30, 20, 10, 20].into_iter(), 1);
        assert_eq!(tested, ChiSquared { statistic: 10.0, freedom: 3 });
        assert!((tested.chance() - 0.018_566).abs() < 1e-5);
    }

    #[test]
    fn rare_classes_are_counted_together() {
        let tested = ChiSquared::of_shares(&[2, 60, 30, 5, 3], &[0.05, 0.55, 0.3, 0.07, 0.03]);
        // The first two are one class; the last two are one of 10.
        let misfit = 2.0_f64.powi(2) / 60.0 + 0.0 + 2.0_f64.powi(2) / 10.0;
        assert_eq!(tested.freedom, 2);
        assert!((tested.statistic - misfit).abs() < 1e-9, "{tested:?}");
        // The rest joins the last class.
        let tested = ChiSquared::of_shares(&[50, 46, 4], &[0.5, 0.45, 0.05]);
        assert_eq!(tested.freedom, 1);
        assert!(tested.statistic.abs() < 1e-9, "{tested:?}");
    }
}

//! How often and for how long experiments are measured, and the median of their rounds.

/// How often, and for how long.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Rounds {
    /// Number of times each is measured, in turns
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(super) rounds: u32,
    /// Seconds to measure each, each time
    #[arg(long, default_value_t = 10.0, value_parser = super::ranges::parse_seconds, value_name = "N")]
    pub(super) seconds: f64,
    /// Seconds of play before that, which are not measured
    #[arg(long, default_value_t = 3.0, value_parser = super::ranges::parse_seconds, value_name = "N")]
    pub(super) warm_up: f64,
}

impl Rounds {
    /// Makes settings for this number of rounds, each of this length after a warm-up.
    pub(super) fn new(rounds: u32, seconds: f64, warm_up: f64) -> Self {
        Self { rounds, seconds, warm_up }
    }

    pub(super) fn count(&self) -> u32 {
        self.rounds
    }
}

/// Returns the median, or `None` without values.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median([]), None);
        assert_eq!(median([3.0]), Some(3.0));
        assert_eq!(median([9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 9.0]), Some(3.0));
    }
}

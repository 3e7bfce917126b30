//! The value of stacks in money by the independent chip model of Malmuth and Harville. `deals` uses
//! the values for proposals.
//!
//! In the model every chip is equally likely to be the last one standing. A player wins with the
//! probability of their share of all chips. The probability of second place is their share of the
//! chips without the winner's, and so on (Malmuth 1987, after Harville 1973).
//!
//! This is the only module of the pure crates that uses floating-point numbers. Its results are
//! whole cents that add up to the prizes. They are stored in the event log as outcomes and never
//! recomputed.

use cardroom_rules::{Cents, Chips};

/// Up to this number of players, the computation is exact over all sets of players
/// ahead of the others.
const EVERY_ORDER: usize = 20;

/// The largest number of stacks that can be valued.
pub const MOST_PLAYERS: usize = 100;

/// Why stacks cannot be valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IcmError {
    #[error("{0} stacks are to be valued; at most {MOST_PLAYERS} are")]
    TooMany(usize),
}

/// Returns the value of each stack, in the order of the stacks. `prizes` are the prizes of the
/// remaining places, first place first. A stack without chips is out and worth nothing. Places
/// beyond the number of players with chips do not count.
///
/// The values add up to the prizes to the cent. Each is rounded down, and the remaining cents go to
/// the largest fractions, on a tie to the first in the list. Up to 20 players the values are exact
/// except for floating-point rounding. For more they are integrated numerically, with an error
/// below a billionth of all prizes.
///
/// # Errors
/// If there are too many stacks.
pub fn icm(stacks: &[Chips], prizes: &[Cents]) -> Result<Vec<Cents>, IcmError> {
    if stacks.len() > MOST_PLAYERS {
        return Err(IcmError::TooMany(stacks.len()));
    }
    let with_chips: Vec<usize> =
        (0..stacks.len()).filter(|player| !stacks[*player].is_zero()).collect();
    let prizes = &prizes[..prizes.len().min(with_chips.len())];
    let total = number(stacks.iter().copied().sum::<Chips>().0);
    let parts: Vec<f64> =
        with_chips.iter().map(|player| number(stacks[*player].0) / total).collect();
    let worth: Vec<f64> = prizes.iter().map(|prize| number(prize.0)).collect();
    let values = if parts.len() <= EVERY_ORDER {
        over_every_order(&parts, &worth)
    } else {
        integrated(&parts, &worth)
    };
    let mut cents = vec![Cents::ZERO; stacks.len()];
    let rounded = whole_cents(&values, prizes.iter().copied().sum());
    for (player, value) in with_chips.into_iter().zip(rounded) {
        cents[player] = value;
    }
    Ok(cents)
}

/// Computes, for every set of players, the probability that they finish ahead of all others in any
/// order. From that follows the probability of each player for the next place.
fn over_every_order(parts: &[f64], prizes: &[f64]) -> Vec<f64> {
    let players = parts.len();
    let mut values = vec![0.0; players];
    let mut probability = vec![0.0; 1 << players];
    probability[0] = 1.0;
    for ahead in 0..probability.len() {
        let places_taken = usize::try_from(ahead.count_ones()).unwrap_or(usize::MAX);
        let Some(prize) = prizes.get(places_taken) else { continue };
        let behind = |player: &usize| ahead & (1 << player) == 0;
        let left: f64 = (0..players).filter(behind).map(|player| parts[player]).sum();
        for player in (0..players).filter(behind) {
            let next = probability[ahead] * parts[player] / left;
            values[player] += next * prize;
            probability[ahead | (1 << player)] += next;
        }
    }
    values
}

/// Computes the same model as a race. Each player arrives after an exponentially distributed random
/// time, with their share of the chips as the rate. The order of arrival has exactly the
/// probabilities of the model. So the value of a stack is an integral over time. The integrand is
/// the player's density of arrival, times the expected prize given the number of earlier arrivals.
///
/// Over the logarithm of the time the integrand is analytic and vanishes at both ends. There
/// the trapezoidal rule converges exponentially: halving the step changes nothing that would
/// show in a cent.
fn integrated(parts: &[f64], prizes: &[f64]) -> Vec<f64> {
    const STEP: f64 = 0.125;
    /// Before e^-37 no player has arrived. After 40 mean times of the slowest, every player has.
    const FIRST: f64 = -37.0;
    const LAST_MEAN_TIMES: f64 = 40.0;
    let slowest = parts.iter().copied().fold(1.0, f64::min);
    let last = (LAST_MEAN_TIMES / slowest).ln();
    let mut race = Race::new(parts.len(), prizes);
    let mut values = vec![0.0; parts.len()];
    let mut at = FIRST;
    while at < last {
        race.at(at.exp(), parts, |player, density, prize| {
            values[player] += STEP * density * prize;
        });
        at += STEP;
    }
    values
}

/// The state of the race at one moment. Its buffers are reused between moments.
struct Race<'p> {
    prizes: &'p [f64],
    /// For each player, the probability of each number of arrivals among the players before.
    before: Vec<f64>,
    /// The expected prize by the number of earlier arrivals, averaged over the players behind.
    behind: Vec<f64>,
}

impl<'p> Race<'p> {
    fn new(players: usize, prizes: &'p [f64]) -> Self {
        Self { prizes, before: vec![0.0; (players + 1) * prizes.len()], behind: Vec::new() }
    }

    /// Calls `each` for every player with the density of arriving now, over the logarithm of the
    /// time, and the expected prize.
    fn at(&mut self, time: f64, parts: &[f64], mut each: impl FnMut(usize, f64, f64)) {
        let places = self.prizes.len();
        if places == 0 {
            return;
        }
        self.before[..places].fill(0.0);
        self.before[0] = 1.0;
        for (player, part) in parts.iter().enumerate() {
            let (absent, there) = absent_or_there(*part, time);
            let (done, next) = self.before.split_at_mut((player + 1) * places);
            let so_far = &done[player * places..];
            next[0] = absent * so_far[0];
            for place in 1..places {
                next[place] = absent * so_far[place] + there * so_far[place - 1];
            }
        }
        self.behind.clear();
        self.behind.extend_from_slice(self.prizes);
        for (player, part) in parts.iter().enumerate().rev() {
            let (absent, there) = absent_or_there(*part, time);
            let before = &self.before[player * places..][..places];
            let prize = before.iter().zip(&self.behind).map(|(likely, prize)| likely * prize).sum();
            each(player, part * time * absent, prize);
            for place in 0..places {
                let one_more = self.behind.get(place + 1).copied().unwrap_or(0.0);
                self.behind[place] = absent * self.behind[place] + there * one_more;
            }
        }
    }
}

/// Returns the probabilities that a player has not yet arrived by this time, and that they have.
fn absent_or_there(part: f64, time: f64) -> (f64, f64) {
    let exponent = -part * time;
    (exponent.exp(), -exponent.exp_m1())
}

/// Rounds down, and gives the remaining cents to the largest fractions.
fn whole_cents(values: &[f64], sum: Cents) -> Vec<Cents> {
    let mut cents: Vec<Cents> = values.iter().map(|value| whole(*value)).collect();
    let given: Cents = cents.iter().copied().sum();
    let over = usize::try_from(sum.saturating_sub(given).0).unwrap_or(usize::MAX);
    let mut by_cut: Vec<usize> = (0..values.len()).collect();
    by_cut.sort_by(|one, other| values[*other].fract().total_cmp(&values[*one].fract()));
    for player in by_cut.into_iter().cycle().take(if values.is_empty() { 0 } else { over }) {
        cents[player] += Cents(1);
    }
    cents
}

#[expect(clippy::cast_precision_loss, reason = "rates and prizes need no more than 53 bits")]
fn number(amount: u64) -> f64 {
    amount as f64
}

/// Returns the whole cents of a value, which is never negative.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is cut off is what `whole_cents` gives out"
)]
fn whole(value: f64) -> Cents {
    Cents(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chips(stacks: &[u64]) -> Vec<Chips> {
        stacks.iter().copied().map(Chips).collect()
    }

    fn cents(prizes: &[u64]) -> Vec<Cents> {
        prizes.iter().copied().map(Cents).collect()
    }

    fn value(stacks: &[u64], prizes: &[u64]) -> Vec<u64> {
        let values = icm(&chips(stacks), &cents(prizes)).unwrap();
        values.into_iter().map(|value| value.0).collect()
    }

    /// By hand: 50, 30 and 20 of 100 chips for prizes of 70 and 30. The first player wins with 1/2,
    /// and is second behind the others with 0.3 * 5/7 + 0.2 * 5/8.
    #[test]
    fn three_players_for_two_prizes_by_hand() {
        let first = 7_000.0 * 0.5 + 3_000.0 * (0.3 * 5.0 / 7.0 + 0.2 * 5.0 / 8.0);
        assert_eq!(value(&[50, 30, 20], &[7_000, 3_000]), [whole(first).0 + 1, 3_225, 2_257]);
    }

    #[test]
    fn one_prize_is_worth_the_part_of_the_chips() {
        assert_eq!(value(&[5_000, 3_000, 2_000], &[1_000]), [500, 300, 200]);
    }

    #[test]
    fn equal_stacks_are_worth_the_same_and_the_odd_cent_goes_to_the_first() {
        assert_eq!(value(&[700, 700, 700], &[50, 30, 20]), [34, 33, 33]);
    }

    #[test]
    fn the_last_one_takes_the_first_prize() {
        assert_eq!(value(&[9], &[50, 30]), [50]);
        assert!(value(&[], &[50]).is_empty());
        assert_eq!(value(&[9, 1], &[]), [0, 0]);
    }

    #[test]
    fn who_has_no_chips_is_worth_nothing() {
        assert_eq!(value(&[50, 0, 30, 20, 0], &[7_000, 3_000]), [4_518, 0, 3_225, 2_257, 0]);
        assert_eq!(value(&[0, 8, 0], &[50, 30, 20]), [0, 50, 0]);
    }

    #[test]
    fn a_field_too_large_is_refused() {
        let field = vec![Chips(1); MOST_PLAYERS + 1];
        assert_eq!(icm(&field, &cents(&[9])), Err(IcmError::TooMany(MOST_PLAYERS + 1)));
    }

    #[test]
    fn a_final_of_forty_with_a_giant_and_a_crumb_is_valued() {
        let mut stacks = vec![20_000; 40];
        stacks[0] = 40_000_000;
        stacks[39] = 1;
        let prizes: Vec<u64> = (0..40).map(|place| 1_000_000 / (place + 1)).collect();
        let values = value(&stacks, &prizes);
        assert_eq!(values.iter().sum::<u64>(), prizes.iter().sum::<u64>());
        // The giant is first with 98 %, and the crumb is last except once in thousands.
        assert!(values[0] > 980_000 && values[0] < 1_000_000, "{}", values[0]);
        assert!((25_000..25_100).contains(&values[39]), "{}", values[39]);
        assert!(values[1..39].windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Compares two computations that share only the model.
        #[test]
        fn the_integral_agrees_with_every_order(
            stacks in prop::collection::vec(1_u64..10_000_000, 1..11),
            prizes in prop::collection::vec(0_u64..1_000_000, 1..11),
        ) {
            let total: u64 = stacks.iter().sum();
            let parts: Vec<f64> = stacks.iter().map(|s| number(*s) / number(total)).collect();
            let mut prizes = prizes;
            prizes.truncate(stacks.len());
            let worth: Vec<f64> = prizes.iter().map(|prize| number(*prize)).collect();
            let pool: f64 = worth.iter().sum();
            let exact = over_every_order(&parts, &worth);
            for (one, other) in exact.iter().zip(integrated(&parts, &worth)) {
                prop_assert!((one - other).abs() <= pool * 1e-9, "{one} {other}");
            }
        }

        #[test]
        fn values_sum_up_and_a_larger_stack_is_never_worth_less(
            mut stacks in prop_oneof![
                prop::collection::vec(1_u64..1_000_000, 1..14),
                prop::collection::vec(1_u64..1_000_000, 21..40),
            ],
            mut prizes in prop::collection::vec(0_u64..1_000_000, 0..40),
        ) {
            prizes.sort_unstable_by(|one, other| other.cmp(one));
            stacks.sort_unstable_by(|one, other| other.cmp(one));
            let values = value(&stacks, &prizes);
            let won: u64 = prizes.iter().take(stacks.len()).sum();
            prop_assert_eq!(values.iter().sum::<u64>(), won);
            prop_assert!(values.windows(2).all(|pair| pair[0] + 1 >= pair[1]));
        }
    }
}

//! The distribution from which a brain draws its answer to a turn. A match can take the luck of the
//! draw out of its results if a brain states it.

use crate::{Action, Chips, Choices, LegalActions};

/// The sizes of a bet or raise are grouped into about this many parts.
const PARTS: u64 = 32;

/// The distribution of the answers to a turn.
///
/// Each [part](Part) is an action, or a range of sizes of a bet or raise. No two of them overlap.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Policy {
    parts: Vec<Part>,
}

/// A part of a distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// The action, or one whose size stands for all sizes of the part.
    pub action: Action,
    /// The smallest and the largest size of a bet or raise; 0 for other actions.
    pub sizes: (Chips, Chips),
    /// The probability of the part, from 0 to 1.
    pub probability: f64,
}

impl Part {
    /// Returns `true` if the part has the action.
    #[must_use]
    pub fn has(&self, action: Action) -> bool {
        let (least, most) = self.sizes;
        let within = (least..=most).contains(&size(action));
        std::mem::discriminant(&self.action) == std::mem::discriminant(&action) && within
    }
}

impl Policy {
    /// Makes the distribution of a brain that always gives the same answer.
    #[must_use]
    pub fn certain(action: Action) -> Self {
        let mut policy = Self::default();
        policy.add(action, 1.0);
        policy
    }

    /// Returns the parts, in the order in which they were added.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the place of the part that has an action.
    #[must_use]
    pub fn place_of(&self, action: Action) -> Option<usize> {
        self.parts.iter().position(|part| part.has(action))
    }

    /// Adds an action with its probability. An action that is there already becomes likelier.
    pub fn add(&mut self, action: Action, probability: f64) {
        let of_one_size = |part: &&mut Part| part.sizes.0 == part.sizes.1 && part.has(action);
        if let Some(part) = self.parts.iter_mut().find(of_one_size) {
            part.probability += probability;
        } else if probability > 0.0 {
            let sizes = (size(action), size(action));
            self.parts.push(Part { action, sizes, probability });
        }
    }

    /// Adds bets or raises of all sizes. `at_most` returns the probability that the size drawn is
    /// at most this number of chips. A size outside of the legal range counts as the nearest one
    /// inside, as [`Choices::wager`] takes it.
    pub fn add_wagers(
        &mut self,
        legal: &LegalActions,
        probability: f64,
        at_most: impl Fn(u64) -> f64,
    ) {
        let Some(range) = legal.wager else { return };
        let (min, max) = (range.min_to.0, range.max_to.0.max(range.min_to.0));
        let ends = if range.fixed { vec![min, max] } else { ends(min, range.pot_to.0, max) };
        let mut below: Option<(u64, f64)> = None;
        for end in ends {
            // In fixed limit there is nothing between the two sizes.
            let until = if range.fixed && end < max { max - 1 } else { end };
            let share = if end == max { 1.0 } else { at_most(until).clamp(0.0, 1.0) };
            let (first, before) = match below {
                Some((end, share)) => (end + 1, share),
                None => (end, 0.0),
            };
            let first = if range.fixed { end } else { first };
            below = Some((end, share));
            let action = legal.wager(Chips(first + (end - first) / 2));
            if let Some(action) = action.filter(|_| share > before) {
                let sizes = (Chips(first), Chips(end));
                self.parts.push(Part {
                    action,
                    sizes,
                    probability: probability * (share - before),
                });
            }
        }
    }
}

/// Returns the largest size of each part. The smallest size, the largest and the pot have parts of
/// their own. The others are narrow where sizes are small.
fn ends(min: u64, pot: u64, max: u64) -> Vec<u64> {
    let part = |part: u64| {
        let share = u128::from(max - min) * u128::from(part * part) / u128::from(PARTS * PARTS);
        min + u64::try_from(share).unwrap_or(max - min)
    };
    let named = [min, max, max.saturating_sub(1), pot, pot.saturating_sub(1)];
    let mut ends: Vec<u64> = (1..PARTS).map(part).chain(named).collect();
    ends.retain(|end| (min..=max).contains(end));
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Returns the probability that a number is at most `most`, if it is drawn from these bounds with
/// equal chances and then rounded down to whole units.
#[must_use]
pub fn uniform(least: u64, largest: u64, unit: u64, most: u64) -> f64 {
    let unit = unit.max(1);
    let count = largest.max(least) - least + 1;
    // The first number that is rounded to more.
    let beyond = (most / unit).saturating_add(1).saturating_mul(unit);
    beyond.saturating_sub(least).min(count) as f64 / count as f64
}

fn size(action: Action) -> Chips {
    match action {
        Action::Bet(to) | Action::RaiseTo(to) => to,
        Action::Fold | Action::Check | Action::Call | Action::BringIn => Chips(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::table::WagerRange;

    fn legal(min: u64, pot: u64, max: u64, fixed: bool) -> LegalActions {
        let (min_to, max_to, pot_to) = (Chips(min), Chips(max), Chips(pot));
        let wager = Some(WagerRange { raise: true, min_to, max_to, pot_to, fixed });
        LegalActions { fold: true, call: Some(Chips(5)), wager, ..LegalActions::default() }
    }

    #[test]
    fn a_part_has_every_size_and_no_two_parts_have_the_same() {
        for (min, pot, max) in [(20, 45, 1_000), (20, 20, 20), (20, 1_000, 21), (7, 3, 12)] {
            let legal = legal(min, pot, max.max(min), false);
            let mut policy = Policy::default();
            policy.add(Action::Call, 0.25);
            policy.add_wagers(&legal, 0.75, |most| uniform(min, max, 1, most));
            let sum: f64 = policy.parts().iter().map(|part| part.probability).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{policy:?}");
            for to in min..=max {
                let action = Action::RaiseTo(Chips(to));
                let has = policy.parts().iter().filter(|part| part.has(action)).count();
                assert_eq!(has, 1, "{to}: {policy:?}");
            }
            assert_eq!(policy.place_of(Action::Call), Some(0));
            assert_eq!(policy.place_of(Action::Bet(Chips(min))), None, "it is a raise");
        }
    }

    #[test]
    fn the_probability_of_a_part_is_that_of_its_sizes() {
        let mut policy = Policy::default();
        policy.add_wagers(&legal(20, 100, 1_019, false), 1.0, |most| uniform(20, 1_019, 5, most));
        for part in policy.parts() {
            let (least, most) = (part.sizes.0.0, part.sizes.1.0);
            let drawn = (20..=1_019_u64).filter(|to| (least..=most).contains(&(to - to % 5)));
            assert!((part.probability - drawn.count() as f64 / 1_000.0).abs() < 1e-12, "{part:?}");
        }
    }

    #[test]
    fn fixed_limit_has_two_sizes_at_most() {
        let mut policy = Policy::default();
        policy.add_wagers(&legal(20, 30, 40, true), 0.5, |most| uniform(1, 100, 1, most));
        let [small, large] = policy.parts() else { panic!("{policy:?}") };
        assert_eq!(
            (small.action, large.action),
            (Action::RaiseTo(Chips(20)), Action::RaiseTo(Chips(40)))
        );
        // 1 to 39 become 20, and 40 to 100 become 40.
        assert!(
            (small.probability - 0.195).abs() < 1e-12 && (large.probability - 0.305).abs() < 1e-12
        );
        let mut policy = Policy::default();
        policy.add_wagers(&legal(20, 20, 20, true), 0.5, |most| uniform(1, 100, 1, most));
        assert_eq!(policy.parts().len(), 1);
    }

    #[test]
    fn the_same_action_is_one_part() {
        let mut policy = Policy::certain(Action::Check);
        policy.add(Action::Check, 0.5);
        policy.add(Action::Fold, 0.0);
        let [part] = policy.parts() else { panic!("{policy:?}") };
        assert_eq!(part.probability, 1.5);
    }
}

//! The strategy of the example player that comes with the dealer of the
//! Annual Computer Poker Competition.

use crate::policy::{Policy, uniform};
use crate::seed::{Purpose, Seed};
use crate::{Action, Brain, Chips, Choices, LegalActions, Table};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;

/// The relative weights of a fold, a call and a raise. Against a bet these are 6, 47 and
/// 47 in 100 answers.
const FOLD: f64 = 0.06;
const CALL: f64 = 0.47;
const RAISE: f64 = 0.47;

/// The simple bot of the ACPC dealer. Against a bet it folds 6 times in 100, and calls or raises
/// otherwise, with equal chances. In no-limit the size of a raise is uniformly distributed from the
/// minimum to all-in. If an action is illegal, the others keep their proportions.
#[derive(Debug)]
pub struct DealersExample {
    rng: ChaCha12Rng,
}

impl DealersExample {
    /// Makes a brain that plays the same hands the same way for the same seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { rng: seed.rng(Purpose::Play) }
    }
}

impl Brain for DealersExample {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        let [fold, raise] = weights(legal);
        let drawn = self.rng.random_range(0.0..fold + CALL + raise);
        let passive = legal.check_or_call();
        match legal.wager {
            _ if drawn < fold => Action::Fold,
            Some(range) if drawn >= fold + CALL => {
                let to = self.rng.random_range(range.min_to.0..=range.max_to.0.max(range.min_to.0));
                let to = Chips(to - to % table.info.unit.0.max(1));
                legal.wager(to).unwrap_or(passive)
            }
            _ => passive,
        }
    }

    fn policy(&self, table: &Table, legal: &LegalActions) -> Option<Policy> {
        let [fold, raise] = weights(legal);
        let sum = fold + CALL + raise;
        let mut policy = Policy::default();
        policy.add(Action::Fold, fold / sum);
        policy.add(legal.check_or_call(), CALL / sum);
        if let Some(range) = legal.wager {
            let (least, largest, unit) = (range.min_to.0, range.max_to.0, table.info.unit.0);
            policy.add_wagers(legal, raise / sum, |most| uniform(least, largest, unit, most));
        }
        Some(policy)
    }
}

/// Returns the weights of a fold and a raise, which are 0 if there is no such action.
fn weights(legal: &LegalActions) -> [f64; 2] {
    let fold = if legal.fold && !legal.check { FOLD } else { 0.0 };
    let raise = if legal.wager.is_some() { RAISE } else { 0.0 };
    [fold, raise]
}

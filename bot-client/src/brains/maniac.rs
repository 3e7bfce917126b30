//! Bets and raises with any hand, drawn from a seed.

use crate::policy::{Policy, uniform};
use crate::seed::{Purpose, Seed};
use crate::{Action, Brain, Chips, Choices, LegalActions, Table, WagerRange};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;

/// How often it bets or raises, in 100 turns where it may.
const RAISES: u32 = 75;
/// How often it folds to a bet, in 100 turns that are no raise.
const FOLDS: u32 = 20;
/// How many of 100 bets and raises are all-in, or the largest that is legal.
const LARGEST: u32 = 5;
/// How many of 100 bets and raises have the size of the pot.
const POTS: u32 = 45;

/// Bets and raises three times out of four, without looking at its cards: mostly up to twice the
/// pot, and sometimes everything. It seldom folds.
#[derive(Debug)]
pub struct Maniac {
    rng: ChaCha12Rng,
}

impl Maniac {
    /// Makes a brain that plays the same hands the same way for the same seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { rng: seed.rng(Purpose::Play) }
    }

    fn size(&mut self, range: WagerRange, unit: Chips) -> Chips {
        match self.rng.random_range(0..100) {
            drawn if drawn < LARGEST => range.max_to,
            drawn if drawn < LARGEST + POTS => range.pot_to,
            _ => {
                let drawn = self.rng.random_range(range.min_to.0..=twice_pot(range));
                Chips(drawn - drawn % unit.0.max(1))
            }
        }
    }
}

impl Brain for Maniac {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        let passive = legal.check_or_call();
        match legal.wager {
            Some(range) if self.rng.random_ratio(RAISES, 100) => {
                let to = self.size(range, table.info.unit);
                legal.wager(to).unwrap_or(passive)
            }
            _ if may_fold(legal) && self.rng.random_ratio(FOLDS, 100) => Action::Fold,
            _ => passive,
        }
    }

    fn policy(&self, table: &Table, legal: &LegalActions) -> Option<Policy> {
        let share = |of_100: u32| f64::from(of_100) / 100.0;
        let raises = if legal.wager.is_some() { share(RAISES) } else { 0.0 };
        let folds = if may_fold(legal) { share(FOLDS) } else { 0.0 };
        let mut policy = Policy::default();
        policy.add(Action::Fold, (1.0 - raises) * folds);
        policy.add(legal.check_or_call(), (1.0 - raises) * (1.0 - folds));
        if let Some(range) = legal.wager {
            let unit = table.info.unit.0;
            policy.add_wagers(legal, raises, |most| {
                let exactly = |to: Chips| if to.0 <= most { 1.0 } else { 0.0 };
                let (largest, pot) = (share(LARGEST), share(POTS));
                let others = uniform(range.min_to.0, twice_pot(range), unit, most);
                largest * exactly(range.max_to)
                    + pot * exactly(range.pot_to)
                    + (1.0 - largest - pot) * others
            });
        }
        Some(policy)
    }

    fn run_it(&mut self, _table: &Table, most: u8) -> u8 {
        most
    }
}

fn may_fold(legal: &LegalActions) -> bool {
    legal.fold && !legal.check
}

/// Returns about twice the size of a bet of the pot, within the bounds.
fn twice_pot(range: WagerRange) -> u64 {
    range.pot_to.0.saturating_mul(2).min(range.max_to.0).max(range.min_to.0)
}

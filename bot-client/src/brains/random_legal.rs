//! Any legal action, drawn from a seed. This brain finds what the others never try.

use crate::policy::{Policy, uniform};
use crate::seed::{Purpose, Seed};
use crate::{Action, Brain, Chips, Choices, DiscardRange, LegalActions, Table, WagerRange};
use cardroom_cards::CardSet;
use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

/// Answers with any legal action without looking at its cards.
///
/// Folds, checks, calls and wagers all occur, and so do the smallest wager, the largest, the pot
/// and amounts between them. It folds less often than it calls, so that hands reach every street.
#[derive(Debug)]
pub struct RandomLegal {
    rng: ChaCha12Rng,
}

impl RandomLegal {
    /// Makes a brain that plays the same hands the same way for the same seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { rng: seed.rng(Purpose::Play) }
    }

    fn amount(&mut self, range: WagerRange, unit: Chips) -> Chips {
        match self.rng.random_range(0..8) {
            0 | 1 => range.min_to,
            2 => range.max_to,
            3 => range.pot_to,
            // Amounts near the minimum keep a hand going. The whole range would end most hands.
            4..7 => self.between(range.min_to.0, near(range), unit),
            _ => self.between(range.min_to.0, range.max_to.0, unit),
        }
    }

    /// Draws a whole number of units. If it is below the minimum, the caller corrects it.
    fn between(&mut self, min: u64, max: u64, unit: Chips) -> Chips {
        let drawn = self.rng.random_range(min..=max.max(min));
        Chips(drawn - drawn % unit.0.max(1))
    }
}

impl Brain for RandomLegal {
    fn discard(&mut self, table: &Table, range: DiscardRange) -> CardSet {
        let held = u8::try_from(table.cards.len()).unwrap_or(u8::MAX);
        let count = self.rng.random_range(range.least..=range.most.max(range.least)).min(held);
        let mut cards = table.cards.clone();
        cards.shuffle(&mut self.rng);
        cards.into_iter().take(usize::from(count)).collect()
    }

    fn run_it(&mut self, _table: &Table, most: u8) -> u8 {
        self.rng.random_range(1..=most.max(1))
    }

    fn choose_game(&mut self, table: &Table) -> Option<u8> {
        let games = u8::try_from(table.info.games.len()).unwrap_or(u8::MAX);
        (games > 0).then(|| self.rng.random_range(0..games))
    }

    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        let passive = legal.check_or_call();
        match (self.rng.random_range(0..10), legal.wager) {
            (0, _) if legal.fold => Action::Fold,
            (1, _) => legal.check_or_fold(),
            (2..6, Some(range)) => {
                let to = self.amount(range, table.info.unit);
                legal.wager(to).unwrap_or(passive)
            }
            _ => passive,
        }
    }

    fn policy(&self, table: &Table, legal: &LegalActions) -> Option<Policy> {
        let passive = legal.check_or_call();
        let mut policy = Policy::default();
        policy.add(if legal.fold { Action::Fold } else { passive }, 0.1);
        policy.add(legal.check_or_fold(), 0.1);
        policy.add(passive, 0.4);
        match legal.wager {
            None => policy.add(passive, 0.4),
            Some(range) => {
                let unit = table.info.unit.0;
                policy.add_wagers(legal, 0.4, |most| at_most(range, unit, most));
            }
        }
        Some(policy)
    }
}

/// Returns the largest of the amounts near the minimum.
fn near(range: WagerRange) -> u64 {
    range.min_to.0.saturating_mul(3).min(range.max_to.0)
}

/// Returns the probability that an amount is at most `most`.
fn at_most(range: WagerRange, unit: u64, most: u64) -> f64 {
    let (min, max) = (range.min_to.0, range.max_to.0);
    let exactly = |to: Chips| if to.0 <= most { 1.0 } else { 0.0 };
    (2.0 * exactly(range.min_to)
        + exactly(range.max_to)
        + exactly(range.pot_to)
        + 3.0 * uniform(min, near(range), unit, most)
        + uniform(min, max, unit, most))
        / 8.0
}

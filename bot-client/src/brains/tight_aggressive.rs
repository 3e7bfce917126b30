//! A plausible opponent: few hands, played hard.
//!
//! Before the flop it follows charts by position (`preflop`), afterwards it weighs what it holds
//! (`reading`) against the price (`postflop`). No search and no simulation: a decision takes
//! microseconds even in a debug build, and the same seed gives the same decisions. It knows hold'em;
//! dealt another number of cards it only checks or folds.

mod postflop;
mod preflop;
pub(crate) mod range;
mod reading;

use crate::seed::{Purpose, Seed};
use crate::{Action, Brain, Chips, Choices, LegalActions, Table};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;

/// Plays few hands and plays them hard, in no-limit, pot-limit and fixed-limit hold'em.
#[derive(Debug)]
pub struct TightAggressive {
    rng: ChaCha12Rng,
}

impl TightAggressive {
    /// The brain that plays the same hands the same way for the same seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { rng: seed.rng(Purpose::Play) }
    }

    /// True so many times out of a hundred.
    fn sometimes(&mut self, percent: u32) -> bool {
        self.rng.random_ratio(percent.min(100), 100)
    }
}

impl Brain for TightAggressive {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        let (&[first, second], Some(hand)) = (table.cards.as_slice(), &table.hand) else {
            return legal.check_or_fold();
        };
        let hole = [first, second];
        if hand.board.len() < 3 {
            self.before_the_flop(table, hand, hole, legal)
        } else {
            self.after_the_flop(table, hand, hole, legal)
        }
    }
}

/// Wagers about `to`, in whole chips of the table; everything when little would be left behind.
/// Calls or checks where no wager is possible.
fn wager(table: &Table, legal: &LegalActions, to: Chips) -> Action {
    let Some(range) = legal.wager else { return legal.check_or_call() };
    let unit = table.info.unit.0.max(1);
    let mut to = to.0 - to.0 % unit;
    if to.saturating_mul(5) >= range.max_to.0.saturating_mul(3) {
        to = range.max_to.0;
    }
    legal.wager(Chips(to)).unwrap_or(legal.check_or_call())
}

//! A plausible opponent: few hands, played hard.
//!
//! In hold'em it follows charts by position before the flop (`preflop`). Later it weighs its
//! hand (`reading`) against the price (`postflop`), without search, so a decision takes
//! microseconds even in a debug build. In all other games it deals the rest of the hand some
//! dozens of times (`chances`) and plays by its share of wins (`by_chances`). The same seed
//! gives the same decisions.

mod by_chances;
mod coins;
mod postflop;
mod preflop;
pub(crate) mod range;
mod reading;

use self::coins::Coins;
use crate::model::Hand;
use crate::policy::Policy;
use crate::seed::{Purpose, Seed};
use crate::{Action, Brain, Chips, Choices, Game, LegalActions, Table};
use cardroom_protocol::game::{Half, HoleUse, Ranking};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;

/// Plays few hands and plays them hard: hold'em by charts, every other game by its chances.
#[derive(Debug)]
pub struct TightAggressive {
    rng: ChaCha12Rng,
    coins: Coins,
    /// How often the rest of a hand is dealt to estimate its value.
    deals: u32,
}

/// The normal number of deals.
const DEALS: u32 = 40;
/// The number of deals of a hasty brain.
const HASTY_DEALS: u32 = 6;

impl TightAggressive {
    /// Makes a brain that plays the same hands the same way for the same seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { rng: seed.rng(Purpose::Play), coins: Coins::Tossed, deals: DEALS }
    }

    /// Makes a brain that estimates hands with fewer deals, for tests that play very many hands.
    #[must_use]
    pub fn hasty(seed: Seed) -> Self {
        Self { deals: HASTY_DEALS, ..Self::new(seed) }
    }

    /// Returns `true` with a chance of `percent` in 100.
    fn sometimes(&mut self, percent: u32) -> bool {
        self.coins.toss(percent.min(100), &mut self.rng)
    }
}

impl Brain for TightAggressive {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        let Some(hand) = &table.hand else { return legal.check_or_fold() };
        let &[first, second] = table.cards.as_slice() else {
            return self.by_chances(table, hand, legal);
        };
        if !is_hold_em(&hand.game) {
            return self.by_chances(table, hand, legal);
        }
        let hole = [first, second];
        if hand.board().len() < 3 {
            self.before_the_flop(table, hand, hole, legal)
        } else {
            self.after_the_flop(table, hand, hole, legal)
        }
    }

    /// States what it does in hold'em. In other games it depends on the deals that it draws.
    fn policy(&self, table: &Table, legal: &LegalActions) -> Option<Policy> {
        let is_known = |hand: &Hand| table.cards.len() == 2 && is_hold_em(&hand.game);
        if !table.hand.as_ref().is_some_and(is_known) {
            return None;
        }
        Some(Coins::every_way(|coins| {
            // Laid coins need no generator.
            let mut brain = Self { coins, ..Self::new(Seed::new(0, 0)) };
            let action = brain.act(table, legal);
            (action, brain.coins)
        }))
    }

    fn run_it(&mut self, _table: &Table, most: u8) -> u8 {
        most.min(2)
    }

    fn choose_game(&mut self, table: &Table) -> Option<u8> {
        let games = u8::try_from(table.info.games.len()).unwrap_or(u8::MAX);
        (games > 0).then(|| self.rng.random_range(0..games))
    }
}

/// Returns `true` for two hole cards, a board of five, and the best high hand of all seven.
fn is_hold_em(game: &Game) -> bool {
    let high = Half { ranking: Ranking::High, hole: HoleUse::Any };
    (game.hole_cards, game.board_cards) == (2, 5) && game.showdown == [high]
}

/// Wagers about `to`, in whole chips of the table, or all-in if little would be left behind. Calls
/// or checks if no wager is possible.
pub(super) fn wager(table: &Table, legal: &LegalActions, to: Chips) -> Action {
    let Some(range) = legal.wager else { return legal.check_or_call() };
    let unit = table.info.unit.0.max(1);
    let mut to = to.0 - to.0 % unit;
    if to.saturating_mul(5) >= range.max_to.0.saturating_mul(3) {
        to = range.max_to.0;
    }
    legal.wager(Chips(to)).unwrap_or(legal.check_or_call())
}

//! All games except hold'em: plays few hands, bets those that win more than their share, and
//! calls by the price.

use super::{TightAggressive, wager};
use crate::brains::chances::chances;
use crate::model::Hand;
use crate::{Action, Chips, Choices, LegalActions, Table};

/// The lowest value of a hand to come in with. The average is 100.
const COME_IN: u32 = 112;
/// The lowest value of a hand that bets and raises.
const BET: u32 = 128;
/// The lowest value of a hand that raises against any action.
const NEAR_NUTS: u32 = 165;
/// A call needs this many percent more than the price, and as many again for every raise.
const CALL_MARGIN: u32 = 4;

impl TightAggressive {
    pub(super) fn by_chances(
        &mut self,
        table: &Table,
        hand: &Hand,
        legal: &LegalActions,
    ) -> Action {
        let chances = chances(table, hand, self.deals, &mut self.rng);
        let edge = chances.edge();
        let raises = u32::from(hand.raises);
        let raises_now = edge >= NEAR_NUTS || (edge >= BET && raises < 2);
        if raises_now && (legal.wager.is_some() || legal.call.is_some()) {
            return part_of_pot(table, legal);
        }
        if legal.check || legal.bring_in.is_some() {
            // A bluff now and then.
            let steals = raises == 0 && edge >= COME_IN && self.sometimes(15);
            return if steals { part_of_pot(table, legal) } else { legal.check_or_call() };
        }
        let call = table.to_call().0;
        let price = u32::try_from(call * 100 / (table.pot_total().0 + call).max(1)).unwrap_or(100);
        let is_first_street =
            hand.street == 0 && table.hero().is_none_or(|hero| hero.bet == Chips(0));
        let good_enough = chances.share >= price + CALL_MARGIN * (raises + 1);
        if good_enough && (!is_first_street || edge >= COME_IN) {
            legal.check_or_call()
        } else {
            legal.check_or_fold()
        }
    }
}

/// Bets or raises two thirds of the pot, or one bet in fixed limit.
fn part_of_pot(table: &Table, legal: &LegalActions) -> Action {
    let call = table.to_call().0;
    let bet = table.hero().map_or(0, |hero| hero.bet.0);
    let pot = table.pot_total().0 + call;
    wager(table, legal, Chips(bet + call + pot.saturating_mul(66) / 100))
}

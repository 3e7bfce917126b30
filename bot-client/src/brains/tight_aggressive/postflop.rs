//! After the flop: the value of the hand against the price.

use super::reading::{Reading, read};
use super::{TightAggressive, wager};
use crate::model::Hand;
use crate::{Action, Chips, Choices, LegalActions, Table};
use cardroom_cards::Card;

/// The lowest value of a hand that bets for value.
const BET_FOR_VALUE: i32 = 60;
/// The lowest value of a hand that raises for value.
const RAISE_FOR_VALUE: i32 = 82;
/// The lowest value of a hand that raises against any action.
const NEAR_NUTS: i32 = 93;
/// A call needs this much more than the price, because a bet shows strength.
const CALL_MARGIN: i32 = 12;

impl TightAggressive {
    pub(super) fn after_the_flop(
        &mut self,
        table: &Table,
        hand: &Hand,
        hole: [Card; 2],
        legal: &LegalActions,
    ) -> Action {
        let reading = read(hole, hand.board());
        let more_opponents = i32::try_from(table.opponent_count()).unwrap_or(9).max(1) - 1;
        let made = reading.made - 5 * more_opponents;
        if legal.check {
            self.unbet(table, hand, made, reading, legal)
        } else {
            self.facing_a_bet(table, hand, made, reading, legal)
        }
    }

    fn unbet(
        &mut self,
        table: &Table,
        hand: &Hand,
        made: i32,
        reading: Reading,
        legal: &LegalActions,
    ) -> Action {
        let flop = hand.board().len() == 3;
        if made >= NEAR_NUTS && flop && self.sometimes(20) {
            return legal.check_or_call();
        }
        let led = hand.aggressor.is_some() && hand.aggressor == table.hero_seat;
        let continuation = flop && led && table.opponent_count() <= 2;
        if made >= RAISE_FOR_VALUE {
            bet_part_of_pot(table, legal, 75)
        } else if made >= BET_FOR_VALUE || (reading.draw >= 25 && self.sometimes(50)) {
            // A draw that bets can win in two ways.
            bet_part_of_pot(table, legal, 60)
        } else if continuation && self.sometimes(60) {
            bet_part_of_pot(table, legal, 50)
        } else {
            legal.check_or_call()
        }
    }

    fn facing_a_bet(
        &mut self,
        table: &Table,
        hand: &Hand,
        made: i32,
        reading: Reading,
        legal: &LegalActions,
    ) -> Action {
        let raises = i32::from(hand.raises).max(1);
        // Exact enough: the amounts are far below the precision of `f64`.
        let price = percent(table.pot_odds());
        if made >= NEAR_NUTS || (made >= RAISE_FOR_VALUE && raises <= 2) {
            return bet_part_of_pot(table, legal, 80);
        }
        let big_bet = if price > 31 { 8 } else { 0 };
        let against_this_bet = made - 9 * (raises - 1) - big_bet;
        if against_this_bet >= price + CALL_MARGIN {
            return legal.check_or_call();
        }
        if reading.draw >= 25 && raises == 1 && self.sometimes(15) {
            return bet_part_of_pot(table, legal, 80);
        }
        // A draw that completes wins further bets.
        let deep = table.effective_stack() > table.pot_total();
        let implied = if deep { 6 } else { 0 };
        if reading.draw > 0 && reading.draw + implied >= price {
            return legal.check_or_call();
        }
        legal.check_or_fold()
    }
}

/// Bets or raises by this percentage of the pot as it is after a call.
fn bet_part_of_pot(table: &Table, legal: &LegalActions, percent: u64) -> Action {
    let call = table.to_call().0;
    let bet = table.hero().map_or(0, |hero| hero.bet.0);
    let pot = table.pot_total().0 + call;
    wager(table, legal, Chips(bet + call + pot.saturating_mul(percent) / 100))
}

/// Converts a fraction to percent, rounded down.
#[expect(clippy::cast_possible_truncation, reason = "pot odds lie between 0 and 1")]
fn percent(part: f64) -> i32 {
    (part * 100.0) as i32
}

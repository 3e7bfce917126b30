//! The terms of a ring game: buy-ins, the rathole window, and what the house takes.

use crate::units::{Chips, Millis};
use serde::{Deserialize, Serialize};

/// The terms of a ring game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RingTerms {
    pub min_buy_in: Chips,
    /// The largest buy-in, and the most a top-up can bring a stack to.
    pub max_buy_in: Chips,
    /// How long a player who left must come back with at least the stack taken away, capped
    /// only by what was taken; 0 for no such rule.
    pub rathole_ms: Millis,
    /// How long a player may sit out before the seat is given up.
    pub sit_out_ms: Millis,
    /// The pause between hands.
    pub between_hands_ms: Millis,
    /// The pause before each street of an all-in run-out (GAPS G-49).
    pub run_out_ms: Millis,
    /// Who may straddle, where anybody may.
    #[serde(default)]
    pub straddle: Option<Straddle>,
    /// Hands that begin with a large ante and the flop.
    #[serde(default)]
    pub bomb_pot: Option<BombPot>,
    /// The most boards all-in players may agree to run: 1 for no such offer.
    #[serde(default = "one_board")]
    pub run_it: u8,
    /// How long they have to agree.
    #[serde(default = "run_it_wait")]
    pub run_it_ms: Millis,
    /// The house's part of the pots.
    pub rake: Option<Rake>,
    /// The house's charge for time.
    pub time_charge: Option<TimeCharge>,
}

/// Who may post twice the big blind before the cards, for the last word before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Straddle {
    /// The player left of the big blind.
    Utg,
    /// The player on the button; the small blind then acts first.
    Button,
    /// Anybody but the blinds, the button before the player on its right and so on; whoever is
    /// left of the straddle acts first.
    Mississippi,
}

/// Hands that begin with an ante of everybody and the first street that has a board: no blinds,
/// no betting before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BombPot {
    /// Every so many hands.
    pub every_hands: u64,
    pub ante: Chips,
}

/// The house's part of the pots, taken before they are awarded. An uncalled bet is returned
/// first and never raked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rake {
    /// Ten-thousandths of the pot, rounded down to whole chips: 500 is 5 %.
    pub basis_points: u64,
    /// The most that is taken from a hand.
    pub cap: Chips,
    /// Nothing is taken from a hand that ends before the board.
    pub no_flop_no_drop: bool,
    /// The ledger account it goes to, such as `house:rake`.
    pub account: String,
}

/// A charge per seat and period, taken between hands from whoever was dealt a hand in the period.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeCharge {
    /// From each, or what is left of the stack.
    pub amount: Chips,
    pub every_ms: Millis,
    /// The ledger account it goes to, such as `house:time`.
    pub account: String,
}

fn one_board() -> u8 {
    1
}

fn run_it_wait() -> Millis {
    Millis(5_000)
}

impl RingTerms {
    /// Terms with these buy-ins and nothing else: no options, no charges, nothing to wait for.
    #[must_use]
    pub fn bare(min_buy_in: Chips, max_buy_in: Chips) -> Self {
        Self {
            min_buy_in,
            max_buy_in,
            rathole_ms: Millis(0),
            sit_out_ms: Millis(0),
            between_hands_ms: Millis(0),
            run_out_ms: Millis(0),
            straddle: None,
            bomb_pot: None,
            run_it: 1,
            run_it_ms: Millis(0),
            rake: None,
            time_charge: None,
        }
    }

    /// What is wrong with the terms, where something is.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn validate(&self) -> Result<(), String> {
        if self.min_buy_in.is_zero() || self.min_buy_in > self.max_buy_in {
            return Err("buy-ins: at least 1, and the smallest not above the largest".to_owned());
        }
        if self.max_buy_in > Chips(1 << 45) {
            return Err("the largest buy-in is at most 2^45".to_owned());
        }
        if !(1..=3).contains(&self.run_it) {
            return Err("run_it: 1 to 3 boards".to_owned());
        }
        let bomb_pot = |bomb: &BombPot| bomb.every_hands == 0 || bomb.ante.is_zero();
        if self.bomb_pot.as_ref().is_some_and(bomb_pot) {
            return Err("bomb_pot: every_hands and ante are at least 1".to_owned());
        }
        if self.rake.as_ref().is_some_and(|rake| rake.basis_points > 10_000) {
            return Err("rake: at most 10000 basis points".to_owned());
        }
        if self.time_charge.as_ref().is_some_and(|charge| charge.every_ms.0 < 1_000) {
            return Err("time_charge: every_ms is at least 1000".to_owned());
        }
        Ok(())
    }
}

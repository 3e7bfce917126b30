//! The terms of a ring game: buy-ins, the rathole window, rake and time charges.

use crate::units::{Chips, Millis};
use serde::{Deserialize, Serialize};

/// The terms of a ring game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RingTerms {
    pub min_buy_in: Chips,
    /// Also the largest stack that a top-up may produce.
    pub max_buy_in: Chips,
    /// The time in which a returning player must bring at least the stack they left with. The
    /// larger buy-in may exceed `max_buy_in`. 0 turns the rule off.
    pub rathole_ms: Millis,
    /// The time a player may sit out before the seat is freed. [`KEPT_SEATS`](Self::KEPT_SEATS)
    /// keeps the seat until the player leaves.
    pub sit_out_ms: Millis,
    /// Whether players are dealt in at once, pay no blind for it, and owe none that they missed.
    #[serde(default)]
    pub free_entry: bool,
    /// The pause between hands.
    pub between_hands_ms: Millis,
    /// The pause before each street of an all-in run-out (GAPS G-49).
    pub run_out_ms: Millis,
    /// The straddle rule; `None` if no player may straddle.
    #[serde(default)]
    pub straddle: Option<Straddle>,
    /// Hands that begin with a large ante and the flop.
    #[serde(default)]
    pub bomb_pot: Option<BombPot>,
    /// The most boards that all-in players may agree to run; 1 turns the offer off.
    #[serde(default = "one_board")]
    pub run_it: u8,
    /// The time to agree.
    #[serde(default = "run_it_wait")]
    pub run_it_ms: Millis,
    /// The rake taken from pots.
    pub rake: Option<Rake>,
    /// The charge for time at the table.
    pub time_charge: Option<TimeCharge>,
}

/// The players who may post twice the big blind before the cards, to act last before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Straddle {
    /// The player left of the big blind.
    Utg,
    /// The player on the button. The small blind then acts first.
    Button,
    /// Any player except the blinds. The button takes precedence, then the player on its right, and
    /// so on. The player left of the straddle acts first.
    Mississippi,
}

/// Hands that begin with each player's ante and the first street with a board, without
/// blinds or earlier betting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BombPot {
    /// The interval in hands. If every hand is a bomb pot, the button moves with each.
    pub every_hands: u64,
    pub ante: Chips,
}

/// The rake, taken from the pots before they are awarded. An uncalled bet is returned
/// first and never raked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rake {
    /// In ten-thousandths of the pot, rounded down to whole chips: 500 is 5 %.
    pub basis_points: u64,
    /// The most rake from one hand.
    pub cap: Chips,
    /// Takes no rake from a hand that ends before the board.
    pub no_flop_no_drop: bool,
    /// The ledger account that receives it, such as `house:rake`.
    pub account: String,
}

/// A charge per seat and period, taken between hands from players who were dealt a
/// hand in the period.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeCharge {
    /// Charged to each player, or the rest of the stack if it is smaller.
    pub amount: Chips,
    pub every_ms: Millis,
    /// The ledger account that receives it, such as `house:time`.
    pub account: String,
}

fn one_board() -> u8 {
    1
}

fn run_it_wait() -> Millis {
    Millis(5_000)
}

impl RingTerms {
    /// The `sit_out_ms` of a table whose seats are kept for absent players.
    pub const KEPT_SEATS: Millis = Millis(u64::MAX);

    /// Returns when the seat of a player who went away at `since` is freed; `None` if it is kept.
    #[must_use]
    pub fn frees_seat_at(&self, since: Millis) -> Option<Millis> {
        (self.sit_out_ms != Self::KEPT_SEATS).then(|| since + self.sit_out_ms)
    }

    /// Returns terms with these buy-ins, without options, charges or pauses.
    #[must_use]
    pub fn bare(min_buy_in: Chips, max_buy_in: Chips) -> Self {
        Self {
            min_buy_in,
            max_buy_in,
            rathole_ms: Millis(0),
            sit_out_ms: Millis(0),
            free_entry: false,
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

    /// Checks the terms for contradictions.
    ///
    /// # Errors
    /// Returns a sentence that names the problem.
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

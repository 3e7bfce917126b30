//! Settings on bet sizes, raises, and extra chips such as antes. The engine derives the amounts.

use super::Only;
use super::limits::has_twins;
use crate::ring::Straddle;
use crate::stakes::AnteKind;
use serde::{Deserialize, Serialize};

/// Bet sizes and raises, and extra chips such as antes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BettingRule {
    /// The games that the book is written for.
    pub games: Games,
    /// The minimum first raise before the flop, in big blinds on top of the big blind (rule 43).
    pub min_open_preflop_bb: u64,
    /// The minimum opening bet after the flop, in big blinds (rule 43).
    pub min_open_postflop_bb: u64,
    /// The minimum raise (rule 43-A).
    pub min_raise: MinRaise,
    /// The base of a raise over a short all-in (rules 43, 47; IA-43, IA-47).
    pub short_all_in_base: ShortAllInBase,
    /// The point at which a player who has acted may raise again, in no-limit
    /// and pot-limit (rule 47-A).
    pub reopen: Reopen,
    /// The part of a full bet, in percent, at which an all-in reopens
    /// fixed-limit betting (rule 47-B).
    pub reopen_limit_percent: u64,
    /// The raises allowed after the bet in fixed limit, without limit heads-up (rule 48).
    /// 0 means no cap.
    pub limit_raise_cap: u8,
    /// Whether a player who checked may raise on the same street (TFPL 3d-1).
    pub check_raise: bool,
    /// The smallest chip that may be wagered (GAPS G-20).
    pub smallest_wager_unit: SmallestWagerUnit,
    /// The treatment of a fold in turn without a bet to face (rule 58). Plain
    /// tables always accept it.
    pub fold_without_bet: IrregularFold,
    /// The pot size for a pot-limit bet before the flop: both blinds count in full, and antes as
    /// posted (TDA 54-B; GAPS G-23).
    pub pot_limit_preflop_pot: Only,
    /// The betting structures in which a player may have the pot counted: in pot-limit only (TDA
    /// 54-A).
    pub pot_count: Only,
    /// Whether the sum of the pot is hidden if it may not be counted (GAPS G-52).
    pub strict_pot_display: bool,
    /// The consequence of checking the exclusive nuts (rule 71-B).
    pub nuts_check: NutsCheck,
    /// The kinds of ante that a table may have (RP-11).
    pub antes: Vec<AnteKind>,
    /// The straddles that a table may allow (TFPL 4a-11 forbids them).
    pub straddle: Vec<Straddle>,
    /// Whether a table may have bomb pots.
    pub bomb_pots: bool,
    /// The most boards that all-in players may agree to run.
    pub run_it: u8,
    /// Whether an open pair on fourth street allows the larger bet in stud (RP-10-F).
    pub open_pair_double_bet: bool,
}

impl BettingRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        let least_opens = [self.min_open_preflop_bb, self.min_open_postflop_bb];
        if least_opens.iter().any(|least| !(1..=100).contains(least)) {
            return Err("the least opening bet is 1 to 100 big blinds".to_owned());
        }
        if self.reopen_limit_percent == 0 || self.reopen_limit_percent > 100 {
            return Err("reopen_limit_percent is 1 to 100".to_owned());
        }
        if self.strict_pot_display {
            // Bets and pots are sent one by one (GAPS G-52), so hiding the sum keeps nothing
            // secret.
            return Err("strict_pot_display is false: every player can add the pot up".to_owned());
        }
        if !(1..=3).contains(&self.run_it) {
            return Err("run_it is 1 to 3 boards".to_owned());
        }
        if self.antes.contains(&AnteKind::None) {
            return Err("antes: leave out \"none\"; a table can always go without".to_owned());
        }
        if has_twins(&self.antes) || has_twins(&self.straddle) {
            return Err("antes and straddle name each kind once".to_owned());
        }
        Ok(())
    }
}

/// The games a book is written for. A table of another game follows the book as far as it
/// applies, and otherwise TDA.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Games {
    /// Every game and betting structure.
    Every,
    NoLimitHoldem,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinRaise {
    /// The bet plus the largest full bet or raise of the street (TDA 43-A).
    LastIncrement,
    /// Twice the bet (TFPL 3d-3, Spotlight 3d-3).
    DoubleBet,
}

/// The base of a raise over a short all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShortAllInBase {
    /// The short all-in itself: after a raise from 100 to 300 and an all-in to 350, the next
    /// raise is to 550.
    OnTop,
    /// The last full bet: in the same case the raise completes to 500 (WPTAPL RX-4).
    Complete,
}

/// The point at which a player who has acted may raise again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reopen {
    /// When facing at least a full raise, with short all-ins added up (TDA 47-A).
    CumulativeFull,
}

/// The smallest chip that may be wagered, except all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallestWagerUnit {
    /// The unit in play from the stakes (GAPS G-20).
    UnitInPlay,
    /// The chip of the big blind, or of the bring-in if there are no blinds. Bets and raises are
    /// multiples of it (TFPL 5c-10 and Spotlight 5c-9 leave it to the house).
    BigBlindChip,
}

/// An irregular fold: in turn without a bet to face, or out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IrregularFold {
    /// It binds, and may cost a penalty (TDA 53-A, 58).
    Binding,
    /// The hand is dead once a player behind acts on it (TFPL 3b-2, WPTAPL 25).
    DeadIfAnotherActs,
}

/// The consequence for the last player to act on the river who checks or calls
/// with the exclusive nuts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NutsCheck {
    /// A flag for the floor (TDA 71-B).
    Flag,
    /// Always a penalty (TNPL H19).
    MandatoryPenalty,
}

//! The legal actions of the player on turn, whether the engine or a message to a player lists them.

use crate::felt::Felt;
use cardroom_engine::{InPlay, Legal};
use cardroom_protocol::table::LegalActions;
use cardroom_rules::SeatNo;

/// The legal actions of a turn, and what discrete actions are computed from. Amounts are chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub fold: bool,
    pub check: bool,
    /// The chips that a call adds.
    pub call: Option<u64>,
    pub bring_in: Option<u64>,
    pub wager: Option<Bounds>,
    /// The fewest and the most cards to discard.
    pub discard: Option<(u8, u8)>,
    /// All chips in the middle and in front of players.
    pub pot: u64,
    /// The largest bet of the street.
    pub current_bet: u64,
    /// The player's own bet on the street, and the chips behind.
    pub bet: u64,
    pub stack: u64,
    /// Wagers are multiples of it, except all-in and the smallest one.
    pub unit: u64,
}

/// The bounds of a bet or raise, as totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub raise: bool,
    pub min_to: u64,
    pub max_to: u64,
}

impl Options {
    /// Returns the options of a seat as the engine lists them.
    pub(crate) fn of_turn(play: &InPlay<'_>, seat: SeatNo, legal: &Legal) -> Self {
        let Legal { fold, check, call, wager, bring_in, discard, .. } = legal;
        Self {
            fold: *fold,
            check: *check,
            call: call.map(|chips| chips.0),
            bring_in: bring_in.map(|chips| chips.0),
            wager: wager.map(|wager| Bounds {
                raise: wager.raise,
                min_to: wager.min_to.0,
                max_to: wager.max_to.0,
            }),
            discard: discard.map(|range| (range.least, range.most)),
            pot: play.chips().0,
            current_bet: play.current_bet().0,
            bet: play.bet(seat).0,
            stack: play.stack(seat).0,
            unit: play.wager_unit().0,
        }
    }

    /// Returns the options as a message to a player lists them.
    pub(crate) fn of_message(legal: &LegalActions, felt: &Felt, seat: usize, unit: u64) -> Self {
        Self {
            fold: legal.fold,
            check: legal.check,
            call: legal.call.map(|chips| chips.0),
            bring_in: legal.bring_in.map(|chips| chips.0),
            wager: legal.wager.map(|wager| Bounds {
                raise: wager.raise,
                min_to: wager.min_to.0,
                max_to: wager.max_to.0,
            }),
            discard: legal.discard.map(|range| (range.least, range.most)),
            pot: felt.pot,
            current_bet: felt.current_bet(),
            bet: felt.bets[seat],
            stack: felt.stacks[seat],
            unit,
        }
    }

    /// Returns the total of a bet or raise by the whole stack.
    #[must_use]
    pub fn all_in_to(&self) -> u64 {
        self.bet + self.stack
    }
}

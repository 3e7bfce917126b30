//! The legal actions of a player, as sent to clients. `terms` computes the bounds. `spot` uses them
//! to list the actions and to check one.

use crate::ruling::{Commitment, RulingOption};
use cardroom_rules::Chips;

/// The legal actions of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legal {
    /// Legal except in a draw, for a player who must post the bring-in, and for a player bound to
    /// bet, raise or call.
    pub fold: bool,
    pub check: bool,
    /// The chips that a call adds, at most the stack.
    pub call: Option<Chips>,
    /// The bounds of a bet or raise, if one is legal.
    pub wager: Option<Wager>,
    /// The chips that the bring-in adds, if it is due.
    pub bring_in: Option<Chips>,
    /// The number of cards to discard, in a draw.
    pub discard: Option<DiscardRange>,
    /// The player's binding declaration, on a hybrid table.
    pub bound: Option<Commitment>,
}

/// The bounds of a discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiscardRange {
    pub least: u8,
    pub most: u8,
    /// The number of cards held.
    pub held: u8,
}

/// The bounds of a bet or raise, as totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wager {
    /// `true` for a raise, `false` for a first bet.
    pub raise: bool,
    pub min_to: Chips,
    pub max_to: Chips,
    /// A pot-sized bet, clamped to the bounds.
    pub pot_to: Chips,
    /// The player's whole stack, legal even if it is not a multiple of the unit.
    pub all_in_to: Chips,
}

impl Legal {
    pub(crate) const NOTHING: Self = Self {
        fold: false,
        check: false,
        call: None,
        wager: None,
        bring_in: None,
        discard: None,
        bound: None,
    };

    /// Returns the legal actions in betting, least first.
    #[must_use]
    pub fn options(&self) -> Vec<RulingOption> {
        let wager = self.wager.map(|wager| match wager.raise {
            _ if self.bring_in.is_some() => RulingOption::Complete,
            true => RulingOption::Raise,
            false => RulingOption::Bet,
        });
        let choices = [
            self.fold.then_some(RulingOption::Fold),
            self.bring_in.map(|_| RulingOption::BringIn),
            self.check.then_some(RulingOption::Check),
            self.call.map(|_| RulingOption::Call),
            wager,
        ];
        choices.into_iter().flatten().collect()
    }
}

//! The legal actions of a player, as sent to clients. `terms` computes the bounds. `spot` uses them
//! to list the actions and to check one.

mod spot;
mod terms;

pub(crate) use spot::Spot;
pub(crate) use terms::Terms;

use crate::adjudicate::{Commitment, RulingOption};
use cardroom_rules::{Chips, SeatNo};

/// The legal actions of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legal {
    /// Always legal, except in a draw and for a player who must post the bring-in.
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

/// The betting of one street.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Round {
    /// The total to match.
    pub(crate) current_bet: Chips,
    /// The smallest amount that a full raise adds.
    pub(crate) increment: Chips,
    /// The last total that was a full bet or raise. A short all-in above it does not change it.
    pub(crate) full_bet: Chips,
    /// The number of full raises after the bet.
    pub(crate) raises: u8,
    /// The last player to bet or raise.
    pub(crate) aggressor: Option<SeatNo>,
}

impl Round {
    /// Returns the betting of a street before the first bet.
    pub(crate) fn open(increment: Chips) -> Self {
        Self { increment, ..Self::default() }
    }

    /// Records a bet, raise or all-in above the current bet. Totals of at
    /// least `full_from` are full.
    pub(crate) fn raise(&mut self, seat: SeatNo, to: Chips, full_from: Chips) {
        if to >= full_from {
            // Neither the first full bet of a street nor the completion of a short all-in is a
            // raise (GAPS G-70).
            if !self.full_bet.is_zero() {
                self.raises = self.raises.saturating_add(1);
            }
            self.increment = self.increment.max(to - self.current_bet);
            self.full_bet = to;
        }
        self.current_bet = to;
        self.aggressor = Some(seat);
    }
}

impl Legal {
    const NOTHING: Self = Self {
        fold: false,
        check: false,
        call: None,
        wager: None,
        bring_in: None,
        discard: None,
        bound: None,
    };

    /// Returns the legal actions in the words of the rules.
    pub fn choices(&self) -> impl Iterator<Item = &'static str> + use<> {
        let wager = self.wager.map(|wager| match (self.bring_in, wager.raise) {
            (Some(_), _) => "complete",
            (None, false) => "bet",
            (None, true) => "raise",
        });
        let choices = [
            self.fold.then_some("fold"),
            self.check.then_some("check"),
            self.call.map(|_| "call"),
            self.bring_in.map(|_| "bring_in"),
            wager,
            self.discard.map(|_| "discard"),
        ];
        choices.into_iter().flatten()
    }

    /// Returns the legal actions, least first.
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

//! What a player may do, as clients are told. The bounds are computed in `terms`; `spot` asks for
//! them, to tell them and to check an action.

mod spot;
mod terms;

pub(crate) use spot::Spot;
pub(crate) use terms::Terms;

use crate::adjudicate::{Commitment, RulingOption};
use cardroom_rules::{Chips, SeatNo};

/// What a player may do with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legal {
    /// Giving up the hand: always, except in a draw and for whoever has to bring it in.
    pub fold: bool,
    /// There is nothing to call.
    pub check: bool,
    /// What a call adds: all that is left where that is less.
    pub call: Option<Chips>,
    /// The bounds of a bet or raise, where one is possible.
    pub wager: Option<Wager>,
    /// What the bring-in adds, where it is due.
    pub bring_in: Option<Chips>,
    /// How many cards may be given away, in a draw.
    pub discard: Option<DiscardRange>,
    /// What the player has declared and is bound to, on a hybrid table.
    pub bound: Option<Commitment>,
}

/// How many cards may be given away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiscardRange {
    /// At least so many.
    pub least: u8,
    /// At most so many.
    pub most: u8,
    /// How many are held.
    pub held: u8,
}

/// The bounds of a bet or raise, as totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wager {
    /// A raise over a bet, rather than a first bet.
    pub raise: bool,
    pub min_to: Chips,
    pub max_to: Chips,
    /// A bet of the pot's size, brought within the bounds.
    pub pot_to: Chips,
    /// Everything the player has: legal even where it is no multiple of the unit.
    pub all_in_to: Chips,
}

/// The betting of one street.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Round {
    /// The total to be matched.
    pub(crate) current_bet: Chips,
    /// The least a full raise adds.
    pub(crate) increment: Chips,
    /// The last total that was a full bet or raise: below it a short all-in is only on top.
    pub(crate) full_bet: Chips,
    /// Full raises after the bet.
    pub(crate) raises: u8,
    /// Who bet or raised last.
    pub(crate) aggressor: Option<SeatNo>,
}

impl Round {
    /// The betting of a street before anybody has bet.
    pub(crate) fn open(increment: Chips) -> Self {
        Self { increment, ..Self::default() }
    }

    /// A bet, raise or all-in to a total above the current one. `full` says from which total on
    /// it is a full one.
    pub(crate) fn raise(&mut self, seat: SeatNo, to: Chips, full_from: Chips) {
        if to >= full_from {
            // The first full bet of a street is not a raise, completing a short all-in neither
            // (GAPS G-70).
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

    /// What may be done, in the words of the rules.
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

    /// The choices a player has, least first.
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

//! What a player may do, and whether an action is among it. The bounds come from `terms`, the one
//! computation behind validation and the hints clients get.

mod terms;

pub(crate) use terms::Terms;

use crate::adjudicate::{Commitment, RulingOption};
use crate::input::{Action, Picks};
use crate::refusal::RefusalKind;
use cardroom_rules::{Betting, Chips, SeatNo, Stakes};

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
    /// The least.
    pub min_to: Chips,
    /// The most.
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

    /// Whether an action keeps what the player is bound to.
    fn keeps_promise(&self, action: Action) -> Result<(), RefusalKind> {
        let wagers = matches!(action, Action::Bet(_) | Action::RaiseTo(_));
        match self.bound {
            Some(Commitment::CallOrFold) if wagers => Err(RefusalKind::LimitedToCallOrFold),
            Some(Commitment::CallOrRaise) if action == Action::Fold => {
                Err(RefusalKind::BoundToCallOrRaise)
            }
            Some(Commitment::Wager) if !wagers => Err(match self.wager {
                Some(Wager { raise: false, min_to, .. }) => RefusalKind::BoundToBet { min_to },
                _ => RefusalKind::BoundToRaise,
            }),
            _ => Ok(()),
        }
    }

    /// The action as it counts, or why it does not. A call or wager of everything is the same
    /// action with the same amount.
    pub(crate) fn check_action(&self, action: Action, stakes: &Stakes) -> Result<(), RefusalKind> {
        if let Some(range) = self.discard {
            return match action {
                Action::Discard(picks) => range.check(picks),
                _ => Err(RefusalKind::DrawNow { least: range.least, most: range.most }),
            };
        }
        if let (Some(amount), Action::Check | Action::Call) = (self.bring_in, action) {
            return Err(RefusalKind::MustBringIn { amount });
        }
        self.keeps_promise(action)?;
        match action {
            Action::Fold if self.fold => Ok(()),
            Action::Fold => {
                Err(RefusalKind::MustBringIn { amount: self.bring_in.unwrap_or_default() })
            }
            Action::BringIn if self.bring_in.is_some() => Ok(()),
            Action::BringIn => Err(RefusalKind::NoBringIn),
            Action::Discard(_) => Err(RefusalKind::NothingToDraw),
            Action::Check if self.check => Ok(()),
            Action::Check => {
                Err(RefusalKind::CannotCheck { to_call: self.call.unwrap_or_default() })
            }
            Action::Call if self.call.is_some() => Ok(()),
            Action::Call => Err(RefusalKind::NothingToCall),
            Action::Bet(to) => self.check_wager(false, to, stakes),
            Action::RaiseTo(to) => self.check_wager(true, to, stakes),
        }
    }

    fn check_wager(&self, raise: bool, to: Chips, stakes: &Stakes) -> Result<(), RefusalKind> {
        let wager = self.wager.ok_or(RefusalKind::RaiseNotAllowed)?;
        match (raise, wager.raise) {
            (false, true) => return Err(RefusalKind::CannotBet),
            (true, false) => return Err(RefusalKind::NothingToRaise),
            _ => {}
        }
        if to < wager.min_to {
            return Err(RefusalKind::BelowMinimum { min_to: wager.min_to });
        }
        if to > wager.max_to {
            return Err(RefusalKind::AboveMaximum { max_to: wager.max_to });
        }
        if stakes.betting == Betting::FixedLimit {
            let sizes = [wager.min_to, wager.max_to];
            return if sizes.contains(&to) { Ok(()) } else { Err(RefusalKind::NotALimitBet) };
        }
        if to != wager.all_in_to && to != wager.min_to && !to.0.is_multiple_of(stakes.unit.0) {
            return Err(RefusalKind::NotAUnit { unit: stakes.unit });
        }
        Ok(())
    }
}

impl DiscardRange {
    fn check(self, picks: Picks) -> Result<(), RefusalKind> {
        let DiscardRange { least, most, held } = self;
        if picks.0 & !Picks::first(held).0 != 0 {
            return Err(RefusalKind::NoSuchCard);
        }
        if !(least..=most).contains(&picks.len()) {
            return Err(RefusalKind::DrawNow { least, most });
        }
        Ok(())
    }
}

//! A player's spot, which computes each legal action on demand. [`Legal`] reports all of them to
//! clients, and an action is checked only against those it needs. Both use the same rules.

use super::Terms;
use super::terms::WagerRange;
use crate::action::{Action, Picks};
use crate::limits::{DiscardRange, Legal, Wager};
use crate::refusal::RefusalKind;
use crate::ruling::Commitment;
use cardroom_rules::{Betting, Chips, SeatNo};

/// The legal actions of a player, computed on demand.
pub(crate) struct Spot<'a> {
    terms: &'a Terms<'a>,
    seat: SeatNo,
    /// The chips left in the stack.
    stack: Chips,
    /// The chips needed to call, even if the stack is shorter.
    to_call: Chips,
    /// The bring-in is due.
    opens: bool,
    /// The limit that a ruling set, where people deal.
    bound: Option<Commitment>,
    /// The chips of a call that became free stay in, so the player has called, not checked.
    stays_in: bool,
}

impl<'a> Spot<'a> {
    #[inline(always)]
    pub(crate) fn new(terms: &'a Terms<'a>, seat: SeatNo) -> Self {
        let stack = terms.stack(seat);
        let limit = terms.rulings.map(|rulings| rulings.bound(seat)).unwrap_or_default();
        let bound = match limit.commitment() {
            // No opponent is left to bet against.
            Some(Commitment::Wager) if terms.wager_range(seat, stack).is_none() => None,
            bound => bound,
        };
        Self {
            terms,
            seat,
            stack,
            to_call: terms.bet_to_match(seat).saturating_sub(terms.player(seat).bet),
            opens: terms.is_bring_in_due(),
            bound,
            stays_in: limit.has_chips_in(),
        }
    }

    /// Returns all legal actions.
    #[inline(always)]
    pub(crate) fn legal(&self) -> Legal {
        if self.terms.hand.street.drawing().is_some() {
            return Legal { discard: self.discard(), ..Legal::NOTHING };
        }
        Legal {
            fold: self.fold(),
            check: self.check(),
            call: self.call(),
            wager: self.wager(),
            bring_in: self.bring_in(),
            discard: None,
            bound: self.bound,
        }
    }

    /// Returns the number of cards to discard. In a draw no other action is legal.
    pub(crate) fn discard(&self) -> Option<DiscardRange> {
        let drawing = self.terms.hand.street.drawing()?;
        let held = self.terms.player(self.seat).held();
        Some(DiscardRange { least: drawing.least, most: drawing.most.min(held), held })
    }

    pub(crate) fn fold(&self) -> bool {
        if matches!(self.bound, Some(Commitment::Wager | Commitment::CallOrRaise)) {
            return false;
        }
        // The lowest card posts the bring-in or completes (TDA RP-10-E).
        !self.opens || self.terms.brings_in() != Some(self.seat)
    }

    pub(crate) fn check(&self) -> bool {
        self.is_free() && self.bound != Some(Commitment::Wager) && !self.is_called_already()
    }

    /// Returns the chips that a call adds, at most the stack.
    pub(crate) fn call(&self) -> Option<Chips> {
        let calls = !self.to_call.is_zero() || self.is_called_already();
        (calls && self.bound != Some(Commitment::Wager)).then(|| self.to_call.min(self.stack))
    }

    /// Returns the chips that the bring-in adds, if it is due.
    pub(crate) fn bring_in(&self) -> Option<Chips> {
        let due = self.opens && self.bound != Some(Commitment::Wager);
        due.then(|| self.terms.stakes.bring_in.min(self.stack))
    }

    /// Returns the bounds of a bet or raise as sent to clients, if one is legal.
    pub(crate) fn wager(&self) -> Option<Wager> {
        match self.bound {
            Some(Commitment::CallOrFold) => None,
            _ => self.terms.wager(self.seat, self.stack),
        }
    }

    /// Returns the bounds that a bet or raise is checked against.
    fn wager_range(&self) -> Option<WagerRange> {
        match self.bound {
            Some(Commitment::CallOrFold) => None,
            _ => self.terms.wager_range(self.seat, self.stack),
        }
    }

    fn is_free(&self) -> bool {
        self.to_call.is_zero() && !self.opens
    }

    fn is_called_already(&self) -> bool {
        self.bound == Some(Commitment::CallOrFold) && self.stays_in && self.is_free()
    }

    /// Returns the chips that a legal action takes from the stack.
    pub(crate) fn adds(&self, action: Action) -> Chips {
        match action {
            Action::Fold | Action::Check | Action::Discard(_) => Chips::ZERO,
            Action::BringIn => self.bring_in().unwrap_or_default(),
            Action::Call => self.call().unwrap_or_default(),
            Action::Bet(to) | Action::RaiseTo(to) => to - self.terms.player(self.seat).bet,
        }
    }

    /// Checks an action. A call or wager for the whole stack is the same action
    /// with the same amount.
    pub(crate) fn check_action(&self, action: Action) -> Result<(), RefusalKind> {
        if let Some(range) = self.discard() {
            return match action {
                Action::Discard(picks) => range.check(picks),
                _ => Err(RefusalKind::DrawNow { least: range.least, most: range.most }),
            };
        }
        if let (Action::Check | Action::Call, Some(amount)) = (action, self.bring_in()) {
            return Err(RefusalKind::MustBringIn { amount });
        }
        self.keeps_promise(action)?;
        match action {
            Action::Fold if self.fold() => Ok(()),
            Action::Fold => {
                Err(RefusalKind::MustBringIn { amount: self.bring_in().unwrap_or_default() })
            }
            Action::BringIn if self.bring_in().is_some() => Ok(()),
            Action::BringIn => Err(RefusalKind::NoBringIn),
            Action::Discard(_) => Err(RefusalKind::NothingToDraw),
            Action::Check if self.check() => Ok(()),
            Action::Check => {
                Err(RefusalKind::CannotCheck { to_call: self.call().unwrap_or_default() })
            }
            Action::Call if self.call().is_some() => Ok(()),
            Action::Call => Err(RefusalKind::NothingToCall),
            Action::Bet(to) => self.check_wager(false, to),
            Action::RaiseTo(to) => self.check_wager(true, to),
        }
    }

    /// Checks an action against the player's binding declaration.
    fn keeps_promise(&self, action: Action) -> Result<(), RefusalKind> {
        let wagers = matches!(action, Action::Bet(_) | Action::RaiseTo(_));
        match self.bound {
            Some(Commitment::CallOrFold) if wagers => Err(RefusalKind::LimitedToCallOrFold),
            Some(Commitment::CallOrRaise) if action == Action::Fold => {
                Err(RefusalKind::BoundToCallOrRaise)
            }
            Some(Commitment::Wager) if !wagers => Err(match self.wager_range() {
                Some(WagerRange { raise: false, min_to, .. }) => RefusalKind::BoundToBet { min_to },
                _ => RefusalKind::BoundToRaise,
            }),
            _ => Ok(()),
        }
    }

    fn check_wager(&self, raise: bool, to: Chips) -> Result<(), RefusalKind> {
        let stakes = self.terms.stakes;
        let wager = self.wager_range().ok_or(RefusalKind::RaiseNotAllowed)?;
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
        let unit = self.terms.wager_unit();
        if to != wager.all_in_to && to != wager.min_to && !to.0.is_multiple_of(unit.0) {
            return Err(RefusalKind::NotAUnit { unit });
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

//! Legal actions by name, so that a brain need not compare amounts.

use cardroom_protocol::Chips;
use cardroom_protocol::table::{Action, LegalActions};

/// Ready-made actions derived from [`LegalActions`].
pub trait Choices {
    /// Returns `true` if an action is legal.
    fn allows(&self, action: Action) -> bool;

    /// Checks if that is free, and folds otherwise. A player who owes the bring-in posts it, and
    /// one who is bound to a bet or raise makes the smallest.
    fn check_or_fold(&self) -> Action;

    /// Checks if that is free, and calls otherwise. A player who owes the bring-in posts it, and
    /// one who is bound to a bet or raise makes the smallest.
    fn check_or_call(&self) -> Action;

    /// Bets or raises to a total for the street, clamped to the legal range. Returns `None` if
    /// neither is possible. In fixed limit the total is always the legal one.
    fn wager(&self, to: Chips) -> Option<Action>;

    /// Makes the smallest bet or raise.
    fn min_wager(&self) -> Option<Action> {
        self.wager(Chips(0))
    }

    /// Bets or raises the size of the pot, or the nearest legal amount.
    fn pot_wager(&self) -> Option<Action>;

    /// Makes the largest bet or raise: all-in, the pot, or the limit.
    fn max_wager(&self) -> Option<Action> {
        self.wager(Chips(u64::MAX))
    }
}

impl Choices for LegalActions {
    fn allows(&self, action: Action) -> bool {
        let wager = |to: Chips, raise: bool| {
            self.wager.is_some_and(|range| {
                let within = (range.min_to..=range.max_to).contains(&to);
                let sized = !range.fixed || to == range.min_to || to == range.max_to;
                range.raise == raise && within && sized
            })
        };
        match action {
            Action::Fold => self.fold,
            Action::Check => self.check,
            Action::Call => self.call.is_some(),
            Action::Bet(to) => wager(to, false),
            Action::RaiseTo(to) => wager(to, true),
            Action::BringIn => self.bring_in.is_some(),
        }
    }

    fn check_or_fold(&self) -> Action {
        match (self.check, self.fold) {
            (true, _) => Action::Check,
            (false, true) => Action::Fold,
            (false, false) => self.check_or_call(),
        }
    }

    fn check_or_call(&self) -> Action {
        match (self.check, self.call) {
            (true, _) => Action::Check,
            (false, _) if self.bring_in.is_some() => Action::BringIn,
            (false, Some(_)) => Action::Call,
            (false, None) if self.fold => Action::Fold,
            (false, None) => self.min_wager().unwrap_or(Action::Fold),
        }
    }

    fn wager(&self, to: Chips) -> Option<Action> {
        let range = self.wager?;
        // Not `clamp`, which panics if the bounds are reversed.
        let to = match range.fixed {
            true if to >= range.max_to => range.max_to,
            true => range.min_to,
            false => to.max(range.min_to).min(range.max_to),
        };
        Some(if range.raise { Action::RaiseTo(to) } else { Action::Bet(to) })
    }

    fn pot_wager(&self) -> Option<Action> {
        self.wager(self.wager?.pot_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::table::WagerRange;

    #[test]
    fn amounts_are_moved_into_the_bounds() {
        let range = WagerRange {
            raise: true,
            min_to: Chips(20),
            max_to: Chips(90),
            pot_to: Chips(45),
            fixed: false,
        };
        let legal = LegalActions {
            fold: true,
            call: Some(Chips(10)),
            wager: Some(range),
            ..LegalActions::default()
        };
        assert_eq!(legal.wager(Chips(50)), Some(Action::RaiseTo(Chips(50))));
        assert_eq!(legal.min_wager(), Some(Action::RaiseTo(Chips(20))));
        assert_eq!(legal.pot_wager(), Some(Action::RaiseTo(Chips(45))));
        assert_eq!(legal.max_wager(), Some(Action::RaiseTo(Chips(90))));
        assert!(legal.allows(Action::RaiseTo(Chips(90))));
        assert!(!legal.allows(Action::RaiseTo(Chips(91))));
        assert!(!legal.allows(Action::Bet(Chips(50))));
        assert!(!legal.allows(Action::Check));
    }

    #[test]
    fn passive_answers_never_pay_for_a_free_card() {
        let free = LegalActions { fold: true, check: true, ..LegalActions::default() };
        assert_eq!(free.check_or_call(), Action::Check);
        assert_eq!(free.check_or_fold(), Action::Check);
        let bet = LegalActions { fold: true, call: Some(Chips(5)), ..LegalActions::default() };
        assert_eq!(bet.check_or_call(), Action::Call);
        assert_eq!(bet.check_or_fold(), Action::Fold);
        assert_eq!(bet.max_wager(), None);
    }
    #[test]
    fn in_fixed_limit_there_is_nothing_between_the_sizes() {
        let (min_to, max_to) = (Chips(20), Chips(40));
        let range = WagerRange { raise: false, min_to, max_to, pot_to: Chips(30), fixed: true };
        let legal = LegalActions { check: true, wager: Some(range), ..LegalActions::default() };
        assert_eq!(legal.wager(Chips(30)), Some(Action::Bet(min_to)));
        assert_eq!(legal.max_wager(), Some(Action::Bet(max_to)));
        assert!(!legal.allows(Action::Bet(Chips(30))));
    }

    #[test]
    fn who_is_bound_keeps_the_promise_at_the_least() {
        let (min_to, max_to) = (Chips(20), Chips(90));
        let range = WagerRange { raise: true, min_to, max_to, pot_to: min_to, fixed: false };
        let promised = LegalActions { wager: Some(range), ..LegalActions::default() };
        assert_eq!(promised.check_or_fold(), Action::RaiseTo(min_to));
        assert_eq!(promised.check_or_call(), Action::RaiseTo(min_to));
        let no_fold = LegalActions { call: Some(Chips(10)), ..promised };
        assert_eq!(no_fold.check_or_fold(), Action::Call);
    }

    #[test]
    fn the_lowest_card_brings_it_in_rather_than_fold() {
        let (min_to, max_to) = (Chips(20), Chips(20));
        let range = WagerRange { raise: false, min_to, max_to, pot_to: min_to, fixed: true };
        let bring_in = Some(Chips(6));
        let legal = LegalActions { wager: Some(range), bring_in, ..LegalActions::default() };
        assert_eq!(legal.check_or_fold(), Action::BringIn);
        assert_eq!(legal.check_or_call(), Action::BringIn);
        assert!(!legal.allows(Action::Fold) && legal.allows(Action::BringIn));
        assert_eq!(legal.min_wager(), Some(Action::Bet(Chips(20))), "a completion");
    }
}

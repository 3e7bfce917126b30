//! Legal answers by name: what a brain returns without comparing amounts itself.

use cardroom_protocol::Chips;
use cardroom_protocol::table::{Action, LegalActions};

/// Ready-made answers out of [`LegalActions`].
pub trait Choices {
    /// Whether an action is among the legal ones.
    fn allows(&self, action: Action) -> bool;

    /// Checks where that is free, folds otherwise.
    fn check_or_fold(&self) -> Action;

    /// Checks where that is free, calls otherwise.
    fn check_or_call(&self) -> Action;

    /// Bets or raises to a total for the street, moved into the legal bounds; `None` when neither
    /// is possible.
    fn wager(&self, to: Chips) -> Option<Action>;

    /// The smallest bet or raise.
    fn min_wager(&self) -> Option<Action> {
        self.wager(Chips(0))
    }

    /// The bet or raise of the pot's size, or the nearest legal one.
    fn pot_wager(&self) -> Option<Action>;

    /// The largest bet or raise: everything, the pot, or the limit.
    fn max_wager(&self) -> Option<Action> {
        self.wager(Chips(u64::MAX))
    }
}

impl Choices for LegalActions {
    fn allows(&self, action: Action) -> bool {
        let wager = |to: Chips, raise: bool| {
            self.wager.is_some_and(|range| {
                range.raise == raise && (range.min_to..=range.max_to).contains(&to)
            })
        };
        match action {
            Action::Fold => true,
            Action::Check => self.check,
            Action::Call => self.call.is_some(),
            Action::Bet(to) => wager(to, false),
            Action::RaiseTo(to) => wager(to, true),
        }
    }

    fn check_or_fold(&self) -> Action {
        if self.check { Action::Check } else { Action::Fold }
    }

    fn check_or_call(&self) -> Action {
        match (self.check, self.call) {
            (true, _) => Action::Check,
            (false, Some(_)) => Action::Call,
            (false, None) => Action::Fold,
        }
    }

    fn wager(&self, to: Chips) -> Option<Action> {
        let range = self.wager?;
        // Not `clamp`, which panics on bounds that are the wrong way round.
        let to = to.max(range.min_to).min(range.max_to);
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
        let range =
            WagerRange { raise: true, min_to: Chips(20), max_to: Chips(90), pot_to: Chips(45) };
        let legal = LegalActions { check: false, call: Some(Chips(10)), wager: Some(range) };
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
        let free = LegalActions { check: true, call: None, wager: None };
        assert_eq!(free.check_or_call(), Action::Check);
        assert_eq!(free.check_or_fold(), Action::Check);
        let bet = LegalActions { check: false, call: Some(Chips(5)), wager: None };
        assert_eq!(bet.check_or_call(), Action::Call);
        assert_eq!(bet.check_or_fold(), Action::Fold);
        assert_eq!(bet.max_wager(), None);
    }
}

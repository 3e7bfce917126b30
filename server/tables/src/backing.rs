//! Backing: the chips of a table that have value outside of it. Guests and new accounts get chips
//! for free. Players who win those chips can play on with them, but cannot take them away.
//! Otherwise a few hundred guests would make one player rich.
//!
//! Two parts of a player's stack can leave the table. The first part is the player's own chips, at
//! most those that they brought as a guest or new account. The second part is limited by the backed
//! chips on the table: those that accounts brought and that were not taken away, minus those that
//! the other accounts brought and still have. So a loss to a guest is never compensated twice. No
//! account loses chips that it brought and still has.
//!
//! Only players and stacks since the start of the process are known. The stacks at that
//! time count as brought.

use cardroom_record::ids::AccountId;
use cardroom_record::tenure::Tenure;
use cardroom_rules::{Chips, Millis};
use std::collections::BTreeMap;

/// The chips that a player brought and has not taken away.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Brought {
    /// Brought as an established account.
    backed: Chips,
    /// Brought as a guest or a new account.
    own: Chips,
}

/// The chips at a table that have value outside of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Backing {
    /// How long an account counts as new.
    hold: Millis,
    /// Chips that established accounts brought and that were not taken away.
    value: Chips,
    players: BTreeMap<AccountId, Brought>,
}

impl Backing {
    pub(super) fn new(hold: Millis) -> Self {
        Self { hold, value: Chips::ZERO, players: BTreeMap::new() }
    }

    /// Starts again with these players and stacks.
    pub(super) fn reset(
        &mut self,
        now: Millis,
        stacks: impl IntoIterator<Item = (AccountId, Tenure, Chips)>,
    ) {
        (self.value, self.players) = (Chips::ZERO, BTreeMap::new());
        for (who, tenure, stack) in stacks {
            self.brings(now, who, tenure, stack);
        }
    }

    /// Notes that a player brings chips.
    pub(super) fn brings(&mut self, now: Millis, who: AccountId, tenure: Tenure, amount: Chips) {
        let brought = self.players.entry(who).or_default();
        if tenure.is_established(self.hold, now) {
            brought.backed += amount;
            self.value += amount;
        } else {
            brought.own += amount;
        }
    }

    /// Notes that chips go back to the player who brought them.
    pub(super) fn returns(&mut self, who: AccountId, amount: Chips) {
        let brought = self.players.entry(who).or_default();
        let own = brought.own.min(amount);
        brought.own -= own;
        let rest = amount - own;
        brought.backed = brought.backed.saturating_sub(rest);
        self.value = self.value.saturating_sub(rest);
    }

    /// Notes that a guest has become an account, so that the chips they brought now have value.
    pub(super) fn upgraded(&mut self, who: AccountId) {
        if let Some(brought) = self.players.get_mut(&who) {
            let own = std::mem::take(&mut brought.own);
            brought.backed += own;
            self.value += own;
        }
    }

    /// Notes that a player leaves with a stack, while `others` remain with theirs. Returns the part
    /// that goes to the player's wallet.
    pub(super) fn leaves(
        &mut self,
        who: AccountId,
        stack: Chips,
        others: impl IntoIterator<Item = (AccountId, Chips)>,
    ) -> Chips {
        let brought = self.players.remove(&who).unwrap_or_default();
        let own = brought.own.min(stack);
        let still_have =
            others.into_iter().filter(|(other, _)| *other != who).map(|(other, has)| {
                self.players.get(&other).map_or(Chips::ZERO, |brought| brought.backed.min(has))
            });
        let free = self.value.saturating_sub(still_have.sum());
        let rest = free.min(stack - own);
        self.value -= rest;
        own + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Millis = Millis(1_000_000);
    const HOLD: Millis = Millis(10_000);
    const OLD: Tenure = Tenure::ALWAYS;

    fn table(players: &[(u64, Tenure, u64)]) -> Backing {
        let mut backing = Backing::new(HOLD);
        let stacks =
            players.iter().map(|(who, tenure, chips)| (AccountId(*who), *tenure, Chips(*chips)));
        backing.reset(NOW, stacks);
        backing
    }

    fn leaves(backing: &mut Backing, who: u64, stack: u64, others: &[(u64, u64)]) -> u64 {
        let others = others.iter().map(|(who, has)| (AccountId(*who), Chips(*has)));
        backing.leaves(AccountId(who), Chips(stack), others).0
    }

    #[test]
    fn fifty_guests_make_nobody_rich() {
        for farmer in [OLD, Tenure::since(NOW), Tenure::GUEST] {
            let mut backing = table(&[(1, farmer, 1_000)]);
            for guest in 2..52 {
                backing.brings(NOW, AccountId(guest), Tenure::GUEST, Chips(1_000));
                assert_eq!(leaves(&mut backing, guest, 0, &[(1, 1_000 * guest)]), 0);
            }
            assert_eq!(leaves(&mut backing, 1, 51_000, &[]), 1_000);
        }
    }

    #[test]
    fn accounts_win_from_each_other_whoever_leaves_first() {
        let mut backing = table(&[(1, OLD, 1_000), (2, OLD, 1_000), (3, Tenure::GUEST, 5_000)]);
        assert_eq!(leaves(&mut backing, 1, 1_500, &[(2, 500), (3, 5_000)]), 1_500);
        // If the loser then wins chips from a guest, those are not backed.
        assert_eq!(leaves(&mut backing, 2, 1_000, &[(3, 4_500)]), 500);
        assert_eq!(leaves(&mut backing, 3, 4_500, &[]), 4_500, "the guest's own");
    }

    #[test]
    fn a_guest_wins_from_accounts_and_an_account_keeps_its_own() {
        let mut backing = table(&[(1, OLD, 1_000), (2, OLD, 1_000), (3, Tenure::GUEST, 500)]);
        assert_eq!(leaves(&mut backing, 3, 900, &[(1, 600), (2, 1_000)]), 900);
        assert_eq!(leaves(&mut backing, 2, 1_000, &[(1, 600)]), 1_000);
        assert_eq!(leaves(&mut backing, 1, 600, &[]), 600);
    }

    #[test]
    fn a_winner_of_guests_chips_does_not_take_those_of_the_other_account() {
        let mut backing = table(&[(1, OLD, 1_000), (2, OLD, 1_000), (3, Tenure::GUEST, 5_000)]);
        assert_eq!(leaves(&mut backing, 1, 6_000, &[(2, 1_000), (3, 0)]), 1_000);
        assert_eq!(leaves(&mut backing, 2, 1_000, &[(3, 0)]), 1_000);
    }

    #[test]
    fn a_guest_who_becomes_an_account_loses_nothing_by_it() {
        let mut backing = table(&[(1, OLD, 1_000), (3, Tenure::GUEST, 500)]);
        backing.upgraded(AccountId(3));
        assert_eq!(leaves(&mut backing, 3, 800, &[(1, 700)]), 800);
        assert_eq!(leaves(&mut backing, 1, 700, &[]), 700);
    }

    proptest! {
        /// All accounts together never take away more than accounts brought. No account loses chips
        /// that it brought and still has.
        #[test]
        fn value_is_neither_made_nor_lost(
            brought in prop::collection::vec((any::<bool>(), 1_u64..1_000), 1..8),
            pots in prop::collection::vec((0_usize..8, 0_usize..8, 1_u64..1_000), 0..30),
            order in prop::collection::vec(0_usize..8, 8),
        ) {
            let tenure = |is_guest: bool| if is_guest { Tenure::GUEST } else { OLD };
            let players: Vec<_> = brought.iter().enumerate()
                .map(|(who, (guest, chips))| (who as u64, tenure(*guest), *chips)).collect();
            let mut backing = table(&players);
            let mut stacks: Vec<u64> = brought.iter().map(|(_, chips)| *chips).collect();
            for (from, to, amount) in pots {
                let (from, to) = (from % stacks.len(), to % stacks.len());
                let amount = amount.min(stacks[from]);
                stacks[from] -= amount;
                stacks[to] += amount;
            }
            let value: u64 = brought.iter().filter(|(guest, _)| !guest).map(|(_, chips)| chips).sum();
            let own: u64 = brought.iter().filter(|(guest, _)| *guest).map(|(_, chips)| chips).sum();
            let mut seated: Vec<usize> = (0..stacks.len()).collect();
            let (mut accounts_took, mut all_took) = (0, 0);
            for turn in order {
                if seated.is_empty() { break }
                let who = seated.remove(turn % seated.len());
                let others: Vec<_> = seated.iter().map(|other| (*other as u64, stacks[*other])).collect();
                let took = leaves(&mut backing, who as u64, stacks[who], &others);
                let (guest, chips) = brought[who];
                prop_assert!(took <= stacks[who] && took >= chips.min(stacks[who]));
                all_took += took;
                if !guest { accounts_took += took }
            }
            prop_assert!(accounts_took <= value && all_took <= value + own);
        }
    }
}

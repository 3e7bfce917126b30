//! The chips that leave a table, and guests' chips, which stay.

use super::{Outputs, TableHost, player_id};
use crate::ids::AccountId;
use crate::night::STAYED;
use crate::store::{LedgerAccount, Transfer};
use crate::table::backing::Backing;
use crate::tenure::Tenure;
use cardroom_rules::{Chips, Millis};

impl TableHost {
    fn change_backing(&mut self, change: impl FnOnce(&mut Backing)) {
        let Some(backing) = &mut self.money.backing else { return };
        if self.before.backing.is_none() {
            self.before.backing = Some(backing.clone());
        }
        change(backing);
    }

    pub(super) fn tenure(&self, account: AccountId) -> Tenure {
        self.audience.people.get(&player_id(account)).map_or(Tenure::GUEST, |player| player.tenure)
    }

    /// Counts all stacks as brought, after a restart.
    pub(super) fn count_stacks_as_brought(&mut self, now: Millis) {
        let stacks: Vec<_> = self
            .table
            .chips_before_hand()
            .map(|(player, chips)| (AccountId(player.0), chips))
            .map(|(account, chips)| (account, self.tenure(account), chips))
            .collect();
        self.change_backing(|backing| backing.reset(now, stacks));
    }

    pub(super) fn brings(&mut self, now: Millis, account: AccountId, amount: Chips) {
        let tenure = self.tenure(account);
        self.change_backing(|backing| backing.brings(now, account, tenure, amount));
    }

    pub(super) fn is_given(&mut self, now: Millis, account: AccountId, amount: Chips) {
        let Some(host) = &self.description.hosted_by else { return };
        let tenure = host.tenure;
        self.change_backing(|backing| backing.gives(now, tenure, account, amount));
    }

    pub(super) fn takes_back(&mut self, account: AccountId, amount: Chips) {
        self.change_backing(|backing| backing.returns(account, amount));
    }

    pub(super) fn became_account(&mut self, account: AccountId) {
        self.change_backing(|backing| backing.upgraded(account));
    }

    /// Pays out a player who has left with a stack. Returns the part that goes to the wallet. The
    /// rest goes back to the bank.
    pub(super) fn pay_out(
        &mut self,
        now: Millis,
        index: usize,
        account: AccountId,
        stack: Chips,
        outputs: &mut Outputs,
    ) -> Chips {
        let others: Vec<_> = self
            .table
            .chips_before_hand()
            .map(|(player, chips)| (AccountId(player.0), chips))
            .collect();
        let mut paid = stack;
        self.change_backing(|backing| paid = backing.leaves(account, stack, others));
        let table = LedgerAccount::Table(self.id);
        if !paid.is_zero() {
            let wallet = LedgerAccount::Wallet(account);
            self.transfer(now, index, table.clone(), wallet, paid, outputs);
        }
        if paid < stack {
            let id = format!("table:{}:{}:{index}:{STAYED}:{}", self.id, self.seq, account.0);
            let (from, to, amount) = (table, LedgerAccount::Bank, stack - paid);
            outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
        }
        paid
    }
}

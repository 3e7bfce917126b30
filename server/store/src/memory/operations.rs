//! Changes of accounts by operators and owners.

use super::MemoryStore;
use crate::ids::AccountId;
use crate::operations::reassigned;
use crate::{
    AccountEdit, AccountSearch, FoundAccounts, FoundOperations, HookEvent, OperationStore,
    StoreError, StoredHand, StoredNote, StoredOperation, StoredSecondFactor,
};
use async_trait::async_trait;

#[async_trait]
impl OperationStore for MemoryStore {
    async fn find_accounts(&self, search: &AccountSearch) -> Result<FoundAccounts, StoreError> {
        self.with(|inner| Ok(inner.find_accounts(search)))
    }

    async fn operate_and_tell(
        &self,
        edit: &AccountEdit,
        operation: &StoredOperation,
        hooked: &[HookEvent],
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.operate(edit, operation)?;
            hooked.iter().for_each(|event| inner.hooks.append(event));
            Ok(())
        })
    }

    async fn operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> Result<FoundOperations, StoreError> {
        self.with(|inner| Ok(inner.found_operations(account, from, at_most)))
    }

    async fn reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
    ) -> Result<Option<AccountId>, StoreError> {
        self.with(|inner| Ok(inner.live_reset_code(hash, now_ms)))
    }

    async fn use_reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
        password_hash: &str,
    ) -> Result<bool, StoreError> {
        self.with(|inner| {
            let Some(id) = inner.live_reset_code(hash, now_ms) else { return Ok(false) };
            inner.reset_codes.retain(|_, (account, _)| *account != id);
            inner.tokens.retain(|_, token| token.account != id);
            inner.change(id, |account| account.password_hash = Some(password_hash.to_owned()));
            Ok(true)
        })
    }

    async fn second_factor(
        &self,
        account: AccountId,
    ) -> Result<Option<StoredSecondFactor>, StoreError> {
        self.with(|inner| Ok(inner.second_factors.get(&account).cloned()))
    }

    async fn set_second_factor(
        &self,
        before: Option<&StoredSecondFactor>,
        now: &StoredSecondFactor,
    ) -> Result<bool, StoreError> {
        self.with(|inner| {
            if inner.second_factors.get(&now.account) != before {
                return Ok(false);
            }
            inner.second_factors.insert(now.account, now.clone());
            Ok(true)
        })
    }

    async fn delete_second_factor(&self, account: AccountId) -> Result<bool, StoreError> {
        self.with(|inner| Ok(inner.second_factors.remove(&account).is_some()))
    }

    async fn reassign_hand(
        &self,
        hand: &StoredHand,
        from: AccountId,
        to: AccountId,
    ) -> Result<(), StoreError> {
        self.with_latest(move |inner| {
            let same =
                |stored: &&mut StoredHand| (stored.table, stored.hand) == (hand.table, hand.hand);
            if let Some(stored) = inner.hands.iter_mut().find(same) {
                stored.players = reassigned(&stored.players, from, to);
            }
            Ok(())
        })
        .await
    }

    async fn move_notes(&self, from: AccountId, to: AccountId) -> Result<(), StoreError> {
        self.with(|inner| {
            let written: Vec<AccountId> =
                inner.notes.keys().filter(|(writer, _)| *writer == from).map(|key| key.1).collect();
            for about in written.into_iter().filter(|about| *about != to) {
                if !inner.notes.contains_key(&(to, about))
                    && let Some(note) = inner.notes.remove(&(from, about))
                {
                    inner.notes.insert((to, about), StoredNote { account: to, ..note });
                }
            }
            Ok(())
        })
    }
}

//! Browsers that get notices of an account.

use super::{Inner, MemoryStore};
use crate::ids::AccountId;
use crate::{PushStore, StoreError, StoredSubscription};
use async_trait::async_trait;

#[async_trait]
impl PushStore for MemoryStore {
    async fn subscribe(
        &self,
        subscription: &StoredSubscription,
        at_most: u32,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.subscriptions.retain(|known| known.endpoint != subscription.endpoint);
            inner.subscriptions.push(subscription.clone());
            inner.drop_oldest(subscription.account, at_most);
            Ok(())
        })
    }

    async fn unsubscribe(
        &self,
        account: AccountId,
        endpoint: Option<&str>,
    ) -> Result<u64, StoreError> {
        self.with(|inner| {
            let before = inner.subscriptions.len();
            inner.subscriptions.retain(|known| {
                known.account != account || endpoint.is_some_and(|it| it != known.endpoint)
            });
            Ok((before - inner.subscriptions.len()) as u64)
        })
    }

    async fn subscriptions(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredSubscription>, StoreError> {
        self.with(|inner| {
            let own = inner.subscriptions.iter().filter(|known| known.account == account);
            let mut own: Vec<_> = own.cloned().collect();
            own.sort_by(|one, other| {
                (one.created_ms, &one.endpoint).cmp(&(other.created_ms, &other.endpoint))
            });
            Ok(own)
        })
    }

    async fn subscribers(&self) -> Result<Vec<AccountId>, StoreError> {
        self.with(|inner| {
            let mut all: Vec<_> = inner.subscriptions.iter().map(|known| known.account).collect();
            all.sort_unstable();
            all.dedup();
            Ok(all)
        })
    }

    async fn move_subscriptions(
        &self,
        from: AccountId,
        to: AccountId,
        at_most: u32,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            for known in inner.subscriptions.iter_mut().filter(|known| known.account == from) {
                known.account = to;
            }
            inner.drop_oldest(to, at_most);
            Ok(())
        })
    }

    async fn set_push_off(&self, account: AccountId, kinds: u8) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.push_off.insert(account, kinds);
            Ok(())
        })
    }

    async fn push_off(&self, account: AccountId) -> Result<u8, StoreError> {
        self.with(|inner| Ok(inner.push_off.get(&account).copied().unwrap_or_default()))
    }
}

impl Inner {
    fn drop_oldest(&mut self, account: AccountId, at_most: u32) {
        let age = |known: &StoredSubscription| (known.created_ms, known.endpoint.clone());
        let own = self.subscriptions.iter().filter(|known| known.account == account);
        let mut ages: Vec<_> = own.map(age).collect();
        ages.sort_unstable_by(|one, other| other.cmp(one));
        ages.truncate(at_most as usize);
        self.subscriptions.retain(|known| known.account != account || ages.contains(&age(known)));
    }

    /// Forgets everything of an account that is gone.
    pub(super) fn forget_subscriptions(&mut self, account: AccountId) {
        self.subscriptions.retain(|known| known.account != account);
        self.push_off.remove(&account);
    }
}

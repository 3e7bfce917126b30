//! Browsers that get notices of an account, as every store keeps them.

use crate::StoreError;
use crate::ids::AccountId;
use async_trait::async_trait;
use std::fmt;

/// Subscriptions to notices (Web Push), and what each account has turned off.
#[async_trait]
pub trait PushStore {
    /// Stores a subscription in place of the one with the same endpoint, whosever that was. If its
    /// account then has more than `at_most`, the oldest are deleted.
    async fn subscribe(
        &self,
        subscription: &StoredSubscription,
        at_most: u32,
    ) -> Result<(), StoreError>;

    /// Deletes the subscription of an account with this endpoint, or all of them. Returns how many
    /// there were.
    async fn unsubscribe(
        &self,
        account: AccountId,
        endpoint: Option<&str>,
    ) -> Result<u64, StoreError>;

    /// Returns the subscriptions of an account, the oldest first.
    async fn subscriptions(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredSubscription>, StoreError>;

    /// Returns every account with a subscription.
    async fn subscribers(&self) -> Result<Vec<AccountId>, StoreError>;

    /// Moves the subscriptions of an account to another one, with the same bound as
    /// [`subscribe`](Self::subscribe). Kinds that the latter has turned off stay off.
    async fn move_subscriptions(
        &self,
        from: AccountId,
        to: AccountId,
        at_most: u32,
    ) -> Result<(), StoreError>;

    /// Sets the kinds of notice that an account has turned off, one bit for each.
    async fn set_push_off(&self, account: AccountId, kinds: u8) -> Result<(), StoreError>;

    /// Returns the kinds of notice that an account has turned off.
    async fn push_off(&self, account: AccountId) -> Result<u8, StoreError>;
}

/// A browser that gets notices of an account.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredSubscription {
    pub account: AccountId,
    /// The address at the push service. It is unique.
    pub endpoint: String,
    /// The browser's public key.
    pub public_key: Vec<u8>,
    /// The secret that authenticates the room to the browser.
    pub auth: Vec<u8>,
    /// The language of the page.
    pub language: String,
    /// In milliseconds since 1970.
    pub created_ms: u64,
}

impl fmt::Debug for StoredSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A reader of the other fields could send notices to the browser.
        let mut debug = f.debug_struct("StoredSubscription");
        debug.field("account", &self.account).field("language", &self.language);
        debug.finish_non_exhaustive()
    }
}

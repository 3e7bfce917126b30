//! Accounts and their tokens.

use crate::ids::AccountId;
use crate::look::Look;
use crate::{HookEvent, StoreError, StoredAccount, StoredToken};
use async_trait::async_trait;
use cardroom_protocol::server::Role;

/// The events for hooks that a new account brings, by its id; `None` if no hook asks for any.
pub type Hooked<'a> = Option<&'a (dyn Fn(AccountId) -> Vec<HookEvent> + Sync)>;

/// Accounts and their tokens.
#[async_trait]
pub trait AccountStore: Sync {
    /// Opens an account and returns its id. Ignores `account.id`. Fails with
    /// [`StoreError::Duplicate`] if the name is taken or looks like one that is.
    async fn create_account(&self, account: &StoredAccount) -> Result<AccountId, StoreError> {
        self.open_account(account, None).await
    }

    /// Does the same, and stores events for hooks in the same transaction.
    async fn open_account(
        &self,
        account: &StoredAccount,
        hooked: Hooked<'_>,
    ) -> Result<AccountId, StoreError>;

    async fn account(&self, id: AccountId) -> Result<Option<StoredAccount>, StoreError>;

    /// Returns the accounts with these ids in no particular order, with one query. Ids without
    /// an account are skipped.
    async fn accounts(&self, ids: &[AccountId]) -> Result<Vec<StoredAccount>, StoreError>;

    /// Returns the account with this name, without regard to case.
    async fn account_by_name(&self, name: &str) -> Result<Option<StoredAccount>, StoreError>;

    /// Returns the account whose name looks like this one.
    async fn account_like(&self, name: &str) -> Result<Option<StoredAccount>, StoreError>;

    /// Replaces the password hash of an account and ends all its resume tokens, and its API tokens
    /// too if `end_tokens` is set, in one transaction.
    async fn replace_password(
        &self,
        id: AccountId,
        hash: &str,
        end_tokens: bool,
    ) -> Result<(), StoreError>;

    /// Gives a guest a name and a password hash, and returns `true`. Changes nothing and returns
    /// `false` if the account is not a guest. Fails with [`StoreError::Duplicate`] if another
    /// account has the name or one that looks like it.
    async fn upgrade_guest(
        &self,
        id: AccountId,
        name: &str,
        hash: &str,
        opened_ms: u64,
    ) -> Result<bool, StoreError> {
        self.upgrade_guest_and_tell(id, name, hash, opened_ms, &[]).await
    }

    /// Does the same, and stores events for hooks in the same transaction.
    async fn upgrade_guest_and_tell(
        &self,
        id: AccountId,
        name: &str,
        hash: &str,
        opened_ms: u64,
        hooked: &[HookEvent],
    ) -> Result<bool, StoreError>;

    async fn set_role(&self, id: AccountId, role: Role) -> Result<(), StoreError>;

    async fn set_look(&self, id: AccountId, look: Look) -> Result<(), StoreError>;

    /// Notes when an account got a grant of play chips.
    async fn set_last_grant(&self, id: AccountId, at_ms: u64) -> Result<(), StoreError>;

    /// Stores a token. Fails with [`StoreError::Duplicate`] if the account has one
    /// with the same label.
    async fn create_token(&self, token: &StoredToken) -> Result<(), StoreError>;

    /// Returns the token with this hash, even if it has expired.
    async fn token(&self, hash: [u8; 32]) -> Result<Option<StoredToken>, StoreError>;

    /// Notes when a token signed in, and the address it came from.
    async fn note_token_use(
        &self,
        hash: [u8; 32],
        at_ms: u64,
        address: &str,
    ) -> Result<(), StoreError>;

    /// Notes when the sign-in of a resume token proved the second factor again.
    async fn note_factor(&self, hash: [u8; 32], at_ms: u64) -> Result<(), StoreError>;

    /// Returns the API tokens of an account, by their labels.
    async fn api_tokens(&self, account: AccountId) -> Result<Vec<StoredToken>, StoreError>;

    /// Returns how many API tokens an account has.
    async fn api_token_count(&self, account: AccountId) -> Result<usize, StoreError>;

    /// Deletes the token with this hash. Returns `false` if there is none.
    async fn delete_token(&self, hash: [u8; 32]) -> Result<bool, StoreError>;

    /// Deletes the API token with this label. Returns `false` if there is none.
    async fn delete_api_token(&self, account: AccountId, label: &str) -> Result<bool, StoreError>;

    /// Deletes all tokens of an account except `but`.
    async fn delete_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> Result<(), StoreError>;

    /// Changes when a token expires.
    async fn extend_token(&self, hash: [u8; 32], expires_ms: u64) -> Result<(), StoreError>;

    /// Deletes the tokens that expired before this time and returns how many.
    async fn delete_ended_tokens(&self, now_ms: u64) -> Result<u64, StoreError>;

    /// Returns the ids of up to `at_most` guests that were opened before this time and have no
    /// token any more. Skips guests that were already emptied.
    async fn idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError>;

    /// Returns the ids of up to `at_most` accounts that were opened before this time, never used,
    /// and have no token any more. Nothing that others need refers to them, and their only
    /// transfer is the first grant.
    async fn unused_accounts(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError>;

    /// Deletes a guest or an account that was never used, with its own rows, and returns `true`.
    /// Returns `false` if hands, notes of others or anything else refers to it. A guest then loses
    /// its name and picture, and an account counts as used.
    async fn forget_account(&self, id: AccountId) -> Result<bool, StoreError>;

    /// Notes that the owner of an account came back on another day, or played.
    async fn note_use(&self, id: AccountId) -> Result<(), StoreError>;
}

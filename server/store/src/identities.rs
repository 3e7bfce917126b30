//! Accounts of players at a sign-in provider, as every store keeps them.

use crate::ids::AccountId;
use crate::{Hooked, StoreError, StoredAccount};
use async_trait::async_trait;

/// Identities at providers of sign-in.
#[async_trait]
pub trait IdentityStore {
    /// Opens an account and links it to an identity, in one transaction. Ignores the ids of both
    /// arguments. Fails with [`StoreError::Duplicate`] if the name is taken or looks like one that
    /// is, or if the identity already has an account. Events for hooks are stored with it.
    async fn open_with_identity(
        &self,
        account: &StoredAccount,
        identity: &StoredIdentity,
        hooked: Hooked<'_>,
    ) -> Result<AccountId, StoreError>;

    /// Links an account to an identity. Fails with [`StoreError::Duplicate`] if either
    /// already has another link.
    async fn link_identity(&self, identity: &StoredIdentity) -> Result<(), StoreError>;

    /// Returns the account that an identity is linked to.
    async fn identity(&self, issuer: &str, subject: &str) -> Result<Option<AccountId>, StoreError>;

    /// Returns the identities of an account, by issuer.
    async fn identities(&self, account: AccountId) -> Result<Vec<StoredIdentity>, StoreError>;

    /// Deletes the identities of an account. Returns `false` if it has none.
    async fn unlink_identities(&self, account: AccountId) -> Result<bool, StoreError>;
}

/// An account's identity at a sign-in provider. A provider has one account for each subject, and an
/// account has one subject at each provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredIdentity {
    pub issuer: String,
    /// The provider's id of the player.
    pub subject: String,
    pub account: AccountId,
    /// When the two were linked, in milliseconds since 1970.
    pub linked_ms: u64,
}

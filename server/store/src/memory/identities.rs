//! Identities at providers of sign-in.

use super::MemoryStore;
use crate::ids::AccountId;
use crate::{Hooked, IdentityStore, StoreError, StoredAccount, StoredIdentity};
use async_trait::async_trait;

#[async_trait]
impl IdentityStore for MemoryStore {
    async fn open_with_identity(
        &self,
        account: &StoredAccount,
        identity: &StoredIdentity,
        hooked: Hooked<'_>,
    ) -> Result<AccountId, StoreError> {
        self.with(|inner| {
            if inner.identity(&identity.issuer, &identity.subject).is_some() {
                return Err(StoreError::Duplicate { what: "the identity".to_owned() });
            }
            let id = inner.create_account(account)?;
            inner.link_identity(&StoredIdentity { account: id, ..identity.clone() })?;
            inner.tell_of(id, hooked);
            Ok(id)
        })
    }

    async fn link_identity(&self, identity: &StoredIdentity) -> Result<(), StoreError> {
        self.with(|inner| inner.link_identity(identity))
    }

    async fn identity(&self, issuer: &str, subject: &str) -> Result<Option<AccountId>, StoreError> {
        self.with(|inner| Ok(inner.identity(issuer, subject)))
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<StoredIdentity>, StoreError> {
        self.with(|inner| {
            let of_account = inner.identities.iter().filter(|known| known.account == account);
            let mut found: Vec<_> = of_account.cloned().collect();
            found.sort_by(|one, other| one.issuer.cmp(&other.issuer));
            Ok(found)
        })
    }

    async fn unlink_identities(&self, account: AccountId) -> Result<bool, StoreError> {
        self.with(|inner| {
            let before = inner.identities.len();
            inner.identities.retain(|known| known.account != account);
            Ok(inner.identities.len() < before)
        })
    }
}

//! Accounts that sign in with a provider, with or without a
//! password. `sign_in.rs` verifies identities.

use super::opening::new_account;
use super::operations::NO_PASSWORD;
use super::told::Told;
use super::{AccountError, Accounts, Login};
use crate::ids::AccountId;
use crate::store::{Hooked, StoreError, StoredAccount, StoredIdentity};
use cardroom_protocol::Secret;
use std::net::IpAddr;

/// A verified identity of a player at a sign-in provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProviderIdentity {
    pub issuer: String,
    /// The provider's id of the player.
    pub subject: String,
}

impl Accounts {
    /// Signs in the account of an identity, or opens one under `name`. The identity replaces the
    /// password. If the account has a second factor, it is still required.
    ///
    /// # Errors
    /// No account has the identity, and `name` is missing or unusable. Or the second factor is
    /// missing or wrong, or the account is suspended.
    pub async fn login_with_identity(
        &self,
        identity: &ProviderIdentity,
        name: Option<&str>,
        code: Option<&Secret>,
        from: IpAddr,
    ) -> Result<Login, AccountError> {
        if let Some(account) = self.account_of_identity(identity).await? {
            self.check_not_suspended(&account)?;
            let proven = self.second_factor(account.id).check(&account, code, from).await?;
            let login = self.enter(account.clone(), proven).await?;
            self.inner.networks.note(&account, from).await;
            return Ok(login);
        }
        let name = name.ok_or(AccountError::NameNeeded)?;
        self.check_new_name(name)?;
        let password_hash = Some(NO_PASSWORD.to_owned());
        let account = StoredAccount { password_hash, ..new_account(name, self.now_ms()) };
        let stored = self.stored_identity(identity, AccountId(0));
        let _inside = self.inner.door.enter(from).await?;
        let told = self.inner.told.of(&account);
        let events = |id: AccountId| told.as_ref().map_or_else(Vec::new, |told| told.events(id));
        let hooked: Hooked<'_> = told.is_some().then_some(&events);
        match self.inner.backing.store.open_with_identity(&account, &stored, hooked).await {
            Ok(id) => {
                told.iter().for_each(Told::look);
                self.enter(StoredAccount { id, ..account }, None).await
            }
            // The name is taken, unless another tab has just opened the account.
            Err(StoreError::Duplicate { .. }) => Err(AccountError::NameTaken),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Links an account to an identity. A guest becomes an account under `name`. Any other account
    /// proves its owner with the password, because a link outlives the connection.
    ///
    /// # Errors
    /// The identity or the account is already linked, the password is wrong, or the
    /// name cannot be used.
    pub async fn link_identity(
        &self,
        account: AccountId,
        identity: &ProviderIdentity,
        password: Option<&Secret>,
        name: Option<&str>,
        from: IpAddr,
    ) -> Result<(), AccountError> {
        let stored = self.stored(account).await?.ok_or(AccountError::Forbidden)?;
        let holder = self.account_of_identity(identity).await?;
        if holder.is_some_and(|holder| holder.id != account) {
            return Err(AccountError::IdentityTaken);
        }
        if stored.is_guest() {
            let name = name.ok_or(AccountError::NameNeeded)?;
            self.check_new_name(name)?;
            let namesake = self.inner.backing.store.account_by_name(name).await;
            let namesake = namesake.map_err(|error| self.failed(&error))?;
            if namesake.is_some_and(|namesake| namesake.id != account) {
                return Err(AccountError::NameTaken);
            }
            // In this order, a crash in between leaves a guest that can still sign in.
            self.store_link(identity, account).await?;
            return match self.inner.told.upgrade(account, name, NO_PASSWORD).await {
                Ok(true) => Ok(()),
                Ok(false) => Err(AccountError::NotAGuest),
                Err(StoreError::Duplicate { .. }) => Err(AccountError::NameTaken),
                Err(error) => Err(self.failed(&error)),
            };
        }
        stored.password_hash.as_deref().ok_or(AccountError::Forbidden)?;
        let password = password.ok_or(AccountError::BadCredentials)?;
        if !self.guess(&stored.name, Some(&stored), password, from).await? {
            return Err(AccountError::BadCredentials);
        }
        self.store_link(identity, account).await
    }

    /// Deletes an account's links. From then on it signs in with its password.
    ///
    /// # Errors
    /// The account has no link or no password, or the password is wrong.
    pub async fn unlink_identities(
        &self,
        account: AccountId,
        password: &Secret,
        from: IpAddr,
    ) -> Result<(), AccountError> {
        let stored = self.stored(account).await?.ok_or(AccountError::Forbidden)?;
        let hash = stored.password_hash.as_deref().filter(|hash| *hash != NO_PASSWORD);
        hash.ok_or(AccountError::NoPassword)?;
        if !self.guess(&stored.name, Some(&stored), password, from).await? {
            return Err(AccountError::BadCredentials);
        }
        let unlinked = self.inner.backing.store.unlink_identities(account).await;
        if unlinked.map_err(|error| self.failed(&error))? {
            Ok(())
        } else {
            Err(AccountError::NotLinked)
        }
    }

    /// Returns the identities of an account.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn identities(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredIdentity>, AccountError> {
        self.inner.backing.store.identities(account).await.map_err(|error| self.failed(&error))
    }

    /// Returns `true` if an account other than a guest has the identity.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn knows(&self, identity: &ProviderIdentity) -> Result<bool, AccountError> {
        let account = self.account_of_identity(identity).await?;
        Ok(account.is_some_and(|account| !account.is_guest()))
    }

    /// Suggests a name for a new account from the provider's name of the player; `None` if
    /// it cannot be used.
    pub async fn suggestion(&self, name: &str) -> Option<String> {
        let name = name.trim();
        let is_free = self.is_acceptable(name)
            && matches!(self.inner.backing.store.account_by_name(name).await, Ok(None));
        is_free.then(|| name.to_owned())
    }

    async fn account_of_identity(
        &self,
        identity: &ProviderIdentity,
    ) -> Result<Option<StoredAccount>, AccountError> {
        let found = self.inner.backing.store.identity(&identity.issuer, &identity.subject).await;
        match found.map_err(|error| self.failed(&error))? {
            Some(account) => self.stored(account).await,
            None => Ok(None),
        }
    }

    fn stored_identity(&self, identity: &ProviderIdentity, account: AccountId) -> StoredIdentity {
        let ProviderIdentity { issuer, subject } = identity.clone();
        StoredIdentity { issuer, subject, account, linked_ms: self.now_ms() }
    }

    async fn store_link(
        &self,
        identity: &ProviderIdentity,
        account: AccountId,
    ) -> Result<(), AccountError> {
        let stored = self.stored_identity(identity, account);
        match self.inner.backing.store.link_identity(&stored).await {
            Ok(()) => Ok(()),
            // Repeating an existing link changes nothing.
            Err(StoreError::Duplicate { .. }) => match self.account_of_identity(identity).await? {
                Some(holder) if holder.id == account => Ok(()),
                _ => Err(AccountError::IdentityTaken),
            },
            Err(error) => Err(self.failed(&error)),
        }
    }
}

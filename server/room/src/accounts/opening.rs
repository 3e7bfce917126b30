//! Opening accounts: guests, players who register, and guests who become players.

use super::door::Inside;
use super::told::Told;
use super::turns::{Lane, Place};
use super::{AccountError, Accounts, HOME, Login, names};
use crate::ids::AccountId;
use crate::store::{Funds, Hooked, StoreError, StoredAccount};
use cardroom_protocol::Secret;
use cardroom_protocol::server::Role;
use std::net::IpAddr;

/// How many made-up names the room tries for a guest before it gives up.
const GUEST_NAME_TRIES: usize = 20;

impl Accounts {
    /// Opens an account without a password, under the nickname or a made-up name. If the nickname
    /// is taken or looks like one that is, the guest gets it with a number.
    ///
    /// # Errors
    /// The room takes no guests, or the nickname breaks the rules, or too many newcomers are waiting.
    pub async fn guest(&self, nickname: Option<&str>, from: IpAddr) -> Result<Login, AccountError> {
        if !self.inner.settings.guests {
            return Err(AccountError::NoGuests);
        }
        let _inside = self.inner.door.enter(from).await?;
        let account = match nickname {
            Some(name) => self.open_guest(&names::tidy(name)).await?,
            None => self.open_under_a_made_up_name().await?,
        };
        // No one else can sign in as this guest yet, so the wallet is empty and need not be read.
        let _purse = self.inner.cashier.open(account.id, Funds::default());
        self.enter(account, None).await
    }

    /// Checks the name of an account that a player opens.
    pub(super) fn check_new_name(&self, name: &str) -> Result<(), AccountError> {
        if !self.inner.settings.registration {
            return Err(AccountError::NoRegistration);
        }
        if !self.is_acceptable(name) {
            return Err(AccountError::BadName);
        }
        Ok(())
    }

    pub(super) fn is_acceptable(&self, name: &str) -> bool {
        names::is_acceptable(name, self.inner.settings.mixed_scripts)
    }

    /// Opens an account and signs it in.
    ///
    /// # Errors
    /// The room takes no registrations, or the name or password breaks the rules or is taken.
    pub async fn register(
        &self,
        name: &str,
        password: &Secret,
        from: IpAddr,
    ) -> Result<Login, AccountError> {
        self.check_new_name(name)?;
        let opened = self.open_with_password(name, password, Role::Player, Place::stranger(from));
        let (account, _inside) = opened.await?;
        self.inner.networks.note(&account, from).await;
        self.enter(account, None).await
    }

    /// Opens an administrator's account, even if registration is closed.
    ///
    /// # Errors
    /// The name or password breaks the rules, or the name is taken. Reserved names are allowed.
    pub async fn create_admin(
        &self,
        name: &str,
        password: &Secret,
    ) -> Result<AccountId, AccountError> {
        if !names::has_form(name) {
            return Err(AccountError::BadName);
        }
        let (account, _) = self.open_with_password(name, password, Role::Admin, HOME).await?;
        self.inner.grants.sign_up(&account).await?;
        Ok(account.id)
    }

    /// Turns a guest into an account with a name and a password. Everything else stays the same.
    ///
    /// # Errors
    /// The account is not a guest, the room takes no registrations, or the name or password breaks
    /// the rules or is taken.
    pub async fn upgrade_guest(
        &self,
        account: AccountId,
        name: &str,
        password: &Secret,
        from: IpAddr,
    ) -> Result<(), AccountError> {
        let store = &self.inner.backing.store;
        self.check_new_name(name)?;
        // A request that is refused anyway must not cost a hash.
        let stored = store.account(account).await.map_err(|error| self.failed(&error))?;
        if !stored.is_some_and(|stored| stored.is_guest()) {
            return Err(AccountError::NotAGuest);
        }
        let holder = store.account_by_name(name).await.map_err(|error| self.failed(&error))?;
        if holder.is_some_and(|holder| holder.id != account) {
            return Err(AccountError::NameTaken);
        }
        let hash = self.inner.passwords.hash(Place::stranger(from), name, password).await?;
        match self.inner.told.upgrade(account, name, &hash).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(AccountError::NotAGuest),
            Err(StoreError::Duplicate { .. }) => Err(AccountError::NameTaken),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Opens an account with a password. A stranger comes through the door, and is inside until
    /// what is returned is dropped.
    pub(super) async fn open_with_password(
        &self,
        name: &str,
        password: &Secret,
        role: Role,
        place: Place,
    ) -> Result<(StoredAccount, Option<Inside>), AccountError> {
        // A name that is taken must not cost a hash.
        if self
            .inner
            .backing
            .store
            .account_by_name(name)
            .await
            .map_err(|error| self.failed(&error))?
            .is_some()
        {
            return Err(AccountError::NameTaken);
        }
        let hash = self.inner.passwords.hash(place, name, password).await?;
        let inside = match place.lane {
            Lane::Known => None,
            Lane::Strangers => Some(self.inner.door.enter(place.address).await?),
        };
        let account = new_account(name, self.now_ms());
        let account = StoredAccount { password_hash: Some(hash), role, ..account };
        Ok((self.open(account).await?, inside))
    }

    /// Opens a guest's account under a name, or one with a number if the name is taken. The number
    /// is a tag, which pages may leave out, if another guest has the same name. It is part of the
    /// name if the name looks like that of an account or a bot.
    pub(super) async fn open_guest(&self, name: &str) -> Result<StoredAccount, AccountError> {
        if !self.is_acceptable(name) {
            return Err(AccountError::BadName);
        }
        match self.open(new_account(name, self.now_ms())).await {
            Err(AccountError::NameTaken) => {}
            result => return result,
        }
        let holder = self
            .inner
            .backing
            .store
            .account_like(name)
            .await
            .map_err(|error| self.failed(&error))?;
        let is_namesake = |holder: &StoredAccount| {
            holder.is_guest() && holder.name.to_lowercase() == name.to_lowercase()
        };
        let shares = holder.as_ref().is_some_and(is_namesake);
        for number in self.numbers_for_names() {
            let other = if shares { names::tagged } else { names::numbered }(name, number);
            match self.open(new_account(&other, self.now_ms())).await {
                Err(AccountError::NameTaken) => {}
                result => return result,
            }
        }
        Err(AccountError::Busy)
    }

    /// Returns the numbers to try for a name that is taken: small ones, then longer and longer ones
    /// that are drawn.
    pub(super) fn numbers_for_names(&self) -> impl Iterator<Item = u64> {
        let most = [100, 100, 1_000, 1_000, 10_000, 100_000, 1_000_000, 1_000_000];
        let drawn = most.into_iter().map(|most| 2 + self.inner.entropy.number() % most);
        (2..6).chain(drawn)
    }

    pub(super) async fn open_under_a_made_up_name(&self) -> Result<StoredAccount, AccountError> {
        for _ in 0..GUEST_NAME_TRIES {
            let name = names::guest_name(self.inner.entropy.number());
            match self.open(new_account(&name, self.now_ms())).await {
                Err(AccountError::NameTaken) => {}
                result => return result,
            }
        }
        Err(AccountError::Busy)
    }

    pub(super) async fn open(&self, account: StoredAccount) -> Result<StoredAccount, AccountError> {
        let told = self.inner.told.of(&account);
        let events = |id: AccountId| told.as_ref().map_or_else(Vec::new, |told| told.events(id));
        let hooked: Hooked<'_> = told.is_some().then_some(&events);
        match self.inner.backing.store.open_account(&account, hooked).await {
            Ok(id) => {
                told.iter().for_each(Told::look);
                Ok(StoredAccount { id, ..account })
            }
            Err(StoreError::Duplicate { .. }) => Err(AccountError::NameTaken),
            Err(error) => Err(self.failed(&error)),
        }
    }
}

/// Creates a player's account that is not stored yet.
pub(super) fn new_account(name: &str, now_ms: u64) -> StoredAccount {
    StoredAccount {
        id: AccountId(0),
        name: name.to_owned(),
        password_hash: None,
        role: Role::Player,
        bot: false,
        last_grant_ms: 0,
        look: None,
        opened_ms: now_ms,
        suspended_until_ms: None,
        muted_until_ms: None,
        erased_ms: None,
        used: false,
    }
}

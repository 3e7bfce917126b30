//! Accounts that are opened, as hooks hear of them. They hear nothing of guests and of the room's
//! own bots.

use super::Accounts;
use super::backing::Backing;
use super::opening::new_account;
use crate::ids::AccountId;
use crate::store::{HookEvent, StoreError, StoredAccount};
use std::sync::{Arc, OnceLock};

/// A way to the hooks of the room.
pub trait Tells: Send + Sync {
    /// Returns `true` if a hook asks for accounts that are opened.
    fn asks(&self) -> bool;

    /// Returns the events of an account that is opened, to be stored with it.
    fn opened(&self, account: AccountId, name: &str, at_ms: u64) -> Vec<HookEvent>;

    /// Tells hooks that events are stored.
    fn look(&self);
}

/// The way to hooks, and what they hear of an account that is opened.
pub(super) struct Told {
    hooks: Arc<dyn Tells>,
    name: String,
    at_ms: u64,
}

impl Told {
    /// Returns the events of the account, by its id.
    pub(super) fn events(&self, account: AccountId) -> Vec<HookEvent> {
        self.hooks.opened(account, &self.name, self.at_ms)
    }

    /// Tells hooks that the events are stored.
    pub(super) fn look(&self) {
        self.hooks.look();
    }
}

/// The way to hooks, which is unset while the room starts.
pub(super) struct Teller {
    hooks: OnceLock<Arc<dyn Tells>>,
    backing: Backing,
}

impl Teller {
    pub(super) fn new(backing: Backing) -> Self {
        Self { hooks: OnceLock::new(), backing }
    }

    /// Returns the way to hooks and what they hear of an account that is opened; `None` if they
    /// hear nothing of it.
    pub(super) fn of(&self, account: &StoredAccount) -> Option<Told> {
        let hooks = self.hooks.get().filter(|hooks| hooks.asks())?;
        if account.bot || account.password_hash.is_none() {
            return None;
        }
        let (name, at_ms) = (account.name.clone(), self.backing.now_ms());
        Some(Told { hooks: Arc::clone(hooks), name, at_ms })
    }

    /// Turns a guest into an account with a name and the hash of a password.
    pub(super) async fn upgrade(
        &self,
        guest: AccountId,
        name: &str,
        hash: &str,
    ) -> Result<bool, StoreError> {
        let now = self.backing.now_ms();
        let account = new_account(name, now);
        let told = self.of(&StoredAccount { password_hash: Some(hash.to_owned()), ..account });
        let hooked = told.as_ref().map(|told| told.events(guest)).unwrap_or_default();
        let store = &self.backing.store;
        let upgraded = store.upgrade_guest_and_tell(guest, name, hash, now, &hooked).await?;
        told.iter().filter(|_| upgraded).for_each(Told::look);
        Ok(upgraded)
    }
}

impl Accounts {
    /// Sets the way to the hooks of the room, once.
    pub fn tell_hooks(&self, hooks: Arc<dyn Tells>) {
        // This is only called once.
        let _ = self.inner.told.hooks.set(hooks);
    }
}

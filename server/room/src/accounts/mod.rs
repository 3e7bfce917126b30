//! Accounts: sign-in, names, and the play chips a new player starts with. This module knows nothing
//! of connections. The session limits requests by address.

mod api_tokens;
mod audit;
mod backing;
mod calendars;
mod door;
mod error;
mod grants;
mod guesses;
mod house_bots;
mod identities;
mod idle;
mod names;
mod notes;
mod opening;
mod operations;
mod passwords;
mod places;
mod proofs;
mod requests;
mod second_factor;
mod signing_in;
mod strangers;
mod strength;
mod tokens;
mod told;
mod turns;

pub use crate::config::AccountSettings;
pub use calendars::Calendars;
pub use error::AccountError;
pub(crate) use error::{NEVER_MS, until};
pub use grants::Grants;
pub use identities::ProviderIdentity;
pub use idle::{ForgetError, Forgotten};
pub use notes::Notes;
pub use places::{Caller, Networks};
pub use requests::KeyedRequests;
pub use second_factor::NewKey;
pub use strength::Weakness;
pub(crate) use tokens::generate as new_secret;
pub use told::Tells;

use crate::cashier::{Cashier, Purse};
use crate::entropy::Entropy;
use crate::ids::AccountId;
use crate::journal::Journal;
use crate::look::Look;
use crate::permits::Standing;
use crate::store::{Scopes, Store, StoreError, StoredAccount};
use crate::tenure::Tenure;
use crate::vault::Vault;
use backing::Backing;
use cardroom_protocol::Secret;
use cardroom_protocol::server::Role;
use door::Door;
use guesses::Guesses;
use passwords::Passwords;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Mutex;
use told::Teller;
use turns::{Lane, Place};

/// The operator's own machine.
const HOME: Place = Place { lane: Lane::Known, address: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST) };

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The accounts of the room. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    inner: Arc<Inner>,
}

struct Inner {
    backing: Backing,
    cashier: Cashier,
    vault: Arc<Vault>,
    /// Draws the names of guests.
    entropy: Entropy,
    settings: AccountSettings,
    passwords: Passwords,
    door: Door,
    guesses: Guesses,
    networks: Networks,
    grants: Grants,
    notes: Notes,
    keyed_requests: KeyedRequests,
    /// Held while API tokens are counted and one is added.
    api_tokens: Mutex<()>,
    /// Held by the order of an operator that is carried out.
    orders: tokio::sync::Mutex<()>,
    told: Teller,
}

/// An account that has signed in.
#[derive(Clone, Debug)]
pub struct Login {
    pub account: AccountId,
    /// The name that others see.
    pub name: Arc<str>,
    pub role: Role,
    /// Whether a program plays: the account is a bot's, or signed in with an API token.
    pub bot: bool,
    /// Whether it is a guest: a person's account without a password.
    pub guest: bool,
    pub look: Look,
    /// Since when it has been an account.
    pub tenure: Tenure,
    /// End of a ban from the chat, in milliseconds since 1970; `None` without one.
    pub muted_until_ms: Option<u64>,
    /// Whether it is noted already that the account is used.
    pub used: bool,
    pub standing: Standing,
    /// When the API token of the sign-in ends, in milliseconds since 1970.
    pub ends_ms: Option<u64>,
    pub purse: Purse,
    /// Signs the account in again. `None` after a sign-in with an API token,
    /// which already does that.
    pub resume_token: Option<Secret>,
}

/// An API token to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewToken {
    pub label: String,
    pub scopes: Scopes,
    /// When it ends, in milliseconds since 1970; `None` for never.
    pub ends_ms: Option<u64>,
}

impl NewToken {
    /// Returns the token of a bot, which plays and never ends.
    #[must_use]
    pub fn to_play(label: &str) -> Self {
        Self { label: label.to_owned(), scopes: Scopes::PLAY, ends_ms: None }
    }
}

/// The secrets with which an owner proves who they are, on a connection that is signed in already.
#[derive(Clone, Copy, Default, Debug)]
pub struct Proof<'a> {
    pub password: Option<&'a Secret>,
    pub code: Option<&'a Secret>,
    /// The resume token of the connection.
    pub resume_token: Option<&'a Secret>,
}

impl Accounts {
    /// Creates the accounts of a store. `cashier` must be the journal's, and `vault` the room's,
    /// which seals second factors. `entropy` is where the names of guests come from.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        journal: Journal,
        cashier: Cashier,
        (vault, entropy): (Arc<Vault>, Entropy),
        settings: AccountSettings,
    ) -> Self {
        Self::with_clock(store, journal, cashier, (vault, entropy), settings, system_clock)
    }

    fn with_clock(
        store: Arc<dyn Store>,
        journal: Journal,
        cashier: Cashier,
        (vault, entropy): (Arc<Vault>, Entropy),
        settings: AccountSettings,
        clock: fn() -> u64,
    ) -> Self {
        let passwords = Passwords::new(settings.hash_permits, settings.hash_queue);
        let door = Door::new(settings.hash_queue);
        let (guesses, api_tokens) = (Guesses::default(), Mutex::new(()));
        let backing = Backing { store, journal, clock };
        let days = settings.network_days;
        let networks = Networks::new(backing.clone(), Arc::clone(&vault), days);
        let grants = Grants::new(backing.clone(), settings.clone());
        let notes = Notes::new(backing.clone());
        let keyed_requests = KeyedRequests::new(backing.clone(), Arc::clone(&vault));
        let told = Teller::new(backing.clone());
        let inner = Inner {
            cashier,
            vault,
            entropy,
            settings,
            passwords,
            door,
            guesses,
            networks,
            grants,
            notes,
            keyed_requests,
            api_tokens,
            orders: tokio::sync::Mutex::default(),
            backing,
            told,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Changes how others see an account.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn set_look(&self, account: AccountId, look: Look) -> Result<(), AccountError> {
        self.inner.backing.store.set_look(account, look).await.map_err(|error| self.failed(&error))
    }

    /// Changes the role of an account.
    ///
    /// # Errors
    /// There is no account with this name.
    pub async fn set_role(&self, name: &str, role: Role) -> Result<(), AccountError> {
        let account = self
            .inner
            .backing
            .store
            .account_by_name(name)
            .await
            .map_err(|error| self.failed(&error))?;
        let account = account.ok_or(AccountError::NoSuchAccount)?;
        self.inner
            .backing
            .store
            .set_role(account.id, role)
            .await
            .map_err(|error| self.failed(&error))
    }

    /// Returns an account as it is stored.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn stored(&self, account: AccountId) -> Result<Option<StoredAccount>, AccountError> {
        self.inner.backing.store.account(account).await.map_err(|error| self.failed(&error))
    }

    /// Returns the purse of an account: its wallet, kept in memory while the purse lives.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn purse(&self, account: AccountId) -> Result<Purse, AccountError> {
        self.inner.backing.purse(account).await
    }

    /// Returns the networks from which accounts have signed in.
    #[must_use]
    pub fn networks(&self) -> &Networks {
        &self.inner.networks
    }

    /// Returns the grants of play chips.
    #[must_use]
    pub fn grants(&self) -> &Grants {
        &self.inner.grants
    }

    /// Returns the notes of players about others.
    #[must_use]
    pub fn notes(&self) -> &Notes {
        &self.inner.notes
    }

    /// Returns the requests that came with a key.
    #[must_use]
    pub fn keyed_requests(&self) -> &KeyedRequests {
        &self.inner.keyed_requests
    }

    fn failed(&self, error: &StoreError) -> AccountError {
        self.inner.backing.failed(error)
    }

    /// Returns why the store does not work; `None` if it does.
    #[must_use]
    pub fn store_trouble(&self) -> Option<&'static str> {
        self.inner.backing.journal.health().trouble()
    }

    /// Returns a receiver of whether nothing can be stored.
    #[must_use]
    pub fn store_fails(&self) -> tokio::sync::watch::Receiver<bool> {
        self.inner.backing.journal.health().fails()
    }

    fn now_ms(&self) -> u64 {
        self.inner.backing.now_ms()
    }
}

impl std::fmt::Debug for Accounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Accounts").finish_non_exhaustive()
    }
}

fn system_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;

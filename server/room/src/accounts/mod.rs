//! Accounts: sign-in, names, and the play chips a new player starts with. This module knows nothing
//! of connections. The session limits requests by address.

mod audit;
mod error;
mod grants;
mod guesses;
mod identities;
mod idle;
mod names;
mod notes;
mod operations;
mod passwords;
mod places;
mod second_factor;
mod strangers;
mod strength;
mod tokens;
mod turns;

pub use crate::config::AccountSettings;
pub use error::AccountError;
pub(crate) use error::{NEVER_MS, until};
pub use identities::ProviderIdentity;
pub use idle::{ForgetError, Forgotten};
pub use places::Caller;
pub use second_factor::NewKey;
pub use strength::Weakness;
pub(crate) use tokens::generate as new_secret;

use crate::cashier::{Cashier, Purse};
use crate::entropy::Entropy;
use crate::ids::AccountId;
use crate::journal::Journal;
use crate::look::Look;
use crate::permits::{Credential, Factor, PROOF_LASTS_MS, Standing};
use crate::store::{
    AccountEdit, Funds, Scopes, Store, StoreError, StoredAccount, StoredOperation, StoredToken,
};
use crate::tenure::Tenure;
use crate::vault::Vault;
use cardroom_protocol::server::{ApiTokenInfo, Role};
use cardroom_protocol::{ApiTokenId, Secret, TimeMs};
use guesses::{Guesses, SecretKind};
use passwords::Passwords;
use places::Noted;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Mutex;
use turns::{Lane, Place};

/// The most API tokens of one account.
const MAX_API_TOKENS: usize = 16;

/// The label of a house bot's token.
const HOUSE_LABEL: &str = "house";

/// How often at most the last use of an API token is noted.
const TOKEN_USE_EVERY_MS: u64 = 60 * 60 * 1_000;

/// The operator's own machine.
const HOME: Place = Place { lane: Lane::Known, address: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST) };

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How many made-up names the room tries for a guest before it gives up.
const GUEST_NAME_TRIES: usize = 20;

/// The accounts of the room. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn Store>,
    journal: Journal,
    cashier: Cashier,
    vault: Arc<Vault>,
    /// Draws the names of guests.
    entropy: Entropy,
    settings: AccountSettings,
    passwords: Passwords,
    guesses: Guesses,
    noted: Noted,
    /// Held while API tokens are counted and one is added.
    api_tokens: Mutex<()>,
    /// Held by the order of an operator that is carried out.
    orders: tokio::sync::Mutex<()>,
    /// Returns the time in milliseconds since 1970.
    clock: fn() -> u64,
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
        let (guesses, api_tokens) = (Guesses::default(), Mutex::new(()));
        let inner = Inner {
            store,
            journal,
            cashier,
            vault,
            entropy,
            settings,
            passwords,
            guesses,
            noted: Noted::default(),
            api_tokens,
            orders: tokio::sync::Mutex::default(),
            clock,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Opens an account without a password, under the nickname or a made-up name. If the nickname
    /// is taken or looks like one that is, the guest gets it with a number.
    ///
    /// # Errors
    /// The room takes no guests, or the nickname breaks the rules.
    pub async fn guest(&self, nickname: Option<&str>) -> Result<Login, AccountError> {
        if !self.inner.settings.guests {
            return Err(AccountError::NoGuests);
        }
        let account = match nickname {
            Some(name) => self.open_guest(&names::tidy(name)).await?,
            None => self.open_under_a_made_up_name().await?,
        };
        // No one else can sign in as this guest yet, so the wallet is empty and need not be read.
        let _purse = self.inner.cashier.open(account.id, Funds::default());
        self.enter(account, None).await
    }

    /// Checks the name of an account that a player opens.
    fn check_new_name(&self, name: &str) -> Result<(), AccountError> {
        if !self.inner.settings.registration {
            return Err(AccountError::NoRegistration);
        }
        if !self.is_acceptable(name) {
            return Err(AccountError::BadName);
        }
        Ok(())
    }

    fn is_acceptable(&self, name: &str) -> bool {
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
        let account =
            self.open_with_password(name, password, Role::Player, Place::stranger(from)).await?;
        self.note_network(&account, from).await;
        self.enter(account, None).await
    }

    /// Signs in with name and password, and the code of the second factor if the account has one.
    ///
    /// # Errors
    /// [`AccountError::BadCredentials`] regardless of which of the two is wrong.
    /// [`AccountError::SecondFactorNeeded`] or [`AccountError::BadFactor`] only if both are right.
    /// Or too many guesses were wrong.
    pub async fn login(
        &self,
        name: &str,
        password: &Secret,
        code: Option<&Secret>,
        from: impl Into<Caller<'_>>,
    ) -> Result<Login, AccountError> {
        let from = from.into();
        let account =
            self.inner.store.account_by_name(name).await.map_err(|error| self.failed(&error))?;
        let belongs = self.guess(name, account.as_ref(), password, from).await?;
        let account = account.filter(|_| belongs).ok_or(AccountError::BadCredentials)?;
        let proven = self.second_factor(account.id).check(&account, code, from).await?;
        let login = self.enter(account.clone(), proven).await?;
        // The password may have changed while it was checked. In that case the new token must
        // not outlive the change.
        let now =
            self.inner.store.account(account.id).await.map_err(|error| self.failed(&error))?;
        if now.is_none_or(|now| now.password_hash != account.password_hash) {
            if let Some(token) = &login.resume_token {
                self.logout(token).await?;
            }
            return Err(AccountError::BadCredentials);
        }
        self.note_network(&account, from.address).await;
        Ok(login)
    }

    /// Returns `true` if this is the password of the account. `name` is what was typed, which may
    /// be nobody's. Fails if too many guesses were wrong.
    async fn guess(
        &self,
        name: &str,
        account: Option<&StoredAccount>,
        password: &Secret,
        from: impl Into<Caller<'_>>,
    ) -> Result<bool, AccountError> {
        let hash = account.and_then(|account| account.password_hash.as_deref());
        let hash = hash.filter(|hash| *hash != operations::NO_PASSWORD);
        let guesser = self.guesser(account.map(|account| account.id), from.into()).await;
        let tried = (name, hash.is_some());
        let guess = self.inner.guesses.begin(tried, SecretKind::Password, guesser, self.now_ms());
        let guess = guess.map_err(AccountError::Guessed)?;
        match self.inner.passwords.verify(guesser.place(), password, hash).await {
            Ok(true) => guess.was_right(),
            Ok(false) => return Ok(false),
            Err(error) => {
                guess.was_not_looked_at();
                return Err(error);
            }
        }
        Ok(true)
    }

    /// Signs in with an API token or a resume token. Using a resume token extends it.
    ///
    /// # Errors
    /// The token is unknown or has expired.
    pub async fn login_token(&self, token: &Secret, from: IpAddr) -> Result<Login, AccountError> {
        let store = &self.inner.store;
        let (stored, account) = self.read_token(token).await?;
        self.grant_signup(&account).await?;
        let (standing, ends_ms) = (self.standing(&account, &stored).await?, stored.expires_ms);
        if stored.label.is_some() {
            self.note_token_use(&stored, from).await;
            let login = self.as_login(&account, standing, None).await?;
            return Ok(Login { bot: true, ends_ms, ..login });
        }
        // Moved once a day, not with every reconnection.
        let end = self.resume_token_end(&account);
        if ends_ms.is_some_and(|current| current.saturating_add(DAY_MS) <= end) {
            store.extend_token(stored.hash, end).await.map_err(|error| self.failed(&error))?;
        }
        self.note_network(&account, from).await;
        self.as_login(&account, standing, Some(token.clone())).await
    }

    /// Returns a token that has not ended, and its account.
    async fn read_token(
        &self,
        token: &Secret,
    ) -> Result<(StoredToken, StoredAccount), AccountError> {
        let store = &self.inner.store;
        let hash = tokens::hash(token).ok_or(AccountError::BadToken)?;
        let stored = store.token(hash).await.map_err(|error| self.failed(&error))?;
        let now = self.now_ms();
        let stored = stored.filter(|token| token.expires_ms.is_none_or(|end| end > now));
        let stored = stored.ok_or(AccountError::BadToken)?;
        let account = store.account(stored.account).await.map_err(|error| self.failed(&error))?;
        let account = account.ok_or(AccountError::BadToken)?;
        self.check_not_suspended(&account)?;
        Ok((stored, account))
    }

    /// Returns `true` if this is an API token that has not ended. Changes nothing.
    pub async fn is_api_token(&self, token: &Secret) -> bool {
        self.read_token(token).await.is_ok_and(|(stored, _)| stored.label.is_some())
    }

    /// Returns what the holder of a token may do.
    async fn standing(
        &self,
        account: &StoredAccount,
        token: &StoredToken,
    ) -> Result<Standing, AccountError> {
        let credential = match &token.label {
            None => Credential::SignIn,
            Some(label) => Credential::Token {
                id: tokens::id(&token.hash),
                label: label.as_str().into(),
                scopes: token.scopes,
            },
        };
        let factor = self.factor_of(account, token.factor_ms).await?;
        Ok(Standing { role: account.role, credential, factor })
    }

    /// Returns the second factor of an account, as far as its role asks for one.
    pub(super) async fn factor_of(
        &self,
        account: &StoredAccount,
        proven_ms: Option<u64>,
    ) -> Result<Factor, AccountError> {
        if account.role < Role::Floor {
            return Ok(Factor::None);
        }
        Ok(match self.second_factor(account.id).is_set().await? {
            true => Factor::Set { proven_ms },
            false if self.inner.settings.staff_second_factor => Factor::Missing,
            false => Factor::None,
        })
    }

    /// Notes that an API token signed in, unless that was noted recently. A failure does
    /// not affect the sign-in.
    async fn note_token_use(&self, token: &StoredToken, from: IpAddr) {
        let (now, address) = (self.now_ms(), from.to_string());
        let is_noted = |noted: u64| noted <= now && now < noted.saturating_add(TOKEN_USE_EVERY_MS);
        let is_known = token.last_address.as_ref() == Some(&address);
        if is_known && token.last_used_ms.is_some_and(is_noted) {
            return;
        }
        if let Err(error) = self.inner.store.note_token_use(token.hash, now, &address).await {
            tracing::warn!(%error, account = %token.account, "the use of a token is not noted");
        }
    }

    /// Returns the account of a token, and what its holder may do. Changes nothing.
    ///
    /// # Errors
    /// The token is unknown or has expired, or the store failed.
    pub async fn bearer(&self, token: &Secret) -> Result<(AccountId, Standing), AccountError> {
        let (stored, account) = self.read_token(token).await?;
        Ok((account.id, self.standing(&account, &stored).await?))
    }

    /// Notes that a token was used over HTTP, if it is an API token.
    pub async fn note_bearer(&self, token: &Secret, from: IpAddr) {
        if let Ok((stored, _)) = self.read_token(token).await
            && stored.label.is_some()
        {
            self.note_token_use(&stored, from).await;
        }
    }

    /// Checks that the owner of an account gives a request, who may have left a session open.
    ///
    /// # Errors
    /// The password or the code is missing or wrong. Or the account has no password, and its
    /// sign-in is too old.
    pub async fn prove_owner(
        &self,
        account: AccountId,
        proof: Proof<'_>,
        from: IpAddr,
    ) -> Result<(), AccountError> {
        let stored = self.stored(account).await?.ok_or(AccountError::Forbidden)?;
        match stored.password_hash.as_deref() {
            // A guest's session is all there is.
            None => {}
            Some(operations::NO_PASSWORD) => self.check_fresh(proof.resume_token).await?,
            Some(_) => {
                let password = proof.password.ok_or(AccountError::BadCredentials)?;
                if !self.guess(&stored.name, Some(&stored), password, from).await? {
                    return Err(AccountError::BadCredentials);
                }
            }
        }
        self.second_factor(account).check(&stored, proof.code, from).await?;
        Ok(())
    }

    /// Checks that a resume token belongs to a sign-in of the last minutes.
    async fn check_fresh(&self, token: Option<&Secret>) -> Result<(), AccountError> {
        let token = token.ok_or(AccountError::SignInAgain)?;
        let (stored, _) = self.read_token(token).await?;
        match self.now_ms() < stored.created_ms.saturating_add(PROOF_LASTS_MS) {
            true => Ok(()),
            false => Err(AccountError::SignInAgain),
        }
    }

    /// Proves the second factor again, and returns when that was.
    ///
    /// # Errors
    /// The account has none, or the code is wrong.
    pub async fn prove_factor(
        &self,
        account: AccountId,
        code: &Secret,
        resume_token: Option<&Secret>,
        from: IpAddr,
    ) -> Result<u64, AccountError> {
        let stored = self.stored(account).await?.ok_or(AccountError::Forbidden)?;
        let proven = self.second_factor(account).check(&stored, Some(code), from).await?;
        let proven = proven.ok_or(AccountError::NoFactor)?;
        self.note_factor(resume_token, proven).await?;
        Ok(proven)
    }

    /// Notes that the sign-in of a resume token proved the second factor.
    pub(super) async fn note_factor(
        &self,
        resume_token: Option<&Secret>,
        proven_ms: u64,
    ) -> Result<(), AccountError> {
        let Some(hash) = resume_token.and_then(tokens::hash) else { return Ok(()) };
        let noted = self.inner.store.note_factor(hash, proven_ms).await;
        noted.map_err(|error| self.failed(&error))
    }

    /// Replaces the password and ends all resume tokens of the account, and its API tokens too if
    /// `end_tokens` is set.
    ///
    /// # Errors
    /// The account has no password, the old one is wrong, or the new one breaks the rules.
    pub async fn change_password(
        &self,
        account: AccountId,
        (old, new): (&Secret, &Secret),
        end_tokens: bool,
        from: IpAddr,
    ) -> Result<(), AccountError> {
        let stored =
            self.inner.store.account(account).await.map_err(|error| self.failed(&error))?;
        let stored = stored.ok_or(AccountError::Forbidden)?;
        // Without a password, no hash is computed.
        stored.password_hash.as_deref().ok_or(AccountError::NoPassword)?;
        if !self.guess(&stored.name, Some(&stored), old, from).await? {
            return Err(AccountError::BadCredentials);
        }
        let hash = self.inner.passwords.hash(Place::known(from), &stored.name, new).await?;
        let replaced = self.inner.store.replace_password(account, &hash, end_tokens).await;
        replaced.map_err(|error| self.failed(&error))
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
        let store = &self.inner.store;
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
        match store.upgrade_guest(account, name, &hash, self.now_ms()).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(AccountError::NotAGuest),
            Err(StoreError::Duplicate { .. }) => Err(AccountError::NameTaken),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Creates an API token. The text exists only in the answer. The caller has checked that the
    /// owner asks for it.
    ///
    /// # Errors
    /// The label breaks the rules or is taken, the end is over, or the account already has the most
    /// tokens allowed.
    pub async fn create_api_token(
        &self,
        account: AccountId,
        new: &NewToken,
    ) -> Result<(Secret, ApiTokenId), AccountError> {
        if !names::is_label(&new.label) {
            return Err(AccountError::BadLabel);
        }
        if new.ends_ms.is_some_and(|end| end <= self.now_ms()) {
            return Err(AccountError::TokenOver);
        }
        let _counting = self.inner.api_tokens.lock().await;
        let count =
            self.inner.store.api_token_count(account).await.map_err(|error| self.failed(&error))?;
        if count >= MAX_API_TOKENS {
            return Err(AccountError::TooManyTokens);
        }
        let token = self.keep_api_token(account, new).await?;
        let hash = tokens::hash(&token).ok_or(AccountError::Internal)?;
        Ok((token, tokens::id(&hash)))
    }

    /// Lists the API tokens of an account, without their secrets.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn api_tokens(&self, account: AccountId) -> Result<Vec<ApiTokenInfo>, AccountError> {
        let tokens =
            self.inner.store.api_tokens(account).await.map_err(|error| self.failed(&error))?;
        let info = |token: StoredToken| ApiTokenInfo {
            id: tokens::id(&token.hash),
            label: token.label.unwrap_or_default(),
            scopes: token.scopes.iter().collect(),
            created_ms: TimeMs(token.created_ms),
            last_used_ms: token.last_used_ms.map(TimeMs),
            last_address: token.last_address,
            ends_ms: token.expires_ms.map(TimeMs),
        };
        Ok(tokens.into_iter().map(info).collect())
    }

    /// Revokes an API token.
    ///
    /// # Errors
    /// The account has no token with this id.
    pub async fn revoke_api_token(
        &self,
        account: AccountId,
        id: ApiTokenId,
    ) -> Result<(), AccountError> {
        let tokens =
            self.inner.store.api_tokens(account).await.map_err(|error| self.failed(&error))?;
        let found = tokens.into_iter().find(|token| tokens::id(&token.hash) == id);
        let hash = found.ok_or(AccountError::NoSuchToken)?.hash;
        let there_was =
            self.inner.store.delete_token(hash).await.map_err(|error| self.failed(&error))?;
        if there_was { Ok(()) } else { Err(AccountError::NoSuchToken) }
    }

    /// Ends all tokens of an account except the resume token `but`.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn sign_out_everywhere(
        &self,
        account: AccountId,
        but: Option<&Secret>,
    ) -> Result<(), AccountError> {
        let but = but.and_then(tokens::hash);
        self.inner.store.delete_tokens(account, but).await.map_err(|error| self.failed(&error))
    }

    /// Ends a resume token. Does nothing for an API token or a token that has already ended.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn logout(&self, token: &Secret) -> Result<(), AccountError> {
        let Some(hash) = tokens::hash(token) else { return Ok(()) };
        let stored = self.inner.store.token(hash).await.map_err(|error| self.failed(&error))?;
        if stored.is_some_and(|token| token.label.is_none()) {
            self.inner.store.delete_token(hash).await.map_err(|error| self.failed(&error))?;
        }
        Ok(())
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
        let account = self.open_with_password(name, password, Role::Admin, HOME).await?;
        self.grant_signup(&account).await?;
        Ok(account.id)
    }

    /// Changes how others see an account.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn set_look(&self, account: AccountId, look: Look) -> Result<(), AccountError> {
        self.inner.store.set_look(account, look).await.map_err(|error| self.failed(&error))
    }

    /// Changes the role of an account.
    ///
    /// # Errors
    /// There is no account with this name.
    pub async fn set_role(&self, name: &str, role: Role) -> Result<(), AccountError> {
        let account =
            self.inner.store.account_by_name(name).await.map_err(|error| self.failed(&error))?;
        let account = account.ok_or(AccountError::NoSuchAccount)?;
        self.inner.store.set_role(account.id, role).await.map_err(|error| self.failed(&error))
    }

    /// Finds or opens the account of a house bot, and gives it a new token.
    /// Its previous token ends.
    ///
    /// # Errors
    /// The name belongs to an account that is not a house bot.
    pub async fn house_bot(&self, name: &str) -> Result<Secret, AccountError> {
        let found =
            self.inner.store.account_by_name(name).await.map_err(|error| self.failed(&error))?;
        let account = match found {
            Some(account) if account.bot && account.password_hash.is_none() => account,
            Some(_) => return Err(AccountError::NameTaken),
            None if !names::has_form(name) => return Err(AccountError::BadName),
            None => {
                self.open(StoredAccount { bot: true, ..new_account(name, self.now_ms()) }).await?
            }
        };
        self.grant_signup(&account).await?;
        self.inner
            .store
            .delete_api_token(account.id, HOUSE_LABEL)
            .await
            .map_err(|error| self.failed(&error))?;
        self.keep_api_token(account.id, &NewToken::to_play(HOUSE_LABEL)).await
    }

    /// Gives a house bot another name. Returns `false` if no house bot has the old name.
    ///
    /// # Errors
    /// The new name is taken, or the store failed.
    pub async fn rename_house_bot(&self, old: &str, new: &str) -> Result<bool, AccountError> {
        let found =
            self.inner.store.account_by_name(old).await.map_err(|error| self.failed(&error))?;
        let is_house_bot = |account: &StoredAccount| account.bot && account.password_hash.is_none();
        let Some(account) = found.filter(is_house_bot) else { return Ok(false) };
        let operation = StoredOperation {
            at_ms: self.now_ms(),
            operator: None,
            account: account.id,
            done: format!("Renamed {old} to {new}"),
            reason: "House bots leave plain names to people".to_owned(),
        };
        self.operations().operate(&AccountEdit::Rename(new.to_owned()), &operation).await?;
        Ok(true)
    }

    /// Returns the account of a house bot; `None` if no account has the name.
    ///
    /// # Errors
    /// The account of this name is not a house bot, or the store failed.
    pub async fn house_bot_account(&self, name: &str) -> Result<Option<AccountId>, AccountError> {
        match self.inner.store.account_by_name(name).await.map_err(|error| self.failed(&error))? {
            Some(account) if account.bot && account.password_hash.is_none() => Ok(Some(account.id)),
            Some(_) => Err(AccountError::NameTaken),
            None => Ok(None),
        }
    }

    /// Returns an account as it is stored.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn stored(&self, account: AccountId) -> Result<Option<StoredAccount>, AccountError> {
        self.inner.store.account(account).await.map_err(|error| self.failed(&error))
    }

    /// Deletes expired tokens and returns how many. Call this from time to time.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_ended_tokens(&self) -> Result<u64, AccountError> {
        self.inner.guesses.tidy(self.now_ms());
        self.inner
            .store
            .delete_ended_tokens(self.now_ms())
            .await
            .map_err(|error| self.failed(&error))
    }

    async fn open_with_password(
        &self,
        name: &str,
        password: &Secret,
        role: Role,
        place: Place,
    ) -> Result<StoredAccount, AccountError> {
        // A name that is taken must not cost a hash.
        if self
            .inner
            .store
            .account_by_name(name)
            .await
            .map_err(|error| self.failed(&error))?
            .is_some()
        {
            return Err(AccountError::NameTaken);
        }
        let hash = self.inner.passwords.hash(place, name, password).await?;
        self.open(StoredAccount {
            password_hash: Some(hash),
            role,
            ..new_account(name, self.now_ms())
        })
        .await
    }

    /// Opens a guest's account under a name, or one with a number if the name is taken. The number
    /// is a tag, which pages may leave out, if another guest has the same name. It is part of the
    /// name if the name looks like that of an account or a bot.
    async fn open_guest(&self, name: &str) -> Result<StoredAccount, AccountError> {
        if !self.is_acceptable(name) {
            return Err(AccountError::BadName);
        }
        match self.open(new_account(name, self.now_ms())).await {
            Err(AccountError::NameTaken) => {}
            result => return result,
        }
        let holder =
            self.inner.store.account_like(name).await.map_err(|error| self.failed(&error))?;
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
    fn numbers_for_names(&self) -> impl Iterator<Item = u64> {
        let most = [100, 100, 1_000, 1_000, 10_000, 100_000, 1_000_000, 1_000_000];
        let drawn = most.into_iter().map(|most| 2 + self.inner.entropy.number() % most);
        (2..6).chain(drawn)
    }

    async fn open_under_a_made_up_name(&self) -> Result<StoredAccount, AccountError> {
        for _ in 0..GUEST_NAME_TRIES {
            let name = names::guest_name(self.inner.entropy.number());
            match self.open(new_account(&name, self.now_ms())).await {
                Err(AccountError::NameTaken) => {}
                result => return result,
            }
        }
        Err(AccountError::Busy)
    }

    async fn open(&self, account: StoredAccount) -> Result<StoredAccount, AccountError> {
        match self.inner.store.create_account(&account).await {
            Ok(id) => Ok(StoredAccount { id, ..account }),
            Err(StoreError::Duplicate { .. }) => Err(AccountError::NameTaken),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Signs an account in with a new resume token. `proven_ms` is when it proved its factor.
    async fn enter(
        &self,
        account: StoredAccount,
        proven_ms: Option<u64>,
    ) -> Result<Login, AccountError> {
        self.check_not_suspended(&account)?;
        self.grant_signup(&account).await?;
        let token = StoredToken {
            expires_ms: Some(self.resume_token_end(&account)),
            factor_ms: proven_ms,
            ..self.new_token(account.id)
        };
        let standing = self.standing(&account, &token).await?;
        let token = self.keep_new_token(token).await?;
        self.as_login(&account, standing, Some(token)).await
    }

    /// Returns the purse of an account: its wallet, kept in memory while the purse lives.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn purse(&self, account: AccountId) -> Result<Purse, AccountError> {
        self.inner.journal.purse(account).await.map_err(|error| {
            self.inner.journal.explain(&error, || {
                tracing::error!(%error, %account, "a wallet cannot be read");
            });
            AccountError::Internal
        })
    }

    fn check_not_suspended(&self, account: &StoredAccount) -> Result<(), AccountError> {
        match account.suspended_until_ms {
            Some(end) if end > self.now_ms() => Err(AccountError::Suspended(end)),
            _ => Ok(()),
        }
    }

    async fn keep_api_token(
        &self,
        account: AccountId,
        new: &NewToken,
    ) -> Result<Secret, AccountError> {
        let scopes = if new.scopes.is_empty() { Scopes::PLAY } else { new.scopes };
        let (label, expires_ms) = (Some(new.label.clone()), new.ends_ms);
        let token = StoredToken { label, expires_ms, scopes, ..self.new_token(account) };
        self.keep_new_token(token).await
    }

    /// Returns a token that is not stored yet and has no hash.
    fn new_token(&self, account: AccountId) -> StoredToken {
        StoredToken {
            hash: [0; 32],
            account,
            label: None,
            expires_ms: None,
            created_ms: self.now_ms(),
            last_used_ms: None,
            last_address: None,
            scopes: Scopes::default(),
            factor_ms: None,
        }
    }

    /// Stores a token under the hash of a new secret, which it returns.
    async fn keep_new_token(&self, token: StoredToken) -> Result<Secret, AccountError> {
        let secret = match &token.label {
            None => tokens::generate_marked(&self.inner.vault, token.account),
            Some(_) => tokens::generate(),
        };
        let hash = tokens::hash(&secret).ok_or(AccountError::Internal)?;
        match self.inner.store.create_token(&StoredToken { hash, ..token }).await {
            Ok(()) => Ok(secret),
            Err(StoreError::Duplicate { .. }) => Err(AccountError::LabelTaken),
            Err(error) => Err(self.failed(&error)),
        }
    }

    async fn as_login(
        &self,
        account: &StoredAccount,
        standing: Standing,
        resume_token: Option<Secret>,
    ) -> Result<Login, AccountError> {
        self.note_return(account).await;
        Ok(Login {
            account: account.id,
            name: Arc::from(account.name.as_str()),
            role: account.role,
            bot: account.bot,
            guest: account.is_guest(),
            look: account.look(),
            tenure: account.tenure(),
            muted_until_ms: account.muted_until_ms,
            used: account.used,
            standing,
            ends_ms: None,
            purse: self.purse(account.id).await?,
            resume_token,
        })
    }

    /// Logs a store failure for the operator. The player sees only that something failed.
    fn failed(&self, error: &StoreError) -> AccountError {
        if !self.inner.journal.health().failed(error) {
            tracing::error!(%error, "the store failed an account");
        }
        AccountError::Internal
    }

    /// Returns why the store does not work; `None` if it does.
    #[must_use]
    pub fn store_trouble(&self) -> Option<&'static str> {
        self.inner.journal.health().trouble()
    }

    /// Returns a receiver of whether nothing can be stored.
    #[must_use]
    pub fn store_fails(&self) -> tokio::sync::watch::Receiver<bool> {
        self.inner.journal.health().fails()
    }

    fn now_ms(&self) -> u64 {
        (self.inner.clock)()
    }
}

impl std::fmt::Debug for Accounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Accounts").finish_non_exhaustive()
    }
}

/// Creates a player's account that is not stored yet.
fn new_account(name: &str, now_ms: u64) -> StoredAccount {
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

fn system_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;

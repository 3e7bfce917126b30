//! Signing in: by password, by a token of an earlier sign-in, or by an API token.

use super::guesses::SecretKind;
use super::operations::NO_PASSWORD;
use super::{AccountError, Accounts, Caller, DAY_MS, Login, tokens};
use crate::ids::AccountId;
use crate::permits::{Credential, Standing};
use crate::store::{Scopes, StoredAccount, StoredToken};
use cardroom_protocol::Secret;
use std::net::IpAddr;
use std::sync::Arc;

/// How often at most the last use of an API token is noted.
pub(super) const TOKEN_USE_EVERY_MS: u64 = 60 * 60 * 1_000;

/// A way to use a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    SignIn,
    /// As the address of a calendar, which signs in nowhere.
    Calendar,
}

impl Way {
    fn takes(self, token: &StoredToken) -> bool {
        (token.scopes == Scopes::CALENDAR) == (self == Self::Calendar)
    }
}

impl Accounts {
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
        let account = self
            .inner
            .backing
            .store
            .account_by_name(name)
            .await
            .map_err(|error| self.failed(&error))?;
        let belongs = self.guess(name, account.as_ref(), password, from).await?;
        let account = account.filter(|_| belongs).ok_or(AccountError::BadCredentials)?;
        let proven = self.second_factor(account.id).check(&account, code, from).await?;
        let login = self.enter(account.clone(), proven).await?;
        // The password may have changed while it was checked. In that case the new token must
        // not outlive the change.
        let now = self
            .inner
            .backing
            .store
            .account(account.id)
            .await
            .map_err(|error| self.failed(&error))?;
        if now.is_none_or(|now| now.password_hash != account.password_hash) {
            if let Some(token) = &login.resume_token {
                self.logout(token).await?;
            }
            return Err(AccountError::BadCredentials);
        }
        self.inner.networks.note(&account, from.address).await;
        Ok(login)
    }

    /// Returns `true` if this is the password of the account. `name` is what was typed, which may
    /// be nobody's. Fails if too many guesses were wrong.
    pub(super) async fn guess(
        &self,
        name: &str,
        account: Option<&StoredAccount>,
        password: &Secret,
        from: impl Into<Caller<'_>>,
    ) -> Result<bool, AccountError> {
        let hash = account.and_then(|account| account.password_hash.as_deref());
        let hash = hash.filter(|hash| *hash != NO_PASSWORD);
        let guesser =
            self.inner.networks.guesser(account.map(|account| account.id), from.into()).await;
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
        let store = &self.inner.backing.store;
        let (stored, account) = self.read_token(token, Way::SignIn).await?;
        self.inner.grants.sign_up(&account).await?;
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
        self.inner.networks.note(&account, from).await;
        self.as_login(&account, standing, Some(token.clone())).await
    }

    /// Returns a token for this way that has not ended, and its account.
    pub(super) async fn read_token(
        &self,
        token: &Secret,
        way: Way,
    ) -> Result<(StoredToken, StoredAccount), AccountError> {
        let store = &self.inner.backing.store;
        let hash = tokens::hash(token).ok_or(AccountError::BadToken)?;
        let stored = store.token(hash).await.map_err(|error| self.failed(&error))?;
        let now = self.now_ms();
        let stored = stored.filter(|token| token.expires_ms.is_none_or(|end| end > now));
        let stored = stored.filter(|token| way.takes(token)).ok_or(AccountError::BadToken)?;
        let account = store.account(stored.account).await.map_err(|error| self.failed(&error))?;
        let account = account.ok_or(AccountError::BadToken)?;
        self.check_not_suspended(&account)?;
        Ok((stored, account))
    }

    /// Returns `true` if this is an API token that has not ended. Changes nothing.
    pub async fn is_api_token(&self, token: &Secret) -> bool {
        self.read_token(token, Way::SignIn).await.is_ok_and(|(stored, _)| stored.label.is_some())
    }

    /// Returns what the holder of a token may do.
    pub(super) async fn standing(
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

    /// Notes that an API token signed in, unless that was noted recently. A failure does
    /// not affect the sign-in.
    pub(super) async fn note_token_use(&self, token: &StoredToken, from: IpAddr) {
        let (now, address) = (self.now_ms(), from.to_string());
        let is_noted = |noted: u64| noted <= now && now < noted.saturating_add(TOKEN_USE_EVERY_MS);
        let is_known = token.last_address.as_ref() == Some(&address);
        if is_known && token.last_used_ms.is_some_and(is_noted) {
            return;
        }
        if let Err(error) = self.inner.backing.store.note_token_use(token.hash, now, &address).await
        {
            tracing::warn!(%error, account = %token.account, "the use of a token is not noted");
        }
    }

    /// Returns the account of a token, and what its holder may do. Changes nothing.
    ///
    /// # Errors
    /// The token is unknown or has expired, or the store failed.
    pub async fn bearer(&self, token: &Secret) -> Result<(AccountId, Standing), AccountError> {
        let (stored, account) = self.read_token(token, Way::SignIn).await?;
        Ok((account.id, self.standing(&account, &stored).await?))
    }

    /// Notes that a token was used over HTTP, if it is an API token.
    pub async fn note_bearer(&self, token: &Secret, from: IpAddr) {
        if let Ok((stored, _)) = self.read_token(token, Way::SignIn).await
            && stored.label.is_some()
        {
            self.note_token_use(&stored, from).await;
        }
    }

    /// Signs an account in with a new resume token. `proven_ms` is when it proved its factor.
    pub(super) async fn enter(
        &self,
        account: StoredAccount,
        proven_ms: Option<u64>,
    ) -> Result<Login, AccountError> {
        self.check_not_suspended(&account)?;
        self.inner.grants.sign_up(&account).await?;
        let token = StoredToken {
            expires_ms: Some(self.resume_token_end(&account)),
            factor_ms: proven_ms,
            ..self.new_token(account.id)
        };
        let standing = self.standing(&account, &token).await?;
        let token = self.keep_new_token(token).await?;
        self.as_login(&account, standing, Some(token)).await
    }

    pub(super) fn check_not_suspended(&self, account: &StoredAccount) -> Result<(), AccountError> {
        match account.suspended_until_ms {
            Some(end) if end > self.now_ms() => Err(AccountError::Suspended(end)),
            _ => Ok(()),
        }
    }

    pub(super) async fn as_login(
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
}

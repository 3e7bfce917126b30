//! API tokens and the tokens of sign-ins: making, listing and ending them.

use super::{AccountError, Accounts, NewToken, names, tokens};
use crate::ids::AccountId;
use crate::store::{Scopes, StoreError, StoredToken};
use cardroom_protocol::server::ApiTokenInfo;
use cardroom_protocol::{ApiTokenId, Secret, TimeMs};

/// The most API tokens of one account.
const MAX_API_TOKENS: usize = 16;

impl Accounts {
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
        let count = self
            .inner
            .backing
            .store
            .api_token_count(account)
            .await
            .map_err(|error| self.failed(&error))?;
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
        let tokens = self
            .inner
            .backing
            .store
            .api_tokens(account)
            .await
            .map_err(|error| self.failed(&error))?;
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
        let tokens = self
            .inner
            .backing
            .store
            .api_tokens(account)
            .await
            .map_err(|error| self.failed(&error))?;
        let found = tokens.into_iter().find(|token| tokens::id(&token.hash) == id);
        let hash = found.ok_or(AccountError::NoSuchToken)?.hash;
        let there_was = self
            .inner
            .backing
            .store
            .delete_token(hash)
            .await
            .map_err(|error| self.failed(&error))?;
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
        self.inner
            .backing
            .store
            .delete_tokens(account, but)
            .await
            .map_err(|error| self.failed(&error))
    }

    /// Ends a resume token. Does nothing for an API token or a token that has already ended.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn logout(&self, token: &Secret) -> Result<(), AccountError> {
        let Some(hash) = tokens::hash(token) else { return Ok(()) };
        let stored =
            self.inner.backing.store.token(hash).await.map_err(|error| self.failed(&error))?;
        if stored.is_some_and(|token| token.label.is_none()) {
            self.inner
                .backing
                .store
                .delete_token(hash)
                .await
                .map_err(|error| self.failed(&error))?;
        }
        Ok(())
    }

    /// Deletes expired tokens and returns how many. Call this from time to time.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_ended_tokens(&self) -> Result<u64, AccountError> {
        self.inner.guesses.tidy(self.now_ms());
        self.inner
            .backing
            .store
            .delete_ended_tokens(self.now_ms())
            .await
            .map_err(|error| self.failed(&error))
    }

    pub(super) async fn keep_api_token(
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
    pub(super) fn new_token(&self, account: AccountId) -> StoredToken {
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
    pub(super) async fn keep_new_token(&self, token: StoredToken) -> Result<Secret, AccountError> {
        let secret = match &token.label {
            None => tokens::generate_marked(&self.inner.vault, token.account),
            Some(_) => tokens::generate(),
        };
        let hash = tokens::hash(&secret).ok_or(AccountError::Internal)?;
        match self.inner.backing.store.create_token(&StoredToken { hash, ..token }).await {
            Ok(()) => Ok(secret),
            Err(StoreError::Duplicate { .. }) => Err(AccountError::LabelTaken),
            Err(error) => Err(self.failed(&error)),
        }
    }
}

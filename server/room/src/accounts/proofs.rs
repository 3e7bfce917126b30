//! Proofs that the owner of an account sits at a connection that has signed in, and the
//! changes that need one.

use super::operations::NO_PASSWORD;
use super::signing_in::Way;
use super::turns::Place;
use super::{AccountError, Accounts, Proof, tokens};
use crate::ids::AccountId;
use crate::permits::{Factor, PROOF_LASTS_MS};
use crate::store::StoredAccount;
use cardroom_protocol::Secret;
use cardroom_protocol::server::Role;
use std::net::IpAddr;

impl Accounts {
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
            Some(NO_PASSWORD) => self.check_fresh(proof.resume_token).await?,
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
    pub(super) async fn check_fresh(&self, token: Option<&Secret>) -> Result<(), AccountError> {
        let token = token.ok_or(AccountError::SignInAgain)?;
        let (stored, _) = self.read_token(token, Way::SignIn).await?;
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
        let noted = self.inner.backing.store.note_factor(hash, proven_ms).await;
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
            self.inner.backing.store.account(account).await.map_err(|error| self.failed(&error))?;
        let stored = stored.ok_or(AccountError::Forbidden)?;
        // Without a password, no hash is computed.
        stored.password_hash.as_deref().ok_or(AccountError::NoPassword)?;
        if !self.guess(&stored.name, Some(&stored), old, from).await? {
            return Err(AccountError::BadCredentials);
        }
        let hash = self.inner.passwords.hash(Place::known(from), &stored.name, new).await?;
        let replaced = self.inner.backing.store.replace_password(account, &hash, end_tokens).await;
        replaced.map_err(|error| self.failed(&error))
    }
}

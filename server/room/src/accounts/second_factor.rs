//! Second factors: six digits from an authenticator (TOTP, RFC 6238: SHA-1, 30 seconds),
//! or a recovery code. The store holds the key sealed with the room's vault, and
//! recovery codes as hashes.

use super::guesses::SecretKind;
use super::{AccountError, Accounts, Caller};
use crate::ids::AccountId;
use crate::permits::Factor;
use crate::store::{AccountSearch, StoredAccount, StoredSecondFactor, Which};
use cardroom_protocol::Secret;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};
use std::net::IpAddr;
use totp_rs::{Builder, Totp};

/// The bytes of a key, as RFC 4226 recommends for SHA-1.
const KEY_BYTES: usize = 20;

/// How many recovery codes an account gets.
const RECOVERY_CODES: usize = 10;

/// Letters and digits of recovery codes, without those that look alike.
const RECOVERY_ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

/// Letters and digits of a recovery code: 60 bits.
const RECOVERY_SYMBOLS: usize = 12;

/// A key that was just created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewKey {
    /// In base 32, to type into an authenticator.
    pub key: Secret,
    /// As an `otpauth` address, for a QR code.
    pub address: Secret,
}

/// How many accounts with a role are looked at.
const MOST_STAFF: u32 = 10_000;

/// The second factor of an account.
#[derive(Clone, Copy)]
pub struct SecondFactor<'a> {
    accounts: &'a Accounts,
    account: AccountId,
}

impl Accounts {
    /// Returns the second factor of an account, which may have none.
    #[must_use]
    pub fn second_factor(&self, account: AccountId) -> SecondFactor<'_> {
        SecondFactor { accounts: self, account }
    }

    /// Returns the names of the floor and administrators who need a second factor and have none.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn staff_without_factor(&self) -> Result<Vec<String>, AccountError> {
        let mut without = Vec::new();
        if !self.inner.settings.staff_second_factor {
            return Ok(without);
        }
        let (text, now_ms) = (String::new(), self.now_ms());
        let search =
            AccountSearch { text, which: Which::Staff, now_ms, from: 0, at_most: MOST_STAFF };
        for account in self.operations().find(&search).await?.accounts {
            if self.factor_of(&account, None).await? == Factor::Missing {
                without.push(account.name);
            }
        }
        Ok(without)
    }
}

impl SecondFactor<'_> {
    /// Creates a key. It takes effect when it is confirmed.
    ///
    /// # Errors
    /// The account has no password, the password is wrong, or the account already
    /// has a second factor.
    pub async fn begin(
        &self,
        password: &Secret,
        room: &str,
        from: IpAddr,
    ) -> Result<NewKey, AccountError> {
        let stored = self.accounts.stored(self.account).await?.ok_or(AccountError::Forbidden)?;
        stored.password_hash.as_deref().ok_or(AccountError::NoPassword)?;
        let before = self.factor().await?;
        if before.as_ref().is_some_and(|factor| factor.confirmed) {
            return Err(AccountError::FactorSet);
        }
        if !self.accounts.guess(&stored.name, Some(&stored), password, from).await? {
            return Err(AccountError::BadCredentials);
        }
        let mut key = [0; KEY_BYTES];
        fill(&mut key);
        let factor = StoredSecondFactor {
            account: self.account,
            sealed: self.accounts.inner.vault.seal_factor(self.account, &key),
            confirmed: false,
            last_step: 0,
            recovery: Vec::new(),
        };
        self.replace_factor(before.as_ref(), &factor).await?;
        let text = totp_rs::Secret::from(key).to_base32();
        let address = address(&text, &stored.name, room);
        Ok(NewKey { key: Secret(text), address: Secret(address) })
    }

    /// Confirms a key with one of its codes. Returns the recovery codes, and the factor of this
    /// sign-in from here on.
    ///
    /// # Errors
    /// No key awaits confirmation, or the code is wrong.
    pub async fn confirm(
        &self,
        code: &Secret,
        resume_token: Option<&Secret>,
        from: IpAddr,
    ) -> Result<(Vec<Secret>, Factor), AccountError> {
        let stored = self.accounts.stored(self.account).await?.ok_or(AccountError::Forbidden)?;
        let before = self.factor().await?.filter(|factor| !factor.confirmed);
        let before = before.ok_or(AccountError::NoFactor)?;
        let now = self.checked(&stored, &before, code, from.into()).await?;
        let codes: Vec<Secret> = (0..RECOVERY_CODES).map(|_| recovery_code()).collect();
        let recovery = codes.iter().map(hash).collect();
        let now = StoredSecondFactor { confirmed: true, recovery, ..now };
        self.replace_factor(Some(&before), &now).await?;
        let proven = self.accounts.now_ms();
        self.accounts.note_factor(resume_token, proven).await?;
        Ok((codes, self.accounts.factor_of(&stored, Some(proven)).await?))
    }

    /// Removes the second factor, with one of its codes. Returns the factor of this sign-in from
    /// here on.
    ///
    /// # Errors
    /// The account has none, or the code is wrong.
    pub async fn remove(&self, code: &Secret, from: IpAddr) -> Result<Factor, AccountError> {
        let stored = self.accounts.stored(self.account).await?.ok_or(AccountError::Forbidden)?;
        let factor = self.factor().await?.filter(|factor| factor.confirmed);
        let factor = factor.ok_or(AccountError::NoFactor)?;
        self.checked(&stored, &factor, code, from.into()).await?;
        let removed = self.accounts.inner.backing.store.delete_second_factor(self.account).await;
        removed.map_err(|error| self.accounts.failed(&error))?;
        self.accounts.factor_of(&stored, None).await
    }

    /// Returns `true` if the account signs in with a second factor.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn is_set(&self) -> Result<bool, AccountError> {
        Ok(self.factor().await?.is_some_and(|factor| factor.confirmed))
    }

    /// Checks the code that comes with a right password, and uses it up. Returns when that was, or
    /// `None` if the account has no second factor.
    pub(super) async fn check(
        &self,
        account: &StoredAccount,
        code: Option<&Secret>,
        from: impl Into<Caller<'_>>,
    ) -> Result<Option<u64>, AccountError> {
        let Some(before) = self.factor().await?.filter(|factor| factor.confirmed) else {
            return Ok(None);
        };
        let code = code.ok_or(AccountError::SecondFactorNeeded)?;
        let now = self.checked(account, &before, code, from.into()).await?;
        self.replace_factor(Some(&before), &now).await?;
        Ok(Some(self.accounts.now_ms()))
    }

    /// Returns the factor after the code was used. Wrong codes are counted like wrong passwords.
    async fn checked(
        &self,
        account: &StoredAccount,
        factor: &StoredSecondFactor,
        code: &Secret,
        from: Caller<'_>,
    ) -> Result<StoredSecondFactor, AccountError> {
        let guesser = self.accounts.networks().guesser(Some(account.id), from).await;
        let (tried, now_ms) = ((account.name.as_str(), true), self.accounts.now_ms());
        let guess = self.accounts.inner.guesses.begin(tried, SecretKind::Code, guesser, now_ms);
        let guess = guess.map_err(AccountError::Guessed)?;
        let key = self.accounts.inner.vault.unseal_factor(account.id, &factor.sealed);
        let key = key.ok_or_else(|| {
            let account = account.id;
            tracing::error!(%account, "a second factor cannot be unsealed: the room has another key");
            AccountError::Internal
        })?;
        let used = use_code(factor, &key, code, self.accounts.now_ms() / 1_000);
        let used = used.ok_or(AccountError::BadFactor)?;
        guess.was_right();
        Ok(used)
    }

    async fn factor(&self) -> Result<Option<StoredSecondFactor>, AccountError> {
        self.accounts
            .inner
            .backing
            .store
            .second_factor(self.account)
            .await
            .map_err(|error| self.accounts.failed(&error))
    }

    /// Replaces the factor. Of two concurrent requests with the same code, only one succeeds.
    async fn replace_factor(
        &self,
        before: Option<&StoredSecondFactor>,
        now: &StoredSecondFactor,
    ) -> Result<(), AccountError> {
        match self.accounts.inner.backing.store.set_second_factor(before, now).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(AccountError::BadFactor),
            Err(error) => Err(self.accounts.failed(&error)),
        }
    }
}

/// Returns the factor after this code was used; `None` if the code is wrong or was used before.
fn use_code(
    factor: &StoredSecondFactor,
    key: &[u8],
    code: &Secret,
    now_s: u64,
) -> Option<StoredSecondFactor> {
    let typed: String = code.0.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    if let Some(step) = totp(key)?.check(&typed, now_s) {
        let is_new = step > factor.last_step;
        return is_new.then(|| StoredSecondFactor { last_step: step, ..factor.clone() });
    }
    let hash = hash(&Secret(typed));
    let mut used = factor.clone();
    used.recovery.retain(|left| *left != hash);
    (used.recovery.len() < factor.recovery.len()).then_some(used)
}

/// Creates the generator of six-digit codes that last 30 seconds. A code one step early or late is
/// accepted, for clocks that differ.
fn totp(key: &[u8]) -> Option<Totp> {
    Builder::new().with_secret(key.to_vec()).with_skew(1).build().ok()
}

/// Returns the key as authenticators read it from a QR code (the Key URI
/// format of Google Authenticator).
fn address(key: &str, account: &str, room: &str) -> String {
    let [room, account] = [room, account].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC));
    format!("otpauth://totp/{room}:{account}?secret={key}&issuer={room}")
}

fn recovery_code() -> Secret {
    let mut bytes = [0; RECOVERY_SYMBOLS];
    fill(&mut bytes);
    let symbols = bytes.iter().map(|byte| RECOVERY_ALPHABET[usize::from(byte % 32)]);
    let text: String = symbols.map(char::from).collect();
    let (first, rest) = text.split_at(RECOVERY_SYMBOLS / 2);
    Secret(format!("{first}-{rest}"))
}

/// Fills the bytes with randomness from the operating system.
///
/// # Panics
/// If the operating system has no randomness, because nothing safe can be done then.
fn fill(bytes: &mut [u8]) {
    SysRng.try_fill_bytes(bytes).expect("the operating system gives randomness");
}

/// Returns the stored hash of a recovery code, however it was typed. 60 bits cannot be
/// guessed over the network.
fn hash(code: &Secret) -> [u8; 32] {
    let typed = code.0.to_lowercase().replace('-', "");
    Sha256::digest(typed.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of the test vectors in RFC 6238, appendix B.
    const KEY: &[u8] = b"12345678901234567890";

    fn factor() -> StoredSecondFactor {
        let recovery = vec![hash(&Secret::from("abcdef-ghjkmn"))];
        let account = AccountId(1);
        StoredSecondFactor { account, sealed: Vec::new(), confirmed: true, last_step: 0, recovery }
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // The last six of the eight digits in the appendix.
        for (time, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            let used = use_code(&factor(), KEY, &Secret::from(code), time).unwrap();
            assert_eq!(used.last_step, time / 30);
        }
    }

    #[test]
    fn a_code_works_once_and_a_step_early_or_late() {
        let code = Secret::from("081 804");
        for time in [1_111_111_109 - 30, 1_111_111_109, 1_111_111_109 + 30] {
            let used = use_code(&factor(), KEY, &code, time).unwrap();
            assert_eq!(use_code(&used, KEY, &code, time), None, "it was used");
        }
        assert_eq!(use_code(&factor(), KEY, &code, 1_111_111_109 + 61), None);
        assert_eq!(use_code(&factor(), KEY, &Secret::from("081805"), 1_111_111_109), None);
    }

    #[test]
    fn a_recovery_code_works_once_however_it_is_typed() {
        let used = use_code(&factor(), KEY, &Secret::from("ABCDEF ghjkmn"), 59).unwrap();
        assert!(used.recovery.is_empty());
        assert_eq!(use_code(&used, KEY, &Secret::from("abcdef-ghjkmn"), 59), None);
        assert_ne!(recovery_code(), recovery_code());
    }

    #[test]
    fn an_authenticator_reads_the_address() {
        let address = address("JBSWY3DPEHPK3PXP", "Ada Lovelace", "Ada's & Co");
        let room = "Ada%27s%20%26%20Co";
        let wanted =
            format!("otpauth://totp/{room}:Ada%20Lovelace?secret=JBSWY3DPEHPK3PXP&issuer={room}");
        assert_eq!(address, wanted);
    }
}

//! Operations of operators on accounts, and second factors, as every store keeps them.

use super::{StoredAccount, StoredToken};
use crate::ids::AccountId;
use crate::{HookEvent, StoreError, StoredHand, StoredOperation};
use async_trait::async_trait;
use cardroom_protocol::server::Role;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use std::fmt;

/// Changes of accounts by operators and owners.
#[async_trait]
pub trait OperationStore {
    /// Returns a page of the accounts that match.
    async fn find_accounts(&self, search: &AccountSearch) -> Result<FoundAccounts, StoreError>;

    /// Changes an account and notes the operator, in one transaction. Fails with
    /// [`StoreError::Duplicate`] if another account has the name or one that looks like it.
    async fn operate(
        &self,
        edit: &AccountEdit,
        operation: &StoredOperation,
    ) -> Result<(), StoreError> {
        self.operate_and_tell(edit, operation, &[]).await
    }

    /// Does the same, and stores events for hooks in the same transaction.
    async fn operate_and_tell(
        &self,
        edit: &AccountEdit,
        operation: &StoredOperation,
        hooked: &[HookEvent],
    ) -> Result<(), StoreError>;

    /// Returns operations on one account or all of them, the latest first: up to
    /// `at_most` after skipping `from`.
    async fn operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> Result<FoundOperations, StoreError>;

    /// Returns the account that a password reset code belongs to; `None` if the code was
    /// used or has expired.
    async fn reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
    ) -> Result<Option<AccountId>, StoreError>;

    /// Uses up a password reset code, sets the password and ends all tokens of the account, in one
    /// transaction. Returns `false` if the code was used or has expired.
    async fn use_reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
        password_hash: &str,
    ) -> Result<bool, StoreError>;

    async fn second_factor(
        &self,
        account: AccountId,
    ) -> Result<Option<StoredSecondFactor>, StoreError>;

    /// Replaces the second factor that was read before. Returns `false` if another
    /// request changed it meanwhile.
    async fn set_second_factor(
        &self,
        before: Option<&StoredSecondFactor>,
        now: &StoredSecondFactor,
    ) -> Result<bool, StoreError>;

    /// Deletes the second factor of an account. Returns `false` if it has none.
    async fn delete_second_factor(&self, account: AccountId) -> Result<bool, StoreError>;

    /// Moves the part in a hand from one account to another.
    async fn reassign_hand(
        &self,
        hand: &StoredHand,
        from: AccountId,
        to: AccountId,
    ) -> Result<(), StoreError>;

    /// Moves the notes that an account wrote to another account. The latter keeps its own notes
    /// about the same players.
    async fn move_notes(&self, from: AccountId, to: AccountId) -> Result<(), StoreError>;
}

/// An operator's change of an account. It is stored together with its [`StoredOperation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountEdit {
    Rename(String),
    Role(Role),
    /// Suspends the account until this time, in milliseconds since 1970;
    /// `None` ends the suspension.
    Suspend(Option<u64>),
    /// Bans the account from the chat until this time, in milliseconds since 1970;
    /// `None` ends the ban.
    Mute(Option<u64>),
    /// A code with which the owner sets a password. It replaces any previous code.
    ResetCode {
        /// SHA-256 of the code.
        hash: [u8; 32],
        /// In milliseconds since 1970.
        expires_ms: u64,
    },
    EndTokens,
    /// Ends one token, by its hash.
    EndToken([u8; 32]),
    /// Deletes the second factor.
    EndSecondFactor,
    /// Deletes the links to sign-in providers.
    EndIdentities,
    /// Settles a report about the account, by its number and the time in milliseconds since 1970.
    /// The operation's reason becomes the report's outcome.
    SettleReport(u64, u64),
    /// Changes nothing in the account itself.
    Nothing,
    /// Deletes everything that identifies the owner.
    Erase {
        /// The name that replaces the owner's.
        pseudonym: String,
        /// In milliseconds since 1970.
        at_ms: u64,
    },
}

/// A page of operations, the latest first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundOperations {
    /// The number of operations on all pages.
    pub total: u32,
    /// Each with the current names of the operator and the account.
    pub operations: Vec<(StoredOperation, Option<String>, String)>,
}

/// A search for accounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountSearch {
    /// A part of the name, without regard to case.
    pub text: String,
    pub which: Which,
    /// The current time, in milliseconds since 1970.
    pub now_ms: u64,
    /// How many to skip, in the order of the names.
    pub from: u32,
    pub at_most: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Any,
    Registered,
    /// A person without a password.
    Guest,
    /// A role above that of a player.
    Staff,
    Suspended,
}

#[derive(Clone, Default, Debug)]
pub struct FoundAccounts {
    /// The number of accounts on all pages.
    pub total: u32,
    /// In the order of their names.
    pub accounts: Vec<StoredAccount>,
}

impl AccountSearch {
    pub(super) fn matches(&self, account: &StoredAccount) -> bool {
        let is_of_kind = match self.which {
            Which::Any => true,
            Which::Registered => account.password_hash.is_some(),
            Which::Guest => account.is_guest(),
            Which::Staff => account.role != Role::Player,
            Which::Suspended => account.suspended_until_ms.is_some_and(|end| end > self.now_ms),
        };
        is_of_kind && super::fold(&account.name).contains(&super::fold(&self.text))
    }
}

/// Returns a part of a text as a lowercase pattern for `LIKE`. A `\` escapes each wildcard.
pub(super) fn pattern(text: &str) -> String {
    let mut pattern = "%".to_owned();
    for symbol in super::fold(text).chars() {
        if matches!(symbol, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(symbol);
    }
    pattern.push('%');
    pattern
}

impl Which {
    /// Returns the kind as a condition in SQL; `$2` is the time.
    pub(super) fn condition(self) -> &'static str {
        match self {
            Self::Any => "TRUE",
            Self::Registered => "password_hash IS NOT NULL",
            Self::Guest => "password_hash IS NULL AND bot = FALSE AND erased_ms IS NULL",
            Self::Staff => "role <> 'player'",
            Self::Suspended => "suspended_until_ms > $2",
        }
    }
}

/// The second factor of an account. `Debug` shows no secret.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredSecondFactor {
    pub account: AccountId,
    /// The key, sealed by its owner.
    pub sealed: Vec<u8>,
    pub confirmed: bool,
    /// The time step of the last code that was used, because no code works twice.
    pub last_step: u64,
    /// SHA-256 of the remaining recovery codes.
    pub recovery: Vec<[u8; 32]>,
}

impl fmt::Debug for StoredSecondFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("StoredSecondFactor");
        debug.field("account", &self.account).field("confirmed", &self.confirmed);
        debug.field("recovery", &self.recovery.len()).finish_non_exhaustive()
    }
}

/// Encodes hashes as one hexadecimal text.
pub(super) fn hashes_out(hashes: &[[u8; 32]]) -> String {
    HEXLOWER.encode(hashes.as_flattened())
}

/// Decodes hashes from the text of `hashes_out`, and skips invalid ones.
pub(super) fn hashes_in(text: &str) -> Vec<[u8; 32]> {
    let (hashes, _) = text.as_bytes().as_chunks::<64>();
    let hash = |digits: &[u8; 64]| HEXLOWER_PERMISSIVE.decode(digits).ok()?.try_into().ok();
    hashes.iter().filter_map(hash).collect()
}

/// Returns `true` if the token survives the edit.
pub(super) fn keeps_token(edit: &AccountEdit, token: &StoredToken) -> bool {
    match edit {
        AccountEdit::EndTokens | AccountEdit::Erase { .. } => false,
        AccountEdit::EndToken(hash) => token.hash != *hash,
        _ => true,
    }
}

/// Returns the players of a hand, with one account in place of another.
pub(super) fn reassigned(
    players: &[(AccountId, u8)],
    from: AccountId,
    to: AccountId,
) -> Vec<(AccountId, u8)> {
    let other = |account| if account == from { to } else { account };
    players.iter().map(|(account, seat)| (other(*account), *seat)).collect()
}

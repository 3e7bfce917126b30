//! Operations of operators on accounts. The administration checks who may give which order.

use super::turns::Place;
use super::{AccountError, Accounts, Login, names, tokens};
use crate::allowances::LARGEST_WALLET;
use crate::ids::AccountId;
use crate::journal::CommitError;
use crate::store::{
    AccountEdit, AccountSearch, ChatSearch, FoundAccounts, FoundChat, FoundOperations,
    FoundReports, HookEvent, LedgerAccount, NamedReport, StoreError, StoredAccount,
    StoredOperation, StoredReport, Transfer, Unit,
};
use cardroom_protocol::{ApiTokenId, Secret};
use cardroom_rules::Chips;
use std::net::IpAddr;

/// Takes the place of a password hash and matches no password.
pub(super) const NO_PASSWORD: &str = "*";

/// How long a password reset code works.
const RESET_CODE_MS: u64 = 24 * 60 * 60 * 1_000;

/// The work of operators on accounts.
#[derive(Clone, Copy)]
pub struct Operations<'a>(&'a Accounts);

impl Operations<'_> {
    /// Waits until no other order is carried out. The facts that an order checks cannot change
    /// before it is stored.
    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.inner.orders.lock().await
    }
}

impl Accounts {
    /// Returns the operations of operators. The caller has checked that they may give them.
    #[must_use]
    pub fn operations(&self) -> Operations<'_> {
        Operations(self)
    }

    /// Sets a password with a code, ends all tokens, and signs in.
    ///
    /// # Errors
    /// The code was used or has expired, or the password breaks the rules. If the account has a
    /// second factor, the password is set but its owner must sign in with both.
    pub async fn use_reset_code(
        &self,
        code: &Secret,
        password: &Secret,
        from: IpAddr,
    ) -> Result<Login, AccountError> {
        let store = &self.inner.backing.store;
        let hash = tokens::hash(code).ok_or(AccountError::BadResetCode)?;
        let account = store.reset_code(hash, self.now_ms()).await;
        let account = account.map_err(|error| self.failed(&error))?;
        // A wrong code costs no hash.
        let account = account.ok_or(AccountError::BadResetCode)?;
        let account = self.stored(account).await?.ok_or(AccountError::BadResetCode)?;
        self.check_not_suspended(&account)?;
        let new = self.inner.passwords.hash(Place::stranger(from), &account.name, password).await?;
        let used = store.use_reset_code(hash, self.now_ms(), &new).await;
        if !used.map_err(|error| self.failed(&error))? {
            return Err(AccountError::BadResetCode);
        }
        let proven = self.second_factor(account.id).check(&account, None, from).await?;
        let account = StoredAccount { password_hash: Some(new), ..account };
        self.inner.networks.note(&account, from).await;
        self.enter(account, proven).await
    }
}

impl Operations<'_> {
    /// Returns the account with this name.
    ///
    /// # Errors
    /// There is none, or the store failed.
    pub async fn named(&self, name: &str) -> Result<StoredAccount, AccountError> {
        let found = self.0.inner.backing.store.account_by_name(name).await;
        found.map_err(|error| self.0.failed(&error))?.ok_or(AccountError::NoSuchAccount)
    }

    /// Returns a page of accounts.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn find(&self, search: &AccountSearch) -> Result<FoundAccounts, AccountError> {
        self.0
            .inner
            .backing
            .store
            .find_accounts(search)
            .await
            .map_err(|error| self.0.failed(&error))
    }

    /// Returns a page of the operations on one account or all of them.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn log(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> Result<FoundOperations, AccountError> {
        let found = self.0.inner.backing.store.operations(account, from, at_most).await;
        found.map_err(|error| self.0.failed(&error))
    }

    /// Changes an account and notes the operation.
    ///
    /// # Errors
    /// The new name is taken or breaks the rules, or the store failed.
    pub async fn operate(
        &self,
        edit: &AccountEdit,
        operation: &StoredOperation,
    ) -> Result<(), AccountError> {
        self.operate_and_tell(edit, operation, &[]).await
    }

    /// Does the same, and stores along with it what hooks hear of it.
    ///
    /// # Errors
    /// The new name is taken or breaks the rules, or the store failed.
    pub async fn operate_and_tell(
        &self,
        edit: &AccountEdit,
        operation: &StoredOperation,
        hooked: &[HookEvent],
    ) -> Result<(), AccountError> {
        if let AccountEdit::Rename(name) = edit
            && !names::has_form(name)
        {
            return Err(AccountError::BadName);
        }
        match self.0.inner.backing.store.operate_and_tell(edit, operation, hooked).await {
            Ok(()) => Ok(()),
            Err(StoreError::Duplicate { .. }) => Err(AccountError::NameTaken),
            Err(error) => Err(self.0.failed(&error)),
        }
    }

    /// Opens an account without a password. Its owner can only sign in with a reset code. Reserved
    /// names are allowed, as they are for administrators.
    ///
    /// # Errors
    /// The name is taken or breaks the rules.
    pub async fn open_for(
        &self,
        name: &str,
        role: cardroom_protocol::server::Role,
    ) -> Result<StoredAccount, AccountError> {
        if !names::has_form(name) {
            return Err(AccountError::BadName);
        }
        let password_hash = Some(NO_PASSWORD.to_owned());
        let account = super::opening::new_account(name, self.0.now_ms());
        self.0.open(StoredAccount { password_hash, role, ..account }).await
    }

    /// Opens an account with a password. Reserved names are allowed, as for administrators.
    ///
    /// # Errors
    /// The name is taken or breaks the rules, or the password does.
    pub async fn open_with_password(
        &self,
        name: &str,
        role: cardroom_protocol::server::Role,
        password: &Secret,
    ) -> Result<StoredAccount, AccountError> {
        if !names::has_form(name) {
            return Err(AccountError::BadName);
        }
        let opened = self.0.open_with_password(name, password, role, super::HOME).await;
        opened.map(|(account, _)| account)
    }

    /// Checks that an account could be opened under a name.
    ///
    /// # Errors
    /// The name is taken or breaks the rules.
    pub async fn check_free(&self, name: &str) -> Result<(), AccountError> {
        if !names::has_form(name) {
            return Err(AccountError::BadName);
        }
        let holder = self.0.inner.backing.store.account_like(name).await;
        match holder.map_err(|error| self.0.failed(&error))? {
            Some(_) => Err(AccountError::NameTaken),
            None => Ok(()),
        }
    }

    /// Returns the end of the wait that wrong guesses of an account's password cost, if one lasts.
    #[must_use]
    pub fn locked_until(&self, name: &str) -> Option<u64> {
        self.0.inner.guesses.locked_until(name, self.0.now_ms())
    }

    /// Ends the wait that wrong guesses of an account's password cost.
    pub fn unlock(&self, name: &str) {
        self.0.inner.guesses.forget(name);
    }

    /// Creates a code with which the owner of an account sets a password. Returns the code, the
    /// edit that stores it, and when it expires.
    #[must_use]
    pub fn new_reset_code(&self) -> (Secret, AccountEdit, u64) {
        let code = tokens::generate();
        let hash = tokens::hash(&code).expect("what was generated is a token");
        let expires_ms = self.0.now_ms().saturating_add(RESET_CODE_MS);
        (code, AccountEdit::ResetCode { hash, expires_ms }, expires_ms)
    }

    /// Returns the hash of an API token, by its id.
    ///
    /// # Errors
    /// The account has no such token.
    pub async fn api_token_hash(
        &self,
        account: AccountId,
        id: ApiTokenId,
    ) -> Result<[u8; 32], AccountError> {
        let tokens = self.0.inner.backing.store.api_tokens(account).await;
        let tokens = tokens.map_err(|error| self.0.failed(&error))?;
        let found = tokens.into_iter().find(|token| tokens::id(&token.hash) == id);
        found.map(|token| token.hash).ok_or(AccountError::NoSuchToken)
    }

    /// Gives chips from the bank to a wallet, and notes the operation, with what hooks hear of it.
    ///
    /// # Errors
    /// The wallet would hold too many chips, or the store failed.
    pub async fn give(
        &self,
        amount: Chips,
        (operation, hooked): (StoredOperation, Vec<HookEvent>),
    ) -> Result<(), AccountError> {
        let account = operation.account;
        self.has_space(account, amount).await?;
        let (from, to) = (LedgerAccount::Bank, LedgerAccount::Wallet(account));
        self.transfer(from, to, amount, (operation, hooked)).await
    }

    /// Checks that a wallet may hold this many chips more.
    ///
    /// # Errors
    /// It would hold more than any wallet may, or the store failed.
    pub(crate) async fn has_space(
        &self,
        account: AccountId,
        amount: Chips,
    ) -> Result<(), AccountError> {
        let purse = self.0.purse(account).await?;
        let more = purse.available().checked_add(amount);
        let fits = more.is_some_and(|chips| chips <= LARGEST_WALLET);
        if fits { Ok(()) } else { Err(AccountError::TooManyChips) }
    }

    /// Takes chips from a wallet to the bank or another wallet, and notes the operation, with what
    /// hooks hear of it.
    ///
    /// # Errors
    /// The wallet holds too few chips, the other one would hold too many, or the store failed.
    pub async fn take(
        &self,
        from: AccountId,
        to: LedgerAccount,
        amount: Chips,
        noted: (StoredOperation, Vec<HookEvent>),
    ) -> Result<(), AccountError> {
        if let LedgerAccount::Wallet(to) = &to {
            self.has_space(*to, amount).await?;
        }
        let purse = self.0.purse(from).await?;
        let hold =
            purse.hold(amount).map_err(|short| AccountError::TooFewChips(short.available.0))?;
        self.transfer(LedgerAccount::Wallet(from), to, amount, noted).await?;
        hold.settle();
        Ok(())
    }

    /// Returns the transfers of a wallet behind an id, in the order of their ids.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn transfers(
        &self,
        account: AccountId,
        after: &str,
        at_most: u32,
    ) -> Result<Vec<Transfer>, AccountError> {
        let found = self.0.inner.backing.store.wallet_transfers(account, after, at_most).await;
        found.map_err(|error| self.0.failed(&error))
    }

    /// Stores a report of a player about another one. Returns `false` if the reporter has
    /// too many open reports.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn keep_report(
        &self,
        report: &StoredReport,
        at_most: u32,
        hooked: &(dyn Fn(u64) -> Vec<HookEvent> + Sync),
    ) -> Result<bool, AccountError> {
        let stored = self.0.inner.backing.store.file_report(report, at_most, hooked).await;
        stored.map_err(|error| self.0.failed(&error))
    }

    /// Returns a page of reports.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> Result<FoundReports, AccountError> {
        let found = self.0.inner.backing.store.reports(open, from, at_most).await;
        found.map_err(|error| self.0.failed(&error))
    }

    /// Returns a report, with the current names of its reporter and the reported player.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn report(&self, number: u64) -> Result<Option<NamedReport>, AccountError> {
        self.0.inner.backing.store.report(number).await.map_err(|error| self.0.failed(&error))
    }

    /// Deletes chat from before a time. Returns how many lines.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_chat(&self, before_ms: u64) -> Result<u64, AccountError> {
        self.0
            .inner
            .backing
            .store
            .forget_chat(before_ms)
            .await
            .map_err(|error| self.0.failed(&error))
    }

    /// Deletes reports from before this time, settled or not. Returns how many.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_reports(&self, before_ms: u64) -> Result<u64, AccountError> {
        self.0
            .inner
            .backing
            .store
            .forget_reports(before_ms)
            .await
            .map_err(|error| self.0.failed(&error))
    }

    /// Returns a page of chat.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn chat(&self, search: &ChatSearch) -> Result<FoundChat, AccountError> {
        self.0.inner.backing.store.find_chat(search).await.map_err(|error| self.0.failed(&error))
    }

    async fn transfer(
        &self,
        from: LedgerAccount,
        to: LedgerAccount,
        amount: Chips,
        (operation, hooked): (StoredOperation, Vec<HookEvent>),
    ) -> Result<(), AccountError> {
        // The transfer is never repeated, so any unused id will do.
        let id = format!("operator:{}:{:032x}", operation.account, rand::random::<u128>());
        let transfer = Transfer { id, from, to, amount, at_ms: operation.at_ms };
        let operations = vec![operation];
        let unit = Unit { transfers: vec![transfer], operations, hooked, ..Unit::default() };
        self.0.inner.backing.journal.commit(unit).await.map_err(|error: CommitError| {
            self.0.inner.backing.journal.explain(&error, || {
                tracing::error!(%error, "chips cannot be moved for an operator");
            });
            AccountError::Internal
        })
    }
}

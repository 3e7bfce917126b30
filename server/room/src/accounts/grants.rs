//! Play chips: the starting chips of a new account, and refills for a player who is almost out
//! of chips. A grant is a transfer from the bank. Its id makes it happen only once, even if
//! the process crashes halfway.

use super::backing::Backing;
use super::{AccountError, AccountSettings};
use crate::ids::AccountId;
use crate::journal::{CommitError, Journal};
use crate::store::{LedgerAccount, Store, StoreError, StoredAccount, Transfer, Unit};
use cardroom_rules::Chips;
use std::sync::Arc;

/// Everything a grant needs. It is separate from the accounts, because a task of
/// its own completes it.
struct Grant {
    store: Arc<dyn Store>,
    journal: Journal,
    account: AccountId,
    id: String,
    amount: Chips,
    now_ms: u64,
    /// The time to note for the account's last grant.
    noted_ms: u64,
}

/// Noted instead of a time after the starting grant, so that the first refill need not wait.
const SIGNED_UP: u64 = 1;

/// The grants of play chips to all accounts.
pub struct Grants {
    backing: Backing,
    settings: AccountSettings,
}

impl Grants {
    pub(super) fn new(backing: Backing, settings: AccountSettings) -> Self {
        Self { backing, settings }
    }

    /// Gives a new account its chips. If opening the account was interrupted, the
    /// next sign-in gives them.
    pub(super) async fn sign_up(&self, account: &StoredAccount) -> Result<(), AccountError> {
        if account.last_grant_ms > 0 {
            return Ok(());
        }
        let id = format!("signup:{}", account.id);
        let amount = self.settings.signup_grant;
        self.grant(account.id, id, amount, self.backing.now_ms(), SIGNED_UP).await.map(|_| ())
    }

    /// Gives play chips to a player who is almost out of chips, and returns what the
    /// wallet can now spend.
    ///
    /// `elsewhere` is the account's chips on tables and in tournaments. Held chips
    /// and tickets count too.
    ///
    /// House bots need not wait, and get a refill whenever they hold less than its amount. A bot
    /// that cannot buy in is useless.
    ///
    /// # Errors
    /// The account has enough chips, or got a grant recently.
    pub async fn refill(
        &self,
        account: AccountId,
        elsewhere: Chips,
        now_ms: u64,
    ) -> Result<Chips, AccountError> {
        let stored = self.backing.store.account(account).await;
        let stored = stored.map_err(|error| self.backing.failed(&error))?;
        let stored = stored.ok_or(AccountError::Forbidden)?;
        let purse = self.backing.purse(account).await?;
        let total = Chips(purse.worth().0.saturating_add(elsewhere.0));
        if !is_due(&self.settings, &stored, total, now_ms) {
            return Err(AccountError::NoRefillDue);
        }
        // The id contains the time of the previous grant, so that only one of two
        // concurrent requests gets chips.
        let id = format!("refill:{account}:{}", stored.last_grant_ms);
        let amount = self.settings.refill_amount;
        if self.grant(account, id, amount, now_ms, now_ms.max(SIGNED_UP)).await? {
            Ok(purse.available())
        } else {
            Err(AccountError::NoRefillDue)
        }
    }

    /// Completes a grant even if the caller is dropped halfway, because its time must be noted too.
    /// Returns `false` if the grant was already made.
    async fn grant(
        &self,
        account: AccountId,
        id: String,
        amount: Chips,
        now_ms: u64,
        noted_ms: u64,
    ) -> Result<bool, AccountError> {
        let grant = Grant {
            store: Arc::clone(&self.backing.store),
            journal: self.backing.journal.clone(),
            account,
            id,
            amount,
            now_ms,
            noted_ms,
        };
        let task = tokio::spawn(grant.carry_out());
        task.await.map_err(|_| AccountError::Internal)?
    }
}

impl Grant {
    async fn carry_out(self) -> Result<bool, AccountError> {
        let made = self.amount.is_zero() || self.transfer().await?;
        let noted = self.store.set_last_grant(self.account, self.noted_ms).await;
        if let Err(error) = noted {
            if !self.journal.health().failed(&error) {
                tracing::error!(%error, account = %self.account, "a grant could not be noted");
            }
            return Err(AccountError::Internal);
        }
        Ok(made)
    }

    /// Returns `false` if the ledger already has the transfer.
    async fn transfer(&self) -> Result<bool, AccountError> {
        let transfer = Transfer {
            id: self.id.clone(),
            from: LedgerAccount::Bank,
            to: LedgerAccount::Wallet(self.account),
            amount: self.amount,
            at_ms: self.now_ms,
        };
        let unit = Unit { transfers: vec![transfer], ..Unit::default() };
        match self.journal.commit(unit).await {
            Ok(()) => Ok(true),
            Err(CommitError::Store(StoreError::Duplicate { .. })) => Ok(false),
            Err(error) => {
                self.journal.explain(&error, || {
                    tracing::error!(%error, account = %self.account, "a grant failed");
                });
                Err(AccountError::Internal)
            }
        }
    }
}

/// Returns `true` if an account may get a refill now.
fn is_due(settings: &AccountSettings, account: &StoredAccount, total: Chips, now_ms: u64) -> bool {
    let waited_ms = now_ms.saturating_sub(account.last_grant_ms);
    let (threshold, wait_minutes) = if account.bot {
        (settings.refill_threshold.max(settings.refill_amount), 0)
    } else {
        (settings.refill_threshold, settings.refill_wait_minutes)
    };
    !settings.refill_amount.is_zero()
        && total < threshold
        && waited_ms >= wait_minutes.saturating_mul(60_000)
}

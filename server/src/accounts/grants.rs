//! Play chips: what a new account starts with, and refills for who has next to none. A grant is a
//! transfer from the bank whose id makes it happen once, whatever crashes in between.

use super::{AccountError, AccountSettings, Accounts};
use crate::ids::AccountId;
use crate::journal::{CommitError, Journal};
use crate::store::{LedgerAccount, Store, StoreError, StoredAccount, Transfer, Unit};
use cardroom_rules::Chips;
use std::sync::Arc;

/// What a grant needs, apart from the accounts, because it is carried through by a task of its own.
struct Grant {
    store: Arc<dyn Store>,
    journal: Journal,
    account: AccountId,
    id: String,
    amount: Chips,
    now_ms: u64,
    /// What is noted as the time of the account's last grant.
    noted_ms: u64,
}

/// Noted instead of a time after the grant of the beginning: the first refill waits for nothing.
const SIGNED_UP: u64 = 1;

impl Accounts {
    /// Gives a new account its chips. An account whose opening was cut short gets them when it
    /// logs in again.
    pub(super) async fn grant_signup(&self, account: &StoredAccount) -> Result<(), AccountError> {
        if account.last_grant_ms > 0 {
            return Ok(());
        }
        let id = format!("signup:{}", account.id);
        let amount = self.inner.settings.signup_grant;
        self.grant(account.id, id, amount, self.now_ms(), SIGNED_UP).await.map(|_| ())
    }

    /// Gives play chips to who has next to none; answers with what the wallet can spend now.
    ///
    /// `elsewhere` is what the account has on tables and in tournaments. Held chips and tickets
    /// count too.
    ///
    /// House bots do not wait, and get one whenever they hold less than it gives: a bot that
    /// cannot buy in helps nobody.
    ///
    /// # Errors
    /// The account has enough, or had a grant not long ago.
    pub async fn refill(
        &self,
        account: AccountId,
        elsewhere: Chips,
        now_ms: u64,
    ) -> Result<Chips, AccountError> {
        let stored =
            self.inner.store.account(account).await.map_err(|error| self.failed(&error))?;
        let stored = stored.ok_or(AccountError::Forbidden)?;
        let purse = self.purse(account).await?;
        let total = Chips(purse.worth().0.saturating_add(elsewhere.0));
        if !is_due(&self.inner.settings, &stored, total, now_ms) {
            return Err(AccountError::NoRefillDue);
        }
        // The id names the grant before, so that of two requests at once one gets chips.
        let id = format!("refill:{account}:{}", stored.last_grant_ms);
        let amount = self.inner.settings.refill_amount;
        if self.grant(account, id, amount, now_ms, now_ms.max(SIGNED_UP)).await? {
            Ok(purse.available())
        } else {
            Err(AccountError::NoRefillDue)
        }
    }

    /// Carries a grant through, also when the caller is gone in the middle: its time must be noted
    /// as well. False where it had been made before.
    async fn grant(
        &self,
        account: AccountId,
        id: String,
        amount: Chips,
        now_ms: u64,
        noted_ms: u64,
    ) -> Result<bool, AccountError> {
        let grant = Grant {
            store: Arc::clone(&self.inner.store),
            journal: self.inner.journal.clone(),
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

    /// False where the ledger has the transfer.
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

/// Whether an account gets a refill now.
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

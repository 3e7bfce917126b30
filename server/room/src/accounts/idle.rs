//! Unused guests and accounts. A guest has no password, so without a token its owner cannot come
//! back. An account is unused if its owner never played and came only on its first day. After a time
//! the chips of both go back to the bank, and their rows are deleted.

use super::Accounts;
use crate::cashier::{Hold, Purse};
use crate::ids::AccountId;
use crate::journal::CommitError;
use crate::store::{LedgerAccount, StoreError, StoredAccount, StoredOperation, Transfer, Unit};
use cardroom_rules::Chips;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The most guests, and the most accounts, that one round removes. Play never waits long for it.
const MOST_IN_A_ROUND: u32 = 500;

/// The number of guests or accounts that a round removed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forgotten {
    /// Rows that were deleted.
    pub deleted: u64,
    /// Rows that remain, because hands or other data refer to them. A guest loses its name.
    pub kept: u64,
}

/// The reason why an account was not removed.
#[derive(Debug, thiserror::Error)]
pub enum ForgetError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Commit(#[from] CommitError),
}

impl Accounts {
    /// Removes guests that were not used for `[accounts] guest_days`. Skips a guest for which
    /// `is_here` returns `true`: at a table, in a tournament or connected.
    ///
    /// # Errors
    /// The store failed. The next round continues.
    pub async fn forget_idle_guests(
        &self,
        is_here: impl Fn(AccountId) -> bool,
    ) -> Result<Forgotten, ForgetError> {
        let Some(before) = self.days_ago(self.inner.settings.guest_days) else {
            return Ok(Forgotten::default());
        };
        let idle = self.inner.backing.store.idle_guests(before, MOST_IN_A_ROUND).await?;
        self.forget(idle, is_here).await
    }

    /// Removes accounts of `[accounts] unused_days` and more whose owners never played and came only
    /// on the first day. Skips one for which `is_here` returns `true`.
    ///
    /// # Errors
    /// The store failed. The next round continues.
    pub async fn forget_unused_accounts(
        &self,
        is_here: impl Fn(AccountId) -> bool,
    ) -> Result<Forgotten, ForgetError> {
        let Some(before) = self.days_ago(self.inner.settings.unused_days) else {
            return Ok(Forgotten::default());
        };
        let unused = self.inner.backing.store.unused_accounts(before, MOST_IN_A_ROUND).await?;
        self.forget(unused, is_here).await
    }

    async fn forget(
        &self,
        accounts: Vec<AccountId>,
        is_here: impl Fn(AccountId) -> bool,
    ) -> Result<Forgotten, ForgetError> {
        let mut forgotten = Forgotten::default();
        for account in accounts {
            if is_here(account) {
                continue;
            }
            self.return_funds(account, None).await?;
            if self.inner.backing.store.forget_account(account).await? {
                forgotten.deleted += 1;
            } else {
                forgotten.kept += 1;
            }
        }
        Ok(forgotten)
    }

    /// Returns the time that many days ago; `None` for 0, which stands for never.
    fn days_ago(&self, days: u64) -> Option<u64> {
        (days > 0).then(|| self.now_ms().saturating_sub(days.saturating_mul(DAY_MS)))
    }

    /// Notes that an account is used, which keeps it: its owner came back after the first day, or
    /// plays. A failure does not affect the player.
    pub async fn note_use(&self, account: AccountId) {
        if let Err(error) = self.inner.backing.store.note_use(account).await {
            tracing::warn!(%error, %account, "could not note that an account is used");
        }
    }

    /// Notes the use of an account that signs in after its first day.
    pub(super) async fn note_return(&self, account: &StoredAccount) {
        let returns = self.now_ms() >= account.opened_ms.saturating_add(DAY_MS);
        if returns && !account.used && !account.bot {
            self.note_use(account.id).await;
        }
    }

    /// Moves all chips and tickets of an account back to the bank, in one unit with the record
    /// of the operator's command.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn return_funds(
        &self,
        account: AccountId,
        operation: Option<StoredOperation>,
    ) -> Result<(), ForgetError> {
        let purse = self.inner.backing.journal.purse(account).await?;
        let holds = everything(&purse);
        let now_ms = self.now_ms();
        let parts = holds.iter().flat_map(|hold| parts(account, hold)).enumerate();
        let transfers = parts.map(|(number, (from, amount))| Transfer {
            id: format!("forgotten:{account}:{now_ms}:{number}"),
            from,
            to: LedgerAccount::Bank,
            amount,
            at_ms: now_ms,
        });
        let operations = operation.into_iter().collect();
        let unit = Unit { transfers: transfers.collect(), operations, ..Unit::default() };
        if unit.transfers.is_empty() {
            return Ok(());
        }
        self.inner.backing.journal.commit(unit).await?;
        holds.into_iter().for_each(Hold::settle);
        Ok(())
    }

    /// Returns when a new resume token of the account expires. The token is a guest's only way
    /// back, so it lasts no longer than an unused guest does.
    pub(super) fn resume_token_end(&self, account: &StoredAccount) -> u64 {
        let settings = &self.inner.settings;
        let mut days = settings.token_days;
        if account.is_guest() && settings.guest_days > 0 {
            days = days.min(settings.guest_days);
        }
        self.now_ms().saturating_add(days.saturating_mul(DAY_MS))
    }
}

/// Holds all tickets and all chips of a wallet.
fn everything(purse: &Purse) -> Vec<Hold> {
    let tickets = purse.tickets().into_iter();
    let mut holds: Vec<Hold> = tickets
        .filter_map(|ticket| purse.hold_entry(&ticket.structure, Chips::ZERO).ok())
        .collect();
    holds.extend(purse.hold(purse.available()).ok());
    holds
}

/// Returns the ledger accounts of held chips and tickets.
fn parts(owner: AccountId, hold: &Hold) -> Vec<(LedgerAccount, Chips)> {
    let chips = (!hold.amount().is_zero()).then(|| (LedgerAccount::Wallet(owner), hold.amount()));
    let ticket = hold.ticket().map(|ticket| {
        let (worth, structure) = (ticket.worth, ticket.structure.clone());
        (LedgerAccount::Tickets { owner, worth, structure }, worth)
    });
    chips.into_iter().chain(ticket).collect()
}

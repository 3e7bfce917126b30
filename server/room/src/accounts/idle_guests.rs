//! Guests that are not used any more. A guest has no password, so without a token its owner cannot
//! come back. After a time its chips go back to the bank. Its row is deleted, or emptied if stored
//! data refers to it.

use super::Accounts;
use crate::cashier::{Hold, Purse};
use crate::ids::AccountId;
use crate::journal::CommitError;
use crate::store::{LedgerAccount, StoreError, StoredAccount, StoredOperation, Transfer, Unit};
use cardroom_rules::Chips;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The most guests removed in one round, so that play never waits long for the disk.
const MOST_IN_A_ROUND: u32 = 500;

/// The number of guests that a round removed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ForgottenGuests {
    /// Rows that were deleted.
    pub deleted: u64,
    /// Rows that remain without name and picture, because hands or other data refer to them.
    pub emptied: u64,
}

/// The reason why a guest was not removed.
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
    ) -> Result<ForgottenGuests, ForgetError> {
        let mut forgotten = ForgottenGuests::default();
        let days = self.inner.settings.guest_days;
        if days == 0 {
            return Ok(forgotten);
        }
        let before = self.now_ms().saturating_sub(days.saturating_mul(DAY_MS));
        for guest in self.inner.store.idle_guests(before, MOST_IN_A_ROUND).await? {
            if is_here(guest) {
                continue;
            }
            self.return_funds(guest, None).await?;
            if self.inner.store.forget_guest(guest).await? {
                forgotten.deleted += 1;
            } else {
                forgotten.emptied += 1;
            }
        }
        Ok(forgotten)
    }

    /// Moves all chips and tickets of an account back to the bank, in one unit with the record
    /// of the operator's command.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn return_funds(
        &self,
        guest: AccountId,
        operation: Option<StoredOperation>,
    ) -> Result<(), ForgetError> {
        let purse = self.inner.journal.purse(guest).await?;
        let holds = everything(&purse);
        let now_ms = self.now_ms();
        let parts = holds.iter().flat_map(|hold| parts(guest, hold)).enumerate();
        let transfers = parts.map(|(number, (from, amount))| Transfer {
            id: format!("forgotten:{guest}:{now_ms}:{number}"),
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
        self.inner.journal.commit(unit).await?;
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
fn parts(guest: AccountId, hold: &Hold) -> Vec<(LedgerAccount, Chips)> {
    let chips = (!hold.amount().is_zero()).then(|| (LedgerAccount::Wallet(guest), hold.amount()));
    let ticket = hold.ticket().map(|ticket| {
        let (worth, structure) = (ticket.worth, ticket.structure.clone());
        (LedgerAccount::Tickets { owner: guest, worth, structure }, worth)
    });
    chips.into_iter().chain(ticket).collect()
}

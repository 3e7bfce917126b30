//! Guests that are not used any more. A guest has no password, so without a token there is no way
//! back: after a time its chips go back to the bank, and its row is deleted, or emptied if
//! something that is kept refers to it.

use super::Accounts;
use crate::cashier::{Hold, Purse};
use crate::ids::AccountId;
use crate::journal::CommitError;
use crate::store::{LedgerAccount, StoreError, StoredAccount, StoredOperation, Transfer, Unit};
use cardroom_rules::Chips;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The most guests that one round forgets, so that play never waits long for the disk.
const MOST_IN_A_ROUND: u32 = 500;

/// Guests that a round has forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ForgottenGuests {
    /// Rows that are gone.
    pub deleted: u64,
    /// Rows that stay without name and picture, because hands or something else refer to them.
    pub emptied: u64,
}

/// Why a guest is not forgotten.
#[derive(Debug, thiserror::Error)]
pub enum ForgetError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The chips could not be moved.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

impl Accounts {
    /// Forgets guests that were not used for `[accounts] guest_days`, unless `is_here` says that
    /// one is at a table, in a tournament or connected.
    ///
    /// # Errors
    /// The store failed. The next round goes on.
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

    /// Moves all chips and tickets of an account back to the bank, in one unit, with the record of
    /// the operator who ordered it.
    ///
    /// # Errors
    /// The store failed.
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

    /// How long the resume token of an account lasts. A guest comes back by its token alone, so
    /// it lasts no longer than an unused guest does.
    pub(super) fn resume_token_end(&self, account: &StoredAccount) -> u64 {
        let settings = &self.inner.settings;
        let mut days = settings.token_days;
        if account.is_guest() && settings.guest_days > 0 {
            days = days.min(settings.guest_days);
        }
        self.now_ms().saturating_add(days.saturating_mul(DAY_MS))
    }
}

/// Holds on all tickets and all chips of a wallet.
fn everything(purse: &Purse) -> Vec<Hold> {
    let tickets = purse.tickets().into_iter();
    let mut holds: Vec<Hold> = tickets
        .filter_map(|ticket| purse.hold_entry(&ticket.structure, Chips::ZERO).ok())
        .collect();
    holds.extend(purse.hold(purse.available()).ok());
    holds
}

/// Where what is held lies in the ledger.
fn parts(guest: AccountId, hold: &Hold) -> Vec<(LedgerAccount, Chips)> {
    let chips = (!hold.amount().is_zero()).then(|| (LedgerAccount::Wallet(guest), hold.amount()));
    let ticket = hold.ticket().map(|ticket| {
        let (worth, structure) = (ticket.worth, ticket.structure.clone());
        (LedgerAccount::Tickets { owner: guest, worth, structure }, worth)
    });
    chips.into_iter().chain(ticket).collect()
}

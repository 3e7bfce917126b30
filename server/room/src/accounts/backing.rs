//! The store behind its journal, and the clock. Every part of the accounts stands on them.

use super::{AccountError, DAY_MS};
use crate::cashier::Purse;
use crate::ids::AccountId;
use crate::journal::Journal;
use crate::store::{Store, StoreError};
use std::sync::Arc;

/// The store, its journal and the clock. Cheap to clone.
#[derive(Clone)]
pub(super) struct Backing {
    pub(super) store: Arc<dyn Store>,
    pub(super) journal: Journal,
    /// Returns the time in milliseconds since 1970.
    pub(super) clock: fn() -> u64,
}

impl Backing {
    /// Logs a store failure for the operator. The player sees only that something failed.
    pub(super) fn failed(&self, error: &StoreError) -> AccountError {
        if !self.journal.health().failed(error) {
            tracing::error!(%error, "the store failed an account");
        }
        AccountError::Internal
    }

    /// Returns the purse of an account.
    pub(super) async fn purse(&self, account: AccountId) -> Result<Purse, AccountError> {
        self.journal.purse(account).await.map_err(|error| {
            self.journal.explain(&error, || {
                tracing::error!(%error, %account, "a wallet cannot be read");
            });
            AccountError::Internal
        })
    }

    pub(super) fn now_ms(&self) -> u64 {
        (self.clock)()
    }

    /// Returns the time that many days ago.
    pub(super) fn days_ago_ms(&self, days: u64) -> u64 {
        self.now_ms().saturating_sub(days.saturating_mul(DAY_MS))
    }
}

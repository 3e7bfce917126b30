//! The group-commit writer: whatever waits is made durable in one transaction, then everybody is
//! answered. It knows nothing of what the records mean.

use crate::store::{Store, StoreError, Unit};
use std::sync::Arc;
use tokio::task::JoinHandle;

/// The way to the writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Journal {}

/// Why a unit was not made durable. Nothing of it was stored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommitError {
    /// The store refused this unit or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal is closed.
    #[error("the journal is closed")]
    Closed,
}

/// How the writer works.
#[derive(Clone, Copy, Debug)]
pub struct JournalSettings {
    /// How many units may wait.
    pub queue: usize,
    /// The most units in one transaction.
    pub group: usize,
    /// False drops the records of tables, for measuring only; transfers are stored all the same.
    pub records: bool,
}

impl Default for JournalSettings {
    fn default() -> Self {
        Self { queue: 4_096, group: 1_024, records: true }
    }
}

impl Journal {
    /// Starts the writer with the usual settings.
    pub fn start(store: Arc<dyn Store>) -> (Self, JoinHandle<()>) {
        Self::start_with(store, JournalSettings::default())
    }

    /// Starts the writer.
    pub fn start_with(store: Arc<dyn Store>, settings: JournalSettings) -> (Self, JoinHandle<()>) {
        let _ = (store, settings);
        (Self {}, tokio::spawn(async {}))
    }

    /// Returns once the unit is durable.
    pub async fn commit(&self, unit: Unit) -> Result<(), CommitError> {
        let _ = unit;
        Err(CommitError::Closed)
    }

    /// Takes no more units; what was taken is still made durable.
    pub fn close(&self) {}
}

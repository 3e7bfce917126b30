//! Names of tables, and tables and codes of hosts.

use crate::ids::{AccountId, TableId};
use crate::{CodeOf, FoundHostedTable, StoreError, StoredCode, StoredHostedTable};
use async_trait::async_trait;

/// Names of tables, and tables and codes of hosts.
#[async_trait]
pub trait HostingStore {
    /// Returns the ids of tables, in the order of the names. A new name gets a new id. A known name
    /// keeps its id forever, because its stream depends on it.
    async fn table_ids(&self, names: &[String]) -> Result<Vec<TableId>, StoreError>;

    /// Stores a private table. Fails with [`StoreError::Duplicate`] if another one that is stored,
    /// open or closed, has its id or code.
    async fn keep_hosted_table(&self, hosted: &StoredHostedTable) -> Result<(), StoreError>;

    /// Changes the host and the terms of a private table.
    async fn change_hosted_table(
        &self,
        table: TableId,
        host: AccountId,
        terms: &str,
    ) -> Result<(), StoreError>;

    /// Closes a private table for good. Returns `false` if it was not open.
    async fn end_hosted_table(&self, table: TableId, at_ms: u64) -> Result<bool, StoreError>;

    /// Deletes up to `most` private tables that closed before this time, with the orders of their
    /// hosts, and returns the number of tables.
    /// Skips a table that still holds chips.
    async fn forget_hosted_tables(&self, before_ms: u64, most: u32) -> Result<u64, StoreError>;

    /// Deletes up to `most` private tournaments that never began and ended before this time.
    /// Returns their number.
    async fn forget_unplayed_tournaments(
        &self,
        before_ms: u64,
        most: u32,
    ) -> Result<u64, StoreError>;

    /// Returns a private table, open or closed.
    async fn hosted_table(&self, table: TableId) -> Result<Option<FoundHostedTable>, StoreError>;

    /// Returns every private table that is open, by id.
    async fn hosted_tables(&self) -> Result<Vec<StoredHostedTable>, StoreError>;

    /// Returns the codes of all private tables, then of all private tournaments, each by id.
    async fn codes(&self) -> Result<Vec<StoredCode>, StoreError>;

    /// Replaces a code. Fails with [`StoreError::Duplicate`] if the new one was ever used.
    async fn replace_code(&self, of: CodeOf, code: &str) -> Result<(), StoreError>;
}

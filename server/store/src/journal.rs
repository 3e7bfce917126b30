//! The journal and the ledger: what a commit stores, and what the room reads of it.

use crate::ids::{AccountId, TableId};
use crate::{
    AuditTrail, CheckedTransfers, Lease, LedgerDifference, StoreError, StoreWarning, StoredStream,
    StreamId, Transfer, Unit,
};
use async_trait::async_trait;

/// The journal and the ledger: what a commit stores, and what the room reads of it.
#[async_trait]
pub trait JournalStore {
    /// Stores units in order, all in one transaction. Only the journal calls this.
    async fn commit(&self, units: &[Unit]) -> Result<(), StoreError>;

    /// Stores units of [play](Unit::is_play) like [`Self::commit`]. The calling thread may be
    /// blocked, usually for less than a millisecond.
    async fn commit_play(&self, units: &[Unit]) -> Result<(), StoreError> {
        self.commit(units).await
    }

    /// Returns `true` if a commit of play waits for a disk or another program. The threads of play
    /// commit together then.
    fn play_waits(&self) -> bool {
        true
    }

    /// Completes when nothing can be stored here any more, and returns why.
    async fn lost(&self) -> StoreError {
        std::future::pending().await
    }

    /// Tests whether the store accepts writes, with a write that changes nothing. Only the
    /// group-commit writer calls this.
    async fn probe(&self) -> Result<(), StoreError>;

    /// Returns faults of the database that an operator should mend, although it works.
    async fn warnings(&self) -> Vec<StoreWarning> {
        Vec::new()
    }

    /// Returns why commits have not been answered for seconds; `None` if they are.
    fn standstill(&self) -> Option<&'static str> {
        None
    }

    /// Returns the room's lease; `None` if no other process can take the room's place.
    fn lease(&self) -> Option<&Lease> {
        None
    }

    /// Closes the store and leaves it in its most compact form. No call may follow.
    async fn close(&self) -> Result<(), StoreError>;

    /// Returns all streams with their last snapshots and the records after them.
    async fn load_streams(&self) -> Result<Vec<(StreamId, StoredStream)>, StoreError>;

    async fn load_stream(&self, stream: StreamId) -> Result<StoredStream, StoreError>;

    /// Returns the balances of all ledger accounts, by their text form.
    async fn load_balances(&self) -> Result<Vec<(String, i64)>, StoreError>;

    /// Returns the balances of the wallets and tickets of these accounts, by their text form, in no
    /// particular order. One query reads all of them and sees everything committed before it. Only
    /// the group-commit writer calls this, and it never waits for other readers.
    async fn load_funds(&self, accounts: &[AccountId]) -> Result<Vec<(String, i64)>, StoreError>;

    /// Returns the transfers whose ids begin with the place of a table, such as `table:8:`,
    /// in no particular order.
    async fn table_transfers(&self, table: TableId) -> Result<Vec<Transfer>, StoreError>;

    /// Returns up to `at_most` transfers from and to the wallet of an account, in the order of
    /// their ids, starting behind the id `after`. Scans every transfer of the room.
    async fn wallet_transfers(
        &self,
        account: AccountId,
        after: &str,
        at_most: u32,
    ) -> Result<Vec<Transfer>, StoreError>;

    /// Returns commands of the floor, at one table or at all of them, the latest first: up to
    /// `at_most` after skipping `from`.
    async fn audit_trail(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> Result<AuditTrail, StoreError>;

    /// Sums up all transfers and returns the balances that differ. None should.
    async fn ledger_audit(&self) -> Result<Vec<LedgerDifference>, StoreError>;

    /// Checks every transfer. Returns how many there are, and which were changed
    /// after they were entered.
    async fn check_transfers(&self) -> Result<CheckedTransfers, StoreError>;
}

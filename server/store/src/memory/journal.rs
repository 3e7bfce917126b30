//! The journal and the ledger: what a commit stores, and what the room reads of it.

use super::super::redo::Blocking;
use super::MemoryStore;
use crate::ids::{AccountId, TableId};
use crate::{
    AuditTrail, CheckedTransfers, JournalStore, LedgerAccount, LedgerDifference, StoreError,
    StoredStream, StreamId, Transfer, Unit,
};
use async_trait::async_trait;

#[async_trait]
impl JournalStore for MemoryStore {
    async fn close(&self) -> Result<(), StoreError> {
        match &self.front {
            Some(front) => front.close().await,
            None => Ok(()),
        }
    }

    async fn lost(&self) -> StoreError {
        match &self.front {
            Some(front) => front.failure().await,
            None => std::future::pending().await,
        }
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.with(|inner| match inner.staging.failing_commits {
            0 => Ok(()),
            _ => Err(StoreError::Database("this commit was told to fail".to_owned())),
        })
    }

    async fn commit(&self, units: &[Unit]) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        if let Some(gate) = &self.gate {
            gate.before_commit(units).await?;
        }
        match &self.front {
            Some(front) => front.commit(units, Blocking::Never).await?,
            None => self.inner.lock().commit(units)?,
        }
        match &self.gate {
            Some(gate) => gate.after_commit(units).await,
            None => Ok(()),
        }
    }

    fn play_waits(&self) -> bool {
        self.front.as_ref().is_none_or(|front| front.syncs())
    }

    async fn load_streams(&self) -> Result<Vec<(StreamId, StoredStream)>, StoreError> {
        self.with_latest(|inner| {
            let open = inner.streams.iter().filter(|(_, stream)| !stream.is_over());
            Ok(open.map(|(id, stream)| (*id, stream.clone())).collect())
        })
        .await
    }

    async fn load_stream(&self, stream: StreamId) -> Result<StoredStream, StoreError> {
        if let Some(gate) = &self.gate {
            gate.before_load(stream).await?;
        }
        let settled = self.settle().await;
        let inner = self.inner.lock();
        let open = inner.streams.get(&stream).filter(|stream| !stream.is_over());
        let mut found = open.cloned().unwrap_or_default();
        if let (Some(front), Err(_)) = (&self.front, settled) {
            let position = inner.log.as_ref().map(|log| log.position).unwrap_or_default();
            let ahead = front.ahead_of(position)?;
            ahead.iter().for_each(|unit| found.follow(stream, unit));
        }
        Ok(found)
    }

    async fn load_balances(&self) -> Result<Vec<(String, i64)>, StoreError> {
        self.with(|inner| Ok(inner.ledger.balances.clone().into_iter().collect()))
    }

    async fn load_funds(&self, accounts: &[AccountId]) -> Result<Vec<(String, i64)>, StoreError> {
        if let Some(gate) = &self.gate {
            gate.before_funds(accounts).await?;
        }
        let inner = self.inner.lock();
        let balances = &inner.ledger.balances;
        let funds = accounts.iter().flat_map(|account| {
            let wallet = LedgerAccount::Wallet(*account).to_string();
            let tickets = format!("ticket:{account}:")..format!("ticket:{account};");
            balances.get_key_value(&wallet).into_iter().chain(balances.range(tickets))
        });
        Ok(funds.map(|(name, balance)| (name.clone(), *balance)).collect())
    }

    async fn audit_trail(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> Result<AuditTrail, StoreError> {
        self.with(|inner| Ok(inner.audit_trail(table, from, at_most)))
    }

    async fn ledger_audit(&self) -> Result<Vec<LedgerDifference>, StoreError> {
        self.with(|inner| Ok(inner.ledger.audit()))
    }

    async fn check_transfers(&self) -> Result<CheckedTransfers, StoreError> {
        self.with(|inner| {
            let count = inner.ledger.transfers.len() as u64;
            Ok(CheckedTransfers { count, changed: Vec::new() })
        })
    }

    async fn wallet_transfers(
        &self,
        account: AccountId,
        after: &str,
        at_most: u32,
    ) -> Result<Vec<Transfer>, StoreError> {
        self.with(|inner| {
            let wallet = LedgerAccount::Wallet(account);
            let transfers = inner.ledger.transfers.values();
            let own =
                transfers.filter(|one| *one.id > *after && [&one.from, &one.to].contains(&&wallet));
            Ok(own.take(at_most as usize).cloned().collect())
        })
    }

    async fn table_transfers(&self, table: TableId) -> Result<Vec<Transfer>, StoreError> {
        self.with(|inner| {
            let place = format!("{}:", LedgerAccount::Table(table));
            let of_table = |transfer: &&Transfer| transfer.id.starts_with(&place);
            Ok(inner.ledger.transfers.values().filter(of_table).cloned().collect())
        })
    }
}

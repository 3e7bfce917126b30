//! The journal and the ledger. Each database commits in its own way, and reads streams and funds.

use super::{Backend, Query, Row, operations};
use crate::ids::{AccountId, TableId};
use crate::{
    AuditRecord, AuditTrail, CheckedTransfers, JournalStore, Lease, LedgerAccount,
    LedgerDifference, StoreError, StoreWarning, StoredStream, StreamId, Transfer, Unit, failed,
    signed, transfer_of, unsigned,
};
use async_trait::async_trait;
use futures_util::TryStreamExt as _;
use sqlx::Row as _;

#[async_trait]
impl JournalStore for Backend {
    async fn lost(&self) -> StoreError {
        self.failure().await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.end().await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.try_to_write().await
    }

    async fn warnings(&self) -> Vec<StoreWarning> {
        self.find_warnings().await
    }

    fn standstill(&self) -> Option<&'static str> {
        self.find_standstill()
    }

    fn lease(&self) -> Option<&Lease> {
        self.find_lease()
    }

    async fn commit(&self, units: &[Unit]) -> Result<(), StoreError> {
        self.commit_units(units).await
    }

    async fn commit_play(&self, units: &[Unit]) -> Result<(), StoreError> {
        self.commit_units_of_play(units).await
    }

    fn play_waits(&self) -> bool {
        self.waits_for_play()
    }

    async fn load_streams(&self) -> Result<Vec<(StreamId, StoredStream)>, StoreError> {
        self.read_streams().await
    }

    async fn load_stream(&self, stream: StreamId) -> Result<StoredStream, StoreError> {
        self.read_stream(stream).await
    }

    async fn load_balances(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let rows = sqlx::query_as("SELECT name, balance FROM ledger_account ORDER BY name");
        rows.fetch_all(&self.readers).await.map_err(failed)
    }

    async fn load_funds(&self, accounts: &[AccountId]) -> Result<Vec<(String, i64)>, StoreError> {
        self.read_funds(accounts).await
    }

    async fn audit_trail(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> Result<AuditTrail, StoreError> {
        let table = table.map(|table| signed(table.0)).transpose()?;
        let mut read = self.moment().await?;
        let mut count = Query::new("SELECT COUNT(*) FROM audit WHERE TRUE");
        let mut page = Query::new(
            "SELECT audit.*, account.name AS name, room_table.name AS table_name FROM audit
             JOIN account ON account.id = audit.operator
             LEFT JOIN room_table ON room_table.id = audit.table_id
             WHERE TRUE",
        );
        if let Some(table) = table {
            for query in [&mut count, &mut page] {
                query.push(" AND audit.table_id = ").push_bind(table);
            }
        }
        let total: i64 = count.build_query_scalar().fetch_one(&mut *read).await.map_err(failed)?;
        page.push(" ORDER BY audit.id DESC LIMIT ").push_bind(i64::from(at_most));
        page.push(" OFFSET ").push_bind(i64::from(from));
        let rows = page.build().fetch_all(&mut *read).await.map_err(failed)?;
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        let entries = rows.iter().map(entry_of).collect::<Result<_, _>>()?;
        let tables = rows.iter().filter_map(|row| {
            let id = row.try_get::<i64, _>("table_id").ok()?;
            let name: Option<String> = row.try_get("table_name").ok()?;
            Some((TableId(unsigned(id).ok()?), name?))
        });
        Ok(AuditTrail { total, entries, tables: tables.collect() })
    }

    async fn ledger_audit(&self) -> Result<Vec<LedgerDifference>, StoreError> {
        let rows = sqlx::query(
            "SELECT name, CAST(SUM(balance) AS BIGINT) AS balance,
                 CAST(SUM(moved) AS BIGINT) AS transfers
             FROM (
                 SELECT name, balance, 0 AS moved FROM ledger_account
                 UNION ALL SELECT from_account, 0, -amount FROM ledger_transfer
                 UNION ALL SELECT to_account, 0, amount FROM ledger_transfer
             ) AS entries GROUP BY name HAVING SUM(balance) <> SUM(moved) ORDER BY name",
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        let difference = |row: &Row| {
            Ok(LedgerDifference {
                account: row.try_get("name")?,
                balance: row.try_get("balance")?,
                transfers: row.try_get("transfers")?,
            })
        };
        rows.iter().map(difference).collect::<Result<_, sqlx::Error>>().map_err(failed)
    }

    async fn check_transfers(&self) -> Result<CheckedTransfers, StoreError> {
        let rows = sqlx::query_as(
            "SELECT id, from_account, to_account, amount, at_ms, hash FROM ledger_transfer",
        );
        let mut rows = rows.fetch(&self.readers);
        let mut checked = CheckedTransfers::default();
        while let Some(row) = rows.try_next().await.map_err(failed)? {
            checked.look_at(row);
        }
        Ok(checked)
    }

    async fn wallet_transfers(
        &self,
        account: AccountId,
        after: &str,
        at_most: u32,
    ) -> Result<Vec<Transfer>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        operations::read_wallet_transfers(&mut reader, account, after, at_most).await
    }

    async fn table_transfers(&self, table: TableId) -> Result<Vec<Transfer>, StoreError> {
        // Their ids begin with the table's place. Everything that begins with `table:8:` sorts
        // before `table:8;`.
        let rows = sqlx::query_as(
            "SELECT id, from_account, to_account, amount, at_ms FROM ledger_transfer
             WHERE id > $1 AND id < $2",
        );
        let place = LedgerAccount::Table(table);
        let rows = rows.bind(format!("{place}:")).bind(format!("{place};"));
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        rows.into_iter().map(transfer_of).collect()
    }
}

fn entry_of(row: &Row) -> Result<(AuditRecord, String), StoreError> {
    let number = |column: &str| unsigned(row.try_get::<i64, _>(column).map_err(failed)?);
    let record = AuditRecord {
        at_ms: number("at_ms")?,
        operator: AccountId(number("operator")?),
        table: TableId(number("table_id")?),
        seq: number("seq")?,
        command: row.try_get("command").map_err(failed)?,
        reason: row.try_get("reason").map_err(failed)?,
        rule: row.try_get("rule").map_err(failed)?,
    };
    Ok((record, row.try_get("name").map_err(failed)?))
}

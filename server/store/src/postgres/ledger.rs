//! Reads of the double-entry ledger in PostgreSQL. `room_commit` writes it and refuses an
//! overdraft, as a CHECK of the balances does.

use super::super::{
    CheckedTransfers, LedgerAccount, LedgerDifference, StoreError, Transfer, failed, signed,
    transfer_of,
};
use super::PostgresStore;
use crate::ids::{AccountId, TableId};
use futures_util::TryStreamExt as _;
use sqlx::Row as _;
use sqlx::postgres::PgRow;

/// Wallets and tickets of the accounts in a list. Names are compared by their bytes, so everything
/// that begins with `ticket:17:` sorts before `ticket:17;`.
const FUNDS: &str = "
    SELECT name, balance FROM UNNEST($1::bigint[]) AS asked (id)
        JOIN ledger_account ON name = 'wallet:' || asked.id
    UNION ALL
    SELECT name, balance FROM UNNEST($1::bigint[]) AS asked (id)
        JOIN ledger_account ON name > 'ticket:' || asked.id || ':'
                           AND name < 'ticket:' || asked.id || ';'";

impl PostgresStore {
    pub(super) async fn read_balances(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let rows = sqlx::query_as("SELECT name, balance FROM ledger_account ORDER BY name");
        rows.fetch_all(&self.readers).await.map_err(failed)
    }

    pub(super) async fn read_funds(
        &self,
        accounts: &[AccountId],
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let ids: Vec<i64> = accounts.iter().map(|id| signed(id.0)).collect::<Result<_, _>>()?;
        // The caller is the writer of commits, which must not wait for a long
        // search by another reader.
        let mut lent = self.lend().await?;
        let rows = sqlx::query_as(FUNDS).bind(ids).fetch_all(&mut lent.connection).await;
        lent.done(rows).map_err(failed)
    }

    /// Reads the transfers whose ids begin with a table's place. Everything that begins with
    /// `table:8:` sorts before `table:8;`.
    pub(super) async fn read_table_transfers(
        &self,
        table: TableId,
    ) -> Result<Vec<Transfer>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT id, from_account, to_account, amount, at_ms FROM ledger_transfer
             WHERE id > $1 AND id < $2",
        );
        let place = LedgerAccount::Table(table);
        let rows = rows.bind(format!("{place}:")).bind(format!("{place};"));
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        rows.into_iter().map(transfer_of).collect()
    }

    pub(super) async fn audit(&self) -> Result<Vec<LedgerDifference>, StoreError> {
        let rows = sqlx::query(
            "SELECT name, SUM(balance)::bigint AS balance, SUM(moved)::bigint AS transfers FROM (
                 SELECT name, balance, 0 AS moved FROM ledger_account
                 UNION ALL SELECT from_account, 0, -amount FROM ledger_transfer
                 UNION ALL SELECT to_account, 0, amount FROM ledger_transfer
             ) AS entries GROUP BY name HAVING SUM(balance) <> SUM(moved) ORDER BY name",
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        let difference = |row: &PgRow| {
            Ok(LedgerDifference {
                account: row.try_get("name")?,
                balance: row.try_get("balance")?,
                transfers: row.try_get("transfers")?,
            })
        };
        rows.iter().map(difference).collect::<Result<_, sqlx::Error>>().map_err(failed)
    }

    pub(super) async fn look_at_transfers(&self) -> Result<CheckedTransfers, StoreError> {
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
}

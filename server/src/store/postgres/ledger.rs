//! The double-entry ledger in PostgreSQL. The database itself refuses an overdraft: balances have a
//! CHECK, and a transfer's rows change in the transaction of its unit.

use super::super::{
    CheckedTransfers, LedgerAccount, LedgerDifference, StoreError, Transfer, failed, signed,
    transfer_hash, transfer_of,
};
use super::PostgresStore;
use crate::ids::{AccountId, TableId};
use futures_util::TryStreamExt as _;
use sqlx::Row as _;
use sqlx::error::ErrorKind;
use sqlx::postgres::{PgConnection, PgRow};

/// numeric_value_out_of_range: a balance beyond 64 bits.
const OUT_OF_RANGE: &str = "22003";

/// Writes a transfer and changes both balances.
pub(super) async fn write_transfer(
    connection: &mut PgConnection,
    transfer: &Transfer,
) -> Result<(), StoreError> {
    let refused = || StoreError::Overdrawn { id: transfer.id.clone() };
    let fail = |error: sqlx::Error| match error.as_database_error() {
        Some(database) => match database.kind() {
            ErrorKind::UniqueViolation => {
                StoreError::Duplicate { what: format!("transfer {}", transfer.id) }
            }
            ErrorKind::CheckViolation => refused(),
            _ if database.code().as_deref() == Some(OUT_OF_RANGE) => refused(),
            _ => failed(error),
        },
        None => failed(error),
    };
    let amount = i64::try_from(transfer.amount.0).map_err(|_| refused())?;
    let at_ms = signed(transfer.at_ms)?;
    let (from, to) = (transfer.from.to_string(), transfer.to.to_string());

    // The insert comes first, so that a repeated transfer is a duplicate
    // regardless of the balances.
    let insert = sqlx::query(
        "INSERT INTO ledger_transfer (id, from_account, to_account, amount, at_ms, hash)
         VALUES ($1, $2, $3, $4, $5, $6)",
    );
    let insert = insert.bind(&transfer.id).bind(&from).bind(&to).bind(amount).bind(at_ms);
    let insert = insert.bind(transfer_hash(&transfer.id, &from, &to, amount, at_ms).to_vec());
    insert.execute(&mut *connection).await.map_err(fail)?;

    let debit = if transfer.from == LedgerAccount::Bank { FROM_THE_BANK } else { FROM_AN_ACCOUNT };
    let moved = sqlx::query_scalar(debit).bind(&from).bind(&to).bind(amount);
    let debited: i64 = moved.fetch_one(connection).await.map_err(fail)?;
    if debited == 1 { Ok(()) } else { Err(refused()) }
}

/// The bank may go below zero, and its row is created on first use.
const FROM_THE_BANK: &str = "
    WITH debit AS (
        INSERT INTO ledger_account AS account (name, balance) VALUES ($1, -$3)
        ON CONFLICT (name) DO UPDATE SET balance = account.balance - $3 RETURNING 1
    ), credit AS (
        INSERT INTO ledger_account AS account (name, balance) VALUES ($2, $3)
        ON CONFLICT (name) DO UPDATE SET balance = account.balance + $3
    )
    SELECT COUNT(*) FROM debit";

/// An account without a row has nothing to give.
const FROM_AN_ACCOUNT: &str = "
    WITH debit AS (
        UPDATE ledger_account SET balance = balance - $3 WHERE name = $1 RETURNING 1
    ), credit AS (
        INSERT INTO ledger_account AS account (name, balance) VALUES ($2, $3)
        ON CONFLICT (name) DO UPDATE SET balance = account.balance + $3
    )
    SELECT COUNT(*) FROM debit";

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

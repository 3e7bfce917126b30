//! The double-entry ledger in SQLite. The database itself refuses an overdraft: balances have a
//! CHECK, and a transfer's rows change in the transaction of its unit.

use super::super::{LedgerAccount, StoreError, Transfer, transfer_hash};
use super::dialect::list_of;
use super::{SqliteStore, failed};
use crate::ids::AccountId;
use sqlx::error::ErrorKind;
use sqlx::sqlite::SqliteConnection;

/// SQLITE_CONSTRAINT_DATATYPE: a sum beyond 64 bits became a float, which a STRICT table refuses.
const DATATYPE: &str = "3091";

/// Wallets and tickets of the accounts in a list. Everything that begins with
/// `ticket:17:` sorts before `ticket:17;`.
const FUNDS: &str = "
    SELECT name, balance FROM json_each(?1) AS asked
        JOIN ledger_account ON name = 'wallet:' || asked.value
    UNION ALL
    SELECT name, balance FROM json_each(?1) AS asked
        JOIN ledger_account ON name > 'ticket:' || asked.value || ':'
                           AND name < 'ticket:' || asked.value || ';'";

/// Writes a transfer and changes both balances.
pub(super) async fn write_transfer(
    connection: &mut SqliteConnection,
    transfer: &Transfer,
) -> Result<(), StoreError> {
    let refused = || StoreError::Overdrawn { id: transfer.id.clone() };
    let fail = |error: sqlx::Error| match error.as_database_error() {
        Some(database) => match database.kind() {
            ErrorKind::UniqueViolation => {
                StoreError::Duplicate { what: format!("transfer {}", transfer.id) }
            }
            ErrorKind::CheckViolation => refused(),
            _ if database.code().as_deref() == Some(DATATYPE) => refused(),
            _ => failed(error),
        },
        None => failed(error),
    };
    let amount = i64::try_from(transfer.amount.0).map_err(|_| refused())?;
    let at_ms = super::signed(transfer.at_ms)?;
    let (from, to) = (transfer.from.to_string(), transfer.to.to_string());

    let insert = sqlx::query(
        "INSERT INTO ledger_transfer (id, from_account, to_account, amount, at_ms, hash)
         VALUES (?, ?, ?, ?, ?, ?)",
    );
    let insert = insert.bind(&transfer.id).bind(&from).bind(&to).bind(amount).bind(at_ms);
    let insert = insert.bind(transfer_hash(&transfer.id, &from, &to, amount, at_ms).to_vec());
    insert.execute(&mut *connection).await.map_err(fail)?;

    let debit = sqlx::query("UPDATE ledger_account SET balance = balance - ? WHERE name = ?");
    let debit = debit.bind(amount).bind(&from).execute(&mut *connection).await.map_err(fail)?;
    if debit.rows_affected() == 0 {
        if transfer.from != LedgerAccount::Bank {
            return Err(refused());
        }
        add(connection, &from, -amount).await.map_err(fail)?;
    }
    add(connection, &to, amount).await.map_err(fail)
}

async fn add(
    connection: &mut SqliteConnection,
    account: &str,
    amount: i64,
) -> Result<(), sqlx::Error> {
    let upsert = sqlx::query(
        "INSERT INTO ledger_account (name, balance) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET balance = balance + excluded.balance",
    );
    upsert.bind(account).bind(amount).execute(connection).await.map(|_| ())
}

impl SqliteStore {
    pub(super) async fn read_funds(
        &self,
        accounts: &[AccountId],
    ) -> Result<Vec<(String, i64)>, StoreError> {
        // The caller is the writer of commits, which must not wait for a long
        // search by another reader.
        let mut writer = self.writer().await;
        let rows = sqlx::query_as(FUNDS).bind(list_of(accounts)?);
        rows.fetch_all(&mut writer.connection).await.map_err(failed)
    }
}

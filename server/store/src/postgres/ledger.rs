//! Wallets and tickets in PostgreSQL. `room_commit` writes the ledger and refuses an overdraft, as
//! a CHECK of the balances does.

use super::super::{StoreError, failed, signed};
use super::PostgresStore;
use crate::ids::AccountId;

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
}

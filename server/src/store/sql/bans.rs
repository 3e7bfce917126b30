//! Bans: the account, the league and the end of each.

use super::{Backend, Connection};
use crate::ids::AccountId;
use crate::store::{StoreError, StoredBan, failed, signed, unsigned};
use sqlx::Row as _;

/// Writes a ban, in the transaction of its unit.
pub(in crate::store) async fn write_ban(
    connection: &mut Connection,
    ban: &StoredBan,
) -> Result<(), StoreError> {
    let upsert = sqlx::query(
        "INSERT INTO ban (account, league, until_ms, at_ms, operator, reason)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account, league) DO UPDATE SET until_ms = excluded.until_ms,
             at_ms = excluded.at_ms, operator = excluded.operator, reason = excluded.reason",
    );
    let upsert = upsert
        .bind(signed(ban.account.0)?)
        .bind(ban.league.as_deref().unwrap_or_default())
        .bind(signed(ban.until_ms)?)
        .bind(signed(ban.at_ms)?)
        .bind(signed(ban.operator.0)?)
        .bind(&ban.reason);
    upsert.execute(connection).await.map(|_| ()).map_err(failed)
}

impl Backend {
    pub(in crate::store) async fn read_bans(
        &self,
        now_ms: u64,
    ) -> Result<Vec<StoredBan>, StoreError> {
        let rows = sqlx::query("SELECT * FROM ban WHERE until_ms > $1 ORDER BY account, league");
        let rows = rows.bind(signed(now_ms)?).fetch_all(&self.readers).await.map_err(failed)?;
        let bans = rows.iter().map(|row| {
            let number = |column: &str| -> Result<u64, StoreError> {
                unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
            };
            let league: String = row.try_get("league").map_err(failed)?;
            Ok(StoredBan {
                account: AccountId(number("account")?),
                league: Some(league).filter(|league| !league.is_empty()),
                until_ms: number("until_ms")?,
                at_ms: number("at_ms")?,
                operator: AccountId(number("operator")?),
                reason: row.try_get("reason").map_err(failed)?,
            })
        });
        bans.collect()
    }
}

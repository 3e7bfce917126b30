//! Bans: the account, the league and the end of each.

use super::Backend;
use crate::ids::AccountId;
use crate::{StoreError, StoredBan, failed, signed, unsigned};
use sqlx::Row as _;

impl Backend {
    pub(crate) async fn read_bans(&self, now_ms: u64) -> Result<Vec<StoredBan>, StoreError> {
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

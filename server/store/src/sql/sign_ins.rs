//! The addresses that accounts signed in from.

use super::{Backend, Row};
use crate::SignInStore;
use crate::ids::AccountId;
use crate::sign_ins::{KnownNetwork, MOST_A_DAY, StoredSignIn, code_in};
use crate::{StoreError, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::Row as _;

#[async_trait]
impl SignInStore for Backend {
    async fn keep_sign_in(&self, sign_in: &StoredSignIn) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO sign_in (day, account, address, network)
             SELECT $1, $2, $3, $4
             WHERE (SELECT COUNT(*) FROM sign_in WHERE day = $1 AND account = $2) < $5
             ON CONFLICT (day, account, address) DO NOTHING",
        );
        let insert = insert
            .bind(i64::from(sign_in.day))
            .bind(signed(sign_in.account.0)?)
            .bind(sign_in.address.to_vec())
            .bind(sign_in.network.to_vec())
            .bind(i64::from(MOST_A_DAY));
        self.write(insert).await.map(|_| ())
    }

    async fn sign_ins(
        &self,
        (from_day, to_day): (u32, u32),
        at_most: u32,
    ) -> Result<Vec<StoredSignIn>, StoreError> {
        let mut read = self.moment().await?;
        let page = sqlx::query(
            "SELECT day, account, address, network FROM sign_in
             WHERE day >= $1 AND day <= $2 ORDER BY day DESC, account, address LIMIT $3",
        );
        let page = page.bind(i64::from(from_day)).bind(i64::from(to_day)).bind(i64::from(at_most));
        let rows = page.fetch_all(&mut *read).await.map_err(failed)?;
        rows.iter().map(sign_in_of).collect()
    }

    async fn forget_sign_ins(&self, before_day: u32) -> Result<u64, StoreError> {
        let delete = sqlx::query("DELETE FROM sign_in WHERE day < $1");
        self.write(delete.bind(i64::from(before_day))).await
    }

    async fn keep_network(&self, network: &KnownNetwork, at_most: u32) -> Result<(), StoreError> {
        let account = signed(network.account.0)?;
        let insert = sqlx::query(
            "INSERT INTO known_network (account, code, last_ms) VALUES ($1, $2, $3)
             ON CONFLICT (account, code) DO UPDATE SET last_ms = excluded.last_ms",
        );
        let insert = insert.bind(account).bind(network.code.to_vec());
        self.write(insert.bind(signed(network.last_ms)?)).await?;
        let delete = sqlx::query(
            "DELETE FROM known_network WHERE account = $1 AND code NOT IN
                 (SELECT code FROM known_network WHERE account = $1
                  ORDER BY last_ms DESC, code LIMIT $2)",
        );
        self.write(delete.bind(account).bind(i64::from(at_most))).await.map(|_| ())
    }

    async fn network_seen(
        &self,
        account: AccountId,
        code: [u8; 16],
    ) -> Result<Option<u64>, StoreError> {
        let mut read = self.moment().await?;
        let row = "SELECT last_ms FROM known_network WHERE account = $1 AND code = $2";
        let row = sqlx::query_scalar(row).bind(signed(account.0)?).bind(code.to_vec());
        let last_ms: Option<i64> = row.fetch_optional(&mut *read).await.map_err(failed)?;
        last_ms.map(unsigned).transpose()
    }

    async fn forget_networks(&self, before_ms: u64) -> Result<u64, StoreError> {
        let delete = sqlx::query("DELETE FROM known_network WHERE last_ms < $1");
        self.write(delete.bind(signed(before_ms)?)).await
    }
}

fn sign_in_of(row: &Row) -> Result<StoredSignIn, StoreError> {
    let number = |column: &str| unsigned(row.try_get::<i64, _>(column).map_err(failed)?);
    let code = |column: &str| code_in(row.try_get(column).map_err(failed)?);
    Ok(StoredSignIn {
        account: AccountId(number("account")?),
        day: u32::try_from(number("day")?).unwrap_or(u32::MAX),
        address: code("address")?,
        network: code("network")?,
    })
}

//! Requests over HTTP that came with a key.

use super::{Backend, Connection};
use crate::ids::AccountId;
use crate::requests::{Begun, KeyedRequest, RequestStore};
use crate::{StoreError, failed, signed};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl RequestStore for Backend {
    async fn begin_request(
        &self,
        request: &KeyedRequest,
        since_ms: u64,
        at_most: u32,
    ) -> Result<Begun, StoreError> {
        let mut lent = self.lend().await?;
        let begun = begin(&mut lent.connection, request, since_ms, at_most).await;
        lent.kept(begun)
    }

    async fn end_request(
        &self,
        account: AccountId,
        key: &str,
        answer: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let (account, key) = (signed(account.0)?, key.to_owned());
        match answer {
            None => {
                let delete = "DELETE FROM api_request WHERE account = $1 AND key = $2";
                self.write(sqlx::query(delete).bind(account).bind(key)).await.map(|_| ())
            }
            Some(answer) => {
                let update = "UPDATE api_request SET answer = $3 WHERE account = $1 AND key = $2";
                let update = sqlx::query(update).bind(account).bind(key).bind(answer.to_vec());
                self.write(update).await.map(|_| ())
            }
        }
    }

    async fn forget_requests(&self, before_ms: u64) -> Result<u64, StoreError> {
        let delete = sqlx::query("DELETE FROM api_request WHERE began_ms < $1");
        self.write(delete.bind(signed(before_ms)?)).await
    }
}

async fn begin(
    connection: &mut Connection,
    request: &KeyedRequest,
    since_ms: u64,
    at_most: u32,
) -> Result<Begun, StoreError> {
    let account = signed(request.account.0)?;
    let mut transaction = connection.begin().await.map_err(failed)?;
    let delete = sqlx::query("DELETE FROM api_request WHERE account = $1 AND began_ms < $2");
    let delete = delete.bind(account).bind(signed(since_ms)?);
    delete.execute(&mut *transaction).await.map_err(failed)?;
    let select = "SELECT hash, answer FROM api_request WHERE account = $1 AND key = $2";
    let select = sqlx::query(select).bind(account).bind(request.key.clone());
    if let Some(row) = select.fetch_optional(&mut *transaction).await.map_err(failed)? {
        let hash = row.try_get("hash").map_err(failed)?;
        let answer = row.try_get("answer").map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        return Ok(Begun::Known { hash, answer });
    }
    let insert = sqlx::query(
        "INSERT INTO api_request (account, key, hash, began_ms) SELECT $1, $2, $3, $4
         WHERE (SELECT COUNT(*) FROM api_request WHERE account = $1) < $5",
    );
    let insert = insert
        .bind(account)
        .bind(request.key.clone())
        .bind(request.hash.to_vec())
        .bind(signed(request.began_ms)?)
        .bind(i64::from(at_most));
    let inserted = insert.execute(&mut *transaction).await.map_err(failed)?.rows_affected();
    transaction.commit().await.map_err(failed)?;
    Ok(if inserted == 0 { Begun::TooMany } else { Begun::New })
}

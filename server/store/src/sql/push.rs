//! Browsers that get notices of an account.

use super::{Backend, Connection, Row};
use crate::PushStore;
use crate::ids::AccountId;
use crate::push::StoredSubscription;
use crate::{StoreError, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl PushStore for Backend {
    async fn subscribe(
        &self,
        subscription: &StoredSubscription,
        at_most: u32,
    ) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = subscribe(&mut lent.connection, subscription, at_most).await;
        lent.kept(done)
    }

    async fn unsubscribe(
        &self,
        account: AccountId,
        endpoint: Option<&str>,
    ) -> Result<u64, StoreError> {
        let account = signed(account.0)?;
        match endpoint {
            None => {
                let delete = sqlx::query("DELETE FROM push_subscription WHERE account = $1");
                self.write(delete.bind(account)).await
            }
            Some(endpoint) => {
                let delete = "DELETE FROM push_subscription WHERE account = $1 AND endpoint = $2";
                self.write(sqlx::query(delete).bind(account).bind(endpoint.to_owned())).await
            }
        }
    }

    async fn subscriptions(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredSubscription>, StoreError> {
        let select = sqlx::query(concat!(
            "SELECT * FROM push_subscription WHERE account = $1 ORDER BY created_ms, endpoint",
            by_bytes!(),
        ));
        let rows = select.bind(signed(account.0)?).fetch_all(&self.readers).await;
        rows.map_err(failed)?.iter().map(subscription_of).collect()
    }

    async fn subscribers(&self) -> Result<Vec<AccountId>, StoreError> {
        let select = "SELECT DISTINCT account FROM push_subscription ORDER BY account";
        let ids: Vec<i64> =
            sqlx::query_scalar(select).fetch_all(&self.readers).await.map_err(failed)?;
        ids.into_iter().map(|id| unsigned(id).map(AccountId)).collect()
    }

    async fn move_subscriptions(
        &self,
        from: AccountId,
        to: AccountId,
        at_most: u32,
    ) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = move_subscriptions(&mut lent.connection, from, to, at_most).await;
        lent.kept(done)
    }

    async fn set_push_off(&self, account: AccountId, kinds: u8) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO push_off (account, kinds) VALUES ($1, $2)
             ON CONFLICT (account) DO UPDATE SET kinds = excluded.kinds",
        );
        let insert = insert.bind(signed(account.0)?).bind(i64::from(kinds));
        self.write(insert).await.map(|_| ())
    }

    async fn push_off(&self, account: AccountId) -> Result<u8, StoreError> {
        let select = sqlx::query_scalar("SELECT kinds FROM push_off WHERE account = $1");
        let kinds: Option<i64> =
            select.bind(signed(account.0)?).fetch_optional(&self.readers).await.map_err(failed)?;
        Ok(kinds.and_then(|kinds| u8::try_from(kinds).ok()).unwrap_or_default())
    }
}

async fn subscribe(
    connection: &mut Connection,
    subscription: &StoredSubscription,
    at_most: u32,
) -> Result<(), StoreError> {
    let account = signed(subscription.account.0)?;
    let insert = sqlx::query(
        "INSERT INTO push_subscription
             (endpoint, account, public_key, auth, language, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (endpoint) DO UPDATE SET account = excluded.account,
             public_key = excluded.public_key, auth = excluded.auth,
             language = excluded.language, created_ms = excluded.created_ms",
    );
    let insert = insert
        .bind(subscription.endpoint.clone())
        .bind(account)
        .bind(subscription.public_key.clone())
        .bind(subscription.auth.clone())
        .bind(subscription.language.clone())
        .bind(signed(subscription.created_ms)?);
    let mut transaction = connection.begin().await.map_err(failed)?;
    insert.execute(&mut *transaction).await.map_err(failed)?;
    drop_oldest(&mut transaction, account, at_most).await?;
    transaction.commit().await.map_err(failed)
}

async fn move_subscriptions(
    connection: &mut Connection,
    from: AccountId,
    to: AccountId,
    at_most: u32,
) -> Result<(), StoreError> {
    let (from, to) = (signed(from.0)?, signed(to.0)?);
    let mut transaction = connection.begin().await.map_err(failed)?;
    let update = sqlx::query("UPDATE push_subscription SET account = $1 WHERE account = $2");
    update.bind(to).bind(from).execute(&mut *transaction).await.map_err(failed)?;
    drop_oldest(&mut transaction, to, at_most).await?;
    transaction.commit().await.map_err(failed)
}

/// Deletes the oldest subscriptions of an account that are too many.
async fn drop_oldest(
    connection: &mut Connection,
    account: i64,
    at_most: u32,
) -> Result<(), StoreError> {
    let delete = sqlx::query(concat!(
        "DELETE FROM push_subscription WHERE account = $1 AND endpoint NOT IN
             (SELECT endpoint FROM push_subscription WHERE account = $1
              ORDER BY created_ms DESC, endpoint",
        by_bytes!(),
        " DESC LIMIT $2)",
    ));
    let delete = delete.bind(account).bind(i64::from(at_most));
    delete.execute(connection).await.map(|_| ()).map_err(failed)
}

fn subscription_of(row: &Row) -> Result<StoredSubscription, StoreError> {
    let number = |column: &str| unsigned(row.try_get::<i64, _>(column).map_err(failed)?);
    Ok(StoredSubscription {
        account: AccountId(number("account")?),
        endpoint: row.try_get("endpoint").map_err(failed)?,
        public_key: row.try_get("public_key").map_err(failed)?,
        auth: row.try_get("auth").map_err(failed)?,
        language: row.try_get("language").map_err(failed)?,
        created_ms: number("created_ms")?,
    })
}

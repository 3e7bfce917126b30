//! Accounts of players at a sign-in provider.

use super::accounts::insert_account;
use super::{Backend, Connection, Row, append_hooked};
use crate::IdentityStore;
use crate::identities::StoredIdentity;
use crate::ids::AccountId;
use crate::{Hooked, StoreError, StoredAccount, duplicate_or_failed, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl IdentityStore for Backend {
    async fn open_with_identity(
        &self,
        account: &StoredAccount,
        identity: &StoredIdentity,
        hooked: Hooked<'_>,
    ) -> Result<AccountId, StoreError> {
        let mut lent = self.lend().await?;
        let done = open_with_identity(&mut lent.connection, account, identity, hooked).await;
        lent.kept(done)
    }

    async fn link_identity(&self, identity: &StoredIdentity) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = insert_identity(&mut lent.connection, identity).await;
        lent.kept(done)
    }

    async fn identity(&self, issuer: &str, subject: &str) -> Result<Option<AccountId>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_identity(&mut reader, issuer, subject).await
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<StoredIdentity>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_identities(&mut reader, account).await
    }

    async fn unlink_identities(&self, account: AccountId) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let done = delete_identities(&mut lent.connection, account).await;
        lent.kept(done)
    }
}

/// Opens an account and links it, in one transaction.
pub(crate) async fn open_with_identity(
    connection: &mut Connection,
    account: &StoredAccount,
    identity: &StoredIdentity,
    hooked: Hooked<'_>,
) -> Result<AccountId, StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let id = insert_account(&mut transaction, account).await?;
    let identity = StoredIdentity { account: id, ..identity.clone() };
    insert_identity(&mut transaction, &identity).await?;
    if let Some(hooked) = hooked {
        append_hooked(&mut transaction, &hooked(id)).await?;
    }
    transaction.commit().await.map_err(failed)?;
    Ok(id)
}

pub(crate) async fn insert_identity(
    connection: &mut Connection,
    identity: &StoredIdentity,
) -> Result<(), StoreError> {
    let insert = sqlx::query(
        "INSERT INTO identity (issuer, subject, account, linked_ms)
         VALUES ($1, $2, $3, $4)",
    );
    let insert = insert
        .bind(&identity.issuer)
        .bind(&identity.subject)
        .bind(signed(identity.account.0)?)
        .bind(signed(identity.linked_ms)?);
    let inserted = insert.execute(connection).await.map(|_| ());
    inserted.map_err(duplicate_or_failed(|| "the identity".to_owned()))
}

pub(crate) async fn read_identity(
    connection: &mut Connection,
    issuer: &str,
    subject: &str,
) -> Result<Option<AccountId>, StoreError> {
    let read =
        sqlx::query_scalar("SELECT account FROM identity WHERE issuer = $1 AND subject = $2");
    let read = read.bind(issuer).bind(subject);
    let account: Option<i64> = read.fetch_optional(connection).await.map_err(failed)?;
    Ok(account.map(unsigned).transpose()?.map(AccountId))
}

pub(crate) async fn read_identities(
    connection: &mut Connection,
    account: AccountId,
) -> Result<Vec<StoredIdentity>, StoreError> {
    let read = sqlx::query("SELECT * FROM identity WHERE account = $1 ORDER BY issuer");
    let rows = read.bind(signed(account.0)?).fetch_all(connection).await;
    rows.map_err(failed)?.iter().map(identity_of).collect()
}

fn identity_of(row: &Row) -> Result<StoredIdentity, StoreError> {
    Ok(StoredIdentity {
        issuer: row.try_get("issuer").map_err(failed)?,
        subject: row.try_get("subject").map_err(failed)?,
        account: AccountId(unsigned(row.try_get("account").map_err(failed)?)?),
        linked_ms: unsigned(row.try_get("linked_ms").map_err(failed)?)?,
    })
}

/// Returns `true` if there was something to delete.
pub(crate) async fn delete_identities(
    connection: &mut Connection,
    account: AccountId,
) -> Result<bool, StoreError> {
    let delete = sqlx::query("DELETE FROM identity WHERE account = $1");
    let deleted = delete.bind(signed(account.0)?).execute(connection).await;
    Ok(deleted.map_err(failed)?.rows_affected() > 0)
}

//! Accounts, tokens and the names of tables.

use super::{Backend, Connection, Row, append_hooked, insert_for_id, list_of};
use crate::AccountStore;
use crate::confusable::skeleton;
use crate::ids::AccountId;
use crate::look::Look;
use crate::{
    HookEvent, Hooked, Scopes, StoreError, StoredAccount, StoredToken, duplicate_or_failed, failed,
    fold, look_of, role_from_str, role_str, signed, unsigned,
};
use async_trait::async_trait;
use cardroom_protocol::server::Role;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl AccountStore for Backend {
    async fn open_account(
        &self,
        account: &StoredAccount,
        hooked: Hooked<'_>,
    ) -> Result<AccountId, StoreError> {
        let mut lent = self.lend().await?;
        let done = match hooked {
            None => insert_account(&mut lent.connection, account).await,
            Some(hooked) => insert_and_tell(&mut lent.connection, account, hooked).await,
        };
        lent.kept(done)
    }

    async fn account(&self, id: AccountId) -> Result<Option<StoredAccount>, StoreError> {
        let row = sqlx::query("SELECT * FROM account WHERE id = $1").bind(signed(id.0)?);
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(account_of).transpose()
    }

    async fn accounts(&self, ids: &[AccountId]) -> Result<Vec<StoredAccount>, StoreError> {
        let rows = sqlx::query(concat!("SELECT * FROM account WHERE id ", in_list!("$1")));
        let rows = rows.bind(list_of(ids)?);
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        rows.iter().map(account_of).collect()
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<StoredAccount>, StoreError> {
        let row = sqlx::query("SELECT * FROM account WHERE folded = $1").bind(fold(name));
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(account_of).transpose()
    }

    async fn account_like(&self, name: &str) -> Result<Option<StoredAccount>, StoreError> {
        let row = sqlx::query("SELECT * FROM account WHERE skeleton = $1").bind(skeleton(name));
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(account_of).transpose()
    }

    async fn replace_password(
        &self,
        id: AccountId,
        hash: &str,
        end_tokens: bool,
    ) -> Result<(), StoreError> {
        let id = signed(id.0)?;
        let mut lent = self.lend().await?;
        let written = write_password(&mut lent.connection, id, hash, end_tokens).await;
        lent.done(written).map_err(failed)
    }

    async fn upgrade_guest_and_tell(
        &self,
        id: AccountId,
        name: &str,
        hash: &str,
        opened_ms: u64,
        hooked: &[HookEvent],
    ) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let done = upgrade(&mut lent.connection, id, (name, hash, opened_ms), hooked).await;
        lent.kept(done)
    }

    async fn set_role(&self, id: AccountId, role: Role) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET role = $1 WHERE id = $2");
        self.write(update.bind(role_str(role)).bind(signed(id.0)?)).await.map(|_| ())
    }

    async fn set_look(&self, id: AccountId, look: Look) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET avatar = $1, color = $2 WHERE id = $3");
        let update = update.bind(i64::from(look.avatar())).bind(i64::from(look.color()));
        self.write(update.bind(signed(id.0)?)).await.map(|_| ())
    }

    async fn set_last_grant(&self, id: AccountId, at_ms: u64) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET last_grant_ms = $1 WHERE id = $2");
        self.write(update.bind(signed(at_ms)?).bind(signed(id.0)?)).await.map(|_| ())
    }

    async fn create_token(&self, token: &StoredToken) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO token (hash, account, label, expires_ms, created_ms, last_used_ms,
                                last_address, scopes, factor_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        );
        let insert = insert
            .bind(token.hash.to_vec())
            .bind(signed(token.account.0)?)
            .bind(&token.label)
            .bind(token.expires_ms.map(signed).transpose()?)
            .bind(signed(token.created_ms)?)
            .bind(token.last_used_ms.map(signed).transpose()?)
            .bind(&token.last_address)
            .bind(i64::from(token.scopes.bits()))
            .bind(token.factor_ms.map(signed).transpose()?);
        let mut lent = self.lend().await?;
        let inserted = insert.execute(&mut lent.connection).await.map(|_| ());
        lent.done(inserted).map_err(duplicate_or_failed(|| match &token.label {
            Some(label) => format!("token \"{label}\""),
            None => "token".to_owned(),
        }))
    }

    async fn token(&self, hash: [u8; 32]) -> Result<Option<StoredToken>, StoreError> {
        let row = sqlx::query("SELECT * FROM token WHERE hash = $1").bind(hash.to_vec());
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(|row| token_of(row, hash)).transpose()
    }

    async fn note_token_use(
        &self,
        hash: [u8; 32],
        at_ms: u64,
        address: &str,
    ) -> Result<(), StoreError> {
        let update =
            sqlx::query("UPDATE token SET last_used_ms = $1, last_address = $2 WHERE hash = $3");
        let update = update.bind(signed(at_ms)?).bind(address).bind(hash.to_vec());
        self.write(update).await.map(|_| ())
    }

    async fn note_factor(&self, hash: [u8; 32], at_ms: u64) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE token SET factor_ms = $1 WHERE hash = $2");
        self.write(update.bind(signed(at_ms)?).bind(hash.to_vec())).await.map(|_| ())
    }

    async fn api_tokens(&self, account: AccountId) -> Result<Vec<StoredToken>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM token WHERE account = $1 AND label IS NOT NULL ORDER BY label",
        );
        let rows = rows.bind(signed(account.0)?).fetch_all(&self.readers).await.map_err(failed)?;
        let read = |row| {
            let hash: Vec<u8> = sqlx::Row::try_get(row, "hash").map_err(failed)?;
            let hash = hash.try_into();
            let hash = hash.map_err(|_| StoreError::Damaged("a token of no length".to_owned()))?;
            token_of(row, hash)
        };
        rows.iter().map(read).collect()
    }

    async fn api_token_count(&self, account: AccountId) -> Result<usize, StoreError> {
        let count =
            sqlx::query("SELECT COUNT(*) FROM token WHERE account = $1 AND label IS NOT NULL");
        let row = count.bind(signed(account.0)?).fetch_one(&self.readers).await.map_err(failed)?;
        let count: i64 = row.try_get(0).map_err(failed)?;
        usize::try_from(count).map_err(|_| StoreError::Damaged("a count below 0".to_owned()))
    }

    async fn delete_token(&self, hash: [u8; 32]) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE hash = $1");
        Ok(self.write(delete.bind(hash.to_vec())).await? > 0)
    }

    async fn delete_api_token(&self, account: AccountId, label: &str) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE account = $1 AND label = $2");
        Ok(self.write(delete.bind(signed(account.0)?).bind(label)).await? > 0)
    }

    async fn delete_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE account = $1 AND hash <> $2");
        // No hash is empty.
        let but = but.map_or_else(Vec::new, Vec::from);
        self.write(delete.bind(signed(account.0)?).bind(but)).await.map(|_| ())
    }

    async fn extend_token(&self, hash: [u8; 32], expires_ms: u64) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE token SET expires_ms = $1 WHERE hash = $2");
        self.write(update.bind(signed(expires_ms)?).bind(hash.to_vec())).await.map(|_| ())
    }

    async fn delete_ended_tokens(&self, now_ms: u64) -> Result<u64, StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE expires_ms <= $1");
        self.write(delete.bind(signed(now_ms)?)).await
    }

    async fn idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        self.read_idle_guests(opened_before_ms, at_most).await
    }

    async fn unused_accounts(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        self.read_unused_accounts(opened_before_ms, at_most).await
    }

    async fn forget_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.remove_account(id).await
    }

    async fn note_use(&self, id: AccountId) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET used = TRUE WHERE id = $1 AND NOT used");
        self.write(update.bind(signed(id.0)?)).await.map(|_| ())
    }
}

/// Fills in the skeletons of names for accounts that were opened before skeletons were stored. An
/// account whose name looks like an older one's gets none.
pub(crate) async fn add_skeletons(connection: &mut Connection) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let without = sqlx::query("SELECT id, name FROM account WHERE skeleton IS NULL ORDER BY id");
    for row in without.fetch_all(&mut *transaction).await.map_err(failed)? {
        let id: i64 = row.try_get("id").map_err(failed)?;
        let name: &str = row.try_get("name").map_err(failed)?;
        let update = sqlx::query(
            "UPDATE account SET skeleton = $1 WHERE id = $2
             AND NOT EXISTS (SELECT 1 FROM account WHERE skeleton = $1)",
        );
        let update = update.bind(skeleton(name)).bind(id);
        update.execute(&mut *transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

/// Turns a guest into an account with a name and the hash of a password, and stores events for
/// hooks, in one transaction.
async fn upgrade(
    connection: &mut Connection,
    guest: AccountId,
    (name, hash, opened_ms): (&str, &str, u64),
    hooked: &[HookEvent],
) -> Result<bool, StoreError> {
    let update = sqlx::query(
        "UPDATE account SET name = $1, folded = $2, skeleton = $3, password_hash = $4, opened_ms = $5
         WHERE id = $6 AND password_hash IS NULL AND NOT bot AND erased_ms IS NULL",
    );
    let update = update.bind(name).bind(fold(name)).bind(skeleton(name));
    let update = update.bind(hash).bind(signed(opened_ms)?).bind(signed(guest.0)?);
    let taken = duplicate_or_failed(|| format!("account \"{name}\""));
    if hooked.is_empty() {
        return Ok(update.execute(connection).await.map_err(taken)?.rows_affected() > 0);
    }
    let mut transaction = connection.begin().await.map_err(failed)?;
    let is_upgraded = update.execute(&mut *transaction).await.map_err(taken)?.rows_affected() > 0;
    if is_upgraded {
        append_hooked(&mut transaction, hooked).await?;
    }
    transaction.commit().await.map_err(failed)?;
    Ok(is_upgraded)
}

/// Opens an account and stores events for hooks, in one transaction.
async fn insert_and_tell(
    connection: &mut Connection,
    account: &StoredAccount,
    hooked: &(dyn Fn(AccountId) -> Vec<HookEvent> + Sync),
) -> Result<AccountId, StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let id = insert_account(&mut transaction, account).await?;
    append_hooked(&mut transaction, &hooked(id)).await?;
    transaction.commit().await.map_err(failed)?;
    Ok(id)
}

pub(crate) async fn insert_account(
    connection: &mut Connection,
    account: &StoredAccount,
) -> Result<AccountId, StoreError> {
    let insert = sqlx::query(concat!(
        "INSERT INTO account (name, folded, skeleton, password_hash, role, bot, last_grant_ms, avatar, color, opened_ms, used)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        returning_id!()
    ));
    let insert = insert
        .bind(&account.name)
        .bind(fold(&account.name))
        .bind(skeleton(&account.name))
        .bind(&account.password_hash)
        .bind(role_str(account.role))
        .bind(account.bot)
        .bind(signed(account.last_grant_ms)?)
        .bind(account.look.map(|look| i64::from(look.avatar())))
        .bind(account.look.map(|look| i64::from(look.color())))
        .bind(signed(account.opened_ms)?)
        .bind(account.used);
    let id = insert_for_id(connection, insert).await;
    let id = id.map_err(duplicate_or_failed(|| format!("account \"{}\"", account.name)))?;
    unsigned(id).map(AccountId)
}

async fn write_password(
    connection: &mut Connection,
    account: i64,
    hash: &str,
    end_tokens: bool,
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let update = sqlx::query("UPDATE account SET password_hash = $1 WHERE id = $2");
    update.bind(hash).bind(account).execute(&mut *transaction).await?;
    let delete = sqlx::query("DELETE FROM token WHERE account = $1 AND (label IS NULL OR $2)");
    delete.bind(account).bind(end_tokens).execute(&mut *transaction).await?;
    transaction.commit().await
}

pub(crate) fn account_of(row: &Row) -> Result<StoredAccount, StoreError> {
    let role: String = row.try_get("role").map_err(failed)?;
    let number = |column: &str| {
        let number: Option<i64> = row.try_get(column).map_err(failed)?;
        number.map(unsigned).transpose()
    };
    Ok(StoredAccount {
        id: AccountId(unsigned(row.try_get("id").map_err(failed)?)?),
        name: row.try_get("name").map_err(failed)?,
        password_hash: row.try_get("password_hash").map_err(failed)?,
        role: role_from_str(&role)?,
        bot: row.try_get("bot").map_err(failed)?,
        last_grant_ms: unsigned(row.try_get("last_grant_ms").map_err(failed)?)?,
        look: look_of(
            row.try_get("avatar").map_err(failed)?,
            row.try_get("color").map_err(failed)?,
        )?,
        opened_ms: unsigned(row.try_get("opened_ms").map_err(failed)?)?,
        suspended_until_ms: number("suspended_until_ms")?,
        muted_until_ms: number("muted_until_ms")?,
        erased_ms: number("erased_ms")?,
        used: row.try_get("used").map_err(failed)?,
    })
}

fn token_of(row: &Row, hash: [u8; 32]) -> Result<StoredToken, StoreError> {
    let expires_ms: Option<i64> = row.try_get("expires_ms").map_err(failed)?;
    let last_used_ms: Option<i64> = row.try_get("last_used_ms").map_err(failed)?;
    let factor_ms: Option<i64> = row.try_get("factor_ms").map_err(failed)?;
    let scopes: i64 = row.try_get("scopes").map_err(failed)?;
    let scopes = u32::try_from(scopes);
    let scopes = scopes.map_err(|_| StoreError::Damaged("scopes below 0".to_owned()))?;
    Ok(StoredToken {
        hash,
        account: AccountId(unsigned(row.try_get("account").map_err(failed)?)?),
        label: row.try_get("label").map_err(failed)?,
        expires_ms: expires_ms.map(unsigned).transpose()?,
        created_ms: unsigned(row.try_get("created_ms").map_err(failed)?)?,
        last_used_ms: last_used_ms.map(unsigned).transpose()?,
        last_address: row.try_get("last_address").map_err(failed)?,
        scopes: Scopes::from_bits(scopes),
        factor_ms: factor_ms.map(unsigned).transpose()?,
    })
}

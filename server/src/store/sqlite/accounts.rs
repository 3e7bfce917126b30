//! Accounts, tokens and the names of tables in SQLite.

use super::super::{StoreError, StoredAccount, StoredToken, fold, role_from_str, role_str};
use super::{SqliteStore, duplicate_or_failed, failed, signed, unsigned};
use crate::ids::{AccountId, TableId};
use cardroom_protocol::server::Role;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Connection as _, Row as _, Sqlite};

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// A list is no parameter here; a text that holds one is.
pub(super) fn as_list(accounts: &[AccountId]) -> String {
    let ids: Vec<String> = accounts.iter().map(|id| id.0.to_string()).collect();
    format!("[{}]", ids.join(","))
}

impl SqliteStore {
    pub(super) async fn insert_account(
        &self,
        account: &StoredAccount,
    ) -> Result<AccountId, StoreError> {
        let insert = sqlx::query(
            "INSERT INTO account (name, folded, password_hash, role, bot, last_grant_ms)
             VALUES (?, ?, ?, ?, ?, ?)",
        );
        let insert = insert
            .bind(&account.name)
            .bind(fold(&account.name))
            .bind(&account.password_hash)
            .bind(role_str(account.role))
            .bind(account.bot)
            .bind(signed(account.last_grant_ms)?);
        let mut writer = self.writer().await;
        let inserted = insert.execute(&mut writer.connection).await;
        let inserted =
            inserted.map_err(duplicate_or_failed(|| format!("account \"{}\"", account.name)))?;
        unsigned(inserted.last_insert_rowid()).map(AccountId)
    }

    pub(super) async fn read_account(
        &self,
        id: AccountId,
    ) -> Result<Option<StoredAccount>, StoreError> {
        let row = sqlx::query("SELECT * FROM account WHERE id = ?").bind(signed(id.0)?);
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(account_of).transpose()
    }

    pub(super) async fn read_accounts(
        &self,
        ids: &[AccountId],
    ) -> Result<Vec<StoredAccount>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM account WHERE id IN (SELECT value FROM json_each(?))")
                .bind(as_list(ids));
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        rows.iter().map(account_of).collect()
    }

    pub(super) async fn read_account_by_name(
        &self,
        name: &str,
    ) -> Result<Option<StoredAccount>, StoreError> {
        let row = sqlx::query("SELECT * FROM account WHERE folded = ?").bind(fold(name));
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(account_of).transpose()
    }

    pub(super) async fn write_password(&self, id: AccountId, hash: &str) -> Result<(), StoreError> {
        let id = signed(id.0)?;
        let mut writer = self.writer().await;
        let mut transaction = writer.connection.begin().await.map_err(failed)?;
        let update = sqlx::query("UPDATE account SET password_hash = ? WHERE id = ?");
        let update = update.bind(hash).bind(id);
        update.execute(&mut *transaction).await.map_err(failed)?;
        let delete = sqlx::query("DELETE FROM token WHERE account = ? AND label IS NULL");
        delete.bind(id).execute(&mut *transaction).await.map_err(failed)?;
        transaction.commit().await.map_err(failed)
    }

    pub(super) async fn write_role(&self, id: AccountId, role: Role) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET role = ? WHERE id = ?");
        self.write(update.bind(role_str(role)).bind(signed(id.0)?)).await.map(|_| ())
    }

    pub(super) async fn write_last_grant(
        &self,
        id: AccountId,
        at_ms: u64,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET last_grant_ms = ? WHERE id = ?");
        self.write(update.bind(signed(at_ms)?).bind(signed(id.0)?)).await.map(|_| ())
    }

    pub(super) async fn insert_token(&self, token: &StoredToken) -> Result<(), StoreError> {
        let insert =
            sqlx::query("INSERT INTO token (hash, account, label, expires_ms) VALUES (?, ?, ?, ?)");
        let insert = insert
            .bind(token.hash.to_vec())
            .bind(signed(token.account.0)?)
            .bind(&token.label)
            .bind(token.expires_ms.map(signed).transpose()?);
        let mut writer = self.writer().await;
        let inserted = insert.execute(&mut writer.connection).await.map(|_| ());
        inserted.map_err(duplicate_or_failed(|| match &token.label {
            Some(label) => format!("token \"{label}\""),
            None => "token".to_owned(),
        }))
    }

    pub(super) async fn read_token(
        &self,
        hash: [u8; 32],
    ) -> Result<Option<StoredToken>, StoreError> {
        let row = sqlx::query("SELECT * FROM token WHERE hash = ?").bind(hash.to_vec());
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(|row| token_of(row, hash)).transpose()
    }

    pub(super) async fn count_api_tokens(&self, account: AccountId) -> Result<usize, StoreError> {
        let count =
            sqlx::query("SELECT COUNT(*) FROM token WHERE account = ? AND label IS NOT NULL");
        let row = count.bind(signed(account.0)?).fetch_one(&self.readers).await.map_err(failed)?;
        let count: i64 = row.try_get(0).map_err(failed)?;
        usize::try_from(count).map_err(|_| StoreError::Damaged("a count below 0".to_owned()))
    }

    pub(super) async fn remove_token(&self, hash: [u8; 32]) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE hash = ?");
        Ok(self.write(delete.bind(hash.to_vec())).await? > 0)
    }

    pub(super) async fn remove_api_token(
        &self,
        account: AccountId,
        label: &str,
    ) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE account = ? AND label = ?");
        Ok(self.write(delete.bind(signed(account.0)?).bind(label)).await? > 0)
    }

    pub(super) async fn write_token_end(
        &self,
        hash: [u8; 32],
        expires_ms: u64,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE token SET expires_ms = ? WHERE hash = ?");
        self.write(update.bind(signed(expires_ms)?).bind(hash.to_vec())).await.map(|_| ())
    }

    pub(super) async fn remove_ended_tokens(&self, now_ms: u64) -> Result<u64, StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE expires_ms <= ?");
        self.write(delete.bind(signed(now_ms)?)).await
    }

    pub(super) async fn find_or_open_tables(
        &self,
        names: &[String],
    ) -> Result<Vec<TableId>, StoreError> {
        let mut writer = self.writer().await;
        let mut transaction = writer.connection.begin().await.map_err(failed)?;
        let mut ids = Vec::with_capacity(names.len());
        for name in names {
            let insert =
                sqlx::query("INSERT INTO room_table (name) VALUES (?) ON CONFLICT DO NOTHING");
            insert.bind(name).execute(&mut *transaction).await.map_err(failed)?;
            let row = sqlx::query("SELECT id FROM room_table WHERE name = ?").bind(name);
            let row = row.fetch_one(&mut *transaction).await.map_err(failed)?;
            ids.push(TableId(unsigned(row.try_get("id").map_err(failed)?)?));
        }
        transaction.commit().await.map_err(failed)?;
        Ok(ids)
    }

    /// Runs one statement that writes; says how many rows it changed.
    pub(super) async fn write(&self, query: Query<'_>) -> Result<u64, StoreError> {
        let mut writer = self.writer().await;
        let done = query.execute(&mut writer.connection).await.map_err(failed)?;
        Ok(done.rows_affected())
    }
}

fn account_of(row: &SqliteRow) -> Result<StoredAccount, StoreError> {
    let role: String = row.try_get("role").map_err(failed)?;
    Ok(StoredAccount {
        id: AccountId(unsigned(row.try_get("id").map_err(failed)?)?),
        name: row.try_get("name").map_err(failed)?,
        password_hash: row.try_get("password_hash").map_err(failed)?,
        role: role_from_str(&role)?,
        bot: row.try_get("bot").map_err(failed)?,
        last_grant_ms: unsigned(row.try_get("last_grant_ms").map_err(failed)?)?,
    })
}

fn token_of(row: &SqliteRow, hash: [u8; 32]) -> Result<StoredToken, StoreError> {
    let expires_ms: Option<i64> = row.try_get("expires_ms").map_err(failed)?;
    Ok(StoredToken {
        hash,
        account: AccountId(unsigned(row.try_get("account").map_err(failed)?)?),
        label: row.try_get("label").map_err(failed)?,
        expires_ms: expires_ms.map(unsigned).transpose()?,
    })
}

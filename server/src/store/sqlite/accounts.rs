//! Accounts, tokens and the names of tables in SQLite.

use super::super::{
    StoreError, StoredAccount, StoredToken, fold, look_of, role_from_str, role_str,
};
use super::{SqliteStore, duplicate_or_failed, failed, signed, unsigned};
use crate::confusable::skeleton;
use crate::ids::{AccountId, TableId};
use crate::look::Look;
use cardroom_protocol::server::Role;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Connection as _, Row as _, Sqlite};

/// Fills in the skeletons of names for accounts that were opened before skeletons were stored. An
/// account whose name looks like an older one's gets none.
pub(super) async fn add_skeletons(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let without = sqlx::query("SELECT id, name FROM account WHERE skeleton IS NULL ORDER BY id");
    for row in without.fetch_all(&mut *transaction).await.map_err(failed)? {
        let id: i64 = row.try_get("id").map_err(failed)?;
        let name: &str = row.try_get("name").map_err(failed)?;
        let update = sqlx::query("UPDATE OR IGNORE account SET skeleton = ? WHERE id = ?");
        let update = update.bind(skeleton(name)).bind(id);
        update.execute(&mut *transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

/// Opens an account. Does not use RETURNING, because SQLite commits a statement on its own only
/// when it has ended. A failed commit would come after the id and get lost.
pub(super) async fn insert_account(
    connection: &mut SqliteConnection,
    account: &StoredAccount,
) -> Result<AccountId, StoreError> {
    let insert = sqlx::query(
        "INSERT INTO account (name, folded, skeleton, password_hash, role, bot, last_grant_ms, avatar, color, opened_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
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
        .bind(signed(account.opened_ms)?);
    let inserted = insert.execute(connection).await;
    let inserted =
        inserted.map_err(duplicate_or_failed(|| format!("account \"{}\"", account.name)))?;
    unsigned(inserted.last_insert_rowid()).map(AccountId)
}

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// Encodes a list as a text, because a list cannot be a parameter here.
pub(super) fn as_list(accounts: &[AccountId]) -> String {
    let ids: Vec<String> = accounts.iter().map(|id| id.0.to_string()).collect();
    format!("[{}]", ids.join(","))
}

impl SqliteStore {
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

    pub(super) async fn write_upgrade(
        &self,
        id: AccountId,
        name: &str,
        hash: &str,
        opened_ms: u64,
    ) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "UPDATE account SET name = ?, folded = ?, skeleton = ?, password_hash = ?, opened_ms = ?
             WHERE id = ? AND password_hash IS NULL AND bot = 0 AND erased_ms IS NULL",
        );
        let update = update.bind(name).bind(fold(name)).bind(skeleton(name));
        let update = update.bind(hash).bind(signed(opened_ms)?).bind(signed(id.0)?);
        let mut writer = self.writer().await;
        let updated = update.execute(&mut writer.connection).await;
        let updated = updated.map_err(duplicate_or_failed(|| format!("account \"{name}\"")))?;
        Ok(updated.rows_affected() > 0)
    }

    pub(super) async fn write_role(&self, id: AccountId, role: Role) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET role = ? WHERE id = ?");
        self.write(update.bind(role_str(role)).bind(signed(id.0)?)).await.map(|_| ())
    }

    pub(super) async fn write_look(&self, id: AccountId, look: Look) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE account SET avatar = ?, color = ? WHERE id = ?");
        let update = update.bind(i64::from(look.avatar())).bind(i64::from(look.color()));
        self.write(update.bind(signed(id.0)?)).await.map(|_| ())
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
        let insert = sqlx::query(
            "INSERT INTO token (hash, account, label, expires_ms, created_ms, last_used_ms)
             VALUES (?, ?, ?, ?, ?, ?)",
        );
        let insert = insert
            .bind(token.hash.to_vec())
            .bind(signed(token.account.0)?)
            .bind(&token.label)
            .bind(token.expires_ms.map(signed).transpose()?)
            .bind(signed(token.created_ms)?)
            .bind(token.last_used_ms.map(signed).transpose()?);
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

    pub(super) async fn write_token_use(
        &self,
        hash: [u8; 32],
        at_ms: u64,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE token SET last_used_ms = ? WHERE hash = ?");
        self.write(update.bind(signed(at_ms)?).bind(hash.to_vec())).await.map(|_| ())
    }

    pub(super) async fn read_api_tokens(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredToken>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM token WHERE account = ? AND label IS NOT NULL ORDER BY label",
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

    pub(super) async fn remove_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM token WHERE account = ? AND hash <> ?");
        // No hash is empty.
        let but = but.map_or_else(Vec::new, Vec::from);
        self.write(delete.bind(signed(account.0)?).bind(but)).await.map(|_| ())
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

    /// Runs one statement that writes and returns how many rows it changed.
    pub(super) async fn write(&self, query: Query<'_>) -> Result<u64, StoreError> {
        let mut writer = self.writer().await;
        let done = query.execute(&mut writer.connection).await.map_err(failed)?;
        Ok(done.rows_affected())
    }
}

pub(super) fn account_of(row: &SqliteRow) -> Result<StoredAccount, StoreError> {
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
    })
}

fn token_of(row: &SqliteRow, hash: [u8; 32]) -> Result<StoredToken, StoreError> {
    let expires_ms: Option<i64> = row.try_get("expires_ms").map_err(failed)?;
    let last_used_ms: Option<i64> = row.try_get("last_used_ms").map_err(failed)?;
    Ok(StoredToken {
        hash,
        account: AccountId(unsigned(row.try_get("account").map_err(failed)?)?),
        label: row.try_get("label").map_err(failed)?,
        expires_ms: expires_ms.map(unsigned).transpose()?,
        created_ms: unsigned(row.try_get("created_ms").map_err(failed)?)?,
        last_used_ms: last_used_ms.map(unsigned).transpose()?,
    })
}

//! Where the SQL of SQLite is its own.

use super::{Backend, Connection, Writer};
use crate::ids::AccountId;
use crate::{StoreError, failed};
use sqlx::sqlite::SqliteArguments;
use sqlx::{Sqlite, SqliteTransaction};
use std::ops::{Deref, DerefMut};
use tokio::sync::MutexGuard;

/// The end of an insertion that returns the new id. SQLite commits a statement on its own only when
/// it has ended, so a failed commit would come after the id and get lost.
macro_rules! returning_id {
    () => {
        ""
    };
}

/// The comparison of a column with a list of ids or names.
macro_rules! in_list {
    ($parameter:literal) => {
        concat!("IN (SELECT value FROM json_each(", $parameter, "))")
    };
}

/// The order of texts by their bytes.
macro_rules! by_bytes {
    () => {
        ""
    };
}

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// Runs an insertion that ends with `returning_id!`, and returns the id of the new row.
pub(super) async fn insert_for_id(
    connection: &mut Connection,
    insert: Query<'_>,
) -> Result<i64, sqlx::Error> {
    insert.execute(connection).await.map(|done| done.last_insert_rowid())
}

pub(super) use super::hooks::append_all as append_hooked;

/// Encodes ids for `in_list!`: as a text, because a list cannot be a parameter here.
///
/// # Errors
/// There are none for this database.
pub(super) fn list_of(accounts: &[AccountId]) -> Result<String, StoreError> {
    let ids: Vec<String> = accounts.iter().map(|id| id.0.to_string()).collect();
    Ok(format!("[{}]", ids.join(",")))
}

/// Encodes names for `in_list!`, as a text of JSON.
pub(super) fn list_of_names(names: &[String]) -> String {
    serde_json::Value::from(names).to_string()
}

/// The connection that writes, for one use.
pub(super) struct Lent<'a>(MutexGuard<'a, Writer>);

impl Deref for Lent<'_> {
    type Target = Writer;

    fn deref(&self) -> &Writer {
        &self.0
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut Writer {
        &mut self.0
    }
}

impl Lent<'_> {
    /// Ends the use of the connection, which is a file and never lost.
    pub(super) fn done<T>(self, result: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        result
    }

    /// Ends the use of the connection, as [`done`](Self::done) does.
    pub(super) fn kept<T>(self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        result
    }
}

impl Backend {
    /// Lends the connection that writes for one use, with no transaction open.
    pub(super) async fn lend(&self) -> Result<Lent<'_>, StoreError> {
        Ok(Lent(self.writer().await))
    }

    /// Runs one statement that writes and returns how many rows it changed.
    pub(super) async fn write(&self, query: Query<'_>) -> Result<u64, StoreError> {
        let mut lent = self.lend().await?;
        let done = query.execute(&mut lent.connection).await;
        Ok(lent.done(done).map_err(failed)?.rows_affected())
    }

    /// Begins several reads of one consistent state.
    pub(super) async fn moment(&self) -> Result<SqliteTransaction<'static>, StoreError> {
        self.readers.begin().await.map_err(failed)
    }
}

//! Where the SQL of PostgreSQL is its own.

use super::commit::events_out;
use super::writer::Lent;
use super::{Backend, Connection};
use crate::ids::AccountId;
use crate::{HookEvent, StoreError, failed, signed};
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::{PgTransaction, Row as _};

/// The end of an insertion that returns the new id.
macro_rules! returning_id {
    () => {
        " RETURNING id"
    };
}

/// The comparison of a column with a list of ids or names.
macro_rules! in_list {
    ($parameter:literal) => {
        concat!("= ANY(", $parameter, ")")
    };
}

/// The order of texts by their bytes. The database may have another one.
macro_rules! by_bytes {
    () => {
        " COLLATE \"C\""
    };
}

type Query<'q> = sqlx::query::Query<'q, Postgres, PgArguments>;

/// Runs an insertion that ends with `returning_id!`, and returns the id of the new row.
pub(super) async fn insert_for_id(
    connection: &mut Connection,
    insert: Query<'_>,
) -> Result<i64, sqlx::Error> {
    insert.fetch_one(connection).await?.try_get("id")
}

/// Stores events for hooks in an open transaction, as `0031_hooks.sql` does it.
pub(super) async fn append_hooked(
    connection: &mut Connection,
    events: &[HookEvent],
) -> Result<(), StoreError> {
    let Some(events) = events_out(events.iter())? else { return Ok(()) };
    let call = sqlx::query("SELECT room_hooks($1::text::jsonb)").bind(events);
    call.execute(connection).await.map(|_| ()).map_err(failed)
}

/// Encodes ids for `in_list!`.
///
/// # Errors
/// An id is above 2^63.
pub(super) fn list_of(accounts: &[AccountId]) -> Result<Vec<i64>, StoreError> {
    accounts.iter().map(|id| signed(id.0)).collect()
}

/// Encodes names for `in_list!`.
pub(super) fn list_of_names(names: &[String]) -> Vec<String> {
    names.to_vec()
}

impl Lent<'_> {
    /// Notes the players of every stored hand, which is always done here.
    pub(super) async fn note_everything(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

impl Backend {
    /// Lends the connection that writes for one use.
    pub(super) async fn lend(&self) -> Result<Lent<'_>, StoreError> {
        let lent = Lent::from(self.writer.lock().await).await?;
        self.read_from(lent.writer.server);
        Ok(lent)
    }

    /// Runs one statement that writes and returns how many rows it changed.
    pub(super) async fn write(&self, query: Query<'_>) -> Result<u64, StoreError> {
        let mut lent = self.lend().await?;
        let done = query.execute(&mut lent.connection).await;
        Ok(lent.done(done).map_err(failed)?.rows_affected())
    }

    /// Begins several reads of one consistent state.
    pub(super) async fn moment(&self) -> Result<PgTransaction<'static>, StoreError> {
        const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        self.readers.begin_with(ONE_MOMENT).await.map_err(failed)
    }
}

//! SQLite behind the redo log.

use super::super::redo::{Contents, Database, InUse, Position, StoredLog};
use super::super::setups::Setups;
use super::super::{StoreError, Unit, unsigned};
use super::journal::follow;
use super::sql::streams::read_setups;
use super::{Writer, commit, failed, signed};
use futures_util::future::BoxFuture;
use sqlx::Row as _;
use sqlx::sqlite::SqliteConnection;
use std::sync::Arc;
use tokio::sync::Mutex;

/// The connection that writes, as the log uses it.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) writer: Arc<Mutex<Writer>>,
}

impl Database for Rows {
    fn log(&self) -> BoxFuture<'_, Result<Option<StoredLog>, StoreError>> {
        Box::pin(async {
            let mut writer = self.writer.lock().await;
            writer.roll_back().await;
            stored_log(&mut writer.connection).await
        })
    }

    fn set_log<'a>(&'a self, log: &'a StoredLog) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async {
            let mut writer = self.writer.lock().await;
            writer.roll_back().await;
            set_log(&mut writer.connection, log).await
        })
    }

    fn reached(&self) -> BoxFuture<'_, Result<(Position, Contents), StoreError>> {
        Box::pin(async {
            let mut writer = self.writer.lock().await;
            writer.roll_back().await;
            let index = &writer.known().await?.index;
            let (streams, setups) = (index.all_reached(), index.setups().clone());
            let log = stored_log(&mut writer.connection).await?;
            let none = || StoreError::Damaged("the position of the redo log is missing".to_owned());
            Ok((log.ok_or_else(none)?.position, Contents { streams, setups }))
        })
    }

    fn setups(&self) -> BoxFuture<'_, Result<Setups, StoreError>> {
        Box::pin(async {
            let mut writer = self.writer.lock().await;
            writer.roll_back().await;
            read_setups(&mut writer.connection).await
        })
    }

    fn forget_setups(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            let mut writer = self.writer.lock().await;
            writer.roll_back().await;
            let delete = sqlx::query(
                "DELETE FROM setup WHERE NOT EXISTS
                     (SELECT 1 FROM snapshot WHERE snapshot.setup = setup.hash)",
            );
            let done = delete.execute(&mut writer.connection).await.map_err(failed);
            if !done.as_ref().is_ok_and(|done| done.rows_affected() == 0) {
                writer.known = None;
            }
            done.map(|_| ())
        })
    }

    fn store<'a>(
        &'a self,
        units: &'a [Unit],
        step: (Position, Position),
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer.lock().await;
            writer.roll_back().await;
            let writer = &mut *writer;
            // The state is taken out. If the transaction fails or is canceled halfway, no stale
            // state stays behind. Only a refusal puts it back unchanged.
            writer.known().await?;
            let Some(mut known) = writer.known.take() else { return Ok(()) };
            let connection = &mut writer.connection;
            let result = commit::store_group(connection, &mut known, units, step).await;
            match &result {
                Ok(()) => {
                    writer.log.add(units);
                    if let Some(streams) = &mut writer.streams {
                        follow(streams, units);
                    }
                }
                Err(_) => writer.roll_back().await,
            }
            if !matches!(result, Err(StoreError::Database(_) | StoreError::Damaged(_))) {
                writer.known = Some(known);
            }
            result
        })
    }
}

/// Moves the position in an open transaction. Fails if it is not where the step begins: then the
/// group is already stored, or something before it is not.
pub(super) async fn move_position(
    connection: &mut SqliteConnection,
    (from, to): (Position, Position),
) -> Result<(), StoreError> {
    let update =
        sqlx::query("UPDATE redo_log SET number = ?, hash = ? WHERE number = ? AND hash = ?");
    let update = update.bind(signed(to.number)?).bind(to.hash.as_slice());
    let update = update.bind(signed(from.number)?).bind(from.hash.as_slice());
    let moved = update.execute(connection).await.map_err(failed)?.rows_affected();
    match moved {
        1 => Ok(()),
        _ => Err(StoreError::Database(format!("commit {} is not the last one", from.number))),
    }
}

/// Reads what is stored about the log.
pub(super) async fn stored_log(
    connection: &mut SqliteConnection,
) -> Result<Option<StoredLog>, StoreError> {
    let row = sqlx::query("SELECT * FROM redo_log").fetch_optional(connection).await;
    let Some(row) = row.map_err(failed)? else { return Ok(None) };
    let bytes = |column: &str| -> Result<[u8; 16], StoreError> {
        let bytes: Vec<u8> = row.try_get(column).map_err(failed)?;
        let wrong = || StoreError::Damaged(format!("{column} of the redo log"));
        bytes.try_into().map_err(|_| wrong())
    };
    let is_in_use: bool = row.try_get("in_use").map_err(failed)?;
    let in_use = InUse {
        is_durable: row.try_get("durable").map_err(failed)?,
        uptime: row.try_get("uptime").map_err(failed)?,
    };
    let number = unsigned(row.try_get("number").map_err(failed)?)?;
    Ok(Some(StoredLog {
        id: bytes("id")?,
        position: Position { number, hash: bytes("hash")? },
        in_use: is_in_use.then_some(in_use),
    }))
}

async fn set_log(connection: &mut SqliteConnection, log: &StoredLog) -> Result<(), StoreError> {
    let StoredLog { id, position, in_use } = log;
    let upsert = sqlx::query(
        "INSERT INTO redo_log (one, id, number, hash, in_use, durable, uptime)
         VALUES (1, ?, ?, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE SET in_use = excluded.in_use,
             durable = excluded.durable, uptime = excluded.uptime",
    );
    let upsert = upsert
        .bind(id.as_slice())
        .bind(signed(position.number)?)
        .bind(position.hash.as_slice())
        .bind(in_use.is_some())
        .bind(in_use.as_ref().is_some_and(|it| it.is_durable))
        .bind(in_use.as_ref().and_then(|it| it.uptime.clone()));
    upsert.execute(connection).await.map(|_| ()).map_err(failed)
}

/// Forgets the log. The next opening begins a new one.
pub(super) async fn forget_log(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let delete = sqlx::query("DELETE FROM redo_log");
    delete.execute(connection).await.map(|_| ()).map_err(failed)
}

//! Events for hooks in SQLite, in the transaction of their group.

use super::super::{HookEvent, StoreError, Unit};
use super::{failed, signed};
use sqlx::sqlite::SqliteConnection;

/// Stores the events of these units in their order. Each waits for those of its hooks that have not
/// ended.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    units: &[Unit],
) -> Result<(), StoreError> {
    for unit in units {
        append_all(connection, &unit.hooked).await?;
    }
    Ok(())
}

/// Stores these events in an open transaction.
pub(super) async fn append_all(
    connection: &mut SqliteConnection,
    events: &[HookEvent],
) -> Result<(), StoreError> {
    for event in events {
        write(connection, event).await?;
    }
    Ok(())
}

async fn write(connection: &mut SqliteConnection, event: &HookEvent) -> Result<(), StoreError> {
    let at_ms = signed(event.at_ms)?;
    let insert = sqlx::query("INSERT INTO hook_event (at_ms, kind, subject) VALUES ($1, $2, $3)");
    let insert = insert.bind(at_ms).bind(&event.kind).bind(&event.subject);
    let id = insert.execute(&mut *connection).await.map_err(failed)?.last_insert_rowid();
    let wait = sqlx::query(
        "INSERT INTO hook_waiting (hook, event, since_ms, due_ms, attempts, failures)
         SELECT id, $2, $3, $3, 0, 0 FROM hook WHERE id IN (SELECT value FROM json_each($1))",
    );
    let hooks = serde_json::Value::from(event.hooks.clone()).to_string();
    let wait = wait.bind(hooks).bind(id).bind(at_ms);
    wait.execute(&mut *connection).await.map_err(failed).map(drop)
}

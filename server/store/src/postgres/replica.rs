//! What a replica of the database knows. With `synchronous_standby_names`, PostgreSQL answers a
//! commit only when a replica has it.
//!
//! A commit that waits for its replica becomes visible without it if the primary restarts, or if
//! the session that waits is ended. So what a new connection reads proves nothing, until a commit
//! of this connection has waited, too: replicas get commits in their order.

use super::super::{StoreError, failed};
use sqlx::postgres::PgConnection;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a commit may wait for a replica before the log says so, and how often it says so.
const SAID_AFTER: Duration = Duration::from_secs(5);

/// The warning of a database whose commits wait for no replica.
pub(super) const NO_REPLICA: &str = "No replica confirms what the database commits. If the database's machine is lost, everything \
     since the last backup is lost with it. Name a replica in synchronous_standby_names, and set \
     store.require_replica to refuse to play without one.";

/// Why commits are not answered, if they are not.
pub(super) const MISSING: &str =
    "it does not answer commits. If it has a replica, the replica is missing";

/// Whether a commit has waited long. Clones share it.
#[derive(Clone, Default, Debug)]
pub(super) struct Patience(Arc<AtomicBool>);

impl Patience {
    /// Returns `true` if a commit has waited for more than some seconds, and still does.
    pub(super) fn is_tried(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Waits for a commit. Logs it if the database does not answer.
    pub(super) async fn wait<T>(&self, commit: impl Future<Output = T>) -> T {
        let mut commit = pin!(commit);
        loop {
            if let Ok(answer) = tokio::time::timeout(SAID_AFTER, commit.as_mut()).await {
                self.0.store(false, Ordering::Relaxed);
                return answer;
            }
            self.0.store(true, Ordering::Relaxed);
            tracing::warn!(
                "The database does not answer a commit. If it has a replica, the replica is \
                 missing. Nothing goes on until it is back, or until another one takes its place in \
                 synchronous_standby_names."
            );
        }
    }
}

/// Commits a mark that changes nothing, and waits until it is on the disk and on the replica.
/// Everything that could be read before is there as well, then.
pub(super) async fn prove(
    connection: &mut PgConnection,
    patience: &Patience,
) -> Result<(), StoreError> {
    let mark = "BEGIN;
        SET LOCAL synchronous_commit = on;
        UPDATE room_lease SET epoch = epoch;
        COMMIT";
    patience.wait(sqlx::raw_sql(mark).execute(connection)).await.map_err(failed)?;
    Ok(())
}

/// Returns `true` if commits of this connection wait for a replica.
pub(super) async fn is_confirmed(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let names = "SELECT current_setting('synchronous_standby_names') <> ''
                 AND current_setting('synchronous_commit') <> 'off'";
    sqlx::query_scalar(names).fetch_one(connection).await
}

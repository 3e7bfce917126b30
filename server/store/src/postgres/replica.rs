//! The replica of the database. With `synchronous_standby_names`, PostgreSQL answers a commit only
//! when a replica has it.
//!
//! A commit that waits for its replica becomes visible without it if the primary restarts, or if
//! the session that waits is ended. So a new connection reads what proves nothing, until a commit of
//! its own has waited, too: replicas get commits in their order.

use super::super::{StoreError, StoreWarning, failed};
use sqlx::postgres::PgConnection;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// How long a commit may wait for a replica before the log says so, and how often it says so.
const SAID_AFTER: Duration = Duration::from_secs(5);

/// The largest difference between the clocks of both machines that is no fault.
const CLOCKS_APART_MS: u64 = 500;

/// The warning of a database whose commits wait for no replica.
const NO_REPLICA: &str = "No replica confirms what the database commits. If the database's machine is lost, everything \
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

/// Returns the faults of a database that works.
pub(super) async fn warnings(
    connection: &mut PgConnection,
) -> Result<Vec<StoreWarning>, sqlx::Error> {
    let mut found = Vec::new();
    if !is_confirmed(connection).await? {
        let message = NO_REPLICA.to_owned();
        found.push(StoreWarning { reason: "replica", message });
    }
    found.extend(clock_warning(connection).await?);
    Ok(found)
}

/// Compares the clocks of this machine and of the server.
pub(super) async fn clock_warning(
    connection: &mut PgConnection,
) -> Result<Option<StoreWarning>, sqlx::Error> {
    let asked = SystemTime::now();
    let now = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint";
    let there: i64 = sqlx::query_scalar(now).fetch_one(connection).await?;
    // The server looked at its clock between question and answer.
    let apart = apart(millis(asked), millis(SystemTime::now()), there);
    Ok((apart > CLOCKS_APART_MS).then(|| clocks_apart(apart)))
}

/// Returns by how many milliseconds a time lies outside of two others.
fn apart(from: i64, to: i64, time: i64) -> u64 {
    (from - time).max(time - to).max(0).unsigned_abs()
}

fn clocks_apart(ms: u64) -> StoreWarning {
    let message = format!(
        "The clocks of this machine and of the database server differ by {ms} ms. Let both follow \
         the same time servers, because a room on another machine goes on by its own clock."
    );
    StoreWarning { reason: "clock", message }
}

fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_apart_by_what_no_way_of_the_answer_explains() {
        assert_eq!(apart(1_000, 1_010, 1_005), 0);
        assert_eq!(apart(1_000, 1_010, 1_700), 690);
        assert_eq!(apart(1_000, 1_010, 300), 700);
        let warning = clocks_apart(690);
        assert!(warning.message.contains("differ by 690 ms"), "{}", warning.message);
    }
}

//! Journal streams in PostgreSQL: group commits, snapshots, pruning and reading back.

use super::super::batch::{Linked, stream_key};
use super::super::group::Group;
use super::super::sequence::assemble;
use super::super::{StoreError, StoredStream, StreamId, Unit, failed, signed};
use super::sql::streams;
use super::writer::is_lost;
use super::{PostgresStore, commit};
use sqlx::postgres::{PgConnection, PgRow};
use std::time::Duration;

/// How long to ask for the outcome of a commit whose answer was lost.
const OUTCOME_PATIENCE: Duration = Duration::from_secs(10);

/// How often to ask.
const OUTCOME_RETRY: Duration = Duration::from_millis(200);

/// The reason why a group was not stored, as far as it is known.
enum Failure {
    NotStored(StoreError),
    /// The answer to the commit was lost.
    Unknown {
        sign: Sign,
        error: StoreError,
    },
}

/// The evidence that shows later whether a group was stored.
enum Sign {
    /// The batch with this number exists. No other room writes one.
    Batch(i64),
    /// This mark is the last one that was left.
    Mark(i64),
}

impl PostgresStore {
    #[expect(clippy::unused_self, reason = "SQLite may have written without waiting")]
    pub(super) fn waits_for_play(&self) -> bool {
        true
    }

    pub(super) async fn commit_units_of_play(&self, units: &[Unit]) -> Result<(), StoreError> {
        self.commit_units(units).await
    }

    pub(super) async fn commit_units(&self, units: &[Unit]) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        // The index is taken out. If the commit fails or is canceled halfway, no stale index stays
        // behind. Only a refusal puts it back unchanged.
        let mut index = match lent.writer.index.take() {
            Some(index) => index,
            None => streams::read_index(&mut lent.connection, lent.writer.keep_snapshots).await?,
        };
        let group = match Group::plan(&index, units, usize::MAX) {
            Ok(group) => group,
            Err(refused) => {
                lent.writer.index = Some(index);
                lent.done(Ok(())).map_err(failed)?;
                return Err(refused);
            }
        };
        let mark = lent.writer.next_mark();
        let storing = store_group(&mut lent.connection, &group, units, mark);
        match self.patience.wait(storing).await {
            Ok(()) => {
                group.stored(&mut index);
                lent.writer.index = Some(index);
                lent.done(Ok(())).map_err(failed)
            }
            Err(Failure::NotStored(error)) => {
                if !matches!(error, StoreError::Database(_)) {
                    lent.writer.index = Some(index);
                }
                lent.done(Ok(())).map_err(failed)?;
                Err(error)
            }
            Err(Failure::Unknown { sign, error }) => {
                drop(lent);
                self.outcome(&sign, error).await
            }
        }
    }

    /// Finds out whether a commit without an answer was stored.
    async fn outcome(&self, sign: &Sign, error: StoreError) -> Result<(), StoreError> {
        tracing::warn!(
            %error,
            "lost the answer to a commit; asking the database what became of it"
        );
        let patience = tokio::time::Instant::now() + OUTCOME_PATIENCE;
        while tokio::time::Instant::now() < patience {
            match self.is_stored(sign).await {
                Ok(true) => return Ok(()),
                Ok(false) => return Err(error),
                Err(StoreError::TakenOver) => return Err(StoreError::TakenOver),
                // The server is not back yet.
                Err(_) => tokio::time::sleep(OUTCOME_RETRY).await,
            }
        }
        Err(error)
    }

    /// Returns whether the group with this sign was stored. The connection that asks holds the
    /// room's lock. So the connection that lost the answer is gone, and its transaction is decided.
    async fn is_stored(&self, sign: &Sign) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let stored = match sign {
            Sign::Batch(id) => {
                let is_there =
                    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM journal_batch WHERE id = $1)");
                is_there.bind(id).fetch_one(&mut lent.connection).await
            }
            Sign::Mark(mark) => {
                let is_last = sqlx::query_scalar("SELECT last_mark = $1 FROM room_lease");
                is_last.bind(mark).fetch_one(&mut lent.connection).await
            }
        };
        lent.done(stored).map_err(failed)
    }

    pub(super) async fn read_streams(&self) -> Result<Vec<(StreamId, StoredStream)>, StoreError> {
        let mut read = self.moment().await?;
        streams::read_all(&mut read).await
    }

    pub(super) async fn read_stream(&self, stream: StreamId) -> Result<StoredStream, StoreError> {
        let mut lent = self.lend().await?;
        if lent.writer.index.is_none() {
            let index =
                streams::read_index(&mut lent.connection, lent.writer.keep_snapshots).await?;
            lent.writer.index = Some(index);
        }
        let batches = lent.writer.index.as_ref().map(|index| index.batches_of(stream));
        let (kind, id) = stream_key(stream);
        let (kind, id) = (i64::from(kind), signed(id)?);
        let batches = batches.unwrap_or_default();
        let rows = stream_rows(&mut lent.connection, kind, id, &batches).await;
        let (snapshot, rows) = lent.done(rows).map_err(failed)?;
        let snapshot = snapshot.as_ref().map(streams::alone).transpose()?;
        let mut records = Vec::new();
        for row in rows {
            let of_stream = |linked: &Linked| linked.record.stream == stream;
            records.extend(streams::records_of(&row)?.into_iter().filter(of_stream));
        }
        Ok(assemble(snapshot, records)?.remove(&stream).unwrap_or_default())
    }
}

/// Stores one group commit with one call, which is a transaction of its own.
async fn store_group(
    connection: &mut PgConnection,
    group: &Group,
    units: &[Unit],
    mark: i64,
) -> Result<(), Failure> {
    let call = commit::call(group, units, mark).map_err(Failure::NotStored)?;
    let done = call.execute(connection).await;
    done.map(|_| ()).map_err(|error| match is_lost(&error) {
        true => {
            let sign = match group.batches.first() {
                Some(batch) => Sign::Batch(batch.id),
                None => Sign::Mark(mark),
            };
            Failure::Unknown { sign, error: failed(error) }
        }
        false => Failure::NotStored(commit::refusal(&error).unwrap_or_else(|| failed(error))),
    })
}

async fn stream_rows(
    connection: &mut PgConnection,
    kind: i64,
    id: i64,
    batches: &[i64],
) -> Result<(Option<PgRow>, Vec<PgRow>), sqlx::Error> {
    let snapshot = sqlx::query(streams::SNAPSHOT).bind(kind).bind(id);
    let snapshot = snapshot.fetch_optional(&mut *connection).await?;
    let rows = sqlx::query("SELECT id, payload FROM journal_batch WHERE id = ANY($1) ORDER BY id");
    Ok((snapshot, rows.bind(batches).fetch_all(connection).await?))
}

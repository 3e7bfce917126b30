//! Journal streams in PostgreSQL: group commits, snapshots, pruning and reading back.

use super::super::batch::{Linked, stream_key, unpack};
use super::super::group::Group;
use super::super::index::Index;
use super::super::sequence::{LinkedSnapshot, assemble};
use super::super::setups::Setups;
use super::super::{StoreError, StoredStream, StreamId, Unit, failed, signed, snapshot_from_row};
use super::writer::is_lost;
use super::{PostgresStore, commit};
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use sqlx::Row as _;
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
    /// Returns `true` if play is stored without waiting for another thread.
    pub(super) fn is_quick(&self) -> bool {
        false
    }

    pub(super) async fn commit_units(&self, units: &[Unit]) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        // The index is taken out. If the commit fails or is canceled halfway, no stale index stays
        // behind. Only a refusal puts it back unchanged.
        let mut index = match lent.writer.index.take() {
            Some(index) => index,
            None => read_index(&mut lent.connection, lent.writer.keep_snapshots).await?,
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
        match store_group(&mut lent.connection, &group, units, mark).await {
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
        let setups = read_setups(&mut read).await?;
        let snapshots = read_snapshots(&mut read, &setups).await?;
        let mut records = Vec::new();
        let rows = sqlx::query("SELECT id, payload FROM journal_batch ORDER BY id");
        let mut rows = rows.fetch(&mut *read);
        while let Some(row) = rows.try_next().await.map_err(failed)? {
            records.extend(records_of(&row)?);
        }
        let snapshots = snapshots.into_iter().map(|(snapshot, _)| snapshot);
        Ok(assemble(snapshots, records)?.into_iter().collect())
    }

    pub(super) async fn read_stream(&self, stream: StreamId) -> Result<StoredStream, StoreError> {
        let mut lent = self.lend().await?;
        if lent.writer.index.is_none() {
            let index = read_index(&mut lent.connection, lent.writer.keep_snapshots).await?;
            lent.writer.index = Some(index);
        }
        let batches = lent.writer.index.as_ref().map(|index| index.batches_of(stream));
        let (kind, id) = stream_key(stream);
        let (kind, id) = (i64::from(kind), signed(id)?);
        let batches = batches.unwrap_or_default();
        let rows = stream_rows(&mut lent.connection, kind, id, &batches).await;
        let (snapshot, rows) = lent.done(rows).map_err(failed)?;
        let snapshot = snapshot.as_ref().map(alone).transpose()?;
        let mut records = Vec::new();
        for row in rows {
            let of_stream = |linked: &Linked| linked.record.stream == stream;
            records.extend(records_of(&row)?.into_iter().filter(of_stream));
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

/// Builds the index of batches and the streams that need them.
async fn read_index(
    connection: &mut PgConnection,
    keep_snapshots: usize,
) -> Result<Index, StoreError> {
    let mut index = Index::keeping(keep_snapshots);
    let setups = read_setups(connection).await?;
    index.add_setups(setups.hashes());
    for (linked, batch) in read_snapshots(connection, &setups).await? {
        index.take_snapshot(linked);
        index.used_up_to(batch);
    }
    let rows = sqlx::query("SELECT id, payload FROM journal_batch ORDER BY id");
    let mut rows = rows.fetch(connection);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        index.insert(row.try_get("id").map_err(failed)?, &records_of(&row)?);
    }
    Ok(index)
}

async fn stream_rows(
    connection: &mut PgConnection,
    kind: i64,
    id: i64,
    batches: &[i64],
) -> Result<(Option<PgRow>, Vec<PgRow>), sqlx::Error> {
    let snapshot = sqlx::query(
        "SELECT snapshot.*, setup.text AS setup_text FROM snapshot
         LEFT JOIN setup ON setup.hash = snapshot.setup WHERE stream_kind = $1 AND stream_id = $2",
    );
    let snapshot = snapshot.bind(kind).bind(id).fetch_optional(&mut *connection).await?;
    let rows = sqlx::query("SELECT id, payload FROM journal_batch WHERE id = ANY($1) ORDER BY id");
    Ok((snapshot, rows.bind(batches).fetch_all(connection).await?))
}

async fn read_setups(connection: &mut PgConnection) -> Result<Setups, StoreError> {
    let rows = sqlx::query_as("SELECT hash, text FROM setup").fetch_all(connection).await;
    let rows: Vec<(Vec<u8>, String)> = rows.map_err(failed)?;
    let mut setups = Setups::default();
    rows.iter().try_for_each(|(hash, text)| setups.add_row(hash, text.as_bytes()))?;
    Ok(setups)
}

async fn read_snapshots(
    connection: &mut PgConnection,
    setups: &Setups,
) -> Result<Vec<(LinkedSnapshot, i64)>, StoreError> {
    let rows = sqlx::query("SELECT * FROM snapshot").fetch_all(connection).await;
    rows.map_err(failed)?.iter().map(|row| snapshot_of(row, setups)).collect()
}

/// Reads a snapshot from a row with the text of its setup.
fn alone(row: &PgRow) -> Result<LinkedSnapshot, StoreError> {
    let hash: Option<Vec<u8>> = row.try_get("setup").map_err(failed)?;
    let text: Option<String> = row.try_get("setup_text").map_err(failed)?;
    let mut setups = Setups::default();
    if let (Some(hash), Some(text)) = (hash, text) {
        setups.add_row(&hash, text.as_bytes())?;
    }
    snapshot_of(row, &setups).map(|(snapshot, _)| snapshot)
}

/// Reads a snapshot and the batch it was written with.
fn snapshot_of(row: &PgRow, setups: &Setups) -> Result<(LinkedSnapshot, i64), StoreError> {
    let number = |column: &str| row.try_get::<i64, _>(column).map_err(failed);
    let bytes = |column: &str| row.try_get::<Vec<u8>, _>(column).map_err(failed);
    let setup: Option<Vec<u8>> = row.try_get("setup").map_err(failed)?;
    let linked = snapshot_from_row(
        number("stream_kind")?,
        number("stream_id")?,
        number("seq")?,
        bytes("payload")?,
        &bytes("link")?,
        &bytes("hash")?,
        setup.map(|hash| setups.get(&hash)).transpose()?,
    )?;
    Ok((linked, number("batch_id")?))
}

fn records_of(row: &PgRow) -> Result<Vec<Linked>, StoreError> {
    let batch = row.try_get("id").map_err(failed)?;
    let payload: Vec<u8> = row.try_get("payload").map_err(failed)?;
    unpack(batch, &Bytes::from(payload))
}

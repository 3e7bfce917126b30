//! One group of units as rows, whole or not at all: records, snapshots, hands, and everything that
//! passes the redo log by.

use super::super::batch::stream_key;
use super::super::group::{Batch, Group};
use super::super::redo::Position;
use super::super::sequence::LinkedSnapshot;
use super::super::setups::hash_of;
use super::super::{
    AuditRecord, StoreError, StoredBan, StoredResults, Unit, snapshot_hash, unknown_tournament,
};
use super::journal::Known;
use super::{deal_log, failed, hands, hooks, ledger, operations, redo, runs, signed};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, QueryBuilder, Sqlite};

/// The most records in a batch. The records of a few tables in a quarter of a second fit.
const TOGETHER: usize = 64;

/// Stores a group in one transaction, and moves the position of the log.
pub(super) async fn store_group(
    connection: &mut SqliteConnection,
    Known { index, to_note }: &mut Known,
    units: &[Unit],
    step: (Position, Position),
) -> Result<(), StoreError> {
    let group = Group::plan(index, units, TOGETHER)?;
    let hands = || units.iter().flat_map(|unit| &unit.hands);
    let notes = to_note.step(hands())?;
    // Not BEGIN IMMEDIATE: after some failures sqlx still counts a transaction, and refuses it.
    let mut transaction = connection.begin().await.map_err(failed)?;
    redo::move_position(&mut transaction, step).await?;
    for batches in runs(&group.batches) {
        write_batches(&mut transaction, batches).await?;
    }
    for setup in &group.setups {
        let insert = "INSERT INTO setup (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING";
        let insert = sqlx::query(insert).bind(hash_of(setup).as_slice()).bind(setup.text());
        insert.execute(&mut *transaction).await.map_err(failed)?;
    }
    for snapshots in runs(&group.snapshots) {
        write_snapshots(&mut transaction, snapshots, group.batch).await?;
    }
    for transfer in units.iter().flat_map(|unit| &unit.transfers) {
        ledger::write_transfer(&mut transaction, transfer).await?;
    }
    for record in units.iter().flat_map(|unit| &unit.audit) {
        write_audit(&mut transaction, record).await?;
    }
    for operation in units.iter().flat_map(|unit| &unit.operations) {
        operations::write_operation(&mut transaction, operation).await?;
    }
    for ban in units.iter().flat_map(|unit| &unit.bans) {
        write_ban(&mut transaction, ban).await?;
    }
    for results in units.iter().flat_map(|unit| &unit.results) {
        write_results(&mut transaction, results).await?;
    }
    let stored = hands::write_hands(&mut transaction, hands()).await?;
    deal_log::append(&mut transaction, units).await?;
    hooks::append(&mut transaction, units).await?;
    notes.write(&mut transaction).await?;
    if !group.pruned.is_empty() {
        delete_batches(&mut transaction, &group.pruned).await?;
    }
    transaction.commit().await.map_err(failed)?;
    group.stored(index);
    to_note.made(&notes, stored.into_iter())
}

/// Writes a command of the floor.
async fn write_audit(
    connection: &mut SqliteConnection,
    record: &AuditRecord,
) -> Result<(), StoreError> {
    let insert = sqlx::query(
        "INSERT INTO audit (at_ms, operator, table_id, seq, command, reason, rule)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let insert = insert
        .bind(signed(record.at_ms)?)
        .bind(signed(record.operator.0)?)
        .bind(signed(record.table.0)?)
        .bind(signed(record.seq)?)
        .bind(&record.command)
        .bind(&record.reason)
        .bind(&record.rule);
    insert.execute(connection).await.map(|_| ()).map_err(failed)
}

/// Writes a ban, or replaces it.
async fn write_ban(connection: &mut SqliteConnection, ban: &StoredBan) -> Result<(), StoreError> {
    let upsert = sqlx::query(
        "INSERT INTO ban (account, league, until_ms, at_ms, operator, reason)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account, league) DO UPDATE SET until_ms = excluded.until_ms,
             at_ms = excluded.at_ms, operator = excluded.operator, reason = excluded.reason",
    );
    let upsert = upsert
        .bind(signed(ban.account.0)?)
        .bind(ban.league.as_deref().unwrap_or_default())
        .bind(signed(ban.until_ms)?)
        .bind(signed(ban.at_ms)?)
        .bind(signed(ban.operator.0)?)
        .bind(&ban.reason);
    upsert.execute(connection).await.map(|_| ()).map_err(failed)
}

/// Writes the results of a tournament.
async fn write_results(
    connection: &mut SqliteConnection,
    results: &StoredResults,
) -> Result<(), StoreError> {
    let update = sqlx::query(
        "UPDATE tournament SET ended_ms = $1, league = $2, season = $3, summary = $4, results = $5
         WHERE id = $6",
    );
    let season = results.season.as_ref();
    let update = update
        .bind(signed(results.ended_ms)?)
        .bind(season.map(|season| &season.league))
        .bind(season.map(|season| &season.season))
        .bind(&results.summary)
        .bind(&results.results)
        .bind(signed(results.tournament.0)?);
    let done = update.execute(connection).await.map_err(failed)?;
    if done.rows_affected() == 0 {
        return Err(unknown_tournament(results.tournament));
    }
    Ok(())
}

async fn write_batches(
    connection: &mut SqliteConnection,
    batches: &[Batch],
) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO journal_batch (id, payload) ");
    insert.push_values(batches, |mut row, batch| {
        row.push_bind(batch.id).push_bind(batch.payload.as_slice());
    });
    insert.build().execute(connection).await.map(|_| ()).map_err(failed)
}

/// Writes snapshots of different streams, or replaces them.
async fn write_snapshots(
    connection: &mut SqliteConnection,
    snapshots: &[LinkedSnapshot],
    batch: i64,
) -> Result<(), StoreError> {
    let mut upsert = QueryBuilder::<Sqlite>::new(
        "INSERT INTO snapshot (stream_kind, stream_id, seq, batch_id, payload, link, hash, setup) ",
    );
    let numbers = snapshots.iter().map(|LinkedSnapshot { snapshot, .. }| {
        let (kind, id) = stream_key(snapshot.stream);
        Ok((kind, signed(id)?, signed(snapshot.seq)?))
    });
    let numbers = numbers.collect::<Result<Vec<_>, StoreError>>()?;
    upsert.push_values(snapshots.iter().zip(numbers), |mut row, (linked, (kind, id, seq))| {
        let LinkedSnapshot { snapshot, link } = linked;
        row.push_bind(i64::from(kind))
            .push_bind(id)
            .push_bind(seq)
            .push_bind(batch)
            .push_bind(snapshot.payload.as_ref())
            .push_bind(link.as_slice())
            .push_bind(snapshot_hash(linked).to_vec())
            .push_bind(snapshot.setup.as_ref().map(|setup| hash_of(setup).as_slice()));
    });
    upsert.push(
        " ON CONFLICT (stream_kind, stream_id) DO UPDATE SET seq = excluded.seq,
             batch_id = excluded.batch_id, payload = excluded.payload, link = excluded.link,
             hash = excluded.hash, setup = excluded.setup",
    );
    upsert.build().execute(connection).await.map(|_| ()).map_err(failed)
}

async fn delete_batches(
    connection: &mut SqliteConnection,
    batches: &[i64],
) -> Result<(), StoreError> {
    let batches: Vec<String> = batches.iter().map(ToString::to_string).collect();
    let list = format!("[{}]", batches.join(","));
    let delete =
        sqlx::query("DELETE FROM journal_batch WHERE id IN (SELECT value FROM json_each(?))");
    delete.bind(list).execute(connection).await.map(|_| ()).map_err(failed)
}

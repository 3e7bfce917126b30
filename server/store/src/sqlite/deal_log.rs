//! Sealed rounds of a group as entries of the room's log in SQLite.

use super::super::{LogId, SealedRound, StoreError, Unit, unsigned};
use super::{failed, runs, signed};
use sqlx::sqlite::SqliteConnection;
use sqlx::{QueryBuilder, Sqlite};
use std::collections::BTreeMap;

/// Appends the sealed rounds of these units in their order, in the transaction of their group.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    units: &[Unit],
) -> Result<(), StoreError> {
    let mut places: BTreeMap<LogId, u64> = BTreeMap::new();
    let mut entries = Vec::new();
    for round in units.iter().flat_map(|unit| &unit.sealed) {
        let place = match places.get(&round.log) {
            Some(place) => *place,
            None => size_of(connection, round.log).await?,
        };
        places.insert(round.log, place + 1);
        entries.push((place, round));
    }
    for together in runs(&entries) {
        write(connection, together).await?;
    }
    Ok(())
}

async fn size_of(connection: &mut SqliteConnection, log: LogId) -> Result<u64, StoreError> {
    let size = "SELECT COALESCE(MAX(place) + 1, 0) FROM deal_entry WHERE log = $1";
    let size = sqlx::query_scalar(size).bind(signed(log.0)?);
    unsigned(size.fetch_one(connection).await.map_err(failed)?)
}

async fn write(
    connection: &mut SqliteConnection,
    entries: &[(u64, &SealedRound)],
) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new(
        "INSERT INTO deal_entry (log, place, table_id, hand_no, round, outcome, blame, at_ms,
             seal) ",
    );
    let numbers = entries.iter().map(|(place, round)| {
        let [log, place] = [signed(round.log.0)?, signed(*place)?];
        Ok([log, place, signed(round.table.0)?, signed(round.hand)?, signed(round.at_ms)?])
    });
    let numbers = numbers.collect::<Result<Vec<_>, StoreError>>()?;
    insert.push_values(entries.iter().zip(numbers), |mut row, ((_, round), numbers)| {
        let [log, place, table, hand, at_ms] = numbers;
        row.push_bind(log)
            .push_bind(place)
            .push_bind(table)
            .push_bind(hand)
            .push_bind(i64::from(round.round))
            .push_bind(i64::from(round.outcome))
            .push_bind(round.blame.map(i64::from))
            .push_bind(at_ms)
            .push_bind(round.seal.to_vec());
    });
    insert.build().execute(connection).await.map(|_| ()).map_err(failed)
}

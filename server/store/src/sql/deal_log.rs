//! The log of sealed rounds, read back, and its tiles and heads.

use super::{Backend, Connection, Row};
use crate::deal_log::{DealLogStore, LogStep, RoundCount, blame_in, blame_out};
use crate::ids::TableId;
use crate::{LogId, SealedRound, StoreError, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl DealLogStore for Backend {
    async fn log_size(&self, log: LogId) -> Result<u64, StoreError> {
        self.settle().await?;
        let size = "SELECT COALESCE(MAX(place) + 1, 0) FROM deal_entry WHERE log = $1";
        let size = sqlx::query_scalar(size).bind(signed(log.0)?);
        // The connection that writes sees only what no crash can take back.
        let mut lent = self.lend().await?;
        let size = size.fetch_one(&mut lent.connection).await;
        unsigned(lent.done(size).map_err(failed)?)
    }

    async fn log_entries(
        &self,
        log: LogId,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<SealedRound>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM deal_entry WHERE log = $1 AND place >= $2 ORDER BY place LIMIT $3",
        );
        let rows = rows.bind(signed(log.0)?).bind(signed(from)?).bind(i64::from(at_most));
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        let entries = rows.iter().zip(from..).map(|(row, place)| entry_of(row, log, place));
        entries.collect()
    }

    async fn log_places(
        &self,
        log: LogId,
        table: TableId,
        hand: u64,
    ) -> Result<Vec<(u8, u64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT round, place FROM deal_entry
             WHERE log = $1 AND table_id = $2 AND hand_no = $3 ORDER BY place",
        );
        let rows = rows.bind(signed(log.0)?).bind(signed(table.0)?).bind(signed(hand)?);
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        let place_of = |row: &Row| Ok((small(row, "round")?, number(row, "place")?));
        rows.iter().map(place_of).collect()
    }

    async fn log_tile(
        &self,
        log: LogId,
        level: u8,
        place: u64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let tile = "SELECT hashes FROM deal_tile WHERE log = $1 AND level = $2 AND place = $3";
        let tile = sqlx::query_scalar(tile).bind(signed(log.0)?).bind(i64::from(level));
        let tile = tile.bind(signed(place)?);
        tile.fetch_optional(&self.readers).await.map_err(failed)
    }

    async fn log_head(&self, log: LogId) -> Result<Option<(u64, String)>, StoreError> {
        let head = sqlx::query("SELECT size, checkpoint FROM deal_head WHERE log = $1");
        let head = head.bind(signed(log.0)?).fetch_optional(&self.readers).await;
        let head = head.map_err(failed)?;
        let read = |row: Row| Ok((number(&row, "size")?, text(&row, "checkpoint")?));
        head.map(read).transpose()
    }

    async fn advance_log(&self, log: LogId, step: &LogStep) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let advanced = advance(&mut lent.connection, log, step).await;
        lent.kept(advanced)
    }

    async fn log_counts(&self, log: LogId, from_day: u32) -> Result<Vec<RoundCount>, StoreError> {
        let rows = sqlx::query(
            "SELECT day, table_id, outcome, blame, rounds FROM deal_count
             WHERE log = $1 AND day >= $2 ORDER BY day, table_id, outcome, blame",
        );
        let rows = rows.bind(signed(log.0)?).bind(i64::from(from_day));
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        let count_of = |row: &Row| {
            Ok(RoundCount {
                day: u32::try_from(number(row, "day")?).unwrap_or(u32::MAX),
                table: TableId(number(row, "table_id")?),
                outcome: small(row, "outcome")?,
                blame: blame_in(row.try_get("blame").map_err(failed)?),
                rounds: number(row, "rounds")?,
            })
        };
        rows.iter().map(count_of).collect()
    }

    async fn log_heads(&self) -> Result<Vec<(LogId, u64, String)>, StoreError> {
        let heads = sqlx::query("SELECT log, size, checkpoint FROM deal_head ORDER BY log");
        let heads = heads.fetch_all(&self.readers).await.map_err(failed)?;
        let read = |row: &Row| {
            Ok((LogId(number(row, "log")?), number(row, "size")?, text(row, "checkpoint")?))
        };
        heads.iter().map(read).collect()
    }
}

/// Stores a step of a log in one transaction.
async fn advance(
    connection: &mut Connection,
    log: LogId,
    step: &LogStep,
) -> Result<(), StoreError> {
    let log = signed(log.0)?;
    let mut transaction = connection.begin().await.map_err(failed)?;
    for (level, place, hashes) in &step.tiles {
        let tile = sqlx::query(
            "INSERT INTO deal_tile (log, level, place, hashes) VALUES ($1, $2, $3, $4)
             ON CONFLICT (log, level, place) DO UPDATE SET hashes = excluded.hashes",
        );
        let tile = tile.bind(log).bind(i64::from(*level)).bind(signed(*place)?).bind(hashes);
        tile.execute(&mut *transaction).await.map_err(failed)?;
    }
    for count in &step.counts {
        let add = sqlx::query(
            "INSERT INTO deal_count (log, day, table_id, outcome, blame, rounds)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (log, day, table_id, outcome, blame)
             DO UPDATE SET rounds = deal_count.rounds + excluded.rounds",
        );
        let add = add
            .bind(log)
            .bind(i64::from(count.day))
            .bind(signed(count.table.0)?)
            .bind(i64::from(count.outcome))
            .bind(blame_out(count.blame))
            .bind(signed(count.rounds)?);
        add.execute(&mut *transaction).await.map_err(failed)?;
    }
    let head = sqlx::query(
        "INSERT INTO deal_head (log, size, checkpoint) VALUES ($1, $2, $3)
         ON CONFLICT (log) DO UPDATE SET size = excluded.size, checkpoint = excluded.checkpoint",
    );
    let head = head.bind(log).bind(signed(step.size)?).bind(&step.checkpoint);
    head.execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

fn number(row: &Row, column: &str) -> Result<u64, StoreError> {
    unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
}

fn text(row: &Row, column: &str) -> Result<String, StoreError> {
    row.try_get(column).map_err(failed)
}

fn small(row: &Row, column: &str) -> Result<u8, StoreError> {
    let number = number(row, column)?;
    u8::try_from(number).map_err(|_| StoreError::Damaged(format!("{column} is {number}")))
}

/// Reads the entry that must be at this place.
fn entry_of(row: &Row, log: LogId, place: u64) -> Result<SealedRound, StoreError> {
    let found = number(row, "place")?;
    if found != place {
        let what = format!("the log of deals has no entry {place}, but entry {found}");
        return Err(StoreError::Damaged(what));
    }
    let blame: Option<i64> = row.try_get("blame").map_err(failed)?;
    let seal: Vec<u8> = row.try_get("seal").map_err(failed)?;
    let wrong = |_| StoreError::Damaged(format!("the seal of entry {place} is no digest"));
    Ok(SealedRound {
        log,
        table: TableId(number(row, "table_id")?),
        hand: number(row, "hand_no")?,
        round: small(row, "round")?,
        outcome: small(row, "outcome")?,
        blame: blame.and_then(blame_in),
        at_ms: number(row, "at_ms")?,
        seal: seal.try_into().map_err(wrong)?,
    })
}

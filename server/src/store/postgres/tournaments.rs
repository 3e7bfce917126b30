//! Tournaments in PostgreSQL: what was announced, and how it ended. What happens in between is a stream.

use super::super::{StoreError, StoredTournament, failed, signed, unsigned};
use super::PostgresStore;
use crate::ids::{AccountId, TournamentId};
use sqlx::Row as _;
use sqlx::postgres::PgRow;

impl PostgresStore {
    pub(super) async fn insert_tournament(
        &self,
        tournament: &StoredTournament,
    ) -> Result<TournamentId, StoreError> {
        let by = tournament.announced_by.map(|account| signed(account.0)).transpose()?;
        let insert = sqlx::query_scalar(
            "INSERT INTO tournament (name, setup, announced_ms, announced_by)
             VALUES ($1, $2, $3, $4) RETURNING id",
        );
        let insert = insert.bind(&tournament.name).bind(&tournament.setup);
        let insert = insert.bind(signed(tournament.announced_ms)?).bind(by);
        let mut lent = self.lend().await?;
        let id = insert.fetch_one(&mut lent.connection).await;
        lent.done(id).map_err(failed).and_then(unsigned).map(TournamentId)
    }

    pub(super) async fn write_results(
        &self,
        id: TournamentId,
        results: &str,
    ) -> Result<bool, StoreError> {
        let update =
            sqlx::query("UPDATE tournament SET results = $1 WHERE id = $2 AND results IS NULL");
        Ok(self.write(update.bind(results).bind(signed(id.0)?)).await? > 0)
    }

    pub(super) async fn read_open_tournaments(&self) -> Result<Vec<StoredTournament>, StoreError> {
        let rows = sqlx::query("SELECT * FROM tournament WHERE results IS NULL ORDER BY id");
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        rows.iter().map(tournament_of).collect()
    }

    pub(super) async fn read_ended_tournaments(
        &self,
        at_most: u32,
    ) -> Result<Vec<StoredTournament>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM tournament WHERE results IS NOT NULL ORDER BY id DESC LIMIT $1",
        );
        let rows = rows.bind(i64::from(at_most)).fetch_all(&self.readers).await.map_err(failed)?;
        rows.iter().map(tournament_of).collect()
    }

    pub(super) async fn read_tournament(
        &self,
        id: TournamentId,
    ) -> Result<Option<StoredTournament>, StoreError> {
        let row = sqlx::query("SELECT * FROM tournament WHERE id = $1").bind(signed(id.0)?);
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(tournament_of).transpose()
    }
}

fn tournament_of(row: &PgRow) -> Result<StoredTournament, StoreError> {
    let number = |column: &str| -> Result<u64, StoreError> {
        unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
    };
    let announced_by = row.try_get::<Option<i64>, _>("announced_by").map_err(failed)?;
    Ok(StoredTournament {
        id: TournamentId(number("id")?),
        name: row.try_get("name").map_err(failed)?,
        setup: row.try_get("setup").map_err(failed)?,
        announced_ms: number("announced_ms")?,
        announced_by: announced_by.map(unsigned).transpose()?.map(AccountId),
        results: row.try_get("results").map_err(failed)?,
    })
}

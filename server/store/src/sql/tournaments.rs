//! Tournaments: their announcements and results. Everything in between
//! is in a stream.

use super::{Backend, Query, Row, append_hooked, insert_for_id};
use crate::ids::{AccountId, TournamentId};
use crate::{
    HookEvent, PastFilter, PastPage, SeasonId, StoreError, StoredResults, StoredTournament,
    duplicate_or_failed, failed, signed, unsigned,
};
use crate::{PublishedStart, StoredBan, TournamentStore};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl TournamentStore for Backend {
    async fn announce_tournament(
        &self,
        tournament: &StoredTournament,
        hooked: &(dyn Fn(TournamentId) -> Vec<HookEvent> + Sync),
    ) -> Result<TournamentId, StoreError> {
        let by = tournament.announced_by.map(|account| signed(account.0)).transpose()?;
        let insert = sqlx::query(concat!(
            "INSERT INTO tournament (name, setup, announced_ms, announced_by, code)
             VALUES ($1, $2, $3, $4, $5)",
            returning_id!()
        ));
        let insert = insert.bind(&tournament.name).bind(&tournament.setup);
        let insert = insert.bind(signed(tournament.announced_ms)?).bind(by).bind(&tournament.code);
        let mut lent = self.lend().await?;
        let announced = async {
            let mut transaction = lent.connection.begin().await.map_err(failed)?;
            let id = insert_for_id(&mut transaction, insert).await;
            let id = id.map_err(duplicate_or_failed(|| "a tournament of this code".to_owned()))?;
            let id = TournamentId(unsigned(id)?);
            append_hooked(&mut transaction, &hooked(id)).await?;
            transaction.commit().await.map_err(failed)?;
            Ok(id)
        };
        let announced = announced.await;
        lent.kept(announced)
    }

    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, StoreError> {
        let rows = sqlx::query("SELECT * FROM tournament WHERE results IS NULL ORDER BY id");
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        rows.iter().map(tournament_of).collect()
    }

    async fn past_tournaments(
        &self,
        filter: &PastFilter,
        from: u32,
        at_most: u32,
    ) -> Result<PastPage, StoreError> {
        let mut read = self.moment().await?;
        let (mut count, mut page) = if filter.private {
            (
                Query::new("SELECT COUNT(*) FROM tournament WHERE summary IS NOT NULL"),
                Query::new("SELECT id, summary FROM tournament WHERE summary IS NOT NULL"),
            )
        } else {
            (
                Query::new(
                    "SELECT COUNT(*) FROM tournament WHERE summary IS NOT NULL AND code IS NULL",
                ),
                Query::new(
                    "SELECT id, summary FROM tournament
                     WHERE summary IS NOT NULL AND code IS NULL",
                ),
            )
        };
        for query in [&mut count, &mut page] {
            if let Some(league) = &filter.league {
                query.push(" AND tournament.league = ").push_bind(league.clone());
            }
            if let Some(season) = &filter.season {
                query.push(" AND tournament.season = ").push_bind(season.clone());
            }
        }
        let total: i64 = count.build_query_scalar().fetch_one(&mut *read).await.map_err(failed)?;
        page.push(" ORDER BY ended_ms DESC, id DESC LIMIT ").push_bind(i64::from(at_most));
        page.push(" OFFSET ").push_bind(i64::from(from));
        let rows = page.build().fetch_all(&mut *read).await.map_err(failed)?;
        let summaries = rows.iter().map(|row| {
            let id = unsigned(row.try_get("id").map_err(failed)?)?;
            Ok((TournamentId(id), row.try_get("summary").map_err(failed)?))
        });
        let summaries = summaries.collect::<Result<_, StoreError>>()?;
        Ok(PastPage { total: u32::try_from(total).unwrap_or(u32::MAX), summaries })
    }

    async fn bans(&self, now_ms: u64) -> Result<Vec<StoredBan>, StoreError> {
        let rows = sqlx::query("SELECT * FROM ban WHERE until_ms > $1 ORDER BY account, league");
        let rows = rows.bind(signed(now_ms)?).fetch_all(&self.readers).await.map_err(failed)?;
        let bans = rows.iter().map(|row| {
            let number = |column: &str| -> Result<u64, StoreError> {
                unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
            };
            let league: String = row.try_get("league").map_err(failed)?;
            Ok(StoredBan {
                account: AccountId(number("account")?),
                league: Some(league).filter(|league| !league.is_empty()),
                until_ms: number("until_ms")?,
                at_ms: number("at_ms")?,
                operator: AccountId(number("operator")?),
                reason: row.try_get("reason").map_err(failed)?,
            })
        });
        bans.collect()
    }

    async fn season_results(&self, season: &SeasonId) -> Result<Vec<StoredResults>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, ended_ms, summary, results FROM tournament
             WHERE summary IS NOT NULL AND league = $1 AND season = $2 ORDER BY ended_ms, id",
        );
        let rows = rows.bind(&season.league).bind(&season.season);
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        let results = rows.iter().map(|row| {
            Ok(StoredResults {
                tournament: TournamentId(unsigned(row.try_get("id").map_err(failed)?)?),
                ended_ms: unsigned(row.try_get("ended_ms").map_err(failed)?)?,
                season: Some(season.clone()),
                summary: row.try_get("summary").map_err(failed)?,
                results: row.try_get("results").map_err(failed)?,
            })
        });
        results.collect()
    }

    async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>, StoreError> {
        let row = sqlx::query("SELECT * FROM tournament WHERE id = $1").bind(signed(id.0)?);
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(tournament_of).transpose()
    }

    async fn published_start(
        &self,
        id: TournamentId,
    ) -> Result<Option<PublishedStart>, StoreError> {
        let row = sqlx::query("SELECT * FROM published_start WHERE tournament = $1");
        let row = row.bind(signed(id.0)?).fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(published_start_of).transpose()
    }

    async fn publish_start(
        &self,
        id: TournamentId,
        published: &PublishedStart,
    ) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO published_start (tournament, start_ms, sequence, published_ms)
             VALUES ($1, $2, $3, $4)
             ON CONFLICT (tournament) DO UPDATE SET start_ms = excluded.start_ms,
                 sequence = excluded.sequence, published_ms = excluded.published_ms",
        );
        let insert = insert.bind(signed(id.0)?).bind(signed(published.start_ms)?);
        let insert =
            insert.bind(i64::from(published.sequence)).bind(signed(published.published_ms)?);
        self.write(insert).await.map(|_| ())
    }
}

fn published_start_of(row: &Row) -> Result<PublishedStart, StoreError> {
    let number = |column: &str| -> Result<u64, StoreError> {
        unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
    };
    Ok(PublishedStart {
        start_ms: number("start_ms")?,
        sequence: u32::try_from(number("sequence")?).unwrap_or(u32::MAX),
        published_ms: number("published_ms")?,
    })
}

fn tournament_of(row: &Row) -> Result<StoredTournament, StoreError> {
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
        code: row.try_get("code").map_err(failed)?,
        results: row.try_get("results").map_err(failed)?,
    })
}

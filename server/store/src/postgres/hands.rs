//! Completed hands in PostgreSQL, deleted.

use super::super::hands::players_in;
use super::super::{StoreError, failed, signed};
use super::PostgresStore;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::{Connection as _, Postgres};

impl PostgresStore {
    pub(super) async fn remove_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> Result<u64, StoreError> {
        // The condition is spelled out, so that the index of such hands applies.
        let programs = if of_programs_alone { "AND NOT people" } else { "" };
        let which = format!(
            "SELECT table_id, hand_no, ended_ms, players FROM hand
             WHERE ended_ms < $1 {programs} ORDER BY ended_ms LIMIT $2"
        );
        let which = sqlx::query_as(sqlx::AssertSqlSafe(which)).bind(signed(before_ms)?);
        let which = which.bind(i64::from(at_most));
        let mut lent = self.lend().await?;
        let removed = remove(&mut lent.connection, which).await;
        lent.done(removed).map_err(failed)
    }
}

type Which<'q> = sqlx::query::QueryAs<'q, Postgres, (i64, i64, i64, String), PgArguments>;

/// Deletes hands and the rows of their players. Those rows are keyed by account and
/// time, not by hand.
async fn remove(connection: &mut PgConnection, which: Which<'_>) -> Result<u64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let hands = which.fetch_all(&mut *transaction).await?;
    let (mut tables, mut numbers) = (Vec::new(), Vec::new());
    let mut notes: [Vec<i64>; 4] = Default::default();
    for (table, number, ended, players) in &hands {
        tables.push(*table);
        numbers.push(*number);
        let players = players_in(players).map_err(|error| sqlx::Error::Decode(error.into()))?;
        for (account, _) in players {
            let account = signed(account.0).map_err(|error| sqlx::Error::Encode(error.into()))?;
            let note = [account, *ended, *table, *number];
            notes.iter_mut().zip(note).for_each(|(column, value)| column.push(value));
        }
    }
    let [accounts, ended, of_tables, of_numbers] = notes;
    let unnote = sqlx::query(
        "DELETE FROM hand_player
         USING UNNEST($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
             AS old (account, ended_ms, table_id, hand_no)
         WHERE hand_player.account = old.account AND hand_player.ended_ms = old.ended_ms
             AND hand_player.table_id = old.table_id AND hand_player.hand_no = old.hand_no",
    );
    let unnote = unnote.bind(accounts).bind(ended).bind(of_tables).bind(of_numbers);
    unnote.execute(&mut *transaction).await?;
    let delete = sqlx::query(
        "DELETE FROM hand USING UNNEST($1::bigint[], $2::bigint[]) AS old (table_id, hand_no)
         WHERE hand.table_id = old.table_id AND hand.hand_no = old.hand_no",
    );
    let done = delete.bind(tables).bind(numbers).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(done.rows_affected())
}

//! Hands that are over in PostgreSQL.

use super::super::hands::{
    FoundHands, HandSearch, StoredHand, hand_of_row, players_out, push_conditions,
};
use super::super::{StoreError, Unit, failed, signed};
use super::PostgresStore;
use crate::ids::TableId;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Postgres, QueryBuilder, Row as _};

/// Writes the hands of a group, in its transaction: a statement for each, and one for all players.
pub(super) async fn write_hands(
    connection: &mut PgConnection,
    units: &[Unit],
) -> Result<(), StoreError> {
    let mut columns: [Vec<i64>; 4] = Default::default();
    for hand in units.iter().flat_map(|unit| &unit.hands) {
        let (table, number) = (signed(hand.table.0)?, signed(hand.hand)?);
        let ended = signed(hand.ended_ms)?;
        let insert = sqlx::query(
            "INSERT INTO hand (table_id, hand_no, tournament, game, ended_ms, pot, people, players,
                 record, cards)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (table_id, hand_no)
             DO UPDATE SET record = excluded.record WHERE $11",
        );
        let insert = insert
            .bind(table)
            .bind(number)
            .bind(hand.tournament.map(|tournament| signed(tournament.0)).transpose()?)
            .bind(&hand.game)
            .bind(ended)
            .bind(signed(hand.pot)?)
            .bind(hand.people)
            .bind(players_out(&hand.players))
            .bind(hand.record.as_ref())
            .bind(hand.cards.as_deref())
            .bind(hand.retold);
        let done = insert.execute(&mut *connection).await.map_err(failed)?;
        if done.rows_affected() == 0 {
            // A hand is told once.
            continue;
        }
        for (account, _) in &hand.players {
            let row = [signed(account.0)?, ended, table, number];
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
    }
    let [accounts, ended, tables, numbers] = columns;
    if accounts.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(
        "INSERT INTO hand_player (account, ended_ms, table_id, hand_no)
         SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
         ON CONFLICT DO NOTHING",
    );
    let insert = insert.bind(accounts).bind(ended).bind(tables).bind(numbers);
    insert.execute(connection).await.map(|_| ()).map_err(failed)
}

impl PostgresStore {
    pub(super) async fn read_hands(&self, search: &HandSearch) -> Result<FoundHands, StoreError> {
        let mut read = self.readers.begin_with(super::ONE_MOMENT).await.map_err(failed)?;
        let mut count = QueryBuilder::<Postgres>::new("SELECT COUNT(*) FROM hand WHERE TRUE");
        push_conditions!(count, search);
        let total: i64 = count.build_query_scalar().fetch_one(&mut *read).await.map_err(failed)?;
        let mut page = QueryBuilder::<Postgres>::new("SELECT hand.* FROM hand WHERE TRUE");
        push_conditions!(page, search);
        page.push(" ORDER BY hand.ended_ms DESC, hand.table_id DESC, hand.hand_no DESC LIMIT ");
        page.push_bind(i64::from(search.at_most));
        page.push(" OFFSET ");
        page.push_bind(i64::from(search.from));
        let rows = page.build().fetch_all(&mut *read).await.map_err(failed)?;
        let hands = rows.iter().map(hand_of).collect::<Result<_, _>>()?;
        Ok(FoundHands { total: u32::try_from(total).unwrap_or(u32::MAX), hands })
    }

    pub(super) async fn read_hand(
        &self,
        table: TableId,
        hand: u64,
    ) -> Result<Option<StoredHand>, StoreError> {
        let row = sqlx::query("SELECT * FROM hand WHERE table_id = $1 AND hand_no = $2");
        let row = row.bind(signed(table.0)?).bind(signed(hand)?);
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(hand_of).transpose()
    }

    pub(super) async fn remove_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> Result<u64, StoreError> {
        // In words of its own, so that the index of such hands serves.
        let programs = if of_programs_alone { "AND NOT people" } else { "" };
        let delete = format!(
            "WITH old AS (
                 SELECT table_id, hand_no FROM hand
                 WHERE ended_ms < $1 {programs} ORDER BY ended_ms LIMIT $2
             ), players AS (
                 DELETE FROM hand_player USING old
                 WHERE hand_player.table_id = old.table_id AND hand_player.hand_no = old.hand_no
             )
             DELETE FROM hand USING old
             WHERE hand.table_id = old.table_id AND hand.hand_no = old.hand_no"
        );
        let delete = sqlx::query(sqlx::AssertSqlSafe(delete)).bind(signed(before_ms)?);
        self.write(delete.bind(i64::from(at_most))).await
    }
}

fn hand_of(row: &PgRow) -> Result<StoredHand, StoreError> {
    hand_of_row!(row)
}

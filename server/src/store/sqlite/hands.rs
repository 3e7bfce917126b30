//! Hands that are over in SQLite.

use super::super::hands::{
    FoundHands, HandSearch, StoredHand, hand_of_row, players_out, push_conditions,
};
use super::super::{StoreError, Unit};
use super::{SqliteStore, failed, signed};
use crate::ids::TableId;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection as _, QueryBuilder, Row as _, Sqlite};

/// Writes the hands of a group, in its transaction: a statement for each, and one for all players.
pub(super) async fn write_hands(
    connection: &mut SqliteConnection,
    units: &[Unit],
) -> Result<(), StoreError> {
    let mut players = Vec::new();
    for hand in units.iter().flat_map(|unit| &unit.hands) {
        let (table, number) = (signed(hand.table.0)?, signed(hand.hand)?);
        let ended = signed(hand.ended_ms)?;
        let insert = sqlx::query(
            "INSERT INTO hand (table_id, hand_no, tournament, game, ended_ms, pot, people, players,
                 record, cards)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, hand_no)
             DO UPDATE SET record = excluded.record WHERE ?",
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
            players.push([signed(account.0)?, ended, table, number]);
        }
    }
    if players.is_empty() {
        return Ok(());
    }
    let players = serde_json::to_string(&players).expect("lists of numbers are written");
    let insert = sqlx::query(
        "INSERT INTO hand_player (account, ended_ms, table_id, hand_no)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)
         WHERE TRUE ON CONFLICT DO NOTHING",
    );
    insert.bind(players).execute(connection).await.map(|_| ()).map_err(failed)
}

impl SqliteStore {
    pub(super) async fn read_hands(&self, search: &HandSearch) -> Result<FoundHands, StoreError> {
        let mut read = self.readers.begin().await.map_err(failed)?;
        let mut count = QueryBuilder::<Sqlite>::new("SELECT COUNT(*) FROM hand WHERE TRUE");
        push_conditions!(count, search);
        let total: i64 = count.build_query_scalar().fetch_one(&mut *read).await.map_err(failed)?;
        let mut page = QueryBuilder::<Sqlite>::new("SELECT hand.* FROM hand WHERE TRUE");
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
        let row = sqlx::query("SELECT * FROM hand WHERE table_id = ? AND hand_no = ?");
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
        let mut writer = self.writer().await;
        let mut transaction = writer.connection.begin().await.map_err(failed)?;
        // In words of its own, so that the index of such hands serves.
        let programs = if of_programs_alone { "AND people = 0" } else { "" };
        let which = format!(
            "SELECT table_id, hand_no FROM hand WHERE ended_ms < ?1 {programs}
             ORDER BY ended_ms LIMIT ?2"
        );
        let before = signed(before_ms)?;
        let mut removed = 0;
        for table in ["hand_player", "hand"] {
            let delete = format!("DELETE FROM {table} WHERE (table_id, hand_no) IN ({which})");
            let delete = sqlx::query(sqlx::AssertSqlSafe(delete));
            let delete = delete.bind(before).bind(i64::from(at_most));
            let done = delete.execute(&mut *transaction).await.map_err(failed)?;
            removed = done.rows_affected();
        }
        transaction.commit().await.map_err(failed)?;
        Ok(removed)
    }
}

fn hand_of(row: &SqliteRow) -> Result<StoredHand, StoreError> {
    hand_of_row!(row)
}

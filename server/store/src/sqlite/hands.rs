//! Completed hands in SQLite, written and deleted.

use super::super::StoreError;
use super::super::StoredHand;
use super::super::hands::{HandHashes, players_out};
use super::{SqliteStore, failed, runs, signed};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, QueryBuilder, Sqlite};

/// Writes hands in the transaction of their group. Returns those that are new or replaced.
pub(super) async fn write_hands<'a>(
    connection: &mut SqliteConnection,
    hands: impl Iterator<Item = &'a StoredHand>,
) -> Result<Vec<&'a StoredHand>, StoreError> {
    let hands: Vec<&StoredHand> = hands.collect();
    let mut stored = Vec::with_capacity(hands.len());
    for run in hands.chunk_by(|one, next| !one.retold && !next.retold) {
        for together in runs(run) {
            write_together(connection, together, &mut stored).await?;
        }
    }
    Ok(stored)
}

/// Writes hands with one statement: several new ones, or one that may be retold.
async fn write_together<'a>(
    connection: &mut SqliteConnection,
    hands: &[&'a StoredHand],
    stored: &mut Vec<&'a StoredHand>,
) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new(
        "INSERT INTO hand (table_id, hand_no, tournament, game, ended_ms, pot, people, players,
             record, cards, hash, record_hash) ",
    );
    let numbers = hands.iter().map(|hand| {
        let tournament = hand.tournament.map(|tournament| signed(tournament.0)).transpose()?;
        let [table, number] = [signed(hand.table.0)?, signed(hand.hand)?];
        Ok((table, number, tournament, signed(hand.ended_ms)?, signed(hand.pot)?))
    });
    let numbers = numbers.collect::<Result<Vec<_>, StoreError>>()?;
    insert.push_values(hands.iter().zip(&numbers), |mut row, (hand, numbers)| {
        let (table, number, tournament, ended_ms, pot) = *numbers;
        let hashes = HandHashes::of(hand);
        row.push_bind(table)
            .push_bind(number)
            .push_bind(tournament)
            .push_bind(&hand.game)
            .push_bind(ended_ms)
            .push_bind(pot)
            .push_bind(hand.people)
            .push_bind(players_out(&hand.players))
            .push_bind(hand.record.as_ref())
            .push_bind(hand.cards.as_deref())
            .push_bind(hashes.rest)
            .push_bind(hashes.record);
    });
    insert.push(match hands {
        [StoredHand { retold: true, .. }] => {
            " ON CONFLICT (table_id, hand_no) DO UPDATE SET record = excluded.record,
                 record_hash = CASE WHEN hand.hash IS NOT NULL THEN excluded.record_hash END"
        }
        _ => " ON CONFLICT (table_id, hand_no) DO NOTHING",
    });
    insert.push(" RETURNING table_id, hand_no");
    let written = insert.build_query_as().fetch_all(connection).await;
    let mut written: Vec<(i64, i64)> = written.map_err(failed)?;
    // A hand that is not among them was stored before.
    for (hand, (table, number, ..)) in hands.iter().zip(numbers) {
        if let Some(place) = written.iter().position(|row| *row == (table, number)) {
            written.swap_remove(place);
            stored.push(hand);
        }
    }
    Ok(())
}

impl SqliteStore {
    pub(super) async fn remove_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> Result<u64, StoreError> {
        self.front.settle().await?;
        let mut writer = self.writer().await;
        // A deleted hand must not be noted later.
        writer.note_everything().await?;
        let mut transaction = writer.connection.begin().await.map_err(failed)?;
        // The condition is spelled out, so that the index of such hands applies.
        let programs = if of_programs_alone { "AND people = 0" } else { "" };
        let which = format!(
            "SELECT table_id, hand_no FROM hand WHERE ended_ms < ?1 {programs}
             ORDER BY ended_ms LIMIT ?2"
        );
        let notes = format!(
            "DELETE FROM hand_player WHERE (account, ended_ms, table_id, hand_no) IN (
                 SELECT player.value ->> 0, hand.ended_ms, hand.table_id, hand.hand_no
                 FROM hand, json_each(hand.players) AS player
                 WHERE (hand.table_id, hand.hand_no) IN ({which}))"
        );
        let hands = format!("DELETE FROM hand WHERE (table_id, hand_no) IN ({which})");
        let before = signed(before_ms)?;
        let mut removed = 0;
        for delete in [notes, hands] {
            let delete = sqlx::query(sqlx::AssertSqlSafe(delete));
            let delete = delete.bind(before).bind(i64::from(at_most));
            let done = delete.execute(&mut *transaction).await.map_err(failed)?;
            removed = done.rows_affected();
        }
        transaction.commit().await.map_err(failed)?;
        Ok(removed)
    }
}

//! Completed hands, read back, and how often the links to them were revoked.

use super::{Backend, Query, Row};
use crate::hands::{CheckedHands, HandHashes, players_in};
use crate::ids::{TableId, TournamentId};
use crate::{FoundHands, HandSearch, HandStore, StoredHand};
use crate::{StoreError, failed, signed, unsigned};
use async_trait::async_trait;
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use sqlx::Row as _;

#[async_trait]
impl HandStore for Backend {
    async fn find_hands(&self, search: &HandSearch) -> Result<FoundHands, StoreError> {
        self.settle().await?;
        if search.viewer.or(search.player).is_some() {
            self.note_players().await?;
        }
        let mut read = self.moment().await?;
        let mut count = Query::new("SELECT COUNT(*) FROM hand WHERE TRUE");
        push_conditions(&mut count, search)?;
        let total: i64 = count.build_query_scalar().fetch_one(&mut *read).await.map_err(failed)?;
        let mut page = Query::new("SELECT hand.* FROM hand WHERE TRUE");
        push_conditions(&mut page, search)?;
        page.push(" ORDER BY hand.ended_ms DESC, hand.table_id DESC, hand.hand_no DESC LIMIT ");
        page.push_bind(i64::from(search.at_most));
        page.push(" OFFSET ");
        page.push_bind(i64::from(search.from));
        let rows = page.build().fetch_all(&mut *read).await.map_err(failed)?;
        let hands = rows.iter().map(hand_of).collect::<Result<_, _>>()?;
        Ok(FoundHands { total: u32::try_from(total).unwrap_or(u32::MAX), hands })
    }

    async fn hand(&self, table: TableId, hand: u64) -> Result<Option<StoredHand>, StoreError> {
        self.settle().await?;
        let row = sqlx::query("SELECT * FROM hand WHERE table_id = $1 AND hand_no = $2");
        let row = row.bind(signed(table.0)?).bind(signed(hand)?);
        let row = row.fetch_optional(&self.readers).await.map_err(failed)?;
        match row.as_ref().map(checked_hand_of).transpose()? {
            Some(Checked::Changed) => {
                Err(StoreError::Damaged(format!("hand {hand} at table {table} was changed")))
            }
            Some(Checked::Covered(hand, _) | Checked::Uncovered(hand)) => Ok(Some(hand)),
            None => Ok(None),
        }
    }

    async fn link_generation(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> Result<u64, StoreError> {
        let select = sqlx::query_scalar(
            "SELECT generation FROM hand_link
             WHERE table_id = $1 AND hand_no = $2 AND seat = $3",
        );
        let select = select.bind(signed(table.0)?).bind(signed(hand)?).bind(i64::from(seat));
        let found: Option<i64> = select.fetch_optional(&self.readers).await.map_err(failed)?;
        found.map_or(Ok(0), unsigned)
    }

    async fn revoke_links(&self, table: TableId, hand: u64, seat: u8) -> Result<(), StoreError> {
        let upsert = sqlx::query(
            "INSERT INTO hand_link (table_id, hand_no, seat, generation) VALUES ($1, $2, $3, 1)
             ON CONFLICT (table_id, hand_no, seat)
             DO UPDATE SET generation = hand_link.generation + 1",
        );
        let upsert = upsert.bind(signed(table.0)?).bind(signed(hand)?).bind(i64::from(seat));
        self.write(upsert).await.map(|_| ())
    }

    async fn forget_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> Result<u64, StoreError> {
        let removed = self.remove_hands(before_ms, of_programs_alone, at_most).await?;
        if removed > 0 {
            self.write(sqlx::query(
                "DELETE FROM hand_link WHERE NOT EXISTS
                     (SELECT 1 FROM hand WHERE hand.table_id = hand_link.table_id
                          AND hand.hand_no = hand_link.hand_no)",
            ))
            .await?;
        }
        Ok(removed)
    }

    async fn check_hands(&self) -> Result<CheckedHands, StoreError> {
        self.settle().await?;
        let mut read = self.moment().await?;
        let sealed = sqlx::query_as("SELECT hands, seal FROM hand_seal").fetch_one(&mut *read);
        let (sealed, seal): (i64, i64) = sealed.await.map_err(failed)?;
        let mut checked = CheckedHands::default();
        let mut of_all = 0;
        let mut rows = sqlx::query("SELECT * FROM hand").fetch(&mut *read);
        while let Some(row) = rows.try_next().await.map_err(failed)? {
            match checked_hand_of(&row) {
                Ok(Checked::Covered(_, HandHashes { rest, record })) => {
                    checked.covered += 1;
                    of_all ^= rest ^ record;
                }
                Ok(Checked::Uncovered(_)) => checked.uncovered += 1,
                Ok(Checked::Changed) | Err(_) => {
                    let number = |column| unsigned(row.try_get::<i64, _>(column).unwrap_or(0));
                    let [table, hand] = [number("table_id"), number("hand_no")];
                    let [table, hand] = [table, hand].map(Result::unwrap_or_default);
                    checked.changed.push((TableId(table), hand));
                }
            }
        }
        let sealed = unsigned(sealed)?;
        // A changed hand is no longer part of the seal, which says nothing about the others then.
        let is_whole = checked.covered == sealed && of_all == seal;
        checked.sealed = (checked.changed.is_empty() && !is_whole).then_some(sealed);
        Ok(checked)
    }
}

/// A hand, and what its hashes say about it.
enum Checked {
    Covered(StoredHand, HandHashes),
    /// It has no hashes.
    Uncovered(StoredHand),
    Changed,
}

fn checked_hand_of(row: &Row) -> Result<Checked, StoreError> {
    let hash = |column: &str| row.try_get::<Option<i64>, _>(column).map_err(failed);
    let stored = (hash("hash")?, hash("record_hash")?);
    let hand = hand_of(row)?;
    let players: String = row.try_get("players").map_err(failed)?;
    Ok(match stored {
        (None, None) => Checked::Uncovered(hand),
        (Some(rest), Some(record)) => {
            let stored = HandHashes { rest, record };
            match HandHashes::with_players(&hand, &players) {
                hashes if hashes == stored => Checked::Covered(hand, hashes),
                _ => Checked::Changed,
            }
        }
        _ => Checked::Changed,
    })
}

/// Adds the conditions of a search to a query over `hand`.
fn push_conditions(query: &mut Query, search: &HandSearch) -> Result<(), StoreError> {
    for account in [search.viewer, search.player].into_iter().flatten() {
        query.push(
            " AND (hand.table_id, hand.hand_no) IN (SELECT hand_player.table_id, \
             hand_player.hand_no FROM hand_player WHERE hand_player.account = ",
        );
        query.push_bind(signed(account.0)?);
        query.push(")");
    }
    let numbers = [
        (" AND hand.table_id = ", search.table.map(|table| table.0)),
        (" AND hand.tournament = ", search.tournament.map(|tournament| tournament.0)),
        (" AND hand.pot >= ", search.least_pot),
        (" AND hand.ended_ms >= ", search.since_ms),
        (" AND hand.ended_ms < ", search.until_ms),
    ];
    for (condition, number) in numbers {
        if let Some(number) = number {
            query.push(condition);
            query.push_bind(signed(number)?);
        }
    }
    if let Some(game) = &search.game {
        query.push(" AND hand.game = ");
        query.push_bind(game.clone());
    }
    Ok(())
}

fn hand_of(row: &Row) -> Result<StoredHand, StoreError> {
    let number = |column: &str| unsigned(row.try_get::<i64, _>(column).map_err(failed)?);
    let tournament: Option<i64> = row.try_get("tournament").map_err(failed)?;
    let players: String = row.try_get("players").map_err(failed)?;
    let record: Vec<u8> = row.try_get("record").map_err(failed)?;
    let cards: Option<Vec<u8>> = row.try_get("cards").map_err(failed)?;
    Ok(StoredHand {
        table: TableId(number("table_id")?),
        hand: number("hand_no")?,
        tournament: tournament.map(unsigned).transpose()?.map(TournamentId),
        game: row.try_get("game").map_err(failed)?,
        ended_ms: number("ended_ms")?,
        pot: number("pot")?,
        people: row.try_get("people").map_err(failed)?,
        record: Bytes::from(record),
        cards: cards.map(Bytes::from),
        players: players_in(&players)?,
        retold: false,
    })
}

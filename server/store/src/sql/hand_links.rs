//! How often the links to a hand were revoked,.

use super::Backend;
use crate::ids::TableId;
use crate::{FoundHands, HandSearch, HandStore, StoredHand};
use crate::{StoreError, failed, signed, unsigned};
use async_trait::async_trait;

#[async_trait]
impl HandStore for Backend {
    async fn find_hands(&self, search: &HandSearch) -> Result<FoundHands, StoreError> {
        self.read_hands(search).await
    }

    async fn hand(&self, table: TableId, hand: u64) -> Result<Option<StoredHand>, StoreError> {
        self.read_hand(table, hand).await
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
        self.remove_hands(before_ms, of_programs_alone, at_most).await
    }
}

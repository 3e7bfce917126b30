//! Stored hands and links to them.

use super::MemoryStore;
use crate::ids::TableId;
use crate::{CheckedHands, FoundHands, HandSearch, HandStore, StoreError, StoredHand};
use async_trait::async_trait;
use std::cmp::Reverse;

#[async_trait]
impl HandStore for MemoryStore {
    async fn find_hands(&self, search: &HandSearch) -> Result<FoundHands, StoreError> {
        self.with_latest(move |inner| {
            let mut found: Vec<&StoredHand> =
                inner.hands.iter().filter(|hand| search.matches(hand)).collect();
            found.sort_by_key(|hand| Reverse((hand.ended_ms, hand.table, hand.hand)));
            let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
            let page = found.into_iter().skip(search.from as usize).take(search.at_most as usize);
            Ok(FoundHands { total, hands: page.cloned().collect() })
        })
        .await
    }

    async fn hand(&self, table: TableId, hand: u64) -> Result<Option<StoredHand>, StoreError> {
        self.with_latest(move |inner| {
            let mut hands = inner.hands.iter();
            Ok(hands.find(|stored| stored.table == table && stored.hand == hand).cloned())
        })
        .await
    }

    async fn link_generation(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> Result<u64, StoreError> {
        self.with(|inner| {
            Ok(inner.revoked_links.get(&(table, hand, seat)).copied().unwrap_or_default())
        })
    }

    async fn revoke_links(&self, table: TableId, hand: u64, seat: u8) -> Result<(), StoreError> {
        self.with(|inner| {
            *inner.revoked_links.entry((table, hand, seat)).or_default() += 1;
            Ok(())
        })
    }

    async fn forget_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> Result<u64, StoreError> {
        self.with_latest(move |inner| {
            let before = inner.hands.len();
            inner.hands.sort_by_key(|hand| hand.ended_ms);
            let mut left = at_most;
            inner.hands.retain(|hand| {
                let goes =
                    left > 0 && hand.ended_ms < before_ms && !(hand.people && of_programs_alone);
                left -= u32::from(goes);
                !goes
            });
            let removed = before - inner.hands.len();
            if removed > 0 {
                let hands = &inner.hands;
                inner.revoked_links.retain(|(table, number, _), _| {
                    hands.iter().any(|hand| hand.table == *table && hand.hand == *number)
                });
            }
            Ok(removed as u64)
        })
        .await
    }

    async fn check_hands(&self) -> Result<CheckedHands, StoreError> {
        self.with_latest(move |inner| {
            Ok(CheckedHands { covered: inner.hands.len() as u64, ..CheckedHands::default() })
        })
        .await
    }
}

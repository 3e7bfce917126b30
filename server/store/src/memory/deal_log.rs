//! The log of sealed rounds.

use super::MemoryStore;
use crate::deal_log::{DealLogStore, LogStep, RoundCount};
use crate::ids::TableId;
use crate::{LogId, SealedRound, StoreError};
use async_trait::async_trait;
use std::collections::BTreeMap;

/// The entries of a log, its tiles, its head and its counts.
#[derive(Clone, Default, Debug)]
pub(super) struct StoredLogOfDeals {
    entries: Vec<SealedRound>,
    tiles: BTreeMap<(u8, u64), Vec<u8>>,
    head: Option<(u64, String)>,
    /// By day, table, outcome and the seat to blame.
    counts: BTreeMap<(u32, TableId, u8, Option<u8>), u64>,
}

impl StoredLogOfDeals {
    pub(super) fn append(&mut self, round: &SealedRound) {
        self.entries.push(round.clone());
    }
}

#[async_trait]
impl DealLogStore for MemoryStore {
    async fn log_size(&self, log: LogId) -> Result<u64, StoreError> {
        self.with_latest(move |inner| {
            Ok(inner.deal_logs.get(&log).map_or(0, |log| log.entries.len() as u64))
        })
        .await
    }

    async fn log_entries(
        &self,
        log: LogId,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<SealedRound>, StoreError> {
        self.with(|inner| {
            let entries = inner.deal_logs.get(&log).into_iter().flat_map(|log| &log.entries);
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            Ok(entries.skip(from).take(at_most as usize).cloned().collect())
        })
    }

    async fn log_places(
        &self,
        log: LogId,
        table: TableId,
        hand: u64,
    ) -> Result<Vec<(u8, u64)>, StoreError> {
        self.with(|inner| {
            let entries = inner.deal_logs.get(&log).into_iter().flat_map(|log| &log.entries);
            let is_it = |round: &SealedRound| (round.table, round.hand) == (table, hand);
            let found = entries.zip(0..).filter(|(round, _)| is_it(round));
            Ok(found.map(|(round, place)| (round.round, place)).collect())
        })
    }

    async fn log_tile(
        &self,
        log: LogId,
        level: u8,
        place: u64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.with(|inner| {
            Ok(inner.deal_logs.get(&log).and_then(|log| log.tiles.get(&(level, place)).cloned()))
        })
    }

    async fn log_head(&self, log: LogId) -> Result<Option<(u64, String)>, StoreError> {
        self.with(|inner| Ok(inner.deal_logs.get(&log).and_then(|log| log.head.clone())))
    }

    async fn advance_log(&self, log: LogId, step: &LogStep) -> Result<(), StoreError> {
        self.with(|inner| {
            let log = inner.deal_logs.entry(log).or_default();
            let tiles = step.tiles.iter();
            log.tiles
                .extend(tiles.map(|(level, place, hashes)| ((*level, *place), hashes.clone())));
            for count in &step.counts {
                let key = (count.day, count.table, count.outcome, count.blame);
                *log.counts.entry(key).or_default() += count.rounds;
            }
            log.head = Some((step.size, step.checkpoint.clone()));
            Ok(())
        })
    }

    async fn log_counts(&self, log: LogId, from_day: u32) -> Result<Vec<RoundCount>, StoreError> {
        self.with(|inner| {
            let counts = inner.deal_logs.get(&log).into_iter().flat_map(|log| &log.counts);
            let counts = counts.filter(|((day, ..), _)| *day >= from_day);
            let count = |(&(day, table, outcome, blame), &rounds)| RoundCount {
                day,
                table,
                outcome,
                blame,
                rounds,
            };
            Ok(counts.map(count).collect())
        })
    }

    async fn log_heads(&self) -> Result<Vec<(LogId, u64, String)>, StoreError> {
        self.with(|inner| {
            let head = |(id, log): (&LogId, &StoredLogOfDeals)| {
                log.head.clone().map(|(size, checkpoint)| (*id, size, checkpoint))
            };
            Ok(inner.deal_logs.iter().filter_map(head).collect())
        })
    }
}

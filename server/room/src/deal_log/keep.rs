//! The growth of the log: a head over everything that is stored is signed, stored, noted beside the
//! keys, and only then served.

use super::open::{extend, stored_edge};
use super::{Cosigned, DealLog, Growth, Head, LogError};
use crate::store::{LogStep, RoundCount, SealedRound};
use cardroom_deal::Checkpoint;
use std::collections::BTreeMap;
use std::time::Duration;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

impl DealLog {
    /// Signs a new head at intervals while entries come, forever.
    pub async fn keep(self, interval: Duration) {
        loop {
            tokio::time::sleep(interval).await;
            if let Err(error) = self.advance().await {
                tracing::warn!(%error, "The log of deals could not be extended.");
            }
        }
    }

    /// Signs a head over everything that is stored, if it is more than the last one is over.
    ///
    /// # Errors
    /// The store or the file beside the keys failed. Nothing is served then that was served before
    /// in another way, and the next call goes on.
    pub async fn advance(&self) -> Result<(), LogError> {
        let mut growth = self.0.growth.lock().await;
        if growth.unnoted.is_none() {
            growth.unnoted = self.sign(&mut growth).await?;
        }
        let Some(head) = growth.unnoted.clone() else { return Ok(()) };
        self.0.vault.set_deal_head(&head.text)?;
        growth.unnoted = None;
        let lines = vec![None; self.0.witnesses.len()];
        *self.0.cosigned.write() = Cosigned { size: head.size, lines };
        self.0.head.send_replace(Some(head));
        Ok(())
    }

    /// Signs and stores a head; `None` if the last one is over everything.
    async fn sign(&self, growth: &mut Growth) -> Result<Option<Head>, LogError> {
        let (store, log) = (self.0.store.as_ref(), self.0.id);
        // A failure below may have stored something.
        let known = growth.edge.take();
        let mut edge = match known {
            Some(edge) => edge,
            None => stored_edge(store, log, u64::MAX).await?,
        };
        let before = edge.size();
        let size = store.log_size(log).await?;
        if size <= before && self.0.head.borrow().is_some() {
            growth.edge = Some(edge);
            return Ok(None);
        }
        let mut counts = BTreeMap::new();
        extend(store, log, &mut edge, size, |round| count(&mut counts, round)).await?;
        let checkpoint = Checkpoint::write(&self.0.origin, &edge.head(), &self.0.key);
        let tiles = edge.take_tiles().into_iter();
        let step = LogStep {
            size: edge.size(),
            checkpoint: checkpoint.clone(),
            tiles: tiles.map(|(key, hashes)| (key.level, key.index, hashes.concat())).collect(),
            counts: counts.into_values().collect(),
        };
        store.advance_log(log, &step).await?;
        growth.edge = Some(edge);
        Ok(Some(Head::new(step.size, checkpoint)))
    }
}

/// Counts a round with those of its day and table that ended in the same way.
fn count(counts: &mut BTreeMap<(u32, u64, u8, Option<u8>), RoundCount>, round: &SealedRound) {
    let day = u32::try_from(round.at_ms / DAY_MS).unwrap_or(u32::MAX);
    let SealedRound { table, outcome, blame, .. } = *round;
    let of = RoundCount { day, table, outcome, blame, rounds: 0 };
    counts.entry((day, table.0, outcome, blame)).or_insert(of).rounds += 1;
}

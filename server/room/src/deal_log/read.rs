//! The log as its readers get it: the last head with its cosignatures, tiles, entries, and proofs.

use super::open::{entry_of, hashes_of};
use super::{DealLog, Head, LogError};
use crate::ids::TableId;
use crate::store::RoundCount;
use cardroom_deal::{Hash, Inclusion, Question, Tile, TileLevel, Tiles, entry_bundle};
use std::collections::BTreeMap;

/// The hashes or entries of a full tile.
const FULL: u64 = 256;

/// A proof that the log of one size begins the log of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consistency {
    pub from: u64,
    pub to: u64,
    pub path: Vec<Hash>,
}

impl DealLog {
    fn head(&self) -> Option<Head> {
        self.0.head.borrow().clone()
    }

    /// Returns the last signed head, with the cosignatures that have come; `None` before there is
    /// one.
    #[must_use]
    pub fn checkpoint(&self) -> Option<String> {
        let head = self.head()?;
        let cosigned = self.0.cosigned.read();
        let lines = cosigned.lines.iter().flatten().filter(|_| cosigned.size == head.size);
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        Some(format!("{}{}", head.text, lines.concat()))
    }

    /// Returns how many entries the last head is over.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.head().map_or(0, |head| head.size)
    }

    /// Returns a tile of the log; `None` if the last head does not have it.
    ///
    /// # Errors
    /// The store failed.
    pub async fn tile(&self, tile: Tile) -> Result<Option<Vec<u8>>, LogError> {
        let width = u64::from(tile.width);
        let (level, below) = match tile.level {
            TileLevel::Entries => (None, 1),
            TileLevel::Hashes(level) => {
                (Some(level), FULL.checked_pow(u32::from(level)).unwrap_or(0))
            }
        };
        let last = tile.index.checked_mul(FULL).and_then(|first| first.checked_add(width));
        let is_there = below > 0 && last.is_some_and(|last| last <= self.size() / below);
        if !is_there {
            return Ok(None);
        }
        match level {
            Some(level) => {
                let hashes = self.0.store.log_tile(self.0.id, level, tile.index).await?;
                let length = 32 * usize::from(tile.width);
                Ok(hashes.and_then(|hashes| hashes.get(..length).map(<[u8]>::to_vec)))
            }
            None => {
                let first = tile.index * FULL;
                let width = u32::from(tile.width);
                let rounds = self.0.store.log_entries(self.0.id, first, width).await?;
                let entries = rounds.iter().map(|round| entry_of(round).map(|it| it.encode()));
                let entries = entries.collect::<Result<Vec<_>, _>>()?;
                Ok(Some(entry_bundle(entries.iter().map(<[u8; 66]>::as_slice))))
            }
        }
    }

    /// Proves that the log of one size begins the log of another; `None` if the last head does not
    /// have them.
    ///
    /// # Errors
    /// The store failed.
    pub async fn consistency(&self, from: u64, to: u64) -> Result<Option<Consistency>, LogError> {
        if from > to || to > self.size() {
            return Ok(None);
        }
        let path = self.answer(Question::Consistency { old: from, new: to }).await?;
        Ok(path.map(|path| Consistency { from, to, path }))
    }

    /// Returns the rounds of a hand that the last head is over, with the proofs that they are in
    /// the log, by their numbers.
    ///
    /// # Errors
    /// The store failed.
    pub async fn inclusions(
        &self,
        table: TableId,
        hand: u64,
    ) -> Result<BTreeMap<u8, Inclusion>, LogError> {
        let Some((size, checkpoint)) = self.head().map(|head| head.size).zip(self.checkpoint())
        else {
            return Ok(BTreeMap::new());
        };
        let mut found = BTreeMap::new();
        for (round, index) in self.0.store.log_places(self.0.id, table, hand).await? {
            if index >= size {
                continue;
            }
            if let Some(path) = self.answer(Question::Inclusion { index, size }).await? {
                let checkpoint = checkpoint.clone();
                found.insert(round, Inclusion { checkpoint, index, path });
            }
        }
        Ok(found)
    }

    async fn answer(&self, question: Question) -> Result<Option<Vec<Hash>>, LogError> {
        let mut tiles = Tiles::new();
        for key in question.tiles() {
            let tile = self.0.store.log_tile(self.0.id, key.level, key.index).await?;
            tiles.insert(key, tile.as_deref().map(hashes_of).unwrap_or_default());
        }
        Ok(question.answer(&tiles))
    }

    /// Returns how rounds ended from a day on, in days since 1970.
    ///
    /// # Errors
    /// The store failed.
    pub async fn counts(&self, from_day: u32) -> Result<Vec<RoundCount>, LogError> {
        Ok(self.0.store.log_counts(self.0.id, from_day).await?)
    }
}

//! A log that grows, without its past: the right edge of its tree is enough to append entries, to
//! compute the root, and to fill tiles.

use super::{LogEntry, TileKey};
use crate::hash::{Hash, sha256};
use crate::tree::{TreeHead, log_node, root};
use serde::{Deserialize, Serialize};

/// The hashes in a full tile.
const FULL: usize = 256;

/// The right edge of a growing log: the last tile of each level, without full ones.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Edge {
    size: u64,
    /// The hashes of the last tile of each level, leaves first. Each has fewer than 256.
    levels: Vec<Vec<Hash>>,
    /// Full tiles since they were last taken.
    #[serde(skip)]
    filled: Vec<(TileKey, Vec<Hash>)>,
}

impl Edge {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Restores the edge of a log of this size from its tiles. A tile may have more hashes than the
    /// log had then. Returns `None` if a tile is missing or too short.
    #[must_use]
    pub fn restore(size: u64, tile: impl Fn(TileKey) -> Option<Vec<Hash>>) -> Option<Self> {
        let levels = Self::tiles_of(size).into_iter().map(|(key, width)| {
            if width == 0 { Some(Vec::new()) } else { Some(tile(key)?.get(..width)?.to_vec()) }
        });
        Some(Self { size, levels: levels.collect::<Option<_>>()?, filled: Vec::new() })
    }

    /// Returns the tiles from which [`restore`](Self::restore) reads the edge of a log of this
    /// size, and how many hashes of each it needs.
    #[must_use]
    pub fn tiles_of(size: u64) -> Vec<(TileKey, usize)> {
        let (mut tiles, mut rest) = (Vec::new(), size);
        for level in 0.. {
            if rest == 0 {
                break;
            }
            let width = usize::try_from(rest % FULL as u64).unwrap_or(0);
            tiles.push((TileKey { level, index: rest / FULL as u64 }, width));
            rest /= FULL as u64;
        }
        tiles
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends an entry to the log.
    pub fn append(&mut self, entry: &LogEntry) {
        self.size += 1;
        let (mut hash, mut number) = (entry.leaf(), self.size);
        for level in 0.. {
            if self.levels.len() <= usize::from(level) {
                self.levels.push(Vec::new());
            }
            let last = &mut self.levels[usize::from(level)];
            last.push(hash);
            if last.len() < FULL {
                return;
            }
            hash = root(last, log_node);
            let index = number / FULL as u64 - 1;
            self.filled.push((TileKey { level, index }, std::mem::take(last)));
            number /= FULL as u64;
        }
    }

    /// Returns the head of the log.
    #[must_use]
    pub fn head(&self) -> TreeHead {
        let mut over: Option<Hash> = None;
        for level in &self.levels {
            let nodes: Vec<Hash> = level.iter().copied().chain(over).collect();
            over = (!nodes.is_empty()).then(|| root(&nodes, log_node));
        }
        TreeHead { size: self.size, root: over.unwrap_or_else(|| sha256(&[])) }
    }

    /// Takes the tiles that were filled since the last call, and returns them with the last tile of
    /// each level.
    pub fn take_tiles(&mut self) -> Vec<(TileKey, Vec<Hash>)> {
        let mut tiles = std::mem::take(&mut self.filled);
        let mut rest = self.size;
        for (level, hashes) in (0..).zip(&self.levels) {
            if !hashes.is_empty() {
                let index = rest / FULL as u64;
                tiles.push((TileKey { level, index }, hashes.clone()));
            }
            rest /= FULL as u64;
        }
        tiles
    }
}

#[cfg(test)]
mod tests {
    use super::Edge;
    use crate::log::{Log, LogEntry, Tile, TileKey, TileLevel};
    use crate::seal::Outcome;
    use std::collections::BTreeMap;

    fn entry(hand: u64) -> LogEntry {
        LogEntry { table: 7, hand, round: 0, outcome: Outcome::Played, seal: [3; 32] }
    }

    #[test]
    fn an_edge_has_the_head_and_the_tiles_of_the_whole_log() {
        let (mut log, mut edge) = (Log::new(), Edge::new());
        let mut tiles = BTreeMap::new();
        assert_eq!(edge.head(), log.head(0).unwrap());
        for hand in 0..66_100 {
            log.append(&entry(hand));
            edge.append(&entry(hand));
            if hand % 200 == 7 {
                tiles.extend(edge.take_tiles());
            }
            if hand < 600 || hand > 65_500 && hand % 100 == 0 {
                assert_eq!(edge.head(), log.head(hand + 1).unwrap(), "{hand}");
            }
        }
        tiles.extend(edge.take_tiles());
        for (TileKey { level, index }, hashes) in &tiles {
            let width = u16::try_from(hashes.len()).unwrap();
            let tile = Tile { level: TileLevel::Hashes(*level), index: *index, width };
            assert_eq!(log.tile(tile), Some(hashes.concat()), "{tile:?}");
        }
        assert!(tiles.keys().any(|tile| tile.level == 2), "the log is too short for the test");
        for size in [0, 1, 255, 256, 257, 65_535, 65_536, 66_100] {
            let restored = Edge::restore(size, |tile| tiles.get(&tile).cloned()).unwrap();
            assert_eq!(restored.head(), log.head(size).unwrap(), "{size}");
            assert_eq!(restored.size(), size);
        }
        assert_eq!(Edge::restore(66_101, |tile| tiles.get(&tile).cloned()), None);
    }

    #[test]
    fn a_restored_edge_goes_on() {
        let mut whole = Edge::new();
        (0..700).for_each(|hand| whole.append(&entry(hand)));
        let tiles: BTreeMap<_, _> = whole.take_tiles().into_iter().collect();
        let mut restored = Edge::restore(600, |tile| tiles.get(&tile).cloned()).unwrap();
        (600..700).for_each(|hand| restored.append(&entry(hand)));
        assert_eq!(restored, whole);
    }
}

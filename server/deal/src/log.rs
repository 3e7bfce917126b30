//! The log of all rounds: entries, tree heads and inclusion, in the formats of C2SP.

mod checkpoint;
mod cosigned;
mod edge;
mod follow;
mod tiled;
mod tiles;

use crate::hash::{FORMAT, Hash, Tag, sha256};
use crate::seal::{Outcome, Seal};
use crate::tree::{self, TreeHead, log_node, split};

pub use checkpoint::{BadCheckpoint, Checkpoint, log_vkey};
pub use cosigned::{BadVkey, Vkey};
pub use edge::Edge;
pub use follow::{Follower, Gap};
pub use tiled::{Question, Tiles};
pub use tiles::{Tile, TileKey, TileLevel, entry_bundle, new_tiles, unbundled};

use tiles::subtree_of;

/// The length of an entry in bytes.
pub const ENTRY_BYTES: usize = 66;

/// An entry of the log: one sealed round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogEntry {
    pub table: u64,
    pub hand: u64,
    pub round: u8,
    pub outcome: Outcome,
    /// Digest of the seal.
    pub seal: Hash,
}

impl LogEntry {
    /// Returns the entry of a sealed round.
    #[must_use]
    pub fn new(table: u64, hand: u64, round: u8, seal: &Seal) -> Self {
        Self { table, hand, round, outcome: seal.outcome, seal: seal.digest() }
    }

    #[must_use]
    pub fn encode(&self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..FORMAT.len() + 1].copy_from_slice(&Tag::LogEntry.prefix());
        bytes[16..24].copy_from_slice(&self.table.to_be_bytes());
        bytes[24..32].copy_from_slice(&self.hand.to_be_bytes());
        bytes[32] = self.round;
        bytes[33] = self.outcome.byte();
        bytes[34..].copy_from_slice(&self.seal);
        bytes
    }

    /// Reads an entry, or returns `None`.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; ENTRY_BYTES] = bytes.try_into().ok()?;
        if bytes[..16] != Tag::LogEntry.prefix() {
            return None;
        }
        let number = |at: usize| Some(u64::from_be_bytes(bytes[at..at + 8].try_into().ok()?));
        Some(Self {
            table: number(16)?,
            hand: number(24)?,
            round: bytes[32],
            outcome: Outcome::of(bytes[33])?,
            seal: bytes[34..].try_into().ok()?,
        })
    }

    /// Returns the leaf of the entry.
    #[must_use]
    pub fn leaf(&self) -> Hash {
        let mut bytes = vec![0];
        bytes.extend(self.encode());
        sha256(&bytes)
    }
}

/// Returns `true` if a path leads from a leaf to the root of a log.
#[must_use]
pub fn is_included(leaf: &Hash, index: u64, path: &[Hash], head: &TreeHead) -> bool {
    tree::root_over(*leaf, index, head.size, path, log_node) == Some(head.root)
}

/// A log in memory: its leaves, and every proof about them.
#[derive(Clone, Default, Debug)]
pub struct Log {
    leaves: Vec<Hash>,
}

impl Log {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an entry and returns its index.
    pub fn append(&mut self, entry: &LogEntry) -> u64 {
        self.leaves.push(entry.leaf());
        self.size() - 1
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.leaves.len() as u64
    }

    fn first(&self, size: u64) -> Option<&[Hash]> {
        self.leaves.get(..usize::try_from(size).ok()?)
    }

    /// Returns the head of the log when it had this size. Returns `None` if it never had.
    #[must_use]
    pub fn head(&self, size: u64) -> Option<TreeHead> {
        let leaves = self.first(size)?;
        let root = if leaves.is_empty() { sha256(&[]) } else { tree::root(leaves, log_node) };
        Some(TreeHead { size, root })
    }

    /// Returns the path from an entry to the root of the log when it had this size.
    #[must_use]
    pub fn inclusion(&self, index: u64, size: u64) -> Option<Vec<Hash>> {
        let leaves = self.first(size)?;
        let index = usize::try_from(index).ok().filter(|index| *index < leaves.len())?;
        Some(tree::path(leaves, index, log_node))
    }

    /// Returns the proof that the log of one size begins the log of another.
    #[must_use]
    pub fn consistency(&self, old: u64, new: u64) -> Option<Vec<Hash>> {
        let leaves = self.first(new).filter(|_| old <= new)?;
        let mut proof = Vec::new();
        if old > 0 && old < new {
            subproof(leaves, old, true, &mut proof);
        }
        Some(proof)
    }

    /// Returns a tile of the log. Returns `None` if the log is too short for it.
    #[must_use]
    pub fn tile(&self, tile: Tile) -> Option<Vec<u8>> {
        tiles::hashes(&self.leaves, tile)
    }
}

/// Writes the proof of RFC 6962, section 2.1.2. `is_whole` is `true` while the subtree is one that
/// the older log has as a whole.
fn subproof(leaves: &[Hash], old: u64, is_whole: bool, proof: &mut Vec<Hash>) {
    let size = leaves.len() as u64;
    if old == size {
        if !is_whole {
            proof.push(tree::root(leaves, log_node));
        }
        return;
    }
    let half = split(size);
    let (left, right) = leaves.split_at(usize::try_from(half).unwrap_or(usize::MAX));
    if old <= half {
        subproof(left, old, is_whole, proof);
        proof.push(tree::root(right, log_node));
    } else {
        subproof(right, old - half, false, proof);
        proof.push(tree::root(left, log_node));
    }
}

#[cfg(test)]
mod tests {
    use super::{Log, LogEntry, is_included};
    use crate::seal::Outcome;
    use crate::tree::extends;

    fn log(entries: u64) -> Log {
        let mut log = Log::new();
        for hand in 0..entries {
            let entry =
                LogEntry { table: 7, hand, round: 0, outcome: Outcome::Played, seal: [3; 32] };
            assert_eq!(log.append(&entry), hand);
        }
        log
    }

    #[test]
    fn an_entry_is_read_as_it_was_written_and_nothing_else_is_an_entry() {
        for outcome in [Outcome::Played, Outcome::Void, Outcome::GivenUp] {
            let entry = LogEntry { table: 7, hand: 1 << 40, round: 3, outcome, seal: [9; 32] };
            let mut bytes = entry.encode();
            assert_eq!(LogEntry::parse(&bytes), Some(entry));
            assert_eq!(LogEntry::parse(&bytes[1..]), None);
            bytes[33] = 3;
            assert_eq!(LogEntry::parse(&bytes), None);
            bytes[..16].copy_from_slice(b"cardroom-deal-1\x12");
            assert_eq!(LogEntry::parse(&bytes), None);
        }
    }

    #[test]
    fn every_entry_is_shown_to_be_in_every_head_after_it() {
        let log = log(33);
        for size in 1..=33 {
            let head = log.head(size).unwrap();
            for index in 0..size {
                let path = log.inclusion(index, size).unwrap();
                let leaf = log.leaves[usize::try_from(index).unwrap()];
                assert!(is_included(&leaf, index, &path, &head));
                assert!(!is_included(&[0; 32], index, &path, &head));
            }
            assert_eq!(log.inclusion(size, size), None);
        }
    }

    #[test]
    fn every_head_extends_every_head_before_it_and_no_other_log() {
        let log = log(40);
        let mut other = log.clone();
        other.leaves[0] = [0; 32];
        for new in 0..=40 {
            for old in 0..=new {
                let proof = log.consistency(old, new).unwrap();
                let (was, is) = (log.head(old).unwrap(), log.head(new).unwrap());
                assert!(extends(was, is, &proof), "{old} of {new}");
                if old > 0 {
                    assert!(!extends(other.head(old).unwrap(), is, &proof), "{old} of {new}");
                }
                if old < new {
                    assert!(!extends(is, was, &proof), "{new} of {old}");
                }
            }
        }
        assert_eq!(log.consistency(0, 41), None);
        assert_eq!(log.consistency(3, 2), None);
    }
}

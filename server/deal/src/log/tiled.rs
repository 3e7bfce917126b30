//! Proofs about a log that is kept as tiles. A proof needs few of them: first the caller learns
//! which, then it brings them.

use super::{TileKey, subtree_of};
use crate::hash::Hash;
use crate::tree::{log_node, root, split};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A question about a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The path from an entry to the root of the log of this size.
    Inclusion { index: u64, size: u64 },
    /// The proof that the log of one size begins the log of another.
    Consistency { old: u64, new: u64 },
}

/// Tiles by their places, each with its hashes. The last one of a level may have less than 256.
pub type Tiles = BTreeMap<TileKey, Vec<Hash>>;

impl Question {
    /// Returns the tiles that the answer needs.
    #[must_use]
    pub fn tiles(self) -> BTreeSet<TileKey> {
        let mut tiles = BTreeSet::new();
        let _ = self.ask(&mut |height, index| {
            tiles.insert(TileKey::of_node(height, index).0);
            Some(Hash::default())
        });
        tiles
    }

    /// Answers the question. Returns `None` if the log never had this size, and if a tile is
    /// missing or too short.
    #[must_use]
    pub fn answer(self, tiles: &Tiles) -> Option<Vec<Hash>> {
        self.ask(&mut |height, index| {
            let (key, hashes) = TileKey::of_node(height, index);
            Some(root(tiles.get(&key)?.get(hashes)?, log_node))
        })
    }

    fn ask(self, node: &mut Node<'_>) -> Option<Vec<Hash>> {
        let mut proof = Vec::new();
        match self {
            Self::Inclusion { index, size } if index < size => {
                path(0..size, index, node, &mut proof)?;
            }
            Self::Consistency { old, new } if old <= new => {
                if old > 0 && old < new {
                    subproof(0..new, old, true, node, &mut proof)?;
                }
            }
            _ => return None,
        }
        Some(proof)
    }
}

/// Returns the root of a full subtree, by its height and its place among those of this height.
type Node<'a> = dyn FnMut(u32, u64) -> Option<Hash> + 'a;

fn halves(leaves: &Range<u64>) -> (Range<u64>, Range<u64>) {
    let middle = leaves.start + split(leaves.end - leaves.start);
    (leaves.start..middle, middle..leaves.end)
}

fn root_of(leaves: Range<u64>, node: &mut Node<'_>) -> Option<Hash> {
    if let Some((height, index)) = subtree_of(&leaves) {
        return node(height, index);
    }
    let (left, right) = halves(&leaves);
    Some(log_node(&root_of(left, node)?, &root_of(right, node)?))
}

fn path(leaves: Range<u64>, index: u64, node: &mut Node<'_>, proof: &mut Vec<Hash>) -> Option<()> {
    if leaves.end - leaves.start == 1 {
        return Some(());
    }
    let (left, right) = halves(&leaves);
    let (inside, sibling) = if index < left.end { (left, right) } else { (right, left) };
    path(inside, index, node, proof)?;
    proof.push(root_of(sibling, node)?);
    Some(())
}

/// Writes the proof of RFC 6962, section 2.1.2. `is_whole` is `true` while the subtree is one that
/// the older log has as a whole.
fn subproof(
    leaves: Range<u64>,
    old: u64,
    is_whole: bool,
    node: &mut Node<'_>,
    proof: &mut Vec<Hash>,
) -> Option<()> {
    if old == leaves.end {
        if !is_whole {
            proof.push(root_of(leaves, node)?);
        }
        return Some(());
    }
    let (left, right) = halves(&leaves);
    let sibling = if old <= left.end {
        subproof(left, old, is_whole, node, proof)?;
        right
    } else {
        subproof(right, old, false, node, proof)?;
        left
    };
    proof.push(root_of(sibling, node)?);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{Question, Tiles};
    use crate::log::{Edge, Log, LogEntry};
    use crate::seal::Outcome;

    fn log(size: u64) -> (Log, Tiles) {
        let (mut log, mut edge) = (Log::new(), Edge::new());
        for hand in 0..size {
            let entry =
                LogEntry { table: 7, hand, round: 0, outcome: Outcome::Played, seal: [3; 32] };
            log.append(&entry);
            edge.append(&entry);
        }
        (log, edge.take_tiles().into_iter().collect())
    }

    /// Returns the answer with the tiles that the question names, and no other.
    fn answer(question: Question, tiles: &Tiles) -> Option<Vec<crate::Hash>> {
        let named = question.tiles();
        question.answer(&tiles.clone().into_iter().filter(|(key, _)| named.contains(key)).collect())
    }

    #[test]
    fn tiles_prove_what_the_whole_log_proves() {
        let (log, tiles) = log(1_300);
        for new in [1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 600, 1_024, 1_025, 1_300] {
            for old in (0..=new).step_by(13).chain([new]) {
                let question = Question::Consistency { old, new };
                assert_eq!(answer(question, &tiles), log.consistency(old, new), "{question:?}");
            }
            for index in (0..new).step_by(11) {
                let question = Question::Inclusion { index, size: new };
                assert_eq!(answer(question, &tiles), log.inclusion(index, new), "{question:?}");
            }
        }
    }

    #[test]
    fn what_the_log_never_had_is_not_proven() {
        let (_, tiles) = log(300);
        for question in [
            Question::Inclusion { index: 3, size: 3 },
            Question::Consistency { old: 4, new: 3 },
            Question::Inclusion { index: 3, size: 301 },
            Question::Consistency { old: 3, new: 301 },
        ] {
            assert_eq!(question.answer(&tiles), None, "{question:?}");
        }
    }
}

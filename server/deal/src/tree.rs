//! Merkle trees in the shape of RFC 6962, for packs and for the log.

use crate::hash::{Hash, Tag, sha256, tagged};

/// The way in which a tree hashes two nodes.
pub(crate) type Node = fn(&Hash, &Hash) -> Hash;

/// Hashes two nodes of a tree of cards.
pub(crate) fn card_node(left: &Hash, right: &Hash) -> Hash {
    tagged(Tag::Node, &[left, right])
}

/// Hashes two nodes of the log.
pub(crate) fn log_node(left: &Hash, right: &Hash) -> Hash {
    let mut bytes = [1; 65];
    bytes[1..33].copy_from_slice(left);
    bytes[33..].copy_from_slice(right);
    sha256(&bytes)
}

/// Returns the largest power of two below `leaves`, which must be more than 1.
pub(crate) fn split(leaves: u64) -> u64 {
    1 << (leaves - 1).ilog2()
}

fn halves(leaves: &[Hash]) -> (&[Hash], &[Hash]) {
    leaves.split_at(1 << (leaves.len() - 1).ilog2())
}

/// Returns the root of a tree. The root of one leaf is the leaf.
///
/// # Panics
///
/// If there is no leaf.
pub(crate) fn root(leaves: &[Hash], node: Node) -> Hash {
    if let [leaf] = leaves {
        return *leaf;
    }
    let (left, right) = halves(leaves);
    node(&root(left, node), &root(right, node))
}

/// Returns the siblings of a leaf, from the bottom up.
pub(crate) fn path(leaves: &[Hash], index: usize, node: Node) -> Vec<Hash> {
    if leaves.len() < 2 {
        return Vec::new();
    }
    let (left, right) = halves(leaves);
    let (inside, at, sibling) =
        if index < left.len() { (left, index, right) } else { (right, index - left.len(), left) };
    let mut path = path(inside, at, node);
    path.push(root(sibling, node));
    path
}

/// Returns the root to which a path leads. Returns `None` if the path is too long or too short.
pub(crate) fn root_over(
    leaf: Hash,
    index: u64,
    leaves: u64,
    path: &[Hash],
    node: Node,
) -> Option<Hash> {
    let (mut at, mut last) = (index, leaves.checked_sub(1)?);
    let mut hash = leaf;
    if at > last {
        return None;
    }
    for sibling in path {
        if last == 0 {
            return None;
        }
        if at % 2 == 1 || at == last {
            hash = node(sibling, &hash);
            climb_to_a_right_child(&mut at, &mut last);
        } else {
            hash = node(&hash, sibling);
        }
        (at, last) = (at / 2, last / 2);
    }
    (last == 0).then_some(hash)
}

/// Climbs to the next ancestor that is a right child or the root. The levels between have no
/// sibling.
fn climb_to_a_right_child(at: &mut u64, last: &mut u64) {
    while at.is_multiple_of(2) && *at != 0 {
        (*at, *last) = (*at / 2, *last / 2);
    }
}

/// A tree of the log: its size and root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeHead {
    /// Number of leaves of the tree.
    pub size: u64,
    /// Root hash. For no leaves, the hash of no bytes.
    pub root: Hash,
}

/// Returns `true` if a consistency proof shows that `old` is the beginning of `new` (RFC 9162,
/// section 2.1.4.2).
#[must_use]
pub fn extends(old: TreeHead, new: TreeHead, proof: &[Hash]) -> bool {
    if old.size > new.size {
        return false;
    }
    if old.size == 0 || old.size == new.size {
        return proof.is_empty() && (old.size == 0 || old.root == new.root);
    }
    let (first, rest) = if old.size.is_power_of_two() {
        (&old.root, proof)
    } else {
        let Some((first, rest)) = proof.split_first() else { return false };
        (first, rest)
    };
    if rest.is_empty() {
        return false;
    }
    grown(old, new, *first, rest)
}

fn grown(old: TreeHead, new: TreeHead, first: Hash, proof: &[Hash]) -> bool {
    let (mut at, mut last) = (old.size - 1, new.size - 1);
    while at % 2 == 1 {
        (at, last) = (at / 2, last / 2);
    }
    let (mut older, mut newer) = (first, first);
    for sibling in proof {
        if last == 0 {
            return false;
        }
        if at % 2 == 1 || at == last {
            older = log_node(sibling, &older);
            newer = log_node(sibling, &newer);
            climb_to_a_right_child(&mut at, &mut last);
        } else {
            newer = log_node(&newer, sibling);
        }
        (at, last) = (at / 2, last / 2);
    }
    last == 0 && older == old.root && newer == new.root
}

#[cfg(test)]
mod tests {
    use super::{card_node, path, root, root_over};
    use crate::hash::{Hash, sha256};

    fn leaves(count: u8) -> Vec<Hash> {
        (0..count).map(|leaf| sha256(&[leaf])).collect()
    }

    #[test]
    fn a_path_leads_from_its_leaf_to_the_root_and_from_no_other() {
        for count in 1..40 {
            let leaves = leaves(count);
            let root = root(&leaves, card_node);
            for (index, leaf) in leaves.iter().enumerate() {
                let path = path(&leaves, index, card_node);
                let over =
                    |at: usize| root_over(*leaf, at as u64, u64::from(count), &path, card_node);
                assert_eq!(over(index), Some(root));
                for other in (0..leaves.len()).filter(|other| *other != index) {
                    assert_ne!(over(other), Some(root), "{count} leaves, {index} as {other}");
                }
            }
        }
    }

    #[test]
    fn a_path_must_be_used_up_exactly() {
        let leaves = leaves(52);
        for index in [0, 47, 48, 51] {
            let mut path = path(&leaves, index, card_node);
            assert_eq!(path.len(), if index < 48 { 6 } else { 4 });
            let index = index as u64;
            path.push([1; 32]);
            assert_eq!(root_over(leaves[0], index, 52, &path, card_node), None);
            path.truncate(path.len() - 2);
            assert_eq!(root_over(leaves[0], index, 52, &path, card_node), None);
        }
    }

    #[test]
    fn roots_are_the_published_ones() {
        let begins =
            |count, bytes: [u8; 4]| assert_eq!(root(&leaves(count), card_node)[..4], bytes);
        begins(1, [0x6E, 0x34, 0x0B, 0x9C]);
        begins(2, [0x9D, 0x02, 0xFE, 0x73]);
        begins(3, [0x3D, 0x76, 0x4F, 0x28]);
        begins(36, [0x5E, 0xEA, 0xA7, 0x40]);
        begins(52, [0x34, 0x6F, 0xC1, 0x6C]);
        begins(104, [0x38, 0x04, 0x08, 0x34]);
    }

    #[test]
    fn a_leaf_beyond_the_last_has_no_root() {
        assert_eq!(root_over([0; 32], 1, 1, &[], card_node), None);
        assert_eq!(root_over([0; 32], 0, 0, &[], card_node), None);
    }
}

//! Tiles of the log (C2SP tlog-tiles): 256 hashes of one level, so that readers fetch the log in
//! files that never change.

use crate::hash::Hash;
use crate::tree::{log_node, root};
use std::ops::Range;

/// The hashes in a full tile.
const FULL: u64 = 256;

/// The level of a tile: its content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TileLevel {
    /// A bundle of the entries themselves.
    Entries,
    /// Hashes of subtrees with `256^level` leaves.
    Hashes(u8),
}

/// The place of a tile of hashes, whatever its width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileKey {
    pub level: u8,
    pub index: u64,
}

impl TileKey {
    /// Returns the tile that has a full subtree, by its height and its place among those of this
    /// height, and the hashes of the tile that it is over.
    pub(super) fn of_node(height: u32, index: u64) -> (Self, Range<usize>) {
        let (level, inside) = (height / 8, height % 8);
        let first = index << inside;
        let from = usize::try_from(first % FULL).unwrap_or(0);
        let level = u8::try_from(level).unwrap_or(u8::MAX);
        (Self { level, index: first / FULL }, from..from + (1 << inside))
    }
}

/// Returns the height and the place of a full subtree over these leaves; `None` if they are none.
pub(super) fn subtree_of(leaves: &Range<u64>) -> Option<(u32, u64)> {
    let size = leaves.end - leaves.start;
    let is_full = size.is_power_of_two() && leaves.start.is_multiple_of(size);
    is_full.then(|| (size.ilog2(), leaves.start / size))
}

/// One tile of the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tile {
    pub level: TileLevel,
    /// Index of the tile within its level.
    pub index: u64,
    /// Number of hashes or entries, 1 to 256.
    pub width: u16,
}

impl Tile {
    /// Returns the path of the tile below the log, such as `tile/0/x001/067.p/12`.
    #[must_use]
    pub fn path(&self) -> String {
        let level = match self.level {
            TileLevel::Entries => "entries".to_owned(),
            TileLevel::Hashes(level) => level.to_string(),
        };
        let mut index = format!("{:03}", self.index % 1000);
        let mut rest = self.index / 1000;
        while rest > 0 {
            index = format!("x{:03}/{index}", rest % 1000);
            rest /= 1000;
        }
        let partial =
            if u64::from(self.width) < FULL { format!(".p/{}", self.width) } else { String::new() };
        format!("tile/{level}/{index}{partial}")
    }

    /// Reads the path of a tile. Returns `None` for every path that [`path`](Self::path) does not
    /// write.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let (level, rest) = path.strip_prefix("tile/")?.split_once('/')?;
        let level = match level {
            "entries" => TileLevel::Entries,
            level => TileLevel::Hashes(level.parse().ok().filter(|level| *level < 64)?),
        };
        let (index, width) = match rest.split_once(".p/") {
            Some((index, width)) => (index, width.parse().ok().filter(|width| *width < 256)?),
            None => (rest, 256),
        };
        let mut number = 0_u64;
        for group in index.split('/') {
            let digits: u64 = group.strip_prefix('x').unwrap_or(group).parse().ok()?;
            number = number.checked_mul(1000)?.checked_add(digits)?;
        }
        let tile = Self { level, index: number, width };
        (tile.path() == path && width > 0).then_some(tile)
    }
}

/// Returns the tiles that a log of `new` entries has and a log of `old` entries had not, lowest
/// level first.
#[must_use]
pub fn new_tiles(old: u64, new: u64) -> Vec<Tile> {
    let mut tiles = of_level(TileLevel::Entries, old, new);
    let (mut old, mut new) = (old, new);
    for level in 0..8 {
        tiles.extend(of_level(TileLevel::Hashes(level), old, new));
        (old, new) = (old / FULL, new / FULL);
    }
    tiles
}

fn of_level(level: TileLevel, old: u64, new: u64) -> Vec<Tile> {
    if old == new {
        return Vec::new();
    }
    let tile = |index: u64| {
        let width = (new - index * FULL).min(FULL);
        Tile { level, index, width: u16::try_from(width).unwrap_or(0) }
    };
    (old / FULL..new.div_ceil(FULL)).map(tile).collect()
}

/// Returns the hashes of a tile. Returns `None` if there are too few leaves for it, and for a tile
/// of entries.
pub(super) fn hashes(leaves: &[Hash], tile: Tile) -> Option<Vec<u8>> {
    let TileLevel::Hashes(level) = tile.level else { return None };
    let subtree = FULL.checked_pow(u32::from(level))?;
    let first = tile.index.checked_mul(FULL)?;
    let mut bytes = Vec::new();
    for number in first..first.checked_add(u64::from(tile.width))? {
        let from = usize::try_from(number.checked_mul(subtree)?).ok()?;
        let to = from.checked_add(usize::try_from(subtree).ok()?)?;
        bytes.extend(root(leaves.get(from..to)?, log_node));
    }
    Some(bytes)
}

/// Returns a bundle of entries, each behind its length.
#[must_use]
pub fn entry_bundle<'a>(entries: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut bundle = Vec::new();
    for entry in entries {
        let length = u16::try_from(entry.len()).unwrap_or(u16::MAX);
        bundle.extend(length.to_be_bytes());
        bundle.extend(entry);
    }
    bundle
}

/// Returns the entries of a bundle; `None` if it ends within one.
#[must_use]
pub fn unbundled(mut bundle: &[u8]) -> Option<Vec<&[u8]>> {
    let mut entries = Vec::new();
    while !bundle.is_empty() {
        let (length, rest) = bundle.split_first_chunk()?;
        let (entry, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
        entries.push(entry);
        bundle = rest;
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::{Tile, TileLevel, entry_bundle, hashes, new_tiles, unbundled};
    use crate::hash::sha256;
    use crate::tree::{log_node, root};

    #[test]
    fn a_path_has_three_digits_a_folder() {
        let path = |level, index, width| Tile { level, index, width }.path();
        assert_eq!(path(TileLevel::Hashes(0), 1_234_067, 256), "tile/0/x001/x234/067");
        assert_eq!(path(TileLevel::Hashes(3), 5, 12), "tile/3/005.p/12");
        assert_eq!(path(TileLevel::Entries, 999, 256), "tile/entries/999");
    }

    #[test]
    fn a_tile_is_read_from_its_path_and_from_no_other() {
        for tile in new_tiles(0, 70_000)
            .into_iter()
            .chain(new_tiles(65_530, 300_000_000).into_iter().take(9))
        {
            assert_eq!(Tile::parse(&tile.path()), Some(tile));
        }
        for path in [
            "tile/0/1",
            "tile/0/x1/067",
            "tile/0/001.p/0",
            "tile/0/001.p/256",
            "tile/64/001",
            "tile/00/001",
            "tile/0/+01",
            "tile/0",
            "tile/0/001/067",
            "tile/data/001",
        ] {
            assert_eq!(Tile::parse(path), None, "{path}");
        }
    }

    #[test]
    fn growth_makes_the_tiles_that_changed() {
        let paths = |old, new| new_tiles(old, new).iter().map(Tile::path).collect::<Vec<_>>();
        assert!(paths(5, 5).is_empty());
        assert_eq!(paths(0, 3), ["tile/entries/000.p/3", "tile/0/000.p/3"]);
        assert_eq!(
            paths(255, 257),
            [
                "tile/entries/000",
                "tile/entries/001.p/1",
                "tile/0/000",
                "tile/0/001.p/1",
                "tile/1/000.p/1"
            ]
        );
    }

    #[test]
    fn a_tile_of_a_higher_level_has_the_roots_of_full_tiles() {
        let leaves: Vec<_> = (0..600_u32).map(|leaf| sha256(&leaf.to_be_bytes())).collect();
        let tile = |level, index, width| Tile { level: TileLevel::Hashes(level), index, width };
        let upper = hashes(&leaves, tile(1, 0, 2)).unwrap();
        let roots = [root(&leaves[..256], log_node), root(&leaves[256..512], log_node)];
        assert_eq!(upper, roots.concat());
        assert_eq!(hashes(&leaves, tile(0, 2, 88)).unwrap(), leaves[512..].concat());
        assert_eq!(hashes(&leaves, tile(0, 2, 89)), None);
        assert_eq!(hashes(&leaves, tile(1, 0, 3)), None);
    }

    #[test]
    fn a_bundle_has_each_entry_behind_its_length() {
        let bundle = entry_bundle([&b"ab"[..], b"c"]);
        assert_eq!(bundle, b"\0\x02ab\0\x01c");
        assert_eq!(unbundled(&bundle), Some(vec![&b"ab"[..], b"c"]));
        assert_eq!(unbundled(&bundle[..6]), None);
        assert_eq!(unbundled(&bundle[..5]), None);
    }
}

//! The chain of links of one contributor.
//!
//! The contributor commits to the anchor, and reveals link 1, link 2, and so on. No other party
//! can make a link, and its owner cannot choose one.

use crate::hash::{Hash, Tag, tagged};
use crate::secret::Secret;
use std::fmt;

/// The most links of a chain.
pub const MOST_LINKS: u32 = 65_536;

/// Returns the link below the link with this index.
#[must_use]
pub fn link_below(index: u32, link: &Hash) -> Hash {
    tagged(Tag::LinkBelow, &[&index.to_be_bytes(), link])
}

/// Returns the voucher for an opening, which the next link of the same chain proves.
#[must_use]
pub fn voucher(next_link: &Hash, opening: &Hash) -> Hash {
    tagged(Tag::Vouching, &[next_link, opening])
}

/// A chain of secret links, made from the last one.
#[derive(Clone, PartialEq, Eq)]
pub struct Chain(Vec<Secret>);

impl Chain {
    /// Makes a chain of this many links, from 1 to [`MOST_LINKS`], that ends with `last`.
    #[must_use]
    pub fn new(last: Secret, links: u32) -> Option<Self> {
        if links == 0 || links > MOST_LINKS {
            return None;
        }
        let mut chain = vec![last];
        for index in (1..=links).rev() {
            let above = chain.last()?.open();
            chain.push(Secret::new(link_below(index, above)));
        }
        chain.reverse();
        Some(Self(chain))
    }

    /// Returns the anchor, which the contributor publishes.
    #[must_use]
    pub fn anchor(&self) -> &Hash {
        self.0[0].open()
    }

    /// Returns a link. Link 0 is the anchor.
    #[must_use]
    pub fn link(&self, index: u32) -> Option<&Hash> {
        self.0.get(usize::try_from(index).ok()?).map(Secret::open)
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

//! The joint seed: what the opening and the links give together, and all that follows from it.

use crate::Opened;
use crate::deck::{Place, leaf_hash};
use crate::hash::{Hash, Tag, tagged};
use crate::opening::{DRAWN, Opening};
use crate::stream::Stream;
use crate::tree::{card_node, root_over};

/// Label of the draw for the button.
const BUTTON: u8 = 0xFE;
/// Label of the pick of the pack.
const PICK: u8 = 0xFF;
/// Letters of Crockford's base32.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The seed of a round, which no contributor and no room could choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JointSeed(pub Hash);

impl JointSeed {
    /// Makes the joint seed of an opening and the links of its roster, in order.
    #[must_use]
    pub fn new(opening: &Hash, links: &[(u8, Hash)]) -> Self {
        let count = [u8::try_from(links.len()).unwrap_or(u8::MAX)];
        let seats: Vec<[u8; 1]> = links.iter().map(|(seat, _)| [*seat]).collect();
        let mut parts: Vec<&[u8]> = vec![opening, &count];
        for (seat, (_, link)) in seats.iter().zip(links) {
            parts.extend([&seat[..], &link[..]]);
        }
        Self(tagged(Tag::JointSeed, &parts))
    }

    fn stream(&self, label: u8) -> Stream {
        Stream::new(Tag::PublicStream, &self.0, label)
    }

    /// Returns the pack that is dealt, of this many, which must not be 0.
    #[must_use]
    pub fn pick(&self, packs: u8) -> u8 {
        u8::try_from(self.stream(PICK).below(u32::from(packs))).unwrap_or(0)
    }

    /// Returns the public permutation of a deck: the leaf that lies at each place.
    #[must_use]
    pub fn permutation(&self, deck: u8, cards: u16) -> Vec<u16> {
        let mut leaves: Vec<u16> = (0..cards).collect();
        self.permute(deck, &mut leaves);
        leaves
    }

    /// Brings leaves from ascending order into the order of the public permutation of a deck.
    pub fn permute<T>(&self, deck: u8, leaves: &mut [T]) {
        self.stream(deck).shuffle(leaves);
    }

    /// Returns the number with which the button is drawn.
    #[must_use]
    pub fn button_draw(&self) -> u32 {
        self.stream(BUTTON).next_u32()
    }

    /// Returns the button of a hand: the one of the opening, or a drawn one. Returns `None` if no
    /// seat is dealt in that the draw could choose.
    #[must_use]
    pub fn button(&self, opening: &Opening) -> Option<u8> {
        if opening.button != DRAWN {
            return Some(opening.button);
        }
        let seats = opening.dealt.len() as u64;
        let drawn = (u64::from(self.button_draw()) * seats) >> 32;
        opening.dealt.get(usize::try_from(drawn).ok()?).copied()
    }

    /// Returns four letters by which players compare a round: its first 20 bits.
    #[must_use]
    pub fn code(&self) -> String {
        let bits = u32::from_be_bytes([0, self.0[0], self.0[1], self.0[2]]) >> 4;
        let letter = |shift: u32| char::from(LETTERS[(bits >> shift & 31) as usize]);
        [15, 10, 5, 0].map(letter).into_iter().collect()
    }
}

/// Returns `true` if an opened card lies at this leaf of the deck with this root.
#[must_use]
pub fn is_opened(opened: &Opened, at: Place, leaf: u16, cards: u16, root: &Hash) -> bool {
    let hash = leaf_hash(&opened.salt, at.deck, leaf, opened.card);
    let over = root_over(hash, u64::from(leaf), u64::from(cards), &opened.path, card_node);
    over.as_ref() == Some(root)
}

#[cfg(test)]
mod tests {
    use super::JointSeed;
    use crate::hash::sha256;

    #[test]
    fn the_code_of_a_round_is_its_first_twenty_bits() {
        let mut seed = [0; 32];
        seed[..3].copy_from_slice(&[0b0000_0000, 0b0100_0100, 0b0011_1111]);
        assert_eq!(JointSeed(seed).code(), "0123");
        assert_eq!(JointSeed([0xFF; 32]).code(), "ZZZZ");
    }

    /// Chi-squared of counts that should be equal.
    fn misfit(counts: &[u32]) -> u64 {
        let sum: u64 = counts.iter().copied().map(u64::from).sum();
        let cells = counts.len() as u64;
        let squares: u64 = counts.iter().map(|count| u64::from(*count).pow(2)).sum();
        (squares * cells).div_ceil(sum) - sum
    }

    #[test]
    fn every_leaf_is_as_likely_at_every_place() {
        let mut counts = vec![[0_u32; 52]; 52];
        for round in 0..20_000_u32 {
            let seed = JointSeed(sha256(&round.to_be_bytes()));
            for (place, leaf) in seed.permutation(0, 52).into_iter().enumerate() {
                counts[place][usize::from(leaf)] += 1;
            }
        }
        // 51 x 51 = 2,601 degrees of freedom: standard deviation 72, here five of them.
        let misfit: u64 = counts.iter().map(|place| misfit(place)).sum();
        assert!((2_240..2_960).contains(&misfit), "{misfit}");
    }

    #[test]
    fn every_order_of_five_cards_is_as_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for round in 0..60_000_u32 {
            let seed = JointSeed(sha256(&round.to_be_bytes()));
            *counts.entry(seed.permutation(9, 5)).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 120);
        let counts: Vec<u32> = counts.into_values().collect();
        // 119 degrees of freedom: standard deviation 15.4, here five of them.
        let misfit = misfit(&counts);
        assert!((42..196).contains(&misfit), "{misfit}");
    }
}

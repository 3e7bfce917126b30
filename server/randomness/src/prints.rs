//! Decks that came twice.

use crate::Deck;

/// The most decks that are compared: 160 MB of prints.
const MOST: u64 = 20_000_000;

/// Prints of 64 bits of the first decks. Two different decks of them share one by chance once in
/// some 90,000 runs.
pub(crate) struct Prints {
    prints: Vec<u64>,
    most: usize,
}

impl Prints {
    pub(crate) fn new(decks: u64) -> Self {
        let most = usize::try_from(decks.min(MOST)).unwrap_or(usize::MAX);
        Self { prints: Vec::with_capacity(most), most }
    }

    pub(crate) fn add(&mut self, deck: &Deck) {
        if self.prints.len() < self.most {
            self.prints.push(print(deck));
        }
    }

    /// Returns how many decks had come before.
    pub(crate) fn twice(mut self) -> u32 {
        self.prints.sort_unstable();
        let twice = self.prints.windows(2).filter(|pair| pair[0] == pair[1]).count();
        u32::try_from(twice).unwrap_or(u32::MAX)
    }
}

/// Mixes a deck into 64 bits.
fn print(deck: &Deck) -> u64 {
    let mix = |print: u64, cards: &[u8]| {
        let mut word = [0; 8];
        word[..cards.len()].copy_from_slice(cards);
        let mixed = (print ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    };
    deck.chunks(8).fold(0, mix)
}

#[cfg(test)]
mod tests {
    use super::Prints;
    use crate::unshuffled;

    #[test]
    fn a_deck_that_comes_again_is_counted_and_one_with_two_cards_swapped_is_not() {
        let mut prints = Prints::new(4);
        let mut deck = unshuffled();
        prints.add(&deck);
        deck.swap(3, 50);
        prints.add(&deck);
        deck.swap(3, 50);
        prints.add(&deck);
        prints.add(&deck);
        prints.add(&deck);
        assert_eq!(prints.twice(), 2, "the fifth deck is not compared");
    }
}

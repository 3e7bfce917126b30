//! The number of cards that a hand holds of each rank.

use crate::ace::ace_low;
use crate::{CardSet, Rank, Suit};

/// The number of ranks, and of bits in a mask of them.
pub(crate) const RANK_BITS: u32 = 13;

/// The mask of all ranks: bit 0 is the deuce, bit 12 the ace.
pub(crate) const ALL_RANKS: u32 = (1 << RANK_BITS) - 1;

/// The ranks that a hand holds at least this many times, as masks.
#[derive(Clone, Copy)]
pub(crate) struct RankTimes {
    pub(crate) once: u32,
    pub(crate) twice: u32,
    pub(crate) thrice: u32,
    pub(crate) four_times: u32,
}

impl RankTimes {
    #[inline]
    pub(crate) fn of(cards: CardSet) -> Self {
        let [clubs, diamonds, hearts, spades] =
            Suit::ALL.map(|suit| u32::from(cards.suit_mask(suit)));
        let (minor_once, minor_twice) = (clubs | diamonds, clubs & diamonds);
        let (major_once, major_twice) = (hearts | spades, hearts & spades);
        Self {
            once: minor_once | major_once,
            twice: minor_twice | major_twice | (minor_once & major_once),
            thrice: (minor_twice & major_once) | (minor_once & major_twice),
            four_times: minor_twice & major_twice,
        }
    }

    /// Counts cards of these ranks.
    pub(crate) fn of_ranks(ranks: impl IntoIterator<Item = Rank>) -> Self {
        let mut times = Self { once: 0, twice: 0, thrice: 0, four_times: 0 };
        for rank in ranks {
            let rank = 1 << rank.index();
            times.four_times |= times.thrice & rank;
            times.thrice |= times.twice & rank;
            times.twice |= times.once & rank;
            times.once |= rank;
        }
        times
    }

    /// Returns the same hand with the ace below the deuce.
    pub(crate) const fn with_ace_low(self) -> Self {
        Self {
            once: ace_low(self.once),
            twice: ace_low(self.twice),
            thrice: ace_low(self.thrice),
            four_times: ace_low(self.four_times),
        }
    }
}

/// Returns the lowest rank of a mask; empty for an empty one.
pub(crate) const fn lowest(ranks: u32) -> u32 {
    ranks & ranks.wrapping_neg()
}

/// Returns the `count` lowest ranks of a mask, or all of them if there are fewer.
pub(crate) const fn keep_lowest(ranks: u32, count: u32) -> u32 {
    let (mut kept, mut left) = (ranks, ranks.count_ones());
    while left > count {
        kept ^= 1 << kept.ilog2();
        left -= 1;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{RankTimes, keep_lowest, lowest};
    use crate::{Card, parse_cards};

    #[test]
    fn counts_each_rank() {
        let cards = parse_cards("2c2d2h2s 3c3d3s 4d4h As").unwrap();
        for ranks in [
            RankTimes::of(cards.iter().collect()),
            RankTimes::of_ranks(cards.iter().copied().map(Card::rank)),
        ] {
            assert_eq!(ranks.once, 0b1_0000_0000_0111);
            assert_eq!((ranks.twice, ranks.thrice, ranks.four_times), (0b111, 0b11, 0b1));
            let ranks = ranks.with_ace_low();
            assert_eq!(ranks.once, 0b1111);
            assert_eq!((ranks.twice, ranks.thrice, ranks.four_times), (0b1110, 0b110, 0b10));
        }
    }

    #[test]
    fn the_lowest_ranks_stay() {
        assert_eq!(keep_lowest(0b1_0110_1101, 3), 0b1101);
        assert_eq!(keep_lowest(0b101, 3), 0b101);
        assert_eq!((lowest(0b1_0100), lowest(0)), (0b100, 0));
    }
}

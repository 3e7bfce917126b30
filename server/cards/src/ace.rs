//! The two places of the ace in the order of the ranks.

use crate::Rank;
use crate::rank_times::{ALL_RANKS, RANK_BITS};

/// Whether the ace is the highest or the lowest rank. A mask of ranks has its lowest rank in bit 0.
#[derive(Clone, Copy)]
pub(crate) enum Ace {
    High,
    Low,
}

impl Ace {
    /// Converts a mask with the ace on top to this order.
    pub(crate) const fn order(self, ranks: u32) -> u32 {
        match self {
            Self::High => ranks,
            Self::Low => ace_low(ranks),
        }
    }

    /// Returns the rank at this place, counted from the lowest.
    pub(crate) const fn rank(self, place: usize) -> Rank {
        match self {
            Self::High => Rank::ALL[place],
            Self::Low => Rank::ALL[(place + 12) % 13],
        }
    }

    /// Returns the place of a rank, counted from the lowest.
    pub(crate) const fn place(self, rank: Rank) -> u8 {
        match self {
            Self::High => rank.index(),
            Self::Low => (rank.index() + 1) % 13,
        }
    }
}

/// Returns a mask of ranks whose bit 0 is the ace, bit 1 the deuce and bit 12 the king.
pub(crate) const fn ace_low(ranks: u32) -> u32 {
    ((ranks << 1) | (ranks >> (RANK_BITS - 1))) & ALL_RANKS
}

#[cfg(test)]
mod tests {
    use super::Ace;
    use crate::Rank;

    #[test]
    fn a_rank_is_where_its_bit_is() {
        for ace in [Ace::High, Ace::Low] {
            for rank in Rank::ALL {
                let place = ace.place(rank);
                assert_eq!(ace.rank(place.into()), rank);
                assert_eq!(ace.order(1 << rank.index()), 1 << place);
            }
        }
        assert_eq!((Ace::High.place(Rank::Ace), Ace::Low.place(Rank::Ace)), (12, 0));
    }
}

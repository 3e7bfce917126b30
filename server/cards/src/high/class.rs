//! Numbers the values of high hands without gaps.
//!
//! The number is computed, not looked up. The combinatorial number system counts the lower masks
//! with the same number of ranks (Knuth, TAOCP volume 4A, section 7.2.1.3).

use super::{HighCategory, HighValue};

/// Each straight as a mask of its five ranks, the wheel first.
const STRAIGHTS: [u32; 10] = {
    let mut straights = [0b1_0000_0000_1111; 10];
    let mut lowest_rank = 0;
    while lowest_rank < 9 {
        straights[lowest_rank + 1] = 0b1_1111 << lowest_rank;
        lowest_rank += 1;
    }
    straights
};

/// The rank index of the top card of the lowest straight, the five.
const LOWEST_STRAIGHT_TOP: u32 = 3;

/// Returns the number of lower values: 0 for seven high, 7461 for the royal flush.
pub(super) fn strength(value: HighValue) -> u16 {
    let (made, kickers) = (value.made(), value.kickers());
    // Each line adds the number of values in the categories below to the place within this
    // category. A category has (choices of `made`) x (choices of `kickers` from the ranks that are
    // left) values.
    let strength = match value.category() {
        HighCategory::HighCard => place_without_straights(kickers),
        HighCategory::Pair => 1277 + place(made) * 220 + place_among_rest(kickers, made),
        HighCategory::TwoPair => 4137 + place(made) * 11 + place_among_rest(kickers, made),
        HighCategory::ThreeOfAKind => 4995 + place(made) * 66 + place_among_rest(kickers, made),
        HighCategory::Straight => 5853 + place(made) - LOWEST_STRAIGHT_TOP,
        HighCategory::Flush => 5863 + place_without_straights(kickers),
        HighCategory::FullHouse => 7140 + place(made) * 12 + place_among_rest(kickers, made),
        HighCategory::FourOfAKind => 7296 + place(made) * 12 + place_among_rest(kickers, made),
        HighCategory::StraightFlush => 7452 + place(made) - LOWEST_STRAIGHT_TOP,
    };
    u16::try_from(strength).expect("there are 7,462 values")
}

/// Returns the number of lower masks with the same number of ranks.
fn place(mut ranks: u32) -> u32 {
    let mut below = 0;
    let mut taken = 0;
    while ranks != 0 {
        taken += 1;
        below += choose(ranks.trailing_zeros(), taken);
        ranks &= ranks - 1;
    }
    below
}

/// Returns the place among the masks that have no rank of `removed`.
fn place_among_rest(ranks: u32, removed: u32) -> u32 {
    let (mut ranks, mut removed) = (ranks, removed);
    while removed != 0 {
        let below = (1 << removed.ilog2()) - 1;
        ranks = (ranks & below) | ((ranks >> 1) & !below);
        removed &= below;
    }
    place(ranks)
}

/// Returns the place among the masks of five ranks that are not straights.
fn place_without_straights(ranks: u32) -> u32 {
    STRAIGHTS.iter().filter(|&&straight| straight < ranks).fold(place(ranks), |place, _| place - 1)
}

fn choose(from: u32, taken: u32) -> u32 {
    (0..taken).fold(1, |ways, step| ways * from.saturating_sub(step) / (step + 1))
}

#[cfg(test)]
mod tests {
    use super::{choose, place, place_among_rest, place_without_straights};

    #[test]
    fn binomials() {
        assert_eq!([choose(13, 5), choose(12, 3), choose(4, 5), choose(0, 1)], [1287, 220, 0, 0]);
    }

    #[test]
    fn masks_of_five_ranks_are_counted_in_order() {
        let masks: Vec<u32> = (0..1 << 13).filter(|mask: &u32| mask.count_ones() == 5).collect();
        for (position, &mask) in masks.iter().enumerate() {
            assert_eq!(place(mask) as usize, position);
        }
        assert_eq!(place_without_straights(0b10_1111), 0);
        assert_eq!(place_without_straights(0b1_1110_0100_0000), 1275);
        assert_eq!(place_without_straights(0b1_1110_1000_0000), 1276);
    }

    #[test]
    fn kickers_are_counted_without_the_ranks_of_the_pairs() {
        let pairs = 0b1_0000_0000_0010;
        let kickers: Vec<u32> = (0..13).map(|rank| 1 << rank).filter(|k| k & pairs == 0).collect();
        for (position, &kicker) in kickers.iter().enumerate() {
            assert_eq!(place_among_rest(kicker, pairs) as usize, position);
        }
        assert_eq!(kickers.len(), 11);
    }
}

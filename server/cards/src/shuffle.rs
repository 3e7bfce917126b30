//! The shuffle, specified to the last bit.
//!
//! It turns a stream of 32-bit numbers into an order of the cards. The caller provides the numbers.
//! The shuffle does not and cannot check that they are unpredictable.

use crate::Card;

/// Shuffles the cards in place, or anything else. Every order is equally likely if the numbers
/// are uniform and independent.
///
/// This is the Fisher–Yates shuffle in Durstenfeld's form (Knuth, TAOCP volume 2, algorithm P). The
/// exact steps are part of the contract, because an audit replays them from the seed of the hand:
///
/// 1. For `last` from `cards.len() - 1` down to 1, draw a uniform integer `other` in `0..=last` and
///    swap the cards at `last` and `other`. Equal positions swap a card with itself.
/// 2. The draw: let `bound = last + 1` and `limit = 2^32 - (2^32 mod bound)`. Take the next number.
///    While it is `limit` or more, discard it and take the next. Then `other = number mod bound`.
///
/// Discarding the incomplete last interval makes the draw exact. A bare remainder would favor small
/// positions. For a 52-card deck fewer than one number in 80 million is discarded. No number is
/// drawn for fewer than two cards.
///
/// A source that returns the same large number forever never ends the shuffle; a random one does.
pub fn fisher_yates<T>(cards: &mut [T], mut next_u32: impl FnMut() -> u32) {
    let count = u32::try_from(cards.len()).expect("a deck has no four billion cards");
    for last in (1..count).rev() {
        let other = uniform_up_to(last, &mut next_u32);
        cards.swap(last as usize, other as usize);
    }
}

/// Draws a uniform number from 0 to `last`, as in step 2 of [`fisher_yates`].
///
/// A number is below the limit if the whole interval of `bound` numbers around it fits into 32
/// bits. This test saves the division for the limit.
pub fn uniform_up_to(last: u32, next_u32: &mut impl FnMut() -> u32) -> u32 {
    loop {
        let number = next_u32();
        let other = remainder(number, last + 1);
        let interval_starts = number - other;
        if interval_starts.checked_add(last).is_some() {
            return other;
        }
    }
}

/// Entry n is 2^64 / n, rounded up. The one for 1 is zero, because 2^64 does not fit.
const RECIPROCALS: [u64; Card::COUNT as usize + 1] = {
    let mut reciprocals = [0; Card::COUNT as usize + 1];
    let mut bound = 1;
    while bound < reciprocals.len() {
        reciprocals[bound] = (u64::MAX / bound as u64).wrapping_add(1);
        bound += 1;
    }
    reciprocals
};

/// Returns `number % bound`. For a deck it multiplies, which is faster than a division: the
/// fraction of `number / bound`, in units of 2^-64, times `bound` (Lemire, Kaser and Kurz, "Faster
/// remainder by direct computation", 2019). That is exact for all numbers of 32 bits.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "a remainder is below the bound")]
fn remainder(number: u32, bound: u32) -> u32 {
    let Some(reciprocal) = RECIPROCALS.get(bound as usize) else { return number % bound };
    let fraction = reciprocal.wrapping_mul(u64::from(number));
    ((u128::from(fraction) * u128::from(bound)) >> u64::BITS) as u32
}

#[cfg(test)]
mod tests {
    use super::{fisher_yates, remainder};
    use crate::{Card, CardSet, parse_cards};

    #[test]
    fn the_remainder_is_exact() {
        let mut random = xorshift32(3);
        for bound in 1..=60_u32 {
            let multiples = (0..1_000).map(|_| random() / bound * bound);
            let around = multiples
                .flat_map(|number| [number.wrapping_sub(1), number, number.saturating_add(1)]);
            for number in around.chain([0, 1, bound - 1, bound, u32::MAX - 1, u32::MAX]) {
                assert_eq!(remainder(number, bound), number % bound, "{number} by {bound}");
            }
        }
    }

    /// Marsaglia's xorshift32 with the triple (13, 17, 5). Good enough to pin an order, not
    /// to deal a hand.
    fn xorshift32(mut state: u32) -> impl FnMut() -> u32 {
        move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        }
    }

    fn shuffled(mut cards: Vec<Card>, next_u32: impl FnMut() -> u32) -> String {
        fisher_yates(&mut cards, next_u32);
        cards.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn golden_orders_never_change() {
        let full = || CardSet::full52().iter().collect();
        assert_eq!(
            shuffled(full(), xorshift32(1)),
            concat!(
                "JcAcQs6hKs2s8d9d2cTh8s3dAs5c4dKd9hQcKh5dQhJh2d9s6cTd",
                "Jd3h8c3sTcAh9cAd5h3c8hTs7s2h4cKc4hQd5s7c7h6dJs4s6s7d"
            )
        );
        assert_eq!(
            shuffled(full(), xorshift32(0xC0FF_EE11)),
            concat!(
                "2h9cQsTsJsTcJdQhThJc9h6c5h4d6s9d7hJhAd4cQd9sKd3d4h2s",
                "8d7s7cQc3s5cAc8s2d3c3h4sAhKc8hKhTd6dKs6h5d2cAs7d8c5s"
            )
        );
        let short = CardSet::short36().iter().collect();
        assert_eq!(
            shuffled(short, xorshift32(7)),
            concat!("8d7c6sKc9h8hJdQdTd9sKhQc6d7sTcJsKd6hQh7dAc9dTsAh8cAs", "Jc8sThJh9cAd7hKs6cQs")
        );
    }

    #[test]
    fn numbers_of_the_incomplete_interval_are_thrown_away() {
        // Three cards: the limit for three is 2^32 - 1, so only u32::MAX is rejected. For two, no
        // number is.
        let cards = parse_cards("2c3c4c").unwrap();
        let mut script = [u32::MAX, u32::MAX, u32::MAX - 1, u32::MAX].into_iter();
        let order = shuffled(cards, || script.next().expect("four numbers are enough"));
        // u32::MAX - 1 is 2 mod 3 (the last card stays), u32::MAX is 1 mod 2 (the middle one
        // stays).
        assert_eq!(order, "2c3c4c");
        assert_eq!(script.next(), None);
    }

    #[test]
    fn every_choice_of_numbers_gives_another_order() {
        // 4 x 3 x 2 choices for four cards must hit each of the 24 orders exactly once.
        let cards = parse_cards("2c3c4c5c").unwrap();
        let mut orders = Vec::new();
        for first in 0..4 {
            for second in 0..3 {
                for third in 0..2 {
                    let mut script = [first, second, third].into_iter();
                    orders.push(shuffled(cards.clone(), || script.next().expect("three draws")));
                }
            }
        }
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 24);
    }

    #[test]
    fn fewer_than_two_cards_draw_no_number() {
        fisher_yates::<Card>(&mut [], || unreachable!("nothing to draw for"));
        let mut one = parse_cards("As").unwrap();
        fisher_yates(&mut one, || unreachable!("nothing to draw for"));
        assert_eq!(one, parse_cards("As").unwrap());
    }

    #[test]
    fn each_card_lands_everywhere_about_equally_often() {
        // 52,000 shuffles: each of the 2,704 (card, position) cells expects 1,000, with a deviation
        // of 31.
        let mut next_u32 = xorshift32(0x9E37_79B9);
        let mut cells = vec![[0_u32; 52]; 52];
        for _ in 0..52_000 {
            let mut cards: Vec<Card> = CardSet::full52().iter().collect();
            fisher_yates(&mut cards, &mut next_u32);
            for (position, card) in cards.into_iter().enumerate() {
                cells[position][usize::from(card.index())] += 1;
            }
        }
        for count in cells.into_iter().flatten() {
            assert!((820..1180).contains(&count), "{count} of 1,000 expected");
        }
    }
}

//! The value of a hand in any ranking: one number that compares.

use std::fmt::{self, Debug, Formatter};

use crate::rank_times::{ALL_RANKS, RANK_BITS};
use crate::{HighCategory, HighValue};

/// The value of a hand in one [`Ranking`](crate::Ranking). The greater value wins and equal values
/// split, in low games too.
///
/// Values of different rankings mean different things, so compare only values of the same ranking.
/// [`Ranking::describe`](crate::Ranking::describe) returns the words.
///
/// # Layout
///
/// The two highest bits tag the kind of value, so that no ranking misreads a value of another kind.
/// A high hand is the number of its [`HighValue`], a low hand that number inverted, a badugi the
/// number of its cards above the inverted mask of their ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandValue(u32);

const BODY_BITS: u32 = 30;
const BODY: u32 = (1 << BODY_BITS) - 1;

const HIGH: u32 = 0;
const SHORT_DECK: u32 = 1;
const LOW: u32 = 2;
const BADUGI: u32 = 3;

/// The bits below the category, which hold the ranks.
const RANKS_BITS: u32 = 2 * RANK_BITS;

impl HandValue {
    pub(crate) const fn high(value: HighValue) -> Self {
        Self::tagged(HIGH, value.bits())
    }

    /// Returns the value of a hand whose category has a different `place` than among high hands.
    pub(crate) const fn short_deck(place: u8, value: HighValue) -> Self {
        let ranks = value.bits() & ((1 << RANKS_BITS) - 1);
        Self::tagged(SHORT_DECK, ((place as u32) << RANKS_BITS) | ranks)
    }

    /// Returns a low value, which is better the lower the same hand is as a high hand.
    pub(crate) const fn low(value: HighValue) -> Self {
        Self::tagged(LOW, value.bits() ^ BODY)
    }

    /// Returns the value of one to four cards of these ranks. More cards are
    /// better, then lower ones.
    pub(crate) const fn badugi(ranks: u32) -> Self {
        Self::tagged(BADUGI, (ranks.count_ones() << RANK_BITS) | (ranks ^ ALL_RANKS))
    }

    const fn tagged(tag: u32, body: u32) -> Self {
        Self((tag << BODY_BITS) | body)
    }

    /// Returns the value among high hands of the full deck; `None` for a value of another ranking.
    #[must_use]
    pub fn high_value(self) -> Option<HighValue> {
        (self.0 >> BODY_BITS == HIGH).then(|| self.as_high())
    }

    /// Inverts [`HandValue::high`].
    pub(crate) fn as_high(self) -> HighValue {
        HighValue::from_bits(self.body(HIGH))
    }

    /// Inverts [`HandValue::short_deck`], given the categories in order of their places.
    pub(crate) fn as_short_deck(self, categories: &[HighCategory; 9]) -> HighValue {
        let body = self.body(SHORT_DECK);
        let category = categories[(body >> RANKS_BITS) as usize];
        HighValue::new(category, (body >> RANK_BITS) & ALL_RANKS, body & ALL_RANKS)
    }

    /// Inverts [`HandValue::low`].
    pub(crate) fn as_low(self) -> HighValue {
        HighValue::from_bits(self.body(LOW) ^ BODY)
    }

    /// Returns the ranks of a badugi.
    pub(crate) fn as_badugi(self) -> u32 {
        (self.body(BADUGI) & ALL_RANKS) ^ ALL_RANKS
    }

    fn body(self, tag: u32) -> u32 {
        assert_eq!(self.0 >> BODY_BITS, tag, "the value is of another ranking");
        self.0 & BODY
    }
}

impl Debug for HandValue {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "HandValue({:#010x})", self.0)
    }
}

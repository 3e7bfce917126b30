//! How good a hand is, whatever the ranking: one number that compares.

use std::fmt::{self, Debug, Formatter};

use crate::rank_times::{ALL_RANKS, RANK_BITS};
use crate::{HighCategory, HighValue};

/// How good a hand is in one [`Ranking`](crate::Ranking). The greater value wins, equal values
/// split, in low games too.
///
/// Values of different rankings mean different things: compare those of one ranking only. The
/// words are in [`Ranking::describe`](crate::Ranking::describe).
///
/// # Layout
///
/// The two highest bits say how to read the rest, so that no ranking takes the value of another
/// kind for its own. A high hand is the number of its [`HighValue`], a low hand that number
/// inverted, a badugi the number of its cards above the inverted mask of their ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandValue(u32);

const BODY_BITS: u32 = 30;
const BODY: u32 = (1 << BODY_BITS) - 1;

const HIGH: u32 = 0;
const SHORT_DECK: u32 = 1;
const LOW: u32 = 2;
const BADUGI: u32 = 3;

/// The bits below the category, where the ranks are.
const RANKS_BITS: u32 = 2 * RANK_BITS;

impl HandValue {
    pub(crate) const fn high(value: HighValue) -> Self {
        Self::tagged(HIGH, value.bits())
    }

    /// A hand whose category has another `place` than among high hands.
    pub(crate) const fn short_deck(place: u8, value: HighValue) -> Self {
        let ranks = value.bits() & ((1 << RANKS_BITS) - 1);
        Self::tagged(SHORT_DECK, ((place as u32) << RANKS_BITS) | ranks)
    }

    /// The better the lower the same hand is as a high hand.
    pub(crate) const fn low(value: HighValue) -> Self {
        Self::tagged(LOW, value.bits() ^ BODY)
    }

    /// One to four cards of these ranks: more are better, then lower ones.
    pub(crate) const fn badugi(ranks: u32) -> Self {
        Self::tagged(BADUGI, (ranks.count_ones() << RANK_BITS) | (ranks ^ ALL_RANKS))
    }

    const fn tagged(tag: u32, body: u32) -> Self {
        Self((tag << BODY_BITS) | body)
    }

    /// What it is among high hands of the full deck; `None` for a value of another ranking.
    #[must_use]
    pub fn high_value(self) -> Option<HighValue> {
        (self.0 >> BODY_BITS == HIGH).then(|| self.as_high())
    }

    /// The opposite of [`HandValue::high`].
    pub(crate) fn as_high(self) -> HighValue {
        HighValue::from_bits(self.body(HIGH))
    }

    /// The opposite of [`HandValue::short_deck`], with the categories in order of their places.
    pub(crate) fn as_short_deck(self, categories: &[HighCategory; 9]) -> HighValue {
        let body = self.body(SHORT_DECK);
        let category = categories[(body >> RANKS_BITS) as usize];
        HighValue::new(category, (body >> RANK_BITS) & ALL_RANKS, body & ALL_RANKS)
    }

    /// The opposite of [`HandValue::low`].
    pub(crate) fn as_low(self) -> HighValue {
        HighValue::from_bits(self.body(LOW) ^ BODY)
    }

    /// The ranks of a badugi.
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

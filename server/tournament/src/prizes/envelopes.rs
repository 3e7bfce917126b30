//! Mystery bounties: their values, their numbers, and the draw.

use crate::draws::Draws;
use cardroom_rules::{Cents, MysteryPrize};
use serde::{Deserialize, Serialize};

/// The undrawn mystery bounties.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Envelopes {
    /// Value and number of each kind, best first.
    kinds: Vec<(Cents, u32)>,
}

impl Envelopes {
    /// Divides a pot among `envelopes` envelopes, to the cent. Each kind gets its share of the
    /// envelopes, at least one unless the share is 0. The commonest kind absorbs any excess or
    /// shortage. The first envelope of the best kind holds the rounding remainder.
    pub(super) fn new(pot: Cents, prizes: &[MysteryPrize], envelopes: u32) -> Self {
        let mut kinds: Vec<(u64, u32)> =
            prizes.iter().map(|prize| (u64::from(prize.weight), count(prize, envelopes))).collect();
        kinds.retain(|(_, count)| *count > 0);
        kinds.sort_by(|one, other| other.cmp(one));
        if kinds.is_empty() {
            kinds.push((1, envelopes));
        }
        fit(&mut kinds, envelopes);
        let whole: u128 = kinds.iter().map(|(w, n)| u128::from(*w) * u128::from(*n)).sum();
        let worth = |weight: u64| match (u128::from(pot.0) * u128::from(weight)).checked_div(whole)
        {
            Some(worth) => Cents(u64::try_from(worth).expect("a part is not more than the whole")),
            None => Cents::ZERO,
        };
        let mut kinds: Vec<(Cents, u32)> =
            kinds.into_iter().map(|(weight, count)| (worth(weight), count)).collect();
        let given: Cents = kinds.iter().map(|(worth, count)| worth.times(u64::from(*count))).sum();
        let over = pot.saturating_sub(given);
        if let Some((best, count)) = kinds.first_mut().filter(|_| !over.is_zero()) {
            let first = *best + over;
            *count -= 1;
            kinds.insert(0, (first, 1));
        }
        kinds.retain(|(_, count)| *count > 0);
        Self { kinds }
    }

    /// Returns the value of a random envelope, or `None` if there are none.
    pub(super) fn draw(&self, draws: &mut Draws) -> Option<Cents> {
        let all: u32 = self.kinds.iter().map(|(_, count)| count).sum();
        let mut drawn = draws.below(all);
        self.kinds.iter().find_map(|(worth, count)| {
            let is_it = drawn < *count;
            drawn = drawn.saturating_sub(*count);
            is_it.then_some(*worth)
        })
    }

    /// Removes an envelope of this value.
    ///
    /// # Panics
    /// If there is none of this value.
    pub(super) fn take(&mut self, worth: Cents) -> Cents {
        let kind = self.kinds.iter_mut().find(|(of, count)| *of == worth && *count > 0);
        let (_, count) = kind.expect("an envelope is drawn from those that are left");
        *count -= 1;
        self.kinds.retain(|(_, count)| *count > 0);
        worth
    }

    pub(super) fn sum(&self) -> Cents {
        self.kinds.iter().map(|(worth, count)| worth.times(u64::from(*count))).sum()
    }

    pub(super) fn kinds(&self) -> impl Iterator<Item = (Cents, u32)> {
        self.kinds.iter().copied()
    }
}

fn count(prize: &MysteryPrize, envelopes: u32) -> u32 {
    if prize.per_ten_thousand == 0 {
        return 0;
    }
    let count = u64::from(envelopes) * u64::from(prize.per_ten_thousand) / 10_000;
    u32::try_from(count).unwrap_or(u32::MAX).max(1)
}

/// Adjusts the total to `envelopes` by adding or removing envelopes of the commonest kind. Of
/// equally common kinds it is the one with the lowest value.
fn fit(kinds: &mut [(u64, u32)], envelopes: u32) {
    let sum = |kinds: &[(u64, u32)]| kinds.iter().map(|(_, count)| u64::from(*count)).sum::<u64>();
    loop {
        let all = sum(kinds);
        let Some((_, commonest)) = kinds.iter_mut().max_by_key(|(_, count)| *count) else { return };
        match all.checked_sub(u64::from(envelopes)) {
            Some(0) => return,
            Some(over) => {
                let less = u32::try_from(over).unwrap_or(u32::MAX).min((*commonest).div_ceil(2));
                *commonest -= less;
            }
            None => {
                let more = u64::from(envelopes) - all;
                *commonest += u32::try_from(more).expect("no more than there are to be");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn prize(weight: u32, per_ten_thousand: u32) -> MysteryPrize {
        MysteryPrize { weight, per_ten_thousand }
    }

    #[test]
    fn a_pot_is_put_into_envelopes_to_the_cent() {
        let prizes = [prize(1, 9_000), prize(10, 900), prize(100, 100)];
        let envelopes = Envelopes::new(Cents(3_001), &prizes, 100);
        // 90 + 9 * 10 + 100 = 280 parts of 10.7 cents: 1,071, 107 and 10, and 67 are left over.
        let kinds: Vec<_> = envelopes.kinds().collect();
        assert_eq!(kinds, [(Cents(1_138), 1), (Cents(107), 9), (Cents(10), 90)]);
    }

    #[test]
    fn fewer_envelopes_than_kinds_hold_the_best() {
        let prizes = [prize(1, 9_000), prize(10, 900), prize(100, 100)];
        let two = Envelopes::new(Cents(1_100), &prizes, 2);
        assert_eq!(two.kinds().collect::<Vec<_>>(), [(Cents(1_000), 1), (Cents(100), 1)]);
        assert_eq!(Envelopes::new(Cents(7), &[], 3).sum(), Cents(7));
    }

    proptest! {
        #[test]
        fn every_envelope_is_drawn_once_and_they_hold_the_whole_pot(
            pot in 0_u64..1_000_000,
            prizes in prop::collection::vec((0_u32..1_000, 0_u32..10_000), 0..6),
            envelopes in 1_u32..300,
            seed: u64,
        ) {
            let prizes: Vec<MysteryPrize> = prizes.iter().map(|(w, n)| prize(*w, *n)).collect();
            let mut left = Envelopes::new(Cents(pot), &prizes, envelopes);
            let mut draws = Draws::new(seed);
            let mut sum = Cents::ZERO;
            let mut drawn = 0;
            while let Some(worth) = left.draw(&mut draws) {
                sum += left.take(worth);
                drawn += 1;
            }
            prop_assert_eq!(sum, Cents(pot));
            prop_assert_eq!(drawn, envelopes);
        }
    }
}

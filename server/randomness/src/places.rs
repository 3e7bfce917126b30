//! Which card comes at which place, and which cards come together.

use crate::chance::{of_count, of_least};
use crate::classes::ChiSquared;
use crate::{CARDS, Deck};

/// Cells of ordered pairs of cards.
const PAIRS: usize = CARDS * CARDS;

/// How often each card came at each place.
pub(crate) struct Places(Box<[[u32; CARDS]; CARDS]>);

/// The place with the least likely count.
pub(crate) struct Worst {
    /// Distance from the expected count, in standard deviations.
    pub(crate) distance: f64,
    pub(crate) chance: f64,
}

impl Places {
    pub(crate) fn new() -> Self {
        Self(Box::new([[0; CARDS]; CARDS]))
    }

    pub(crate) fn add(&mut self, deck: &Deck) {
        for (place, card) in self.0.iter_mut().zip(deck) {
            place[usize::from(*card)] += 1;
        }
    }

    /// Tests all cells. The last row and the last column follow from the others.
    pub(crate) fn all(&self) -> ChiSquared {
        ChiSquared::of_equal(self.0.iter().flatten().copied(), 2 * 52 - 1)
    }

    /// Returns the card and place with the least likely count.
    pub(crate) fn worst_card(&self) -> Worst {
        worst(self.0.iter().flatten().copied(), self.decks(), 1.0 / 52.0)
    }

    /// Returns the rank and place with the least likely count. Four cards have a rank, so a deal
    /// that favors a rank shows here first.
    pub(crate) fn worst_rank(&self) -> Worst {
        let ranks = self.0.iter().flat_map(|place| place.chunks(4).map(|suits| suits.iter().sum()));
        worst(ranks, self.decks(), 1.0 / 13.0)
    }

    fn decks(&self) -> u32 {
        self.0[0].iter().sum()
    }
}

/// Returns the least likely of some counts. Only the largest and the smallest can be it.
fn worst(counts: impl Iterator<Item = u32>, trials: u32, probability: f64) -> Worst {
    let (mut cells, mut least, mut most) = (0, u32::MAX, 0);
    for count in counts {
        cells += 1;
        (least, most) = (least.min(count), most.max(count));
    }
    let ends = [least, most].map(|count| of_count(count, trials, probability));
    let [low, high] = ends;
    let (tail, distance) = if low.0 < high.0 { low } else { high };
    Worst { distance, chance: of_least(2.0 * tail, cells) }
}

/// How often each ordered pair of cards came at two places.
pub(crate) struct Pairs(Box<[u32; PAIRS]>);

impl Pairs {
    pub(crate) fn new() -> Self {
        Self(Box::new([0; PAIRS]))
    }

    pub(crate) fn add(&mut self, first: u8, second: u8) {
        self.0[usize::from(first) * CARDS + usize::from(second)] += 1;
    }

    /// Tests pairs of which each is as likely, one card twice included.
    pub(crate) fn of_any(&self) -> ChiSquared {
        ChiSquared::of_equal(self.0.iter().copied(), 1)
    }

    /// Tests pairs of two different cards of one deck.
    pub(crate) fn of_two(&self) -> ChiSquared {
        let cells = self.0.iter().enumerate();
        let of_two = cells.filter(|(cell, _)| cell / CARDS != cell % CARDS);
        ChiSquared::of_equal(of_two.map(|(_, count)| *count), 1)
    }

    /// Tests pairs of two different cards whose order does not matter, which were added with the
    /// lower card first.
    pub(crate) fn of_holding(&self) -> ChiSquared {
        let cells = self.0.iter().enumerate();
        let sorted = cells.filter(|(cell, _)| cell / CARDS < cell % CARDS);
        ChiSquared::of_equal(sorted.map(|(_, count)| *count), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unshuffled;

    #[test]
    fn pairs_have_as_many_classes_as_there_are() {
        let mut pairs = Pairs::new();
        pairs.add(3, 7);
        let freedom = [pairs.of_any(), pairs.of_two(), pairs.of_holding()].map(|it| it.freedom);
        assert_eq!(freedom, [2_703, 2_651, 1_325]);
    }

    #[test]
    fn a_deck_that_is_turned_evenly_fits_too_well_and_a_card_that_stays_is_found() {
        let mut places = Places::new();
        let mut deck = unshuffled();
        for _ in 0..52 * 1_000 {
            places.add(&deck);
            deck.rotate_left(1);
        }
        assert!(places.all().statistic < 1e-9);
        assert_eq!(places.all().freedom, 51 * 51);
        assert!(places.worst_card().chance > 1.0 - 1e-9);
        for _ in 0..300 {
            places.add(&deck);
        }
        let (card, rank) = (places.worst_card(), places.worst_rank());
        assert!(card.distance > 8.0 && card.chance < 1e-10, "{} {}", card.distance, card.chance);
        assert!(rank.chance < 0.01 && rank.chance > 1e-8, "{}", rank.chance);
    }
}

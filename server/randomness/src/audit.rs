//! All tests of one shuffle.

use crate::chance::five_card_hands;
use crate::classes::ChiSquared;
use crate::orders::Orders;
use crate::places::{Pairs, Places, Worst};
use crate::prints::Prints;
use crate::{CARDS, Deck};
use cardroom_cards::{Card, evaluate_high_slice};

/// The fewest decks that the tests take.
pub const LEAST_DECKS: u64 = 10_000;
/// The most decks that the tests count.
pub const MOST_DECKS: u64 = 4_000_000_000;

/// A fair shuffle fails a test with twice this probability.
const RARE: f64 = 1e-6;

/// The places of the pairs that are counted: at the top, in the middle, at the bottom.
const TOGETHER: [(&str, usize); 3] =
    [("places 1 and 2", 0), ("places 26 and 27", 25), ("places 51 and 52", 50)];

/// The first place of the second card of each seat, six-handed.
const SECOND_CARD: usize = 6;

/// The result of one test.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub test: &'static str,
    pub statistic: f64,
    /// The degrees of freedom of chi-squared; `None` for other statistics.
    pub freedom: Option<u32>,
    /// The probability of a statistic at least as far out. `None` if the test fails by any count
    /// above 0.
    pub p: Option<f64>,
}

impl Finding {
    /// Returns `true` unless the result is too rare for a fair shuffle. One that fits too well is
    /// also rare, but two classes often have the same count.
    #[must_use]
    pub fn passes(&self) -> bool {
        let may_fit = self.freedom == Some(1);
        match self.p {
            Some(p) => p > RARE && (may_fit || p < 1.0 - RARE),
            None => self.statistic == 0.0,
        }
    }

    fn of_classes(test: &'static str, counted: ChiSquared) -> Self {
        let ChiSquared { statistic, freedom } = counted;
        Self { test, statistic, freedom: Some(freedom), p: Some(counted.chance()) }
    }

    fn of_worst(test: &'static str, worst: &Worst) -> Self {
        Self { test, statistic: worst.distance, freedom: None, p: Some(worst.chance) }
    }
}

/// Counts of all decks so far.
pub struct Audit {
    places: Places,
    together: [Pairs; 3],
    holdings: Pairs,
    /// The first card of the deck before.
    before: Option<u8>,
    first: Pairs,
    orders: Orders,
    hands: [u32; 9],
    prints: Prints,
}

impl Audit {
    /// Begins an audit of this many decks.
    #[must_use]
    pub fn new(decks: u64) -> Self {
        Self {
            places: Places::new(),
            together: TOGETHER.map(|_| Pairs::new()),
            holdings: Pairs::new(),
            before: None,
            first: Pairs::new(),
            orders: Orders::new(),
            hands: [0; 9],
            prints: Prints::new(decks),
        }
    }

    /// Shuffles and counts this many decks, and tests them.
    pub fn run(decks: u64, mut shuffle: impl FnMut(&mut Deck)) -> Vec<Finding> {
        let mut audit = Self::new(decks);
        let mut deck = [0; CARDS];
        for _ in 0..decks {
            shuffle(&mut deck);
            audit.add(&deck);
        }
        audit.finish()
    }

    /// Counts a deck, which must have every card once.
    ///
    /// # Panics
    ///
    /// If a card is none of 52, or the first five are not different.
    pub fn add(&mut self, deck: &Deck) {
        self.places.add(deck);
        for (pairs, (_, place)) in self.together.iter_mut().zip(TOGETHER) {
            pairs.add(deck[place], deck[place + 1]);
        }
        let holding = [deck[0], deck[SECOND_CARD]];
        self.holdings.add(holding[0].min(holding[1]), holding[0].max(holding[1]));
        if let Some(before) = self.before.replace(deck[0]) {
            self.first.add(before, deck[0]);
        }
        self.orders.add(deck);
        let five = [0, 1, 2, 3, 4].map(|place| Card::from_index(deck[place]).expect("a card"));
        let value = evaluate_high_slice(&five).expect("five cards of one deck");
        self.hands[usize::from(value.category().index())] += 1;
        self.prints.add(deck);
    }

    /// Tests what was counted.
    #[must_use]
    pub fn finish(self) -> Vec<Finding> {
        let classes = Finding::of_classes;
        let mut findings = vec![
            classes("card x place", self.places.all()),
            Finding::of_worst("the worst place of a card", &self.places.worst_card()),
            Finding::of_worst("the worst place of a rank", &self.places.worst_rank()),
        ];
        let together = self.together.iter().zip(TOGETHER);
        findings.extend(together.map(|(pairs, (test, _))| classes(test, pairs.of_two())));
        findings.extend([
            classes("first card, and first of the deck before", self.first.of_any()),
            classes("hole cards of one seat", self.holdings.of_holding()),
            classes("five-card hands", ChiSquared::of_shares(&self.hands, &five_card_hands())),
            classes("order of the first eight cards", self.orders.first_cards()),
            classes("cards in their own place", self.orders.own_places()),
            classes("neighbors that stay together", self.orders.kept_neighbors()),
            classes("rising sequences", self.orders.rising_sequences()),
            classes("parity", self.orders.parity()),
        ]);
        let twice = f64::from(self.prints.twice());
        findings.push(Finding {
            test: "decks that came twice",
            statistic: twice,
            freedom: None,
            p: None,
        });
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Mixer;
    use crate::{Control, unshuffled};
    use cardroom_cards::fisher_yates;

    fn failed(findings: &[Finding]) -> Vec<&Finding> {
        findings.iter().filter(|finding| !finding.passes()).collect()
    }

    #[test]
    fn a_fair_shuffle_passes_every_test_with_few_decks_and_with_many() {
        for decks in [LEAST_DECKS, 200_000] {
            let mut numbers = Mixer::new(decks);
            let findings = Audit::run(decks, |deck| {
                *deck = unshuffled();
                fisher_yates(deck, || numbers.next_u32());
            });
            assert_eq!(findings.len(), 15);
            assert!(failed(&findings).is_empty(), "{decks}: {findings:?}");
        }
    }

    #[test]
    fn a_result_that_fits_too_well_fails_unless_it_is_of_two_classes() {
        let finding = |freedom, p| Finding { test: "it", statistic: 0.0, freedom, p: Some(p) };
        assert!(!finding(Some(8), 1.0).passes() && !finding(None, 1.0).passes());
        assert!(finding(Some(1), 1.0).passes() && !finding(Some(1), 1e-7).passes());
    }

    #[test]
    fn every_control_fails() {
        for control in Control::ALL {
            let findings = Audit::run(control.decks(), control.shuffle());
            assert!(!failed(&findings).is_empty(), "{}: {findings:?}", control.name());
        }
    }

    #[test]
    fn each_test_is_failed_by_a_control() {
        let mut unfailed: Vec<&str> = Audit::new(0).finish().iter().map(|it| it.test).collect();
        for control in Control::ALL.iter().filter(|control| control.decks() <= 1_000_000) {
            let findings = Audit::run(control.decks(), control.shuffle());
            unfailed.retain(|test| !failed(&findings).iter().any(|finding| finding.test == *test));
        }
        assert!(unfailed.is_empty(), "{unfailed:?}");
    }
}

//! The cards of one player as far as a record knows them: dealt, discarded in draws, and shown.
//! Works out when each card came. The code that stacks the deck chooses the unknown ones.

use cardroom_cards::Card;
use std::collections::BTreeSet;

/// A player's cards, as far as a record knows them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Holding {
    /// Dealt before any draw, in order of arrival.
    pub dealt: Vec<Option<Card>>,
    pub draws: Vec<Draw>,
    /// The whole hand as it was shown or became known later, in arbitrary order.
    pub shown: Vec<Card>,
}

/// One draw of a player.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Draw {
    pub gave: Vec<Option<Card>>,
    /// The replacements. `None` is an unknown card.
    pub got: Vec<Option<Card>>,
}

/// A player's cards in order of arrival.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Arrivals {
    /// The cards dealt, then those of each draw.
    pub(super) cards: Vec<Option<Card>>,
    /// The number of cards that came before any draw.
    pub(super) dealt: usize,
    /// The discards of each draw, as indexes among the cards held at that time,
    /// in order of arrival.
    pub(super) picks: Vec<Vec<usize>>,
    /// The cards held at the end, as indexes into `cards`.
    pub(super) held: Vec<usize>,
}

impl Holding {
    /// Returns the holding of a player with exactly these cards.
    #[must_use]
    pub fn of(cards: &[Card]) -> Self {
        Self { dealt: cards.iter().copied().map(Some).collect(), ..Self::default() }
    }

    /// Replaces a card by an unknown one wherever it appears.
    pub(super) fn forget(&mut self, card: Card) {
        self.shown.retain(|shown| *shown != card);
        let of_draws =
            self.draws.iter_mut().flat_map(|draw| draw.gave.iter_mut().chain(&mut draw.got));
        for slot in self.dealt.iter_mut().chain(of_draws) {
            if *slot == Some(card) {
                *slot = None;
            }
        }
    }

    /// Returns every known card.
    pub(super) fn named(&self) -> BTreeSet<Card> {
        let of_draws = self.draws.iter().flat_map(|draw| draw.gave.iter().chain(&draw.got));
        let slots = self.dealt.iter().chain(of_draws).flatten();
        slots.chain(&self.shown).copied().collect()
    }

    /// Returns every known card, in order of arrival.
    pub(super) fn known_in_order(&self) -> Vec<Card> {
        let dealt = self.dealt.iter().chain(self.draws.iter().flat_map(|draw| &draw.got));
        let mut known: Vec<Card> = dealt.flatten().copied().collect();
        known.extend(
            self.shown.iter().copied().filter(|card| !known.contains(card)).collect::<Vec<_>>(),
        );
        known
    }

    /// Works out the order of arrival in a game that deals `dealt` cards before any draw. Shown
    /// cards fill the unknown places, after draws the latest place first.
    pub(super) fn arrivals(&self, dealt: usize) -> Arrivals {
        let mut cards = self.dealt.clone();
        cards.resize(dealt.max(cards.len()), None);
        let mut arrivals =
            Arrivals { dealt: cards.len(), held: (0..cards.len()).collect(), cards, picks: vec![] };
        for draw in &self.draws {
            arrivals.draw(draw, &self.shown);
        }
        arrivals.place_shown(&self.shown, self.draws.is_empty());
        arrivals
    }
}

impl Arrivals {
    fn draw(&mut self, draw: &Draw, shown: &[Card]) {
        let mut given: Vec<usize> = Vec::new();
        for gave in &draw.gave {
            let free = |place: &&usize| !given.contains(*place);
            let known = |place: &&usize| gave.is_some() && self.cards[**place] == *gave;
            let open = |place: &&usize| self.cards[**place].is_none();
            let not_kept =
                |place: &&usize| self.cards[**place].is_none_or(|card| !shown.contains(&card));
            let held = || self.held.iter().filter(free);
            let place = held()
                .find(known)
                .or_else(|| held().find(open))
                .or_else(|| held().find(not_kept))
                .or_else(|| held().next());
            if let Some(place) = place.copied() {
                if gave.is_some() {
                    self.cards[place] = *gave;
                }
                given.push(place);
            }
        }
        let picks = (0..self.held.len()).filter(|held| given.contains(&self.held[*held]));
        self.picks.push(picks.collect());
        self.held.retain(|place| !given.contains(place));
        let count = draw.gave.len();
        let mut got = draw.got.clone();
        got.resize(count, None);
        self.held.extend(self.cards.len()..self.cards.len() + count);
        self.cards.extend(got);
    }

    fn place_shown(&mut self, shown: &[Card], in_order: bool) {
        let known: Vec<Card> = self.held.iter().filter_map(|place| self.cards[*place]).collect();
        let missing = shown.iter().filter(|card| !known.contains(card));
        let mut open: Vec<usize> =
            self.held.iter().copied().filter(|place| self.cards[*place].is_none()).collect();
        if !in_order {
            open.reverse();
        }
        for (place, card) in open.into_iter().zip(missing) {
            self.cards[place] = Some(*card);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use cardroom_cards::parse_cards;

    fn cards(text: &str) -> Vec<Card> {
        parse_cards(text).unwrap()
    }

    fn slots(text: &str) -> Vec<Option<Card>> {
        text.split(' ').map(|card| card.parse().ok()).collect()
    }

    #[test]
    fn stud_cards_shown_in_order_fill_the_streets_that_were_not_seen() {
        let holding =
            Holding { dealt: slots("?? ?? 5c"), draws: vec![], shown: cards("4c2s5c9s4s9dAs") };
        assert_eq!(holding.arrivals(7).cards, slots("4c 2s 5c 9s 4s 9d As"));
    }

    #[test]
    fn who_drew_one_and_showed_keeps_four_of_the_first_cards() {
        let one = Draw { gave: vec![None], got: vec![] };
        let holding = Holding { dealt: vec![], draws: vec![one], shown: cards("2s3d4c7h") };
        let arrivals = holding.arrivals(4);
        assert_eq!(arrivals.picks, [[0]]);
        assert_eq!(arrivals.cards, slots("?? 7h 4c 3d 2s"));
        assert_eq!(arrivals.held, [1, 2, 3, 4]);
    }

    #[test]
    fn a_known_card_is_the_one_that_is_given_away() {
        let first = Draw { gave: slots("Qc"), got: slots("8c") };
        let second = Draw { gave: slots("8c"), got: slots("Th") };
        let holding =
            Holding { dealt: slots("4d Qc 2s 7c"), draws: vec![first, second], shown: vec![] };
        let arrivals = holding.arrivals(4);
        assert_eq!(arrivals.picks, [[1], [3]], "after the first draw the new card is the last one");
        assert_eq!(arrivals.cards, slots("4d Qc 2s 7c 8c Th"));
        assert_eq!(arrivals.held, [0, 2, 3, 5]);
    }

    #[test]
    fn a_card_that_was_shown_at_the_end_was_not_given_away_before() {
        let pick = Draw { gave: vec![None], got: vec![None] };
        let holding =
            Holding { dealt: slots("Ah Kd 3c 4s"), draws: vec![pick], shown: cards("Ah3c4s8d") };
        let arrivals = holding.arrivals(4);
        assert_eq!(arrivals.picks, [[1]]);
        assert_eq!(arrivals.cards[4], "8d".parse().ok());
    }
}

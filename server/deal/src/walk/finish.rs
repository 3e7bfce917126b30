//! The checks after the last event: tosses, skips, and the cards of the viewer.

use super::{Walk, Walked};
use crate::course::NOBODY;
use crate::deck::Place;
use crate::fraud::{Code, Fraud, check};
use crate::proof::{Record, RecordedCards};
use cardroom_cards::Card;
use std::collections::BTreeMap;

impl Walk<'_> {
    pub(super) fn finish(mut self, record: &Record) -> Result<Walked, Fraud> {
        let says_who = self.has_started;
        check(says_who, Code::Lineup, "The record does not say who was dealt in.")?;
        let Some((outcome, course)) = self.ended else {
            return Err(Fraud::new(Code::Script, "The record has no end."));
        };
        if self.dealt.deal.tosses.len() != self.tosses {
            self.faults.toss("The proof has tosses that nobody made.");
        }
        let viewer = viewer(record);
        for cards in &record.cards {
            self.check_own(cards);
            self.check_closed_skips(cards.seat, viewer == Some(cards.seat));
        }
        self.check_skips();
        let faults = std::mem::take(&mut self.faults);
        if let Some(fraud) = faults.toss.or(faults.skip).or(faults.card) {
            return Err(fraud);
        }
        let held = self.order.iter().map(|seat| (*seat, self.hands[seat].held.clone()));
        Ok(Walked { outcome, course, held: held.collect(), burned: self.all_burned })
    }

    /// Checks the cards of one player beyond the public ones.
    fn check_own(&mut self, told: &RecordedCards) {
        let seat = told.seat;
        let Some(hand) = self.hands.get(&seat) else {
            let sentence = format!("The record has cards of seat {seat}, which had none.");
            return self.faults.card(Code::Card, sentence);
        };
        let (dealt, made) = (hand.dealt.clone(), hand.draws.clone());
        let what = format!("a card of seat {seat}");
        if dealt.len() != told.dealt.len() {
            let sentence = format!("Seat {seat} was dealt another number of cards.");
            return self.faults.card(Code::Card, sentence);
        }
        self.expect_each(&dealt, &told.dealt, &what);
        // A player who stands pat has no part in the draw.
        let made: Vec<_> = made
            .iter()
            .filter(|(gave, got)| gave.as_ref().is_none_or(|it| !it.is_empty()) || !got.is_empty())
            .collect();
        let told: Vec<_> =
            told.draws.iter().filter(|it| !it.gave.is_empty() || !it.got.is_empty()).collect();
        if made.len() != told.len() {
            let sentence = format!("Seat {seat} drew another number of times.");
            self.faults.card(Code::Card, sentence);
        }
        for ((gave, got), told) in made.into_iter().zip(told) {
            match gave {
                Some(gave) => self.expect(gave, &told.gave, &what),
                None => self.faults.toss(format!("It is not open what seat {seat} gave away.")),
            }
            if got.len() != told.got.len() {
                let sentence = format!("Seat {seat} drew another number of cards.");
                self.faults.card(Code::Card, sentence);
            }
            self.expect_each(got, &told.got, &what);
        }
    }

    fn expect_each(&mut self, places: &[Place], cards: &[Card], what: &str) {
        for (place, card) in places.iter().zip(cards) {
            self.expect(&[*place], &[*card], what);
        }
    }

    fn check_skips(&mut self) {
        let named = self.dealt.deal.skips.len();
        if self.used.len() != self.skips.len() || named != self.skips.len() {
            self.faults.skip("The proof names a skip that no deal walks over.");
        }
        for shuffle in std::mem::take(&mut self.shuffles).values() {
            let seats: std::collections::BTreeSet<u8> =
                shuffle.walked.iter().map(|(_, seat)| *seat).collect();
            for seat in seats {
                let skips: Vec<Place> = shuffle.skips_of(seat).collect();
                let held = shuffle.in_play.get(&seat);
                if skips.len() > held.map_or(0, |held| held.count) {
                    let sentence = "More cards are passed over for a seat than it held.";
                    self.faults.skip(sentence);
                }
                let places = held.and_then(|held| held.places.as_deref());
                self.check_skips_of(seat, &skips, places);
            }
            let held = shuffle.in_play.values().filter_map(|held| held.places.as_deref());
            let held: Vec<Place> = held.flatten().chain(&shuffle.taken).copied().collect();
            self.check_taken(&held);
        }
    }

    /// Checks that what was passed over for a seat is what it held, as far as both are open.
    fn check_skips_of(&mut self, seat: u8, skips: &[Place], held: Option<&[Place]>) {
        if seat == NOBODY && self.all_open(skips).is_none() {
            self.faults.skip("A card that is passed over for the board is not opened.");
        }
        let Some(mut cards) = held.and_then(|held| self.all_open(held)) else { return };
        for card in skips.iter().filter_map(|place| self.dealt.opened.at(*place)) {
            match cards.iter().position(|held| *held == card) {
                Some(at) => drop(cards.swap_remove(at)),
                None => {
                    let sentence = format!("A card is passed over that seat {seat} did not hold.");
                    self.faults.skip(sentence);
                }
            }
        }
    }

    /// Checks that no card that was in play was dealt again.
    fn check_taken(&mut self, places: &[Place]) {
        let mut counts: BTreeMap<Card, usize> = BTreeMap::new();
        for card in places.iter().filter_map(|place| self.dealt.opened.at(*place)) {
            *counts.entry(card).or_default() += 1;
        }
        for face in self.faces().cards() {
            if let Some(count) = counts.get_mut(&face) {
                *count = count.saturating_sub(1);
            }
        }
        if counts.values().any(|count| *count > 0) {
            self.faults.skip("A card that was in play is dealt again.");
        }
    }
}

/// Returns the seat of the player whose version of the hand a record is.
fn viewer(record: &Record) -> Option<u8> {
    match (record.viewer, record.cards.as_slice()) {
        (Some(viewer), _) => viewer,
        (None, [cards]) => Some(cards.seat),
        (None, _) => None,
    }
}

//! Hands that are shown, and what is shown after the hand.

use super::{Dealing, Opens};
use crate::deck::Place;
use crate::proof::Event;
use crate::script::Op;
use cardroom_cards::Card;

impl Dealing {
    /// Opens a hand, the places that were passed over for its cards, and what its player gave away.
    pub(super) fn shows(&mut self, seat: u8, cards: &[Card], opens: &mut Opens) {
        self.course.shown(seat, cards);
        let held = self.hands.get(&seat).map(|hand| hand.held.clone()).unwrap_or_default();
        let skipped = self.skips.iter().filter(|skip| skip.seat == seat).map(|skip| skip.at);
        let is_shown = |place: &Place| self.card(*place).is_some_and(|card| cards.contains(&card));
        let skipped: Vec<Place> = skipped.filter(is_shown).collect();
        for place in held.into_iter().chain(skipped) {
            self.publish(place, opens);
        }
        if self.shown.insert(seat) {
            opens.picks.extend(self.picks.iter().filter(|picks| picks.seat == seat));
        }
    }

    /// Follows an event after the end. It is no part of the course.
    pub(super) fn follow_after(&mut self, event: &Event, opens: &mut Opens) {
        match event {
            Event::RabbitShown { cards } => self.rabbit(cards.len(), opens),
            Event::CardsShown { seat, cards, .. } => {
                let hand = self.hands.get(seat);
                let places = hand.into_iter().flat_map(|hand| &hand.seen).copied();
                let is_shown =
                    |place: &Place| self.card(*place).is_some_and(|card| cards.contains(&card));
                for place in places.filter(is_shown).collect::<Vec<_>>() {
                    self.publish(place, opens);
                }
            }
            _ => {}
        }
    }

    /// Goes on with the script to the boards that would have come.
    fn rabbit(&mut self, mut cards: usize, opens: &mut Opens) {
        while cards > 0 {
            // The course is over, so these burns leave no mark in it.
            self.burn_if_due(opens);
            let Some(Op::Board(count)) = self.next_op() else { return };
            self.at += 1;
            for _ in 0..count {
                if let Some(place) = self.take(opens) {
                    self.publish(place, opens);
                }
            }
            cards = cards.saturating_sub(usize::from(count));
        }
    }
}

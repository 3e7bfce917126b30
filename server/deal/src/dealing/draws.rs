//! Draws and shuffles: what players give away and get, and the places that are passed over.

use super::{Dealing, Opens, Picks};
use crate::course::NOBODY;
use crate::deck::{Place, toss_commitment};
use crate::proof::{Skip, Toss};
use std::collections::BTreeSet;

impl Dealing {
    /// Takes the next card of the deck. Passes over the places whose cards are in play.
    pub(super) fn take(&mut self, opens: &mut Opens) -> Option<Place> {
        loop {
            let place = self.stub.pop_front()?;
            let card = self.card(place)?;
            let Some(seat) = self.in_play.get(&card).copied().filter(|_| place.deck > 0) else {
                return Some(place);
            };
            self.course.skip(place.place, seat);
            self.skips.push(Skip { at: place, seat });
            opens.skips.push(Skip { at: place, seat });
            match self.hands.get_mut(&seat) {
                Some(hand) => {
                    hand.seen.insert(place);
                    opens.own.push((seat, place));
                }
                None => self.publish(place, opens),
            }
        }
    }

    pub(super) fn toss(&mut self, seat: u8, count: u8, picks: Option<u8>, opens: &mut Opens) {
        let number = u8::try_from(self.tosses.len()).unwrap_or(u8::MAX);
        let salt = self.pack.toss_salt(seat, number);
        let picks = picks.unwrap_or_default();
        let commitment = toss_commitment(&salt, seat, number, picks);
        let toss = Toss { seat, count, commitment, picks: None };
        let made = Picks { seat, toss: number, picks, salt };
        self.course.toss(seat, count, &commitment);
        self.tosses.push(toss);
        self.picks.push(made);
        opens.tosses.push(toss);
        opens.own_picks.push(made);
        self.given.clear();
        if let Some(hand) = self.hands.get_mut(&seat) {
            let mut at = 0;
            let given = &mut self.given;
            hand.held.retain(|place| {
                let goes = at < 8 && picks >> at & 1 == 1;
                at += 1;
                if goes {
                    given.push(*place);
                }
                !goes
            });
        }
    }

    pub(super) fn drawn(&mut self, seat: u8, count: u8, opens: &mut Opens) {
        for _ in 0..count {
            if let Some(place) = self.take(opens) {
                self.give(seat, place);
                opens.own.push((seat, place));
            }
        }
        self.course.drawn(seat, count);
    }

    pub(super) fn shuffled(&mut self, drawer: Option<u8>, cards: u8) {
        if self.is_stud {
            self.scramble();
        } else {
            self.shuffle_again(drawer);
        }
        self.course.shuffled(drawer.unwrap_or(NOBODY), cards);
    }

    fn shuffle_again(&mut self, drawer: Option<u8>) {
        let live = self.hands.iter().filter(|(_, hand)| hand.is_live);
        let held = live.flat_map(|(seat, hand)| hand.held.iter().map(|place| (*seat, *place)));
        let board = self.board.iter().map(|place| (NOBODY, *place));
        let given =
            drawer.into_iter().flat_map(|seat| self.given.iter().map(move |it| (seat, *it)));
        let in_play = held.chain(board).chain(given);
        self.in_play = in_play.filter_map(|(seat, at)| Some((self.card(at)?, seat))).collect();
        self.shuffles += 1;
        let deck = self.shuffles;
        self.stub = (0..self.faces.count()).map(|place| Place { deck, place }).collect();
        self.burned.clear();
    }

    /// Scrambles stub and burns in the order of the second permutation.
    fn scramble(&mut self) {
        let rest: BTreeSet<Place> = self.stub.iter().chain(&self.burned).copied().collect();
        let [of_places, order] = [0, 1].map(|label| self.leaves.get(label));
        let (Some(of_places), Some(order)) = (of_places, order) else { return };
        let mut place_of = vec![0; of_places.len()];
        for (place, leaf) in (0_u16..).zip(of_places) {
            if let Some(of) = place_of.get_mut(usize::from(*leaf)) {
                *of = place;
            }
        }
        let place = |leaf: &u16| place_of.get(usize::from(*leaf)).copied();
        let places = order.iter().filter_map(place).map(|place| Place { deck: 0, place });
        self.stub = places.filter(|place| rest.contains(place)).collect();
        self.burned.clear();
    }
}

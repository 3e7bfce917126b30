//! The last street of stud, if the deck is too short for it.

use super::Walk;
use crate::deck::Place;
use crate::fraud::{Code, Fraud, check, check_with};
use crate::script::Op;
use std::collections::VecDeque;

/// How the last street of stud is dealt.
#[derive(Default)]
pub(super) struct LastStreet {
    measures: Option<Measures>,
    /// The scrambled deck: places of the first deck in their new order.
    scrambled: Option<VecDeque<u16>>,
}

/// The measures for a short deck.
#[derive(Clone, Copy)]
struct Measures {
    scrambles: bool,
    is_for_the_board: bool,
}

impl LastStreet {
    /// Returns the next card of a scrambled deck.
    pub(super) fn next_place(&mut self) -> Option<Place> {
        let place = self.scrambled.as_mut()?.pop_front()?;
        Some(Place { deck: 0, place })
    }
}

impl Walk<'_> {
    /// Returns `true` if the hand is at the last street of stud and nothing of it is dealt.
    pub(super) fn is_at_last_street(&mut self) -> bool {
        if !self.dealt.opening.is_stud {
            return false;
        }
        self.next_op();
        let script = &self.dealt.opening.script;
        let begins = script.iter().rposition(|op| *op == Op::Street).map_or(0, |at| at + 1);
        self.at == begins
    }

    /// Returns `true` if the street is one card for the board. Checks that the deck was scrambled
    /// if it had to be.
    pub(super) fn deals_one_to_the_board(&mut self) -> Result<bool, Fraud> {
        let measures = self.measures();
        let is_ready = !measures.scrambles || self.stud.scrambled.is_some();
        check(is_ready, Code::Count, "The stub is not scrambled.")?;
        Ok(measures.is_for_the_board)
    }

    fn measures(&mut self) -> Measures {
        if let Some(measures) = self.stud.measures {
            return measures;
        }
        let needed = self.live().len() + 2;
        let whole = self.left + self.burned.len();
        let measures = if self.left >= needed {
            Measures { scrambles: false, is_for_the_board: false }
        } else if whole >= needed {
            Measures { scrambles: true, is_for_the_board: false }
        } else {
            Measures { scrambles: self.left < 3, is_for_the_board: true }
        };
        self.stud.measures = Some(measures);
        measures
    }

    pub(super) fn scramble(&mut self, seat: Option<u8>, cards: u8) -> Result<(), Fraud> {
        let is_time = self.is_at_last_street() && seat.is_none();
        check(is_time, Code::Script, "No stub is scrambled now.")?;
        let is_first = self.stud.scrambled.is_none();
        check(is_first, Code::Count, "The stub is scrambled twice.")?;
        self.end_draw()?;
        let is_due = self.measures().scrambles;
        check(is_due, Code::Count, "The stub is long enough, and yet it is scrambled.")?;
        let whole = self.left + self.burned.len();
        check_with(usize::from(cards) == whole, Code::Count, || {
            format!("{cards} cards are scrambled where there are {whole}.")
        })?;
        self.stud.scrambled = Some(self.scrambled_places());
        self.left = whole;
        self.burned.clear();
        Ok(())
    }

    /// Returns the places of stub and burns, in the order of the second permutation.
    fn scrambled_places(&self) -> VecDeque<u16> {
        let (joint, count) = (self.dealt.joint, self.faces().count());
        let mut place_of = vec![0; usize::from(count)];
        for (place, leaf) in (0..count).zip(joint.permutation(0, count)) {
            place_of[usize::from(leaf)] = place;
        }
        let is_left = |place: &u16| {
            *place >= self.place || self.burned.contains(&Place { deck: 0, place: *place })
        };
        let order = joint.permutation(1, count).into_iter();
        order.map(|leaf| place_of[usize::from(leaf)]).filter(is_left).collect()
    }
}

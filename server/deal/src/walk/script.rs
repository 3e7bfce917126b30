//! The position in the script, burns, and the next card of the deck.

use super::{Walk, script_fault};
use crate::deck::Place;
use crate::fraud::{Code, Fraud, check, check_with};
use crate::script::Op;

impl Walk<'_> {
    /// Returns the next deal of the script, on whatever street it is.
    pub(super) fn next_op(&mut self) -> Option<Op> {
        while self.dealt.opening.script.get(self.at) == Some(&Op::Street) {
            self.at += 1;
        }
        self.dealt.opening.script.get(self.at).copied()
    }

    /// Burns the cards that the script burns before its next deal.
    pub(super) fn burn_if_due(&mut self) -> Result<(), Fraud> {
        while self.next_op() == Some(Op::Burn) {
            let burn = self.take()?;
            self.burned.push(burn);
            self.all_burned.push(burn);
            self.course.burn();
            self.at += 1;
        }
        Ok(())
    }

    /// Goes on to a deal, which must be the next one of the script.
    pub(super) fn need(&mut self, op: Op, what: &str) -> Result<(), Fraud> {
        self.end_draw()?;
        check(self.next_board == 0, Code::Script, "A board is left out.")?;
        self.burn_if_due()?;
        let is_next = self.next_op() == Some(op);
        check_with(is_next, Code::Script, || format!("The script does not deal {what} now."))?;
        self.at += 1;
        Ok(())
    }

    /// Returns an error unless the number of cards is one that a deal can have.
    pub(super) fn op_of(&self, op: fn(u8) -> Op, cards: usize) -> Result<Op, Fraud> {
        let cards = u8::try_from(cards).ok().filter(|cards| (1..16).contains(cards));
        cards.map(op).ok_or_else(|| script_fault("The script has no deal of so many cards."))
    }

    /// Takes the next card of the deck, and passes over the places that are named as skips.
    pub(super) fn take(&mut self) -> Result<Place, Fraud> {
        let too_many = "More cards are dealt than there are.";
        check(self.left > 0, Code::Count, too_many)?;
        self.left -= 1;
        if let Some(place) = self.stud.next_place() {
            return Ok(place);
        }
        if let Some(shuffle) = self.shuffles.get_mut(&self.deck) {
            let at = |place| Place { deck: self.deck, place };
            while let Some(seat) = self.skips.get(&at(self.place)) {
                shuffle.walked.push((at(self.place), *seat));
                self.used.insert(at(self.place));
                self.course.skip(self.place, *seat);
                self.place += 1;
            }
        }
        check(self.place < self.faces().count(), Code::Count, too_many)?;
        let place = Place { deck: self.deck, place: self.place };
        self.place += 1;
        if let Some(shuffle) = self.shuffles.get_mut(&self.deck) {
            shuffle.taken.push(place);
        }
        Ok(place)
    }

    pub(super) fn take_many(&mut self, count: usize) -> Result<Vec<Place>, Fraud> {
        (0..count).map(|_| self.take()).collect()
    }
}

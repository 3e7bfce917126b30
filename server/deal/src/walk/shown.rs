//! Hands that are shown, the end of a hand, and what is shown after it.

use super::{Walk, script_fault};
use crate::deck::Place;
use crate::fraud::{Code, Fraud, check};
use crate::proof::Event;
use crate::script::Op;
use crate::seal::Outcome;
use cardroom_cards::Card;

impl Walk<'_> {
    pub(super) fn shown(&mut self, seat: u8, cards: &[Card]) -> Result<(), Fraud> {
        let Some(hand) = self.hands.get(&seat) else {
            return Err(script_fault("A hand is shown that was not dealt."));
        };
        let held = hand.held.clone();
        self.course.shown(seat, cards);
        match held {
            Some(held) => self.expect(&held, cards, &format!("the shown hand of seat {seat}")),
            None => self.faults.toss(format!("It is not open what seat {seat} gave away.")),
        }
        self.check_closed_skips(seat, false);
        Ok(())
    }

    /// Checks how many of a seat's skips stay closed: none for the viewer, and for others as many
    /// as the cards that the seat has given away since the shuffle.
    pub(super) fn check_closed_skips(&mut self, seat: u8, is_viewer: bool) {
        for shuffle in self.shuffles.values() {
            let is_closed = |place: &Place| self.dealt.opened.at(*place).is_none();
            let closed = shuffle.skips_of(seat).filter(is_closed).count();
            let tossed = shuffle.in_play.get(&seat).map_or(0, |holding| holding.tossed);
            if closed > if is_viewer { 0 } else { tossed } {
                let sentence = format!("Cards are passed over for seat {seat} that stay closed.");
                self.faults.skip(sentence);
            }
        }
    }

    pub(super) fn ends(&mut self, hand: u64, outcome: Outcome) -> Result<(), Fraud> {
        self.is_of_hand(hand)?;
        let must_be_whole = outcome == Outcome::Played && self.live().len() > 1;
        if must_be_whole {
            self.end_draw()?;
            let is_whole = self.next_op().is_none() && self.next_board == 0;
            check(is_whole, Code::Script, "The hand ends before its last card.")?;
        }
        let course = std::mem::take(&mut self.course);
        self.ended = Some((outcome, course.end(outcome == Outcome::Void)));
        Ok(())
    }

    /// Takes an event after the end. Only shown cards are part of the proof.
    pub(super) fn after_the_end(&mut self, event: &Event) -> Result<(), Fraud> {
        match event {
            Event::RabbitShown { cards } => self.rabbit(cards),
            Event::CardsShown { hand, seat, cards } if *hand == self.dealt.opening.hand => {
                self.shown_after(*seat, cards);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Goes on with the script to the boards that would have come.
    fn rabbit(&mut self, mut cards: &[Card]) -> Result<(), Fraud> {
        while !cards.is_empty() {
            self.burn_if_due()?;
            let count = match self.next_op() {
                Some(Op::Board(count)) => usize::from(count),
                _ => 0,
            };
            let fits = (1..=cards.len()).contains(&count);
            check(fits, Code::Script, "The rabbit shows cards of no board.")?;
            self.at += 1;
            let (now, later) = cards.split_at(count);
            for card in now {
                let place = self.take()?;
                self.expect(&[place], &[*card], "a card that would have come");
            }
            cards = later;
        }
        Ok(())
    }

    fn shown_after(&mut self, seat: u8, cards: &[Card]) {
        let places =
            self.hands.get(&seat).into_iter().flat_map(|hand| {
                hand.dealt.iter().chain(hand.draws.iter().flat_map(|(_, got)| got))
            });
        let known: Vec<Card> = places.filter_map(|place| self.dealt.opened.at(*place)).collect();
        if cards.iter().any(|card| !known.contains(card)) {
            let sentence = "A card shown after the hand is not opened.";
            self.faults.card(Code::Missing, sentence);
        }
    }
}

//! What a hand of a session and a hand of a tournament have in common: one thing after the other at
//! the table, the decks, and what is kept of a hand.

use super::{Conduct, Hand, Session, Stopped};
use crate::decks::{given_decks, hand_decks};
use crate::keep::HandNote;
use crate::reduce::{Luck, Story};
use cardroom_engine::Decks;
use cardroom_rules::{Game, Millis};
use cardroom_tables::{CoreInput, PlayedHand};

impl Session<'_> {
    /// Does the next thing that is due at the table. Returns the hand if it is over with it.
    pub(super) fn go_on(&mut self) -> Result<Option<Box<PlayedHand>>, Stopped> {
        if let Some((to, question)) = self.offers.pop_front() {
            if let Some(place) = self.places.iter().position(|place| place.connection == to) {
                self.offer(place, question)?;
            }
        } else if let Some(game) = self.core.wants_deck(self.now) {
            let decks = self.decks(game);
            self.step(CoreInput::Deck { decks, sealed: None, draw: 0 })?;
        } else if let Some(place) = self.on_turn() {
            self.decide(place)?;
        } else {
            let deadline = self.core.deadline();
            self.now = deadline.ok_or_else(|| self.broken("nothing happens"))?.max(self.now);
            self.step(CoreInput::Tick)?;
        }
        Ok(self.played.take())
    }

    /// Returns when the next thing is done at the table, if there is anything to do. The player on
    /// turn has decided then.
    pub(super) fn due(&self) -> Option<Millis> {
        if !self.offers.is_empty() || self.core.wants_deck(self.now).is_some() {
            Some(self.now)
        } else if self.on_turn().is_some() {
            Some(self.now + self.thinks)
        } else {
            self.core.deadline().map(|deadline| deadline.max(self.now))
        }
    }

    /// Returns the decks of the next hand.
    fn decks(&self, game: &Game) -> Decks {
        let seed = self.conduct.seed;
        match self.tournament {
            Some(tournament) => hand_decks(seed, tournament, self.hands, game),
            None => given_decks(seed, self.deal, game, self.conduct.decks.as_ref()),
        }
    }

    pub(super) fn begin_hand(&mut self, deal: u32) {
        (self.deal, self.decisions) = (deal, 0);
        self.hands += 1;
        self.shown.clear();
        self.story = Story::default();
        self.offers.clear();
    }

    /// Takes the result of a hand of a tournament, of which its director keeps the chips. `seats`
    /// has the seat of each player at the table.
    pub(super) fn ended(
        &mut self,
        seats: Box<[Option<u8>]>,
        played: Box<PlayedHand>,
    ) -> Result<Hand, Stopped> {
        for at in 0..self.places.len() {
            self.take_faults(at)?;
        }
        let signed = |chips: u64| i64::try_from(chips).unwrap_or(i64::MAX);
        let net = |seat: &Option<u8>| {
            let in_hand = played.record.seats.iter().find(|part| Some(part.seat) == *seat);
            in_hand.map_or(0, |part| signed(part.ended_with.0) - signed(part.began_with.0))
        };
        let net: Vec<i64> = seats.iter().map(net).collect();
        if net.iter().sum::<i64>() != 0 {
            return Err(self.broken("chips appeared or vanished"));
        }
        Ok(Hand { seats: Some(seats), ..self.noted(net, None, played) })
    }

    pub(super) fn noted(&self, net: Vec<i64>, luck: Option<Luck>, played: Box<PlayedHand>) -> Hand {
        let Conduct { keeps_hands, keeps_largest, .. } = self.conduct;
        let note = (*keeps_largest > 0).then(|| HandNote::of(&played.record));
        let played = (*keeps_hands || *keeps_largest > 0).then_some(played);
        Hand { deal: self.deal, net, seats: None, decisions: self.decisions, luck, note, played }
    }

    /// Adds a hand, and drops the events of one that is not among the largest any more.
    pub(super) fn keep(&mut self, hand: Hand, hands: &mut Vec<Hand>) {
        let Conduct { keeps_hands, keeps_largest, .. } = self.conduct;
        let pot = hand.note.map_or(0, |note| note.pot);
        hands.push(hand);
        if !keeps_hands && *keeps_largest > 0 {
            let gone = self.largest.add(pot, hands.len() - 1, *keeps_largest);
            if let Some(gone) = gone.and_then(|at| hands.get_mut(at)) {
                gone.played = None;
            }
        }
    }
}

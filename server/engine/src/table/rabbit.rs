//! The rabbit hunt: showing the cards that would have come, if the rulebook allows it. The winner
//! of a hand without a showdown asks, and every player who called the initial bet must agree
//! (Spotlight 2b-17; GAPS G-50, G-65).

use super::Step;
use crate::bounds::MAX_BOARD;
use crate::event::Event;
use crate::hand::{Board, Hand};
use crate::refusal::{Refusal, RefusalKind};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed};
use cardroom_rules::rulebook::Rabbit;
use cardroom_rules::{Deal, Game, Millis, Rulebook, SeatNo, SeatSet};

/// A hand that ended before its last card, and the players who decide whether the rest is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hunt {
    winner: SeatNo,
    /// Players who must still agree: all who voluntarily put in chips on the first
    /// street, except the winner.
    outstanding: SeatSet,
    /// The cards that would have completed the board.
    cards: Concealed<Board>,
    asked: bool,
    until: Millis,
}

impl Hunt {
    /// Returns the possible hunt after this hand.
    pub(super) fn after(hand: &Hand, game: &Game, book: &Rulebook, at: Millis) -> Option<Self> {
        let mut winners = hand.players.live().iter();
        let (winner, nobody_else) = (winners.next()?, winners.next().is_none());
        if book.showdown.rabbit == Rabbit::Never || !nobody_else {
            return None;
        }
        let cards = rest_of_board(hand, game.streets.iter());
        let mut outstanding = hand.players.volunteers();
        outstanding.remove(winner);
        let until = at + book.showdown.times.rabbit_ms;
        let cards = (!cards.is_empty()).then(|| Concealed::new(cards))?;
        Some(Self { winner, outstanding, cards, asked: false, until })
    }

    pub(super) fn ask(&mut self, until: Millis) {
        self.asked = true;
        self.until = until;
    }

    pub(super) fn agree(&mut self, seat: SeatNo) {
        self.outstanding.remove(seat);
    }

    /// Leaves out the time for which the table was paused.
    pub(super) fn delay(&mut self, by: Millis) {
        self.until = self.until + by;
    }

    fn request(&self, seat: SeatNo, until: Millis) -> Result<Event, RefusalKind> {
        if self.winner != seat {
            return Err(RefusalKind::NotWinner);
        }
        if self.asked {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::RabbitAsked { seat, until })
    }

    fn consent(&self, seat: SeatNo, agrees: bool) -> Result<Event, RefusalKind> {
        if !self.asked || !self.outstanding.contains(seat) {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::RabbitAnswered { seat, agrees })
    }

    /// Shows the cards, if all have agreed.
    fn shows(&self) -> Option<Event> {
        let cards = self.outstanding.is_empty().then(|| self.cards.open().iter().copied());
        cards.map(|cards| Event::RabbitShown { cards: cards.collect() })
    }

    /// Returns the event that asked a seat for its consent, if its answer is still open.
    pub(crate) fn asked_of(&self, seat: SeatNo) -> Option<Event> {
        let is_open = self.asked && self.outstanding.contains(seat);
        is_open.then_some(Event::RabbitAsked { seat: self.winner, until: self.until })
    }
}

pub(super) fn request(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    if step.book().showdown.rabbit == Rabbit::Never {
        return Err(RefusalKind::NoRabbitHunt.into());
    }
    let until = step.now + step.book().showdown.times.rabbit_ms;
    hunt(step, |hunt| hunt.request(seat, until))
}

pub(super) fn consent(step: &mut Step<'_>, seat: SeatNo, agrees: bool) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    hunt(step, |hunt| hunt.consent(seat, agrees))
}

/// Goes on with the hunt if it is not over, and shows the cards once all have agreed.
fn hunt(
    step: &mut Step<'_>,
    decide: impl FnOnce(&Hunt) -> Result<Event, RefusalKind>,
) -> Result<(), Refusal> {
    let hunt = step.table.hunt.as_ref().filter(|hunt| step.now <= hunt.until);
    let event = decide(hunt.ok_or(RefusalKind::WindowClosed)?)?;
    step.emit(event);
    let shown = step.table.hunt.as_ref().and_then(Hunt::shows);
    step.emit_all(shown);
    Ok(())
}

/// Returns the board cards of the undealt streets as they would have come.
fn rest_of_board<'a>(
    hand: &Hand,
    streets: impl Iterator<Item = &'a cardroom_rules::Street>,
) -> ArrayVec<Card, MAX_BOARD> {
    let mut stub = hand.deck.stub().unwrap_or_default().iter().copied();
    let mut cards = ArrayVec::new();
    for street in streets.skip(usize::from(hand.street.number()) + 1) {
        for deal in &street.deal {
            match deal {
                Deal::Burn => drop(stub.next()),
                Deal::Board(count) => cards.extend(stub.by_ref().take(usize::from(*count))),
                // Further cards depend on which players would still be in the hand.
                Deal::Down(_) | Deal::Up | Deal::Discard(_) | Deal::Draw(_) => return cards,
            }
        }
    }
    cards
}

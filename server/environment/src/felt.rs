//! The public part of a hand, folded from its events. The events of the engine and those of the
//! wire give the same.

use arrayvec::ArrayVec;
use cardroom_bot::Table as View;
use cardroom_cards::{Card, CardSet};
use cardroom_engine::{Action, Event, PostKind};
use cardroom_protocol::table::{self as wire, TableEvent};
use cardroom_rules::{MAX_SEATS, Play, SeatNo, SeatSet};

/// The most streets of a game.
pub const MAX_STREETS: usize = 10;
/// The most draws of which the discards are kept.
pub const MAX_DRAWS: usize = 4;
const MAX_BOARD: usize = 5;

/// A hand as all viewers see it. Amounts are chips.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Felt {
    /// The place of the game among those of a rotation.
    pub play: u8,
    pub button: u8,
    pub dealt: SeatSet,
    /// The players who have not folded.
    pub live: SeatSet,
    /// The chips behind each player.
    pub stacks: [u64; MAX_SEATS],
    /// The bets of the street.
    pub bets: [u64; MAX_SEATS],
    /// All chips in the middle and in front of players.
    pub pot: u64,
    pub street: u8,
    /// The chips that each seat put in on each street, antes and blinds included.
    pub put_in: [[u64; MAX_SEATS]; MAX_STREETS],
    /// The bets and raises on each street, without blinds and bring-ins.
    pub raises: [u8; MAX_STREETS],
    pub board: ArrayVec<Card, MAX_BOARD>,
    pub up: [CardSet; MAX_SEATS],
    /// How many draws have begun.
    pub draws: u8,
    /// How many players have yet to discard.
    to_discard: u8,
    /// How many cards each seat discarded in each draw.
    pub discarded: [[u8; MAX_SEATS]; MAX_DRAWS],
    pub history: Vec<Did>,
}

/// An action that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Did {
    pub seat: u8,
    pub street: u8,
    pub what: What,
}

/// The public part of an action. Amounts are totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Fold,
    Check,
    Call,
    BringIn,
    Bet(u64),
    RaiseTo(u64),
    /// How many cards were discarded.
    Discard(u8),
}

impl Felt {
    #[must_use]
    pub fn is_drawing(&self) -> bool {
        self.to_discard > 0
    }

    /// Returns the largest bet of the street.
    #[must_use]
    pub fn current_bet(&self) -> u64 {
        self.bets.iter().copied().max().unwrap_or(0)
    }

    /// Begins a hand with these stacks.
    fn begin(&mut self, play: u8, button: u8, dealt: SeatSet, stacks: [u64; MAX_SEATS]) {
        let mut history = std::mem::take(&mut self.history);
        history.clear();
        *self = Self { play, button, dealt, live: dealt, stacks, history, ..Self::default() };
    }

    /// Takes an event of the engine. `stacks` are those at the beginning of the hand.
    pub(crate) fn see(&mut self, event: &Event, stacks: &[u64]) {
        match event {
            Event::HandStarted(start) => {
                let mut all = [0; MAX_SEATS];
                for (place, stack) in all.iter_mut().zip(stacks) {
                    *place = *stack;
                }
                self.begin(start.play, start.button.0, start.dealt, all);
            }
            Event::HandEntered { pot, .. } => self.pot += pot.0,
            Event::Posted { seat, post, amount } => {
                let is_dead = matches!(post, PostKind::Ante | PostKind::DeadBlind);
                self.put(seat.index(), amount.0, is_dead);
            }
            Event::Acted { seat, action, added, .. } => {
                let what = match action {
                    Action::Fold => What::Fold,
                    Action::Check => What::Check,
                    Action::Call => What::Call,
                    Action::BringIn => What::BringIn,
                    Action::Bet(to) => What::Bet(to.0),
                    Action::RaiseTo(to) => What::RaiseTo(to.0),
                    Action::Discard(picks) => What::Discard(picks.len()),
                };
                self.act(seat.0, what, added.0);
            }
            Event::UncalledReturned { seat, amount } => self.take_back(seat.index(), amount.0),
            Event::StreetClosed { .. } => self.bets = [0; MAX_SEATS],
            Event::StreetBegan { street } => self.begin_street(*street),
            Event::BoardDealt { board: 0, cards } => self.deal(cards),
            Event::UpDealt { cards } => {
                for (seat, card) in cards {
                    self.up[seat.index()].insert(*card);
                }
            }
            Event::DrawBegan { .. } => self.begin_draw(),
            Event::Discarded { seat, picks, .. } => self.discard(seat.0, picks.len()),
            _ => {}
        }
    }

    /// Takes an event as a player sees it. The view already contains it.
    pub(crate) fn see_in(&mut self, view: &View, event: &TableEvent, plays: &[Play]) {
        match event {
            TableEvent::HandStarted(_) => self.begin_in(view, plays),
            TableEvent::Posted(posted) => {
                let is_dead =
                    matches!(posted.post, wire::PostKind::Ante | wire::PostKind::DeadBlind);
                self.put(usize::from(posted.seat), posted.amount.0, is_dead);
            }
            TableEvent::Acted(acted) => {
                let what = match acted.action {
                    wire::Action::Fold => What::Fold,
                    wire::Action::Check => What::Check,
                    wire::Action::Call => What::Call,
                    wire::Action::BringIn => What::BringIn,
                    wire::Action::Bet(to) => What::Bet(to.0),
                    wire::Action::RaiseTo(to) => What::RaiseTo(to.0),
                };
                self.act(acted.seat, what, acted.added.0);
            }
            TableEvent::UncalledReturned(back) => {
                self.take_back(usize::from(back.seat), back.amount.0);
            }
            TableEvent::BetsCollected(_) => self.bets = [0; MAX_SEATS],
            TableEvent::StreetBegan(began) => self.begin_street(began.street),
            TableEvent::BoardDealt(dealt) if dealt.board == 0 => self.deal(&dealt.cards),
            TableEvent::UpCardsDealt(dealt) => {
                for up in &dealt.cards {
                    self.up[usize::from(up.seat)].insert(up.card);
                }
            }
            TableEvent::DrawBegan(_) => self.begin_draw(),
            TableEvent::Discarded(gone) => self.discard(gone.seat, gone.count),
            _ => {}
        }
    }

    fn begin_in(&mut self, view: &View, plays: &[Play]) {
        let Some(hand) = &view.hand else { return };
        let is_it = |play: &Play| play.game.id == hand.game.id;
        let play = plays.iter().position(is_it).and_then(|place| u8::try_from(place).ok());
        let mut stacks = [0; MAX_SEATS];
        for seat in &view.seats {
            stacks[usize::from(seat.seat)] = seat.stack.0;
        }
        let dealt = hand.dealt.iter().map(|seat| SeatNo(*seat)).collect();
        self.begin(play.unwrap_or(0), hand.button, dealt, stacks);
    }

    /// Moves chips from a stack into the pot. Dead chips are no part of a bet.
    fn put(&mut self, seat: usize, amount: u64, is_dead: bool) {
        self.stacks[seat] = self.stacks[seat].saturating_sub(amount);
        self.pot += amount;
        self.put_in[usize::from(self.street)][seat] += amount;
        if !is_dead {
            self.bets[seat] += amount;
        }
    }

    fn take_back(&mut self, seat: usize, amount: u64) {
        self.stacks[seat] += amount;
        self.pot = self.pot.saturating_sub(amount);
        let put_in = &mut self.put_in[usize::from(self.street)][seat];
        *put_in = put_in.saturating_sub(amount);
        self.bets[seat] = self.bets[seat].saturating_sub(amount);
    }

    fn act(&mut self, seat: u8, what: What, added: u64) {
        self.put(usize::from(seat), added, false);
        match what {
            What::Fold => self.live.remove(SeatNo(seat)),
            What::Bet(_) | What::RaiseTo(_) => self.raises[usize::from(self.street)] += 1,
            What::Check | What::Call | What::BringIn | What::Discard(_) => {}
        }
        self.history.push(Did { seat, street: self.street, what });
    }

    fn begin_street(&mut self, street: u8) {
        self.street = street.min(MAX_STREETS as u8 - 1);
        self.bets = [0; MAX_SEATS];
    }

    fn deal(&mut self, cards: &[Card]) {
        for card in cards {
            // A board of this program has at most five cards.
            let _ = self.board.try_push(*card);
        }
    }

    fn begin_draw(&mut self) {
        self.draws += 1;
        self.to_discard = u8::try_from(self.live.len()).unwrap_or(u8::MAX);
    }

    fn discard(&mut self, seat: u8, count: u8) {
        let draw = usize::from(self.draws.saturating_sub(1));
        if let Some(of_draw) = self.discarded.get_mut(draw) {
            of_draw[usize::from(seat)] = count;
        }
        self.to_discard = self.to_discard.saturating_sub(1);
        self.history.push(Did { seat, street: self.street, what: What::Discard(count) });
    }
}

//! The hand in progress: its data, and what can be read off it. What changes it is
//! [`Table::apply`](crate::Table::apply); what comes next is decided in `table::flow`.

use crate::button::Positions;
use crate::input::TurnNo;
use crate::limits::Round;
use crate::pot::{Pot, build_pots};
use crate::seat::Owes;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed, DeckOrder, HighValue};
use cardroom_rules::{Chips, HandNo, MAX_SEATS, Millis, SeatNo, SeatSet};

/// The most hole cards of any game.
pub const MAX_HOLE: usize = 7;
/// The most cards of a board.
pub const MAX_BOARD: usize = 5;

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) number: HandNo,
    pub(crate) button: SeatNo,
    pub(crate) small_blind: Option<SeatNo>,
    pub(crate) big_blind: SeatNo,
    pub(crate) dealt: SeatSet,
    pub(crate) folded: SeatSet,
    pub(crate) players: [HandPlayer; MAX_SEATS],
    /// Absent only while a log without its deck is folded; such a hand can only be voided.
    pub(crate) deck: Option<Concealed<DeckOrder>>,
    /// How many cards are off the deck.
    pub(crate) drawn: usize,
    pub(crate) street: u8,
    pub(crate) board: ArrayVec<Card, MAX_BOARD>,
    /// The chips in the pots, antes and dead blinds included.
    pub(crate) in_middle: Chips,
    /// The part of them that nobody had to match.
    pub(crate) dead: Chips,
    /// The pots as of the last closed street.
    pub(crate) pots: Vec<Pot>,
    pub(crate) small_posted: Chips,
    pub(crate) big_posted: Chips,
    /// What the house took from this hand.
    pub(crate) rake: Chips,
    /// Where the positions were before this hand, for a void.
    pub(crate) positions_before: Option<Positions>,
    pub(crate) round: Round,
    /// Who acted last on this street, or the seat the action starts after.
    pub(crate) pointer: SeatNo,
    pub(crate) phase: Phase,
}

/// A player's part in the hand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct HandPlayer {
    /// What was in the stack before blinds and antes.
    pub(crate) started_with: Chips,
    /// This street's bet.
    pub(crate) bet: Chips,
    /// What others had to match on the streets before, antes of each included.
    pub(crate) put_in: Chips,
    /// What was owed before this hand, for a void.
    pub(crate) owed_before: Owes,
    /// Has acted on this street.
    pub(crate) acted: bool,
    pub(crate) hole: ArrayVec<Concealed<Card>, MAX_HOLE>,
    pub(crate) tabled: bool,
    pub(crate) mucked: bool,
    /// The room acted for the player in this hand.
    pub(crate) timed_out: bool,
}

/// Where a hand stands. A hand at rest is in one of the three that wait; the other two are passed
/// through inside a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Blinds and cards go out, or somebody has acted: who is next is not decided yet.
    Open,
    /// Waits for a player's action.
    Turn(Turn),
    /// The street's betting is over: the next street, the showdown or the awards are next.
    Closed,
    /// No more betting is possible; waits before the next street.
    RunOut {
        /// Until then.
        until: Millis,
    },
    /// Waits for a player who may show or muck.
    Offer {
        /// Who.
        seat: SeatNo,
        /// Until then.
        until: Millis,
    },
}

/// A player has the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) seat: SeatNo,
    pub(crate) turn: TurnNo,
    /// When the time that runs now ends: the base time, or with `in_bank` the bank.
    pub(crate) deadline: Millis,
    pub(crate) in_bank: bool,
}

impl Hand {
    /// Who has not folded.
    pub(crate) fn live(&self) -> SeatSet {
        self.dealt.difference(self.folded)
    }

    pub(crate) fn bets(&self) -> [Chips; MAX_SEATS] {
        std::array::from_fn(|index| self.players[index].bet)
    }

    /// The pots as they are once this street's bets are in them.
    pub(crate) fn pots_with_bets(&self) -> Vec<Pot> {
        let put_in = std::array::from_fn(|index| {
            let player = &self.players[index];
            player.put_in + player.bet
        });
        build_pots(&put_in, self.dead, self.live())
    }

    /// All chips of the hand that are not in a stack.
    pub(crate) fn chips(&self) -> Chips {
        self.in_middle + self.players.iter().map(|player| player.bet).sum()
    }

    /// The next card of the deck, where the deck is known.
    pub(crate) fn top_card(&self) -> Option<Card> {
        let deck = self.deck.as_ref()?;
        deck.open().cards().get(self.drawn).copied()
    }

    /// Takes the next card off the deck.
    pub(crate) fn draw(&mut self) -> Option<Card> {
        let card = self.top_card();
        self.drawn += 1;
        card
    }

    /// The best high hand a player makes with the board.
    pub(crate) fn high_value(&self, seat: SeatNo) -> Option<HighValue> {
        let mut cards: ArrayVec<Card, { MAX_HOLE + MAX_BOARD }> =
            self.board.iter().copied().collect();
        cards.extend(self.players[seat.index()].hole.iter().map(|card| *card.open()));
        cardroom_cards::evaluate_high_slice(&cards)
    }
}

//! The hand in progress: its data and the queries on it. [`Table::apply`](crate::Table::apply)
//! changes it, and `table::flow` decides what comes next.

mod betting;
mod boards;
mod card_moves;
mod deck;
mod last_wager;
mod middle;
mod players;
mod positions;
mod round;
mod rulings;
mod street;

pub(crate) use betting::HandBetting;
pub(crate) use boards::Boards;
pub use card_moves::CardMove;
pub(crate) use card_moves::CardMoves;
pub use deck::Decks;
pub(crate) use deck::{HandDeck, in_order, placed};
pub(crate) use last_wager::LastWager;
pub(crate) use middle::Middle;
pub(crate) use players::{GivenUp, HandPlayer, Players};
pub(crate) use positions::HandPositions;
pub(crate) use round::Round;
pub(crate) use rulings::Rulings;
pub use rulings::{Level, ShortCall};
pub(crate) use street::{Drawing, HandStreet};

use crate::action::TurnNo;
use crate::bounds::{MAX_BOARD, MAX_HOLE};
use crate::button::Positions;
use crate::pot::{Pot, Pots, build_pots};
use crate::seat::Entering;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, HandValue};
use cardroom_rules::{Chips, Half, HandNo, MAX_SEATS, Millis, SeatNo};
use serde::{Deserialize, Serialize};

pub(crate) type Board = ArrayVec<Card, MAX_BOARD>;

/// The state of the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) number: HandNo,
    /// Index into the table's games.
    pub(crate) play: u8,
    pub(crate) positions: HandPositions,
    pub(crate) players: Players,
    pub(crate) deck: HandDeck,
    /// The moves of every card that a player received or gave up.
    pub(crate) cards: CardMoves,
    pub(crate) street: HandStreet,
    pub(crate) boards: Boards,
    pub(crate) middle: Middle,
    pub(crate) betting: HandBetting,
    /// The effects of rulings; `None` on plain tables.
    pub(crate) rulings: Option<Box<Rulings>>,
    /// State that a void restores along with the chips.
    pub(crate) before: Before,
    /// The players' time to table their own hands is over.
    pub(crate) showdown_closed: bool,
    /// An all-in hand whose cards stay down until it is released.
    pub(crate) is_held: bool,
    /// All players are away. The next hand does not begin before this time.
    pub(crate) all_away_until: Option<Millis>,
    pub(crate) phase: Phase,
}

/// State that a void restores along with the chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Before {
    pub(crate) positions: Option<Positions>,
    pub(crate) frozen_button: Option<SeatNo>,
    pub(crate) hands_of_play: u32,
}

/// State that the start of a hand used up. A void restores it for the same lineup (TDA 35-C).
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct UsedUp {
    /// The seat in which the floor had set the button.
    pub(crate) next_button: Option<SeatNo>,
    /// The placed players for whom it was the first hand.
    pub(crate) entering: ArrayVec<(SeatNo, Entering), MAX_SEATS>,
}

/// The phase of a hand. Between steps, a hand is in one of the waiting phases. The others occur
/// only within a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The cards of a street are dealt.
    Dealing,
    /// The cards are out, or a player has acted. The next to act is not decided yet.
    Open,
    /// Waits for a player's action.
    Turn(Turn),
    /// The street's betting is over. The next street, the showdown or the awards follow.
    Closed,
    /// No further betting is possible; waits before the next street.
    RunOut { until: Millis },
    /// All remaining players are all-in; waits to be released.
    Waiting,
    /// The betting is over, but the bets are not gathered; waits for the dealer.
    Held { until: Millis },
    /// Players may table or discard their own hands.
    Showdown { until: Millis },
    /// All players have tabled or discarded; the award waits for requests to see a hand.
    AwardHeld { until: Millis },
    /// Waits for the all-in players to choose how many boards to run.
    RunItVote {
        /// The most boards that may be chosen.
        most: u8,
        until: Millis,
    },
    /// Waits for a player who may show or muck.
    Offer { seat: SeatNo, until: Millis },
}

impl Phase {
    /// Returns the time for which it waits: the deadline of a turn, or the end of a pause.
    pub(crate) fn until_mut(&mut self) -> Option<&mut Millis> {
        match self {
            Self::Turn(turn) => Some(&mut turn.deadline),
            Self::RunOut { until }
            | Self::Held { until }
            | Self::Showdown { until }
            | Self::AwardHeld { until }
            | Self::RunItVote { until, .. }
            | Self::Offer { until, .. } => Some(until),
            Self::Dealing | Self::Open | Self::Closed | Self::Waiting => None,
        }
    }
}

/// The turn of a player and its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) seat: SeatNo,
    pub(crate) turn: TurnNo,
    /// The end of the running time: the time bank if `in_bank`, else the base time.
    pub(crate) deadline: Millis,
    pub(crate) in_bank: bool,
    /// When the turn began, later by the time that the floor took.
    pub(crate) since: Millis,
    /// The connection was lost at some time in the turn.
    pub(crate) was_away: bool,
}

impl Turn {
    /// Returns when the time of a player with this bank ends, or when the bank begins.
    pub(crate) fn ends(&self, bank: Millis, grace: Millis) -> Millis {
        if self.in_bank || bank == Millis(0) { self.deadline + grace } else { self.deadline }
    }

    /// Returns the end of the base time, for a player with this time bank.
    pub(crate) fn base_end(&self, bank: Millis) -> Millis {
        if self.in_bank { Millis(self.deadline.0.saturating_sub(bank.0)) } else { self.deadline }
    }
}

impl Hand {
    /// Records an action in turn.
    pub(crate) fn note_in_turn(&mut self, seat: SeatNo, puts_in_chips: bool) {
        self.betting.note_in_turn(seat, puts_in_chips);
        if self.street.is_first() && puts_in_chips {
            self.players.volunteer(seat);
        }
    }

    /// Records that a hand was folded or killed, in case the floor restores it.
    pub(crate) fn note_given_up(&mut self, seat: SeatNo, acts_again: bool) {
        let at = self.now_in_deck();
        self.players[seat].given_up = Some(GivenUp { at, acts_again });
    }

    /// Leaves out a time that does not count against the player on turn.
    pub(crate) fn leave_out(&mut self, time: Millis) {
        if let Phase::Turn(turn) = &mut self.phase {
            turn.deadline = turn.deadline + time;
            turn.since = turn.since + time;
        }
        self.betting.delay_clock(time);
    }

    /// Returns the street, and the number of cards drawn so far.
    pub(crate) fn now_in_deck(&self) -> (u8, usize) {
        (self.street.number(), self.deck.drawn())
    }

    /// Returns `true` if a player of the hand has shown or discarded cards.
    pub(crate) fn has_begun_to_show(&self) -> bool {
        let shows = |seat: SeatNo| self.players[seat].tabled || self.players[seat].mucked;
        self.players.dealt().iter().any(shows)
    }

    /// Returns `true` if the next decision is about chips rather than cards.
    pub(crate) fn phase_of_betting(&self) -> bool {
        self.street.drawing().is_none() && self.phase != Phase::Dealing
    }

    /// Returns the uncalled part of this player's last bet or raise. A blind is neither.
    pub(crate) fn uncalled_wager_of(&self, seat: SeatNo) -> Chips {
        let wagered = self.betting.wager().is_some_and(|wager| wager.seat == seat);
        let uncalled = self.players.uncalled().filter(|(whose, _)| wagered && *whose == seat);
        uncalled.map_or(Chips::ZERO, |(_, amount)| amount)
    }

    /// Returns the pots as they will be once this street's bets are gathered.
    pub(crate) fn pots_with_bets(&self) -> Pots {
        let live = self.players.live();
        if self.players.have_put_in_the_same() {
            return Pots::one(Pot { amount: self.chips(), eligible: live });
        }
        let put_in = self.players.put_in_with(&self.players.bets());
        build_pots(&put_in, self.middle.dead(), live)
    }

    /// Gathers the street's bets into the pots.
    pub(crate) fn close_street(&mut self, pots: &[Pot]) {
        for seat in self.players.dealt().iter() {
            let bet = self.players[seat].gather_bet();
            self.middle.put_in(bet);
        }
        self.middle.divide(pots);
        self.phase = Phase::Closed;
        if let Some(rulings) = &mut self.rulings {
            rulings.begin_street();
        }
    }

    /// Puts the bets of the street that closed last in front of the players again.
    pub(crate) fn reopen_street(&mut self) {
        for seat in self.players.dealt().iter() {
            let bet = self.players[seat].put_back_bet();
            self.middle.take_out(bet);
        }
        let put_in = self.players.put_in_with(&[Chips::ZERO; MAX_SEATS]);
        let pots = build_pots(&put_in, self.middle.dead(), self.players.live());
        self.middle.divide(&pots);
    }

    /// Returns all chips of the hand that are not in a stack.
    pub(crate) fn chips(&self) -> Chips {
        self.middle.chips() + self.players.all_bets()
    }

    /// Returns a player's face-up cards in the order of the deal.
    pub(crate) fn up_cards(&self, seat: SeatNo) -> Hole {
        let player = &self.players[seat];
        let cards = player.hole.iter().enumerate();
        cards
            .filter(|(place, _)| player.up.contains(*place))
            .map(|(_, card)| *card.open())
            .collect()
    }

    /// Returns the value of a player's hand in one half of the showdown, on one board.
    pub(crate) fn value(&self, seat: SeatNo, half: &Half, board: u8) -> Option<HandValue> {
        let hole = self.open_hole(seat);
        half.ranking.value(&hole, self.boards.get(board), half.hole)
    }

    /// Returns a player's hole cards, for the showdown.
    pub(crate) fn open_hole(&self, seat: SeatNo) -> Hole {
        self.players[seat].hole.iter().map(|card| *card.open()).collect()
    }
}

pub(crate) type Hole = ArrayVec<Card, MAX_HOLE>;

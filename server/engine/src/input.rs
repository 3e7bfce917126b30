//! What can happen to a table from outside.

use crate::adjudicate::{Gesture, RulingOption, TicketNo};
use crate::floor::FloorCommand;
use crate::table::{Entering, HandOrder, Scene};
use cardroom_cards::DeckOrder;
use cardroom_rules::{Chips, Millis, Play, PlayerId, SeatNo, Switch};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Names one decision at a table. Each decision has a number after the last one's.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TurnNo(pub u64);

/// What a player does with a turn. Amounts are totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Gives up the hand.
    Fold,
    /// Stays in without paying, where nothing is to be paid.
    Check,
    /// Pays what is to be paid, or everything left.
    Call,
    /// Opens the betting with this total.
    Bet(Chips),
    /// Raises the bet to this total; completing a bring-in is a raise to the small bet.
    RaiseTo(Chips),
    BringIn,
    /// Gives these cards away; none to stand pat.
    Discard(Picks),
}

/// Some of the cards a player holds, by their place in the order in which they came: bit 0 for the
/// first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Picks(pub u8);

impl Picks {
    pub const NONE: Self = Self(0);

    /// The first `count` cards.
    #[must_use]
    pub fn first(count: u8) -> Self {
        Self(u8::try_from((1_u16 << count.min(8)) - 1).unwrap_or(u8::MAX))
    }

    #[must_use]
    pub fn len(self) -> u8 {
        u8::try_from(self.0.count_ones()).unwrap_or(u8::MAX)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and the card at this place.
    #[must_use]
    pub fn with(self, place: usize) -> Self {
        if place < 8 { Self(self.0 | 1 << place) } else { self }
    }

    /// Whether the card at this place is one of them.
    #[must_use]
    pub fn contains(self, place: usize) -> bool {
        place < 8 && self.0 & (1 << place) != 0
    }
}

/// What can happen to a table from outside.
#[derive(Debug)]
pub enum Input {
    /// A player takes a free seat with chips.
    Sit {
        seat: SeatNo,
        player: PlayerId,
        buy_in: Chips,
        /// The least the player may bring because of what was taken away lately (rathole).
        owed: Chips,
        /// Waits for the big blind rather than post one.
        wait_for_big_blind: bool,
    },
    /// A player adds chips.
    TopUp {
        seat: SeatNo,
        amount: Chips,
    },
    /// Chips are taken off a stack, between hands.
    TakeBack {
        seat: SeatNo,
        amount: Chips,
    },
    /// A player is not to be dealt in.
    SitOut {
        seat: SeatNo,
    },
    /// The room was away, and nobody could come back to it: how long somebody sits out is counted
    /// from now on.
    CountSitOutsAnew,
    /// A player is to be dealt in again.
    SitIn {
        seat: SeatNo,
    },
    /// A player leaves, at the end of the hand where dealt in.
    Leave {
        seat: SeatNo,
    },
    /// How a seat wants to be handled.
    Prefer {
        seat: SeatNo,
        /// Waits for the big blind rather than post one.
        wait_for_big_blind: bool,
        /// Mucks beaten hands and uncontested winners without being asked.
        auto_muck: bool,
        /// Posts a straddle where the table has one and the seat is in place for it.
        straddle: bool,
    },
    /// A player's connection came or went. At a table that plays by order the hands of who is away
    /// for longer than the rulebook's grace are dead or folded; elsewhere nothing depends on it but
    /// what others see.
    Presence {
        seat: SeatNo,
        /// Whether it is there.
        connected: bool,
    },
    /// An all-in hand that waits with its cards down goes on (TDA RP-8-F).
    Release,
    /// Whoever runs the event places a player; only on tables that play by order.
    Place {
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        /// How the player comes into the game.
        entering: Entering,
    },
    /// Whoever runs the event takes a player away, with the chips; only on tables that play by
    /// order.
    Take {
        seat: SeatNo,
    },
    /// Stacks become these, between two hands; only on tables that play by order.
    SetStacks {
        /// The seats and their stacks.
        stacks: Vec<(SeatNo, Chips)>,
    },
    /// The next hands are played for these stakes; only on tables that play by order.
    SetPlays {
        /// What is played, in turn.
        plays: Arc<[Play]>,
        /// When the next of them comes.
        switch: Switch,
    },
    /// The next hand has the button here; only on tables that play by order.
    PlaceButton {
        seat: SeatNo,
    },
    /// The next hand is to be dealt; only on tables that play by order.
    OrderHand(HandOrder),
    /// The hand that was ordered and has not begun is not dealt; only on tables that play by order.
    WithdrawHand,
    /// The next hand, with the order of its deck. `draw` places the first button of a new game:
    /// any number, drawn at random.
    StartHand {
        deck: DeckOrder,
        /// Further orders of the same cards, drawn at the same time: when cards out of play are
        /// shuffled again for the n-th time in this hand, they lie in the n-th order. As many as
        /// [`Game::most_reshuffles`](cardroom_rules::Game::most_reshuffles) says.
        reshuffles: Vec<DeckOrder>,
        /// The draw for the button.
        draw: u32,
    },
    /// A hand that is already under way on a real table, on hybrid tables.
    EnterHand(Box<Scene>),
    /// The floor commands something.
    Floor(FloorCommand),
    /// A player turns cards over at the showdown: all, or none are.
    ShowCards {
        seat: SeatNo,
        /// Which of the cards held.
        picks: Picks,
    },
    /// A player asks to see a hand at the showdown that was not tabled.
    AskToSee {
        by: SeatNo,
        target: SeatNo,
    },
    /// The winner of a hand that was not shown down asks for the cards that would have come.
    RabbitRequest {
        seat: SeatNo,
    },
    /// Somebody who called the initial bet answers that.
    RabbitConsent {
        seat: SeatNo,
        /// Whether they may be shown.
        agrees: bool,
    },
    /// The next street is dealt, on hybrid tables, once the betting is over.
    DealStreet,
    /// A player answers a turn.
    Act {
        seat: SeatNo,
        turn: TurnNo,
        action: Action,
    },
    /// A player says something or moves chips. Hybrid tables only.
    Gesture {
        seat: SeatNo,
        gesture: Gesture,
    },
    /// The player on turn was told a wrong count of a bet. Hybrid tables only.
    Misquote {
        amount: Chips,
    },
    /// The floor rules on a ticket.
    RuleTicket {
        ticket: TicketNo,
        option: RulingOption,
    },
    /// Somebody is on the floor to rule on tickets, or nobody is any more.
    AttendFloor {
        attended: bool,
    },
    /// A player answers an offer to show.
    ShowOrMuck {
        seat: SeatNo,
        show: bool,
    },
    /// An all-in player says on how many boards the hand may be run out.
    RunIt {
        seat: SeatNo,
        boards: u8,
    },
    /// The player on the button chooses the next hand's game.
    ChooseGame {
        seat: SeatNo,
        /// Which of the table's games, from 0.
        play: u8,
    },
    /// The next game of a rotation that switches by level.
    NextGame,
    /// [`Table::deadline`](crate::Table::deadline) has passed.
    Tick,
    /// No more hands until resumed.
    Pause,
    Resume,
    /// The hand does not count: everybody gets back what was put in.
    VoidHand {
        reason: String,
    },
    /// What the house took leaves the table.
    SweepHouse,
    /// The room was away in the middle of a hand: whoever the hand waits for gets a fresh clock.
    RestartClock {
        /// So much before the clock begins, for everybody to come back.
        wait: Millis,
    },
}

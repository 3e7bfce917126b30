//! The inputs of a table.

mod scene;

pub use scene::{Scene, SmallBlind};

use crate::action::{Action, Picks, TurnNo};
use crate::floor::FloorCommand;
use crate::gesture::Gesture;
use crate::ruling::{RulingOption, TicketNo};
use crate::seat::Entering;
use cardroom_cards::DeckOrder;
use cardroom_rules::{Chips, HandNo, Millis, Play, PlayerId, SeatNo, SeatSet, Switch};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An input from outside the table.
#[derive(Debug)]
pub enum Input {
    /// A player takes a free seat.
    Sit {
        seat: SeatNo,
        player: PlayerId,
        buy_in: Chips,
        /// The least buy-in for a player who recently left with more (rathole rule).
        owed: Chips,
        /// Wait for the big blind instead of posting one.
        wait_for_big_blind: bool,
    },
    TopUp {
        seat: SeatNo,
        amount: Chips,
    },
    /// Adds chips and deals the player in again.
    Rebuy {
        seat: SeatNo,
        amount: Chips,
    },
    /// The host gives a player chips. They join the stack now, or after the hand if the seat is in
    /// one already.
    Give {
        seat: SeatNo,
        amount: Chips,
    },
    /// Takes chips off a stack, now or after the hand that the seat is dealt into.
    TakeBack {
        seat: SeatNo,
        amount: Chips,
    },
    /// Moves all players to other seats between two hands. After that, the button of the next hand
    /// is drawn as in a new game.
    ShuffleSeats {
        /// The old and the new seat of every player.
        moves: Vec<(SeatNo, SeatNo)>,
    },
    /// Stops dealing the player in.
    SitOut {
        seat: SeatNo,
    },
    /// Restarts the time limit of every seat that sits out. The room was down, so no
    /// player could come back. A pause begins again, too.
    CountSitOutsAnew,
    /// Deals the player in again.
    SitIn {
        seat: SeatNo,
    },
    /// A player leaves, after the hand if they are dealt in.
    Leave {
        seat: SeatNo,
    },
    /// A player has left a tournament for good. The stack stays and is blinded out, and no one
    /// waits for the player any more.
    Quit {
        seat: SeatNo,
    },
    /// Sets the preferences of a seat.
    Prefer {
        seat: SeatNo,
        /// Wait for the big blind instead of posting one.
        wait_for_big_blind: bool,
        /// Muck beaten hands and uncontested winners without being asked.
        auto_muck: bool,
        /// Post a straddle if the table has one and the seat is in position.
        straddle: bool,
    },
    /// A player connected or disconnected. A tournament table kills or folds the hand of a
    /// player who is away for longer than the rulebook's grace period. At other tables
    /// only the view changes.
    Presence {
        seat: SeatNo,
        connected: bool,
    },
    /// A player was not connected when the tournament placed them. They count as absent at once,
    /// without the grace period of a lost connection, until they connect. Tournament tables only.
    NotThere {
        seat: SeatNo,
    },
    /// Releases an all-in hand that waits with its cards down (TDA RP-8-F).
    Release,
    /// The tournament places a player. Tournament tables only.
    Place {
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        /// The way in which the player joins the game.
        entering: Entering,
    },
    /// The tournament removes a player and their chips. Tournament tables only.
    Take {
        seat: SeatNo,
    },
    /// Sets stacks between hands. Tournament tables only.
    SetStacks {
        /// The new stack of each seat.
        stacks: Vec<(SeatNo, Chips)>,
    },
    /// Sets the games and stakes of the next hands. Tournament tables only.
    SetPlays {
        /// The games, in rotation order.
        plays: Arc<[Play]>,
        switch: Switch,
    },
    /// Sets the button of the next hand. Tournament tables only.
    PlaceButton {
        seat: SeatNo,
    },
    /// Orders the next hand. Tournament tables only.
    OrderHand(HandOrder),
    /// Withdraws the order for a hand that has not begun. Tournament tables only.
    WithdrawHand,
    /// Starts the next hand.
    StartHand {
        deck: DeckOrder,
        /// Further random orders of the same cards, drawn with the deck. The n-th reshuffle of the
        /// hand uses the n-th order.
        /// [`Game::most_reshuffles`](cardroom_rules::Game::most_reshuffles) gives their number.
        reshuffles: Vec<DeckOrder>,
        /// A random number that places the first button of a new game.
        draw: u32,
    },
    /// Enters a hand that is already under way at a real table. Hybrid tables only.
    EnterHand(Box<Scene>),
    /// The floor gives a command.
    Floor(FloorCommand),
    /// A player tables cards: at the showdown all or none, and after the hand any.
    ShowCards {
        seat: SeatNo,
        picks: Picks,
    },
    /// A player asks to see a hand that was not tabled.
    AskToSee {
        by: SeatNo,
        target: SeatNo,
    },
    /// The winner of a hand without a showdown asks to see the cards that would have come.
    RabbitRequest {
        seat: SeatNo,
    },
    /// A player who called the initial bet answers the rabbit request.
    RabbitConsent {
        seat: SeatNo,
        agrees: bool,
    },
    /// Deals the next street after the betting is over. Hybrid tables only.
    DealStreet,
    /// A player acts on a turn.
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
    /// The player on turn received a wrong count of a bet. Hybrid tables only.
    Misquote {
        amount: Chips,
    },
    /// The floor rules on a ticket.
    RuleTicket {
        ticket: TicketNo,
        option: RulingOption,
    },
    /// Says whether a floor person is available to rule on tickets.
    AttendFloor {
        attended: bool,
    },
    /// A player answers an offer to show.
    ShowOrMuck {
        seat: SeatNo,
        show: bool,
    },
    /// An all-in player chooses the most boards to run the hand out on.
    RunIt {
        seat: SeatNo,
        boards: u8,
    },
    /// The player on the button chooses the next hand's game.
    ChooseGame {
        seat: SeatNo,
        /// Index into the table's games.
        play: u8,
    },
    /// Moves to the next game of a rotation that switches by level.
    NextGame,
    /// [`Table::deadline`](crate::Table::deadline) has passed.
    Tick,
    /// Stops the hand between two actions, and all clocks. No player acts and no other hand starts
    /// until the table is resumed. Rulings of the floor are still possible (GAPS G-30).
    Pause,
    Resume,
    /// Voids the hand. Every player gets back the chips they put in.
    VoidHand {
        reason: String,
    },
    /// Removes rake and time charges from the table.
    SweepHouse,
    /// The room was down in the middle of a hand. The player that the hand waits for
    /// gets a fresh clock.
    RestartClock {
        /// The delay before the clock starts, so that players can come back.
        wait: Millis,
    },
    /// Sets up the next hand of a match between bots, whose hands do not depend on each other.
    /// Tables where players decide only.
    SetUpHand(HandSetUp),
}

/// The next hand of a match. Players without chips are dealt in again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandSetUp {
    /// The new stack of each seat.
    pub stacks: Vec<(SeatNo, Chips)>,
    pub button: SeatNo,
    /// Index into the table's games.
    pub play: u8,
    /// Whether the player on the button may choose another game.
    pub offers_choice: bool,
}

/// The tournament's order for a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandOrder {
    /// One more than the last hand's number.
    pub hand: HandNo,
    /// The number of players left in the tournament.
    pub players_left: u32,
    /// Players who are dealt in with their blinds posted and killed after the deal (TDA 71-C).
    pub missing: SeatSet,
    /// Whether an all-in hand stops with its cards down until it is released (TDA RP-8-F).
    pub hand_for_hand: bool,
}

//! Why an input was refused. A refused input has changed nothing.

use crate::limits::Legal;
use cardroom_rules::Chips;

/// An input that was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Refusal {
    /// Why.
    pub kind: RefusalKind,
    /// What would be legal, when an action was refused on the player's own turn.
    pub legal: Option<Legal>,
}

impl From<RefusalKind> for Refusal {
    fn from(kind: RefusalKind) -> Self {
        Self { kind, legal: None }
    }
}

/// Why an input was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RefusalKind {
    /// The table has no such seat.
    #[error("the table has no such seat")]
    UnknownSeat,
    /// Somebody sits there.
    #[error("the seat is taken")]
    SeatTaken,
    /// Nobody sits there.
    #[error("nobody sits there")]
    SeatEmpty,
    /// The player sits here already.
    #[error("one seat a player")]
    AlreadySeated,
    /// The buy-in is outside the limits.
    #[error("the buy-in is {min} to {max}")]
    BuyInOutOfRange {
        /// The least.
        min: Chips,
        /// The most.
        max: Chips,
    },
    /// The player took more away lately and must bring it back.
    #[error("who left lately comes back with at least {owed}")]
    Rathole {
        /// The least to bring.
        owed: Chips,
    },
    /// The stack would be above the largest buy-in.
    #[error("a stack can be topped up to {max}")]
    TopUpTooLarge {
        /// The most the stack may become.
        max: Chips,
    },
    /// It is so already.
    #[error("it is so already")]
    NothingToDo,
    /// Players, stacks and hands of this table come by order of whoever runs the event.
    #[error("whoever runs the event seats players here")]
    ByOrderOnly,
    /// Players of this table come and go as they like.
    #[error("nobody runs this table: players come and go as they like")]
    NotByOrder,
    /// The player has no chips to play with.
    #[error("there are no chips in front of the player")]
    NoChips,
    /// The player is leaving.
    #[error("the player is leaving")]
    Leaving,
    /// A hand is in progress.
    #[error("a hand is in progress")]
    HandInProgress,
    /// No hand is in progress.
    #[error("no hand is in progress")]
    NoHand,
    /// A hand cannot start: too few players, paused, or too early.
    #[error("no hand can start now")]
    CannotStart,
    /// The deck is not the game's.
    #[error("the deck is not the game's")]
    BadDeck,
    /// It is not this player's turn.
    #[error("it is not this player's turn (TDA 53)")]
    NotYourTurn,
    /// The turn is over.
    #[error("the turn this action answers is over")]
    StaleTurn,
    /// There is a bet to call.
    #[error("there is a bet of {to_call} to call, so no check (TDA 55)")]
    CannotCheck {
        /// What a call adds.
        to_call: Chips,
    },
    /// There is nothing to call.
    #[error("there is nothing to call")]
    NothingToCall,
    /// There is a bet already.
    #[error("there is a bet already: raise instead")]
    CannotBet,
    /// There is no bet yet.
    #[error("there is no bet yet: bet instead")]
    NothingToRaise,
    /// Nobody is left to bet against, or there are not enough chips for it.
    #[error("there is nobody to bet against, or nothing to bet with")]
    RaiseNotAllowed,
    /// The player has acted and does not face a full raise.
    #[error("no full raise was made since, so the betting is not open again (TDA 47)")]
    NotReopened,
    /// Fixed limit allows no more raises on this street.
    #[error("the street has had all its raises (TDA 48)")]
    RaiseCapped,
    /// Below the least legal total.
    #[error("the least is {min_to} (TDA 43)")]
    BelowMinimum {
        /// The least total.
        min_to: Chips,
    },
    /// Above the most legal total.
    #[error("the most is {max_to}")]
    AboveMaximum {
        /// The most total.
        max_to: Chips,
    },
    /// Not a multiple of the unit in play.
    #[error("amounts are multiples of {unit}")]
    NotAUnit {
        /// The unit.
        unit: Chips,
    },
    /// In fixed limit a wager has one size.
    #[error("in fixed limit a wager is exactly what the street's bet makes it")]
    NotALimitBet,
    /// The bring-in is due: it or a completion, or where it is not forced a fold.
    #[error("the bring-in of {amount} is due (TDA RP-10-E)")]
    MustBringIn {
        /// What it adds.
        amount: Chips,
    },
    /// No bring-in is due.
    #[error("no bring-in is due")]
    NoBringIn,
    /// Cards are given away now, so many.
    #[error("now {least} to {most} cards are given away")]
    DrawNow {
        /// At least.
        least: u8,
        /// At most.
        most: u8,
    },
    /// No cards are given away now.
    #[error("no cards are given away now")]
    NothingToDraw,
    /// The player does not hold so many cards.
    #[error("the player holds no such card")]
    NoSuchCard,
    /// Cards are given away now, and nobody bets.
    #[error("cards are given away now, and nobody bets")]
    NothingToBet,
    /// The floor has been called and has not ruled.
    #[error("the floor has been called: play waits for the ruling")]
    FloorCalled,
    /// The chips are not where the gesture takes them from.
    #[error("the chips are not there")]
    ChipsNotThere,
    /// What was done out of turn waits already.
    #[error("the player has acted out of turn already")]
    DeclaredAlready,
    /// Chips moved after the bet was complete.
    #[error("a bet is one motion: the later chips go back (TDA 56)")]
    StringBet,
    /// The player may not bet or raise any more on this turn.
    #[error("the player may only check, call or fold now")]
    LimitedToCallOrFold,
    /// The player has declared a bet.
    #[error("a bet was declared: at least {min_to} (TDA 50, 54-D)")]
    BoundToBet {
        /// The least total.
        min_to: Chips,
    },
    /// The player has declared a raise.
    #[error("a raise was declared: make it a legal one (TDA 50, 51-A)")]
    BoundToRaise,
    /// The player has taken chips back facing a raise.
    #[error("chips were taken back facing a raise: call or raise (TDA 46-B)")]
    BoundToCallOrRaise,
    /// The call was not made under a misunderstanding that the book protects, or play went on.
    #[error("the call stands")]
    CallStands,
    /// No such ticket is open.
    #[error("no such ticket is open")]
    NoTicket,
    /// The ticket does not leave that choice.
    #[error("the ticket does not leave that choice")]
    NotAnOption,
    /// There is nothing to show.
    #[error("there is nothing to show or muck now")]
    NothingToShow,
    /// Nobody asks on how many boards to run the hand out.
    #[error("nobody asks how often to run it now")]
    NothingToRun,
    /// The number of boards is outside what was offered.
    #[error("it can be run 1 to {most} times")]
    BoardsOutOfRange {
        /// The most.
        most: u8,
    },
    /// It is not for this player to choose the game now.
    #[error("it is not for this player to choose the game now")]
    NotYourChoice,
    /// The table is plain: it takes exact actions only.
    #[error("this table takes exact actions only")]
    NotHybrid,
    /// There was substantial action: the error stands.
    #[error("there was substantial action since, so it stands (TDA 36)")]
    SubstantialAction,
    /// The street of the wager is over: it stands.
    #[error("the street is over, so it stands (TDA 52)")]
    StreetClosed,
    /// Another wager came after it.
    #[error("only the last wager of the street can be corrected")]
    NotTheLastWager,
    /// The pot is not counted in this structure.
    #[error("the pot is counted in pot-limit only (TDA 54-A)")]
    NoPotCount,
    /// The player has no part in the hand.
    #[error("the player is not in the hand")]
    NotInHand,
    /// Nobody else plays for some pot.
    #[error("the last hand in a pot is not given away")]
    LastHand,
    /// The player has not had the time the book gives.
    #[error("it is too early to call the clock")]
    TooEarly,
    /// Only the dealer or the floor may call the clock.
    #[error("players do not call the clock under this rulebook")]
    NotYoursToCall,
    /// The player faces no bet.
    #[error("the clock is called on players who face a bet")]
    NotFacingABet,
    /// The time for it is over.
    #[error("it is too late for that")]
    WindowClosed,
    /// The hand is over, and the time to dispute it as well.
    #[error("the hand is over and may not be disputed any more: its result stands (TDA 22)")]
    ResultStands,
    /// A winner has not the chips any more that would have to go back.
    #[error("chips of that hand have left the table: its result stands")]
    ChipsGone,
    /// Somebody is out of the event by that hand.
    #[error("a player is out by that hand: whoever runs the event rules on it")]
    PlayerOut,
    /// The player has no right to see the hand.
    #[error("there is no right to see that hand (TDA 18)")]
    NoRightToSee,
    /// Only some of the cards were to be shown.
    #[error("a hand is shown whole or not at all")]
    ShowAllOrNone,
    /// The hand was given away.
    #[error("the hand was given away and is dead")]
    Discarded,
    /// The book does not allow it.
    #[error("this rulebook has no rabbit hunting (TDA 28)")]
    NoRabbitHunt,
    /// Somebody else won the hand.
    #[error("only the winner of the hand may ask for that")]
    NotWinner,
    /// The betting of the street is not over.
    #[error("the betting of the street is not over")]
    BettingOpen,
    /// The hand cannot be entered like this.
    #[error("a hand cannot be entered like this: check street, seats, blinds and pot")]
    NotEnterable,
    /// The table has no such game.
    #[error("the table has no such game")]
    UnknownGame,
    /// Nothing of the kind can have happened to the cards as they lie.
    #[error("that cannot have happened to the cards as they lie")]
    NoSuchError,
    /// The orders that were drawn for the hand are used up.
    #[error("the cards of this hand cannot be shuffled once more: void it, or let it stand")]
    NoShuffleLeft,
}

impl RefusalKind {
    /// The reason in one word, as rule cases and operators' tools name it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::UnknownSeat => "unknown_seat",
            Self::SeatTaken => "seat_taken",
            Self::SeatEmpty => "not_seated",
            Self::AlreadySeated => "already_seated",
            Self::BuyInOutOfRange { .. } => "buy_in_out_of_range",
            Self::Rathole { .. } => "rathole",
            Self::TopUpTooLarge { .. } => "top_up_too_large",
            Self::NothingToDo => "nothing_to_do",
            Self::ByOrderOnly => "by_order_only",
            Self::NotByOrder => "not_by_order",
            Self::NoChips => "no_chips",
            Self::Leaving => "leaving",
            Self::HandInProgress => "hand_in_progress",
            Self::NoHand => "no_hand",
            Self::CannotStart => "cannot_start",
            Self::BadDeck => "bad_deck",
            Self::NotYourTurn => "not_your_turn",
            Self::NothingToBet => "nothing_to_bet",
            Self::FloorCalled => "floor_called",
            Self::ChipsNotThere => "chips_not_there",
            Self::DeclaredAlready => "declared_already",
            Self::StringBet => "string_bet",
            Self::LimitedToCallOrFold => "limited_to_call_or_fold",
            Self::BoundToBet { .. } => "bound_to_bet",
            Self::BoundToRaise => "bound_to_raise",
            Self::BoundToCallOrRaise => "bound_to_call_or_raise",
            Self::CallStands => "call_stands",
            Self::NoTicket => "no_ticket",
            Self::NotAnOption => "not_an_option",
            Self::StaleTurn => "stale_state",
            Self::CannotCheck { .. } => "cannot_check",
            Self::NothingToCall => "nothing_to_call",
            Self::CannotBet => "cannot_bet",
            Self::NothingToRaise => "nothing_to_raise",
            Self::RaiseNotAllowed => "raise_not_allowed",
            Self::NotReopened => "not_reopened",
            Self::RaiseCapped => "raise_cap",
            Self::BelowMinimum { .. } => "below_minimum",
            Self::AboveMaximum { .. } => "above_maximum",
            Self::NotAUnit { .. } => "not_a_unit",
            Self::NotALimitBet => "not_a_limit_bet",
            Self::MustBringIn { .. } => "must_bring_in_or_fold",
            Self::NoBringIn => "no_bring_in",
            Self::DrawNow { .. } => "draw_now",
            Self::NothingToDraw => "nothing_to_draw",
            Self::NoSuchCard => "no_such_card",
            Self::NothingToShow => "nothing_to_show",
            Self::NothingToRun => "nothing_to_run",
            Self::BoardsOutOfRange { .. } => "boards_out_of_range",
            Self::NotYourChoice => "not_your_choice",
            Self::NotHybrid => "not_hybrid",
            Self::SubstantialAction => "substantial_action",
            Self::StreetClosed => "street_closed",
            Self::NotTheLastWager => "not_the_last_wager",
            Self::NoPotCount => "no_pot_count",
            Self::NotInHand => "not_in_hand",
            Self::LastHand => "last_hand",
            Self::TooEarly => "too_early",
            Self::NotYoursToCall => "not_yours_to_call",
            Self::NotFacingABet => "not_facing_a_bet",
            Self::WindowClosed => "window_closed",
            Self::ResultStands => "result_stands",
            Self::ChipsGone => "chips_gone",
            Self::PlayerOut => "player_out",
            Self::NoRightToSee => "no_right_to_see",
            Self::ShowAllOrNone => "show_all_or_none",
            Self::Discarded => "discarded",
            Self::NoRabbitHunt => "no_rabbit_hunt",
            Self::NotWinner => "not_winner",
            Self::BettingOpen => "betting_open",
            Self::NotEnterable => "not_enterable",
            Self::UnknownGame => "unknown_game",
            Self::NoSuchError => "no_such_error",
            Self::NoShuffleLeft => "no_shuffle_left",
        }
    }
}

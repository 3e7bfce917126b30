//! Why an input was refused. A refused input has changed nothing.

use crate::limits::Legal;
use cardroom_rules::Chips;

/// An input that was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Refusal {
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
    #[error("The table has no such seat. Choose another one.")]
    UnknownSeat,
    #[error("This seat is taken. Choose another one.")]
    SeatTaken,
    #[error("Nobody sits at this seat. Choose a seat with a player.")]
    SeatEmpty,
    /// The player sits here already.
    #[error("You have a seat at this table already.")]
    AlreadySeated,
    /// The buy-in is outside the limits.
    #[error("Choose a buy-in from {min} to {max}.")]
    BuyInOutOfRange { min: Chips, max: Chips },
    /// The player took more away lately and must bring it back.
    #[error("You left this table lately with {owed}. Bring at least as much back.")]
    Rathole {
        /// The least to bring.
        owed: Chips,
    },
    /// The stack would be above the largest buy-in.
    #[error("A stack can be topped up to {max} at most. Choose a smaller amount.")]
    TopUpTooLarge {
        /// The most the stack may become.
        max: Chips,
    },
    /// It is so already.
    #[error("Nothing changes: it is so already.")]
    NothingToDo,
    /// Players, stacks and hands of this table come by order of whoever runs the event.
    #[error("The tournament seats its players here. Ask its floor.")]
    ByOrderOnly,
    /// Players of this table come and go as they like.
    #[error("This table belongs to no tournament: its players come and go by themselves.")]
    NotByOrder,
    /// The player has no chips to play with.
    #[error("This player has no chips. Top up first.")]
    NoChips,
    /// The player is leaving.
    #[error("This player is leaving the table.")]
    Leaving,
    /// A hand is in progress.
    #[error("A hand is in progress. Wait until it is over.")]
    HandInProgress,
    /// No hand is in progress.
    #[error("No hand is in progress. Wait for the next one.")]
    NoHand,
    /// A hand cannot start: too few players, paused, or too early.
    #[error("No hand can start now. Wait for more players.")]
    CannotStart,
    /// The deck is not the game's.
    #[error("This deck does not fit the game.")]
    BadDeck,
    /// It is not this player's turn.
    #[error("It is not your turn. Wait for it (TDA 53).")]
    NotYourTurn,
    /// The turn is over.
    #[error("Your turn was over before this action arrived.")]
    StaleTurn,
    /// There is a bet to call.
    #[error("You cannot check a bet of {to_call}. Call, raise or fold (TDA 55).")]
    CannotCheck {
        /// What a call adds.
        to_call: Chips,
    },
    /// There is nothing to call.
    #[error("There is no bet to call. Check or bet.")]
    NothingToCall,
    /// There is a bet already.
    #[error("There is a bet already. Raise instead.")]
    CannotBet,
    /// There is no bet yet.
    #[error("There is no bet yet. Bet instead.")]
    NothingToRaise,
    /// Nobody is left to bet against, or there are not enough chips for it.
    #[error("You cannot raise: no opponent can call more. Call or fold.")]
    RaiseNotAllowed,
    /// The player has acted and does not face a full raise.
    #[error("You cannot raise: nobody made a full raise since you acted. Call or fold (TDA 47).")]
    NotReopened,
    /// Fixed limit allows no more raises on this street.
    #[error("This street has had all its raises. Call or fold (TDA 48).")]
    RaiseCapped,
    /// Below the least legal total.
    #[error("The minimum is {min_to}. Choose a larger amount (TDA 43).")]
    BelowMinimum { min_to: Chips },
    /// Above the most legal total.
    #[error("The maximum is {max_to}. Choose a smaller amount.")]
    AboveMaximum { max_to: Chips },
    /// Not a multiple of the unit in play.
    #[error("Choose an amount that is a multiple of {unit}.")]
    NotAUnit { unit: Chips },
    /// In fixed limit a wager has one size.
    #[error("In fixed limit a bet or raise has one size. Choose that size.")]
    NotALimitBet,
    /// The bring-in is due: it or a completion, or where it is not forced a fold.
    #[error("You owe the bring-in of {amount}. Post it or complete (TDA RP-10-E).")]
    MustBringIn { amount: Chips },
    /// No bring-in is due.
    #[error("No bring-in is due. Choose another action.")]
    NoBringIn,
    /// Cards are given away now, so many.
    #[error("It is time to draw. Discard {least} to {most} cards.")]
    DrawNow { least: u8, most: u8 },
    /// No cards are given away now.
    #[error("There is no draw now. Choose another action.")]
    NothingToDraw,
    /// The player does not hold so many cards.
    #[error("You do not hold this card. Choose one of your own.")]
    NoSuchCard,
    /// Cards are given away now, and nobody bets.
    #[error("It is time to draw, and nobody bets. Discard or stand pat.")]
    NothingToBet,
    /// The floor has been called and has not ruled.
    #[error("The floor has been called. Wait for the ruling.")]
    FloorCalled,
    /// The chips are not where the gesture takes them from.
    #[error("The chips are not where the gesture takes them from.")]
    ChipsNotThere,
    /// What was done out of turn waits already.
    #[error("You acted out of turn already. Wait for your turn.")]
    DeclaredAlready,
    /// Chips moved after the bet was complete.
    #[error("A bet is one motion. Take the later chips back (TDA 56).")]
    StringBet,
    /// The player may not bet or raise any more on this turn.
    #[error("You may only check, call or fold on this turn.")]
    LimitedToCallOrFold,
    /// The player has declared a bet.
    #[error("You declared a bet. Bet at least {min_to} (TDA 50, 54-D).")]
    BoundToBet { min_to: Chips },
    /// The player has declared a raise.
    #[error("You declared a raise. Make a legal one (TDA 50, 51-A).")]
    BoundToRaise,
    /// The player has taken chips back facing a raise.
    #[error("You took chips back facing a raise. Call or raise (TDA 46-B).")]
    BoundToCallOrRaise,
    /// The call was not made under a misunderstanding that the book protects, or play went on.
    #[error("The call stands.")]
    CallStands,
    /// No such ticket is open.
    #[error("No such ticket is open. Choose an open one.")]
    NoTicket,
    /// The ticket does not leave that choice.
    #[error("The ticket does not leave this choice. Choose one of its options.")]
    NotAnOption,
    /// The rulebook lets no dead hand live again (WPTAPL 25).
    #[error("Under this rulebook a dead hand stays dead.")]
    DeadForGood,
    /// There is nothing to show.
    #[error("There is nothing to show or muck now.")]
    NothingToShow,
    /// Nobody asks on how many boards to run the hand out.
    #[error("Nobody is asked how often to run the hand now.")]
    NothingToRun,
    /// The number of boards is outside what was offered.
    #[error("The hand can be run 1 to {most} times. Choose one of these numbers.")]
    BoardsOutOfRange { most: u8 },
    /// It is not for this player to choose the game now.
    #[error("It is not your turn to choose the game.")]
    NotYourChoice,
    /// The table is plain: it takes exact actions only.
    #[error("This table takes exact actions only. Use the buttons.")]
    NotHybrid,
    /// There was substantial action: the error stands.
    #[error("There was substantial action since, so the error stands (TDA 36).")]
    SubstantialAction,
    /// The street of the wager is over: it stands.
    #[error("The street is over, so the wager stands (TDA 52).")]
    StreetClosed,
    /// Another wager came after it.
    #[error("Only the last wager of the street can be corrected.")]
    NotTheLastWager,
    /// The pot is not counted in this structure.
    #[error("The pot is counted in pot-limit games only (TDA 54-A).")]
    NoPotCount,
    /// The player has no part in the hand.
    #[error("This player has no part in the hand. Choose another one.")]
    NotInHand,
    /// Nobody else plays for some pot.
    #[error("The last hand in a pot cannot be killed.")]
    LastHand,
    /// The player has not had the time the book gives.
    #[error("It is too early to call the clock. Give the player more time.")]
    TooEarly,
    /// Only the dealer or the floor may call the clock.
    #[error("Only the floor calls the clock under this rulebook. Ask the floor.")]
    NotYoursToCall,
    /// The player faces no bet.
    #[error("The clock can be called only on a player who faces a bet.")]
    NotFacingABet,
    /// The time for it is over.
    #[error("It is too late for this.")]
    WindowClosed,
    /// The hand is over, and the time to dispute it as well.
    #[error("The time to dispute this hand is over, so its result stands (TDA 22).")]
    ResultStands,
    /// A winner has not the chips any more that would have to go back.
    #[error("Chips of this hand have left the table, so its result stands.")]
    ChipsGone,
    /// Somebody is out of the event by that hand.
    #[error("This hand put a player out, so the tournament's floor rules on it.")]
    PlayerOut,
    /// The player has no right to see the hand.
    #[error("You have no right to see this hand (TDA 18).")]
    NoRightToSee,
    /// Only some of the cards were to be shown.
    #[error("Show all of your cards or none.")]
    ShowAllOrNone,
    /// The hand was given away.
    #[error("This hand was given away and is dead.")]
    Discarded,
    /// The book does not allow it.
    #[error("This rulebook has no rabbit hunting (TDA 28).")]
    NoRabbitHunt,
    /// Somebody else won the hand.
    #[error("Only the winner of the hand may ask for this.")]
    NotWinner,
    /// The betting of the street is not over.
    #[error("The betting of this street is not over. Wait until it is.")]
    BettingOpen,
    /// The hand cannot be entered like this.
    #[error("The hand cannot be entered like this. Check street, seats, blinds and pot.")]
    NotEnterable,
    /// The table has no such game.
    #[error("This table does not have that game. Choose another one.")]
    UnknownGame,
    /// Nothing of the kind can have happened to the cards as they lie.
    #[error("This cannot have happened to the cards as they lie. Check the error.")]
    NoSuchError,
    /// The orders that were drawn for the hand are used up.
    #[error("The cards of this hand cannot be shuffled again. Void the hand, or let it stand.")]
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
            Self::DeadForGood => "dead_for_good",
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

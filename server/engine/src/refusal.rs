//! Reasons for rejecting an input. A rejected input changes nothing.

use crate::limits::Legal;
use cardroom_rules::Chips;

/// The rejection of an input.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Refusal {
    pub kind: RefusalKind,
    /// The legal actions, if an action was rejected on the player's own turn.
    pub legal: Option<Legal>,
}

impl From<RefusalKind> for Refusal {
    fn from(kind: RefusalKind) -> Self {
        Self { kind, legal: None }
    }
}

/// The reason that an input was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RefusalKind {
    #[error("The table has no such seat. Choose another one.")]
    UnknownSeat,
    #[error("This seat is taken. Choose another one.")]
    SeatTaken,
    #[error("Nobody sits at this seat. Choose a seat with a player.")]
    SeatEmpty,
    /// The player already has a seat here.
    #[error("You have a seat at this table already.")]
    AlreadySeated,
    /// The buy-in is outside the limits.
    #[error("Choose a buy-in from {min} to {max}.")]
    BuyInOutOfRange { min: Chips, max: Chips },
    /// The player recently left with more and must bring it back.
    #[error("You left this table lately with {owed}. Bring at least as much back.")]
    Rathole {
        /// The smallest buy-in that is accepted.
        owed: Chips,
    },
    /// The stack would exceed the largest buy-in.
    #[error("A stack can be topped up to {max} at most. Choose a smaller amount.")]
    TopUpTooLarge {
        /// The largest stack allowed.
        max: Chips,
    },
    /// The input would change nothing.
    #[error("Nothing to change: this is already the case.")]
    NothingToDo,
    /// The tournament controls the players, stacks and hands of this table.
    #[error("The tournament seats its players here. Ask its floor.")]
    ByOrderOnly,
    #[error("Seats can be shuffled once two players sit at the table.")]
    TooFewToShuffle,
    /// The new seats leave a player out, or name a seat twice.
    #[error("Every player moves to exactly one seat. Check the new seats.")]
    BadSeating,
    /// Players of this table come and go as they like.
    #[error("This table belongs to no tournament: its players come and go by themselves.")]
    NotByOrder,
    /// The player has no chips to play with.
    #[error("This player has no chips. Top up first.")]
    NoChips,
    #[error("This player is leaving the table.")]
    Leaving,
    #[error("A hand is in progress. Wait until it is over.")]
    HandInProgress,
    #[error("No hand is in progress. Wait for the next one.")]
    NoHand,
    /// Too few players, paused, or too early.
    #[error("No hand can start now. Wait for more players.")]
    CannotStart,
    /// The deck does not match the game.
    #[error("This deck does not fit the game.")]
    BadDeck,
    /// It is not this player's turn.
    #[error("It is not your turn. Wait for it.")]
    NotYourTurn,
    #[error("Your turn was over before this action arrived.")]
    StaleTurn,
    /// There is a bet to call.
    #[error("You cannot check a bet of {to_call}. Call, raise or fold.")]
    CannotCheck {
        /// The chips that a call adds.
        to_call: Chips,
    },
    #[error("There is no bet to call. Check or bet.")]
    NothingToCall,
    #[error("There is a bet already. Raise instead.")]
    CannotBet,
    #[error("There is no bet yet. Bet instead.")]
    NothingToRaise,
    /// No opponent is left to bet against, or the stack is too small.
    #[error("You cannot raise: no opponent can call more. Call or fold.")]
    RaiseNotAllowed,
    /// The player has acted and does not face a full raise.
    #[error("You cannot raise: nobody made a full raise since you acted. Call or fold.")]
    NotReopened,
    /// Fixed limit allows no more raises on this street.
    #[error("This street has had all its raises. Call or fold.")]
    RaiseCapped,
    /// The amount is below the minimum.
    #[error("The minimum is {min_to}. Choose a larger amount.")]
    BelowMinimum { min_to: Chips },
    /// The amount is above the maximum.
    #[error("The maximum is {max_to}. Choose a smaller amount.")]
    AboveMaximum { max_to: Chips },
    /// The amount is not a multiple of the unit in play.
    #[error("Choose an amount that is a multiple of {unit}.")]
    NotAUnit { unit: Chips },
    /// In fixed limit a wager has one size.
    #[error("In fixed limit a bet or raise has one size. Choose that size.")]
    NotALimitBet,
    /// The bring-in is due. Post it, complete or, if it is not forced, fold.
    #[error("You owe the bring-in of {amount}. Post it or complete.")]
    MustBringIn { amount: Chips },
    #[error("No bring-in is due. Choose another action.")]
    NoBringIn,
    /// A draw is in progress and allows this number of discards.
    #[error("It is time to draw. Discard {least} to {most} cards.")]
    DrawNow { least: u8, most: u8 },
    /// No draw is in progress.
    #[error("There is no draw now. Choose another action.")]
    NothingToDraw,
    /// The player does not hold this card.
    #[error("You do not hold this card. Choose one of your own.")]
    NoSuchCard,
    /// A draw is in progress, so no player bets.
    #[error("It is time to draw, and nobody bets. Discard or stand pat.")]
    NothingToBet,
    /// The floor has paused the table.
    #[error("The table is paused. Wait until the floor resumes it.")]
    Paused,
    /// The floor was called and has not ruled yet.
    #[error("The floor has been called. Wait for the ruling.")]
    FloorCalled,
    #[error("The chips are not where the gesture takes them from.")]
    ChipsNotThere,
    /// The player's action out of turn is already waiting.
    #[error("You acted out of turn already. Wait for your turn.")]
    DeclaredAlready,
    /// Chips moved after the bet was complete.
    #[error("A bet is one motion. Take the later chips back.")]
    StringBet,
    /// The player may no longer bet or raise on this turn.
    #[error("You may only check, call or fold on this turn.")]
    LimitedToCallOrFold,
    /// The player declared a bet.
    #[error("You declared a bet. Bet at least {min_to}.")]
    BoundToBet { min_to: Chips },
    /// The player declared a raise.
    #[error("You declared a raise. Make a legal one.")]
    BoundToRaise,
    /// The player took chips back when facing a raise.
    #[error("You took chips back facing a raise. Call or raise.")]
    BoundToCallOrRaise,
    /// The rulebook does not protect this misunderstanding, or play went on.
    #[error("The call stands.")]
    CallStands,
    #[error("No such ticket is open. Choose an open one.")]
    NoTicket,
    /// The ticket does not offer this option.
    #[error("The ticket does not leave this choice. Choose one of its options.")]
    NotAnOption,
    /// The rulebook never lets a dead hand live again (WPTAPL 25).
    #[error("Under this rulebook a dead hand stays dead.")]
    DeadForGood,
    #[error("There is nothing to show or muck now. Cards can be shown when the hand is over.")]
    NothingToShow,
    /// The rulebook leaves folded and mucked hands face down.
    #[error("A folded or mucked hand stays face down under this rulebook.")]
    GivenUpStaysDown,
    /// The cards are those of a hand after which the next one has begun.
    #[error("The next hand has begun, so it is too late to show cards of the last one.")]
    NextHandBegan,
    /// No player is asked how many boards to run.
    #[error("Nobody is asked how often to run the hand now.")]
    NothingToRun,
    /// The number of boards is outside the offered range.
    #[error("The hand can be run 1 to {most} times. Choose one of these numbers.")]
    BoardsOutOfRange { most: u8 },
    /// The player may not choose the game now.
    #[error("It is not your turn to choose the game.")]
    NotYourChoice,
    /// The table is plain and takes exact actions only.
    #[error("This table takes exact actions only. Use the buttons.")]
    NotHybrid,
    /// Substantial action followed, so the error stands.
    #[error("There was substantial action since, so the error stands.")]
    SubstantialAction,
    /// The street of the wager is over, so it stands.
    #[error("The street is over, so the wager stands.")]
    StreetClosed,
    #[error("Only the last wager of the street can be corrected.")]
    NotTheLastWager,
    /// The pot is not counted in this betting structure.
    #[error("The pot is counted in pot-limit games only.")]
    NoPotCount,
    #[error("This player has no part in the hand. Choose another one.")]
    NotInHand,
    /// Some pot would be left without another player.
    #[error("The last hand in a pot cannot be killed.")]
    LastHand,
    /// The player has not had the time that the rulebook grants.
    #[error("It is too early to call the clock. Give the player more time.")]
    TooEarly,
    /// Only the dealer or the floor may call the clock.
    #[error("Only the floor calls the clock under this rulebook. Ask the floor.")]
    NotYoursToCall,
    #[error("The clock can be called only on a player who faces a bet.")]
    NotFacingABet,
    /// The time limit for this has passed.
    #[error("It is too late for this.")]
    WindowClosed,
    /// The time to dispute the hand is over.
    #[error("The time to dispute this hand is over, so its result stands.")]
    ResultStands,
    /// A winner no longer has the chips that would go back.
    #[error("Chips of this hand have left the table, so its result stands.")]
    ChipsGone,
    /// The hand eliminated a player from the tournament.
    #[error("This hand put a player out, so the tournament's floor rules on it.")]
    PlayerOut,
    #[error("You have no right to see this hand.")]
    NoRightToSee,
    /// The player chose only some of the cards.
    #[error("Show all of your cards or none.")]
    ShowAllOrNone,
    /// The hand was discarded.
    #[error("You discarded this hand, so it is dead.")]
    Discarded,
    /// The rulebook does not allow rabbit hunting.
    #[error("This rulebook has no rabbit hunting.")]
    NoRabbitHunt,
    /// Another player won the hand.
    #[error("Only the winner of the hand may ask for this.")]
    NotWinner,
    #[error("The betting of this street is not over. Wait until it is.")]
    BettingOpen,
    /// The hand cannot be entered like this.
    #[error("The hand cannot be entered like this. Check street, seats, blinds and pot.")]
    NotEnterable,
    #[error("This table does not have that game. Choose another one.")]
    UnknownGame,
    /// The reported error is impossible with the cards as they lie.
    #[error("This cannot have happened to the cards as they lie. Check the error.")]
    NoSuchError,
    /// The orders drawn for the hand are used up.
    #[error("The cards of this hand cannot be shuffled again. Void the hand, or let it stand.")]
    NoShuffleLeft,
}

impl RefusalKind {
    /// Returns the rule that the refusal rests on, if a book has one: the setting for which each
    /// rulebook cites its own rule, if there is one, and the TDA 2024 rule.
    #[must_use]
    pub fn rule(self) -> Option<(Option<&'static str>, &'static str)> {
        Some(match self {
            Self::NotYourTurn => (Some("oot_changed"), "TDA 53"),
            Self::CannotCheck { .. } => (None, "TDA 55"),
            Self::NotReopened => (Some("reopen"), "TDA 47"),
            Self::RaiseCapped => (Some("limit_raise_cap"), "TDA 48"),
            Self::BelowMinimum { .. } => (Some("min_raise"), "TDA 43"),
            Self::MustBringIn { .. } => (None, "TDA RP-10-E"),
            Self::StringBet => (Some("raise_motions"), "TDA 56"),
            Self::BoundToBet { .. } => (None, "TDA 50, 54-D"),
            Self::BoundToRaise => (None, "TDA 50, 51-A"),
            Self::BoundToCallOrRaise => (Some("prior_chips"), "TDA 46-B"),
            Self::CallStands => (Some("misunderstanding_percent"), "TDA 49"),
            Self::DeadForGood => (Some("dead_hand"), "TDA 1"),
            Self::Discarded => (Some("showdown_discard"), "TDA 14"),
            Self::GivenUpStaysDown => (Some("show_after_hand"), "TDA 67"),
            Self::SubstantialAction => (Some("dealing.misdeal_deadline"), "TDA 36"),
            Self::StreetClosed => (Some("underbet_correction"), "TDA 52"),
            Self::NoPotCount => (Some("pot_count"), "TDA 54-A"),
            Self::NotYoursToCall => (Some("called_clock.called_by"), "TDA 29"),
            Self::TooEarly => (Some("called_clock.not_before_seconds"), "TDA 29"),
            Self::NotFacingABet => (Some("called_clock.facing_bet_only"), "TDA 29"),
            Self::ResultStands => (Some("dispute_accounting"), "TDA 22"),
            Self::NoRightToSee => (Some("ask_to_see"), "TDA 18"),
            Self::NoRabbitHunt => (Some("rabbit"), "TDA 28"),
            _ => return None,
        })
    }

    /// Returns the code of the reason, as used by rule cases and operators' tools.
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
            Self::TooFewToShuffle => "too_few_to_shuffle",
            Self::BadSeating => "bad_seating",
            Self::NotByOrder => "not_by_order",
            Self::NoChips => "no_chips",
            Self::Leaving => "leaving",
            Self::HandInProgress => "hand_in_progress",
            Self::NoHand => "no_hand",
            Self::CannotStart => "cannot_start",
            Self::BadDeck => "bad_deck",
            Self::NotYourTurn => "not_your_turn",
            Self::NothingToBet => "nothing_to_bet",
            Self::Paused => "paused",
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
            Self::GivenUpStaysDown => "given_up_stays_down",
            Self::NextHandBegan => "next_hand_began",
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

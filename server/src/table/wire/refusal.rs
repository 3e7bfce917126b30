//! The stable code of each refusal of the engine. The sentence is the engine's own.

use cardroom_engine::{Refusal, RefusalKind as Kind};
use cardroom_protocol::ErrorCode as Code;

/// The stable code of a refusal.
pub(in crate::table) fn refusal_code(refusal: &Refusal) -> Code {
    match refusal.kind {
        Kind::UnknownSeat => Code::UnknownSeat,
        Kind::SeatTaken => Code::SeatTaken,
        Kind::SeatEmpty => Code::NotSeated,
        Kind::AlreadySeated => Code::AlreadySeated,
        Kind::BuyInOutOfRange { .. } | Kind::TopUpTooLarge { .. } => Code::BuyInOutOfRange,
        Kind::Rathole { .. } => Code::Rathole,
        Kind::NothingToDo => Code::NothingToDo,
        Kind::NoChips => Code::NoChips,
        Kind::Leaving => Code::Leaving,
        // What only the room itself asks for.
        Kind::HandInProgress | Kind::CannotStart | Kind::BadDeck | Kind::NotByOrder => {
            Code::Internal
        }
        Kind::ByOrderOnly => Code::Forbidden,
        Kind::NoHand => Code::NoHand,
        Kind::NotYourTurn => Code::NotYourTurn,
        Kind::StaleTurn => Code::StaleTurn,
        Kind::CannotCheck { .. } => Code::CannotCheck,
        Kind::NothingToCall => Code::NothingToCall,
        Kind::CannotBet => Code::CannotBet,
        Kind::NothingToRaise => Code::NothingToRaise,
        Kind::RaiseNotAllowed => Code::RaiseNotAllowed,
        Kind::NotReopened => Code::NotReopened,
        Kind::RaiseCapped => Code::RaiseCapped,
        Kind::BelowMinimum { .. } => Code::BelowMinimum,
        Kind::AboveMaximum { .. } => Code::AboveMaximum,
        Kind::NotAUnit { .. } => Code::NotAUnit,
        Kind::NotALimitBet => Code::NotALimitBet,
        Kind::MustBringIn { .. } => Code::MustBringIn,
        Kind::NoBringIn => Code::NoBringIn,
        Kind::DrawNow { .. } => Code::DrawNow,
        Kind::NothingToDraw => Code::NothingToDraw,
        Kind::NoSuchCard => Code::NoSuchCard,
        Kind::NothingToBet => Code::NothingToBet,
        Kind::NothingToShow => Code::NothingToShow,
        Kind::NothingToRun => Code::NothingToRun,
        Kind::BoardsOutOfRange { .. } => Code::BoardsOutOfRange,
        Kind::NotYourChoice => Code::NotYourChoice,
        Kind::UnknownGame => Code::UnknownGame,
        // Gestures, requests at the showdown and commands of the floor.
        Kind::NotHybrid => Code::NotHybrid,
        Kind::FloorCalled => Code::FloorCalled,
        Kind::ChipsNotThere => Code::ChipsNotThere,
        Kind::DeclaredAlready => Code::DeclaredAlready,
        Kind::StringBet => Code::StringBet,
        Kind::LimitedToCallOrFold => Code::LimitedToCallOrFold,
        Kind::BoundToBet { .. } => Code::BoundToBet,
        Kind::BoundToRaise => Code::BoundToRaise,
        Kind::BoundToCallOrRaise => Code::BoundToCallOrRaise,
        Kind::CallStands => Code::CallStands,
        Kind::NoTicket => Code::NoTicket,
        Kind::NotAnOption => Code::NotAnOption,
        Kind::SubstantialAction => Code::SubstantialAction,
        Kind::StreetClosed => Code::StreetClosed,
        Kind::NotTheLastWager => Code::NotTheLastWager,
        Kind::NoPotCount => Code::NoPotCount,
        Kind::NotInHand => Code::NotInHand,
        Kind::LastHand => Code::LastHand,
        Kind::TooEarly => Code::TooEarly,
        Kind::NotYoursToCall => Code::NotYoursToCall,
        Kind::NotFacingABet => Code::NotFacingABet,
        Kind::WindowClosed => Code::WindowClosed,
        Kind::NoRightToSee => Code::NoRightToSee,
        Kind::ShowAllOrNone => Code::ShowAllOrNone,
        Kind::Discarded => Code::HandDiscarded,
        Kind::NoRabbitHunt => Code::NoRabbitHunt,
        Kind::NotWinner => Code::NotWinner,
        Kind::BettingOpen => Code::BettingOpen,
        Kind::NotEnterable => Code::NotEnterable,
    }
}

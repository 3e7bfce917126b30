//! The error code of each refusal of a director.

use cardroom_protocol::ErrorCode;
use cardroom_tournament::prizes::DealRefusal;
use cardroom_tournament::{ColorUpRefusal, LotsRefusal, Refusal};

/// Returns the code of a refusal.
pub(in crate::director) fn code(refusal: &Refusal) -> ErrorCode {
    match refusal {
        Refusal::AlreadyEntered => ErrorCode::AlreadyEntered,
        Refusal::NotEntered => ErrorCode::NotEntered,
        Refusal::EntryClosed | Refusal::HasBegun => ErrorCode::TooLate,
        Refusal::Full => ErrorCode::TournamentFull,
        Refusal::NoFurtherEntry => ErrorCode::TooManyEntries,
        Refusal::UnderAge(_) => ErrorCode::UnderAge,
        Refusal::Over => ErrorCode::TournamentOver,
        Refusal::UnknownTable(_) => ErrorCode::UnknownTable,
        Refusal::BadReport { .. } => ErrorCode::Internal,
        Refusal::NotBegun | Refusal::InThePoints => ErrorCode::NotRegistering,
        Refusal::Banned => ErrorCode::Banned,
        Refusal::NoCheckIn => ErrorCode::NotInTheRules,
        Refusal::NotForSale(_) => ErrorCode::NoPurchase,
        Refusal::NoRebuyOffered => ErrorCode::NoOffer,
        Refusal::NotIn(_) => ErrorCode::UnknownEntry,
        Refusal::Moved { .. } => ErrorCode::SeqMoved,
        Refusal::OperatorPlays => ErrorCode::PlaysHere,
        Refusal::NeedsAnother => ErrorCode::SecondNeeded,
        Refusal::UnknownRuling(_) | Refusal::CannotUndo(_) => ErrorCode::CannotUndo,
        Refusal::NotNow(_) => ErrorCode::NotAllowedNow,
        Refusal::SeatTaken { .. } => ErrorCode::SeatTaken,
        Refusal::TooManyRounds(_) | Refusal::NoBonuses => ErrorCode::NotInTheRules,
        Refusal::AllIn | Refusal::UnknownPot(_) | Refusal::PartsDiffer { .. } => {
            ErrorCode::NotAllowedNow
        }
        Refusal::Deal(DealRefusal::NotAllowed) => ErrorCode::NoDeals,
        Refusal::Deal(_) => ErrorCode::BadDeal,
        Refusal::UnknownDeal => ErrorCode::UnknownDeal,
        Refusal::Lots(LotsRefusal::Text) => ErrorCode::BadText,
        Refusal::ColorUp(ColorUpRefusal::Never | ColorUpRefusal::Method) => {
            ErrorCode::NotInTheRules
        }
        Refusal::ColorUp(_) => ErrorCode::NotAllowedNow,
        Refusal::BadLevels(_) => ErrorCode::NotInTheRules,
        Refusal::Lots(_) => ErrorCode::NotAllowedNow,
    }
}

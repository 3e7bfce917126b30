//! Refusals as RFC 9457 describes them. The type of a problem ends in the code that the socket uses
//! for the same refusal, and its detail is the same sentence.

use cardroom_protocol::ErrorCode;
use serde_json::{Map, Value, json};

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";
/// The path in the type of every problem, before the code.
pub const TYPE: &str = "/api/v1/problems/";

/// A refusal of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub status: u16,
    pub code: ErrorCode,
    /// The code, if the socket has none for it.
    pub word: Option<&'static str>,
    pub detail: String,
    /// The place in the body or in the query, such as `command` or `players[2].name`.
    pub field: Option<String>,
    /// The value of the header `Retry-After`, in seconds.
    pub retry_after: Option<u64>,
    /// The value of the header `Allow`, with status 405.
    pub allow: Option<String>,
    /// The mistakes of a roster by line.
    pub lines: Option<Box<Value>>,
}

impl Problem {
    /// Creates the problem of a refusal on the socket.
    #[must_use]
    pub fn refused(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self::with_status(status_of(code), code, detail)
    }

    /// Creates a problem with another status than that of its code.
    #[must_use]
    pub fn with_status(status: u16, code: ErrorCode, detail: impl Into<String>) -> Self {
        let retry_after = matches!(status, 429 | 503).then_some(1);
        let (detail, word, field, allow, lines) = (detail.into(), None, None, None, None);
        Self { status, code, word, detail, field, retry_after, allow, lines }
    }

    /// Creates a problem that the socket cannot have, with a code of its own.
    #[must_use]
    pub fn named(status: u16, word: &'static str, detail: impl Into<String>) -> Self {
        let problem = Self::with_status(status, ErrorCode::Conflict, detail);
        Self { word: Some(word), ..problem }
    }

    /// Reads a body that [`body`](Self::body) wrote; `None` if it is no such body, or its code is
    /// none of the socket.
    #[must_use]
    pub fn read(body: &Value) -> Option<Self> {
        let word = body["type"].as_str()?.strip_prefix(TYPE)?;
        let code = serde_json::from_value(json!(word)).ok()?;
        let status = u16::try_from(body["status"].as_u64()?).ok()?;
        let problem = Self::with_status(status, code, body["detail"].as_str()?);
        let field = body["field"].as_str().map(str::to_owned);
        Some(Self { field, lines: body.get("lines").cloned().map(Box::new), ..problem })
    }

    /// Creates the problem of a value that is missing or wrong.
    #[must_use]
    pub fn of_field(field: impl Into<String>, detail: impl Into<String>) -> Self {
        let problem = Self::with_status(422, ErrorCode::Malformed, detail);
        Self { field: Some(field.into()), ..problem }
    }

    /// Creates the problem of an address that is none of the API.
    #[must_use]
    pub fn no_such_resource() -> Self {
        let text = "The API has no such address. /api/v1/openapi.json lists all of them.";
        Self::with_status(404, ErrorCode::UnknownMessage, text)
    }

    /// Returns the problem with the seconds to wait before another try.
    #[must_use]
    pub fn after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds.max(1)), ..self }
    }

    /// Returns the body of the answer.
    #[must_use]
    pub fn body(&self) -> Value {
        let mut body = Map::new();
        body.insert("type".to_owned(), json!(format!("{TYPE}{}", self.word())));
        body.insert("title".to_owned(), json!(title(self.status)));
        body.insert("status".to_owned(), json!(self.status));
        body.insert("detail".to_owned(), json!(self.detail));
        body.extend(self.field.as_ref().map(|field| ("field".to_owned(), json!(field))));
        body.extend(self.lines.as_ref().map(|lines| ("lines".to_owned(), Value::clone(lines))));
        Value::Object(body)
    }

    /// Returns the code as JSON messages write it.
    fn word(&self) -> String {
        match (self.word, self.code) {
            (Some(word), _) => word.to_owned(),
            (None, ErrorCode::Other(number)) => format!("code_{number}"),
            (None, code) => code.as_str().to_owned(),
        }
    }
}

fn title(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

/// Returns the status of a refusal with this code. A new code does not compile until it has one.
#[must_use]
pub fn status_of(code: ErrorCode) -> u16 {
    use ErrorCode as C;
    match code {
        C::Malformed
        | C::WrongFrameKind
        | C::UnsupportedVersion
        | C::HelloExpected
        | C::UnknownMessage => 400,
        C::NotLoggedIn | C::BadCredentials | C::BadToken | C::LoginTimeout => 401,
        C::Forbidden
        | C::Suspended
        | C::SecondFactorNeeded
        | C::TokenScope
        | C::ProveFactor
        | C::FactorRequired
        | C::BotsNotAllowed
        | C::NotYoursToCall
        | C::NoRightToSee
        | C::UnderAge
        | C::Banned
        | C::AddressSeated
        | C::NetworkFull
        | C::HostingOff => 403,
        C::UnknownTable | C::UnknownTournament | C::UnknownHand | C::UnknownCode => 404,
        C::TooLarge => 413,
        C::NameTaken
        | C::BadName
        | C::BadPassword
        | C::BadAppearance
        | C::BadCode
        | C::UnknownSeat
        | C::BuyInOutOfRange
        | C::BadText
        | C::BelowMinimum
        | C::AboveMaximum
        | C::NotAUnit
        | C::NotALimitBet
        | C::NoSuchCard
        | C::BoardsOutOfRange
        | C::UnknownGame
        | C::ChipsNotThere
        | C::NotAnOption
        | C::NoTicket
        | C::UnknownStructure
        | C::BadStructure
        | C::UnknownEntry
        | C::BadDeal
        | C::UnknownDeal
        | C::BeyondEntries
        | C::BadAnchor
        | C::NoSuchError => 422,
        C::RateLimited => 429,
        C::Internal | C::Other(_) => 500,
        C::Busy | C::SlowClient | C::IdleTimeout | C::ShuttingDown | C::Moved | C::Replaced => 503,
        C::AlreadyLoggedIn
        | C::Conflict
        | C::NoRefillDue
        | C::SeatTaken
        | C::TableFull
        | C::AlreadySeated
        | C::NotSeated
        | C::InsufficientFunds
        | C::Rathole
        | C::TooManyTables
        | C::NothingToDo
        | C::TableClosed
        | C::NoChips
        | C::Leaving
        | C::NotYourTurn
        | C::StaleTurn
        | C::CannotCheck
        | C::NothingToCall
        | C::CannotBet
        | C::NothingToRaise
        | C::RaiseNotAllowed
        | C::NoHand
        | C::NothingToShow
        | C::StaleActionId
        | C::MustBringIn
        | C::NoBringIn
        | C::DrawNow
        | C::NothingToDraw
        | C::NothingToRun
        | C::NotYourChoice
        | C::NotReopened
        | C::RaiseCapped
        | C::NothingToBet
        | C::NotHybrid
        | C::FloorCalled
        | C::DeclaredAlready
        | C::StringBet
        | C::LimitedToCallOrFold
        | C::BoundToBet
        | C::BoundToRaise
        | C::BoundToCallOrRaise
        | C::CallStands
        | C::SubstantialAction
        | C::StreetClosed
        | C::NotTheLastWager
        | C::NoPotCount
        | C::NotInHand
        | C::LastHand
        | C::TooEarly
        | C::NotFacingABet
        | C::WindowClosed
        | C::ShowAllOrNone
        | C::HandDiscarded
        | C::NoRabbitHunt
        | C::NotWinner
        | C::BettingOpen
        | C::NotEnterable
        | C::NoShuffleLeft
        | C::TablePaused
        | C::GivenUpStaysDown
        | C::NextHandBegan
        | C::NotRegistering
        | C::TooLate
        | C::TournamentFull
        | C::AlreadyEntered
        | C::NotEntered
        | C::TooManyEntries
        | C::TournamentOver
        | C::NoPurchase
        | C::NoOffer
        | C::TournamentTable
        | C::NoDeals
        | C::SeqMoved
        | C::NotAllowedNow
        | C::NotInTheRules
        | C::PlaysHere
        | C::CannotUndo
        | C::SecondNeeded
        | C::NoSeat
        | C::TicketClaimed
        | C::TooManyHosted
        | C::SeatsFree
        | C::SeatKept
        | C::WaitListFull
        | C::NotVerifiable
        | C::MatchTable => 409,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_has_the_code_and_the_sentence_of_the_socket() {
        let problem = Problem::refused(ErrorCode::SeqMoved, "The tournament moved on.");
        let expected = json!({
            "type": "/api/v1/problems/seq_moved",
            "title": "Conflict",
            "status": 409,
            "detail": "The tournament moved on.",
        });
        assert_eq!(problem.body(), expected);
    }

    #[test]
    fn every_code_of_the_socket_has_a_status_of_a_refusal_with_a_title() {
        for (number, name) in ErrorCode::CATALOGUE {
            let status = status_of(ErrorCode::from_number(*number));
            assert!((400..600).contains(&status), "{name}");
            assert_eq!(title(status) == "Internal Server Error", status == 500, "{name}");
        }
    }

    #[test]
    fn a_problem_that_passes_says_when_to_try_again() {
        assert_eq!(Problem::refused(ErrorCode::Busy, "").retry_after, Some(1));
        assert_eq!(Problem::refused(ErrorCode::RateLimited, "").after(0).retry_after, Some(1));
        assert_eq!(Problem::refused(ErrorCode::Forbidden, "").retry_after, None);
    }
}

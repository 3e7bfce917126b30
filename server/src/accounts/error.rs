//! Why a login or a request about an account was refused.

use cardroom_protocol::ErrorCode;

/// Why a login or a request about an account was refused. The text is for players and leaks
/// nothing: an unknown name and a wrong password are the same refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AccountError {
    /// The name is unknown, the account has no password, or the password is another.
    #[error("Name and password do not belong together.")]
    BadCredentials,
    /// The token is unknown or has ended.
    #[error("This token is not valid (any more).")]
    BadToken,
    /// Somebody has the name.
    #[error("This name is taken.")]
    NameTaken,
    /// The name breaks the rules for names.
    #[error(
        "A name has 3 to 24 letters, digits, - or _, with single spaces inside, and is not one of the room's own."
    )]
    BadName,
    /// The password breaks the rules for passwords.
    #[error("A password has at least 8 characters and at most 256 bytes.")]
    BadPassword,
    /// The label of an API token is empty, too long or has control characters.
    #[error("A label has 1 to 40 characters on one line.")]
    BadLabel,
    /// The account has an API token with this label.
    #[error("There is a token with this label.")]
    LabelTaken,
    /// The account has as many API tokens as it may.
    #[error("An account has at most 16 API tokens; end one first.")]
    TooManyTokens,
    /// The account has no API token with this label.
    #[error("There is no token with this label.")]
    NoSuchToken,
    /// The text of a note is too long or has characters that are not allowed, or the color is none.
    #[error("A note has at most 500 characters, and a color from 1 to 8 or none.")]
    BadNote,
    /// The account has as many notes as it may.
    #[error("An account has at most 1,000 notes; delete one first.")]
    TooManyNotes,
    /// There is no note about this player.
    #[error("There is no note about this player.")]
    NoSuchNote,
    /// No other account has this name.
    #[error("There is no other player of this name.")]
    NoSuchPlayer,
    /// Nobody has this name.
    #[error("There is no account with this name.")]
    NoSuchAccount,
    /// The operator does not let guests in.
    #[error("This room does not take guests.")]
    NoGuests,
    /// The operator opens accounts alone.
    #[error("This room does not take registrations.")]
    NoRegistration,
    /// The account may not do this.
    #[error("This account may not do that.")]
    Forbidden,
    /// No refill is due yet.
    #[error("No refill is due.")]
    NoRefillDue,
    /// Too many wait for their passwords to be hashed.
    #[error("The room is busy; try again in a moment.")]
    Busy,
    /// The store failed. What it said is in the log, not here.
    #[error("Something failed inside the room; nothing was changed.")]
    Internal,
}

impl AccountError {
    /// The code that goes over the wire.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::BadCredentials => ErrorCode::BadCredentials,
            Self::BadToken => ErrorCode::BadToken,
            Self::NameTaken => ErrorCode::NameTaken,
            Self::BadName => ErrorCode::BadName,
            Self::BadPassword => ErrorCode::BadPassword,
            Self::BadLabel | Self::BadNote => ErrorCode::BadText,
            Self::LabelTaken | Self::TooManyTokens | Self::TooManyNotes => ErrorCode::Conflict,
            Self::NoSuchToken | Self::NoSuchNote | Self::NoSuchAccount => ErrorCode::NothingToDo,
            Self::NoSuchPlayer => ErrorCode::NotAllowedNow,
            Self::NoGuests | Self::NoRegistration | Self::Forbidden => ErrorCode::Forbidden,
            Self::NoRefillDue => ErrorCode::NoRefillDue,
            Self::Busy => ErrorCode::Busy,
            Self::Internal => ErrorCode::Internal,
        }
    }
}

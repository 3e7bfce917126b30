//! Errors of sign-ins and of requests about accounts.

use super::Weakness;
use crate::allowances::LARGEST_WALLET;
use crate::denied::Denied;
use cardroom_protocol::ErrorCode;
use jiff::Timestamp;

/// The time that stands for never, in milliseconds since 1970: the end of the year 9999.
pub(crate) const NEVER_MS: u64 = 253_402_300_799_000;

/// The reason why a sign-in or a request about an account was refused. The text is for players and
/// leaks nothing: an unknown name and a wrong password give the same refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AccountError {
    /// The name is unknown, the account has no password, or the password is wrong.
    #[error("Wrong name or password. Try again.")]
    BadCredentials,
    /// Too many wrong passwords were tried. The next try must wait this many seconds.
    #[error("Too many wrong passwords were tried. Wait {0} seconds, then try again.")]
    Guessed(u64),
    #[error("Your account has no password yet. Choose a name and a password first.")]
    NoPassword,
    /// The token is unknown or has expired.
    #[error("This token is not valid, or it has ended. Sign in with your name.")]
    BadToken,
    #[error("This name is taken, or looks like one that is. Choose another one.")]
    NameTaken,
    /// No account has this identity, and the request has no name for a new account.
    #[error("No account has this sign-in yet. Choose a name for a new one.")]
    NameNeeded,
    /// The ticket of a sign-in has expired, or another tab sent it.
    #[error("This sign-in took too long, or began in another tab. Sign in again.")]
    BadTicket,
    #[error("This room has no sign-in provider. Sign in with your name.")]
    NoProvider,
    /// The identity or the account is already linked to another one.
    #[error("This sign-in belongs to another account, or your account has another one.")]
    IdentityTaken,
    #[error("Your account is not linked to a sign-in provider.")]
    NotLinked,
    #[error(
        "A name needs 2 to 24 letters of one alphabet, digits, hyphens, underscores or single spaces, and must not look like one of the room's own names. Choose another one."
    )]
    BadName,
    #[error("A password needs at least 8 characters and at most 256 bytes. Choose another one.")]
    BadPassword,
    #[error("{0}")]
    WeakPassword(Weakness),
    /// The label of an API token is empty, too long or contains control characters.
    #[error("A label needs one line of 1 to 40 characters.")]
    BadLabel,
    #[error("You have a token with this label already. Choose another label.")]
    LabelTaken,
    #[error("You have 16 API tokens, the most an account may have. Revoke one first.")]
    TooManyTokens,
    #[error("You have no such token. It may be revoked already.")]
    NoSuchToken,
    #[error("This end is over. Choose a later one for the token.")]
    TokenOver,
    /// An account without a password proves itself with its sign-in.
    #[error("You signed in a while ago. Sign in again, then make the token within 15 minutes.")]
    SignInAgain,
    /// The text of a note is too long or contains forbidden characters, or the
    /// color does not exist.
    #[error("A note has at most 500 characters, and a color from 1 to 8 or none.")]
    BadNote,
    #[error("An account has at most 1,000 notes; delete one first.")]
    TooManyNotes,
    #[error("This room sends no notifications.")]
    NoPush,
    #[error("This browser's subscription cannot be used. Turn the notifications off and on again.")]
    BadSubscription,
    #[error("There is no note about this player.")]
    NoSuchNote,
    #[error("There is no other player of this name.")]
    NoSuchPlayer,
    #[error("There is no account with this name.")]
    NoSuchAccount,
    #[error("This room takes no guests. Sign in with an account.")]
    NoGuests,
    /// Only the operator opens accounts.
    #[error("This room opens no new accounts. Ask its operator for one.")]
    NoRegistration,
    #[error("Your account may not do that.")]
    Forbidden,
    #[error("There is no such avatar or color. Choose another one.")]
    BadAppearance,
    #[error("No refill is due yet. Wait, or play with the chips you have.")]
    NoRefillDue,
    /// The account already has a password, or belongs to a bot.
    #[error("Your account has a password already. Change the password instead.")]
    NotAGuest,
    /// The address or the account has tried too often.
    #[error("You tried too many times. Wait a minute, then try again.")]
    TooOften,
    /// The account or its network has written too much in this hour.
    #[error("You or your network wrote too much in this hour. Try again later.")]
    TooMuch,
    /// Too many passwords are waiting to be hashed.
    #[error("The room is busy. Try again in a moment.")]
    Busy,
    /// An operator has suspended the account until this time, in milliseconds since 1970.
    #[error("Your account is suspended {}. Ask the room's operator about it.", until(*.0))]
    Suspended(u64),
    /// The password is right, but the account also has a second factor.
    #[error(
        "Your account has a second factor. Sign in with the code that your authenticator shows."
    )]
    SecondFactorNeeded,
    /// The code of the second factor is wrong or was already used.
    #[error("This code is wrong, or it was used already. Wait for the next one, then try again.")]
    BadFactor,
    /// The account has no second factor, or none that awaits confirmation.
    #[error("There is no second factor to confirm or remove. Set one up first.")]
    NoFactor,
    #[error("Your account has a second factor already. Remove it before you set up another.")]
    FactorSet,
    /// The wallet holds too few chips; the value is what is available.
    #[error("The wallet holds only {0} chips that are not on their way to a table. Take fewer.")]
    TooFewChips(u64),
    /// The wallet would hold more chips than any wallet may.
    #[error("A wallet holds at most {LARGEST_WALLET} chips. Give fewer.")]
    TooManyChips,
    /// The password reset code is wrong, was used or has expired.
    #[error(
        "This code is wrong, was used already, or has ended. Ask the operator for another one."
    )]
    BadResetCode,
    /// The store failed. The details are in the log only.
    #[error("Something failed inside the room, and nothing changed. Try again in a moment.")]
    Internal,
}

/// Describes the end of a suspension for people: `until 2026-12-01 18:00 UTC`, or `without an end`.
pub(crate) fn until(end_ms: u64) -> String {
    if end_ms >= NEVER_MS {
        return "without an end".to_owned();
    }
    let end = i64::try_from(end_ms).ok().and_then(|end| Timestamp::from_millisecond(end).ok());
    match end {
        Some(end) => format!("until {} UTC", end.strftime("%Y-%m-%d %H:%M")),
        None => "without an end".to_owned(),
    }
}

impl AccountError {
    /// Returns the code that goes over the wire.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::BadCredentials | Self::NoPassword => ErrorCode::BadCredentials,
            Self::BadToken | Self::BadTicket => ErrorCode::BadToken,
            Self::NameTaken => ErrorCode::NameTaken,
            Self::BadName | Self::NameNeeded => ErrorCode::BadName,
            Self::BadPassword | Self::WeakPassword(_) => ErrorCode::BadPassword,
            Self::BadLabel | Self::BadNote | Self::BadSubscription => ErrorCode::BadText,
            Self::NoPush => ErrorCode::NotAllowedNow,
            Self::LabelTaken | Self::TooManyTokens | Self::TooManyNotes | Self::IdentityTaken => {
                ErrorCode::Conflict
            }
            Self::NoSuchToken | Self::NotAGuest | Self::NoSuchNote | Self::NoSuchAccount => {
                ErrorCode::NothingToDo
            }
            Self::NoSuchPlayer | Self::TokenOver | Self::SignInAgain => ErrorCode::NotAllowedNow,
            Self::TooOften | Self::TooMuch | Self::Guessed(_) => ErrorCode::RateLimited,
            Self::Suspended(_) => ErrorCode::Suspended,
            Self::SecondFactorNeeded => ErrorCode::SecondFactorNeeded,
            Self::BadFactor | Self::BadResetCode => ErrorCode::BadCode,
            Self::NoFactor | Self::NotLinked => ErrorCode::NothingToDo,
            Self::TooFewChips(_) => ErrorCode::InsufficientFunds,
            Self::TooManyChips => ErrorCode::AboveMaximum,
            Self::FactorSet => ErrorCode::Conflict,
            Self::NoGuests | Self::NoRegistration | Self::NoProvider | Self::Forbidden => {
                ErrorCode::Forbidden
            }
            Self::BadAppearance => ErrorCode::BadAppearance,
            Self::NoRefillDue => ErrorCode::NoRefillDue,
            Self::Busy => ErrorCode::Busy,
            Self::Internal => ErrorCode::Internal,
        }
    }
}

impl From<AccountError> for Denied {
    fn from(error: AccountError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

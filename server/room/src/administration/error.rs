//! Errors of requests about accounts.

use crate::accounts::AccountError;
use crate::denied::Denied;
use crate::hooks::HookError;
use crate::permits::NotPermitted;
use cardroom_protocol::ErrorCode;

/// The reason why a request about accounts was refused. Operators read the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OperationError {
    #[error(transparent)]
    NotPermitted(#[from] NotPermitted),
    /// The floor may not give orders about floor or administrator accounts.
    #[error("The floor may do this to players and hosts only. Ask an administrator.")]
    AboveTheFloor,
    #[error("Nobody gives orders about their own account. Ask another operator.")]
    OwnAccount,
    /// The reason is missing, too long, or not one line.
    #[error("A reason needs one line of 1 to 280 characters.")]
    NoReason,
    #[error("This request is not about accounts.")]
    NotAboutAccounts,
    #[error("{0} is a house bot. Change the configuration instead.")]
    HouseBot(String),
    #[error("This account was erased. Nothing about it can be changed.")]
    Erased,
    /// The account is already as the order requires.
    #[error("{0}")]
    NothingToDo(&'static str),
    #[error("This time is over. Choose a later one.")]
    InThePast,
    /// The account is playing, so it cannot be closed yet.
    #[error("{0} still plays. Suspend the account, then try again when its hands are over.")]
    StillPlays(String),
    #[error("There is no report {0}.")]
    NoSuchReport(u32),
    #[error("This report is settled already.")]
    Settled,
    #[error("{0} does not sit at this table.")]
    NotSeated(String),
    #[error("This table belongs to a tournament. Give the order in the tournament instead.")]
    TournamentTable,
    #[error("{0} is not a guest. Only guests can be merged into an account.")]
    NotAGuest(String),
    /// The target account of a merge has no password.
    #[error("{0} has no password. Merge the guest into a registered account.")]
    NotRegistered(String),
    /// The account is the only one left that can run the room.
    #[error("{0} is the last administrator. Make another account an administrator first.")]
    LastAdministrator(String),
    /// The mistakes in a list of new accounts, a line each. None was opened.
    #[error("No account was opened. Correct these, then try again:\n{0}")]
    NoneOpened(String),
    #[error(transparent)]
    Hook(#[from] HookError),
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl OperationError {
    /// Returns the code that goes over the wire.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::NotPermitted(error) => error.code(),
            Self::AboveTheFloor | Self::OwnAccount | Self::NotAboutAccounts => ErrorCode::Forbidden,
            Self::NoReason => ErrorCode::BadText,
            Self::NothingToDo(_) | Self::Erased | Self::NoSuchReport(_) | Self::Settled => {
                ErrorCode::NothingToDo
            }
            Self::NotSeated(_) => ErrorCode::NotSeated,
            Self::TournamentTable => ErrorCode::TournamentTable,
            Self::HouseBot(_)
            | Self::InThePast
            | Self::StillPlays(_)
            | Self::NotAGuest(_)
            | Self::NotRegistered(_)
            | Self::LastAdministrator(_) => ErrorCode::NotAllowedNow,
            Self::NoneOpened(_) => ErrorCode::Conflict,
            Self::Hook(error) => error.code(),
            Self::Account(error) => error.code(),
        }
    }
}

impl From<OperationError> for Denied {
    fn from(error: OperationError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

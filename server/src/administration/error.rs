//! Why a request about accounts was refused.

use crate::accounts::AccountError;
use crate::session::host::Denied;
use cardroom_protocol::ErrorCode;

/// Why a request about accounts was refused. Operators read the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OperationError {
    /// The account is neither floor nor administrator.
    #[error("Only the floor and administrators look after accounts.")]
    NotAnOperator,
    /// The order is one for administrators.
    #[error("Only an administrator may do this.")]
    NotAnAdministrator,
    /// The floor may not give orders about its own kind.
    #[error("The floor may do this to players and hosts only. Ask an administrator.")]
    AboveTheFloor,
    /// The order is about the operator's own account.
    #[error("Nobody gives orders about their own account. Ask another operator.")]
    OwnAccount,
    /// The reason is missing, too long, or not one line.
    #[error("A reason needs one line of 1 to 280 characters.")]
    NoReason,
    /// The message is not about accounts.
    #[error("This request is not about accounts.")]
    NotAboutAccounts,
    /// The account is a house bot.
    #[error("{0} is a house bot. Change the configuration instead.")]
    HouseBot(String),
    /// The account was erased.
    #[error("This account was erased. Nothing about it can be changed.")]
    Erased,
    /// The account is as the order wants it.
    #[error("{0}")]
    NothingToDo(&'static str),
    /// The time is over already.
    #[error("This time is over. Choose a later one.")]
    InThePast,
    /// The account plays, so it cannot be closed yet.
    #[error("{0} still plays. Suspend the account, then try again when its hands are over.")]
    StillPlays(String),
    /// There is no report with this number.
    #[error("There is no report {0}.")]
    NoSuchReport(u32),
    /// An operator has settled the report.
    #[error("This report is settled already.")]
    Settled,
    /// The account does not sit at the table.
    #[error("{0} does not sit at this table.")]
    NotSeated(String),
    /// The table belongs to a tournament.
    #[error("This table belongs to a tournament. Give the order in the tournament instead.")]
    TournamentTable,
    /// The account is not a guest's.
    #[error("{0} is not a guest. Only guests can be merged into an account.")]
    NotAGuest(String),
    /// The guest would be merged into an account that has no password.
    #[error("{0} has no password. Merge the guest into a registered account.")]
    NotRegistered(String),
    /// The account is the last one that can run the room.
    #[error("{0} is the last administrator. Make another account an administrator first.")]
    LastAdministrator(String),
    /// The accounts refused it.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl OperationError {
    /// The code that goes over the wire.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::NotAnOperator
            | Self::NotAnAdministrator
            | Self::AboveTheFloor
            | Self::OwnAccount
            | Self::NotAboutAccounts => ErrorCode::Forbidden,
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
            Self::Account(error) => error.code(),
        }
    }
}

impl From<OperationError> for Denied {
    fn from(error: OperationError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

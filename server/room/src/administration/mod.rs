//! Management of accounts while the room is open. Operators find accounts and give orders
//! about them. Each order is stored with the operator and the reason, in the transaction
//! that carries it out.
//!
//! Operators come in over the protocol, or over the socket of the machine's command line
//! ([`socket`]). Both end in [`answer`].

mod erase;
mod error;
pub mod export;
mod merge;
mod orders;
mod reports;
mod shown;
pub mod socket;
mod users;

pub use error::OperationError;
pub use orders::TOKEN_ENDED;
pub use reports::{ReportError, report};

use crate::ids::AccountId;
use crate::permits::{Ask, Standing, permit};
use crate::room::Room;
use cardroom_protocol::ServerMessage;
use cardroom_protocol::requests::{AdministrationRequest, Need};

/// An operator of accounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The account; `None` at the machine's command line.
    pub account: Option<AccountId>,
    pub standing: Standing,
    /// The user of the machine's command line, by number.
    pub user: Option<u32>,
}

impl Operator {
    /// The user of the machine's command line, who runs as the room's own user and could change
    /// the database directly anyway.
    pub const AT_THE_MACHINE: Self =
        Self { account: None, standing: Standing::MACHINE, user: None };

    fn may(&self, room: &Room, ask: Ask) -> Result<(), OperationError> {
        Ok(permit(Some(&self.standing), ask, room.clock.now().0)?)
    }
}

/// Answers a request about accounts.
///
/// # Errors
/// The operator lacks the permission, there is no such account, or the store failed.
pub async fn answer(
    room: &Room,
    operator: Operator,
    request: AdministrationRequest,
) -> Result<ServerMessage, OperationError> {
    use AdministrationRequest as R;
    operator.may(room, Ask::Message(Need::Accounts))?;
    match request {
        R::FindAccounts(body) => shown::page(room, body).await.map(Into::into),
        R::GetAccount(body) => shown::account(room, body).await.map(Into::into),
        R::ListOperations(body) => shown::operations(room, body).await.map(Into::into),
        R::ListReports(body) => reports::page(room, body).await.map(Into::into),
        R::SearchChat(body) => reports::chat(room, body).await.map(Into::into),
        R::Administer(body) => orders::carry_out(room, operator, body).await,
    }
}

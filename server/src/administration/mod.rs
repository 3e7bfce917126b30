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

pub use error::OperationError;
pub use reports::{ReportError, report};

use crate::ids::AccountId;
use crate::room::Room;
use cardroom_protocol::ServerMessage;
use cardroom_protocol::client::ClientMessage;
use cardroom_protocol::server::Role;

/// An operator of accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The account; `None` at the machine's command line.
    pub account: Option<AccountId>,
    pub role: Role,
}

impl Operator {
    /// The user of the machine's command line, who runs as the room's own user and could change
    /// the database directly anyway.
    pub const AT_THE_MACHINE: Self = Self { account: None, role: Role::Admin };
}

/// Answers a request about accounts. Refuses other messages.
///
/// # Errors
/// The operator lacks the permission, there is no such account, or the store failed.
pub async fn answer(
    room: &Room,
    operator: Operator,
    message: ClientMessage,
) -> Result<ServerMessage, OperationError> {
    if operator.role < Role::Floor {
        return Err(OperationError::NotAnOperator);
    }
    match message {
        ClientMessage::FindAccounts(body) => shown::page(room, body).await.map(Into::into),
        ClientMessage::GetAccount(body) => shown::account(room, body).await.map(Into::into),
        ClientMessage::ListOperations(body) => shown::operations(room, body).await.map(Into::into),
        ClientMessage::ListReports(body) => reports::page(room, body).await.map(Into::into),
        ClientMessage::SearchChat(body) => reports::chat(room, body).await.map(Into::into),
        ClientMessage::Administer(body) => orders::carry_out(room, operator, body).await,
        _ => Err(OperationError::NotAboutAccounts),
    }
}

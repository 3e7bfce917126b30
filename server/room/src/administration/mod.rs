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
pub use reports::{ReportError, report};

use crate::hooks::{self, Asked, HookError};
use crate::noted::Operator;
use crate::permits::{Ask, permit};
use crate::room::Room;
use cardroom_protocol::ServerMessage;
use cardroom_protocol::requests::{AdministrationRequest, Need};

impl Operator {
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
        R::Administer(body) => orders::administer(room, operator, body).await,
        R::ListHooks(body) => about_hooks(room, &operator, Asked::Hooks(body)).await,
        R::ListDeliveries(body) => about_hooks(room, &operator, Asked::Deliveries(body)).await,
        R::DirectHook(body) => about_hooks(room, &operator, Asked::Order(body)).await,
    }
}

/// Answers a request of an administrator about hooks.
async fn about_hooks(
    room: &Room,
    operator: &Operator,
    asked: Asked,
) -> Result<ServerMessage, OperationError> {
    operator.may(room, Ask::Message(Need::Hooks))?;
    let office = room.hooks().ok_or(HookError::NotNow)?;
    Ok(hooks::answer(&office, operator, asked).await?)
}

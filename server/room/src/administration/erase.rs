//! Erases an account. Everything that identifies its owner is deleted. Records that others rely on
//! stay, under a pseudonym.

use super::OperationError;
use super::orders::Order;
use crate::accounts::AccountError;
use crate::store::AccountEdit;

/// Erases an account that plays nowhere.
///
/// Hands come first and the account last. If the room stops in between, give the order again.
pub(super) async fn erase(order: Order<'_>) -> Result<(), OperationError> {
    order.is_not_the_last_administrator().await?;
    let id = order.close_account("Your account was erased.").await?;
    // No player and no guest can have a name with a space before a `#`.
    let pseudonym = format!("Erased #{id}");
    order.return_funds().await?;
    if let Some(histories) = order.room.histories() {
        histories.rename_player(id, &order.account.name, &pseudonym).await.map_err(|error| {
            tracing::error!(%error, account = %id, "the hands of an account cannot be rewritten");
            AccountError::Internal
        })?;
    }
    let at_ms = order.room.clock.now().0;
    // This record contains no name, so it stays.
    order.edit(AccountEdit::Erase { pseudonym, at_ms }, "Erased the account").await?;
    order.room.registry.silence(id, None);
    Ok(())
}

impl Order<'_> {
    /// Returns all chips and tickets of the account to the bank.
    pub(super) async fn return_funds(&self) -> Result<(), OperationError> {
        let operation = self.operation("Returned chips and tickets to the bank");
        let id = self.account.id;
        let returned = self.room.accounts.return_funds(id, Some(operation)).await;
        returned.map_err(|error| {
            tracing::error!(%error, account = %id, "chips cannot be returned to the bank");
            AccountError::Internal.into()
        })
    }
}

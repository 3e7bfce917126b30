//! Erasing an account. What says whose it was is deleted; what others rely on stays under a pseudonym.

use super::OperationError;
use super::orders::Order;
use crate::store::AccountEdit;
use cardroom_protocol::ErrorCode;

/// Erases an account that plays nowhere.
///
/// Hands come first and the account last: if the room ends in between, the order can be given again.
pub(super) async fn erase(order: Order<'_>) -> Result<(), OperationError> {
    let id = order.plays_nowhere()?;
    order.is_not_the_last_administrator().await?;
    order.end_connection(ErrorCode::BadToken, "Your account was erased.");
    let pseudonym = format!("Erased {id}");
    order.return_chips().await?;
    if let Some(histories) = order.room.histories() {
        histories.rename_player(id, &order.account.name, &pseudonym).await.map_err(|error| {
            tracing::error!(%error, account = %id, "the hands of an account cannot be rewritten");
            crate::accounts::AccountError::Internal
        })?;
    }
    let at_ms = order.room.clock.now().0;
    // The record names nobody: it stays.
    order.edit(AccountEdit::Erase { pseudonym, at_ms }, "Erased the account").await?;
    order.room.registry.silence(id, None);
    Ok(())
}

impl Order<'_> {
    /// Returns what the wallet holds to the bank.
    pub(super) async fn return_chips(&self) -> Result<(), OperationError> {
        let accounts = &self.room.accounts;
        let chips = accounts.purse(self.account.id).await?.available();
        if chips.is_zero() {
            return Ok(());
        }
        let operation = self.operation(format!("Returned {} chips to the bank", chips.0));
        let bank = crate::store::LedgerAccount::Bank;
        Ok(accounts.take(self.account.id, bank, chips, operation).await?)
    }
}

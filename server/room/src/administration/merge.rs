//! Merging of a guest into an account, so that a player who played as a guest gets those hands.

use super::OperationError;
use super::orders::{Order, tell_balance};
use crate::accounts::AccountError;
use crate::ids::AccountId;
use crate::room::Room;
use crate::store::{AccountEdit, LedgerAccount};

/// Merges the guest of an order into an account.
pub(super) async fn merge(
    order: Order<'_>,
    into: &str,
    with_chips: bool,
) -> Result<(), OperationError> {
    let guest = &order.account;
    if !guest.is_guest() {
        return Err(OperationError::NotAGuest(guest.name.clone()));
    }
    let into = order.room.accounts.operations().named(into).await?;
    if into.password_hash.is_none() {
        return Err(OperationError::NotRegistered(into.name));
    }
    order.may_give_to(&into)?;
    if with_chips {
        let chips = order.room.accounts.purse(guest.id).await?.available();
        order.room.accounts.operations().has_space(into.id, chips).await?;
    }
    let id = order.close_account("An operator has merged you into your account.").await?;
    let chips = order.room.accounts.purse(id).await?.available();
    if with_chips && !chips.is_zero() {
        let done = format!("Moved {} chips to {}", chips.0, into.name);
        let to = LedgerAccount::Wallet(into.id);
        order.room.accounts.operations().take(id, to, chips, order.noted(done)).await?;
        tell_balance(order.room, into.id).await?;
    }
    // Tickets always return to the bank, and so do chips that were not moved.
    order.return_funds().await?;
    move_hands(order.room, id, into.id).await?;
    if let Some(push) = order.room.push() {
        push.merge(id, into.id).await?;
    }
    let at_ms = order.room.clock.now().0;
    // As for an erased account, this is a name that nobody can have.
    let pseudonym = format!("Merged #{id}");
    let done = format!("Merged the guest {} into {}", guest.name, into.name);
    order.edit(AccountEdit::Erase { pseudonym, at_ms }, done).await
}

async fn move_hands(room: &Room, from: AccountId, to: AccountId) -> Result<(), OperationError> {
    let Some(histories) = room.histories() else { return Ok(()) };
    histories.move_player(from, to).await.map_err(|error| {
        tracing::error!(%error, %from, %to, "the hands of a guest cannot be moved");
        AccountError::Internal.into()
    })
}

//! Tickets of the room's sign-in provider: who they are of, and linking accounts to them.

use super::errands::as_upgraded;
use crate::accounts::{AccountError, ProviderIdentity};
use crate::room::Room;
use crate::session::host::AccountAnswer;
use crate::table::handle::Player;
use cardroom_protocol::Secret;
use cardroom_protocol::sign_in::{SignInOffered, SignInTicket};
use std::net::IpAddr;

/// The player of a ticket.
pub(super) fn identity_of(
    room: &Room,
    ticket: &SignInTicket,
) -> Result<ProviderIdentity, AccountError> {
    let sign_in = room.sign_in.as_ref().ok_or(AccountError::NoProvider)?;
    sign_in.identity(ticket, room.clock.now()).ok_or(AccountError::BadTicket)
}

/// Links an account to the player of a ticket. A guest becomes an account by it.
pub(super) async fn link(
    room: &Room,
    player: &Player,
    ticket: &SignInTicket,
    password: Option<&Secret>,
    name: Option<&str>,
    address: IpAddr,
) -> Result<AccountAnswer, AccountError> {
    let (accounts, account) = (&room.accounts, player.account);
    let identity = identity_of(room, ticket)?;
    let is_guest = accounts.stored(account).await?.is_some_and(|stored| stored.is_guest());
    accounts.link_identity(account, &identity, password, name, address).await?;
    match name {
        Some(name) if is_guest => {
            Ok(AccountAnswer::Upgraded(as_upgraded(room, player, name).await?))
        }
        _ => Ok(AccountAnswer::Done),
    }
}

/// The room's offer to an account that has just logged in; `None` if the room has no provider.
pub(super) async fn offer(room: &Room, player: crate::ids::AccountId) -> Option<SignInOffered> {
    let provider = room.sign_in.as_ref()?.name().to_owned();
    // A page that believes an account is not linked only offers to link it.
    let linked = room.accounts.identities(player).await.is_ok_and(|known| !known.is_empty());
    Some(SignInOffered { provider, linked })
}

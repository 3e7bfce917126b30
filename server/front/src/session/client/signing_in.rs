//! Tickets of the room's sign-in provider, and guests who become accounts.

use cardroom_protocol::server::LoggedIn;
use cardroom_protocol::sign_in::{LinkSignIn, SignInOffered, SignInTicket};
use cardroom_protocol::{RequestId, Secret};
use cardroom_room::accounts::{AccountError, ProviderIdentity};
use cardroom_room::inbox::Player;
use cardroom_room::room::Room;
use cardroom_room::sign_in::Use;
use cardroom_sessions::AccountAnswer;
use cardroom_store::ids::AccountId;
use cardroom_store::tenure::Tenure;
use std::net::IpAddr;

/// Returns the identity of a ticket, which can be used only once.
pub(super) fn identity_of<'a>(
    room: &'a Room,
    ticket: &SignInTicket,
) -> Result<(ProviderIdentity, Use<'a>), AccountError> {
    let sign_in = room.sign_in.as_ref().ok_or(AccountError::NoProvider)?;
    sign_in.use_ticket(ticket, room.clock.now()).ok_or(AccountError::BadTicket)
}

/// A guest who has become an account.
pub(super) struct Upgraded(Box<LoggedIn>);

impl Upgraded {
    /// Builds the answer. The connection keeps its token.
    pub(super) fn answer(self, request: RequestId, token: Option<Secret>) -> AccountAnswer {
        AccountAnswer::Upgraded(Box::new(LoggedIn { request, resume_token: token, ..*self.0 }))
    }
}

/// Links an account to the identity of a ticket. A guest with a name becomes an account, which is
/// returned.
pub(super) async fn link(
    room: &Room,
    player: &Player,
    LinkSignIn { ticket, password, name, .. }: &LinkSignIn,
    address: IpAddr,
) -> Result<Option<Upgraded>, AccountError> {
    let (accounts, account) = (&room.accounts, player.account);
    let (identity, ticket) = identity_of(room, ticket)?;
    let is_guest = accounts.stored(account).await?.is_some_and(|stored| stored.is_guest());
    let (password, name) = (password.as_ref(), name.as_deref());
    accounts.link_identity(account, &identity, password, name, address).await?;
    ticket.succeeded();
    match name {
        Some(name) if is_guest => as_upgraded(room, player, name).await.map(Some),
        _ => Ok(None),
    }
}

/// Turns a guest into an account with a password.
pub(super) async fn upgrade(
    room: &Room,
    player: &Player,
    name: &str,
    password: &Secret,
    address: IpAddr,
) -> Result<Upgraded, AccountError> {
    room.accounts.upgrade_guest(player.account, name, password, address).await?;
    as_upgraded(room, player, name).await
}

/// Sends the new name of a former guest to its tables and tournaments.
async fn as_upgraded(room: &Room, player: &Player, name: &str) -> Result<Upgraded, AccountError> {
    let Player { account, role, look, .. } = *player;
    let tenure = Tenure::since(room.clock.now());
    room.introduce(&Player { name: name.into(), tenure, ..player.clone() }).await;
    let purse = room.accounts.purse(account).await?;
    Ok(Upgraded(Box::new(LoggedIn {
        request: RequestId::default(),
        resume_token: None,
        account: account.to_string(),
        name: name.to_owned(),
        role,
        balance: purse.available().0.into(),
        tables: room.registry.seats(account).iter().map(|table| table.0.into()).collect(),
        tournaments: room.registry.entries(account).iter().map(|id| id.0.into()).collect(),
        guest: false,
        avatar: look.avatar(),
        color: look.color(),
    })))
}

/// Returns the sign-in offer to an account that has just signed in; `None` if the
/// room has no provider.
pub(super) async fn offer(room: &Room, account: AccountId) -> Option<SignInOffered> {
    let provider = room.sign_in.as_ref()?.name().to_owned();
    // If this is wrongly `false`, the page only offers to link the account.
    let linked = room.accounts.identities(account).await.is_ok_and(|known| !known.is_empty());
    Some(SignInOffered { provider, linked })
}

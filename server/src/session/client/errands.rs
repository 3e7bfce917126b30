//! Account requests that are under way. Each runs in a task of its own, so that a lost connection
//! never leaves one half done, and hashing a password delays nothing else.

use super::noting::{self, Attempt, Origin};
use super::{Client, signing_in};
use crate::accounts::{AccountError, Login};
use crate::administration::{self, Operator};
use crate::denied::Denied;
use crate::director::tickets_held;
use crate::history::{HistoryError, Viewer};
use crate::ids::{AccountId, TableId};
use crate::inbox::Player;
use crate::network::Subscriber;
use crate::room::Room;
use crate::session::host::{AccountAnswer, AccountChange, Arrived, Credentials, HistoryRequest};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::client::SecondFactorStep;
use cardroom_protocol::history::{GetHand, ListHands, RevokeHandLink, ShareHand};
use cardroom_protocol::server::Role;
use cardroom_protocol::sign_in::SignInOffered;
use cardroom_protocol::statistics::GetStatistics;
use cardroom_rules::Chips;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::task::JoinHandle;

/// The goodbye to a connection that another sign-in of the same account replaced.
pub(super) const ELSEWHERE: &str = "You signed in somewhere else, so this connection ends.";

/// An account that signed in, and the room's sign-in offer to it.
type LoggedIn = (Login, Option<SignInOffered>);

/// An account request that is under way.
#[derive(Debug)]
pub(super) enum Errand {
    Login { task: JoinHandle<Result<LoggedIn, Denied>>, by_token: bool },
    Change(JoinHandle<Result<AccountAnswer, Denied>>),
}

/// The outcome of an errand.
#[derive(Debug)]
pub(super) enum Decision {
    Login { result: Result<LoggedIn, Denied>, by_token: bool },
    Account(Result<AccountAnswer, Denied>),
}

impl Errand {
    pub(super) fn login(room: &Arc<Room>, from: Origin, credentials: Credentials) -> Self {
        let shared = Arc::clone(room);
        let by_token = matches!(credentials, Credentials::Token(_));
        let (address, attempt) = (from.address, Attempt::of(&credentials));
        let task = room.lifecycle.spawn(async move {
            if !shared.limits.allows_login(address) {
                from.was_refused(&shared);
                let message =
                    "Too many logins came from your address. Wait a minute, then try again.";
                return Err(Denied { code: ErrorCode::RateLimited, message: message.to_owned() });
            }
            if matches!(credentials, Credentials::Guest(_)) && !shared.limits.allows_guest(address)
            {
                from.was_refused(&shared);
                let message = "Too many new guests came in this hour. Sign in with an account, or try \
                               again later.";
                return Err(Denied { code: ErrorCode::RateLimited, message: message.to_owned() });
            }
            let accounts = &shared.accounts;
            let login = match credentials {
                Credentials::Guest(nickname) => accounts.guest(nickname.as_deref()).await,
                Credentials::Register(name, password) => {
                    accounts.register(&name, &password, address).await
                }
                Credentials::Password(name, password, code) => {
                    accounts.login(&name, &password, code.as_ref(), address).await
                }
                Credentials::ResetCode(code, password) => {
                    accounts.use_reset_code(&code, &password, address).await
                }
                Credentials::Token(token) => accounts.login_token(&token).await,
                Credentials::Ticket { ticket, name, code } => {
                    match signing_in::identity_of(&shared, &ticket) {
                        Ok(identity) => {
                            let (name, code) = (name.as_deref(), code.as_ref());
                            accounts.login_with_identity(&identity, name, code, address).await
                        }
                        Err(error) => Err(error),
                    }
                }
            };
            from.note_login(&attempt, login.as_ref());
            let login = login.map_err(Denied::from)?;
            if let Some(integrity) = shared.integrity() {
                let now = shared.clock.now();
                integrity.note_sign_in(login.account, address, now.0).await;
            }
            let sign_in = signing_in::offer(&shared, login.account).await;
            Ok((login, sign_in))
        });
        Self::Login { task, by_token }
    }

    pub(super) fn change(
        room: &Arc<Room>,
        from: Origin,
        player: Player,
        change: AccountChange,
    ) -> Self {
        let shared = Arc::clone(room);
        Self::Change(room.lifecycle.spawn(async move {
            let hashes = matches!(
                change,
                AccountChange::Password { .. }
                    | AccountChange::Upgrade { .. }
                    | AccountChange::LinkSignIn { .. }
                    | AccountChange::UnlinkSignIn { .. }
                    | AccountChange::SecondFactor(SecondFactorStep::Begin(_))
            );
            if hashes && !shared.limits.allows_hash(from.address, player.account) {
                from.was_refused(&shared);
                return Err(AccountError::TooOften.into());
            }
            let Player { account, role, .. } = player;
            if let AccountChange::Histories(asked) = change {
                let answer = ask_histories(&shared, Viewer { account, role }, asked).await;
                return answer.map_err(Denied::from);
            }
            if let AccountChange::Report(report) = change {
                let reported = administration::report(&shared, account, *report).await;
                return reported.map(|()| AccountAnswer::Done).map_err(Denied::from);
            }
            if let AccountChange::Administration(message) = change {
                let operator = Operator { account: Some(account), role };
                let answer = administration::answer(&shared, operator, *message).await;
                return answer.map(Box::new).map(AccountAnswer::Ready).map_err(Denied::from);
            }
            let event = noting::event_of(&change);
            let changed = carry_out(&shared, from.address, &player, change).await;
            let name = match &changed {
                Ok(AccountAnswer::Upgraded(logged_in)) => &*logged_in.name,
                _ => &*player.name,
            };
            from.note_change(event, (account, name), changed.as_ref().map(|_| ()));
            changed.map_err(Denied::from)
        }))
    }
}

async fn set_second_factor(
    room: &Room,
    account: AccountId,
    step: SecondFactorStep,
    address: IpAddr,
) -> Result<AccountAnswer, AccountError> {
    let accounts = &room.accounts;
    Ok(match step {
        SecondFactorStep::Begin(password) => {
            let name = &room.session.room;
            let key = accounts.begin_second_factor(account, &password, name, address).await?;
            AccountAnswer::FactorKey(key)
        }
        SecondFactorStep::Confirm(code) => {
            let codes = accounts.confirm_second_factor(account, &code, address).await?;
            AccountAnswer::RecoveryCodes(codes)
        }
        SecondFactorStep::Remove(code) => {
            accounts.remove_second_factor(account, &code, address).await?;
            AccountAnswer::Done
        }
    })
}

async fn ask_histories(
    room: &Room,
    viewer: Viewer,
    asked: HistoryRequest,
) -> Result<AccountAnswer, HistoryError> {
    let histories = room.histories().ok_or(HistoryError::Internal)?;
    Ok(match asked {
        HistoryRequest::Count(GetStatistics { from, to, .. }) => {
            if !room.limits.allows_statistics(viewer.account) {
                return Err(HistoryError::TooOften);
            }
            let counted = histories.statistics(viewer.account, from, to).await?;
            AccountAnswer::Statistics(Box::new(counted))
        }
        HistoryRequest::Compare(asked) => {
            let integrity = room.integrity().ok_or(HistoryError::Internal)?;
            let may_count = || room.limits.allows_statistics(viewer.account);
            let page = integrity.page(viewer, &asked, room.clock.now().0, may_count).await?;
            AccountAnswer::Integrity(Box::new(page))
        }
        HistoryRequest::List(ListHands { filter, everybody, from, .. }) => {
            let page = histories.page(viewer, &filter, everybody, from).await?;
            AccountAnswer::Hands(Box::new(page))
        }
        HistoryRequest::Get(GetHand { table, hand, inspect, .. }) => {
            let (table, now) = (TableId(table.0), room.clock.now().0);
            let record = histories.read(viewer, table, hand.0, inspect.as_deref(), now).await?;
            AccountAnswer::Hand(Box::new(record))
        }
        HistoryRequest::Revoke(RevokeHandLink { table, hand, .. }) => {
            histories.revoke_links(viewer, TableId(table.0), hand.0).await?;
            AccountAnswer::Done
        }
        HistoryRequest::Share(ShareHand { table, hand, .. }) => {
            AccountAnswer::Link(histories.share(viewer, TableId(table.0), hand.0).await?)
        }
    })
}

/// Returns what the account paid for the tournaments it is in.
fn chips_in_tournaments(room: &Room, account: AccountId) -> Chips {
    let registry = &room.registry;
    let entries = registry.entries(account).into_iter();
    entries.filter_map(|id| registry.tournament(id)).map(|event| Chips(event.price.0)).sum()
}

async fn carry_out(
    room: &Room,
    address: IpAddr,
    player: &Player,
    change: AccountChange,
) -> Result<AccountAnswer, AccountError> {
    let accounts = &room.accounts;
    let Player { account, role, .. } = *player;
    match change {
        AccountChange::Upgrade { name, password } => {
            let upgraded = signing_in::upgrade(room, player, &name, &password, address).await?;
            return Ok(AccountAnswer::Upgraded(upgraded));
        }
        AccountChange::Look(look) => {
            accounts.set_look(account, look).await?;
            room.introduce(&Player { look, ..player.clone() }).await;
            return Ok(AccountAnswer::Look(look));
        }
        AccountChange::Password { old, new } => {
            accounts.change_password(account, &old, &new, address).await?;
        }
        AccountChange::LinkSignIn { ticket, password, name } => {
            let (password, name) = (password.as_ref(), name.as_deref());
            return signing_in::link(room, player, &ticket, password, name, address).await;
        }
        AccountChange::UnlinkSignIn { password } => {
            accounts.unlink_identities(account, &password, address).await?;
        }
        AccountChange::SecondFactor(step) => {
            return set_second_factor(room, account, step, address).await;
        }
        AccountChange::CreateToken { label } => {
            let (token, id) = accounts.create_api_token(account, &label).await?;
            return Ok(AccountAnswer::Token(token, id));
        }
        AccountChange::ListTokens => {
            let tokens = accounts.api_tokens(account).await?;
            let second_factor = accounts.has_second_factor(account).await?;
            return Ok(AccountAnswer::Tokens(tokens, second_factor));
        }
        AccountChange::RevokeToken { id } => accounts.revoke_api_token(account, id).await?,
        AccountChange::SignOutEverywhere { but } => {
            accounts.sign_out_everywhere(account, but.as_ref()).await?;
        }
        AccountChange::Logout { token: Some(token) } => accounts.logout(&token).await?,
        AccountChange::Logout { token: None } => {}
        AccountChange::Refill => {
            let elsewhere =
                room.registry.chips_on_tables(account) + chips_in_tournaments(room, account);
            let now = room.clock.now();
            let balance = accounts.refill(account, elsewhere, now.0).await?;
            return Ok(AccountAnswer::Balance(balance));
        }
        AccountChange::ListAudit { table, from } => {
            let host = table.and_then(|table| room.registry.table(table)?.hosted_by);
            if role < Role::Floor && host != Some(account) {
                return Err(AccountError::Forbidden);
            }
            let page = accounts.audit_page(table, from).await?;
            return Ok(AccountAnswer::Audit(Box::new(page)));
        }
        AccountChange::SetNote { player, text, color } => {
            accounts.set_note(account, &player, &text, color).await?;
        }
        AccountChange::ListNotes { from } => {
            let page = accounts.note_page(account, from).await?;
            return Ok(AccountAnswer::Notes(Box::new(page)));
        }
        AccountChange::Histories(_)
        | AccountChange::Report(_)
        | AccountChange::Administration(_) => unreachable!("they are carried out before"),
    }
    Ok(AccountAnswer::Done)
}

impl Future for Errand {
    type Output = Decision;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Decision> {
        match &mut *self {
            Self::Login { task, by_token } => Pin::new(task).poll(cx).map(|result| {
                let result = result.unwrap_or_else(|_| Err(AccountError::Internal.into()));
                Decision::Login { result, by_token: *by_token }
            }),
            Self::Change(task) => Pin::new(task).poll(cx).map(|result| {
                Decision::Account(result.unwrap_or_else(|_| Err(AccountError::Internal.into())))
            }),
        }
    }
}

impl Client {
    /// Makes this connection the account's only one. Returns `None` if, during a slow sign-in by
    /// token, the player already signed in over a newer connection.
    pub(super) fn arrive(
        &mut self,
        login: Login,
        sign_in: Option<SignInOffered>,
        by_token: bool,
    ) -> Option<Arrived> {
        let Login { account, bot, role, look, tenure, .. } = login;
        tracing::Span::current().record("account", account.0);
        let player = Player { account, name: login.name.clone(), bot, role, look, tenure };
        let mut viewer = self.viewer.clone();
        viewer.player = Some(player);
        // House bots all come in from this machine.
        let is_compared = !(bot && self.address.is_loopback());
        viewer.address = is_compared.then(|| Subscriber::of(self.address));
        let registry = &self.room.registry;
        let arrival = match by_token {
            true => registry.resumed(account, viewer.clone())?,
            false => registry.logged_in(account, viewer.clone()),
        };
        self.viewer = viewer;
        if let Some(replaced) = arrival.replaced.filter(|_| !is_planted(Fault::NotFenced)) {
            replaced.outbox.close(ErrorCode::Replaced, ELSEWHERE);
        }
        self.role = login.role;
        registry.silence(account, login.muted_until_ms);
        let tickets = login.purse.tickets();
        self.purse = Some(login.purse.clone());
        let library = self.room.tournaments().map(|office| Arc::clone(&office.services.library));
        let tickets =
            library.filter(|_| !tickets.is_empty()).map(|library| tickets_held(&tickets, &library));
        Some(Arrived {
            login,
            seats: arrival.seats,
            lines: arrival.lines,
            tournaments: arrival.tournaments,
            tickets,
            sign_in,
        })
    }
}

//! Account requests that are under way. Each runs in a task of its own, so that a lost connection
//! never leaves one half done, and hashing a password delays nothing else.

use super::noting::{self, Attempt, Origin};
use super::{Client, signing_in};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::client::{CreateApiToken, SecondFactorStep, SetSecondFactor};
use cardroom_protocol::deal::DealProof;
use cardroom_protocol::history::{HandLooks, HandPage, HandShared, HandShown};
use cardroom_protocol::hybrid::AuditPage;
use cardroom_protocol::integrity::IntegrityReport;
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::notes::NotePage;
use cardroom_protocol::push::PushChange;
use cardroom_protocol::requests::{AccountRequest, HistoryRequest, SignIn};
use cardroom_protocol::server::{
    ApiToken, ApiTokenList, Done, RecoveryCodes, Role, SecondFactorKey,
};
use cardroom_protocol::sign_in::SignInOffered;
use cardroom_protocol::statistics::Statistics;
use cardroom_protocol::{ApiTokenId, ErrorCode, Secret};
use cardroom_room::accounts::{AccountError, Caller, Login, NewKey, NewToken, Proof};
use cardroom_room::administration;
use cardroom_room::denied::Denied;
use cardroom_room::director::{place_of_table, tickets_held};
use cardroom_room::history::{HistoryError, Viewer};
use cardroom_room::inbox::{self, Player};
use cardroom_room::limits::Shared;
use cardroom_room::network::Subscriber;
use cardroom_room::noted::Operator;
use cardroom_room::permits::{Factor, Standing};
use cardroom_room::push::PushOffice;
use cardroom_room::room::Room;
use cardroom_rules::{Chips, Millis};
use cardroom_sessions::{AccountAnswer, Arrived, InTurn, SignedIn, TOKEN_ENDED};
use cardroom_store::ids::{AccountId, TableId};
use cardroom_store::look::Look;
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
    pub(super) fn login(
        room: &Arc<Room>,
        from: Origin,
        connection: inbox::Viewer,
        request: SignIn,
    ) -> Self {
        let shared = Arc::clone(room);
        let by_token = matches!(request, SignIn::LoginToken(_));
        let (address, attempt) = (from.address, Attempt::of(&request));
        let token = match &request {
            SignIn::LoginToken(body) => Some(body.token.clone()),
            _ => None,
        };
        let task = room.lifecycle.spawn(async move {
            // Each command of a terminal signs in. A program with a token must not use up the
            // sign-ins of the people behind its address.
            let is_program = match &token {
                Some(token) => shared.accounts.is_api_token(token).await,
                None => false,
            };
            if !is_program && !shared.limits.allows_login(address) {
                from.was_refused(&shared);
                let message =
                    "Too many logins came from your address. Wait a minute, then try again.";
                return Err(Denied { code: ErrorCode::RateLimited, message: message.to_owned() });
            }
            if matches!(request, SignIn::LoginGuest(_)) && !shared.limits.allows_guest(address) {
                from.was_refused(&shared);
                let message = "Too many new guests came in this hour. Sign in with an account, or try \
                               again later.";
                return Err(Denied { code: ErrorCode::RateLimited, message: message.to_owned() });
            }
            let opens = match &request {
                SignIn::Register(_) => true,
                SignIn::LoginWithTicket(body) => body.name.is_some(),
                _ => false,
            };
            if opens && !shared.limits.allows_account(address, shared.clock.now()) {
                from.was_refused(&shared);
                return Err(too_many_accounts());
            }
            let login = sign_in(&shared, request, address).await;
            if opens && login.is_ok() {
                shared.limits.opened_account(address, shared.clock.now());
            }
            from.note_login(&attempt, login.as_ref());
            let login = login.map_err(Denied::from)?;
            if let (Some(id), Some(token)) = (login.standing.token(), &token) {
                shared.registry.signed_in_by_token(&connection, login.account, id);
                // A token that ended before the connection was noted would not close it.
                shared.accounts.bearer(token).await.map_err(Denied::from)?;
            }
            if let Some(integrity) = shared.integrity() {
                let now = shared.clock.now();
                integrity.note_sign_in(login.account, address, now.0).await;
            }
            let sign_in = signing_in::offer(&shared, login.account).await;
            Ok((login, sign_in))
        });
        Self::Login { task, by_token }
    }

    pub(super) fn change(room: &Arc<Room>, by: By, request: InTurn) -> Self {
        let shared = Arc::clone(room);
        Self::Change(room.lifecycle.spawn(async move {
            let Player { account, role, .. } = by.player;
            match request {
                InTurn::Account(request) => change_account(&shared, &by, request).await,
                InTurn::History(request) => {
                    let by = (Viewer { account, role }, by.origin.address);
                    let answer = ask_histories(&shared, by, request).await;
                    answer.map_err(Denied::from)
                }
                InTurn::Administration(request) => {
                    let operator = Operator {
                        account: Some(account),
                        name: Some(by.player.name),
                        standing: by.standing,
                        user: None,
                        address: Some(by.origin.address),
                        connection: Some(by.origin.connection),
                    };
                    let answer = administration::answer(&shared, operator, request).await;
                    answer.map(AccountAnswer::message).map_err(Denied::from)
                }
            }
        }))
    }
}

fn too_many_accounts() -> Denied {
    let message = "Too many new accounts came from your network, or to the room, in a day. Play as a \
                   guest, or try again tomorrow.";
    Denied { code: ErrorCode::RateLimited, message: message.to_owned() }
}

/// The sender of a request.
pub(super) struct By {
    pub(super) origin: Origin,
    pub(super) player: Player,
    pub(super) standing: Standing,
    /// The token of the connection's own sign-in; `None` if it was an API token.
    pub(super) resume_token: Option<Secret>,
}

async fn sign_in(room: &Room, request: SignIn, address: IpAddr) -> Result<Login, AccountError> {
    let accounts = &room.accounts;
    match request {
        SignIn::LoginGuest(body) => accounts.guest(body.nickname.as_deref(), address).await,
        SignIn::Register(body) => accounts.register(&body.name, &body.password, address).await,
        SignIn::Login(body) => {
            let from = Caller { address, browser: body.browser.as_ref() };
            accounts.login(&body.name, &body.password, None, from).await
        }
        SignIn::LoginWithCode(body) => {
            let from = Caller { address, browser: body.browser.as_ref() };
            accounts.login(&body.name, &body.password, Some(&body.code), from).await
        }
        SignIn::UseResetCode(body) => {
            accounts.use_reset_code(&body.code, &body.password, address).await
        }
        SignIn::LoginToken(body) => accounts.login_token(&body.token, address).await,
        SignIn::LoginWithTicket(body) => {
            let (identity, ticket) = signing_in::identity_of(room, &body.ticket)?;
            let (name, code) = (body.name.as_deref(), body.code.as_ref());
            let login = accounts.login_with_identity(&identity, name, code, address).await?;
            ticket.succeeded();
            Ok(login)
        }
    }
}

async fn change_account(
    room: &Room,
    by: &By,
    request: AccountRequest,
) -> Result<AccountAnswer, Denied> {
    use AccountRequest as R;
    let (from, player) = (by.origin, &by.player);
    let hashes = match &request {
        R::ChangePassword(_) | R::UpgradeGuest(_) | R::LinkSignIn(_) | R::UnlinkSignIn(_) => true,
        R::CreateApiToken(body) => body.password.is_some(),
        R::SetSecondFactor(body) => matches!(body.step, SecondFactorStep::Begin(_)),
        _ => false,
    };
    if hashes && !room.limits.allows_hash(from.address, player.account) {
        from.was_refused(room);
        return Err(AccountError::TooOften.into());
    }
    let opens = matches!(request, R::UpgradeGuest(_));
    if opens && !room.limits.allows_account(from.address, room.clock.now()) {
        from.was_refused(room);
        return Err(too_many_accounts());
    }
    let writes = match &request {
        R::ReportPlayer(_) | R::CreateApiToken(_) => true,
        R::SetNote(body) => !body.text.is_empty() || body.color != 0,
        R::SetPush(body) => matches!(body.change, PushChange::Subscribe(_)),
        _ => false,
    };
    if writes && !room.limits.allows(Shared::Row, from.address, player.account) {
        from.was_refused(room);
        return Err(AccountError::TooMuch.into());
    }
    if let R::ReportPlayer(report) = request {
        administration::report(room, player.account, report).await?;
        return Ok(AccountAnswer::Done);
    }
    let event = noting::event_of(&request);
    let changed = carry_out(room, by, request).await;
    if opens && changed.is_ok() {
        room.limits.opened_account(from.address, room.clock.now());
    }
    let name = match &changed {
        Ok(AccountAnswer::Upgraded(logged_in)) => &*logged_in.name,
        _ => &*player.name,
    };
    from.note_change(event, (player.account, name), changed.as_ref().map(|_| ()));
    changed.map_err(Denied::from)
}

async fn create_api_token(
    room: &Room,
    by: &By,
    body: CreateApiToken,
) -> Result<AccountAnswer, AccountError> {
    let CreateApiToken { request, label, scopes, ends_at, password, code } = body;
    let (accounts, account) = (&room.accounts, by.player.account);
    let (password, code) = (password.as_ref(), code.as_ref());
    let proof = Proof { password, code, resume_token: by.resume_token.as_ref() };
    accounts.prove_owner(account, proof, by.origin.address).await?;
    let (scopes, ends_ms) = (scopes.into_iter().collect(), ends_at.map(|end| end.0));
    let new = NewToken { label, scopes, ends_ms };
    let (token, id) = accounts.create_api_token(account, &new).await?;
    Ok(AccountAnswer::message(ApiToken { request, label: new.label, token, id }))
}

async fn set_second_factor(
    room: &Room,
    by: &By,
    SetSecondFactor { request, step }: SetSecondFactor,
) -> Result<AccountAnswer, AccountError> {
    let (accounts, account, address) = (&room.accounts, by.player.account, by.origin.address);
    Ok(match step {
        SecondFactorStep::Begin(password) => {
            let name = &room.session.room;
            let key = accounts.second_factor(account).begin(&password, name, address).await?;
            let NewKey { key, address } = key;
            AccountAnswer::message(SecondFactorKey { request, key, address })
        }
        SecondFactorStep::Confirm(code) => {
            let (factor, token) = (accounts.second_factor(account), by.resume_token.as_ref());
            let (codes, factor) = factor.confirm(&code, token, address).await?;
            AccountAnswer::Factor(factor, Box::new(RecoveryCodes { request, codes }.into()))
        }
        SecondFactorStep::Remove(code) => {
            let factor = accounts.second_factor(account).remove(&code, address).await?;
            AccountAnswer::Factor(factor, Box::new(Done { request }.into()))
        }
    })
}

/// The largest proof in a message. In JSON each of its quotes takes two bytes.
const LARGEST_PROOF: usize = MAX_SERVER_FRAME_BYTES / 2;

async fn ask_histories(
    room: &Room,
    (viewer, address): (Viewer, IpAddr),
    asked: HistoryRequest,
) -> Result<AccountAnswer, HistoryError> {
    let histories = room.histories().ok_or(HistoryError::Internal)?;
    let request = asked.request();
    let links = matches!(&asked, HistoryRequest::RevokeHandLink(_) | HistoryRequest::ShareHand(_));
    if links && !room.limits.allows(Shared::Row, address, viewer.account) {
        return Err(HistoryError::TooManyLinks);
    }
    Ok(match asked {
        HistoryRequest::GetStatistics(body) => {
            if !room.limits.allows_statistics(viewer.account) {
                return Err(HistoryError::TooOften);
            }
            let counted = histories.statistics(viewer.account, body.from, body.to).await?;
            AccountAnswer::message(Statistics { request, ..counted })
        }
        HistoryRequest::GetIntegrityReport(body) => {
            let integrity = room.integrity().ok_or(HistoryError::Internal)?;
            let may_count = || room.limits.allows_statistics(viewer.account);
            let page = integrity.page(viewer, &body, room.clock.now().0, may_count).await?;
            AccountAnswer::message(IntegrityReport { request, ..page })
        }
        HistoryRequest::ListHands(body) => {
            let page = histories.page(viewer, &body.filter, body.everybody, body.from).await?;
            AccountAnswer::message(HandPage { request, ..page })
        }
        HistoryRequest::GetHand(body) => {
            let (table, now) = (TableId(body.table.0), room.clock.now().0);
            let inspect = body.inspect.as_deref();
            let record = histories.read(viewer, table, body.hand.0, inspect, now).await?;
            let looks = histories.looks(table, body.hand.0).await?;
            let looks = HandLooks { table: record.table, hand: record.hand, looks };
            AccountAnswer::Hand(looks, HandShown { request, record: Box::new(record) })
        }
        HistoryRequest::GetDealProof(body) => {
            let (table, hand) = (TableId(body.table.0), body.hand.0);
            let proofs = histories.proofs(viewer, table, hand).await?;
            let proof = proofs.into_iter().next_back().unwrap_or_default();
            if proof.len() > LARGEST_PROOF {
                return Err(HistoryError::LargeProof(format!("/hands/{table}-{hand}.deal.json")));
            }
            AccountAnswer::message(DealProof { request, proof })
        }
        HistoryRequest::RevokeHandLink(body) => {
            histories.revoke_links(viewer, TableId(body.table.0), body.hand.0).await?;
            AccountAnswer::Done
        }
        HistoryRequest::ShareHand(body) => {
            let path = histories.share(viewer, TableId(body.table.0), body.hand.0).await?;
            AccountAnswer::message(HandShared { request, path })
        }
    })
}

/// Returns what the account paid for the tournaments it is in.
fn chips_in_tournaments(room: &Room, account: AccountId) -> Chips {
    let registry = &room.registry;
    let entries = registry.entries(account).into_iter();
    entries.filter_map(|id| registry.tournament(id)).map(|event| Chips(event.price.0)).sum()
}

/// Closes the connections of an API token that has ended, or of all of them.
fn close_tokens(room: &Room, account: AccountId, token: Option<ApiTokenId>) {
    room.registry.close_tokens(account, token, ErrorCode::BadToken, TOKEN_ENDED);
}

fn push_office(room: &Room) -> Result<PushOffice, AccountError> {
    room.push().ok_or(AccountError::Internal)
}

async fn carry_out(
    room: &Room,
    by: &By,
    request: AccountRequest,
) -> Result<AccountAnswer, AccountError> {
    use AccountRequest as R;
    let accounts = &room.accounts;
    let (player, address, token) = (&by.player, by.origin.address, by.resume_token.clone());
    let Player { account, role, .. } = *player;
    let id = request.request();
    match request {
        R::UpgradeGuest(body) => {
            let (name, password) = (&body.name, &body.password);
            let upgraded = signing_in::upgrade(room, player, name, password, address).await?;
            return Ok(upgraded.answer(id, token));
        }
        R::SetAppearance(body) => {
            let look = Look::new(body.avatar, body.color).ok_or(AccountError::BadAppearance)?;
            accounts.set_look(account, look).await?;
            room.introduce(&Player { look, ..player.clone() }).await;
            return Ok(AccountAnswer::Look(look));
        }
        R::ChangePassword(body) => {
            let (passwords, end_tokens) = ((&body.old, &body.new), body.end_tokens);
            accounts.change_password(account, passwords, end_tokens, address).await?;
            if end_tokens {
                close_tokens(room, account, None);
            }
            push_office(room)?.unsubscribe(account, None).await?;
        }
        R::LinkSignIn(body) => {
            let upgraded = signing_in::link(room, player, &body, address).await?;
            return Ok(match upgraded {
                Some(upgraded) => upgraded.answer(id, token),
                None => AccountAnswer::Done,
            });
        }
        R::UnlinkSignIn(body) => {
            accounts.unlink_identities(account, &body.password, address).await?;
        }
        R::SetSecondFactor(body) => {
            return set_second_factor(room, by, body).await;
        }
        R::ProveFactor(body) => {
            let (code, token) = (&body.code, token.as_ref());
            let proven = accounts.prove_factor(account, code, token, address).await?;
            let factor = match by.standing.factor {
                Factor::None => Factor::None,
                Factor::Missing | Factor::Set { .. } => Factor::Set { proven_ms: Some(proven) },
            };
            return Ok(AccountAnswer::Factor(factor, Box::new(Done { request: id }.into())));
        }
        R::CreateApiToken(body) => return create_api_token(room, by, body).await,
        R::ListApiTokens(body) => {
            let tokens = accounts.api_tokens(account).await?;
            let second_factor = accounts.second_factor(account).is_set().await?;
            let list = ApiTokenList { request: body.request, tokens, second_factor };
            return Ok(AccountAnswer::message(list));
        }
        R::RevokeApiToken(body) => {
            accounts.revoke_api_token(account, body.id).await?;
            close_tokens(room, account, Some(body.id));
        }
        R::SignOutEverywhere(_) => {
            accounts.sign_out_everywhere(account, token.as_ref()).await?;
            close_tokens(room, account, None);
            // Browsers that are still signed in subscribe again.
            push_office(room)?.unsubscribe(account, None).await?;
        }
        R::Logout(_) => {
            if let Some(token) = token {
                accounts.logout(&token).await?;
            }
            return Ok(AccountAnswer::LoggedOut);
        }
        R::Refill(_) => {
            let elsewhere =
                room.registry.chips_on_tables(account) + chips_in_tournaments(room, account);
            let now = room.clock.now();
            accounts.grants().refill(account, elsewhere, now.0).await?;
            room.registry.tell_balance(account, &room.cashier);
        }
        R::ListAudit(body) => {
            let table = body.table.map(|table| TableId(table.0));
            let host = table.and_then(|table| room.registry.table(table)?.hosted_by);
            if role < Role::Floor && host != Some(account) {
                return Err(AccountError::Forbidden);
            }
            let mut page = accounts.audit_page(table, body.from).await?;
            for entry in &mut page.entries {
                entry.table_name = called(room, TableId(entry.table.0), &entry.table_name);
            }
            return Ok(AccountAnswer::message(AuditPage { request: body.request, ..page }));
        }
        R::SetNote(body) => {
            accounts.notes().set(account, &body.player, &body.text, body.color).await?;
        }
        R::ListNotes(body) => {
            let page = accounts.notes().page(account, body.from).await?;
            return Ok(AccountAnswer::message(NotePage { request: body.request, ..page }));
        }
        R::GetPush(body) => {
            let offered = push_office(room)?.offer(account, body.request).await?;
            return Ok(AccountAnswer::message(offered));
        }
        R::SetPush(body) => {
            let office = push_office(room)?;
            match body.change {
                PushChange::Subscribe(asked) => {
                    office.subscribe(account, &asked, room.clock.now().0).await?;
                }
                PushChange::Unsubscribe(endpoint) => {
                    office.unsubscribe(account, Some(&endpoint.0)).await?;
                }
                PushChange::Choose(kinds) => office.choose(account, kinds).await?,
            }
        }
        R::SetVisible(_) => unreachable!("the session answers it"),
        R::ReportPlayer(_) => unreachable!("it is carried out before"),
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
        let Login { account, bot, look, tenure, .. } = login;
        let (role, plays) = (login.standing.acts_as(), login.standing.plays());
        tracing::Span::current().record("account", account.0);
        let (name, staff) = (login.name.clone(), inbox::is_staff(login.role));
        let player = Player { account, name, bot, role, staff, look, tenure };
        let mut viewer = self.viewer.clone();
        viewer.player = Some(player);
        // House bots all come in from this machine.
        let is_compared = !(bot && self.address.is_loopback());
        viewer.address = is_compared.then(|| Subscriber::of(self.address));
        let registry = &self.room.registry;
        (self.role, self.used) = (role, login.used);
        if !plays || self.visits {
            // It takes no seat, so the connection that plays stays.
            self.viewer = viewer;
            self.purse = Some(login.purse.clone());
            return Some(Arrived::without_seats(signed_in(login), sign_in));
        }
        let arrival = match by_token {
            true => registry.resumed(account, viewer.clone())?,
            false => registry.logged_in(account, viewer.clone()),
        };
        self.viewer = viewer;
        if let Some(replaced) = arrival.replaced.filter(|_| !is_planted(Fault::NotFenced)) {
            replaced.outbox.close(ErrorCode::Replaced, ELSEWHERE);
        }
        registry.silence(account, login.muted_until_ms);
        let tickets = login.purse.tickets();
        self.purse = Some(login.purse.clone());
        let library = self.room.tournaments().map(|office| Arc::clone(&office.services.library));
        let tickets =
            library.filter(|_| !tickets.is_empty()).map(|library| tickets_held(&tickets, &library));
        Some(Arrived {
            login: signed_in(login),
            seats: arrival.seats,
            lines: arrival.lines,
            tournaments: arrival.tournaments,
            tickets,
            sign_in,
        })
    }
}

/// Returns a sign-in as the state machine of a connection knows it.
fn signed_in(login: Login) -> SignedIn {
    SignedIn {
        account: login.account,
        name: login.name,
        role: login.role,
        guest: login.guest,
        look: login.look,
        balance: login.purse.available(),
        standing: login.standing,
        ends: login.ends_ms.map(Millis),
        resume_token: login.resume_token,
    }
}

/// Returns what a table is called, whether it is open or not.
fn called(room: &Room, table: TableId, stored: &str) -> String {
    if let Some(handle) = room.registry.table(table) {
        return handle.info.borrow().name.clone();
    }
    let Some((tournament, number)) = place_of_table(stored) else {
        // The stored name of a private table is made up.
        let is_made_up = stored.is_empty() || stored.starts_with(' ');
        return if is_made_up { format!("Table {}", table.0) } else { stored.to_owned() };
    };
    let handle = room.registry.tournament(tournament);
    let name = handle.map(|handle| handle.info.borrow().name.clone());
    let name = name.unwrap_or_else(|| format!("Tournament {}", tournament.0));
    format!("{name} · table {}", number.0)
}

//! The state machine of one connection: hello, sign-in, requests. It takes inputs and the time, and
//! returns outputs to carry out. It knows no socket, no table and no account store.

mod interface;
mod requests;
#[cfg(test)]
mod tests;

pub use interface::{AccountAnswer, Arrived, InTurn, Input, Output, SignedIn};
pub use requests::{UNEXPLAINED, is_explained};

use crate::SessionSettings;
use crate::denied::Denied;
use crate::permits::Standing;
use cardroom_protocol::message::Message;
use cardroom_protocol::requests::Asked;
use cardroom_protocol::server::{Done, LoggedIn, Pong, ServerMessage, Welcome};
use cardroom_protocol::sign_in::SignInOffered;
use cardroom_protocol::{ClientMessage, ErrorCode, MINOR_VERSION, RequestId, Secret};
use cardroom_record::ids::TableId;
use cardroom_rules::Millis;
use std::collections::VecDeque;

/// How many requests wait while a sign-in is under way.
const MOST_WAITING: usize = 64;
/// How many messages over the rate are refused before the connection is closed.
const MOST_STRIKES: u16 = 100;
/// How long after the last strike the count is reset.
const STRIKES_LAST: Millis = Millis::seconds(10);
/// The goodbye to a connection whose API token has ended.
pub const TOKEN_ENDED: &str = "The API token of this connection has ended. Make another one.";
/// The refusal of a message over the rate.
const OVER_RATE: &str = "You sent too many messages. Wait a moment, then try again.";
/// How many sign-ins may fail before the connection is closed.
const MOST_FAILED_LOGINS: u8 = 5;

/// The state of one connection.
#[derive(Debug)]
pub struct SessionCore {
    stage: Stage,
    minor: u16,
    /// When the stage times out; `None` once a player is signed in.
    stage_ends: Option<Millis>,
    last_heard: Millis,
    pinged: bool,
    strikes: u16,
    last_strike: Millis,
    failed_logins: u8,
    watches_lobby: bool,
    /// Tables that know this connection and must be notified when it is gone.
    tables: Vec<TableLink>,
}

#[derive(Clone, Copy, Debug)]
struct TableLink {
    table: TableId,
    /// Counts towards the limit of watched tables.
    watched: bool,
    /// The account sits there, or asked to.
    played: bool,
}

#[derive(Debug)]
enum Stage {
    AwaitingHello,
    /// Not signed in: idle, or a visitor who watches.
    AwaitingLogin,
    /// Messages after the sign-in request wait for its outcome.
    LoggingIn(Box<Waiting>),
    LoggedIn(Box<Session>),
    Ended,
}

#[derive(Debug)]
struct Waiting {
    request: RequestId,
    messages: VecDeque<(Millis, ClientMessage)>,
}

/// The state of a connection that is signed in.
#[derive(Debug)]
struct Session {
    resume_token: Option<Secret>,
    standing: Standing,
    /// When the API token of the sign-in ends.
    ends: Option<Millis>,
    /// The account request that is under way, and those that wait for it.
    under_way: Option<RequestId>,
    waiting: VecDeque<InTurn>,
}

impl SessionCore {
    /// Creates the state of a connection whose handshake is over.
    #[must_use]
    pub fn new(now: Millis, settings: &SessionSettings) -> Self {
        Self {
            stage: Stage::AwaitingHello,
            minor: 0,
            stage_ends: Some(now + settings.hello_timeout),
            last_heard: now,
            pinged: false,
            strikes: 0,
            last_strike: Millis(0),
            failed_logins: 0,
            watches_lobby: false,
            tables: Vec::new(),
        }
    }

    /// Handles an input and returns the outputs that follow from it.
    pub fn on(&mut self, now: Millis, input: Input, settings: &SessionSettings) -> Vec<Output> {
        // Most messages have one answer of the connection itself, or none.
        let mut out = Vec::with_capacity(1);
        if !matches!(self.stage, Stage::Ended) {
            self.dispatch(now, input, settings, &mut out);
        }
        out
    }

    /// Returns when the next [`Input::Tick`] is due if nothing happens before.
    #[must_use]
    pub fn deadline(&self, settings: &SessionSettings) -> Millis {
        let silence = if self.pinged { settings.idle_timeout } else { settings.ping_interval };
        let silent = self.last_heard + silence.min(settings.idle_timeout);
        let ends = match &self.stage {
            Stage::LoggedIn(session) => session.ends,
            _ => self.stage_ends,
        };
        ends.map_or(silent, |ends| ends.min(silent))
    }

    /// Returns the tables that must be notified when the connection is gone.
    pub fn tables(&self) -> impl Iterator<Item = TableId> + '_ {
        self.tables.iter().map(|link| link.table)
    }

    /// Returns `true` if the connection watches or plays at more than one table.
    #[must_use]
    pub fn has_several_tables(&self) -> bool {
        self.tables.len() > 1
    }

    /// Returns the minor version of the protocol that both sides use.
    #[must_use]
    pub fn minor(&self) -> u16 {
        self.minor
    }

    /// Returns what the sign-in may do; `None` before it.
    #[must_use]
    pub fn standing(&self) -> Option<&Standing> {
        match &self.stage {
            Stage::LoggedIn(session) => Some(&session.standing),
            _ => None,
        }
    }

    #[must_use]
    pub fn watches_lobby(&self) -> bool {
        self.watches_lobby
    }

    fn dispatch(
        &mut self,
        now: Millis,
        input: Input,
        settings: &SessionSettings,
        out: &mut Vec<Output>,
    ) {
        match input {
            Input::Message { message, over_rate } => {
                self.heard(now);
                if !over_rate {
                    self.message(now, message, settings, out);
                } else if !self.strike(now, out) {
                    self.refuse_over_rate(&message, out);
                }
            }
            Input::Misnamed { misnamed, over_rate } => {
                self.heard(now);
                let asked = Asked::Request(misnamed.request.unwrap_or(RequestId(0)));
                if !over_rate {
                    let text = unknown_name(&misnamed.name);
                    out.push(Output::Send(asked.refusal(ErrorCode::UnknownMessage, text)));
                } else if !self.strike(now, out) {
                    out.push(Output::Send(asked.refusal(ErrorCode::RateLimited, OVER_RATE)));
                }
            }
            Input::Noise { over_rate } => {
                self.heard(now);
                if over_rate {
                    self.strike(now, out);
                }
            }
            Input::LoginDecided(result) => self.login_decided(result, settings, out),
            Input::AccountDecided(result) => self.account_decided(result, out),
            Input::TableClosed(table) => self.tables.retain(|link| link.table != table),
            Input::NotWatched(table) => self.unwatch(table),
            // The table must be notified when this connection is gone.
            Input::MayPlay(table) => self.link(table).played = true,
            Input::Tick => self.tick(now, settings, out),
        }
    }

    fn heard(&mut self, now: Millis) {
        self.last_heard = now;
        self.pinged = false;
    }

    /// Counts a message over the rate. Returns `true` if that ends the connection.
    fn strike(&mut self, now: Millis, out: &mut Vec<Output>) -> bool {
        if now.since(self.last_strike) > STRIKES_LAST {
            self.strikes = 0;
        }
        self.strikes += 1;
        self.last_strike = now;
        if self.strikes > MOST_STRIKES {
            self.close(
                ErrorCode::RateLimited,
                "You sent too many messages. Connect again and send fewer.",
                out,
            );
            return true;
        }
        false
    }

    fn refuse_over_rate(&mut self, message: &ClientMessage, out: &mut Vec<Output>) {
        let Some(asked) = message.asked() else { return };
        out.push(Output::Send(asked.refusal(ErrorCode::RateLimited, OVER_RATE)));
    }

    fn message(
        &mut self,
        now: Millis,
        message: ClientMessage,
        settings: &SessionSettings,
        out: &mut Vec<Output>,
    ) {
        match (&mut self.stage, message) {
            (Stage::Ended, _) => {}
            (Stage::AwaitingHello, ClientMessage::Hello(hello)) => {
                let minor = hello.minor.min(MINOR_VERSION);
                self.minor = minor;
                self.stage = Stage::AwaitingLogin;
                self.stage_ends = Some(now + settings.login_timeout);
                out.push(Output::Send(self.welcome(now, settings)));
                if let Some(provider) = settings.provider.clone() {
                    out.push(Output::Send(SignInOffered { provider, linked: false }.into()));
                }
                out.push(Output::Welcomed { client: hello.client, minor: hello.minor });
            }
            (Stage::AwaitingHello, _) | (_, ClientMessage::Hello(_)) => {
                let text = "A connection begins with one Hello. Connect again and send it first.";
                self.close(ErrorCode::HelloExpected, text, out);
            }
            (Stage::LoggingIn(waiting), message) => {
                if waiting.messages.len() < MOST_WAITING {
                    waiting.messages.push_back((now, message));
                } else if let Some(asked) = message.asked() {
                    let text = "The login is still under way. Try again in a moment.";
                    out.push(Output::Send(asked.refusal(ErrorCode::Busy, text)));
                }
            }
            (_, ClientMessage::Ping(ping)) => {
                out.push(Output::Send(Pong { nonce: ping.nonce, time_ms: now.0 }.into()));
            }
            (_, message) => self.request(now, message, settings, out),
        }
    }

    fn welcome(&self, now: Millis, settings: &SessionSettings) -> ServerMessage {
        Welcome {
            minor: self.minor,
            server: settings.server.clone(),
            room: settings.room.clone(),
            time_ms: now.0,
            idle_timeout_ms: u32::try_from(settings.idle_timeout.0).unwrap_or(u32::MAX),
            share_links: settings.share_links,
            pokerstars_text: settings.pokerstars_text,
        }
        .into()
    }

    /// Makes all messages wait until a sign-in is decided.
    fn begin_sign_in(&mut self, request: RequestId) {
        self.stage = Stage::LoggingIn(Box::new(Waiting { request, messages: VecDeque::new() }));
    }

    fn login_decided(
        &mut self,
        result: Result<Arrived, Denied>,
        settings: &SessionSettings,
        out: &mut Vec<Output>,
    ) {
        let Stage::LoggingIn(waiting) = std::mem::replace(&mut self.stage, Stage::AwaitingLogin)
        else {
            unreachable!("a login is decided once, after it was asked for");
        };
        match result {
            Ok(arrived) => self.arrive(waiting.request, arrived, out),
            Err(denied) => {
                out.push(refuse(waiting.request, denied.code, &denied.message));
                self.failed_logins += 1;
                if self.failed_logins >= MOST_FAILED_LOGINS {
                    self.close(
                        denied.code,
                        "Too many logins failed. Connect again, then try once more.",
                        out,
                    );
                }
            }
        }
        for (stamp, message) in waiting.messages {
            // A second sign-in among the waiting messages makes the rest wait again.
            self.message(stamp, message, settings, out);
        }
    }

    fn arrive(&mut self, request: RequestId, arrived: Arrived, out: &mut Vec<Output>) {
        let Arrived { login, seats, lines, tournaments, tickets, sign_in } = arrived;
        let plays = login.standing.plays();
        self.stage_ends = None;
        self.failed_logins = 0;
        self.stage = Stage::LoggedIn(Box::new(Session {
            resume_token: login.resume_token.clone(),
            standing: login.standing,
            ends: login.ends,
            under_way: None,
            waiting: VecDeque::new(),
        }));
        let logged_in = LoggedIn {
            request,
            account: login.account.to_string(),
            name: login.name.to_string(),
            role: login.role,
            balance: login.balance.0.into(),
            resume_token: login.resume_token,
            tables: seats.iter().map(|table| table.0.into()).collect(),
            tournaments: tournaments.iter().map(|id| id.0.into()).collect(),
            guest: login.guest,
            avatar: login.look.avatar(),
            color: login.look.color(),
        };
        out.push(Output::Send(logged_in.into()));
        out.extend(tickets.map(|tickets| Output::Send(tickets.into())));
        out.extend(sign_in.map(|sign_in| Output::Send(sign_in.into())));
        if !plays {
            // Seats and cards are for a connection that plays.
            return;
        }
        // Tables and tournaments have made their views for a visitor until now.
        let watched = self.tables.iter().filter(|link| link.watched).map(|link| link.table);
        out.push(Output::Recognize(watched.filter(|table| !seats.contains(table)).collect()));
        for table in seats {
            self.link(table).played = true;
            out.push(Output::Attach { table, request: None, is_new: false });
        }
        for table in lines {
            self.link(table).played = true;
            out.push(Output::BackInLine(table));
        }
        out.extend(tournaments.into_iter().map(Output::Attend));
    }

    fn ask_in_turn(&mut self, request: InTurn, out: &mut Vec<Output>) {
        let Stage::LoggedIn(session) = &mut self.stage else { return };
        if session.under_way.is_none() {
            session.under_way = Some(request.request());
            let resume_token = session.resume_token.clone();
            let standing = session.standing.clone();
            out.push(Output::Account { request, resume_token, standing });
        } else if session.waiting.len() < MOST_WAITING {
            session.waiting.push_back(request);
        } else {
            let text = "Your earlier requests are still under way. Try again in a moment.";
            out.push(refuse(request.request(), ErrorCode::Busy, text));
        }
    }

    fn account_decided(&mut self, result: Result<AccountAnswer, Denied>, out: &mut Vec<Output>) {
        let Stage::LoggedIn(session) = &mut self.stage else { return };
        let request = session.under_way.take().expect("what is decided was under way");
        let mut send = |message| out.push(Output::Send(message));
        match result {
            Ok(AccountAnswer::Message(message)) => send(*message),
            Ok(AccountAnswer::Hand(looks, shown)) => {
                send(looks.into());
                send(shown.into());
            }
            Ok(AccountAnswer::Upgraded(logged_in)) => send((*logged_in).into()),
            Ok(AccountAnswer::Done | AccountAnswer::Look(_)) => send(Done { request }.into()),
            Ok(AccountAnswer::Factor(factor, message)) => {
                session.standing.factor = factor;
                send(*message);
            }
            Ok(AccountAnswer::LoggedOut) => {
                send(Done { request }.into());
                self.stage = Stage::Ended;
                return out.push(Output::Finish);
            }
            Err(denied) => out.push(refuse(request, denied.code, &denied.message)),
        }
        if let Some(next) = session.waiting.pop_front() {
            self.ask_in_turn(next, out);
        }
    }

    fn tick(&mut self, now: Millis, settings: &SessionSettings, out: &mut Vec<Output>) {
        if self.stage_ends.is_some_and(|ends| now >= ends) {
            match self.stage {
                Stage::AwaitingHello => {
                    self.close(
                        ErrorCode::LoginTimeout,
                        "The client sent no Hello in time. Connect again.",
                        out,
                    );
                    return;
                }
                Stage::AwaitingLogin if !self.watches_something() => {
                    self.close(
                        ErrorCode::LoginTimeout,
                        "You did not sign in in time. Connect again.",
                        out,
                    );
                    return;
                }
                // A visitor who watches may stay, and a sign-in under way is decided soon.
                _ => self.stage_ends = Some(now + settings.login_timeout),
            }
        }
        if let Stage::LoggedIn(session) = &self.stage
            && session.ends.is_some_and(|ends| now >= ends)
        {
            return self.close(ErrorCode::BadToken, TOKEN_ENDED, out);
        }
        let silence = now.since(self.last_heard);
        if silence >= settings.idle_timeout {
            self.close(
                ErrorCode::IdleTimeout,
                "The connection was silent for too long. Connect again.",
                out,
            );
        } else if silence >= settings.ping_interval && !self.pinged {
            self.pinged = true;
            out.push(Output::Ping);
        }
    }

    fn watches_something(&self) -> bool {
        self.watches_lobby || self.tables.iter().any(|link| link.watched)
    }

    fn link(&mut self, table: TableId) -> &mut TableLink {
        let at = self.tables.iter().position(|link| link.table == table).unwrap_or_else(|| {
            self.tables.push(TableLink { table, watched: false, played: false });
            self.tables.len() - 1
        });
        &mut self.tables[at]
    }

    /// Stops counting a table as watched. A table where the account may sit stays linked.
    fn unwatch(&mut self, table: TableId) {
        self.link(table).watched = false;
        self.tables.retain(|link| link.watched || link.played);
    }

    fn close(&mut self, code: ErrorCode, message: &'static str, out: &mut Vec<Output>) {
        self.stage = Stage::Ended;
        out.push(Output::Close(code, message));
    }
}

/// Returns the refusal of a message with an unknown name, and the known name that is nearly the
/// same.
fn unknown_name(name: &str) -> String {
    let letters = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
    let mut known = ClientMessage::CATALOGUE.iter().map(|(_, known)| *known);
    let advice = match known.find(|known| letters(known) == letters(name)) {
        Some(known) => format!("Did you mean {known}?"),
        None => "Look up its name in the protocol.".to_owned(),
    };
    format!("There is no message \u{201c}{}\u{201d}. {advice}", name.escape_debug())
}

fn refuse(request: RequestId, code: ErrorCode, message: &str) -> Output {
    Output::Send(Asked::Request(request).refusal(code, message))
}

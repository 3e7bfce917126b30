//! The beginning of a connection: the hello and the login.

use super::line::Line;
use crate::remote::{Process, Remote};
use crate::seat::Opening;
use cardroom_bot::lines::Told;
use cardroom_protocol::client::LoginToken;
use cardroom_protocol::matches::MatchSeat;
use cardroom_protocol::server::{LoggedIn, Role, Welcome};
use cardroom_protocol::{Chips, ClientMessage, ErrorCode, MINOR_VERSION};
use std::time::{Duration, Instant, SystemTime};

/// How often to ask whether to wait on.
const SLICE: Duration = Duration::from_millis(200);
/// How long a connection may be silent. A match does not end one that is.
const IDLE_TIMEOUT_MS: u32 = 600_000;

/// A client that has not logged in yet.
pub(super) struct Guest<'a> {
    line: Line,
    token: &'a str,
    opening: &'a Opening<'a>,
    has_greeted: bool,
}

/// Why a client got no seat, as a sentence, and its process.
pub(super) type Rejected = (String, Option<Box<Process>>);

impl<'a> Guest<'a> {
    /// Performs the handshake, the hello and the login of a connection.
    pub(super) fn greet(
        remote: Remote,
        token: &'a str,
        until: Option<Instant>,
        goes_on: &dyn Fn() -> bool,
        opening: &'a Opening<'a>,
    ) -> Result<Line, Rejected> {
        let line = Line::open(remote, until, goes_on)?;
        let mut guest = Self { line, token, opening, has_greeted: false };
        match guest.log_in(until, goes_on) {
            Ok(()) => Ok(guest.line),
            Err(why) => Err((why, guest.line.into_process())),
        }
    }

    fn log_in(&mut self, until: Option<Instant>, goes_on: &dyn Fn() -> bool) -> Result<(), String> {
        let gone = |told: Told| format!("It was gone before it logged in: {}.", told.detail);
        loop {
            while let Some(received) = self.line.read().map_err(gone)? {
                let messages = received.read.map_err(|why| format!("It cannot log in: {why}."))?;
                for message in messages {
                    if self.hear(message).map_err(gone)? {
                        return Ok(());
                    }
                }
                self.line.flush().map_err(gone)?;
            }
            if !goes_on() {
                return Err("The match was interrupted.".to_owned());
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err("It did not log in in time.".to_owned());
            }
            self.line.wait(left.unwrap_or(SLICE).min(SLICE)).map_err(gone)?;
        }
    }

    /// Answers a message. Returns `true` if it was a login with the token.
    fn hear(&mut self, message: ClientMessage) -> Result<bool, Told> {
        match message {
            ClientMessage::Hello(hello) if !self.has_greeted => {
                self.has_greeted = true;
                self.line.push(&welcome(hello.minor).into())?;
            }
            ClientMessage::Ping(ping) => self.line.push(&super::desk::pong(ping.nonce))?,
            ClientMessage::LoginToken(login) if self.has_greeted => {
                let LoginToken { request, token } = login;
                if token.0 == self.token {
                    self.line.push(&self.logged_in(request).into())?;
                    self.line.push(&match_seat(self.opening).into())?;
                    return Ok(true);
                }
                let text = "The token is not that of this match.";
                let asked = cardroom_protocol::requests::Asked::Request(request);
                self.line.push(&asked.refusal(ErrorCode::BadToken, text))?;
            }
            other => {
                if let Some(asked) = other.asked() {
                    let text = "This room plays a match. Log in with LoginToken and the token in \
                                CARDROOM_TOKEN.";
                    self.line.push(&asked.refusal(ErrorCode::MatchTable, text))?;
                }
            }
        }
        Ok(false)
    }

    fn logged_in(&self, request: cardroom_protocol::RequestId) -> LoggedIn {
        let seat = self.opening.seat;
        LoggedIn {
            request,
            account: (u32::from(seat) + 1).to_string(),
            name: self.opening.names.get(usize::from(seat)).cloned().unwrap_or_default(),
            role: Role::Player,
            balance: Chips(0),
            resume_token: None,
            tables: vec![self.opening.view.info.table],
            tournaments: Vec::new(),
            guest: false,
            avatar: 0,
            color: 0,
        }
    }
}

/// Returns the seat of a client at its first table.
pub(super) fn match_seat(opening: &Opening<'_>) -> MatchSeat {
    let millis = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    let limits = opening.limits;
    MatchSeat {
        table: opening.view.info.table,
        seat: opening.seat,
        turn_ms: millis(limits.turn),
        bank_ms: limits.bank.map(millis),
    }
}

fn welcome(minor: u16) -> Welcome {
    Welcome {
        minor: minor.min(MINOR_VERSION),
        server: concat!("cardroom-match/", env!("CARGO_PKG_VERSION")).to_owned(),
        room: "A match".to_owned(),
        time_ms: now_ms(),
        idle_timeout_ms: IDLE_TIMEOUT_MS,
        share_links: false,
        pokerstars_text: false,
    }
}

/// Returns the time, in milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

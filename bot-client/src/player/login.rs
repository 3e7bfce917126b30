//! A player's login: its credentials, its name, and the token that resumes its session.

use super::outbox::{Outbox, Request};
use super::settings::{Credentials, Settings};
use cardroom_protocol::client::{Login as LoginByName, LoginGuest, LoginToken, Register};
use cardroom_protocol::limits::MAX_NAME_CHARS;
use cardroom_protocol::server::LoggedIn;
use cardroom_protocol::{ErrorCode, Secret};

/// How many other nicknames a guest tries before the login is given up.
const MOST_NAMES: u32 = 4;

/// The login of a player, or its share in the login of its account's lead.
#[derive(Debug, Default)]
pub(super) struct Login {
    /// True if another player of the account logs in and reports the wallet.
    follows_lead: bool,
    is_open: bool,
    resume_token: Option<Secret>,
    /// The name that other players see, once the server has sent it.
    name: String,
    /// The number of nicknames refused so far.
    names_refused: u32,
}

impl Login {
    /// Leaves the login to the lead of the account.
    pub(super) fn follow_lead(&mut self) {
        self.follows_lead = true;
    }

    pub(super) fn follows_lead(&self) -> bool {
        self.follows_lead
    }

    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the name that other players see. It is empty before the first login.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Sends the login, with the resume token if there is one.
    pub(super) fn send(&self, bot: usize, settings: &Settings, outbox: &mut Outbox) {
        if let Some(token) = self.resume_token.clone() {
            return outbox.ask(Request::LoginByToken, |request| LoginToken { request, token });
        }
        match &settings.credentials {
            Credentials::Guest => {
                let nickname = self.nickname(bot, settings);
                outbox.ask(Request::LoginByName, |request| LoginGuest { request, nickname });
            }
            Credentials::Password(password) => {
                let (name, password) = (account_name(bot, settings), password.clone());
                outbox.ask(Request::LoginByName, |request| Register { request, name, password });
            }
            Credentials::Tokens(tokens) => {
                let place = bot / settings.bots_per_account();
                let token = tokens.get(place).cloned().unwrap_or_default();
                outbox.ask(Request::LoginByName, |request| LoginToken { request, token });
            }
        }
    }

    /// Returns the bot's name, or a variation of it while names are taken. After that the
    /// room chooses the name.
    fn nickname(&self, bot: usize, settings: &Settings) -> Option<String> {
        let suffix = match self.names_refused {
            0 => return Some(account_name(bot, settings)),
            1..MOST_NAMES => format!("-{}", self.names_refused),
            _ => return None,
        };
        let name = account_name(bot, settings);
        let name: String = name.chars().take(MAX_NAME_CHARS - suffix.len()).collect();
        Some(name + &suffix)
    }

    pub(super) fn accepted(&mut self, logged_in: &LoggedIn, outbox: &mut Outbox) {
        outbox.settle(|request| matches!(request, Request::LoginByName | Request::LoginByToken));
        self.is_open = true;
        self.name.clone_from(&logged_in.name);
        let given = logged_in.resume_token.clone();
        self.resume_token = given.or(self.resume_token.take());
    }

    /// Returns `true` if a guest whose name was refused should log in under another one.
    pub(super) fn tries_another_name(&mut self, code: ErrorCode, settings: &Settings) -> bool {
        let tries = settings.credentials == Credentials::Guest
            && matches!(code, ErrorCode::NameTaken | ErrorCode::BadName)
            && self.names_refused < MOST_NAMES;
        self.names_refused += u32::from(tries);
        tries
    }

    /// Forgets the session, which has ended.
    pub(super) fn forget_session(&mut self) {
        self.resume_token = None;
    }

    pub(super) fn disconnected(&mut self) {
        self.is_open = false;
    }
}

/// Logs in to an account that already exists. Returns `false` if there is none for the bot.
pub(super) fn send_to_account(
    code: ErrorCode,
    bot: usize,
    settings: &Settings,
    outbox: &mut Outbox,
) -> bool {
    let Credentials::Password(password) = &settings.credentials else { return false };
    let (name, password) = (account_name(bot, settings), password.clone());
    if code == ErrorCode::NameTaken {
        outbox.ask(Request::LoginByName, |request| LoginByName {
            request,
            name,
            password,
            browser: None,
        });
    }
    code == ErrorCode::NameTaken
}

/// Returns the name with which a bot registers, or a guest's first choice.
fn account_name(bot: usize, settings: &Settings) -> String {
    let number = bot.to_string();
    let room = MAX_NAME_CHARS.saturating_sub(number.len());
    let prefix: String = settings.name_prefix.chars().take(room).collect();
    prefix + &number
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::ClientMessage;
    use std::time::Duration;

    #[test]
    fn a_guest_tries_other_names_and_then_lets_the_room_choose() {
        let (mut login, mut outbox) = (Login::default(), Outbox::default());
        let settings = Settings::default();
        login.send(7, &settings, &mut outbox);
        while login.tries_another_name(ErrorCode::NameTaken, &settings) {
            login.send(7, &settings, &mut outbox);
        }
        let names = outbox.take(Duration::ZERO).into_iter().map(|message| match message {
            ClientMessage::LoginGuest(login) => login.nickname,
            other => panic!("no guest's login: {other:?}"),
        });
        let names: Vec<_> = names.map(Option::unwrap_or_default).collect();
        assert_eq!(names, ["bot7", "bot7-1", "bot7-2", "bot7-3", ""]);
    }

    #[test]
    fn an_account_that_exists_logs_in_by_its_name() {
        let credentials = Credentials::Password("secret of the house".into());
        let settings = Settings { credentials, ..Settings::default() };
        let (login, mut outbox) = (Login::default(), Outbox::default());
        login.send(7, &settings, &mut outbox);
        assert!(send_to_account(ErrorCode::NameTaken, 7, &settings, &mut outbox));
        assert!(!send_to_account(ErrorCode::BadCredentials, 7, &settings, &mut outbox));
        let sent = outbox.take(Duration::ZERO);
        assert!(matches!(sent[..], [ClientMessage::Register(_), ClientMessage::Login(_)]));
    }
}

//! Requests of a client after the hello, and the outputs that they lead to. The
//! [messages](cardroom_protocol::requests) declare their addressees and the permission to send them.

use super::{Asked, InTurn, Output, SessionCore, Stage, refuse};
use crate::SessionSettings;
use crate::permits::{Ask, NotPermitted, permit};
use crate::text::is_line;
use cardroom_protocol::client::Observe;
use cardroom_protocol::limits::{MAX_CHAT_CHARS, MAX_REASON_CHARS, MAX_RULE_CHARS};
use cardroom_protocol::requests::{
    AccountRequest, DealAnswer, LobbyRequest, Routed, SignIn, TableRequest,
};
use cardroom_protocol::server::Done;
use cardroom_protocol::{ClientMessage, ErrorCode, RequestId};
use cardroom_record::ids::TableId;
use cardroom_rules::{Chips, Millis};

impl SessionCore {
    /// Handles a request after the hello, in a stage that accepts requests.
    pub(super) fn request(
        &mut self,
        stamp: Millis,
        message: ClientMessage,
        settings: &SessionSettings,
        out: &mut Vec<Output>,
    ) {
        if let Err(refused) = self.check(stamp, &message) {
            let refuse = |asked: Asked| asked.refusal(refused.code(), refused.to_string());
            return out.extend(message.asked().map(|asked| Output::Send(refuse(asked))));
        }
        match message.routed() {
            Routed::Opening(_) => {
                unreachable!("hello and ping are answered before a request is looked at")
            }
            Routed::SignIn(request) => self.sign_in(request, out),
            Routed::AccountRequest(request) => self.ask_account(request, out),
            Routed::HistoryRequest(request) => self.ask_in_turn(InTurn::History(request), out),
            Routed::AdministrationRequest(request) => {
                self.ask_in_turn(InTurn::Administration(request), out);
            }
            Routed::LobbyRequest(request) => self.ask_lobby(request, out),
            Routed::TableAction(action) => out.push(Output::Act(stamp, action)),
            Routed::DealAnswer(DealAnswer::LendLink(link)) => {
                out.push(Output::Lend(stamp, Box::new(link)));
            }
            Routed::TableRequest(request) => self.ask_table(stamp, request, settings, out),
            Routed::TournamentRequest(request) => out.push(Output::Tournament(stamp, request)),
            Routed::RecordRequest(request) => out.push(Output::Records(request)),
            Routed::HostingRequest(request) => out.push(Output::Hosting(request)),
        }
    }

    /// Checks that this connection may send a message.
    fn check(&self, now: Millis, message: &ClientMessage) -> Result<(), NotPermitted> {
        permit(self.standing(), Ask::of(message), now.0)
    }

    fn sign_in(&mut self, request: SignIn, out: &mut Vec<Output>) {
        let id = request.request();
        if matches!(self.stage, Stage::LoggedIn(_)) {
            let text =
                "You are signed in on this connection already. Connect again to change accounts.";
            return out.push(refuse(id, ErrorCode::AlreadyLoggedIn, text));
        }
        self.begin_sign_in(id);
        out.push(Output::SignIn(request));
    }

    fn ask_account(&mut self, request: AccountRequest, out: &mut Vec<Output>) {
        if let AccountRequest::SetVisible(body) = request {
            out.push(Output::Visible(body.visible));
            return out.push(Output::Send(Done { request: body.request }.into()));
        }
        self.ask_in_turn(InTurn::Account(request), out);
    }

    fn ask_lobby(&mut self, request: LobbyRequest, out: &mut Vec<Output>) {
        match request {
            LobbyRequest::ListTables(body) => out.push(Output::ListTables(body)),
            LobbyRequest::WatchLobby(body) => self.watch_lobby(body.request, body.on, out),
            LobbyRequest::ListTournaments(body) => out.push(Output::ListTournaments(body)),
            LobbyRequest::ListStructures(body) => out.push(Output::ListStructures(body)),
            LobbyRequest::OpenTournament(body) => out.push(Output::OpenTournament(Box::new(body))),
            LobbyRequest::OpenTournamentWith(body) => {
                out.push(Output::OpenTournamentWith(Box::new(body)));
            }
        }
    }

    fn watch_lobby(&mut self, request: RequestId, on: bool, out: &mut Vec<Output>) {
        if self.watches_lobby == on {
            let text =
                if on { "You get lobby updates already." } else { "You do not get lobby updates." };
            out.push(refuse(request, ErrorCode::NothingToDo, text));
            return;
        }
        self.watches_lobby = on;
        if on {
            out.push(Output::WatchLobby(request));
        } else {
            out.push(Output::UnwatchLobby);
            out.push(Output::Send(Done { request }.into()));
        }
    }

    fn ask_table(
        &mut self,
        stamp: Millis,
        request: TableRequest,
        settings: &SessionSettings,
        out: &mut Vec<Output>,
    ) {
        let table = TableId(request.table().0);
        let asked = Asked::Request(request.request());
        let mut refuse = |code, text: &str| out.push(Output::Send(asked.refusal(code, text)));
        let amount = match &request {
            TableRequest::Observe(Observe { request, .. }) => {
                return self.observe(*request, table, settings, out);
            }
            TableRequest::Unobserve(_) => {
                if !self.tables.iter().any(|link| link.table == table) {
                    return refuse(ErrorCode::NothingToDo, "You do not watch this table.");
                }
                None
            }
            TableRequest::Chat(body) if !is_line(&body.text, MAX_CHAT_CHARS) => {
                let text = "A chat message needs one line of 1 to 280 characters.";
                return refuse(ErrorCode::BadText, text);
            }
            TableRequest::DirectTable(body)
                if !is_explained(&body.reason, body.rule.as_deref()) =>
            {
                return refuse(ErrorCode::BadText, UNEXPLAINED);
            }
            TableRequest::TopUp(body) => Some(body.amount),
            TableRequest::Rebuy(body) => Some(body.amount),
            TableRequest::Sit(body) => Some(body.buy_in),
            _ => None,
        };
        let request = Box::new(request);
        out.push(match amount {
            Some(amount) => Output::BuyIn { stamp, amount: Chips(amount.0), request },
            None => Output::Table(stamp, request),
        });
    }

    fn observe(
        &mut self,
        request: RequestId,
        table: TableId,
        settings: &SessionSettings,
        out: &mut Vec<Output>,
    ) {
        let others = self.tables.iter().filter(|link| link.watched && link.table != table).count();
        if others >= settings.watched_tables {
            let text = "You watch as many tables as one connection may. Stop watching one first.";
            out.push(refuse(request, ErrorCode::TooManyTables, text));
            return;
        }
        let is_new = !std::mem::replace(&mut self.link(table).watched, true);
        out.push(Output::Attach { table, request: Some(request), is_new });
    }
}

/// The refusal of a command that is not explained.
pub const UNEXPLAINED: &str =
    "A reason needs one line of 1 to 280 characters, and a rule one of 1 to 40.";

/// Returns `true` if a command of the floor has a printable reason, and a printable rule or none.
#[must_use]
pub fn is_explained(reason: &str, rule: Option<&str>) -> bool {
    is_line(reason, MAX_REASON_CHARS) && rule.is_none_or(|rule| is_line(rule, MAX_RULE_CHARS))
}

//! Every request of a client and its outputs: one arm for each.

use super::{
    AccountChange, AccountRequest, Asked, BuyIn, Credentials, HistoryRequest, Host, Output, Stage,
    refuse,
};
use crate::config::SessionSettings;
use crate::ids::{TableId, TournamentId};
use crate::inbox::{FloorOrder, TableRequest, TournamentRequest};
use crate::look::Look;
use crate::text::is_line;
use cardroom_protocol::client::ClientMessage;
use cardroom_protocol::hybrid::{DirectTable, ListAudit, TableCommand};
use cardroom_protocol::limits::{MAX_CHAT_CHARS, MAX_REASON_CHARS, MAX_RULE_CHARS};
use cardroom_protocol::notes::{ListNotes, SetNote};
use cardroom_protocol::server::{Done, Role};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_rules::{Chips, Millis};

/// Returns what the answer to a message belongs to; `None` for messages without an answer.
pub(super) fn asked(message: &ClientMessage) -> Option<Asked> {
    use ClientMessage as M;
    let request = match message {
        M::Hello(_) | M::Ping(_) => return None,
        M::Act(act) => return Some(Asked::Action(TableId(act.table.0), act.action_id)),
        M::Discard(body) => return Some(Asked::Action(TableId(body.table.0), body.action_id)),
        M::MakeGesture(body) => return Some(Asked::Action(TableId(body.table.0), body.action_id)),
        M::LoginGuest(body) => body.request,
        M::Register(body) => body.request,
        M::Login(body) => body.request,
        M::LoginToken(body) => body.request,
        M::ChangePassword(body) => body.request,
        M::UpgradeGuest(body) => body.request,
        M::ListApiTokens(body) => body.request,
        M::SignOutEverywhere(body) => body.request,
        M::UseResetCode(body) => body.request,
        M::LoginWithCode(body) => body.request,
        M::LoginWithTicket(body) => body.request,
        M::LinkSignIn(body) => body.request,
        M::UnlinkSignIn(body) => body.request,
        M::SetSecondFactor(body) => body.request,
        M::FindAccounts(body) => body.request,
        M::GetAccount(body) => body.request,
        M::Administer(body) => body.request,
        M::ListOperations(body) => body.request,
        M::ReportPlayer(body) => body.request,
        M::ListReports(body) => body.request,
        M::SearchChat(body) => body.request,
        M::SetAppearance(body) => body.request,
        M::Emote(body) => body.request,
        M::CreateApiToken(body) => body.request,
        M::RevokeApiToken(body) => body.request,
        M::Logout(body) => body.request,
        M::Refill(body) => body.request,
        M::ListTables(body) => body.request,
        M::WatchLobby(body) => body.request,
        M::Observe(body) => body.request,
        M::Unobserve(body) => body.request,
        M::Sit(body) => body.request,
        M::TopUp(body) => body.request,
        M::SitOut(body) => body.request,
        M::SitIn(body) => body.request,
        M::Leave(body) => body.request,
        M::SetPreferences(body) => body.request,
        M::ShowOrMuck(body) => body.request,
        M::RunIt(body) => body.request,
        M::ChooseGame(body) => body.request,
        M::Chat(body) => body.request,
        M::ShowCards(body) => body.request,
        M::AskToSee(body) => body.request,
        M::RabbitHunt(body) => body.request,
        M::RabbitConsent(body) => body.request,
        M::CallClock(body) => body.request,
        M::AttendTable(body) => body.request,
        M::DirectTable(body) => body.request,
        M::ListAudit(body) => body.request,
        M::GetHandSoFar(body) => body.request,
        M::GetStatistics(body) => body.request,
        M::GetIntegrityReport(body) => body.request,
        M::SetNote(body) => body.request,
        M::ListNotes(body) => body.request,
        M::ListHands(body) => body.request,
        M::GetHand(body) => body.request,
        M::ShareHand(body) => body.request,
        M::RevokeHandLink(body) => body.request,
        M::ListTournaments(body) => body.request,
        M::WatchTournament(body) => body.request,
        M::GetStructure(body) => body.request,
        M::GetHouseRules(body) => body.request,
        M::ListPlayers(body) => body.request,
        M::ListTournamentTables(body) => body.request,
        M::ListPayouts(body) => body.request,
        M::ListRulings(body) => body.request,
        M::EnterTournament(body) => body.request,
        M::WithdrawEntry(body) => body.request,
        M::CheckIn(body) => body.request,
        M::BuyChips(body) => body.request,
        M::DeclineRebuy(body) => body.request,
        M::QuitTournament(body) => body.request,
        M::ProposeDeal(body) => body.request,
        M::VoteOnDeal(body) => body.request,
        M::OpenTournament(body) => body.request,
        M::DirectTournament(body) => body.request,
        M::ImportRoster(body) => body.request,
        M::ListPastEvents(body) => body.request,
        M::GetResults(body) => body.request,
        M::ListLeagues(body) => body.request,
        M::GetStandings(body) => body.request,
        M::DirectLeague(body) => body.request,
        M::ListBans(body) => body.request,
        M::GetHosting(body) => body.request,
        M::HostTable(body) => body.request,
        M::CloseHosted(body) => body.request,
        M::GetTableLedger(body) => body.request,
        M::UseInvitation(body) => body.request,
        M::GetHostedTournaments(body) => body.request,
        M::HostTournament(body) => body.request,
        M::JoinWaitList(body) => body.request,
        M::LeaveWaitList(body) => body.request,
    };
    Some(Asked::Request(request))
}

/// Returns `true` for a message that a visitor may send before signing in.
fn is_for_visitors(message: &ClientMessage) -> bool {
    use ClientMessage as M;
    matches!(
        message,
        M::LoginGuest(_)
            | M::Register(_)
            | M::Login(_)
            | M::LoginToken(_)
            | M::LoginWithCode(_)
            | M::LoginWithTicket(_)
            | M::UseResetCode(_)
            | M::ListTables(_)
            | M::WatchLobby(_)
            | M::Observe(_)
            | M::Unobserve(_)
            | M::GetHandSoFar(_)
            | M::ListTournaments(_)
            | M::WatchTournament(_)
            | M::GetStructure(_)
            | M::GetHouseRules(_)
            | M::ListPlayers(_)
            | M::ListTournamentTables(_)
            | M::ListPayouts(_)
            | M::ListRulings(_)
            | M::ListPastEvents(_)
            | M::GetResults(_)
            | M::ListLeagues(_)
            | M::GetStandings(_)
            | M::UseInvitation(_)
    )
}

/// Returns why a connection that signed in with an API token may not send this; `None` if it may.
/// Such a token serves a program. A thief of the token must not be able to take over the account.
fn beyond_api_tokens(message: &ClientMessage) -> Option<&'static str> {
    use ClientMessage as M;
    match message {
        M::UpgradeGuest(_) => {
            Some("An API token cannot set a password. Log in as the guest, then try again.")
        }
        M::CreateApiToken(_) => {
            Some("An API token cannot make another. Log in with your password, then try again.")
        }
        M::ChangePassword(_)
        | M::RevokeApiToken(_)
        | M::SignOutEverywhere(_)
        | M::SetSecondFactor(_)
        | M::LinkSignIn(_)
        | M::UnlinkSignIn(_) => {
            Some("An API token cannot do this. Log in with your password, then try again.")
        }
        _ => None,
    }
}

impl Host {
    /// Handles a request after the hello, in a stage that accepts requests.
    pub(super) fn request(
        &mut self,
        stamp: Millis,
        message: ClientMessage,
        settings: &SessionSettings,
        out: &mut Vec<Output>,
    ) {
        use ClientMessage as M;
        if !matches!(self.stage, Stage::LoggedIn(_)) && !is_for_visitors(&message) {
            if let Some(asked) = asked(&message) {
                out.push(Output::Send(asked.refusal(ErrorCode::NotLoggedIn, "Sign in first.")));
            }
            return;
        }
        match message {
            M::Hello(_) | M::Ping(_) => {
                unreachable!("hello and ping are answered before a request is looked at")
            }
            M::LoginGuest(_)
            | M::Register(_)
            | M::Login(_)
            | M::LoginToken(_)
            | M::LoginWithCode(_)
            | M::LoginWithTicket(_)
            | M::UseResetCode(_) => self.begin_login(message, out),
            M::FindAccounts(_)
            | M::GetAccount(_)
            | M::Administer(_)
            | M::ListReports(_)
            | M::SearchChat(_)
            | M::ListOperations(_) => self.administer(message, out),
            M::ReportPlayer(body) => {
                let (request, what) = (body.request, AccountChange::Report(Box::new(body)));
                self.change_account(AccountRequest { request, what }, out);
            }
            M::ChangePassword(_)
            | M::UpgradeGuest(_)
            | M::ListApiTokens(_)
            | M::SignOutEverywhere(_)
            | M::SetSecondFactor(_)
            | M::LinkSignIn(_)
            | M::UnlinkSignIn(_)
            | M::SetAppearance(_)
            | M::CreateApiToken(_)
            | M::RevokeApiToken(_)
            | M::Logout(_)
            | M::Refill(_) => self.begin_change(message, out),
            M::ListTables(body) => {
                out.push(Output::ListTables { request: body.request, filter: body.filter });
            }
            M::WatchLobby(body) => self.watch_lobby(body.request, body.on, out),
            M::Observe(body) => self.observe(body.request, TableId(body.table.0), settings, out),
            M::Unobserve(body) => self.unobserve(stamp, body.request, TableId(body.table.0), out),
            M::Sit(_) | M::TopUp(_) => self.buy_in(stamp, message, out),
            M::ListAudit(body) => self.list_audit(&body, out),
            M::ListHands(body) => {
                self.ask_histories(body.request, HistoryRequest::List(body), out);
            }
            M::GetHand(body) => self.ask_histories(body.request, HistoryRequest::Get(body), out),
            M::GetStatistics(body) => {
                self.ask_histories(body.request, HistoryRequest::Count(body), out);
            }
            M::GetIntegrityReport(body) => {
                self.ask_histories(body.request, HistoryRequest::Compare(body), out);
            }
            M::SetNote(SetNote { request, player, text, color }) => {
                let what = AccountChange::SetNote { player, text, color };
                self.change_account(AccountRequest { request, what }, out);
            }
            M::ListNotes(ListNotes { request, from }) => {
                let what = AccountChange::ListNotes { from };
                self.change_account(AccountRequest { request, what }, out);
            }
            M::ShareHand(body) => {
                self.ask_histories(body.request, HistoryRequest::Share(body), out);
            }
            M::RevokeHandLink(body) => {
                self.ask_histories(body.request, HistoryRequest::Revoke(body), out);
            }
            M::DirectTable(body) if !is_explained(&body) => {
                let text =
                    "A reason needs one line of 1 to 280 characters, and a rule one of 1 to 40.";
                out.push(refuse(body.request, ErrorCode::BadText, text));
            }
            M::DirectTable(body) if matches!(body.command, TableCommand::GiveChips(_)) => {
                self.buy_in(stamp, M::DirectTable(body), out);
            }
            M::Chat(body) if !is_line(&body.text, MAX_CHAT_CHARS) => {
                let text = "A chat message needs one line of 1 to 280 characters.";
                out.push(refuse(body.request, ErrorCode::BadText, text));
            }
            M::SitOut(_)
            | M::SitIn(_)
            | M::Leave(_)
            | M::SetPreferences(_)
            | M::Act(_)
            | M::Discard(_)
            | M::RunIt(_)
            | M::ChooseGame(_)
            | M::ShowOrMuck(_)
            | M::MakeGesture(_)
            | M::ShowCards(_)
            | M::AskToSee(_)
            | M::RabbitHunt(_)
            | M::RabbitConsent(_)
            | M::CallClock(_)
            | M::AttendTable(_)
            | M::DirectTable(_)
            | M::LeaveWaitList(_)
            | M::Emote(_)
            | M::GetHandSoFar(_)
            | M::Chat(_) => out.extend(to_table(stamp, message)),
            M::JoinWaitList(ref body) => {
                // The table must be notified when this connection is gone.
                self.link(TableId(body.table.0)).played = true;
                out.extend(to_table(stamp, message));
            }
            M::ListTournaments(body) => {
                let (request, past) = (body.request, body.past);
                out.push(Output::ListTournaments { request, past });
            }
            M::OpenTournament(body) => out.push(Output::OpenTournament(Box::new(body))),
            M::EnterTournament(body) => out.push(Output::Enter {
                tournament: TournamentId(body.tournament.0),
                request: body.request,
                stamp,
                of_age: body.of_age,
            }),
            M::WatchTournament(_)
            | M::GetStructure(_)
            | M::GetHouseRules(_)
            | M::ListPlayers(_)
            | M::ListTournamentTables(_)
            | M::ListPayouts(_)
            | M::ListRulings(_)
            | M::WithdrawEntry(_)
            | M::CheckIn(_)
            | M::DeclineRebuy(_)
            | M::QuitTournament(_)
            | M::ProposeDeal(_)
            | M::VoteOnDeal(_) => out.extend(to_tournament(stamp, message)),
            M::BuyChips(body) => out.push(Output::BuyChips(stamp, Box::new(body))),
            M::DirectTournament(body) => out.push(Output::Direct(stamp, Box::new(body))),
            M::ImportRoster(body) => out.push(Output::Import(stamp, Box::new(body))),
            M::ListPastEvents(_)
            | M::GetResults(_)
            | M::ListLeagues(_)
            | M::GetStandings(_)
            | M::DirectLeague(_)
            | M::ListBans(_) => out.push(Output::Kept(Box::new(message))),
            M::GetHosting(_)
            | M::HostTable(_)
            | M::CloseHosted(_)
            | M::UseInvitation(_)
            | M::GetHostedTournaments(_)
            | M::HostTournament(_)
            | M::GetTableLedger(_) => {
                out.push(Output::Hosting(Box::new(message)));
            }
        }
    }

    fn begin_login(&mut self, message: ClientMessage, out: &mut Vec<Output>) {
        let (request, how) = match message {
            ClientMessage::LoginGuest(body) => (body.request, Credentials::Guest(body.nickname)),
            ClientMessage::Register(body) => {
                (body.request, Credentials::Register(body.name, body.password))
            }
            ClientMessage::Login(body) => {
                (body.request, Credentials::Password(body.name, body.password, None))
            }
            ClientMessage::LoginWithCode(body) => {
                let code = Some(body.code);
                (body.request, Credentials::Password(body.name, body.password, code))
            }
            ClientMessage::LoginWithTicket(body) => (
                body.request,
                Credentials::Ticket { ticket: body.ticket, name: body.name, code: body.code },
            ),
            ClientMessage::UseResetCode(body) => {
                (body.request, Credentials::ResetCode(body.code, body.password))
            }
            ClientMessage::LoginToken(body) => (body.request, Credentials::Token(body.token)),
            _ => return,
        };
        self.log_in(request, how, out);
    }

    fn begin_change(&mut self, message: ClientMessage, out: &mut Vec<Output>) {
        let Stage::LoggedIn(session) = &self.stage else { return };
        if session.resume_token.is_none()
            && let Some(text) = beyond_api_tokens(&message)
            && let Some(Asked::Request(request)) = asked(&message)
        {
            return out.push(refuse(request, ErrorCode::Forbidden, text));
        }
        let (request, what) = match message {
            ClientMessage::UpgradeGuest(body) => {
                let (name, password) = (body.name, body.password);
                (body.request, AccountChange::Upgrade { name, password })
            }
            ClientMessage::ChangePassword(body) => {
                (body.request, AccountChange::Password { old: body.old, new: body.new })
            }
            ClientMessage::CreateApiToken(body) => {
                (body.request, AccountChange::CreateToken { label: body.label })
            }
            ClientMessage::RevokeApiToken(body) => {
                (body.request, AccountChange::RevokeToken { id: body.id })
            }
            ClientMessage::SetSecondFactor(body) => {
                (body.request, AccountChange::SecondFactor(body.step))
            }
            ClientMessage::LinkSignIn(body) => (
                body.request,
                AccountChange::LinkSignIn {
                    ticket: body.ticket,
                    password: body.password,
                    name: body.name,
                },
            ),
            ClientMessage::UnlinkSignIn(body) => {
                (body.request, AccountChange::UnlinkSignIn { password: body.password })
            }
            ClientMessage::ListApiTokens(body) => (body.request, AccountChange::ListTokens),
            ClientMessage::SignOutEverywhere(body) => {
                let but = session.resume_token.clone();
                (body.request, AccountChange::SignOutEverywhere { but })
            }
            ClientMessage::SetAppearance(body) => {
                let Some(look) = Look::new(body.avatar, body.color) else {
                    let text = "There is no such avatar or color. Choose another one.";
                    return out.push(refuse(body.request, ErrorCode::BadAppearance, text));
                };
                (body.request, AccountChange::Look(look))
            }
            ClientMessage::Logout(body) => {
                (body.request, AccountChange::Logout { token: session.resume_token.clone() })
            }
            ClientMessage::Refill(body) => (body.request, AccountChange::Refill),
            _ => return,
        };
        self.change_account(AccountRequest { request, what }, out);
    }

    /// Handles an operator's request about accounts. Permission for each order is checked later.
    /// Players are refused at once, without a lookup.
    fn administer(&mut self, message: ClientMessage, out: &mut Vec<Output>) {
        let Stage::LoggedIn(session) = &self.stage else { return };
        let Some(Asked::Request(request)) = asked(&message) else { return };
        if session.role < Role::Floor {
            let text = "Only the floor and administrators look after accounts.";
            return out.push(refuse(request, ErrorCode::Forbidden, text));
        }
        let what = AccountChange::Administration(Box::new(message));
        self.change_account(AccountRequest { request, what }, out);
    }

    fn list_audit(&mut self, body: &ListAudit, out: &mut Vec<Output>) {
        let Stage::LoggedIn(session) = &self.stage else { return };
        // The host of a private table may read the commands given there. That is checked later.
        if session.role < Role::Floor && body.table.is_none() {
            let text = "Only the floor may read this list. Hosts read that of their own table.";
            out.push(refuse(body.request, ErrorCode::Forbidden, text));
            return;
        }
        let table = body.table.map(|table| TableId(table.0));
        let what = AccountChange::ListAudit { table, from: body.from };
        self.change_account(AccountRequest { request: body.request, what }, out);
    }

    fn ask_histories(&mut self, request: RequestId, asked: HistoryRequest, out: &mut Vec<Output>) {
        self.change_account(AccountRequest { request, what: AccountChange::Histories(asked) }, out);
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
        self.link(table).watched = true;
        out.push(Output::Attach { table, request: Some(request) });
    }

    fn unobserve(
        &mut self,
        stamp: Millis,
        request: RequestId,
        table: TableId,
        out: &mut Vec<Output>,
    ) {
        if !self.tables.iter().any(|link| link.table == table) {
            let text = "You do not watch this table.";
            out.push(refuse(request, ErrorCode::NothingToDo, text));
            return;
        }
        self.unwatch(table);
        let asked = Asked::Request(request);
        out.push(Output::Table { table, asked, stamp, what: TableRequest::Unobserve });
    }

    fn buy_in(&mut self, stamp: Millis, message: ClientMessage, out: &mut Vec<Output>) {
        let (request, table, amount, what) = match message {
            ClientMessage::Sit(body) => {
                let wait_for_big_blind = body.wait_for_big_blind;
                let what = BuyIn::Sit { seat: body.seat, wait_for_big_blind };
                (body.request, body.table, body.buy_in, what)
            }
            ClientMessage::TopUp(body) => (body.request, body.table, body.amount, BuyIn::TopUp),
            ClientMessage::DirectTable(body) => {
                let (seq, reason, rule, command) = (body.seq, body.reason, body.rule, body.command);
                let TableCommand::GiveChips(chips) = &command else { return };
                let amount = chips.amount;
                let order = Box::new(FloorOrder { seq, reason, rule, command });
                (body.request, body.table, amount, BuyIn::Give(order))
            }
            _ => return,
        };
        let table = TableId(table.0);
        if matches!(what, BuyIn::Sit { .. }) {
            self.link(table).played = true;
        }
        out.push(Output::BuyIn { table, request, stamp, amount: Chips(amount.0), what });
    }
}

/// Builds the output for a request that goes to its table unchanged.
fn to_table(stamp: Millis, message: ClientMessage) -> Option<Output> {
    use ClientMessage as M;
    let asked = asked(&message)?;
    let (table, what) = match message {
        M::SitOut(body) => (body.table, TableRequest::SitOut),
        M::SitIn(body) => (body.table, TableRequest::SitIn),
        M::Leave(body) => (body.table, TableRequest::Leave),
        M::SetPreferences(body) => {
            let wait_for_big_blind = body.wait_for_big_blind;
            let (auto_muck, straddle) = (body.auto_muck, body.straddle);
            let what = TableRequest::SetPreferences { wait_for_big_blind, auto_muck, straddle };
            (body.table, what)
        }
        M::Act(act) => {
            let (turn, action_id, action) = (act.turn, act.action_id, act.action);
            (act.table, TableRequest::Act { turn, action_id, action })
        }
        M::Discard(body) => {
            let (turn, action_id, cards) = (body.turn, body.action_id, body.cards);
            (body.table, TableRequest::Discard { turn, action_id, cards })
        }
        M::RunIt(body) => (body.table, TableRequest::RunIt { boards: body.boards }),
        M::ChooseGame(body) => (body.table, TableRequest::ChooseGame { game: body.game }),
        M::ShowOrMuck(body) => (body.table, TableRequest::ShowOrMuck { show: body.show }),
        M::Chat(body) => (body.table, TableRequest::Chat { text: body.text }),
        M::Emote(body) => (body.table, TableRequest::Emote { emote: body.emote }),
        M::MakeGesture(body) => {
            let (turn, action_id, gesture) = (body.turn, body.action_id, body.gesture);
            (body.table, TableRequest::Gesture { turn, action_id, gesture })
        }
        M::ShowCards(body) => (body.table, TableRequest::ShowCards { cards: body.cards }),
        M::AskToSee(body) => (body.table, TableRequest::AskToSee { seat: body.seat }),
        M::RabbitHunt(body) => (body.table, TableRequest::RabbitHunt),
        M::RabbitConsent(body) => (body.table, TableRequest::RabbitConsent { agrees: body.agrees }),
        M::CallClock(body) => (body.table, TableRequest::CallClock),
        M::AttendTable(body) => (body.table, TableRequest::Attend { on: body.on }),
        M::JoinWaitList(body) => (body.table, TableRequest::JoinLine),
        M::LeaveWaitList(body) => (body.table, TableRequest::LeaveLine),
        M::GetHandSoFar(body) => (body.table, TableRequest::HandSoFar),
        M::DirectTable(body) => {
            let (seq, reason, rule, command) = (body.seq, body.reason, body.rule, body.command);
            let order = FloorOrder { seq, reason, rule, command };
            (body.table, TableRequest::Direct(Box::new(order)))
        }
        _ => return None,
    };
    Some(Output::Table { table: TableId(table.0), asked, stamp, what })
}

/// Builds the output for a request that goes to its tournament unchanged.
fn to_tournament(stamp: Millis, message: ClientMessage) -> Option<Output> {
    use ClientMessage as M;
    use TournamentRequest as T;
    let (request, tournament, what) = match message {
        M::WatchTournament(body) => {
            let what = if body.on { T::Watch } else { T::Unwatch };
            (body.request, body.tournament, what)
        }
        M::GetStructure(body) => (body.request, body.tournament, T::Structure),
        M::GetHouseRules(body) => (body.request, body.tournament, T::HouseRules),
        M::ListPlayers(body) => (body.request, body.tournament, T::Players { from: body.from }),
        M::ListTournamentTables(body) => {
            (body.request, body.tournament, T::Tables { from: body.from })
        }
        M::ListPayouts(body) => (body.request, body.tournament, T::Payouts { from: body.from }),
        M::ListRulings(body) => (body.request, body.tournament, T::Rulings { from: body.from }),
        M::WithdrawEntry(body) => (body.request, body.tournament, T::Withdraw),
        M::CheckIn(body) => (body.request, body.tournament, T::CheckIn),
        M::DeclineRebuy(body) => (body.request, body.tournament, T::DeclineRebuy),
        M::QuitTournament(body) => (body.request, body.tournament, T::Quit),
        M::ProposeDeal(body) => {
            let (proposal, for_winner) = (body.proposal, body.for_winner);
            (body.request, body.tournament, T::ProposeDeal { proposal, for_winner })
        }
        M::VoteOnDeal(body) => {
            let (deal, accept) = (body.deal, body.accept);
            (body.request, body.tournament, T::Vote { deal, accept })
        }
        _ => return None,
    };
    Some(Output::Tournament { tournament: TournamentId(tournament.0), request, stamp, what })
}

/// Returns `true` if a command of the floor has a printable reason, and a printable rule or none.
fn is_explained(body: &DirectTable) -> bool {
    is_line(&body.reason, MAX_REASON_CHARS)
        && body.rule.as_ref().is_none_or(|rule| is_line(rule, MAX_RULE_CHARS))
}

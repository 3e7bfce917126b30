//! A player between its turns: logging in, finding a seat, buying chips, leaving.

use super::invitation::Invited;
use super::requests::Request;
use super::{BuyIn, Credentials, Outcome, Phase, Player, TableChoice};
use cardroom_protocol::client::{
    Leave, ListTables, Login, LoginGuest, LoginToken, Logout, Observe, Refill, Register,
    SetPreferences, ShowOrMuck, Sit, SitIn, TopUp, Unobserve,
};
use cardroom_protocol::limits::MAX_NAME_CHARS;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::{LeftTable, LoggedIn, Refused, Seated, TableList};
use cardroom_protocol::{Chips, ErrorCode, RequestId, Secret, TableId};
use std::cmp::Reverse;
use std::time::Duration;

/// How long to wait before looking for a seat again.
const NO_SEAT_PAUSE: Duration = Duration::from_secs(2);
/// How long to wait before repeating a request to a busy server.
const BUSY_PAUSE: Duration = Duration::from_millis(500);
/// How long a player that has left waits for the new balance of its wallet.
const CASH_OUT_WAIT: Duration = Duration::from_secs(1);
/// How long to wait before requesting chips again.
const NO_FUNDS_PAUSE: Duration = Duration::from_secs(30);

/// The best table of a list so far. It is the fullest one with a free seat, because a hand needs
/// players. For a player that joins waiting lists, it is otherwise the one with the shortest list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Candidate {
    seated: Option<u8>,
    line: Reverse<u16>,
    table: Reverse<TableId>,
}

impl Candidate {
    fn of(info: &TableInfo) -> Self {
        let seated = (info.seated < info.seats).then_some(info.seated);
        Self { seated, line: Reverse(info.waiting), table: Reverse(info.table) }
    }
}

impl Player {
    /// Sends the login, with the resume token if there is one.
    pub(super) fn login(&mut self) {
        self.phase = Phase::LoggingIn;
        if let Some(token) = self.resume_token.clone() {
            let request = self.requests.ask(Request::LoginByToken);
            return self.outbox.push(LoginToken { request, token }.into());
        }
        let request = self.requests.ask(Request::LoginByName);
        let message = match &self.shared.settings.credentials {
            Credentials::Guest => LoginGuest { request, nickname: self.nickname() }.into(),
            Credentials::Password(password) => {
                Register { request, name: self.name(), password: password.clone() }.into()
            }
            Credentials::Tokens(tokens) => {
                let place = self.bot / self.shared.settings.bots_per_account();
                let token = tokens.get(place).cloned().unwrap_or_default();
                LoginToken { request, token }.into()
            }
        };
        self.outbox.push(message);
    }

    fn name(&self) -> String {
        let number = self.bot.to_string();
        let room = MAX_NAME_CHARS.saturating_sub(number.len());
        let prefix: String = self.shared.settings.name_prefix.chars().take(room).collect();
        prefix + &number
    }

    /// Returns the bot's name, or a variation of it while names are taken. After that the
    /// room chooses the name.
    fn nickname(&self) -> Option<String> {
        let suffix = match self.names_refused {
            0 => return Some(self.name()),
            1..=3 => format!("-{}", self.names_refused),
            _ => return None,
        };
        let name: String = self.name().chars().take(MAX_NAME_CHARS - suffix.len()).collect();
        Some(name + &suffix)
    }

    pub(super) fn welcome_in(&mut self, now: Duration, logged_in: &LoggedIn) {
        self.requests
            .settle(|request| matches!(request, Request::LoginByName | Request::LoginByToken));
        self.logged_in = true;
        self.wallet = logged_in.balance;
        self.name.clone_from(&logged_in.name);
        if !self.shares_login {
            self.shared.counters.logins.count();
            if let Some(probe) = &self.shared.probe {
                probe.logged_in(self.bot, now, logged_in.balance);
            }
        }
        let given = logged_in.resume_token.clone();
        self.resume_token = given.or(self.resume_token.take());
        if !self.ever_logged_in {
            self.ever_logged_in = true;
            self.ends_at = self.shared.settings.time.and_then(|time| now.checked_add(time));
        }
        if self.outcome.is_some() {
            return self.finish();
        }
        if self.run.is_some() {
            return self.tournament_after_login(logged_in);
        }
        match logged_in.tables.first() {
            Some(&table) => {
                // The server sends its view without a request.
                if self.table.as_ref().is_some_and(|before| before.info.table != table) {
                    self.table = None;
                    self.turns.forget();
                }
                self.phase = Phase::Resuming;
            }
            None => {
                self.table = None;
                self.turns.forget();
                self.look_for_table(now);
            }
        }
    }

    /// Returns the table whose view is awaited, if it is known.
    pub(super) fn table_wanted(&self) -> Option<TableId> {
        let current = || self.table.as_ref().map(|table| table.info.table);
        let told = self.run.as_ref().and_then(|run| run.table());
        self.requests.observed().or(told).or_else(current)
    }

    pub(super) fn look_for_table(&mut self, now: Duration) {
        if let Some(table) = self.table.take() {
            let request = self.requests.ask(Request::Other);
            self.outbox.push(Unobserve { request, table: table.info.table }.into());
        }
        self.in_sync = false;
        self.turns.forget();
        if let Some(code) = self.shared.settings.code.clone() {
            return match self.invited {
                Some(Invited::Table(table)) => self.open(table),
                _ => self.use_code(code),
            };
        }
        match &self.shared.settings.tables {
            TableChoice::Ids(tables) => {
                match tables.get((self.bot + self.tables_refused) % tables.len().max(1)) {
                    Some(&table) => self.open(table),
                    None => self.pause(now, NO_SEAT_PAUSE),
                }
            }
            TableChoice::Filter(filter) => {
                let mut filter = filter.clone();
                filter.open_seats &= !self.shared.settings.waits_in_line;
                let request = self.requests.ask(Request::ListTables);
                self.candidate = None;
                self.outbox.push(ListTables { request, filter }.into());
                self.phase = Phase::Looking;
            }
        }
    }

    pub(super) fn tables_listed(&mut self, now: Duration, list: &TableList) {
        if self.phase != Phase::Looking {
            return;
        }
        // The room knows that players with API tokens are bots.
        let known = matches!(self.shared.settings.credentials, Credentials::Tokens(_));
        let waits = self.shared.settings.waits_in_line;
        let open = |info: &&TableInfo| {
            (info.seated < info.seats || (waits && info.tournament.is_none()))
                && (info.bots_allowed || !known)
        };
        let best = list.tables.iter().filter(open).map(Candidate::of).max();
        self.candidate = self.candidate.max(best);
        if list.last {
            self.requests.answered(list.request);
            match self.candidate.take() {
                Some(candidate) => self.open(candidate.table.0),
                None => {
                    self.shared.notices.no_table.call_once(|| {
                        tracing::warn!("no matching table has a free seat; the bots keep asking");
                    });
                    self.pause(now, NO_SEAT_PAUSE);
                }
            }
        }
    }

    pub(super) fn open(&mut self, table: TableId) {
        let request = self.requests.ask(Request::Observe(table));
        self.outbox.push(Observe { request, table }.into());
        self.phase = Phase::Opening;
    }

    pub(super) fn observe_again(&mut self) {
        let Some(table) = self.table.as_ref().map(|table| table.info.table) else { return };
        let request = self.requests.ask(Request::Observe(table));
        self.outbox.push(Observe { request, table }.into());
    }

    /// Requests a seat at the table in view, or the chips to bring.
    pub(super) fn sit(&mut self, now: Duration) {
        let Some(table) = &self.table else { return };
        let (id, info) = (table.info.table, &table.info);
        let wanted = self.shared.settings.buy_in.at(info).max(table.buy_in.min);
        let buy_in = wanted.min(table.buy_in.max).min(self.wallet);
        if buy_in < table.buy_in.min {
            return self.refill(now);
        }
        let asked = self.shared.settings.buy_in.asked(info);
        // The default is not an explicit wish, so it needs no notice.
        let is_usual = self.shared.settings.buy_in == BuyIn::default();
        if !is_usual && (asked < table.buy_in.min || asked > table.buy_in.max) {
            let (least, most) = (table.buy_in.min, table.buy_in.max);
            self.shared.notices.buy_in.call_once(|| {
                tracing::warn!(
                    "{} takes {least} to {most} chips: bots bring {buy_in} instead of {asked}",
                    info.name
                );
            });
        }
        let request = self.requests.ask(Request::Sit(id));
        let wait_for_big_blind = self.shared.settings.wait_for_big_blind;
        self.outbox.push(Sit { request, table: id, seat: None, buy_in, wait_for_big_blind }.into());
        self.phase = Phase::Sitting;
    }

    pub(super) fn seated(&mut self, now: Duration, seated: &Seated) {
        self.requests.answered(seated.request);
        let Some(table) = self.table.as_mut().filter(|table| table.info.table == seated.table)
        else {
            return;
        };
        table.hero_seat = Some(seated.seat);
        self.shared.counters.sits.count();
        self.tables_refused = 0;
        if self.shared.settings.straddle && table.info.straddle.is_some() {
            let request = self.requests.ask(Request::Other);
            let wait_for_big_blind = self.shared.settings.wait_for_big_blind;
            let (table, auto_muck, straddle) = (seated.table, true, true);
            let wishes = SetPreferences { request, table, wait_for_big_blind, auto_muck, straddle };
            self.outbox.push(wishes.into());
        }
        if let Some(probe) = &self.shared.probe {
            probe.seated(self.bot, now, seated.table);
        }
        if self.phase == Phase::Sitting {
            self.phase = Phase::Playing;
        }
    }

    /// Buys chips if the stack is short and no hand prevents it.
    pub(super) fn top_up(&mut self, now: Duration) {
        if self.run.is_some() {
            // The entry was waiting for the refill.
            if self.phase == Phase::Entering
                && self.funds_at.is_none()
                && !self.requests.is_open(Request::Enter)
                && !self.requests.is_open(Request::Refill)
            {
                self.enter();
            }
            return;
        }
        if self.phase == Phase::Opening && self.in_sync && self.funds_at.is_none() {
            // The seat was waiting for the refill.
            return self.sit(now);
        }
        if self.phase != Phase::Playing || self.requests.is_open(Request::TopUp) {
            return;
        }
        let Some(table) = &self.table else { return };
        let Some(hero) = table.hero() else { return };
        if hero.in_hand.is_some() {
            return;
        }
        let target = self.shared.settings.buy_in.at(&table.info);
        let short = hero.stack.0.saturating_mul(100)
            < target.0.saturating_mul(self.shared.settings.top_up_below_percent.into());
        let broke = hero.stack == Chips(0);
        if !short && !broke {
            return;
        }
        let amount = Chips((target.0 - hero.stack.0.min(target.0)).min(self.wallet.0));
        if hero.stack.0 + amount.0 < table.info.min_buy_in.0 || amount == Chips(0) {
            if broke {
                self.refill(now);
            }
            return;
        }
        let id = table.info.table;
        let request = self.requests.ask(Request::TopUp);
        self.outbox.push(TopUp { request, table: id, amount }.into());
    }

    pub(super) fn refill(&mut self, now: Duration) {
        if self.funds_at.is_some_and(|at| now < at) || self.requests.is_open(Request::Refill) {
            return;
        }
        let request = self.requests.ask(Request::Refill);
        self.outbox.push(Refill { request }.into());
    }

    /// Sits in again after the room sat the player out.
    pub(super) fn sit_in_again(&mut self) {
        if self.phase != Phase::Playing || self.requests.is_open(Request::SitIn) {
            return;
        }
        let Some(table) = &self.table else { return };
        if table.hero().is_some_and(|hero| hero.sitting_out && hero.stack > Chips(0)) {
            let id = table.info.table;
            let request = self.requests.ask(Request::SitIn);
            self.outbox.push(SitIn { request, table: id }.into());
        }
    }

    pub(super) fn offer_to_show(&mut self) {
        let Some(table) = &self.table else { return };
        let show = self.brain.show(table);
        let request = self.requests.ask(Request::Other);
        self.outbox.push(ShowOrMuck { request, table: table.info.table, show }.into());
    }

    /// Tables or mucks the player's hand, which is up to the player now.
    pub(super) fn showdown(&mut self) {
        let Some(table) = &self.table else { return };
        let part = table.hero().and_then(|hero| hero.in_hand.as_ref());
        let undecided = part.is_some_and(|part| !part.folded && part.tabled.is_none());
        if !undecided || self.requests.is_open(Request::Show) {
            return;
        }
        let show = self.brain.show_down(table);
        let request = self.requests.ask(Request::Show);
        self.outbox.push(ShowOrMuck { request, table: table.info.table, show }.into());
    }

    /// Requests to leave the seat.
    pub(super) fn leave(&mut self, now: Duration) {
        let Some(table) = &self.table else { return self.finish() };
        let id = table.info.table;
        let request = self.requests.ask(Request::Leave);
        self.outbox.push(Leave { request, table: id }.into());
        if let Some(probe) = &self.shared.probe {
            probe.leaving(self.bot, now, id);
        }
        self.phase = Phase::Leaving { until: now + self.shared.settings.leave_patience };
    }

    pub(super) fn left_table(&mut self, now: Duration, left: &LeftTable) {
        if self.table.as_ref().is_none_or(|table| table.info.table != left.table) {
            return;
        }
        if let Some(probe) = &self.shared.probe {
            probe.left_table(self.bot, now, left.table, left.cashed_out);
        }
        if self.run.is_some() {
            return self.tournament_seat_left();
        }
        match self.phase {
            // The balance follows, unless the player left with nothing.
            Phase::Leaving { .. } if left.cashed_out > Chips(0) => {
                self.phase = Phase::CashingOut { until: now + CASH_OUT_WAIT };
            }
            Phase::Leaving { .. } | Phase::CashingOut { .. } | Phase::Done => self.finish(),
            _ => {
                tracing::debug!(bot = self.bot, reason = left.reason, "left the table");
                self.pause(now, BUSY_PAUSE);
            }
        }
    }

    /// Logs out if that loses nothing. The account of a guest ends with its token.
    pub(super) fn log_out(&mut self) {
        if self.shared.settings.credentials == Credentials::Guest {
            let request = self.requests.ask(Request::Other);
            self.outbox.push(Logout { request }.into());
        }
    }

    pub(super) fn request_done(&mut self, now: Duration, request: RequestId) {
        if self.requests.answered(request) == Some(Request::Refill) {
            self.shared.counters.refills.count();
            self.top_up(now);
        }
    }

    pub(super) fn request_refused(&mut self, now: Duration, refused: Refused) {
        self.shared.counters.requests_refused.count();
        let request = self.requests.answered(refused.request);
        tracing::debug!(
            bot = self.bot, ?request, code = %refused.code, message = refused.message, "refused"
        );
        let login = matches!(request, Some(Request::LoginByName | Request::LoginByToken));
        self.shared.notices.count_if_limit(if login { "login" } else { "request" }, refused.code);
        // Another name, or the account with that name, is tried immediately.
        if login && refused.code != ErrorCode::NameTaken {
            self.shared.notices.count_refusal(format!("login {}", refused.code));
        }
        let busy = super::may_pass(refused.code);
        match request {
            Some(Request::LoginByName | Request::LoginByToken | Request::ListTables) if busy => {
                self.pause(now, BUSY_PAUSE);
            }
            Some(Request::LoginByToken) => {
                // The session has ended in the meantime.
                self.resume_token = None;
                self.table = None;
                self.login();
            }
            Some(Request::LoginByName) => self.login_refused(refused),
            Some(Request::Observe(_)) if self.run.is_some() => self.tournament_seat_left(),
            Some(Request::Observe(table) | Request::Sit(table)) => {
                self.seat_refused(now, table, refused.code);
            }
            Some(Request::ListTables) => self.pause(now, NO_SEAT_PAUSE),
            Some(Request::Invitation) => self.code_refused(now, &refused),
            Some(Request::Line(table)) => self.line_refused(now, table, &refused),
            Some(Request::TopUp) if self.is_broke() => self.leave_for_another(),
            Some(Request::Refill) => {
                self.shared.notices.no_funds.call_once(|| {
                    tracing::warn!(
                        "no more chips for now ({}); bots without chips ask again every {} s",
                        refused.message,
                        NO_FUNDS_PAUSE.as_secs()
                    );
                });
                self.funds_at = Some(now + NO_FUNDS_PAUSE);
            }
            Some(Request::Leave) if busy => self.leave(now),
            Some(Request::Leave) => self.finish(),
            Some(
                asked @ (Request::ListTournaments
                | Request::WatchTournament
                | Request::Enter
                | Request::Results),
            ) => self.tournament_refused(now, asked, &refused),
            Some(Request::BuyChips(what)) => self.purchase_refused(what),
            Some(Request::TopUp | Request::SitIn | Request::Show | Request::Other) | None => {}
        }
    }

    fn login_refused(&mut self, refused: Refused) {
        match (&self.shared.settings.credentials, refused.code) {
            (Credentials::Guest, ErrorCode::NameTaken | ErrorCode::BadName)
                if self.names_refused < 4 =>
            {
                self.names_refused += 1;
                self.login();
            }
            (Credentials::Password(password), ErrorCode::NameTaken) => {
                let password: Secret = password.clone();
                let request = self.requests.ask(Request::LoginByName);
                self.outbox.push(Login { request, name: self.name(), password }.into());
            }
            _ => {
                let Refused { code, message, .. } = refused;
                self.outcome.get_or_insert(Outcome::Rejected { code, message });
                self.phase = Phase::Done;
            }
        }
    }

    fn seat_refused(&mut self, now: Duration, table: TableId, code: ErrorCode) {
        if !matches!(self.phase, Phase::Opening | Phase::Sitting) {
            return;
        }
        match code {
            code if super::may_pass(code) => self.pause(now, BUSY_PAUSE),
            code if self.waits_after(code) => self.get_in_line(table),
            // The table is closed, or another connection used the code. Using the
            // code again shows which.
            ErrorCode::UnknownTable if self.shared.settings.code.is_some() => {
                self.invited = None;
                self.pause(now, BUSY_PAUSE);
            }
            ErrorCode::AlreadySeated if self.phase == Phase::Sitting => {
                self.phase = Phase::Resuming;
                self.observe_again();
            }
            ErrorCode::InsufficientFunds => {
                self.phase = Phase::Opening;
                self.refill(now);
            }
            _ => {
                let choices = match &self.shared.settings.tables {
                    TableChoice::Ids(tables) => tables.len(),
                    TableChoice::Filter(_) => 1,
                };
                tracing::debug!(bot = self.bot, %table, %code, "no seat");
                self.tables_refused += 1;
                if code == ErrorCode::UnknownTable {
                    self.tables_unknown += 1;
                } else {
                    self.tables_unknown = 0;
                }
                let by_number = matches!(self.shared.settings.tables, TableChoice::Ids(_));
                // The tables are tried twice, because a room that is closing no longer knows them.
                if by_number && self.tables_unknown >= 2 * choices {
                    return self.stop(now, Outcome::NoSuchTable);
                }
                if self.tables_refused.is_multiple_of(choices.max(1)) {
                    self.pause(now, NO_SEAT_PAUSE);
                } else {
                    self.look_for_table(now);
                }
            }
        }
    }

    /// Looks for another table, because another player of the account is at this one.
    pub(super) fn table_held(&mut self, now: Duration, request: RequestId, table: TableId) {
        self.requests.answered(request);
        self.seat_refused(now, table, ErrorCode::AlreadySeated);
    }

    fn is_broke(&self) -> bool {
        self.table
            .as_ref()
            .and_then(|table| table.hero())
            .is_some_and(|hero| hero.stack == Chips(0))
    }

    /// Leaves this table, because the player cannot bring chips to the seat, and starts again.
    fn leave_for_another(&mut self) {
        let Some(table) = &self.table else { return };
        let id = table.info.table;
        let request = self.requests.ask(Request::Other);
        self.outbox.push(Leave { request, table: id }.into());
    }

    /// Pauses because the room is overloaded.
    pub(super) fn pause_for_room(&mut self, now: Duration) {
        self.pause(now, BUSY_PAUSE);
    }

    /// Pauses because no seat is available.
    pub(super) fn pause_for_seat(&mut self, now: Duration) {
        self.pause(now, NO_SEAT_PAUSE);
    }

    fn pause(&mut self, now: Duration, time: Duration) {
        self.phase = Phase::Pausing { until: now + time };
    }
}

//! The outputs of the connection's state machine, carried out: messages to tables,
//! holds on chips, lists.

use super::errands::{By, Errand};
use super::{Client, MOST_WAITING_LINKS};
use cardroom_protocol::deal::LendLink;
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::requests::{Asked, SignIn, TableAction, TableRequest};
use cardroom_protocol::server::{LoggedIn, Role, ServerMessage};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_room::cashier::Hold;
use cardroom_room::inbox::{DirectorInput, SendError, TableInput, Viewer};
use cardroom_room::limits::Shared;
use cardroom_room::lobby::Listing;
use cardroom_room::metrics;
use cardroom_room::network::Site;
use cardroom_room::noted::note;
use cardroom_room::permits::Standing;
use cardroom_room::room::Room;
use cardroom_room::shutdown::Phase;
use cardroom_rules::{Chips, Millis};
use cardroom_sessions::{Input, Output};
use cardroom_store::ids::TableId;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many table lists wait for a client to read.
const MOST_LISTINGS: usize = 16;

impl Client {
    pub(super) fn perform(&mut self, output: Output) {
        match output {
            Output::Send(ServerMessage::LoggedIn(answer)) => self.send_logged_in(answer),
            Output::Send(message) => self.outbox.send_message(message),
            Output::Welcomed { client, minor } => {
                tracing::debug!(client = %client.escape_debug(), minor, "hello");
                self.welcomed();
            }
            Output::Ping => self.outbox.send_ping(),
            Output::Visible(visible) => self.outbox.set_visible(visible),
            // No account can be opened in a room that is closing.
            Output::SignIn(SignIn::LoginGuest(_) | SignIn::Register(_))
                if self.room.lifecycle.phase() >= Phase::Draining =>
            {
                self.send_away();
            }
            Output::SignIn(request) => {
                self.errand =
                    Some(Errand::login(&self.room, self.origin(), self.viewer.clone(), request));
            }
            Output::Account { request, resume_token, standing } => {
                let player = self.viewer.player.clone();
                let player = player.expect("the core takes account requests after a login only");
                let origin = self.origin();
                let by = By { origin, player, standing, resume_token };
                let errand = Errand::change(&self.room, by, request);
                self.errand = Some(errand);
            }
            Output::Attach { table, request, is_new } => self.attach(table, request, is_new),
            Output::Recognize(tables) => self.be_recognized(tables),
            Output::BackInLine(table) => {
                let viewer = self.viewer.clone();
                self.send_to(table, None, TableInput::BackInLine { viewer });
            }
            Output::Act(stamp, action) => self.act(stamp, action),
            Output::Lend(stamp, link) => self.lend(stamp, *link),
            Output::Table(stamp, request) => self.ask_table(stamp, request, None),
            Output::BuyIn { stamp, amount, request } => self.buy_in(stamp, amount, request),
            Output::Attend(tournament) => self.attend(tournament),
            Output::Tournament(stamp, request) => self.ask_tournament(stamp, request),
            Output::OpenTournament(body) => self.open_tournament(*body),
            Output::OpenTournamentWith(body) => self.open_tournament_with(*body),
            Output::Records(request) => self.ask_records(request),
            Output::Hosting(request) => self.ask_hosting(request),
            Output::ListTournaments(body) => self.list_tournaments(body.request, body.past),
            Output::ListStructures(body) => self.list_structures(&body),
            Output::ListTables(body) => self.list(Listing::new(body.request, body.filter)),
            Output::WatchLobby(request) => {
                self.room.lobby.watch(self.id, Arc::clone(&self.outbox));
                self.list(Listing::new(request, TableFilter::default()));
            }
            Output::UnwatchLobby => self.room.lobby.unwatch(self.id),
            Output::Close(code, text) => self.outbox.close(code, text),
            Output::Finish => self.outbox.finish(),
        }
    }

    /// Sends the answer to a login. Chips that were held when the answer was made may have come back.
    fn send_logged_in(&self, answer: LoggedIn) {
        let told = Chips(answer.balance.0);
        self.outbox.send_message(ServerMessage::LoggedIn(answer));
        if let Some(player) = &self.viewer.player {
            self.room.registry.correct_balance(player.account, &self.room.cashier, told);
        }
    }

    fn attach(&mut self, table: TableId, request: Option<RequestId>, is_new: bool) {
        let input = || TableInput::Attach { viewer: self.eyes(), request };
        let Some(handle) = self.table(table) else {
            return self.unreachable_table(table, request.map(Asked::Request), SendError::Closed);
        };
        match (handle.try_send(input()), request) {
            (Ok(()), _) => {}
            (Err(SendError::Busy), None) => {
                // The client sent no request, so it would not retry. A seated player
                // must see the table.
                let input = input();
                self.room.lifecycle.spawn(async move {
                    let _ = handle.send(input).await;
                });
            }
            (Err(error), request) => {
                self.unreachable_table(table, request.map(Asked::Request), error);
                if error == SendError::Busy && is_new {
                    self.feed(self.room.clock.now(), Input::NotWatched(table));
                }
            }
        }
    }

    /// Sends this connection's account to the tables and tournaments that it watches. None of them
    /// may miss it, even if their inboxes are full.
    fn be_recognized(&self, tables: Vec<TableId>) {
        let (registry, lifecycle) = (&self.room.registry, &self.room.lifecycle);
        for handle in tables.into_iter().filter_map(|table| registry.table(table)) {
            let input = || TableInput::Recognize { viewer: self.viewer.clone() };
            if handle.try_send(input()) == Err(SendError::Busy) {
                let input = input();
                lifecycle.spawn(async move {
                    let _ = handle.send(input).await;
                });
            }
        }
        for handle in self.watched.iter().filter_map(|id| registry.tournament(*id)) {
            let input = || DirectorInput::Recognize { viewer: self.viewer.clone() };
            if handle.try_send(input()) == Err(SendError::Busy) {
                let input = input();
                lifecycle.spawn(async move {
                    let _ = handle.send(input).await;
                });
            }
        }
    }

    /// Passes an input to a table that this connection can reach. `asked` is refused otherwise.
    /// Returns `true` if the table has the input.
    fn send_to(&mut self, table: TableId, asked: Option<Asked>, input: TableInput) -> bool {
        let sent = match self.table(table) {
            Some(handle) => handle.try_send(input),
            None => {
                // The wallet has the chips of a buy-in again before the client reads the refusal.
                drop(input);
                Err(SendError::Closed)
            }
        };
        if let Err(error) = sent {
            self.unreachable_table(table, asked, error);
        }
        sent.is_ok()
    }

    fn act(&mut self, stamp: Millis, action: TableAction) {
        let (viewer, asked_at) = (self.viewer.clone(), tokio::time::Instant::now());
        let asked = Asked::Action(action.table(), action.action_id());
        let table = TableId(action.table().0);
        self.home.acts_on(self.room.threads.of_table(table));
        self.send_to(table, Some(asked), TableInput::Act { viewer, stamp, asked_at, action });
    }

    /// Passes a link on. It gets no answer, so the client would not send it again, and the table
    /// would name the player who owes it. If the table's inbox is full, the link waits for a place.
    fn lend(&mut self, stamp: Millis, link: LendLink) {
        let (viewer, table) = (self.viewer.clone(), TableId(link.table.0));
        let Some(handle) = self.table(table) else { return };
        let Some(waits) = handle.insist(TableInput::Lend { viewer, stamp, link }) else { return };
        ::metrics::counter!(metrics::TABLE_BUSY).increment(1);
        // A client has one link for each of its tables. A flood of links is dropped.
        let places =
            self.waiting_links.get_or_insert_with(|| Arc::new(Semaphore::new(MOST_WAITING_LINKS)));
        if let Ok(place) = Arc::clone(places).try_acquire_owned() {
            self.room.lifecycle.spawn(async move {
                waits.await;
                drop(place);
            });
        }
    }

    /// Returns how tables see a connection that watches. Without the scope to play, it sees no more
    /// than a visitor, and neither does a request over HTTP.
    fn eyes(&self) -> Viewer {
        let plays = !self.visits && self.core.standing().is_none_or(Standing::plays);
        let player = self.viewer.player.clone().filter(|_| plays);
        Viewer { player, ..self.viewer.clone() }
    }

    fn ask_table(&mut self, stamp: Millis, request: Box<TableRequest>, hold: Option<Hold>) {
        let viewer = match &*request {
            TableRequest::GetHandSoFar(_) | TableRequest::JoinDeal(_) => self.eyes(),
            _ => self.viewer.clone(),
        };
        let asked = Asked::Request(request.request());
        let table = TableId(request.table().0);
        let link = match *request {
            TableRequest::Unobserve(_) => Some(Input::NotWatched(table)),
            TableRequest::Sit(_) | TableRequest::JoinWaitList(_) => Some(Input::MayPlay(table)),
            _ => None,
        };
        if matches!(*request, TableRequest::Sit(_)) {
            self.note_use();
        }
        if let Some((code, text)) = self.allowance_spent(&request) {
            // A hold goes back to the wallet before the client reads the refusal.
            drop(hold);
            return self.refuse(request.request(), code, text);
        }
        let request = note(request, || self.operator());
        let input = TableInput::Request { viewer, stamp, request, hold };
        if self.send_to(table, Some(asked), input)
            && let Some(link) = link
        {
            self.feed(self.room.clock.now(), link);
        }
    }

    /// Notes once that the account is used, because it plays. Unused accounts are deleted.
    pub(super) fn note_use(&mut self) {
        let Some(player) = self.viewer.player.as_ref().filter(|player| !player.bot) else { return };
        if !std::mem::replace(&mut self.used, true) {
            let (accounts, account) = (self.room.accounts.clone(), player.account);
            self.room.lifecycle.spawn(async move { accounts.note_use(account).await });
        }
    }

    /// Returns why the player, or the player's network, may not have more of what everyone shares.
    fn allowance_spent(&self, request: &TableRequest) -> Option<(ErrorCode, &'static str)> {
        let account = self.viewer.player.as_ref()?.account;
        let Room { limits, registry, .. } = &*self.room;
        match request {
            TableRequest::Chat(_) if !limits.allows(Shared::Chat, self.address, account) => {
                let text =
                    "You or your network wrote too many lines. Wait a minute, then try again.";
                Some((ErrorCode::RateLimited, text))
            }
            // The log of the table keeps every order of its host.
            TableRequest::DirectTable(_)
                if self.role < Role::Floor
                    && !limits.allows(Shared::Row, self.address, account) =>
            {
                let text = "You or your network wrote too much in this hour. Try again later.";
                Some((ErrorCode::RateLimited, text))
            }
            TableRequest::Sit(_) | TableRequest::JoinWaitList(_) => {
                let table = registry.table(TableId(request.table().0))?;
                let network = Site::of(self.viewer.address?.address());
                let (who, now) = ((account, network), self.room.clock.now());
                let is_free = !table.is_in_lobby()
                    || registry.claim_place(who, table.id, limits.most_seats(), now);
                let text = "Players from your network have as many seats at tables of the lobby as \
                            one network may have. Wait until one of them leaves.";
                (!is_free).then_some((ErrorCode::NetworkFull, text))
            }
            _ => None,
        }
    }

    fn buy_in(&mut self, stamp: Millis, amount: Chips, request: Box<TableRequest>) {
        let account = self.viewer.player.as_ref().map(|player| player.account);
        // House bots have no address.
        if let (Some(account), Some(_)) = (account, self.viewer.address)
            && !self.room.limits.allows(Shared::BuyIn, self.address, account)
        {
            let text = "You or your network bought in too often in this hour. Play on with what you \
                        have, or try again later.";
            return self.refuse(request.request(), ErrorCode::RateLimited, text);
        }
        let table = self.room.registry.table(TableId(request.table().0));
        if table.is_some_and(|table| table.has_own_chips()) {
            return self.ask_table(stamp, request, None);
        }
        let Some(purse) = &self.purse else { return };
        match purse.hold(amount) {
            Ok(hold) => self.ask_table(stamp, request, Some(hold)),
            Err(error) => {
                let text = format!(
                    "Your wallet holds only {} chips. Choose a smaller amount.",
                    error.available
                );
                self.refuse(request.request(), ErrorCode::InsufficientFunds, &text);
            }
        }
    }

    fn unreachable_table(&mut self, table: TableId, asked: Option<Asked>, error: SendError) {
        let (code, text) = match error {
            SendError::Busy => (ErrorCode::Busy, "The table is busy. Try again in a moment."),
            SendError::Closed => (
                ErrorCode::UnknownTable,
                "This table does not exist, or it is closed. Choose another one.",
            ),
        };
        if error == SendError::Busy {
            ::metrics::counter!(metrics::TABLE_BUSY).increment(1);
        }
        if let Some(asked) = asked {
            self.outbox.send_message(asked.refusal(code, text));
        }
        if error == SendError::Closed {
            self.feed(self.room.clock.now(), Input::TableClosed(table));
        }
    }

    fn list(&mut self, listing: Listing) {
        if self.listings.len() >= MOST_LISTINGS {
            return self.outbox.close(
                ErrorCode::SlowClient,
                "The connection is too slow: too many table lists wait unread. Connect again.",
            );
        }
        self.listings.push_back(listing);
        self.send_listing();
    }

    /// Sends table lists until the client has something to read.
    pub(super) fn send_listing(&mut self) {
        while self.outbox.pending() == 0
            && let Some(listing) = self.listings.front_mut()
        {
            let (frame, last) = listing.next_frame(&self.room.registry, self.outbox.encoding());
            self.outbox.send(&frame);
            if last {
                self.listings.pop_front();
            }
        }
    }
}

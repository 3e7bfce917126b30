//! The outputs of the connection's state machine, carried out: messages to tables,
//! holds on chips, lists.

use super::Client;
use super::errands::Errand;
use crate::ids::TableId;
use crate::inbox::{DirectorInput, SendError, TableInput, TableRequest};
use crate::lobby::Listing;
use crate::metrics;
use crate::session::host::{Asked, BuyIn, Credentials, Input, Output};
use crate::shutdown::Phase;
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_rules::{Chips, Millis};
use std::sync::Arc;

/// How many table lists wait for a client to read.
const MOST_LISTINGS: usize = 16;

impl Client {
    pub(super) fn perform(&mut self, output: Output) {
        match output {
            Output::Send(message) => self.outbox.send_message(message),
            Output::Ping => self.outbox.send_ping(),
            // No account can be opened in a room that is closing.
            Output::Login(Credentials::Guest(_) | Credentials::Register(..))
                if self.room.lifecycle.phase() >= Phase::Draining =>
            {
                self.send_away();
            }
            Output::Login(credentials) => {
                self.errand = Some(Errand::login(&self.room, self.origin(), credentials));
            }
            Output::Account(change) => {
                let player = self.viewer.player.clone();
                let player = player.expect("the host takes account requests after a login only");
                self.errand = Some(Errand::change(&self.room, self.origin(), player, change));
            }
            Output::Attach { table, request } => self.attach(table, request),
            Output::Recognize(tables) => self.be_recognized(tables),
            Output::Table { table, asked, stamp, what } => {
                self.ask_table(table, asked, stamp, what);
            }
            Output::BuyIn { table, request, stamp, amount, what } => {
                self.buy_in(table, request, stamp, amount, what);
            }
            Output::Attend(tournament) => self.attend(tournament),
            Output::Tournament { tournament, request, stamp, what } => {
                self.ask_tournament(tournament, request, stamp, what);
            }
            Output::Enter { tournament, request, stamp, of_age } => {
                self.enter_tournament(tournament, request, stamp, of_age);
            }
            Output::BuyChips(stamp, body) => self.buy_chips(stamp, &body),
            Output::Direct(stamp, body) => self.direct(stamp, body),
            Output::Import(stamp, body) => self.import_roster(stamp, *body),
            Output::OpenTournament(body) => self.open_tournament(*body),
            Output::Kept(message) => self.ask_kept(*message),
            Output::Hosting(message) => self.ask_hosting(*message),
            Output::ListTournaments { request, past } => self.list_tournaments(request, past),
            Output::ListTables { request, filter } => self.list(Listing::new(request, filter)),
            Output::WatchLobby(request) => {
                self.room.lobby.watch(self.id, Arc::clone(&self.outbox));
                self.list(Listing::new(request, TableFilter::default()));
            }
            Output::UnwatchLobby => self.room.lobby.unwatch(self.id),
            Output::Close(code, text) => self.outbox.close(code, text),
            Output::Finish => self.outbox.finish(),
        }
    }

    fn attach(&mut self, table: TableId, request: Option<RequestId>) {
        let input = || TableInput::Attach { viewer: self.viewer.clone(), request };
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

    fn ask_table(&mut self, table: TableId, asked: Asked, stamp: Millis, what: TableRequest) {
        let Some(handle) = self.table(table) else {
            return self.unreachable_table(table, Some(asked), SendError::Closed);
        };
        let request = match asked {
            Asked::Request(request) => request,
            // An action is answered by its own id.
            Asked::Action(..) => RequestId(0),
        };
        let viewer = self.viewer.clone();
        let input = TableInput::Request {
            viewer,
            request,
            stamp,
            asked_at: tokio::time::Instant::now(),
            what,
        };
        if let Err(error) = handle.try_send(input) {
            self.unreachable_table(table, Some(asked), error);
        }
    }

    fn buy_in(
        &mut self,
        table: TableId,
        request: RequestId,
        stamp: Millis,
        amount: Chips,
        what: BuyIn,
    ) {
        let asked = Asked::Request(request);
        let Some(purse) = &self.purse else { return };
        let hold = match purse.hold(amount) {
            Ok(hold) => hold,
            Err(error) => {
                let text = format!(
                    "Your wallet holds only {} chips. Choose a smaller amount.",
                    error.available
                );
                let refusal = asked.refusal(ErrorCode::InsufficientFunds, &text);
                return self.outbox.send_message(refusal);
            }
        };
        let what = match what {
            BuyIn::Sit { seat, wait_for_big_blind } => {
                TableRequest::Sit { seat, hold, wait_for_big_blind }
            }
            BuyIn::TopUp => TableRequest::TopUp { hold },
            BuyIn::Give(order) => TableRequest::GiveChips { order, hold },
        };
        self.ask_table(table, asked, stamp, what);
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
        let gone = error == SendError::Closed;
        self.feed(self.room.clock.now(), Input::NotAttached { table, gone });
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

//! A room for private tables, and people who open one and come in.

use crate::support::client::{Client, LONG, hello};
use cardroom::config::Config;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::vault::Vault;
use cardroom::wiring::{self, OpenRoom};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Leave, Login, LoginGuest, LoginToken, Observe, Register, Sit};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::hosting::{
    ChangeTable, CloseHosted, HostTable, Hosted, Invited, TableTerms, Term, TermsRefused,
    UseInvitation,
};
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::{LoggedIn, ServerMessage};
use cardroom_protocol::table::{TableEvent, TableView};
use cardroom_protocol::{Chips, Encoding, ErrorCode, RequestId, Secret, TableId};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The name of the private table. No outsider may ever read it.
pub(crate) const NAME: &str = "Ada's kitchen";

/// Opens a room on this store in which guests may host, with `change` applied to its configuration.
pub(crate) async fn open_on(store: &MemoryStore, change: impl FnOnce(&mut Config)) -> OpenRoom {
    let settings = r#"
        [server]
        listen = "127.0.0.1:0"
        admin_listen = "127.0.0.1:0"
        drain_seconds = 1
        [limits]
        messages_per_second = 10000
        message_burst = 10000
        logins_per_minute = 1000
        guests_per_network_hour = 1000
        seats_per_network = 1000000
        accounts_per_network_day = 1000000
        chat_lines_per_minute = 1000000
        openings_per_hour = 1000000
        rows_per_hour = 1000000
        buy_ins_per_hour = 1000000
        exports_per_hour = 1000000
        files_per_minute = 1000000
        [deal]
        verifiable = false
        [house_bots]
        enabled = false
        [accounts]
        free_chips = "everywhere"
        [hosting]
        guests = true
        [[tables]]
        name = "Public"
        small_blind = 1
        big_blind = 2
        min_buy_in = 40
        max_buy_in = 200
    "#;
    let mut config = Config::load_text("test", settings, [], &Default::default()).unwrap();
    change(&mut config);
    let figures = PrometheusBuilder::new().build_recorder().handle();
    let store: Arc<dyn Store> = Arc::new(store.clone());
    wiring::open_with(&config, store, vault(), figures).await.unwrap()
}

/// Returns keys of hands, which end with the room, and the archive key, which all rooms of this
/// process share. The archive key seals codes.
fn vault() -> Vault {
    static KEYS: OnceLock<tempfile::TempDir> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let keys = tempfile::tempdir().unwrap();
        Vault::open(keys.path()).unwrap();
        keys
    });
    Vault::for_reading(keys.path()).unwrap().unwrap()
}

/// Opens the same room on a new store.
pub(crate) async fn open(change: impl FnOnce(&mut Config)) -> OpenRoom {
    open_on(&MemoryStore::new(), change).await
}

/// Terms that every room accepts. Clocks never run out during a test.
pub(crate) fn terms() -> TableTerms {
    TableTerms {
        name: NAME.to_owned(),
        game: "holdem".to_owned(),
        rulebook: "online".to_owned(),
        betting: Betting::NoLimit,
        small_blind: Chips(5),
        big_blind: Chips(10),
        bring_in: Chips(0),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        seats: 4,
        min_buy_in: Chips(400),
        max_buy_in: Chips(1_000),
        act_seconds: 120,
        bank_seconds: 60,
        straddle: None,
        bomb_pot: None,
        max_boards: 1,
        hybrid: false,
        bots_allowed: false,
        free_chat: false,
        between_hands_ms: 3_000,
        top_up_to: Chips(1_000),
        approve_buy_ins: false,
        free_entry: false,
        ends_at_ms: 0,
        note: String::new(),
        chip_value: None,
    }
}

/// A guest with a connection.
pub(crate) struct Person {
    pub(crate) client: Client,
    pub(crate) logged_in: LoggedIn,
    next: u32,
}

impl Person {
    pub(crate) async fn new(open: &OpenRoom, name: &str) -> Self {
        let (client, logged_in) = Client::guest(open, name).await;
        Self { client, logged_in, next: 100 }
    }

    /// Logs in an account with a password at any room, and creates it if necessary.
    pub(crate) async fn with_password(address: SocketAddr, name: &str) -> Self {
        let password = || Secret::from("a long password");
        let mut client = Client::welcome_at(address, Encoding::Binary).await;
        let (request, name) = (RequestId(1), name.to_owned());
        client
            .send([
                Login { request, name: name.clone(), password: password(), browser: None }.into()
            ])
            .await;
        loop {
            match client.receive().await {
                ServerMessage::LoggedIn(logged_in) => {
                    return Self { client, logged_in, next: 100 };
                }
                ServerMessage::Refused(_) => {
                    let (name, password) = (name.clone(), password());
                    client.send([Register { request, name, password }.into()]).await;
                }
                _ => {}
            }
        }
    }

    /// Logs in a guest at any room.
    pub(crate) async fn guest_at(address: SocketAddr, name: &str) -> Self {
        let nickname = Some(name.to_owned());
        Self::arrive(address, LoginGuest { request: RequestId(1), nickname }.into()).await
    }

    /// Logs in the player with this token at any room.
    pub(crate) async fn with_token(address: SocketAddr, token: Secret) -> Self {
        Self::arrive(address, LoginToken { request: RequestId(1), token }.into()).await
    }

    /// Logs in a guest that a proxy forwards from this address.
    pub(crate) async fn guest_from(open: &OpenRoom, name: &str, address: &str) -> Self {
        let mut client = Client::connect_from(open.address, Encoding::Binary, address).await;
        client.send([hello()]).await;
        let nickname = Some(name.to_owned());
        Self::log_in(client, LoginGuest { request: RequestId(1), nickname }.into()).await
    }

    /// Logs a person in at any room.
    pub(crate) async fn arrive(address: SocketAddr, login: ClientMessage) -> Self {
        Self::log_in(Client::welcome_at(address, Encoding::Binary).await, login).await
    }

    async fn log_in(mut client: Client, login: ClientMessage) -> Self {
        client.send([login]).await;
        loop {
            match client.receive().await {
                ServerMessage::LoggedIn(logged_in) => {
                    return Self { client, logged_in, next: 100 };
                }
                ServerMessage::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
    }

    /// Sends the message that `make` builds with a new request id. Ignores messages until `answer`
    /// accepts one or the request is refused.
    pub(crate) async fn ask<T>(
        &mut self,
        make: impl FnOnce(RequestId) -> ClientMessage,
        mut answer: impl FnMut(ServerMessage) -> Option<T>,
    ) -> Result<T, ErrorCode> {
        self.next += 1;
        let request = RequestId(self.next);
        self.client.send([make(request)]).await;
        loop {
            match self.client.receive().await {
                ServerMessage::Refused(refused) if refused.request == request => {
                    return Err(refused.code);
                }
                other => {
                    if let Some(answer) = answer(other) {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// Sends a request that is answered by [`Done`](cardroom_protocol::server::Done).
    pub(crate) async fn done(
        &mut self,
        make: impl FnOnce(RequestId) -> ClientMessage,
    ) -> Result<(), ErrorCode> {
        let own = RequestId(self.next + 1);
        let answer = |message| match message {
            ServerMessage::Done(done) => (done.request == own).then_some(()),
            _ => None,
        };
        self.ask(make, answer).await
    }

    pub(crate) async fn host(&mut self, terms: TableTerms) -> Result<Hosted, ErrorCode> {
        let answer = |message| match message {
            ServerMessage::Hosted(hosted) => Some(hosted),
            _ => None,
        };
        self.ask(|request| HostTable { request, terms }.into(), answer).await
    }

    pub(crate) async fn refused_terms(&mut self, terms: TableTerms) -> TermsRefused {
        let answer = |message| match message {
            ServerMessage::TermsRefused(refused) => Some(Some(refused)),
            ServerMessage::Hosted(_) => Some(None),
            _ => None,
        };
        let asked = format!("{terms:?}");
        let answer = self.ask(|request| HostTable { request, terms }.into(), answer).await;
        answer.unwrap().unwrap_or_else(|| panic!("a table was opened: {asked}"))
    }

    /// Asks for other terms at an open table that the room refuses, and returns the term at fault.
    pub(crate) async fn ask_terms(&mut self, table: TableId, terms: TableTerms) -> Term {
        let answer = |message| match message {
            ServerMessage::TermsRefused(refused) => Some(refused.term),
            _ => None,
        };
        let ask = |request| ChangeTable { request, table, terms }.into();
        self.ask(ask, answer).await.unwrap()
    }

    pub(crate) async fn use_code(&mut self, code: &str) -> Result<TableInfo, ErrorCode> {
        let answer = |message| match message {
            ServerMessage::Invited(Invited { info, .. }) => Some(info),
            _ => None,
        };
        let code = code.to_owned();
        self.ask(|request| UseInvitation { request, code }.into(), answer).await
    }

    /// Returns the current view of a table: the last one before the answer.
    pub(crate) async fn observe(&mut self, table: TableId) -> Result<Box<TableView>, ErrorCode> {
        let own = RequestId(self.next + 1);
        let mut view = None;
        let answer = |message| match message {
            ServerMessage::TableSnapshot(snapshot) => {
                view = Some(snapshot.view);
                None
            }
            ServerMessage::Done(done) if done.request == own => Some(view.take().unwrap()),
            _ => None,
        };
        self.ask(|request| Observe { request, table }.into(), answer).await
    }

    pub(crate) async fn sit(&mut self, table: TableId, buy_in: u64) -> Result<u8, ErrorCode> {
        let answer = |message| match message {
            ServerMessage::Seated(seated) => Some(seated.seat),
            _ => None,
        };
        let buy_in = Chips(buy_in);
        let sit =
            |request| Sit { request, table, seat: None, buy_in, wait_for_big_blind: false }.into();
        self.ask(sit, answer).await
    }

    pub(crate) async fn leave(&mut self, table: TableId) -> Result<(), ErrorCode> {
        self.done(|request| Leave { request, table }.into()).await
    }

    pub(crate) async fn close(&mut self, table: TableId) -> Result<(), ErrorCode> {
        self.done(|request| CloseHosted { request, table }.into()).await
    }

    /// Reads on until `found` accepts a message.
    pub(crate) async fn until<T>(
        &mut self,
        what: &str,
        mut found: impl FnMut(ServerMessage) -> Option<T>,
    ) -> T {
        let reached = async {
            loop {
                if let Some(found) = found(self.client.receive().await) {
                    return found;
                }
            }
        };
        let reached = tokio::time::timeout(LONG, reached).await;
        reached.unwrap_or_else(|_| panic!("{what} does not come"))
    }

    /// Reads on until a step has an event that `found` accepts.
    pub(crate) async fn until_event(&mut self, what: &str, found: impl Fn(&TableEvent) -> bool) {
        let step = |message| match message {
            ServerMessage::Step(step) => step.events.0.iter().any(&found).then_some(()),
            _ => None,
        };
        self.until(what, step).await;
    }
}

/// Waits until `holds` returns `true`.
pub(crate) async fn soon(what: &str, holds: impl Fn() -> bool) {
    let reached = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(LONG, reached).await.unwrap_or_else(|_| panic!("{what}: not in time"));
}

/// Returns the chips in the wallet of a connected person.
pub(crate) fn wallet(open: &OpenRoom, person: &Person) -> u64 {
    let account = person.logged_in.account.parse().unwrap();
    let account = cardroom::ids::AccountId(account);
    open.room.cashier.available(account).unwrap().0
}

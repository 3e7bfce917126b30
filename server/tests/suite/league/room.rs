//! A room whose store is a file, so that it can be closed and reopened, and a visitor who sends
//! requests.

use crate::support::starting::{LATER, start_when_entered};
use cardroom::config::{Config, Synchronous};
use cardroom::director::announce;
use cardroom::store::SqliteStore;
use cardroom::store::prelude::*;
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::Caller;
use cardroom_bot::connection::{Connection, Endpoint};
use cardroom_bot::{Credentials, Settings, Swarm, TournamentPlan};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::Login;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, TournamentId};
use cardroom_rules::{Cents, Chips, Level, Millis, Stage, Stakes, Structure};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The timeout, longer than anything takes.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// Returns the configuration of the room in this directory.
pub(crate) fn config(directory: &Path) -> Config {
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\ndata_dir = {:?}\n\
         name = \"The Club\"\nrules_dir = {:?}\n\
         [limits]\nguests_per_hour = 1000000\nguests_per_network_hour = 1000000\n\
         connections_per_address = 10000\nlogins_per_minute = 100000\n\
         messages_per_second = 1000\nmessage_burst = 2000\n\
         [accounts]\nsignup_grant = 100000\n[house_bots]\nenabled = false\n",
        directory.join("data"),
        directory.join("rules")
    );
    Config::load_text("test", &text, [], &Default::default()).unwrap()
}

/// Runs a future to its end on its own runtime, then ends all tasks as the end of a process does.
pub(crate) fn process<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(work)
}

/// Opens the room in this directory.
pub(crate) async fn open(directory: &Path) -> OpenRoom {
    open_as(directory, &config(directory)).await
}

/// Opens it with this configuration.
pub(crate) async fn open_as(directory: &Path, config: &Config) -> OpenRoom {
    std::fs::create_dir_all(directory.join("rules")).unwrap();
    let path = directory.join("data/cardroom.sqlite");
    let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
    let store: Arc<dyn Store> = Arc::new(store);
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(config, store, figures).await.unwrap()
}

/// Returns a freezeout that is over in a few hands, with `change` applied to it.
pub(crate) fn quick(room: &OpenRoom, change: impl FnOnce(&mut Structure)) -> Structure {
    let office = room.room.tournaments().unwrap();
    let mut structure = Structure::clone(&office.structures["test-turbo"]);
    structure.entry.starting_stack = Chips(500);
    structure.entry.fee = Cents(7);
    structure.entry.re_entries = 0;
    structure.entry.late_levels = None;
    let level = |blind| {
        let stakes = Stakes::no_limit(blind, 2 * blind);
        Stage::Level(Level { seconds: 1, stakes })
    };
    structure.stages = (0..6).map(|level_no| level(50 << level_no)).collect();
    change(&mut structure);
    structure
}

/// Announces a tournament that begins soon.
pub(crate) async fn announced(
    room: &OpenRoom,
    name: &str,
    change: impl FnOnce(&mut Structure),
) -> TournamentId {
    announced_for(room, name, None, LATER, change).await
}

/// Announces one that counts for a league.
pub(crate) async fn announced_for(
    room: &OpenRoom,
    name: &str,
    league: Option<&str>,
    starts_in: u64,
    change: impl FnOnce(&mut Structure),
) -> TournamentId {
    let office = room.room.tournaments().unwrap();
    let starts_at = Millis(room.room.clock.now().0 + starts_in);
    let structure = Arc::new(quick(room, change));
    let terms = (Some(starts_at), false, true);
    let announcement = office.announcement(&structure, terms, league).unwrap();
    let handle = announce(announcement, name.to_owned(), None, &office.services).await.unwrap();
    TournamentId(handle.id.0)
}

/// Begins a tournament as soon as this many bots have entered, and lets them play to its end.
pub(crate) async fn play(room: &OpenRoom, bots: usize, tournament: TournamentId) {
    let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
        .bots(bots)
        .seed(tournament.0)
        .settings(settings())
        .brain(|_| Caller)
        .tournament(TournamentPlan::id(tournament))
        .run();
    let entries = u32::try_from(bots).unwrap();
    let swarm = async { tokio::join!(swarm, start_when_entered(room, tournament, entries)).0 };
    let summary = tokio::time::timeout(LONG, swarm).await.expect("it ends in time").unwrap();
    assert!(summary.is_success(), "{} {:?}", summary.totals, summary.refusals);
}

/// Returns settings that use the same accounts each night.
fn settings() -> Settings {
    Settings {
        credentials: Credentials::Password(Secret::from(PASSWORD)),
        name_prefix: "night".to_owned(),
        ..Settings::default()
    }
}

/// The number of the request to watch something.
pub(crate) const WATCH: RequestId = RequestId(2);

pub(crate) const PASSWORD: &str = "eight or more";

pub(crate) struct Visitor(Connection);

impl Visitor {
    pub(crate) async fn of(room: &OpenRoom) -> Self {
        let endpoint = Endpoint::resolve(&format!("ws://{}/ws", room.address)).await.unwrap();
        Self(Connection::open(&endpoint, Encoding::Json, None).await.unwrap())
    }

    /// Logs in an account, and creates it if necessary.
    pub(crate) async fn named(room: &OpenRoom, name: &str, role: Role) -> Self {
        let accounts = &room.room.accounts;
        // It may exist already.
        let _ = accounts.register(name, &Secret::from(PASSWORD), Ipv4Addr::LOCALHOST.into()).await;
        accounts.set_role(name, role).await.unwrap();
        let mut visitor = Self::of(room).await;
        let (name, password) = (name.to_owned(), Secret::from(PASSWORD));
        let login = Login { request: RequestId(1), name, password, browser: None };
        let role_of = |message| match message {
            ServerMessage::LoggedIn(logged_in) => Some(logged_in.role),
            _ => None,
        };
        assert_eq!(visitor.ask(login, role_of).await, role);
        visitor
    }

    /// Sends a request that has no answer of its own. Returns the error code if it is refused.
    pub(crate) async fn order(&mut self, message: impl Into<ClientMessage>) -> Option<ErrorCode> {
        let answer = |message| match message {
            // The request to watch is also answered.
            ServerMessage::Done(done) if done.request == WATCH => None,
            ServerMessage::Done(_) | ServerMessage::Entered(_) => Some(None),
            ServerMessage::Refused(refused) => Some(Some(refused.code)),
            _ => None,
        };
        self.ask(message, answer).await
    }

    /// Sends a request, and reads to the first message that is an answer.
    pub(crate) async fn ask<T>(
        &mut self,
        message: impl Into<ClientMessage>,
        answer: impl Fn(ServerMessage) -> Option<T>,
    ) -> T {
        self.0.send(&[message.into()]).await.unwrap();
        loop {
            let received = tokio::time::timeout(LONG, self.0.receive()).await.unwrap().unwrap();
            if let Some(found) = received.messages.into_iter().find_map(&answer) {
                return found;
            }
        }
    }
}

/// Returns the status, the headers and the body of a page.
pub(crate) async fn get(room: &OpenRoom, path: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(room.address).await.unwrap();
    let ask = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_lowercase(), body.to_owned())
}

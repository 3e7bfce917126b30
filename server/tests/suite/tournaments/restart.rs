//! Kills the server process in the middle of a tournament, again and again. The tournament
//! continues where it was, and everything announced stays true. Places, prizes and levels never
//! change afterwards, no chips are lost or doubled, and every cent of the pool is paid once. On
//! SQLite and on PostgreSQL.

use crate::support::Postgres;
use cardroom::config::Synchronous;
use cardroom::store::prelude::*;
use cardroom::store::{PostgresStore, SqliteStore};
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::connection::{Connection, Endpoint};
use cardroom_bot::standings::Standings;
use cardroom_bot::{EntryEnd, Swarm, TournamentId, TournamentPlan};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{
    EntryState, ListTournaments, TournamentEvent, TournamentState, WatchTournament,
};
use cardroom_protocol::{Encoding, EntryId, Money, RequestId, Seq};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PLAYERS: usize = 36;
const STACK: u64 = 3_000;
const BUY_IN: u64 = 100;
const FEE: u64 = 7;
/// The timeout, longer than all of it takes.
const LONG: Duration = Duration::from_secs(240);

const CONFIG: &str = r#"
[store]
synchronous = "normal"
[accounts]
signup_grant = 5000
[limits]
connections_per_address = 1000
logins_per_minute = 100000
guests_per_hour = 1000000
guests_per_network_hour = 1000000
seats_per_network = 1000000
accounts_per_network_day = 1000000
chat_lines_per_minute = 1000000
openings_per_hour = 1000000
rows_per_hour = 1000000
buy_ins_per_hour = 1000000
exports_per_hour = 1000000
files_per_minute = 1000000
messages_per_second = 1000
message_burst = 1000
[house_bots]
enabled = false
[log]
filter = "warn"
[[tournaments]]
name = "Four tables"
structure = "four-tables"
"#;

/// Starts as soon as the last seat is taken.
const STRUCTURE: &str = r#"
id = "four-tables"
name = "Four tables"
rulebook = "online"
game = "holdem"
seats = 9
format = "sit_and_go"
[entry]
buy_in = 100
fee = 7
starting_stack = 3000
min_entrants = 36
max_entrants = 36
[prizes]
shares = { curve = { paid_basis_points = 2500, least_percent = 120 } }
[pace]
between_hands_ms = 0
run_out_ms = 0
[levels]
betting = "no_limit"
seconds = 1
rows = [
    { blinds = [50, 100] },
    { blinds = [100, 200] },
    { blinds = [200, 400] },
    { blinds = [400, 800] },
    { blinds = [800, 1600] },
    { blinds = [1600, 3200] },
    { blinds = [3200, 6400] },
    { blinds = [6400, 12800] },
    { blinds = [12800, 25600] },
]
"#;

/// The server's own program, after the first start always on the same port.
pub(crate) struct Server {
    directory: PathBuf,
    /// Its store: `sqlite`, or the URL of a database.
    store: String,
    address: String,
    process: Child,
}

impl Server {
    fn open(directory: &Path, store: &str) -> Self {
        Self::open_with(directory, store, CONFIG, ("four-tables.toml", STRUCTURE))
    }

    /// Opens it with this configuration, and the file of a structure.
    pub(crate) fn open_with(
        directory: &Path,
        store: &str,
        config: &str,
        (name, structure): (&str, &str),
    ) -> Self {
        let structures = directory.join("rules/tournaments");
        std::fs::create_dir_all(&structures).unwrap();
        std::fs::write(structures.join(name), structure).unwrap();
        std::fs::write(directory.join("cardroom.toml"), config).unwrap();
        let (process, address) = spawn(directory, store, "127.0.0.1:0");
        Self { directory: directory.to_owned(), store: store.to_owned(), address, process }
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Kills it without warning, and starts it again.
    pub(crate) fn kill_and_start(&mut self) {
        self.kill();
        (self.process, _) = spawn(&self.directory, &self.store, &self.address);
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test that fails leaves no server behind.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(directory: &Path, store: &str, listen: &str) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .arg("--config")
        .arg(directory.join("cardroom.toml"))
        .args(["--listen", listen, "--admin-listen", "127.0.0.1:0", "--data-dir"])
        .arg(directory.join("data"))
        .arg("--set")
        .arg(format!("server.rules_dir={}", directory.join("rules").display()))
        .args(["--set", &format!("store.url={store}")])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().expect("the server says where it listens").unwrap();
        if let Some(url) = line.split_whitespace().find(|word| word.starts_with("ws://")) {
            break url.trim_start_matches("ws://").trim_end_matches("/ws").to_owned();
        }
    };
    (process, address)
}

/// Everything that a watcher received, through all the server's lives.
#[derive(Default, Debug)]
struct Told {
    seq: Seq,
    level: u16,
    entries: u32,
    players_left: Option<u32>,
    /// Place and prize of every player who is out.
    out: BTreeMap<EntryId, (u32, Money)>,
    over: bool,
}

impl Told {
    fn note(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::TournamentSnapshot(snapshot) => {
                let view = snapshot.view;
                assert!(view.seq >= self.seq, "a step that was told is stored: {self:?}");
                assert!(view.info.level >= self.level, "{self:?}");
                assert!(view.info.entries >= self.entries, "{self:?}");
                let left = self.players_left.unwrap_or(u32::MAX);
                assert!(view.info.level == 0 || view.info.players_left <= left, "{self:?}");
                self.seq = view.seq;
                self.over = view.info.state == TournamentState::Finished;
            }
            ServerMessage::TournamentStep(step) => {
                assert_eq!(step.seq, Seq(self.seq.0 + 1), "no step is left out");
                self.seq = step.seq;
                for event in step.events.0 {
                    self.note_event(event);
                }
            }
            _ => {}
        }
    }

    fn note_event(&mut self, event: TournamentEvent) {
        match event {
            TournamentEvent::EntryMade(made) => {
                assert_eq!(made.entries, self.entries + 1);
                self.entries = made.entries;
            }
            TournamentEvent::LevelBegan(began) => {
                assert!(began.level.level >= self.level, "levels do not begin again");
                self.level = began.level.level;
            }
            TournamentEvent::PlayerOut(out) => {
                let before = self.out.insert(out.entry, (out.place, out.prize));
                assert_eq!(before, None, "nobody is out twice");
                self.players_left = Some(out.players_left);
            }
            TournamentEvent::TournamentEnded(_) => self.over = true,
            _ => {}
        }
    }
}

/// Watches through restarts, to the end.
async fn watch(url: String, tournament: TournamentId, told: Arc<Mutex<Told>>) {
    let endpoint = Endpoint::resolve(&url).await.unwrap();
    let request = RequestId(1);
    while !told.lock().unwrap().over {
        let opened = Connection::open(&endpoint, Encoding::Binary, None).await;
        let Ok(mut connection) = opened else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let watch = WatchTournament { request, tournament, on: true };
        if connection.send(&[watch.into()]).await.is_err() {
            continue;
        }
        while let Ok(decoded) = connection.receive().await {
            let mut told = told.lock().unwrap();
            decoded.messages.into_iter().for_each(|message| told.note(message));
            if told.over {
                break;
            }
        }
    }
}

/// Returns the tournament of the schedule.
pub(crate) async fn announced(url: &str) -> TournamentId {
    let endpoint = Endpoint::resolve(url).await.unwrap();
    let mut connection = Connection::open(&endpoint, Encoding::Binary, None).await.unwrap();
    let request = RequestId(1);
    loop {
        connection.send(&[ListTournaments { request, past: false }.into()]).await.unwrap();
        let messages = connection.receive().await.unwrap().messages;
        for message in messages {
            let ServerMessage::TournamentList(list) = message else { continue };
            if let Some(info) = list.tournaments.first() {
                return info.tournament;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Returns the current standings, in which no chips are lost or doubled.
async fn standings(url: &str, tournament: TournamentId) -> Standings {
    let endpoint = Endpoint::resolve(url).await.unwrap();
    let standings = Standings::read(&endpoint, Encoding::Binary, tournament).await.unwrap();
    assert_eq!(standings.players.len(), PLAYERS);
    standings
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_where_it_was_killed() {
    goes_on_where_it_was_killed("sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_where_it_was_killed_on_postgres() {
    let Some(database) = Postgres::database().await else { return };
    goes_on_where_it_was_killed(&database.url()).await;
}

/// Opens the store of a room that is not running.
async fn open_store(directory: &Path, url: &str) -> Box<dyn Store> {
    if url == "sqlite" {
        let file = directory.join("data").join("cardroom.sqlite");
        Box::new(SqliteStore::open(&file, Synchronous::Normal, 0).await.unwrap())
    } else {
        Box::new(PostgresStore::open(url, Synchronous::Full, 0).await.unwrap())
    }
}

async fn goes_on_where_it_was_killed(url: &str) {
    let directory = tempfile::tempdir().unwrap();
    let mut server = Server::open(directory.path(), url);
    let tournament = announced(&server.url()).await;
    let told = Arc::new(Mutex::new(Told::default()));
    let watcher = tokio::spawn(watch(server.url(), tournament, Arc::clone(&told)));
    let swarm = Swarm::builder(&server.url())
        .bots(PLAYERS)
        .seed(3)
        .brain(|bot| TightAggressive::new(bot.seed))
        .tournament(TournamentPlan::id(tournament))
        .connect_attempts(100)
        .start()
        .await
        .unwrap();
    // At four tables, at three, at two, and at the last one.
    for over in [2, 10, 20, 29] {
        let deadline = Instant::now() + LONG;
        while swarm.totals().entries_over < over {
            assert!(Instant::now() < deadline, "nobody is out any more: {}", swarm.totals());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        server.kill_and_start();
        let in_between = standings(&server.url(), tournament).await;
        // Until a table reports, its old stacks stand, so this holds at every moment.
        let chips: u64 = in_between.players.iter().map(|row| row.stack.0).sum();
        assert_eq!(chips, PLAYERS as u64 * STACK, "after {over} were out");
        assert_eq!(in_between.info.state, TournamentState::Running, "it was killed while it ran");
    }
    let summary = tokio::time::timeout(LONG, swarm.join()).await.expect("it ends in time");
    assert!(summary.is_success(), "{} {:?}", summary.totals, summary.outcomes);
    let totals = summary.totals;
    assert_eq!(totals.illegal_choices, 0, "{totals}");
    // A player who is moved while the server is down returns to the new seat without a message
    // about the move.
    assert!(totals.reconnects > 60 && totals.moves > 0, "{} moves, {totals}", totals.moves);
    tokio::time::timeout(LONG, watcher).await.expect("the end is told").unwrap();

    let end = standings(&server.url(), tournament).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    assert_eq!(end.info.prize_pool, Money(PLAYERS as u64 * BUY_IN));
    assert_eq!(end.players[0].stack.0, PLAYERS as u64 * STACK, "the winner has all the chips");
    for row in &end.players {
        let place = row.place.unwrap();
        let result = summary.results.iter().find(|result| result.entry == row.entry).unwrap();
        assert_eq!((result.end, result.prize), (EntryEnd::Place(place), row.prize), "{row:?}");
        if let Some(out) = told.lock().unwrap().out.get(&row.entry) {
            assert_eq!(*out, (place, row.prize), "what was announced stays: {row:?}");
        }
        assert_ne!(row.state, EntryState::Withdrawn);
    }
    assert!(told.lock().unwrap().out.len() > PLAYERS / 2, "the watcher saw most of it");

    server.kill();
    let store = open_store(directory.path(), url).await;
    assert_eq!(store.ledger_audit().await.unwrap(), [], "balances are the sums of transfers");
    let balances: BTreeMap<String, i64> =
        store.load_balances().await.unwrap().into_iter().collect();
    assert_eq!(balances[&format!("tournament:{}", tournament.0)], 0, "the whole pool is paid");
    assert_eq!(balances["house:fees"], i64::try_from(PLAYERS as u64 * FEE).unwrap());
    let wallets: i64 = balances
        .iter()
        .filter(|(name, _)| name.starts_with("wallet:"))
        .map(|(_, balance)| balance)
        .sum();
    let granted = i64::try_from(PLAYERS).unwrap() * 5_000;
    assert_eq!(wallets + balances["house:fees"], granted, "every prize once, every price once");
}

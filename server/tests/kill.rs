//! The server process is killed in the middle of play, again and again: afterwards every wallet and
//! every stack is what the ledger says, nothing is negative and nothing doubled. On SQLite and on
//! PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod support;

use cardroom::config::Synchronous;
use cardroom::store::{PostgresStore, SqliteStore, Store, StreamId};
use cardroom::table::{HostInput, TableDescription, TableHost};
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::{BuyIn, Credentials, Settings, Swarm};
use cardroom_protocol::Secret;
use cardroom_rules::Millis;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::Postgres;

const CONFIG: &str = r#"
[store]
synchronous = "normal"
[accounts]
signup_grant = 5000
refill_wait_minutes = 0
[limits]
connections_per_address = 1000
logins_per_minute = 100000
messages_per_second = 1000
message_burst = 1000
[house_bots]
enabled = false
[log]
filter = "warn"
[[tables]]
name = "Kill"
copies = 5
small_blind = 5
big_blind = 10
ante = 1
ante_kind = "each"
min_buy_in = 400
max_buy_in = 1000
between_hands_ms = 0
run_out_ms = 0
rake = { basis_points = 500, cap = 3, no_flop_no_drop = false, account = "house:rake" }
"#;

/// The server's own program, on a port the system chose.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(directory: &Path, url: &str) -> Self {
        let config = directory.join("cardroom.toml");
        std::fs::write(&config, CONFIG).unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .arg("--config")
            .arg(&config)
            .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir"])
            .arg(directory.join("data"))
            .args(["--set", &format!("store.url={url}")])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = loop {
            let line = lines.next().expect("the server says where it listens").unwrap();
            if let Some(url) = line.split_whitespace().find(|word| word.starts_with("ws://")) {
                break url.to_owned();
            }
        };
        Self { process, url }
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Bots with accounts of their own, the same ones each time. They are left in the middle of play
/// after so many actions.
async fn play(url: &str, seed: u64, actions: u64) -> u64 {
    let settings = Settings {
        credentials: Credentials::Password(Secret::from("a password")),
        name_prefix: "killer".to_owned(),
        buy_in: BuyIn::BigBlinds(60),
        ..Settings::default()
    };
    let swarm = Swarm::builder(url)
        .bots(20)
        .seed(seed)
        .settings(settings)
        .brain(|bot| RandomLegal::new(bot.seed))
        .connect_attempts(1)
        .start()
        .await
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while swarm.totals().actions < actions {
        assert!(Instant::now() < deadline, "the bots do not play: {}", swarm.totals());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let totals = swarm.totals();
    assert_eq!(totals.protocol_errors, 0);
    totals.actions
}

/// The store of a room that is not running.
async fn open(directory: &Path, url: &str) -> Box<dyn Store> {
    if url == "sqlite" {
        let file = directory.join("data").join("cardroom.sqlite");
        Box::new(SqliteStore::open(&file, Synchronous::Normal, 0).await.unwrap())
    } else {
        Box::new(PostgresStore::open(url, Synchronous::Full, 0).await.unwrap())
    }
}

/// What a room that is not running has kept.
async fn inspect(directory: &Path, url: &str) -> BTreeMap<String, i64> {
    let store = open(directory, url).await;
    assert_eq!(store.ledger_audit().await.unwrap(), [], "balances are the sums of transfers");
    let balances: BTreeMap<String, i64> =
        store.load_balances().await.unwrap().into_iter().collect();
    assert_eq!(balances.values().sum::<i64>(), 0, "every chip came from the bank");
    for (account, balance) in &balances {
        assert!(*balance >= 0 || account == "bank", "{account}: {balance}");
    }
    for (stream_id, stream) in store.load_streams().await.unwrap() {
        let StreamId::Table(id) = stream_id else { panic!("the room holds no tournaments") };
        let name = "any".to_owned();
        let description =
            TableDescription { name, bots_allowed: true, rotation: None, event: None };
        let mut host = TableHost::open(id, description, None, &stream).unwrap();
        let on_table = host.table().total();
        let ledger = balances.get(&format!("table:{id}")).copied().unwrap_or(0);
        assert_eq!(i64::try_from(on_table.0).unwrap(), ledger, "table {id} and its ledger account");
        // What a restart does: the interrupted hand is void, and not a chip is gone.
        let outputs = host.on(Millis(u64::MAX / 4), HostInput::Recover { setup: None });
        let paid: u64 = outputs.unit.transfers.iter().map(|transfer| transfer.amount.0).sum();
        assert_eq!(paid, on_table.0, "everybody and the house are paid out in full");
    }
    store.close().await.unwrap();
    balances
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_in_the_middle_of_play_the_room_loses_and_doubles_nothing() {
    kill_again_and_again("sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_in_the_middle_of_play_on_postgres_the_room_loses_and_doubles_nothing() {
    let Some(database) = Postgres::database().await else { return };
    kill_again_and_again(&database.url()).await;
}

async fn kill_again_and_again(url: &str) {
    let directory = tempfile::tempdir().unwrap();
    let mut actions = 0;
    let mut granted = 0;
    for round in 0..4 {
        let server = Server::start(directory.path(), url);
        actions += play(&server.url, round, 150 + 40 * round).await;
        server.kill();
        let balances = inspect(directory.path(), url).await;
        assert!(-balances["bank"] >= granted, "what was given out stays given out");
        granted = -balances["bank"];
        let on_tables: i64 = balances
            .iter()
            .filter(|(account, _)| account.starts_with("table:"))
            .map(|(_, balance)| balance)
            .sum();
        assert!(on_tables > 0, "it was killed while people played");
    }
    assert!(actions >= 840, "{actions} actions in four rounds");
}

//! Kills the server process in the middle of play, again and again. Afterwards every wallet and
//! every stack matches the ledger, nothing is negative and nothing doubled. On SQLite and on
//! PostgreSQL.

use crate::support;
use crate::support::ordinary;

use cardroom::config::Synchronous;
use cardroom::store::prelude::*;
use cardroom::store::{PostgresStore, SqliteStore, StreamId};
use cardroom::table::{CoreInput, TableCore};
use cardroom_rules::Millis;
use std::collections::BTreeMap;
use std::path::Path;
use support::{Postgres, Server, play};

/// Opens the store of a room that is not running.
async fn open(directory: &Path, url: &str) -> Box<dyn Store> {
    if url == "sqlite" {
        let file = directory.join("data").join("cardroom.sqlite");
        Box::new(SqliteStore::open(&file, Synchronous::Normal, 0).await.unwrap())
    } else {
        Box::new(PostgresStore::open(url, Synchronous::Full, 0).await.unwrap())
    }
}

/// Returns the balances that a stopped room has stored.
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
        let description = ordinary::table("any");
        let mut core = TableCore::open(id, description, None, &stream).unwrap();
        let on_table = core.table().total();
        let ledger = balances.get(&format!("table:{id}")).copied().unwrap_or(0);
        assert_eq!(i64::try_from(on_table.0).unwrap(), ledger, "table {id} and its ledger account");
        // A restart voids the interrupted hand, and not a chip is lost.
        let outputs = core.on(Millis(u64::MAX / 4), CoreInput::Recover { setup: None });
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

//! A store whose database has a replica: which server it takes, what it acknowledges, what it
//! believes of what it reads after a loss, and who has its lease. The servers are real.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail like tests")]

mod deal_log;
mod lease;
mod pair;

use bytes::Bytes;
use cardroom_store::ids::TableId;
use cardroom_store::prelude::*;
use cardroom_store::{
    PostgresOpening, PostgresStore, Record, StoreError, StreamId, Synchronous, Unit,
};
use pair::{Pair, Which};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

const TABLE: StreamId = StreamId::Table(TableId(1));
/// How long something that must not happen may take to happen.
const WATCHED: Duration = Duration::from_millis(1_500);
/// How long something that must happen may take.
const PATIENCE: Duration = Duration::from_secs(30);

fn step(seq: u64) -> Unit {
    let record = Record { stream: TABLE, seq, payload: Bytes::from(vec![7; 40]) };
    Unit { records: vec![record], ..Unit::default() }
}

/// Opens a room that tries both servers.
async fn store_of(pair: &Pair) -> PostgresStore {
    let url = pair.url(&[Which::B, Which::A]);
    PostgresStore::open(&url, Synchronous::Full, 0).await.expect("a store")
}

/// Returns the numbers of the records that a room would go on with.
async fn stored(store: &PostgresStore) -> Vec<u64> {
    let stream = timeout(PATIENCE, store.load_stream(TABLE)).await.expect("an answer").unwrap();
    stream.records.iter().map(|record| record.seq).collect()
}

/// Returns how many batches a server shows to anybody who asks.
async fn shown(pair: &Pair, which: Which) -> i64 {
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM journal_batch");
    count.fetch_one(&mut pair.connect(which).await).await.unwrap()
}

/// Commits a step again and again until a server takes it.
async fn commit(store: &PostgresStore, seq: u64) {
    let patience = Instant::now() + PATIENCE;
    while let Err(error) = store.commit(&[step(seq)]).await {
        assert!(Instant::now() < patience, "{error}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// Begins a commit, and returns it once it waits for the replica.
async fn waiting(
    pair: &Pair,
    store: &Arc<PostgresStore>,
    seq: u64,
) -> JoinHandle<Result<(), StoreError>> {
    let store = Arc::clone(store);
    let commit = tokio::spawn(async move { store.commit(&[step(seq)]).await });
    until_one_waits(pair).await;
    commit
}

/// Waits until a commit of the room waits for the replica.
async fn until_one_waits(pair: &Pair) -> i32 {
    let waits = "SELECT pid FROM pg_stat_activity
                 WHERE application_name = 'cardroom' AND wait_event = 'SyncRep'";
    let mut connection = pair.connect(Which::A).await;
    let patience = Instant::now() + PATIENCE;
    loop {
        let found = sqlx::query_scalar(waits).fetch_optional(&mut connection).await.unwrap();
        if let Some(session) = found {
            return session;
        }
        assert!(Instant::now() < patience, "no commit waits for the replica");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn the_first_server_that_is_no_replica_has_the_database_and_after_a_promotion_the_other() {
    let Some(mut pair) = Pair::in_step().await else { return };
    let store = store_of(&pair).await;
    commit(&store, 1).await;
    pair.crash(Which::A);
    // The first one loses its connection, and the second finds no other server.
    for reason in ["database", "it is a replica"] {
        let refused = timeout(PATIENCE, store.commit(&[step(2)])).await.expect("an answer");
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    pair.promote(Which::B);
    commit(&store, 2).await;
    assert_eq!(stored(&store).await, [1, 2]);
    assert_eq!(shown(&pair, Which::B).await, 2);
    let balances = timeout(PATIENCE, store.load_balances()).await.expect("readers follow");
    assert_eq!(balances.unwrap(), []);
}

#[tokio::test]
async fn a_commit_that_a_restart_shows_as_done_is_answered_when_the_replica_has_it() {
    let Some(mut pair) = Pair::in_step().await else { return };
    let store = Arc::new(store_of(&pair).await);
    commit(&store, 1).await;
    pair.crash(Which::B);
    let commit = waiting(&pair, &store, 2).await;
    assert_eq!(shown(&pair, Which::A).await, 1, "others do not see it while it waits");
    pair.crash(Which::A);
    pair.open(Which::A);
    until_one_waits(&pair).await;
    assert_eq!(shown(&pair, Which::A).await, 2, "the restart has made it visible");
    sleep(WATCHED).await;
    assert!(!commit.is_finished(), "nobody may hear of it, because no replica has it");
    pair.open(Which::B);
    assert_eq!(timeout(PATIENCE, commit).await.unwrap().unwrap(), Ok(()));
    assert_eq!(stored(&store).await, [1, 2]);
}

#[tokio::test]
async fn a_commit_that_the_promoted_replica_never_had_is_refused() {
    let Some(mut pair) = Pair::in_step().await else { return };
    let store = Arc::new(store_of(&pair).await);
    commit(&store, 1).await;
    pair.crash(Which::B);
    let lost = waiting(&pair, &store, 2).await;
    pair.crash(Which::A);
    pair.open(Which::B);
    pair.promote(Which::B);
    let lost = timeout(PATIENCE, lost).await.unwrap().unwrap();
    assert!(matches!(lost, Err(StoreError::Database(_))), "{lost:?}");
    assert_eq!(stored(&store).await, [1]);
    commit(&store, 2).await;
    assert_eq!(stored(&store).await, [1, 2]);
}

#[tokio::test]
async fn a_lost_session_that_waits_for_the_replica_gives_up_the_lock_and_nothing_is_told_before() {
    let Some(mut pair) = Pair::in_step().await else { return };
    let store = Arc::new(store_of(&pair).await);
    commit(&store, 1).await;
    pair.crash(Which::B);
    let commit = waiting(&pair, &store, 2).await;
    let lost = until_one_waits(&pair).await;
    // The room's side of the connection is gone, and the server's waits on.
    commit.abort();
    let room = Arc::clone(&store);
    let reads = tokio::spawn(async move { stored(&room).await });
    let began = Instant::now();
    while until_one_waits(&pair).await == lost {
        assert!(began.elapsed() < Duration::from_secs(5), "the lost session keeps the lock");
        sleep(Duration::from_millis(20)).await;
    }
    sleep(WATCHED).await;
    assert!(!reads.is_finished(), "what it reads is not proven before the replica is back");
    pair.open(Which::B);
    assert_eq!(timeout(PATIENCE, reads).await.unwrap().unwrap(), [1, 2]);
}

#[tokio::test]
async fn a_room_that_requires_a_replica_neither_opens_nor_stores_without_one() {
    let Some(pair) = Pair::start() else { return };
    let url = pair.url(&[Which::A]);
    let opening =
        PostgresOpening { requires_replica: true, ..PostgresOpening::with(Synchronous::Full) };
    let refused = PostgresStore::open_by(&url, &opening).await.unwrap_err();
    assert_eq!(refused, StoreError::NoReplica);
    pair.confirm(true).await;
    let store = PostgresStore::open_by(&url, &opening).await.unwrap();
    store.commit(&[step(1)]).await.unwrap();
    pair.confirm(false).await;
    // The server tells its sessions of a changed setting at their next statement.
    let patience = Instant::now() + PATIENCE;
    let mut seq = 2;
    let refused = loop {
        match store.commit(&[step(seq)]).await {
            Ok(()) => seq += 1,
            Err(error) => break error,
        }
        assert!(Instant::now() < patience, "it stores without a replica");
    };
    assert_eq!(refused, StoreError::NoReplica);
    pair.confirm(true).await;
    commit(&store, seq).await;
    assert_eq!(stored(&store).await, (1..=seq).collect::<Vec<_>>());
}

#[tokio::test]
async fn without_a_replica_the_operator_is_warned_and_a_missing_one_is_a_standstill() {
    let Some(mut pair) = Pair::start() else { return };
    let store = Arc::new(store_of(&pair).await);
    let warnings = store.warnings().await;
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert_eq!(warning.reason, "replica");
    assert!(warning.message.contains("synchronous_standby_names"), "{warning:?}");
    pair.confirm(true).await;
    commit(&store, 1).await;
    assert_eq!(store.warnings().await, []);
    assert_eq!(store.standstill(), None);
    pair.crash(Which::B);
    let commit = waiting(&pair, &store, 2).await;
    let patience = Instant::now() + PATIENCE;
    while store.standstill().is_none() {
        assert!(Instant::now() < patience, "nobody says that the replica is missing");
        sleep(Duration::from_millis(100)).await;
    }
    pair.open(Which::B);
    assert_eq!(timeout(PATIENCE, commit).await.unwrap().unwrap(), Ok(()));
    assert_eq!(store.standstill(), None);
}

#[tokio::test]
async fn servers_that_all_fail_are_named_each_with_its_reason() {
    let url = "postgres://room@127.0.0.1:9,127.0.0.1:10/room";
    let error = PostgresStore::open(url, Synchronous::Full, 0).await.unwrap_err().to_string();
    assert!(error.contains("127.0.0.1:9: ") && error.contains("127.0.0.1:10: "), "{error}");
}

//! PostgreSQL's store when connections are cut, another room opens the database, the answer to a
//! commit is lost, or stored bytes have been changed.
use crate::support;

use bytes::Bytes;
use cardroom::config::Synchronous;
use cardroom::ids::{AccountId, TableId};
use cardroom::store::prelude::*;
use cardroom::store::{
    LedgerAccount, PostgresStore, Record, Snapshot, StoreError, StoredSetup, StreamId, Transfer,
    Unit,
};
use cardroom_rules::Chips;
use sqlx::{AssertSqlSafe, PgConnection};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use support::{Postgres, Server, play};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{UnixListener, UnixStream};

const ONE: StreamId = StreamId::Table(TableId(1));
const TWO: StreamId = StreamId::Table(TableId(2));

fn step(stream: StreamId, seq: u64, snapshot: bool) -> Unit {
    let payload = Bytes::from(vec![7; 40]);
    let record = Record { stream, seq, payload: payload.clone() };
    let snapshot = snapshot.then_some(Snapshot { stream, seq, payload, setup: None });
    Unit { records: vec![record], snapshot, ..Unit::default() }
}

fn grant(id: u64) -> Unit {
    let transfer = Transfer {
        id: format!("grant {id}"),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(AccountId(1)),
        amount: Chips(5),
        at_ms: 1,
    };
    Unit { transfers: vec![transfer], ..Unit::default() }
}

fn under(stream: StreamId, seq: u64, setup: &str) -> Unit {
    let mut unit = step(stream, seq, true);
    if let Some(snapshot) = &mut unit.snapshot {
        snapshot.setup = Some(StoredSetup::new(setup));
    }
    unit
}

async fn seqs(store: &dyn Store, stream: StreamId) -> (Option<u64>, Vec<u64>) {
    let stream = store.load_stream(stream).await.unwrap();
    let snapshot = stream.snapshot.map(|snapshot| snapshot.seq);
    (snapshot, stream.records.iter().map(|record| record.seq).collect())
}

async fn run(connection: &mut PgConnection, statement: &str) {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.unwrap();
}

/// Ends every connection of the room, as a restart of the server does.
async fn cut(database: &Postgres) {
    let mut connection = database.connect().await;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND application_name = 'cardroom'";
    run(&mut connection, end).await;
}

#[tokio::test]
async fn everything_is_there_again_and_streams_go_on() {
    let Some(database) = Postgres::database().await else { return };
    let store = database.open().await;
    store.commit(&[step(ONE, 1, true), step(ONE, 2, false), step(TWO, 1, false)]).await.unwrap();
    store.close().await.unwrap();
    let store = database.open().await;
    assert_eq!(seqs(&store, ONE).await, (Some(1), vec![2]));
    assert_eq!(seqs(&store, TWO).await, (None, vec![1]));
    let again = store.commit(&[step(TWO, 1, false)]).await.unwrap_err();
    assert_eq!(again, StoreError::OutOfOrder { stream: TWO, expected: 2, found: 1 });
    store.commit(&[step(ONE, 3, false), step(TWO, 2, false)]).await.unwrap();
    assert_eq!(seqs(&store, ONE).await, (Some(1), vec![2, 3]));
}

/// A trigger that records the setting with which a batch is written.
const TELL: &str = "
    DROP TABLE IF EXISTS said;
    CREATE TABLE said (value TEXT);
    CREATE OR REPLACE FUNCTION tell() RETURNS trigger AS $$
        BEGIN
            INSERT INTO said VALUES (current_setting('synchronous_commit'));
            RETURN NEW;
        END
    $$ LANGUAGE plpgsql;
    DROP TRIGGER IF EXISTS tell ON journal_batch;
    CREATE TRIGGER tell AFTER INSERT ON journal_batch FOR EACH ROW EXECUTE FUNCTION tell()";

#[tokio::test]
async fn a_commit_is_answered_when_the_server_has_it_on_its_disk() {
    let Some(database) = Postgres::database().await else { return };
    for (synchronous, setting) in [(Synchronous::Full, "on"), (Synchronous::Normal, "off")] {
        let store = PostgresStore::open(&database.url(), synchronous, 0).await.unwrap();
        // The writing connection itself reports it, through a trigger on what it writes.
        let mut connection = database.connect().await;
        run(&mut connection, TELL).await;
        let next = seqs(&store, ONE).await.1.len() as u64 + 1;
        store.commit(&[step(ONE, next, false)]).await.unwrap();
        let said = sqlx::query_scalar("SELECT value FROM said");
        let said: String = said.fetch_one(&mut connection).await.unwrap();
        assert_eq!(said, setting);
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_room_whose_connections_were_cut_goes_on() {
    let Some(database) = Postgres::database().await else { return };
    let store = database.open().await;
    let mut stored = 0;
    for round in 0..5 {
        store.commit(&[step(ONE, stored + 1, false)]).await.unwrap();
        stored += 1;
        cut(&database).await;
        // The first commit afterwards finds out. Reading shows whether it was stored.
        let told = store.commit(&[step(ONE, stored + 1, false), grant(round)]).await;
        let now = seqs(&store, ONE).await.1.len() as u64;
        assert_eq!(now, if told.is_ok() { stored + 1 } else { stored }, "{told:?}");
        stored = now;
    }
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test]
async fn a_second_room_waits_for_the_first_to_go() {
    let Some(database) = Postgres::database().await else { return };
    let first = database.open().await;
    let refused = PostgresStore::open(&database.url(), Synchronous::Full, 0).await.unwrap_err();
    let said = refused.to_string();
    assert!(said.starts_with("Another room has ") && said.contains("store.url"), "{said}");
    let second = async {
        let started = tokio::time::Instant::now();
        let store = database.open().await;
        assert!(started.elapsed() >= Duration::from_millis(300), "it waited");
        store
    };
    let close = async {
        tokio::time::sleep(Duration::from_millis(400)).await;
        first.close().await.unwrap();
    };
    let (second, ()) = tokio::join!(second, close);
    second.commit(&[step(ONE, 1, false)]).await.unwrap();
}

#[tokio::test]
async fn a_room_that_was_taken_over_never_writes_again() {
    let Some(database) = Postgres::database().await else { return };
    let first = database.open().await;
    first.commit(&[step(ONE, 1, false)]).await.unwrap();
    cut(&database).await;
    let second = database.open().await;
    // The first use finds the connection gone, and the next one finds that another room has the
    // database. After the successor has closed, its opening still counts.
    first.commit(&[step(ONE, 2, false)]).await.unwrap_err();
    let late = first.commit(&[step(ONE, 2, false)]).await.unwrap_err();
    assert_eq!(late, StoreError::TakenOver);
    let told = tokio::time::timeout(Duration::from_secs(1), first.lost()).await;
    assert!(told.is_ok(), "whoever has the room hears of it");
    second.commit(&[step(ONE, 2, false)]).await.unwrap();
    second.close().await.unwrap();
    for _ in 0..2 {
        let late = first.commit(&[step(ONE, 3, false)]).await.unwrap_err();
        assert_eq!(late, StoreError::TakenOver);
        assert_eq!(first.set_last_grant(AccountId(1), 5).await, Err(StoreError::TakenOver));
    }
    let third = database.open().await;
    assert_eq!(seqs(&third, ONE).await, (None, vec![1, 2]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_whose_database_another_one_has_ends() {
    let Some(database) = Postgres::database().await else { return };
    let directory = tempfile::tempdir().unwrap();
    let mut server = Server::start(directory.path(), &database.url());
    // The server is paused while another room opens the database. Otherwise it would get its lock
    // back at once.
    server.stop();
    cut(&database).await;
    let second = database.open().await;
    second.close().await.unwrap();
    server.wake();
    // A player comes in, and the room wants to store it.
    let url = server.url.clone();
    let bots = tokio::spawn(async move { play(&url, 1, 1).await });
    let patience = tokio::time::Instant::now() + Duration::from_secs(30);
    while server.is_running() {
        assert!(tokio::time::Instant::now() < patience, "it goes on without its database");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    bots.abort();
    assert!(bots.await.is_err(), "nobody could play");
}

/// A proxy between the room and the server. On request it loses the answer to the next commit.
struct Wire {
    directory: tempfile::TempDir,
    loses_answer: Arc<AtomicBool>,
    passes_commit: Arc<AtomicBool>,
}

impl Wire {
    fn before(database: &Postgres) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let name = ".s.PGSQL.5432";
        let listener = UnixListener::bind(directory.path().join(name)).unwrap();
        let server = database.directory.join(name);
        let loses_answer = Arc::new(AtomicBool::new(false));
        let passes_commit = Arc::new(AtomicBool::new(true));
        let flags = (Arc::clone(&loses_answer), Arc::clone(&passes_commit));
        tokio::spawn(async move {
            while let Ok((room, _)) = listener.accept().await {
                tokio::spawn(pass(room, server.clone(), flags.clone()));
            }
        });
        Self { directory, loses_answer, passes_commit }
    }
}

async fn pass(
    room: UnixStream,
    server: PathBuf,
    (loses_answer, passes_commit): (Arc<AtomicBool>, Arc<AtomicBool>),
) -> std::io::Result<()> {
    let server = UnixStream::connect(server).await?;
    let (mut room_out, mut room_in) = room.into_split();
    let (mut server_out, mut server_in) = server.into_split();
    let mut answers = tokio::spawn(async move {
        tokio::io::copy(&mut server_out, &mut room_in).await?;
        std::io::Result::Ok(())
    });
    let mut bytes = vec![0; 65_536];
    loop {
        let length = tokio::select! {
            read = room_out.read(&mut bytes) => read?,
            _ = &mut answers => return Ok(()),
        };
        if length == 0 {
            return Ok(());
        }
        let text = &bytes[..length];
        // A group is one statement, which commits on its own. It has the record or the transfer.
        let holds = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
        let commits = holds(b"grant ") || holds(&[7; 40]);
        if commits && loses_answer.swap(false, Ordering::SeqCst) {
            answers.abort();
            if passes_commit.load(Ordering::SeqCst) {
                server_in.write_all(text).await?;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            return Ok(());
        }
        server_in.write_all(text).await?;
    }
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_looked_up() {
    let Some(database) = Postgres::database().await else { return };
    let wire = Wire::before(&database);
    let url = database.url_by(wire.directory.path());
    let store = PostgresStore::open(&url, Synchronous::Full, 0).await.unwrap();
    for (seq, arrives) in [(1, true), (2, false), (2, true), (3, true)] {
        wire.passes_commit.store(arrives, Ordering::SeqCst);
        wire.loses_answer.store(true, Ordering::SeqCst);
        let told = store.commit(&[step(ONE, seq, false)]).await;
        assert_eq!(told.is_ok(), arrives, "{told:?}");
        assert!(!wire.loses_answer.load(Ordering::SeqCst), "an answer was lost");
        let last = if arrives { seq } else { seq - 1 };
        assert_eq!(seqs(&store, ONE).await, (None, (1..=last).collect()));
        // Without a record there is no batch to look for, only the mark.
        wire.loses_answer.store(true, Ordering::SeqCst);
        let told = store.commit(&[grant(10 * seq + u64::from(arrives))]).await;
        assert_eq!(told.is_ok(), arrives, "{told:?}");
    }
    let wallet = store.load_balances().await.unwrap();
    assert_eq!(wallet[1], ("wallet:1".to_owned(), 15));
}

#[tokio::test]
async fn batches_that_no_stream_needs_are_pruned_and_their_numbers_not_used_again() {
    let Some(database) = Postgres::database().await else { return };
    let store = database.open().await;
    store.commit(&[step(TWO, 1, false)]).await.unwrap();
    for seq in 1..=1_100 {
        store.commit(&[step(ONE, seq, true)]).await.unwrap();
    }
    let mut connection = database.connect().await;
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM journal_batch");
    let left: i64 = count.fetch_one(&mut connection).await.unwrap();
    assert!((1..600).contains(&left), "{left} batches are left of 1101");
    store.close().await.unwrap();
    // As if everything had been pruned right before the end.
    run(&mut connection, "DELETE FROM journal_batch WHERE id > 1").await;
    let store = database.open().await;
    store.commit(&[step(ONE, 1_101, false), step(TWO, 2, false)]).await.unwrap();
    assert_eq!(seqs(&store, ONE).await, (Some(1_100), vec![1_101]));
    assert_eq!(seqs(&store, TWO).await, (None, vec![1, 2]));
    let last = sqlx::query_scalar("SELECT MAX(id) FROM journal_batch");
    let last: i64 = last.fetch_one(&mut connection).await.unwrap();
    assert_eq!(last, 1_102);
}

async fn setups(database: &Postgres) -> Vec<String> {
    let read = sqlx::query_scalar("SELECT text FROM setup ORDER BY text");
    read.fetch_all(&mut database.connect().await).await.unwrap()
}

#[tokio::test]
async fn a_setup_is_stored_once_and_deleted_when_no_table_uses_it() {
    let Some(database) = Postgres::database().await else { return };
    let store = database.open().await;
    store.commit(&[under(ONE, 1, "stud"), under(TWO, 1, "stud")]).await.unwrap();
    store.commit(&[under(ONE, 2, "stud"), under(TWO, 2, "razz")]).await.unwrap();
    store.commit(&[under(ONE, 3, "razz")]).await.unwrap();
    assert_eq!(setups(&database).await, ["razz", "stud"]);
    store.close().await.unwrap();
    let store = database.open().await;
    assert_eq!(setups(&database).await, ["razz"]);
    store.commit(&[under(TWO, 3, "stud")]).await.unwrap();
    store.close().await.unwrap();
    let stream = database.open().await.load_stream(TWO).await.unwrap();
    assert_eq!(stream.snapshot.unwrap().setup.unwrap().text(), "stud");
}

#[tokio::test]
async fn a_damaged_setup_and_a_missing_one_are_noticed() {
    for damage in [
        "UPDATE setup SET text = 'razz'",
        "SET session_replication_role = replica; DELETE FROM setup",
        "SET session_replication_role = replica; UPDATE snapshot SET setup = '\\x00'",
        "UPDATE snapshot SET setup = NULL",
    ] {
        let Some(database) = Postgres::database().await else { return };
        let store = database.open().await;
        store.commit(&[under(ONE, 1, "stud")]).await.unwrap();
        run(&mut database.connect().await, damage).await;
        let all = store.load_streams().await.unwrap_err();
        let alone = store.load_stream(ONE).await.unwrap_err();
        assert!(matches!(all, StoreError::Damaged(_)), "{damage}: {all}");
        assert!(matches!(alone, StoreError::Damaged(_)), "{damage}: {alone}");
    }
}

#[tokio::test]
async fn what_was_damaged_is_noticed() {
    for (damage, told) in [
        ("UPDATE journal_batch SET payload = substr(payload, 1, 20) WHERE id = 2", "batch 2"),
        ("DELETE FROM journal_batch WHERE id = 2", "record 2 is missing"),
        ("UPDATE snapshot SET payload = '\\x00'", "snapshot"),
        ("UPDATE snapshot SET seq = 0", "snapshot"),
        ("UPDATE snapshot SET link = '\\x00'", "snapshot"),
        ("UPDATE snapshot SET stream_kind = 9", "unknown kind 9"),
    ] {
        let Some(database) = Postgres::database().await else { return };
        let store = database.open().await;
        for unit in [step(ONE, 1, false), step(ONE, 2, false), step(ONE, 3, false)] {
            store.commit(&[unit]).await.unwrap();
        }
        store.commit(&[step(TWO, 1, true)]).await.unwrap();
        run(&mut database.connect().await, damage).await;
        let error = store.load_streams().await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{damage}: {error}");
        assert!(error.to_string().contains(told), "{damage}: {error}");
    }
}

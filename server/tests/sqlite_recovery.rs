//! What SQLite finds when it is opened again: after a clean end, after batches were pruned, and
//! after bytes of the file were damaged.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use bytes::Bytes;
use cardroom::ids::{AccountId, TableId};
use cardroom::store::{
    LedgerAccount, Record, Snapshot, SqliteStore, Store, StoreError, StreamId, Transfer, Unit,
};
use cardroom_rules::Chips;
use sqlx::{Connection as _, Row as _, SqliteConnection};
use support::Sqlite;

const ONE: StreamId = StreamId::Table(TableId(1));
const TWO: StreamId = StreamId::Table(TableId(2));

fn step(stream: StreamId, seq: u64, snapshot: bool) -> Unit {
    let payload = Bytes::from(vec![7; 40]);
    let record = Record { stream, seq, payload: payload.clone() };
    let snapshot = snapshot.then_some(Snapshot { stream, seq, payload });
    Unit { records: vec![record], snapshot, ..Unit::default() }
}

async fn seqs(store: &SqliteStore, stream: StreamId) -> (Option<u64>, Vec<u64>) {
    let stream = store.load_stream(stream).await.unwrap();
    let snapshot = stream.snapshot.map(|snapshot| snapshot.seq);
    (snapshot, stream.records.iter().map(|record| record.seq).collect())
}

/// Looks into the file, or changes it, behind the store's back.
async fn connect(sqlite: &Sqlite) -> SqliteConnection {
    let url = format!("sqlite:{}", sqlite.path().display());
    SqliteConnection::connect(&url).await.unwrap()
}

async fn batches(sqlite: &Sqlite) -> i64 {
    let mut connection = connect(sqlite).await;
    let row = sqlx::query("SELECT COUNT(*) FROM journal_batch").fetch_one(&mut connection).await;
    row.unwrap().get(0)
}

#[tokio::test]
async fn everything_is_there_again_and_streams_go_on() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    store.commit(&[step(ONE, 1, true), step(ONE, 2, false), step(TWO, 1, false)]).await.unwrap();
    drop(store);
    let store = sqlite.open().await;
    assert_eq!(seqs(&store, ONE).await, (Some(1), vec![2]));
    assert_eq!(seqs(&store, TWO).await, (None, vec![1]));
    let again = store.commit(&[step(TWO, 1, false)]).await.unwrap_err();
    assert_eq!(again, StoreError::OutOfOrder { stream: TWO, expected: 2, found: 1 });
    store.commit(&[step(ONE, 3, false), step(TWO, 2, false)]).await.unwrap();
    assert_eq!(seqs(&store, ONE).await, (Some(1), vec![2, 3]));
}

#[tokio::test]
async fn batches_that_no_stream_needs_are_pruned_and_their_numbers_not_used_again() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    store.commit(&[step(TWO, 1, false)]).await.unwrap();
    for seq in 1..=1_100 {
        store.commit(&[step(ONE, seq, true)]).await.unwrap();
    }
    let left = batches(&sqlite).await;
    assert!((1..600).contains(&left), "{left} batches are left of 1101");
    assert_eq!(seqs(&store, TWO).await, (None, vec![1]), "the quiet table kept its batch");
    drop(store);
    // As if everything had been pruned right before the end.
    let mut connection = connect(&sqlite).await;
    let delete = sqlx::query("DELETE FROM journal_batch WHERE id > 1");
    delete.execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = sqlite.open().await;
    store.commit(&[step(ONE, 1_101, false), step(TWO, 2, false)]).await.unwrap();
    assert_eq!(seqs(&store, ONE).await, (Some(1_100), vec![1_101]));
    assert_eq!(seqs(&store, TWO).await, (None, vec![1, 2]));
    let row = sqlx::query("SELECT MAX(id) FROM journal_batch");
    let row = row.fetch_one(&mut connect(&sqlite).await).await.unwrap();
    assert_eq!(row.get::<i64, _>(0), 1_102);
}

#[tokio::test]
async fn a_damaged_batch_a_missing_one_and_a_damaged_snapshot_are_noticed() {
    for (damage, told) in [
        ("UPDATE journal_batch SET payload = substr(payload, 1, 20) WHERE id = 2", "batch 2"),
        ("DELETE FROM journal_batch WHERE id = 2", "record 2 is missing"),
        ("UPDATE snapshot SET payload = x'00'", "snapshot"),
        ("UPDATE snapshot SET seq = 0", "snapshot"),
        ("UPDATE snapshot SET stream_kind = 9", "unknown kind 9"),
    ] {
        let sqlite = Sqlite::new();
        let store = sqlite.open().await;
        for unit in [step(ONE, 1, false), step(ONE, 2, false), step(ONE, 3, false)] {
            store.commit(&[unit]).await.unwrap();
        }
        store.commit(&[step(TWO, 1, true)]).await.unwrap();
        let mut connection = connect(&sqlite).await;
        sqlx::query(damage).execute(&mut connection).await.unwrap();
        let error = store.load_streams().await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{damage}: {error}");
        assert!(error.to_string().contains(told), "{damage}: {error}");
    }
}

#[tokio::test]
async fn a_changed_balance_shows_in_the_audit() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    let wallet = LedgerAccount::Wallet(AccountId(4));
    let transfer = Transfer {
        id: "grant".to_owned(),
        from: LedgerAccount::Bank,
        to: wallet,
        amount: Chips(50),
        at_ms: 9,
    };
    store.commit(&[Unit { transfers: vec![transfer], ..Unit::default() }]).await.unwrap();
    let mut connection = connect(&sqlite).await;
    let update = sqlx::query("UPDATE ledger_account SET balance = 51 WHERE name = 'wallet:4'");
    update.execute(&mut connection).await.unwrap();
    let found = store.ledger_audit().await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].account.as_str(), found[0].balance, found[0].transfers),
        ("wallet:4", 51, 50)
    );
}

#[tokio::test]
async fn a_commit_that_is_given_up_leaves_nothing_and_the_store_goes_on() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    for polls in 1..40 {
        let unit = [step(ONE, 1, false)];
        let mut commit = std::pin::pin!(store.commit(&unit));
        let mut done = false;
        for _ in 0..polls {
            tokio::task::yield_now().await;
            if futures_util::future::poll_immediate(&mut commit).await.is_some() {
                done = true;
                break;
            }
        }
        if done {
            break;
        }
    }
    let stored = seqs(&store, ONE).await.1;
    let next = stored.last().map_or(1, |seq| seq + 1);
    store.commit(&[step(ONE, next, false)]).await.unwrap();
    assert_eq!(seqs(&store, ONE).await.1, (1..=next).collect::<Vec<_>>());
}

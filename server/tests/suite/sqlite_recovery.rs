//! What SQLite finds when it is reopened: after a clean end, after batches were pruned, and after
//! bytes of the file were damaged.
use crate::support;

use bytes::Bytes;
use cardroom::cashier::Cashier;
use cardroom::config::Synchronous;
use cardroom::ids::{AccountId, TableId};
use cardroom::journal::{CommitError, Journal};
use cardroom::store::prelude::*;
use cardroom::store::{
    LedgerAccount, Record, Snapshot, SqliteStore, StoreError, StoredSetup, StreamId, Transfer, Unit,
};
use cardroom_rules::Chips;
use sqlx::{Connection as _, Row as _, SqliteConnection};
use std::sync::Arc;
use support::Sqlite;

const ONE: StreamId = StreamId::Table(TableId(1));
const TWO: StreamId = StreamId::Table(TableId(2));

fn step(stream: StreamId, seq: u64, snapshot: bool) -> Unit {
    let payload = Bytes::from(vec![7; 40]);
    let record = Record { stream, seq, payload: payload.clone() };
    let snapshot = snapshot.then_some(Snapshot { stream, seq, payload, setup: None });
    Unit { records: vec![record], snapshot, ..Unit::default() }
}

fn under(stream: StreamId, seq: u64, setup: &str) -> Unit {
    let mut unit = step(stream, seq, true);
    if let Some(snapshot) = &mut unit.snapshot {
        snapshot.setup = Some(StoredSetup::new(setup));
    }
    unit
}

async fn seqs(store: &SqliteStore, stream: StreamId) -> (Option<u64>, Vec<u64>) {
    let stream = store.load_stream(stream).await.unwrap();
    let snapshot = stream.snapshot.map(|snapshot| snapshot.seq);
    (snapshot, stream.records.iter().map(|record| record.seq).collect())
}

/// Stores units, and waits until the database has their rows, too.
async fn commit_and_project(store: &SqliteStore, units: &[Unit]) {
    store.commit(units).await.unwrap();
    store.load_stream(ONE).await.unwrap();
}

/// Connects to the file, to read or change it behind the store's back.
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

/// An open store, and the directory it is in.
struct Kept {
    store: SqliteStore,
    _directory: Sqlite,
}

impl Sqlite {
    async fn open_and_keep(self) -> Kept {
        Kept { store: self.open().await, _directory: self }
    }
}

/// Returns the files as they are on disk while a room runs, which is their state after `kill -9`.
fn as_if_killed(sqlite: &Sqlite) -> Sqlite {
    let killed = Sqlite::new();
    std::fs::create_dir(killed.path().parent().unwrap()).unwrap();
    for file in std::fs::read_dir(sqlite.path().parent().unwrap()).unwrap() {
        let name = file.unwrap().file_name();
        let is_kept = |part: &str| name.to_string_lossy().contains(part);
        if is_kept("-wal") || is_kept("-redo") || name == "cardroom.sqlite" {
            let path = sqlite.path().with_file_name(&name);
            std::fs::copy(path, killed.path().with_file_name(&name)).unwrap();
        }
    }
    killed
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_kill_at_any_time() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    for seq in 1..=60 {
        store.commit(&[step(ONE, seq, seq % 7 == 0), step(TWO, seq, false)]).await.unwrap();
        if seq % 20 == 0 {
            let killed = as_if_killed(&sqlite).open_and_keep().await;
            assert_eq!(seqs(&killed.store, TWO).await, (None, (1..=seq).collect()));
            let snapshot = seq / 7 * 7;
            let rest = (snapshot + 1..=seq).collect();
            assert_eq!(seqs(&killed.store, ONE).await, (Some(snapshot), rest));
        }
    }
}

#[tokio::test]
async fn what_the_database_loses_of_its_own_log_comes_back_from_the_redo_log() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    for seq in 1..=30 {
        commit_and_project(&store, &[step(ONE, seq, false), step(TWO, seq, true)]).await;
    }
    let wal_bytes = std::fs::metadata(sqlite.path().with_file_name("cardroom.sqlite-wal"));
    let wal_bytes = wal_bytes.unwrap().len();
    for cut in 1..8 {
        let killed = as_if_killed(&sqlite);
        let wal = killed.path().with_file_name("cardroom.sqlite-wal");
        let wal = std::fs::File::options().write(true).open(wal).unwrap();
        wal.set_len(wal_bytes - cut * 4_001).unwrap();
        let there = batches(&killed).await;
        assert!((10..30).contains(&there), "{there} batches are left of 30");
        let killed = killed.open_and_keep().await;
        assert_eq!(seqs(&killed.store, ONE).await, (None, (1..=30).collect()));
        assert_eq!(seqs(&killed.store, TWO).await, (Some(30), vec![]));
        killed.store.commit(&[step(ONE, 31, false)]).await.unwrap();
    }
}

#[tokio::test]
async fn one_overdraft_in_a_group_fails_alone() {
    let sqlite = Sqlite::new();
    let store = Arc::new(sqlite.open().await);
    let (journal, task) = Journal::start(store.clone(), Cashier::default());
    let mut overdraft = step(TWO, 1, false);
    overdraft.transfers.push(Transfer {
        id: "buy-in".to_owned(),
        from: LedgerAccount::Wallet(AccountId(1)),
        to: LedgerAccount::Table(TableId(2)),
        amount: Chips(1),
        at_ms: 1,
    });
    let units = [step(ONE, 1, false), overdraft, step(ONE, 2, false)];
    let results = futures_util::future::join_all(units.map(|unit| journal.commit(unit))).await;
    let refused = StoreError::Overdrawn { id: "buy-in".to_owned() };
    assert_eq!(results, [Ok(()), Err(CommitError::Store(refused)), Ok(())]);
    assert_eq!(seqs(&store, ONE).await, (None, vec![1, 2]));
    assert_eq!(seqs(&store, TWO).await, (None, vec![]));
    journal.close();
    task.await.unwrap();
}

#[tokio::test]
async fn while_the_database_refuses_the_projection_nothing_is_committed_and_nothing_is_lost() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    commit_and_project(&store, &[step(ONE, 1, false)]).await;
    let mut other = connect(&sqlite).await;
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON journal_batch
                  BEGIN SELECT RAISE(ABORT, 'no'); END";
    sqlx::query(refuse).execute(&mut other).await.unwrap();
    store.commit(&[step(ONE, 2, false)]).await.unwrap();
    let behind = store.load_streams().await;
    assert!(matches!(behind, Err(StoreError::Database(_))), "{behind:?}");
    assert_eq!(seqs(&store, ONE).await.1, [1, 2], "a table still reads where it is");
    let refused = store.commit(&[step(ONE, 3, false)]).await;
    assert!(matches!(refused, Err(StoreError::NotWritten(_))), "{refused:?}");
    // Both another connection and the store itself can still write.
    sqlx::query("DROP TRIGGER refuse").execute(&mut other).await.unwrap();
    store.table_ids(&["Main".to_owned()]).await.unwrap();
    sqlx::query("DELETE FROM room_table").execute(&mut other).await.unwrap();
    store.probe().await.unwrap();
    store.commit(&[step(ONE, 3, false), step(TWO, 1, true)]).await.unwrap();
    assert_eq!(seqs(&store, ONE).await, (None, vec![1, 2, 3]));
    assert_eq!(seqs(&store, TWO).await, (Some(1), vec![]));
}

#[tokio::test]
async fn batches_that_no_stream_needs_are_pruned_and_their_numbers_not_used_again() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    commit_and_project(&store, &[step(TWO, 1, false)]).await;
    for seq in 1..=200 {
        commit_and_project(&store, &[step(ONE, seq, true)]).await;
    }
    let left = batches(&sqlite).await;
    assert!((1..130).contains(&left), "{left} batches are left of 201");
    assert_eq!(seqs(&store, TWO).await, (None, vec![1]), "the quiet table kept its batch");
    drop(store);
    // As if everything had been pruned right before the end.
    let mut connection = connect(&sqlite).await;
    let delete = sqlx::query("DELETE FROM journal_batch WHERE id > 1");
    delete.execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = sqlite.open().await;
    store.commit(&[step(ONE, 201, false), step(TWO, 2, false)]).await.unwrap();
    assert_eq!(seqs(&store, ONE).await, (Some(200), vec![201]));
    assert_eq!(seqs(&store, TWO).await, (None, vec![1, 2]));
    let row = sqlx::query("SELECT MAX(id) FROM journal_batch");
    let row = row.fetch_one(&mut connect(&sqlite).await).await.unwrap();
    assert_eq!(row.get::<i64, _>(0), 202);
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
            commit_and_project(&store, &[unit]).await;
        }
        commit_and_project(&store, &[step(TWO, 1, true)]).await;
        let mut connection = connect(&sqlite).await;
        sqlx::query(damage).execute(&mut connection).await.unwrap();
        let error = store.load_streams().await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{damage}: {error}");
        assert!(error.to_string().contains(told), "{damage}: {error}");
    }
}

async fn setups(sqlite: &Sqlite) -> Vec<String> {
    let read = sqlx::query_scalar("SELECT text FROM setup ORDER BY text");
    read.fetch_all(&mut connect(sqlite).await).await.unwrap()
}

#[tokio::test]
async fn a_setup_is_stored_once_and_deleted_when_no_table_uses_it() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    commit_and_project(&store, &[under(ONE, 1, "stud"), under(TWO, 1, "stud")]).await;
    commit_and_project(&store, &[under(ONE, 2, "stud"), under(TWO, 2, "razz")]).await;
    commit_and_project(&store, &[under(ONE, 3, "razz")]).await;
    assert_eq!(setups(&sqlite).await, ["razz", "stud"]);
    drop(store);
    let store = sqlite.open().await;
    assert_eq!(setups(&sqlite).await, ["razz"]);
    commit_and_project(&store, &[under(TWO, 3, "stud")]).await;
    drop(store);
    let stream = sqlite.open().await.load_stream(TWO).await.unwrap();
    assert_eq!(stream.snapshot.unwrap().setup.unwrap().text(), "stud");
}

#[tokio::test]
async fn a_damaged_setup_and_a_missing_one_are_noticed() {
    for (damage, told) in [
        ("UPDATE setup SET text = 'razz'", "its hash does not match"),
        ("UPDATE setup SET text = CAST(x'ff' AS TEXT)", "its hash does not match"),
        ("UPDATE setup SET hash = x'00'", "its hash does not match"),
        ("DELETE FROM setup", "is missing"),
        ("UPDATE snapshot SET setup = x'00'", "is missing"),
        ("UPDATE snapshot SET setup = NULL", "snapshot"),
    ] {
        let sqlite = Sqlite::new();
        let store = sqlite.open().await;
        commit_and_project(&store, &[under(ONE, 1, "stud")]).await;
        let damage = format!("PRAGMA foreign_keys = off; {damage}");
        let damage = sqlx::raw_sql(sqlx::AssertSqlSafe(damage));
        damage.execute(&mut connect(&sqlite).await).await.unwrap();
        let all = store.load_streams().await.unwrap_err();
        let alone = store.load_stream(ONE).await.unwrap_err();
        drop(store);
        let opened = SqliteStore::open(&sqlite.path(), Synchronous::Normal, 0).await.unwrap_err();
        for error in [all, alone, opened] {
            assert!(matches!(error, StoreError::Damaged(_)), "{error}");
            let text = error.to_string();
            assert!(text.contains(told) || text.contains("is missing"), "{told}: {error}");
        }
    }
}

#[tokio::test]
async fn a_batch_that_was_exchanged_for_another_whole_one_is_noticed() {
    let (sqlite, other) = (Sqlite::new(), Sqlite::new());
    for (place, byte) in [(&sqlite, 1), (&other, 2)] {
        let store = place.open().await;
        for seq in 1..=3 {
            let record = Record { stream: ONE, seq, payload: Bytes::from(vec![byte; 40]) };
            let unit = Unit { records: vec![record], ..Unit::default() };
            commit_and_project(&store, &[unit]).await;
        }
    }
    let theirs = sqlx::query_scalar("SELECT payload FROM journal_batch WHERE id = 2");
    let theirs: Vec<u8> = theirs.fetch_one(&mut connect(&other).await).await.unwrap();
    let exchange = sqlx::query("UPDATE journal_batch SET payload = ? WHERE id = 2").bind(theirs);
    exchange.execute(&mut connect(&sqlite).await).await.unwrap();
    let store = sqlite.open().await;
    let error = store.load_streams().await.unwrap_err().to_string();
    assert!(error.contains("table:1: record 2 does not follow"), "{error}");
}

#[tokio::test]
async fn a_snapshot_of_another_history_is_noticed() {
    let (sqlite, other) = (Sqlite::new(), Sqlite::new());
    for (place, byte) in [(&sqlite, 1), (&other, 2)] {
        let store = place.open().await;
        let record = |seq| Record { stream: ONE, seq, payload: Bytes::from(vec![byte; 40]) };
        let snapshot =
            Snapshot { stream: ONE, seq: 2, payload: Bytes::from_static(b"state"), setup: None };
        let records = vec![record(1), record(2)];
        let hand = Unit { records, snapshot: Some(snapshot), ..Unit::default() };
        let next = Unit { records: vec![record(3)], ..Unit::default() };
        commit_and_project(&store, &[hand]).await;
        commit_and_project(&store, &[next]).await;
    }
    let theirs = sqlx::query_as("SELECT link, hash FROM snapshot");
    let (link, hash): (Vec<u8>, Vec<u8>) =
        theirs.fetch_one(&mut connect(&other).await).await.unwrap();
    let exchange = sqlx::query("UPDATE snapshot SET link = ?, hash = ?").bind(link).bind(hash);
    exchange.execute(&mut connect(&sqlite).await).await.unwrap();
    let store = sqlite.open().await;
    let error = store.load_streams().await.unwrap_err().to_string();
    assert!(error.contains("record 2 is not the one of its snapshot"), "{error}");
}

#[tokio::test]
async fn records_are_kept_for_as_many_snapshots_as_was_asked() {
    let sqlite = Sqlite::new();
    let store = SqliteStore::open(&sqlite.path(), Synchronous::Normal, 100).await.unwrap();
    for seq in 1..=300 {
        commit_and_project(&store, &[step(ONE, seq, true)]).await;
    }
    let left = batches(&sqlite).await;
    assert!((100..=100 + 128).contains(&left), "{left} batches are left of 300");
    drop(store);
    let store = SqliteStore::open(&sqlite.path(), Synchronous::Normal, 100).await.unwrap();
    assert_eq!(seqs(&store, ONE).await, (Some(300), vec![]));
    commit_and_project(&store, &[step(ONE, 301, false)]).await;
    assert!(batches(&sqlite).await > left, "nothing is deleted on opening");
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

#[cfg(unix)]
#[tokio::test]
async fn after_a_close_one_private_file_holds_everything() {
    use std::os::unix::fs::PermissionsExt as _;
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    let ids = store.table_ids(&["One".to_owned()]).await.expect("an id");
    for file in std::fs::read_dir(sqlite.path().parent().expect("a directory")).expect("read") {
        let file = file.expect("a file");
        let mode = file.metadata().expect("the file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", file.path().display());
    }
    store.close().await.expect("it closes");
    drop(store);
    let mode = std::fs::metadata(sqlite.path()).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let copy = Sqlite::new();
    std::fs::create_dir_all(copy.path().parent().expect("a directory")).expect("made");
    std::fs::copy(sqlite.path(), copy.path()).expect("copied");
    let store = copy.open().await;
    assert_eq!(store.table_ids(&["One".to_owned()]).await, Ok(ids), "nothing was beside the file");
}

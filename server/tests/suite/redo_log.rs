//! The redo log beside a SQLite file: damage is refused with its place, a directory of an older
//! version opens, and a copy is one moment.
use crate::support;

use bytes::Bytes;
use cardroom::config::{StorePlace, Synchronous};
use cardroom::ids::{AccountId, TableId};
use cardroom::store::backup::{back_up, restore};
use cardroom::store::prelude::*;
use cardroom::store::{
    LedgerAccount, Record, Snapshot, SqliteStore, StoreError, StoredSetup, StreamId, Transfer, Unit,
};
use cardroom_rules::Chips;
use sqlx::{Connection as _, SqliteConnection};
use std::path::{Path, PathBuf};
use support::Sqlite;

const ONE: StreamId = StreamId::Table(TableId(1));
/// The bytes of a frame with one step of 40 bytes.
const FRAME: usize = 104;

fn step(seq: u64) -> Unit {
    let record = Record { stream: ONE, seq, payload: Bytes::from(vec![7; 40]) };
    Unit { records: vec![record], ..Unit::default() }
}

fn grant() -> Unit {
    let transfer = Transfer {
        id: "grant".to_owned(),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(AccountId(1)),
        amount: Chips(5),
        at_ms: 1,
    };
    Unit { transfers: vec![transfer], ..Unit::default() }
}

async fn last(store: &SqliteStore) -> u64 {
    store.load_stream(ONE).await.unwrap().records.last().map_or(0, |record| record.seq)
}

async fn open(path: &Path, synchronous: Synchronous) -> Result<SqliteStore, StoreError> {
    SqliteStore::open_with_segments(path, synchronous, 0, 1 << 16).await
}

fn segment(path: &Path, number: usize) -> PathBuf {
    let name = path.file_name().unwrap().to_string_lossy();
    path.with_file_name(format!("{name}-redo{number}"))
}

async fn execute(path: &Path, statements: &str) {
    let url = format!("sqlite:{}", path.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

/// Returns the files of a process that died after these steps, before the database had any of them.
async fn killed(synchronous: Synchronous, steps: u64) -> Sqlite {
    let (sqlite, killed) = (Sqlite::new(), Sqlite::new());
    let store = open(&sqlite.path(), synchronous).await.unwrap();
    // The log begins, and the database is where the steps begin.
    store.commit(&[grant()]).await.unwrap();
    for seq in 1..=steps {
        store.commit(&[step(seq)]).await.unwrap();
    }
    let from = sqlite.path();
    std::fs::create_dir(killed.path().parent().unwrap()).unwrap();
    for number in 0..3 {
        std::fs::copy(segment(&from, number), segment(&killed.path(), number)).unwrap();
    }
    // An older state of the database is what the kill leaves of it if the projection was not there
    // yet. Its position is moved back, and the rows are removed.
    store.load_stream(ONE).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    std::fs::copy(&from, killed.path()).unwrap();
    let log = std::fs::read(segment(&from, 0)).unwrap();
    let hash: String = log[16..32].iter().map(|byte| format!("{byte:02x}")).collect();
    let durable = i64::from(synchronous == Synchronous::Full);
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let back = format!(
        "DELETE FROM journal_batch; DELETE FROM snapshot;
         UPDATE redo_log SET number = 1, hash = x'{hash}', in_use = 1, durable = {durable},
             uptime = '{}'",
        boot.trim()
    );
    execute(&killed.path(), &back).await;
    killed
}

fn flip(path: &Path, place: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[place] ^= 0x10;
    std::fs::write(path, bytes).unwrap();
}

#[tokio::test]
async fn what_only_the_log_has_is_there_again_and_the_log_goes_on() {
    for synchronous in [Synchronous::Normal, Synchronous::Full] {
        let killed = killed(synchronous, 5).await;
        let store = open(&killed.path(), synchronous).await.unwrap();
        assert_eq!(last(&store).await, 5);
        assert_eq!(store.ledger_audit().await.unwrap(), []);
        store.commit(&[step(6)]).await.unwrap();
        store.close().await.unwrap();
        drop(store);
        assert_eq!(last(&open(&killed.path(), synchronous).await.unwrap()).await, 6);
    }
}

#[tokio::test]
async fn a_flipped_byte_in_the_middle_is_refused_with_its_place() {
    for synchronous in [Synchronous::Normal, Synchronous::Full] {
        let killed = killed(synchronous, 5).await;
        flip(&segment(&killed.path(), 0), 2 * FRAME + 50);
        let refused = open(&killed.path(), synchronous).await.unwrap_err();
        let text = refused.to_string();
        assert!(matches!(refused, StoreError::Damaged(_)), "{text}");
        let place = "frame 4 is damaged or missing at byte 208 of the file -redo0";
        assert!(text.contains(place), "{text}");
        assert!(text.contains("2 whole frames follow it"), "{text}");
        // A backup does not pass over it in silence either, nor does `journal verify`.
        let copy = killed.path().with_file_name("backup");
        let place = StorePlace::Sqlite(killed.path());
        assert_eq!(back_up(&place, &copy).await.unwrap_err(), refused);
        assert!(!copy.exists());

        // After the machine has started anew, a log without syncs may have lost its end.
        execute(&killed.path(), "UPDATE redo_log SET uptime = 'another time'").await;
        match open(&killed.path(), synchronous).await {
            Ok(store) => {
                assert_eq!((synchronous, last(&store).await), (Synchronous::Normal, 2));
                store.commit(&[step(3)]).await.unwrap();
                drop(store);
                let store = open(&killed.path(), synchronous).await.unwrap();
                assert_eq!(last(&store).await, 3, "the lost frames stay lost");
            }
            Err(error) => assert_eq!((synchronous, error), (Synchronous::Full, refused)),
        }
    }
}

#[tokio::test]
async fn a_torn_frame_at_the_end_was_not_acknowledged() {
    let killed = killed(Synchronous::Full, 5).await;
    let path = segment(&killed.path(), 0);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[5 * FRAME - 60..].fill(0);
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(last(&open(&killed.path(), Synchronous::Full).await.unwrap()).await, 4);
}

#[tokio::test]
async fn a_missing_segment_and_one_of_another_database_are_refused() {
    let killed = killed(Synchronous::Full, 2).await;
    let (path, aside) = (segment(&killed.path(), 1), killed.path().with_file_name("aside"));
    std::fs::rename(&path, &aside).unwrap();
    let refused = open(&killed.path(), Synchronous::Full).await.unwrap_err().to_string();
    assert!(refused.contains("a segment file is missing"), "{refused}");
    std::fs::rename(&aside, &path).unwrap();
    // A database that forgets its log goes on from what it has.
    let without = Sqlite::new();
    std::fs::create_dir(without.path().parent().unwrap()).unwrap();
    std::fs::copy(killed.path(), without.path()).unwrap();
    execute(&without.path(), "DELETE FROM redo_log").await;
    let store = without.open().await;
    assert_eq!(last(&store).await, 0);
    store.commit(&[step(1)]).await.unwrap();
    assert_eq!(store.ledger_audit().await.unwrap(), []);

    std::fs::rename(killed.path(), &aside).unwrap();
    let refused = open(&killed.path(), Synchronous::Full).await.unwrap_err().to_string();
    assert!(refused.contains("belong to another database"), "{refused}");
    std::fs::remove_file(killed.path()).unwrap();
    let refused = restore(&aside, &StorePlace::Sqlite(killed.path())).await.unwrap_err();
    assert!(matches!(refused, StoreError::Duplicate { .. }), "{refused}");
}

#[tokio::test]
async fn a_database_that_does_not_follow_from_its_log_is_refused() {
    let killed = killed(Synchronous::Full, 3).await;
    let other = "UPDATE redo_log SET number = 3, hash = x'00112233445566778899aabbccddeeff'";
    execute(&killed.path(), other).await;
    let refused = open(&killed.path(), Synchronous::Full).await.unwrap_err().to_string();
    assert!(refused.contains("frame 3 is not the commit that the database has"), "{refused}");
}

#[tokio::test]
async fn a_full_disk_refuses_the_first_commit_and_nothing_is_lost() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    let full = segment(&sqlite.path(), 2);
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    let refused = store.commit(&[step(1)]).await.unwrap_err().to_string();
    assert!(refused.contains("the disk is full"), "{refused}");
    store.commit(&[grant()]).await.unwrap();
    std::fs::remove_file(&full).unwrap();
    store.commit(&[step(1)]).await.unwrap();
    assert_eq!(last(&store).await, 1);
}

#[tokio::test]
async fn a_backup_is_written_through_no_link() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    let folder = tempfile::tempdir().unwrap();
    let (link, elsewhere) = (folder.path().join("backup.sqlite"), folder.path().join("elsewhere"));
    std::os::unix::fs::symlink(&elsewhere, &link).unwrap();
    let made = back_up(&StorePlace::Sqlite(sqlite.path().to_owned()), &link).await;
    assert!(matches!(made, Err(StoreError::Duplicate { .. })), "{made:?}");
    assert!(!elsewhere.exists() && link.symlink_metadata().is_ok());
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_backup_has_what_only_the_log_has_and_no_log_of_its_own() {
    let killed = killed(Synchronous::Full, 5).await;
    let copy = killed.path().with_file_name("backup");
    let place = StorePlace::Sqlite(killed.path());
    assert_eq!(back_up(&place, &copy).await, Ok(5));
    let beside = std::fs::read_dir(copy.parent().unwrap()).unwrap();
    let names = beside.map(|file| file.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| name.starts_with("backup")).collect();
    assert_eq!(names, ["backup"]);
    let elsewhere = Sqlite::new();
    std::fs::create_dir(elsewhere.path().parent().unwrap()).unwrap();
    restore(&copy, &StorePlace::Sqlite(elsewhere.path())).await.unwrap();
    let store = elsewhere.open().await;
    assert_eq!(last(&store).await, 5);
    store.commit(&[step(6)]).await.unwrap();
}

#[tokio::test]
async fn a_log_of_the_version_before_setups_is_replayed_into_a_backup_and_at_the_opening() {
    let killed = killed(Synchronous::Full, 5).await;
    let older = "DROP INDEX snapshot_setup; ALTER TABLE snapshot DROP COLUMN setup;
                 DROP TABLE setup; DELETE FROM _sqlx_migrations WHERE version = 23";
    execute(&killed.path(), older).await;
    let copy = killed.path().with_file_name("backup");
    let place = StorePlace::Sqlite(killed.path());
    assert_eq!(back_up(&place, &copy).await, Ok(5));
    for path in [copy, killed.path()] {
        assert_eq!(last(&open(&path, Synchronous::Full).await.unwrap()).await, 5);
    }
}

#[tokio::test]
async fn a_backup_and_the_next_opening_have_the_setups_that_only_the_log_has() {
    let (sqlite, killed) = (Sqlite::new(), Sqlite::new());
    let store = open(&sqlite.path(), Synchronous::Full).await.unwrap();
    let under = |seq: u64, setup: &str| {
        let (payload, setup) = (Bytes::from_static(b"state"), Some(StoredSetup::new(setup)));
        let snapshot = Some(Snapshot { stream: ONE, seq, payload, setup });
        Unit { snapshot, ..step(seq) }
    };
    store.commit(&[under(1, "stud")]).await.unwrap();
    store.load_stream(ONE).await.unwrap();
    store.commit(&[under(2, "razz")]).await.unwrap();
    store.commit(&[under(3, "stud")]).await.unwrap();
    store.commit(&[under(4, "razz")]).await.unwrap();
    // The process dies here.
    std::fs::create_dir(killed.path().parent().unwrap()).unwrap();
    for file in std::fs::read_dir(sqlite.path().parent().unwrap()).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), killed.path().with_file_name(file.file_name())).unwrap();
    }
    let copy = killed.path().with_file_name("backup");
    assert_eq!(back_up(&StorePlace::Sqlite(killed.path()), &copy).await, Ok(3));
    for path in [copy, killed.path()] {
        let store = open(&path, Synchronous::Full).await.unwrap();
        let snapshot = store.load_stream(ONE).await.unwrap().snapshot.unwrap();
        assert_eq!((snapshot.seq, snapshot.setup.unwrap().text()), (4, "razz"));
    }
}

#[tokio::test]
async fn backups_of_a_store_that_commits_are_moments_of_its_history() {
    for (segment_bytes, is_reused) in [(1 << 20, false), (8_192, true)] {
        let sqlite = Sqlite::new();
        let path = sqlite.path();
        let store =
            SqliteStore::open_with_segments(&path, Synchronous::Normal, 0, segment_bytes).await;
        let store = store.unwrap();
        let place = StorePlace::Sqlite(sqlite.path());
        let mut seq = 0;
        for number in 0..5 {
            let copy = sqlite.path().with_file_name(format!("backup-{number}"));
            let before = seq;
            let commits = async {
                for _ in 0..100 {
                    seq += 1;
                    store.commit(&[step(seq)]).await.unwrap();
                    tokio::task::yield_now().await;
                }
            };
            let (copied, ()) = tokio::join!(back_up(&place, &copy), commits);
            copied.unwrap();
            let copied = open(&copy, Synchronous::Normal).await.unwrap();
            let found = last(&copied).await;
            // If the log is written over meanwhile, the copy ends where the database was.
            let least = if is_reused { 0 } else { before };
            assert!((least..=seq).contains(&found), "{found} is not in {least}..={seq}");
        }
    }
}

#[tokio::test]
async fn a_directory_of_an_older_version_opens_and_plays() {
    let sqlite = Sqlite::new();
    let store = sqlite.open().await;
    store.commit(&[grant(), step(1)]).await.unwrap();
    store.commit(&[step(2)]).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    for number in 0..3 {
        std::fs::remove_file(segment(&sqlite.path(), number)).unwrap();
    }
    let older = "DROP TRIGGER hand_is_sealed; DROP TRIGGER hand_is_unsealed;
                 DROP TRIGGER hand_is_sealed_anew; DROP TABLE hand_seal;
                 ALTER TABLE hand DROP COLUMN hash; ALTER TABLE hand DROP COLUMN record_hash;
                 ALTER TABLE token DROP COLUMN scopes; ALTER TABLE token DROP COLUMN last_address;
                 ALTER TABLE token DROP COLUMN factor_ms; DROP TABLE push_subscription; DROP TABLE push_off;
                 DROP TABLE known_network;
                 DROP TABLE redo_log; DROP INDEX snapshot_setup;
                 ALTER TABLE snapshot DROP COLUMN setup; DROP TABLE setup;
                 DELETE FROM _sqlx_migrations WHERE version BETWEEN 22 AND 26 OR version = 28";
    execute(&sqlite.path(), older).await;
    // An older version makes no log, so a backup of its file is the file.
    let copy = sqlite.path().with_file_name("backup");
    assert_eq!(back_up(&StorePlace::Sqlite(sqlite.path()), &copy).await, Ok(0));
    let store = sqlite.open().await;
    assert_eq!(last(&store).await, 2);
    store.commit(&[step(3)]).await.unwrap();
    drop(store);
    let store = sqlite.open().await;
    assert_eq!(last(&store).await, 3);
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test]
async fn a_directory_of_a_newer_version_is_refused() {
    let sqlite = Sqlite::new();
    sqlite.open().await.close().await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations
                     (version, description, success, checksum, execution_time)
                 VALUES (9999, 'of the future', 1, x'00', 1)";
    execute(&sqlite.path(), newer).await;
    let refused = open(&sqlite.path(), Synchronous::Full).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { found: 9_999, known: 34 }), "{refused}");
}

#[tokio::test]
async fn segments_are_reused_round_after_round_and_nothing_is_missing() {
    for synchronous in [Synchronous::Normal, Synchronous::Full] {
        let sqlite = Sqlite::new();
        let path = sqlite.path();
        let mut seq = 0;
        for _ in 0..4 {
            let store = SqliteStore::open_with_segments(&path, synchronous, 0, 4_096).await;
            let store = store.unwrap();
            assert_eq!(last(&store).await, seq);
            for _ in 0..150 {
                seq += 1;
                store.commit(&[step(seq)]).await.unwrap();
            }
        }
        assert_eq!(last(&open(&path, synchronous).await.unwrap()).await, 600);
    }
}

//! `cardroom journal repair`: what it says, what it drops, and what it leaves alone.

use super::{beside, cardroom, database};

use bytes::Bytes;
use cardroom::config::Synchronous;
use cardroom::ids::{AccountId, TableId};
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, SqliteStore, StoredAccount, StoredHand, Transfer, Unit};
use cardroom_protocol::server::Role;
use cardroom_rules::Chips;
use sqlx::{Connection as _, SqliteConnection};
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

const SEGMENT_BYTES: u64 = 1 << 16;
const PAGE: usize = 4_096;

fn account(name: &str) -> StoredAccount {
    StoredAccount {
        id: AccountId(0),
        name: name.to_owned(),
        password_hash: None,
        role: Role::Player,
        bot: false,
        last_grant_ms: 0,
        look: None,
        opened_ms: 3,
        suspended_until_ms: None,
        muted_until_ms: None,
        erased_ms: None,
        used: true,
    }
}

fn grant(number: u64, to: AccountId) -> Unit {
    let transfer = Transfer {
        id: format!("grant:{number}"),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(to),
        amount: Chips(number),
        at_ms: 1,
    };
    Unit { transfers: vec![transfer], ..Unit::default() }
}

fn hand(number: u64) -> Unit {
    let hand = StoredHand {
        table: TableId(1),
        hand: number,
        tournament: None,
        game: "holdem".to_owned(),
        ended_ms: 1_000 + number,
        pot: 100,
        people: true,
        record: Bytes::from(vec![u8::try_from(number).unwrap(); 300]),
        cards: None,
        players: vec![(AccountId(1), 0)],
        retold: false,
    };
    Unit { hands: vec![hand], ..Unit::default() }
}

async fn open(directory: &Path) -> SqliteStore {
    let path = database(directory);
    let open = SqliteStore::open_with_segments(&path, Synchronous::Full, 0, SEGMENT_BYTES);
    open.await.unwrap()
}

/// Copies some of the files, as they are at this moment.
fn copy(from: &Path, to: &Path, endings: &[&str]) {
    std::fs::create_dir_all(to.join("data")).unwrap();
    for ending in endings {
        std::fs::copy(beside(from, ending), beside(to, ending)).unwrap();
    }
}

/// Returns every file of the room and its content.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let folder = std::fs::read_dir(directory.join("data")).unwrap();
    let files = folder.map(|file| file.unwrap().path()).filter(|path| path.is_file());
    let named = files.map(|path| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
    });
    // The lock and SQLite's index of its log hold nothing that is stored.
    named.filter(|(name, _)| !name.ends_with(".lock") && !name.ends_with("-shm")).collect()
}

async fn query(directory: &Path, query: &'static str) -> i64 {
    let url = format!("sqlite:{}", database(directory).display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let number = sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    number
}

/// Returns the folder with the damaged files.
fn aside(directory: &Path) -> std::path::PathBuf {
    let folder = std::fs::read_dir(directory.join("data")).unwrap();
    let mut folders = folder.map(|it| it.unwrap().path());
    folders.find(|it| it.to_string_lossy().contains("damaged-")).unwrap()
}

/// Returns a killed room whose last grant, and an account behind it, are in SQLite's log alone,
/// with the place of the page of balances in the frame of that grant.
async fn with_grants() -> (TempDir, usize) {
    let (played, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = open(played.path()).await;
    let ann = store.create_account(&account("Ann")).await.unwrap();
    for number in 1..=5 {
        store.commit(&[grant(number, ann)]).await.unwrap();
    }
    store.create_account(&account("Bob")).await.unwrap();
    copy(played.path(), killed.path(), &["", "-wal"]);
    let root = "SELECT rootpage FROM sqlite_master WHERE name = 'ledger_account'";
    let root = query(played.path(), root).await;
    let log = std::fs::read(beside(killed.path(), "-wal")).unwrap();
    let frames = (32..log.len()).step_by(24 + PAGE);
    let mut of_balances = frames.filter(|at| {
        let number: [u8; 4] = log[*at..*at + 4].try_into().unwrap();
        i64::from(u32::from_be_bytes(number)) == root
    });
    let last = of_balances.next_back().expect("the log has the last grant");
    (killed, last + 24)
}

fn change(path: &Path, change: impl FnOnce(&mut [u8])) {
    let mut bytes = std::fs::read(path).unwrap();
    change(&mut bytes);
    std::fs::write(path, bytes).unwrap();
}

#[tokio::test]
async fn a_flipped_bit_of_sqlites_log_is_put_back_and_nothing_is_dropped() {
    let (room, page) = with_grants().await;
    let room = room.path();
    // The rows are at the end of the page.
    change(&beside(room, "-wal"), |log| log[page + PAGE - 8] ^= 1);
    let (is_well, text) = cardroom(room, &["journal", "verify"]);
    assert!(!is_well && text.contains("cardroom.sqlite-wal: frame "), "{text}");
    let (is_well, text) = cardroom(room, &["journal", "repair", "--yes"]);
    assert!(
        is_well && text.contains("The wrong byte in cardroom.sqlite-wal is put back"),
        "{text}"
    );
    assert!(text.contains("The repair drops nothing."), "{text}");
    assert!(text.contains("Everything is as it was stored."), "{text}");
    assert_eq!(query(room, "SELECT COUNT(*) FROM ledger_transfer").await, 5);
    assert_eq!(query(room, "SELECT COUNT(*) FROM account").await, 2);
    let store = open(room).await;
    store.commit(&[grant(6, AccountId(1)), hand(1)]).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    let (is_well, text) = cardroom(room, &["journal", "repair"]);
    assert!(is_well && text.contains("Nothing is damaged"), "{text}");
}

#[tokio::test]
async fn a_lost_sector_costs_what_is_said_before_and_only_with_a_yes() {
    let (room, page) = with_grants().await;
    let room = room.path();
    change(&beside(room, "-wal"), |log| log[page + PAGE - 512..page + PAGE].fill(0xee));
    let before = files(room);
    let (is_well, text) = cardroom(room, &["journal", "repair"]);
    assert!(!is_well, "{text}");
    for told in [
        "cardroom.sqlite-wal: frame ",
        "1 transfer, which moves 5 chips",
        "5 from bank to wallet:1 (grant:5)",
        "1 row of \"account\"",
        "Carry it out? Type yes: ",
        "Nothing was changed.",
    ] {
        assert!(text.contains(told), "{told:?} is missing in {text}");
    }
    assert!(files(room) == before, "it only asked");

    let (is_well, text) = cardroom(room, &["journal", "repair", "--yes"]);
    assert!(is_well && text.contains("Everything is as it was stored."), "{text}");
    assert_eq!(query(room, "SELECT COUNT(*) FROM ledger_transfer").await, 4);
    assert_eq!(query(room, "SELECT COUNT(*) FROM account").await, 1);
    for (name, bytes) in before {
        assert!(std::fs::read(aside(room).join(&name)).unwrap() == bytes, "{name} is kept");
    }
}

#[tokio::test]
async fn a_room_that_is_open_is_not_repaired() {
    let room = tempfile::tempdir().unwrap();
    let store = open(room.path()).await;
    let (is_well, text) = cardroom(room.path(), &["journal", "repair", "--yes"]);
    assert!(!is_well && text.contains("Another room has"), "{text}");
    store.close().await.unwrap();
    drop(store);
    let (is_well, text) = cardroom(room.path(), &["journal", "repair", "--yes"]);
    assert!(is_well && text.contains("Nothing is damaged"), "{text}");
}

/// Returns a killed room with six hands that only the redo log has, and where their frames begin.
async fn with_hands() -> (TempDir, Vec<usize>) {
    let (played, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = open(played.path()).await;
    store.create_account(&account("Ann")).await.unwrap();
    store.commit(&[hand(1)]).await.unwrap();
    store.check_hands().await.unwrap();
    copy(played.path(), killed.path(), &["", "-wal"]);
    for number in 2..=7 {
        store.commit(&[hand(number)]).await.unwrap();
    }
    copy(played.path(), killed.path(), &["-redo0", "-redo1", "-redo2"]);
    let log = std::fs::read(beside(killed.path(), "-redo0")).unwrap();
    let frames = (0..log.len()).step_by(8).filter(|at| log[*at..].starts_with(b"CRL1"));
    (killed, frames.collect())
}

#[tokio::test]
async fn a_flipped_bit_of_the_redo_log_is_put_back_even_in_its_last_frame() {
    for frame in [3, 6] {
        let (room, frames) = with_hands().await;
        let room = room.path();
        change(&beside(room, "-redo0"), |log| log[frames[frame] + 100] ^= 4);
        let (is_well, text) = cardroom(room, &["journal", "verify"]);
        let place = format!("byte {} of the file -redo0", frames[frame]);
        assert!(!is_well && text.contains(&place), "{text}");
        let (is_well, text) = cardroom(room, &["journal", "repair", "--yes"]);
        assert!(is_well && text.contains("cardroom.sqlite-redo0 is put back"), "{text}");
        assert!(text.contains("The repair drops nothing."), "{text}");
        assert_eq!(query(room, "SELECT COUNT(*) FROM hand").await, 7);
    }
}

#[tokio::test]
async fn frames_behind_a_lost_sector_of_the_redo_log_are_dropped_with_a_yes() {
    let (room, frames) = with_hands().await;
    let room = room.path();
    change(&beside(room, "-redo0"), |log| log[frames[3] + 60..frames[3] + 160].fill(0xee));
    let before = files(room);
    let (is_well, text) = cardroom(room, &["journal", "repair"]);
    assert!(!is_well && text.contains("  no transfer\n  3 completed hands\n"), "{text}");
    assert!(text.contains("  1 commit that cannot be read, which held play"), "{text}");
    assert!(files(room) == before, "it only asked");
    let (is_well, text) = cardroom(room, &["journal", "repair", "--yes"]);
    assert!(is_well, "{text}");
    assert_eq!(query(room, "SELECT COUNT(*) FROM hand").await, 3);
}

#[tokio::test]
async fn a_changed_hand_and_a_missing_one_are_found_and_given_up_with_a_yes() {
    for (damage, told) in [
        ("UPDATE hand SET record = x'00' WHERE hand_no = 3", "hand 3 at table 1 was changed"),
        ("UPDATE hand SET pot = 101 WHERE hand_no = 3", "hand 3 at table 1 was changed"),
        ("UPDATE hand SET players = '[[2,0]]' WHERE hand_no = 3", "hand 3 at table 1 was changed"),
        (
            "DROP TRIGGER hand_is_unsealed; DELETE FROM hand WHERE hand_no = 3",
            "6 hands are there, and not the 7 that were stored",
        ),
    ] {
        let room = tempfile::tempdir().unwrap();
        let room = room.path();
        let store = open(room).await;
        store.create_account(&account("Ann")).await.unwrap();
        store.commit(&(1..=7).map(hand).collect::<Vec<_>>()).await.unwrap();
        store.close().await.unwrap();
        drop(store);
        let url = format!("sqlite:{}", database(room).display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(damage).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let (is_well, text) = cardroom(room, &["journal", "verify"]);
        assert!(!is_well && text.contains(told), "{text}");
        assert!(text.contains("data/cardroom.sqlite:\n"), "{text}");
        let store = open(room).await;
        let read = store.hand(TableId(1), 3).await;
        assert!(!matches!(read, Ok(Some(_))), "{damage}: {read:?}");
        assert!(store.hand(TableId(1), 4).await.unwrap().is_some());
        store.close().await.unwrap();
        drop(store);
        let (is_well, text) = cardroom(room, &["journal", "repair", "--yes"]);
        assert!(is_well && text.contains(told), "{text}");
        assert_eq!(query(room, "SELECT COUNT(*) FROM hand").await, 6);
    }
}

//! Backs up a room during play, checks the backup, and opens a room from it, all with the
//! operator's commands. Also tests that checking finds a changed byte.
use crate::support;

use cardroom::config::StorePlace;
use cardroom::store::backup::back_up;
use cardroom::verify::Findings;
use chacha20::ChaCha8Rng;
use data_encoding::HEXLOWER;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};
use std::path::Path;
use std::process::{Command, Output};
use support::{Postgres, Server, play, verify_file};

/// The tables in which every value is protected against changes.
const CHECKED: [&str; 6] =
    ["journal_batch", "setup", "snapshot", "ledger_account", "ledger_transfer", "hand"];

fn cardroom(directory: &Path, url: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.arg("--data-dir").arg(directory.join("data"));
    command.args(["--set", &format!("store.url={url}")]).args(arguments).output().unwrap()
}

/// Returns the output of a command that must succeed.
fn told(output: &Output) -> String {
    let (out, error) = (&output.stdout, &output.stderr);
    let text = format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(error));
    assert!(output.status.success(), "{text}");
    text
}

async fn connect(file: &Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap()
}

/// Returns every row of some tables, as text.
async fn content(file: &Path, tables: &[&str]) -> Result<Vec<String>, sqlx::Error> {
    let url = format!("sqlite:{}?mode=ro", file.display());
    let mut connection = SqliteConnection::connect(&url).await?;
    let mut content = Vec::new();
    for table in tables {
        let columns = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)").bind(*table);
        let columns: Vec<String> = columns.fetch_all(&mut connection).await?;
        let quoted: Vec<String> = columns.iter().map(|name| format!("quote({name})")).collect();
        let rows = format!("SELECT {} FROM {table} ORDER BY 1", quoted.join("||','||"));
        let rows = sqlx::query_scalar(AssertSqlSafe(rows));
        let rows: Vec<String> = rows.fetch_all(&mut connection).await?;
        content.extend(rows.into_iter().map(|row| format!("{table}: {row}")));
    }
    Ok(content)
}

const EVERYTHING: [&str; 10] = [
    "journal_batch",
    "setup",
    "snapshot",
    "room_table",
    "ledger_account",
    "ledger_transfer",
    "account",
    "token",
    "tournament",
    "audit",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_room_that_plays_is_whole_and_another_room_goes_on_from_it() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let server = Server::start(directory, "sqlite");
    play(&server.url, 1, 200).await;
    let bots = play(&server.url, 2, 200);
    let back_up = async {
        let mut files = Vec::new();
        for number in 0..3 {
            let file = directory.join(format!("backup-{number}"));
            let output = cardroom(directory, "sqlite", &["backup", file.to_str().unwrap()]);
            let text = told(&output);
            assert!(text.contains("Everything is as it was stored"), "{text}");
            assert!(text.contains("5 tables"), "{text}");
            let again = cardroom(directory, "sqlite", &["backup", file.to_str().unwrap()]);
            assert!(!again.status.success(), "a backup is not written over");
            files.push(file);
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        files
    };
    let (_, files) = tokio::join!(bots, back_up);
    told(&cardroom(directory, "sqlite", &["journal", "verify"]));
    told(&cardroom(directory, "sqlite", &["ledger", "audit"]));
    server.kill();
    assert!(
        !cardroom(directory, "sqlite", &["restore", files[2].to_str().unwrap()]).status.success()
    );

    let elsewhere = tempfile::tempdir().unwrap();
    let elsewhere = elsewhere.path();
    told(&cardroom(elsewhere, "sqlite", &["restore", files[2].to_str().unwrap()]));
    let left = std::fs::read_dir(elsewhere.join("data")).unwrap().count();
    assert_eq!(left, 1, "one file was restored, and nothing is beside it");
    let restored = elsewhere.join("data/cardroom.sqlite");
    let before = content(&files[2], &EVERYTHING).await.unwrap();
    assert!(before.len() > 100, "{} rows", before.len());
    assert_eq!(content(&restored, &EVERYTHING).await.unwrap(), before);
    let server = Server::start(elsewhere, "sqlite");
    play(&server.url, 3, 100).await;
    server.kill();
    told(&cardroom(elsewhere, "sqlite", &["journal", "verify"]));

    let Some(database) = Postgres::database().await else { return };
    let url = database.url();
    told(&cardroom(elsewhere, &url, &["restore", files[2].to_str().unwrap()]));
    let occupied = cardroom(elsewhere, &url, &["restore", files[2].to_str().unwrap()]);
    assert!(!occupied.status.success(), "there is a room in this database");
    let back = directory.join("from-postgres");
    told(&cardroom(elsewhere, &url, &["backup", back.to_str().unwrap()]));
    assert_eq!(content(&back, &EVERYTHING).await.unwrap(), before, "both ways without a loss");
    let server = Server::start(elsewhere, &url);
    play(&server.url, 4, 100).await;
    told(&cardroom(elsewhere, &url, &["journal", "verify"]));
    server.kill();
    told(&cardroom(elsewhere, &url, &["journal", "verify"]));
}

/// Returns a room that has been played in, as one file.
async fn played() -> (tempfile::TempDir, std::path::PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::start(directory.path(), "sqlite");
    play(&server.url, 5, 300).await;
    server.kill();
    let file = directory.path().join("backup");
    told(&cardroom(directory.path(), "sqlite", &["backup", file.to_str().unwrap()]));
    (directory, file)
}

/// Checks a file. An error counts as a finding.
async fn find(file: &Path) -> Findings {
    verify_file(file)
        .await
        .unwrap_or_else(|error| Findings { wrong: vec![error.to_string()], ..Findings::default() })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_changed_value_is_found() {
    let (directory, file) = played().await;
    assert_eq!(find(&file).await.wrong, [""; 0]);
    let changed = directory.path().join("changed");
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for (table, column) in [
        ("journal_batch", "payload"),
        ("snapshot", "payload"),
        ("snapshot", "seq"),
        ("snapshot", "stream_id"),
        ("snapshot", "link"),
        ("snapshot", "hash"),
        ("snapshot", "setup"),
        ("setup", "hash"),
        ("setup", "text"),
        ("ledger_account", "name"),
        ("ledger_account", "balance"),
        ("ledger_transfer", "id"),
        ("ledger_transfer", "from_account"),
        ("ledger_transfer", "to_account"),
        ("ledger_transfer", "amount"),
        ("ledger_transfer", "at_ms"),
        ("ledger_transfer", "hash"),
        ("hand", "hand_no"),
        ("hand", "pot"),
        ("hand", "players"),
        ("hand", "record"),
        ("hand", "cards"),
        ("hand", "hash"),
    ] {
        for _ in 0..5 {
            std::fs::copy(&file, &changed).unwrap();
            let mut connection = connect(&changed).await;
            // The database itself refuses a name or a number that already exists.
            while !change_one(&mut connection, table, column, &mut random).await {}
            connection.close().await.unwrap();
            let findings = find(&changed).await;
            assert!(!findings.wrong.is_empty(), "a changed {table}.{column} was not found");
        }
    }
}

/// Changes one bit of one value. Returns whether the database allowed it.
async fn change_one(
    connection: &mut SqliteConnection,
    table: &str,
    column: &str,
    random: &mut ChaCha8Rng,
) -> bool {
    let count = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}")));
    let count: i64 = count.fetch_one(&mut *connection).await.unwrap();
    let nth = random.random_range(0..count);
    let read = format!("SELECT {column}, typeof({column}) FROM {table} LIMIT 1 OFFSET {nth}");
    let row = sqlx::query(AssertSqlSafe(read)).fetch_one(&mut *connection).await.unwrap();
    let (old, new) = match row.get::<String, _>(1).as_str() {
        "integer" => {
            let old: i64 = row.get(0);
            (old.to_string(), (old ^ (1 << random.random_range(0..20))).to_string())
        }
        "text" => {
            let old: String = row.get(0);
            let mut bytes = old.clone().into_bytes();
            let place = random.random_range(0..bytes.len());
            bytes[place] ^= 1;
            let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
            (quoted(&old), quoted(&String::from_utf8(bytes).unwrap()))
        }
        "null" => return false,
        _ => {
            let mut bytes: Vec<u8> = row.get(0);
            let hex = |bytes: &[u8]| format!("x'{}'", HEXLOWER.encode(bytes));
            let old = hex(&bytes);
            let place = random.random_range(0..bytes.len());
            bytes[place] ^= 1 << random.random_range(0..8);
            (old, hex(&bytes))
        }
    };
    let unchecked = "PRAGMA ignore_check_constraints = on; PRAGMA foreign_keys = off";
    sqlx::raw_sql(unchecked).execute(&mut *connection).await.unwrap();
    let update = format!("UPDATE {table} SET {column} = {new} WHERE {column} = {old}");
    match sqlx::query(AssertSqlSafe(update)).execute(connection).await {
        Ok(done) => done.rows_affected() > 0,
        Err(error) => {
            assert!(error.as_database_error().is_some_and(|error| error.is_unique_violation()));
            false
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_byte_of_the_file_is_found_or_changes_nothing_that_is_kept() {
    let (directory, file) = played().await;
    let bytes = std::fs::read(&file).unwrap();
    let before = content(&file, &CHECKED).await.unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(23);
    let mut found = 0;
    for round in 0..100 {
        let changed = directory.path().join(format!("flipped-{round}"));
        let mut flipped = bytes.clone();
        let place = random.random_range(0..flipped.len());
        flipped[place] ^= 1 << random.random_range(0..8);
        std::fs::write(&changed, &flipped).unwrap();
        // The command works on a copy, and first has SQLite check the file.
        let flipped = StorePlace::Sqlite(changed);
        let copy = directory.path().join(format!("copy-{round}"));
        let copied = back_up(&flipped, &copy).await;
        let wrong = match copied {
            Ok(_) => !find(&copy).await.wrong.is_empty(),
            Err(_) => true,
        };
        if wrong {
            found += 1;
            continue;
        }
        let after = content(&copy, &CHECKED).await.unwrap();
        assert!(after == before, "byte {place} was changed, and nobody noticed");
    }
    // Much of the file is not protected: accounts, texts, and unused pages.
    assert!(found > 3, "{found} of 100 flipped bytes were noticed");
}

//! Single bits, in seeded places of every file.

use super::{beside, database, support};

use cardroom::config::{StorePlace, Synchronous};
use cardroom::store::backup::back_up;
use cardroom::store::{JournalStore as _, SqliteStore};
use cardroom::verify::Findings;
use chacha20::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::time::{Duration, Instant};
use support::{Server, play, verify_file};

/// Tables that play and money depend on. Accounts, tokens and texts have no hashes.
const COVERED: [&str; 6] =
    ["journal_batch", "setup", "snapshot", "ledger_account", "ledger_transfer", "hand"];
/// After how long no further bit of a file is flipped, if one was noticed.
const TIME: Duration = Duration::from_secs(8);
/// How many bits are flipped at least and at most.
const FLIPS: (usize, usize) = (12, 60);
/// The size of a frame in SQLite's log, and of the header before the first.
const WAL_FRAME: u64 = 24 + 4_096;
const WAL_HEADER: u64 = 32;

/// The outcome of a check of the files.
enum Said {
    /// Nothing is wrong. Holds everything that is stored.
    Well(Vec<String>),
    /// Something is wrong. Holds the report.
    Damaged(String),
}

/// Checks the files as `cardroom journal verify` does.
async fn check(directory: &Path) -> Said {
    // A folder for each check: SQLite closes the copy of the one before in threads of its own.
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    let place = StorePlace::Sqlite(database(directory));
    if let Err(error) = back_up(&place, &copy).await {
        return Said::Damaged(error.to_string());
    }
    let content = content(&copy).await;
    let found = verify_file(&copy).await;
    match found {
        Ok(Findings { wrong, .. }) if wrong.is_empty() => Said::Well(content),
        Ok(Findings { wrong, .. }) => {
            Said::Damaged(format!("{}: {}", database(directory).display(), wrong.join("; ")))
        }
        // The command names the file that it copied, as for findings.
        Err(error) => Said::Damaged(format!("{}: {error}", database(directory).display())),
    }
}

/// Returns everything that is covered, as text.
async fn content(file: &Path) -> Vec<String> {
    let url = format!("sqlite:{}?mode=ro", file.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let mut content = Vec::new();
    for table in COVERED {
        let columns = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)").bind(table);
        let columns: Vec<String> = columns.fetch_all(&mut connection).await.unwrap();
        let quoted: Vec<String> = columns.iter().map(|name| format!("quote({name})")).collect();
        let rows = format!("SELECT {} FROM {table} ORDER BY 1", quoted.join("||','||"));
        let rows = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_all(&mut connection).await;
        // A text that is no UTF-8 any more cannot be read.
        let rows: Vec<String> = rows.unwrap_or_else(|error| vec![error.to_string()]);
        content.extend(rows.into_iter().map(|row| format!("{table}: {row}")));
    }
    connection.close().await.unwrap();
    content
}

/// Returns a room that was killed while players played, with something in each of its files.
async fn killed() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let server = Server::start(directory.path(), "sqlite");
    play(&server.url, 5, 300).await;
    server.kill();
    // Zeros behind the last frame are no frames, and take long to read.
    for number in 0..3 {
        let path = beside(directory.path(), &format!("-redo{number}"));
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_len((used as u64).next_multiple_of(4_096) + 4_096).unwrap();
    }
    directory
}

/// Returns such a room after it was opened and closed in order. Its database has everything.
async fn closed() -> tempfile::TempDir {
    let directory = killed().await;
    let path = database(directory.path());
    let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
    store.close().await.unwrap();
    directory
}

/// Returns how much of SQLite's log is in use, and one frame more. Old frames follow.
fn in_use(log: &[u8]) -> u64 {
    let frames = log[32..].chunks_exact(24 + 4_096);
    let used = frames.take_while(|frame| frame[8..16] == log[16..24]).count() as u64;
    (WAL_HEADER + (used + 1) * WAL_FRAME).min(log.len() as u64)
}

/// Flips bits of one file, one at a time. Each is harmless, or `is_right` for the report of it.
/// Returns how many were noticed.
async fn flip_bits(
    directory: &Path,
    ending: &str,
    seed: u64,
    is_right: impl Fn(u64, &str) -> bool,
) -> usize {
    let Said::Well(before) = check(directory).await else { panic!("it was only killed") };
    assert!(before.iter().any(|row| row.starts_with("hand: ")), "hands were played");
    assert!(before.iter().any(|row| row.starts_with("ledger_transfer: ")), "chips moved");
    let path = beside(directory, ending);
    let file = std::fs::File::options().read(true).write(true).open(&path).unwrap();
    let length = match ending {
        "-wal" => in_use(&std::fs::read(&path).unwrap()),
        _ => file.metadata().unwrap().len(),
    };
    assert!(length > 4_096, "{ending} has something");
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (begun, mut noticed) = (Instant::now(), 0);
    for round in 0..FLIPS.1 {
        if round >= FLIPS.0 && noticed > 0 && begun.elapsed() > TIME {
            break;
        }
        let place = random.random_range(0..length);
        let mut byte = [0];
        file.read_exact_at(&mut byte, place).unwrap();
        let flipped = [byte[0] ^ (1 << random.random_range(0..8))];
        file.write_all_at(&flipped, place).unwrap();
        match check(directory).await {
            Said::Well(after) => {
                assert!(after == before, "byte {place} of {ending} changed something unnoticed");
            }
            Said::Damaged(text) => {
                noticed += 1;
                assert!(is_right(place, &text), "byte {place} of {ending}: {text}");
            }
        }
        file.write_all_at(&byte, place).unwrap();
    }
    let Said::Well(after) = check(directory).await else { panic!("all were put back") };
    assert!(after == before);
    noticed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_bit_of_the_database_is_harmless_or_said_of_the_database() {
    let is_right = |_, text: &str| text.contains("cardroom.sqlite: ") || text.contains("database");
    let noticed = flip_bits(closed().await.path(), "", 31, is_right).await;
    assert!(noticed > 0, "some of it is covered");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_bit_of_sqlites_log_is_harmless_or_said_with_its_frame() {
    let is_right = |place: u64, text: &str| {
        let place = match place.checked_sub(WAL_HEADER) {
            None => "the header at byte 0".to_owned(),
            Some(place) => {
                let frame = place / WAL_FRAME;
                format!("frame {} at byte {} is damaged", frame + 1, WAL_HEADER + frame * WAL_FRAME)
            }
        };
        text.contains(&format!("cardroom.sqlite-wal: {place}"))
    };
    let noticed = flip_bits(killed().await.path(), "-wal", 32, is_right).await;
    assert!(noticed > 0, "some of it is needed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_bit_of_the_redo_log_is_harmless_or_said_with_its_segment() {
    let is_right = |place: u64, text: &str| {
        let named = text.split("byte ").nth(1).and_then(|rest| rest.split(' ').next());
        let byte: Option<u64> = named.and_then(|byte| byte.parse().ok());
        text.contains("the file -redo0") && byte.is_some_and(|byte| byte <= place)
    };
    flip_bits(killed().await.path(), "-redo0", 33, is_right).await;
}

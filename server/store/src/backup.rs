//! Backups. A backup is one SQLite file with everything a store of any kind holds at one moment. It
//! can be restored into an empty store of any kind. The room may keep running while it is made.
//! Backups contain no keys, which live in files of their own.

use super::postgres::PostgresStore;
use super::redo::segment_paths;
use super::sqlite::{SqliteStore, check_log_at_rest, complete_copy, private_file};
use super::{JournalStore as _, StoreError, failed, migrations, not_migrated};
use crate::place::{StorePlace, Synchronous};
use futures_util::TryStreamExt as _;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow,
};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Postgres, Row as _, Sqlite};
use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// The type of a column.
#[derive(Clone, Copy)]
enum Kind {
    Integer,
    Text,
    Bytes,
    Flag,
}

/// A value on its way from one database to the other.
enum Cell {
    Integer(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Flag(Option<bool>),
}

/// A table and its columns, as both databases have them.
struct Shape {
    name: &'static str,
    columns: &'static [(&'static str, Kind)],
    /// Whether the database assigns the ids.
    gives_ids: bool,
}

use Kind::{Bytes, Flag, Integer, Text};

/// All tables, referenced tables first. Two of SQLite alone are missing: `hand_to_note`, which is
/// empty in a file that was just opened, and `redo_log`, because a backup has no log. `hand_seal`
/// follows from the hands.
const SHAPES: &[Shape] = &[
    Shape {
        name: "journal_batch",
        columns: &[("id", Integer), ("payload", Bytes)],
        gives_ids: false,
    },
    Shape { name: "setup", columns: &[("hash", Bytes), ("text", Text)], gives_ids: false },
    Shape {
        name: "snapshot",
        columns: &[
            ("stream_kind", Integer),
            ("stream_id", Integer),
            ("seq", Integer),
            ("batch_id", Integer),
            ("payload", Bytes),
            ("link", Bytes),
            ("hash", Bytes),
            ("setup", Bytes),
        ],
        gives_ids: false,
    },
    Shape { name: "room_table", columns: &[("id", Integer), ("name", Text)], gives_ids: true },
    Shape {
        name: "ledger_account",
        columns: &[("name", Text), ("balance", Integer)],
        gives_ids: false,
    },
    Shape {
        name: "ledger_transfer",
        columns: &[
            ("id", Text),
            ("from_account", Text),
            ("to_account", Text),
            ("amount", Integer),
            ("at_ms", Integer),
            ("hash", Bytes),
        ],
        gives_ids: false,
    },
    Shape {
        name: "account",
        columns: &[
            ("id", Integer),
            ("name", Text),
            ("folded", Text),
            ("password_hash", Text),
            ("role", Text),
            ("bot", Flag),
            ("last_grant_ms", Integer),
            ("avatar", Integer),
            ("color", Integer),
            ("skeleton", Text),
            ("opened_ms", Integer),
            ("suspended_until_ms", Integer),
            ("muted_until_ms", Integer),
            ("erased_ms", Integer),
            ("used", Flag),
        ],
        gives_ids: true,
    },
    Shape {
        name: "reset_code",
        columns: &[("hash", Bytes), ("account", Integer), ("expires_ms", Integer)],
        gives_ids: false,
    },
    Shape {
        name: "second_factor",
        columns: &[
            ("account", Integer),
            ("sealed", Bytes),
            ("confirmed", Flag),
            ("last_step", Integer),
            ("recovery", Text),
        ],
        gives_ids: false,
    },
    Shape {
        name: "identity",
        columns: &[
            ("issuer", Text),
            ("subject", Text),
            ("account", Integer),
            ("linked_ms", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "operation",
        columns: &[
            ("id", Integer),
            ("at_ms", Integer),
            ("operator", Integer),
            ("account", Integer),
            ("done", Text),
            ("reason", Text),
        ],
        gives_ids: true,
    },
    Shape {
        name: "chat_line",
        columns: &[
            ("id", Integer),
            ("at_ms", Integer),
            ("account", Integer),
            ("table_id", Integer),
            ("text", Text),
        ],
        gives_ids: true,
    },
    Shape {
        name: "report",
        columns: &[
            ("id", Integer),
            ("at_ms", Integer),
            ("reporter", Integer),
            ("account", Integer),
            ("table_id", Integer),
            ("hand_no", Integer),
            ("text", Text),
            ("settled_ms", Integer),
            ("outcome", Text),
        ],
        gives_ids: true,
    },
    Shape {
        name: "token",
        columns: &[
            ("hash", Bytes),
            ("account", Integer),
            ("label", Text),
            ("expires_ms", Integer),
            ("created_ms", Integer),
            ("last_used_ms", Integer),
            ("scopes", Integer),
            ("last_address", Text),
            ("factor_ms", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "note",
        columns: &[
            ("account", Integer),
            ("about", Integer),
            ("text", Text),
            ("color", Integer),
            ("written_ms", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "push_subscription",
        columns: &[
            ("endpoint", Text),
            ("account", Integer),
            ("public_key", Bytes),
            ("auth", Bytes),
            ("language", Text),
            ("created_ms", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "push_off",
        columns: &[("account", Integer), ("kinds", Integer)],
        gives_ids: false,
    },
    Shape {
        name: "api_request",
        columns: &[
            ("account", Integer),
            ("key", Text),
            ("hash", Bytes),
            ("began_ms", Integer),
            ("answer", Bytes),
        ],
        gives_ids: false,
    },
    Shape {
        name: "sign_in",
        columns: &[("day", Integer), ("account", Integer), ("address", Bytes), ("network", Bytes)],
        gives_ids: false,
    },
    Shape {
        name: "known_network",
        columns: &[("account", Integer), ("code", Bytes), ("last_ms", Integer)],
        gives_ids: false,
    },
    Shape {
        name: "tournament",
        columns: &[
            ("id", Integer),
            ("name", Text),
            ("setup", Text),
            ("announced_ms", Integer),
            ("announced_by", Integer),
            ("results", Text),
            ("ended_ms", Integer),
            ("league", Text),
            ("season", Text),
            ("summary", Text),
            ("code", Text),
        ],
        gives_ids: true,
    },
    Shape {
        name: "published_start",
        columns: &[
            ("tournament", Integer),
            ("start_ms", Integer),
            ("sequence", Integer),
            ("published_ms", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "ban",
        columns: &[
            ("account", Integer),
            ("league", Text),
            ("until_ms", Integer),
            ("at_ms", Integer),
            ("operator", Integer),
            ("reason", Text),
        ],
        gives_ids: false,
    },
    Shape {
        name: "hosted_table",
        columns: &[
            ("table_id", Integer),
            ("code", Text),
            ("host", Integer),
            ("terms", Text),
            ("opened_ms", Integer),
            ("closed_ms", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "audit",
        columns: &[
            ("id", Integer),
            ("at_ms", Integer),
            ("operator", Integer),
            ("table_id", Integer),
            ("seq", Integer),
            ("command", Text),
            ("reason", Text),
            ("rule", Text),
        ],
        gives_ids: true,
    },
    Shape {
        name: "hand",
        columns: &[
            ("table_id", Integer),
            ("hand_no", Integer),
            ("tournament", Integer),
            ("game", Text),
            ("ended_ms", Integer),
            ("pot", Integer),
            ("people", Flag),
            ("players", Text),
            ("record", Bytes),
            ("cards", Bytes),
            ("hash", Integer),
            ("record_hash", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "hand_link",
        columns: &[
            ("table_id", Integer),
            ("hand_no", Integer),
            ("seat", Integer),
            ("generation", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "hand_player",
        columns: &[
            ("account", Integer),
            ("ended_ms", Integer),
            ("table_id", Integer),
            ("hand_no", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "deal_entry",
        columns: &[
            ("log", Integer),
            ("place", Integer),
            ("table_id", Integer),
            ("hand_no", Integer),
            ("round", Integer),
            ("outcome", Integer),
            ("blame", Integer),
            ("at_ms", Integer),
            ("seal", Bytes),
        ],
        gives_ids: false,
    },
    Shape {
        name: "deal_tile",
        columns: &[("log", Integer), ("level", Integer), ("place", Integer), ("hashes", Bytes)],
        gives_ids: false,
    },
    Shape {
        name: "deal_head",
        columns: &[("log", Integer), ("size", Integer), ("checkpoint", Text)],
        gives_ids: false,
    },
    Shape {
        name: "deal_count",
        columns: &[
            ("log", Integer),
            ("day", Integer),
            ("table_id", Integer),
            ("outcome", Integer),
            ("blame", Integer),
            ("rounds", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "hook",
        columns: &[
            ("id", Integer),
            ("made_ms", Integer),
            ("terms", Text),
            ("secrets", Bytes),
            ("failing_since_ms", Integer),
            ("off", Text),
            ("dropped", Integer),
        ],
        gives_ids: true,
    },
    Shape { name: "hook_room", columns: &[("one", Integer), ("name", Text)], gives_ids: false },
    Shape {
        name: "hook_event",
        columns: &[("id", Integer), ("at_ms", Integer), ("kind", Text), ("subject", Text)],
        gives_ids: true,
    },
    Shape {
        name: "hook_waiting",
        columns: &[
            ("hook", Integer),
            ("event", Integer),
            ("since_ms", Integer),
            ("due_ms", Integer),
            ("attempts", Integer),
            ("failures", Integer),
        ],
        gives_ids: false,
    },
    Shape {
        name: "hook_delivery",
        columns: &[
            ("id", Integer),
            ("hook", Integer),
            ("event", Integer),
            ("attempt", Integer),
            ("at_ms", Integer),
            ("took_ms", Integer),
            ("status", Integer),
            ("error", Text),
        ],
        gives_ids: true,
    },
    Shape {
        name: "room_terms",
        columns: &[
            ("id", Integer),
            ("kind", Text),
            ("name", Text),
            ("terms", Text),
            ("changed_ms", Integer),
        ],
        gives_ids: true,
    },
];

/// Returns the names of all tables.
pub(super) fn tables() -> impl Iterator<Item = &'static str> {
    SHAPES.iter().map(|shape| shape.name)
}

/// Writes everything that is stored at this moment into a new SQLite file. A room may keep
/// using the store meanwhile. Returns how many commits came from a redo log, not from the database.
///
/// # Errors
/// The file already exists, or the store is damaged or cannot be read.
pub async fn back_up(place: &StorePlace, to: &Path) -> Result<usize, StoreError> {
    refuse_existing(to)?;
    let unfinished = Unfinished::file(to.to_owned());
    let mut from_log = 0;
    match place {
        StorePlace::Sqlite(from) => {
            copy_sqlite(from, to).await?;
            let completed = complete_copy(to, from).await;
            from_log = completed.map_err(|error| of_database(from, error))?;
        }
        StorePlace::Postgres(url) => {
            let mut from = PgConnection::connect(url.revealed()).await.map_err(failed)?;
            refuse_other_version(&mut from).await?;
            let mut to = new_file(to).await?;
            postgres_to_sqlite(&mut from, &mut to).await.map_err(failed)?;
            to.close().await.map_err(failed)?;
        }
    }
    unfinished.keep();
    Ok(from_log)
}

/// Files that are deleted on drop unless [`Self::keep`] was called.
struct Unfinished(Vec<PathBuf>);

impl Unfinished {
    fn file(path: PathBuf) -> Self {
        Self(vec![path])
    }

    /// Covers a database and the files that SQLite puts beside it.
    fn database(path: &Path) -> Self {
        let mut files = ["", ".lock", "-wal", "-shm"].map(|ending| beside(path, ending)).to_vec();
        files.extend(segment_paths(path));
        Self(files)
    }

    /// Keeps the files, because they are complete.
    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        for path in &self.0 {
            // Most of them do not exist.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Restores a backup into an empty store.
///
/// # Errors
/// The store is not empty or cannot be written, or the backup is damaged. The store is
/// unchanged in that case.
pub async fn restore(from: &Path, place: &StorePlace) -> Result<(), StoreError> {
    match place {
        StorePlace::Sqlite(to) => {
            refuse_existing(to)?;
            // A log without its database belongs to another room than the backup.
            segment_paths(to).iter().try_for_each(|path| refuse_existing(path))?;
            // SQLite would write the pages of such a log into the restored database.
            let wal = beside(to, "-wal");
            if std::fs::metadata(&wal).is_ok_and(|file| file.len() > 0) {
                return Err(StoreError::Duplicate { what: wal.display().to_string() });
            }
            let path = beside(to, ".restoring");
            let _unfinished = Unfinished::database(&path);
            checked_copy(from, &path).await?;
            std::fs::rename(&path, to).map_err(|error| in_file(to, &error))
        }
        StorePlace::Postgres(url) => {
            let directory = std::env::temp_dir().join(format!("cardroom-{}", std::process::id()));
            std::fs::create_dir(&directory).map_err(|error| in_file(&directory, &error))?;
            let copy = directory.join("restoring.sqlite");
            let restored = async {
                checked_copy(from, &copy).await?;
                let mut from = open_to_read(&copy).await?;
                // Takes the database for this process and creates its tables.
                let store = PostgresStore::open(url.revealed(), Synchronous::Full, 0).await?;
                let mut to = PgConnection::connect(url.revealed()).await.map_err(failed)?;
                refuse_used(&mut to).await?;
                sqlite_to_postgres(&mut from, &mut to).await.map_err(failed)?;
                store.close().await
            };
            let restored = restored.await;
            // The system cleans up whatever stays behind in the temporary directory.
            let _ = std::fs::remove_dir_all(&directory);
            restored
        }
    }
}

/// Copies a backup, migrates the copy and checks that it can be read.
async fn checked_copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    private_file(to).map_err(|error| in_file(to, &error))?;
    std::fs::copy(from, to).map_err(|error| in_file(from, &error))?;
    let store = SqliteStore::open(to, Synchronous::Full, 0).await?;
    store.load_streams().await?;
    store.close().await
}

/// Returns the path of a file beside a database, by the ending of its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.to_owned().into_os_string();
    path.push(ending);
    PathBuf::from(path)
}

/// Refuses a path where something is, even a symbolic link to nothing: it would be followed.
fn refuse_existing(path: &Path) -> Result<(), StoreError> {
    if path.symlink_metadata().is_ok() {
        return Err(StoreError::Duplicate { what: path.display().to_string() });
    }
    Ok(())
}

async fn refuse_used(connection: &mut PgConnection) -> Result<(), StoreError> {
    for Shape { name, .. } in SHAPES {
        let used =
            sqlx::query_scalar(AssertSqlSafe(format!("SELECT EXISTS (SELECT 1 FROM {name})")));
        if used.fetch_one(&mut *connection).await.map_err(failed)? {
            return Err(StoreError::Duplicate { what: "a room in this database".to_owned() });
        }
    }
    Ok(())
}

/// Lets SQLite copy itself: one consistent state in as few pages as possible.
async fn copy_sqlite(from: &Path, to: &Path) -> Result<(), StoreError> {
    check_log_at_rest(from)?;
    let mut connection = open_to_read(from).await?;
    let check = sqlx::query_scalar("PRAGMA integrity_check(1)");
    let found: String =
        check.fetch_one(&mut connection).await.map_err(|error| in_file(from, &error))?;
    if found != "ok" {
        return Err(StoreError::Damaged(format!("{}: {found}", from.display())));
    }
    private_file(to).map_err(|error| in_file(to, &error))?;
    let copy = sqlx::query("VACUUM INTO ?").bind(to.to_string_lossy().into_owned());
    copy.execute(&mut connection).await.map_err(|error| in_file(from, &error))?;
    connection.close().await.map_err(failed)
}

/// Adds the file to an error about the rows of a database.
pub(super) fn of_database(path: &Path, error: StoreError) -> StoreError {
    match error {
        StoreError::Damaged(text) if !text.starts_with("the redo log") => {
            StoreError::Damaged(format!("{}: {text}", path.display()))
        }
        StoreError::Database(text) if !text.contains(&*path.to_string_lossy()) => {
            in_file(path, &text)
        }
        error => error,
    }
}

/// Creates a file with the tables of an empty room.
async fn new_file(path: &Path) -> Result<SqliteConnection, StoreError> {
    private_file(path).map_err(|error| in_file(path, &error))?;
    let options =
        SqliteConnectOptions::new().filename(path).journal_mode(SqliteJournalMode::Delete);
    let connection = options.disable_statement_logging().connect().await;
    let mut connection = connection.map_err(|error| in_file(path, &error))?;
    let migrator = migrations::sqlite();
    let migrated = migrator.run(&mut connection).await;
    migrated.map_err(|error| not_migrated(error, &migrator))?;
    Ok(connection)
}

/// Opens a connection that changes nothing, not even the journal mode. A room may have the file
/// open, or a store that was closed may still be flushing into it.
async fn open_to_read(path: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    options.disable_statement_logging().connect().await.map_err(|error| in_file(path, &error))
}

fn in_file(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Database(format!("{}: {error}", path.display()))
}

/// Refuses a database with other tables than this version has. A copy of a SQLite file is migrated,
/// but reading must not change a database in place.
async fn refuse_other_version(from: &mut PgConnection) -> Result<(), StoreError> {
    let known = migrations::newest(&migrations::postgres());
    let found = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations");
    let found: i64 = found.fetch_one(from).await.map_err(failed)?;
    match found.cmp(&known) {
        Ordering::Less => Err(StoreError::Older { found, known }),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(StoreError::Newer { found, known }),
    }
}

async fn postgres_to_sqlite(
    from: &mut PgConnection,
    to: &mut SqliteConnection,
) -> Result<(), sqlx::Error> {
    let mut read = from.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let mut write = to.begin().await?;
    for shape in SHAPES {
        let insert = shape.insert(|_| "?".to_owned(), "");
        let select = shape.select();
        let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(&mut *read);
        while let Some(row) = rows.try_next().await? {
            let mut query = sqlx::query(AssertSqlSafe(insert.clone()));
            for (place, (_, kind)) in shape.columns.iter().enumerate() {
                query = to_sqlite(query, postgres_cell(&row, place, *kind)?);
            }
            query.execute(&mut *write).await?;
        }
    }
    write.commit().await
}

async fn sqlite_to_postgres(
    from: &mut SqliteConnection,
    to: &mut PgConnection,
) -> Result<(), sqlx::Error> {
    let mut write = to.begin().await?;
    for shape in SHAPES {
        let identity = if shape.gives_ids { "OVERRIDING SYSTEM VALUE" } else { "" };
        let insert = shape.insert(|place| format!("${}", place + 1), identity);
        let mut rows = sqlx::query(AssertSqlSafe(shape.select())).fetch(&mut *from);
        while let Some(row) = rows.try_next().await? {
            let mut query = sqlx::query(AssertSqlSafe(insert.clone()));
            for (place, (_, kind)) in shape.columns.iter().enumerate() {
                query = to_postgres(query, sqlite_cell(&row, place, *kind)?);
            }
            query.execute(&mut *write).await?;
        }
        if shape.gives_ids {
            let name = shape.name;
            let go_on = format!(
                "SELECT setval(pg_get_serial_sequence('{name}', 'id'), MAX(id)) FROM {name}"
            );
            sqlx::query(AssertSqlSafe(go_on)).execute(&mut *write).await?;
        }
    }
    write.commit().await
}

impl Shape {
    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.names(), self.name)
    }

    fn insert(&self, mark: impl Fn(usize) -> String, identity: &str) -> String {
        let marks: Vec<String> = (0..self.columns.len()).map(mark).collect();
        let (name, names, marks) = (self.name, self.names(), marks.join(", "));
        format!("INSERT INTO {name} ({names}) {identity} VALUES ({marks})")
    }
}

fn postgres_cell(row: &PgRow, place: usize, kind: Kind) -> Result<Cell, sqlx::Error> {
    Ok(match kind {
        Integer => Cell::Integer(row.try_get(place)?),
        Text => Cell::Text(row.try_get(place)?),
        Bytes => Cell::Bytes(row.try_get(place)?),
        Flag => Cell::Flag(row.try_get(place)?),
    })
}

fn sqlite_cell(row: &SqliteRow, place: usize, kind: Kind) -> Result<Cell, sqlx::Error> {
    Ok(match kind {
        Integer => Cell::Integer(row.try_get(place)?),
        Text => Cell::Text(row.try_get(place)?),
        Bytes => Cell::Bytes(row.try_get(place)?),
        Flag => Cell::Flag(row.try_get(place)?),
    })
}

type SqliteQuery<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;
type PostgresQuery<'q> = sqlx::query::Query<'q, Postgres, PgArguments>;

fn to_sqlite(query: SqliteQuery<'_>, cell: Cell) -> SqliteQuery<'_> {
    match cell {
        Cell::Integer(value) => query.bind(value),
        Cell::Text(value) => query.bind(value),
        Cell::Bytes(value) => query.bind(value),
        Cell::Flag(value) => query.bind(value),
    }
}

fn to_postgres(query: PostgresQuery<'_>, cell: Cell) -> PostgresQuery<'_> {
    match cell {
        Cell::Integer(value) => query.bind(value),
        Cell::Text(value) => query.bind(value),
        Cell::Bytes(value) => query.bind(value),
        Cell::Flag(value) => query.bind(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HostingStore as _;
    use std::collections::BTreeSet;

    #[tokio::test]
    async fn a_file_is_read_while_a_store_still_has_it_open() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("room.sqlite");
        let store = SqliteStore::open(&path, Synchronous::Full, 0).await.unwrap();
        store.table_ids(&["Altair".to_owned()]).await.unwrap();
        let mut connection = open_to_read(&path).await.unwrap();
        let names = sqlx::query_scalar("SELECT name FROM room_table").fetch_all(&mut connection);
        let names: Vec<String> = names.await.unwrap();
        assert_eq!(names, ["Altair"]);
    }

    #[tokio::test]
    async fn a_backup_is_not_restored_under_the_last_changes_of_another_database() {
        let directory = tempfile::tempdir().unwrap();
        let backup = directory.path().join("backup.sqlite");
        let store = SqliteStore::open(&backup, Synchronous::Full, 0).await.unwrap();
        store.close().await.unwrap();
        drop(store);
        let to = directory.path().join("room.sqlite");
        let place = StorePlace::Sqlite(to.clone());
        let wal = directory.path().join("room.sqlite-wal");
        std::fs::write(&wal, [7; 32]).unwrap();
        let refused = Err(StoreError::Duplicate { what: wal.display().to_string() });
        assert_eq!(restore(&backup, &place).await, refused);
        assert!(!to.exists());
        std::fs::write(&wal, []).unwrap();
        assert_eq!(restore(&backup, &place).await, Ok(()));
    }

    #[tokio::test]
    async fn a_backup_knows_every_column_of_every_table() {
        let directory = tempfile::tempdir().unwrap();
        let mut connection = new_file(&directory.path().join("new.sqlite")).await.unwrap();
        let columns = sqlx::query_as(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables,
                 pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table' AND tables.name NOT IN ('hand_to_note', 'redo_log', 'hand_seal')
                 AND tables.name NOT LIKE 'sqlite%' AND tables.name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
        );
        let there: Vec<(String, String)> = columns.fetch_all(&mut connection).await.unwrap();
        let there: BTreeSet<(String, String)> = there.into_iter().collect();
        let known = SHAPES.iter().flat_map(|shape| {
            shape.columns.iter().map(|(column, _)| (shape.name.to_owned(), (*column).to_owned()))
        });
        assert_eq!(known.collect::<BTreeSet<_>>(), there);
    }
}

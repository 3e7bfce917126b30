//! The room's promise without the room: an action is in SQLite before any player learns of it. All
//! waiting actions are committed together, as in the room.

use mio::Waker;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

const FILE: &str = "floor.sqlite";
const TABLE: &str = "CREATE TABLE batch (id INTEGER PRIMARY KEY, records BLOB NOT NULL)";
const BATCH: &str = "INSERT INTO batch (records) VALUES (?)";
/// The limit of actions in one commit, as in the room.
const TOGETHER: usize = 1_024;

/// An action: its table and the seat that acted.
pub(super) type Act = (usize, u8);

/// The channels to and from the thread that commits.
pub(super) struct Log {
    to_keep: Sender<Act>,
    kept: Receiver<Vec<Act>>,
}

impl Log {
    /// Starts the thread with a new database in a folder, and this record size per action. The
    /// waker signals committed actions.
    pub(super) fn start(folder: &Path, record_bytes: u16, waker: Waker) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let connection = runtime.block_on(open(&folder.join(FILE))).map_err(io::Error::other)?;
        let (to_keep, acts) = channel();
        let (told, kept) = channel();
        std::thread::Builder::new().name("log".to_owned()).spawn(move || {
            let keeper = Keeper { record_bytes, acts, told, waker };
            // No further action is answered, and the run reports that nothing happened.
            if let Err(error) = runtime.block_on(keeper.run(connection)) {
                tracing::error!(%error, "could not commit to the floor's database");
            }
        })?;
        Ok(Self { to_keep, kept })
    }

    /// Sends an action to be committed.
    pub(super) fn keep(&self, act: Act) {
        // If sending fails, the thread has failed and logged why.
        let _ = self.to_keep.send(act);
    }

    /// Returns the actions that were committed since the last call.
    pub(super) fn kept(&self) -> impl Iterator<Item = Act> + '_ {
        self.kept.try_iter().flatten()
    }
}

async fn open(file: &Path) -> sqlx::Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal);
    let mut connection = options.connect().await?;
    sqlx::query(TABLE).execute(&mut connection).await?;
    Ok(connection)
}

struct Keeper {
    record_bytes: u16,
    acts: Receiver<Act>,
    told: Sender<Vec<Act>>,
    waker: Waker,
}

impl Keeper {
    /// Commits batch after batch, until the server is gone.
    async fn run(self, mut connection: SqliteConnection) -> sqlx::Result<()> {
        while let Ok(first) = self.acts.recv() {
            let mut batch = vec![first];
            batch.extend(self.acts.try_iter().take(TOGETHER - 1));
            let records = vec![0x5a; batch.len() * usize::from(self.record_bytes)];
            sqlx::query(BATCH).bind(records).execute(&mut connection).await?;
            if self.told.send(batch).is_err() {
                break;
            }
            self.waker.wake()?;
        }
        connection.close().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mio::{Events, Poll, Token};
    use std::time::Duration;

    #[test]
    fn what_is_to_be_kept_comes_back_in_its_order_and_is_in_the_file() {
        let mut poll = Poll::new().unwrap();
        let waker = Waker::new(poll.registry(), Token(0)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let log = Log::start(folder.path(), 50, waker).unwrap();
        let acts: Vec<Act> = (0..3_000).map(|table| (table, 1)).collect();
        acts.iter().for_each(|act| log.keep(*act));
        let (mut kept, mut events) = (Vec::new(), Events::with_capacity(4));
        while kept.len() < acts.len() {
            poll.poll(&mut events, Some(Duration::from_secs(10))).unwrap();
            assert!(!events.is_empty(), "nobody is woken for {} actions", acts.len() - kept.len());
            kept.extend(log.kept());
        }
        assert_eq!(kept, acts);
        let file = folder.path().join(FILE);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let bytes: i64 = runtime.block_on(async {
            let mut reader = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
            let sum = sqlx::query_scalar("SELECT sum(length(records)) FROM batch");
            sum.fetch_one(&mut reader).await.unwrap()
        });
        assert_eq!(bytes, 3_000 * 50);
    }
}

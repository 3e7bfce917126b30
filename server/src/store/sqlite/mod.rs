//! The store in one SQLite file behind a redo log: one connection that writes, a few that read.

mod accounts;
mod audit;
mod bans;
mod commit;
mod copies;
mod guests;
mod hand_links;
mod hands;
mod hosting;
mod identities;
mod journal;
mod ledger;
mod log;
mod moderation;
mod notes;
mod operations;
mod redo;
mod sign_ins;
mod to_note;
mod tournaments;

use super::redo::{Files, Front, SEGMENT_BYTES};
use super::{
    AccountEdit, AccountSearch, AuditTrail, ChatSearch, CheckedTransfers, CodeOf, FoundAccounts,
    FoundChat, FoundHands, FoundHostedTable, FoundNotes, FoundOperations, FoundReports, HandSearch,
    LedgerDifference, NamedReport, PastFilter, PastPage, SeasonId, Store, StoreError,
    StoredAccount, StoredBan, StoredChatLine, StoredCode, StoredHand, StoredHostedTable,
    StoredIdentity, StoredNote, StoredOperation, StoredReport, StoredResults, StoredSecondFactor,
    StoredSignIn, StoredStream, StoredToken, StoredTournament, StreamId, Transfer, Unit,
    duplicate_or_failed, failed, not_migrated, signed, unsigned,
};
pub(super) use copies::complete as complete_copy;

use crate::config::Synchronous;
use crate::ids::{AccountId, TableId, TournamentId};
use crate::look::Look;
use cardroom_protocol::server::Role;
use futures_util::future::BoxFuture;
use journal::Known;
use log::{Keeper, LogLength};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};
use std::fs::{DirBuilder, File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use to_note::ToNote;
use tokio::sync::{Mutex, MutexGuard};
use tokio_util::task::AbortOnDropHandle;

/// How long a statement waits for another process that reads the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long to wait before trying the final checkpoint again.
const FOLD_AGAIN: Duration = Duration::from_millis(5);

/// The page cache of the connection that writes; negative means KiB. The pages that play changes
/// often fit. So a room's memory reaches its size after a minute and not after an hour.
const CACHE_KIB: &str = "-4096";

/// The page cache of each other connection. The pages of one query fit. Every commit invalidates
/// the cache anyway, so more would not help.
const OTHER_CACHE_KIB: &str = "-512";

/// How many connections read.
const READERS: u32 = 4;

/// The store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    /// The log that takes what is played.
    front: Front,
    writer: Arc<Mutex<Writer>>,
    readers: SqlitePool,
    /// Checkpoints the log beside play, as long as this store lives.
    _log_keeper: AbortOnDropHandle<()>,
    /// Locked as long as this store lives, so that no second room writes to the same file.
    _lock: File,
}

#[derive(Debug)]
struct Writer {
    connection: SqliteConnection,
    /// `None` after the database failed, so that the stored state must be read again.
    known: Option<Known>,
    /// How many snapshots of each stream keep the records behind them.
    keep_snapshots: usize,
    /// The pages that were written and not yet checkpointed.
    log: LogLength,
}

impl Writer {
    /// Ends a transaction that was left open.
    ///
    /// After some failures SQLite rolls a transaction back on its own. The rollback of sqlx then
    /// fails, and sqlx counts the transaction as open from that time on. It turns the next one into
    /// a savepoint, whose rollback leaves a transaction open. Without this function, all later
    /// writes would be part of that transaction and lost with the process.
    async fn roll_back(&mut self) {
        if self.connection.is_in_transaction() {
            // A rollback may still be under way. The ping is answered after it.
            let _ = self.connection.ping().await;
        }
        if self.connection.is_in_transaction() {
            // This fails if the database has already rolled back. Then no transaction is open.
            let _ = sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await;
        }
    }

    /// Returns what is known of the stored state, and reads it first if necessary.
    async fn known(&mut self) -> Result<&Known, StoreError> {
        let known = match self.known.take() {
            Some(known) => known,
            None => Known::read(&mut self.connection, self.keep_snapshots).await?,
        };
        Ok(self.known.insert(known))
    }

    /// Notes the players of every stored hand.
    async fn note_everything(&mut self) -> Result<(), StoreError> {
        to_note::note_everything(&mut self.connection).await?;
        if let Some(known) = &mut self.known {
            known.to_note = ToNote::default();
        }
        Ok(())
    }
}

impl SqliteStore {
    /// Opens or creates the file and migrates its tables. Keeps the records of each stream for
    /// `keep_snapshots` more snapshots, although the last one contains them.
    ///
    /// # Errors
    /// The file cannot be used, another room has it open, or its content is damaged.
    pub async fn open(
        path: &Path,
        synchronous: Synchronous,
        keep_snapshots: usize,
    ) -> Result<Self, StoreError> {
        Self::open_with_segments(path, synchronous, keep_snapshots, SEGMENT_BYTES).await
    }

    /// Opens like [`Self::open`], with a redo log of three segments of this length.
    ///
    /// # Errors
    /// The same as [`Self::open`].
    pub async fn open_with_segments(
        path: &Path,
        synchronous: Synchronous,
        keep_snapshots: usize,
        segment_bytes: u64,
    ) -> Result<Self, StoreError> {
        let lock = lock_file(path)?;
        make_private(path).map_err(|error| in_file(path, &error))?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // What the database has must be durable: the redo log is written over behind it.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .pragma("wal_autocheckpoint", log::MOST_PAGES)
            // Otherwise SQLite writes the statement journal, which undoes a failed
            // statement, to a file.
            .pragma("temp_store", "memory")
            .pragma("cache_size", OTHER_CACHE_KIB)
            .disable_statement_logging();
        let writes = options.clone().pragma("cache_size", CACHE_KIB);
        let mut connection =
            SqliteConnection::connect_with(&writes).await.map_err(|error| in_file(path, &error))?;
        let migrator = sqlx::migrate!("./migrations/sqlite");
        let migrated = migrator.run(&mut connection).await;
        migrated.map_err(|error| not_migrated(error, &migrator))?;
        accounts::add_skeletons(&mut connection).await?;
        to_note::note_everything(&mut connection).await?;
        let mut known = Known::read(&mut connection, keep_snapshots).await?;
        known.to_note = ToNote::default();
        let keeper = Keeper::new(options.connect().await.map_err(failed)?, path)
            .map_err(|error| in_file(path, &error))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.pragma("query_only", "on"))
            .await
            .map_err(failed)?;
        let (log, is_long) = log::opened();
        let known = Some(known);
        let writer = Writer { connection, known, keep_snapshots, log };
        let writer = Arc::new(Mutex::new(writer));
        let rows = Arc::new(redo::Rows { writer: Arc::clone(&writer) });
        let files = Arc::new(Files::beside(path, synchronous, segment_bytes));
        let front = Front::open(rows, files).await?;
        let log_keeper = log::keep_short(keeper, &writer, is_long);
        Ok(Self { front, writer, readers, _log_keeper: log_keeper, _lock: lock })
    }
}

/// Creates a directory that only the room's own user can read, because it holds hashes and keys.
fn make_directory(directory: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// Creates the file if it is missing, and makes it unreadable for other users. SQLite gives the
/// files beside it the same permissions.
fn make_private(path: &Path) -> std::io::Result<()> {
    let file = File::options().append(true).create(true).open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(file);
    Ok(())
}

/// Creates a private file and its directory.
pub(super) fn private_file(path: &Path) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        make_directory(directory)?;
    }
    make_private(path)
}

fn in_file(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Database(format!("{}: {error}", path.display()))
}

/// Creates the directory, and locks a file beside the database.
fn lock_file(path: &Path) -> Result<File, StoreError> {
    let failed = |error: std::io::Error| in_file(path, &error);
    if let Some(directory) = path.parent() {
        make_directory(directory).map_err(failed)?;
    }
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push(".lock");
    let lock = File::create(&lock_path).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::Database(format!("another room has {} open", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

impl SqliteStore {
    /// Returns the connection that writes, with no transaction open.
    async fn writer(&self) -> MutexGuard<'_, Writer> {
        let mut writer = self.writer.lock().await;
        writer.roll_back().await;
        writer
    }

    /// Checkpoints everything into the one file. SQLite refuses while the keeper is checkpointing,
    /// so this tries again.
    async fn fold_log(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        let mut writer = self.writer().await;
        let give_up = Instant::now() + BUSY_TIMEOUT;
        loop {
            let fold = sqlx::query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)");
            let is_busy = fold.fetch_one(&mut writer.connection).await.map_err(failed)? != 0;
            if !is_busy {
                return Ok(());
            }
            if Instant::now() >= give_up {
                let why =
                    "somebody looks into the database; a part of it stays in the log beside it";
                return Err(StoreError::Database(why.to_owned()));
            }
            tokio::time::sleep(FOLD_AGAIN).await;
        }
    }
}

impl Store for SqliteStore {
    fn close(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            self.front.close().await?;
            self.fold_log().await
        })
    }

    fn lost(&self) -> BoxFuture<'_, StoreError> {
        Box::pin(self.front.failure())
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            self.front.settle().await?;
            let mut writer = self.writer.lock().await;
            writer.roll_back().await;
            // Setting it writes the first page of the file, even if the value stays the same.
            let written = sqlx::raw_sql("PRAGMA user_version = 0").execute(&mut writer.connection);
            written.await.map(|_| ()).map_err(failed)
        })
    }

    fn commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.front.commit(units))
    }

    fn load_streams(&self) -> BoxFuture<'_, Result<Vec<(StreamId, StoredStream)>, StoreError>> {
        Box::pin(self.read_streams())
    }

    fn load_stream(&self, stream: StreamId) -> BoxFuture<'_, Result<StoredStream, StoreError>> {
        Box::pin(self.read_stream(stream))
    }

    fn load_balances(&self) -> BoxFuture<'_, Result<Vec<(String, i64)>, StoreError>> {
        Box::pin(self.read_balances())
    }

    fn load_funds<'a>(
        &'a self,
        accounts: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<(String, i64)>, StoreError>> {
        Box::pin(self.read_funds(accounts))
    }

    fn audit_trail(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<AuditTrail, StoreError>> {
        Box::pin(self.read_audit(table, from, at_most))
    }

    fn find_hands<'a>(
        &'a self,
        search: &'a HandSearch,
    ) -> BoxFuture<'a, Result<FoundHands, StoreError>> {
        Box::pin(self.read_hands(search))
    }

    fn hand(
        &self,
        table: TableId,
        hand: u64,
    ) -> BoxFuture<'_, Result<Option<StoredHand>, StoreError>> {
        Box::pin(self.read_hand(table, hand))
    }

    fn link_generation(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.read_link_generation(table, hand, seat))
    }

    fn revoke_links(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_link_revocation(table, hand, seat))
    }

    fn forget_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.remove_hands(before_ms, of_programs_alone, at_most))
    }

    fn set_note<'a>(
        &'a self,
        note: &'a StoredNote,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(self.write_note(note, at_most))
    }

    fn delete_note(
        &self,
        account: AccountId,
        about: AccountId,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.remove_note(account, about))
    }

    fn notes(
        &self,
        account: AccountId,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundNotes, StoreError>> {
        Box::pin(self.read_notes(account, from, at_most))
    }

    fn find_accounts<'a>(
        &'a self,
        search: &'a AccountSearch,
    ) -> BoxFuture<'a, Result<FoundAccounts, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::find_accounts(&mut reader, search).await
        })
    }

    fn operate<'a>(
        &'a self,
        edit: &'a AccountEdit,
        operation: &'a StoredOperation,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            operations::operate(&mut writer.connection, edit, operation).await
        })
    }

    fn operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundOperations, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_operations(&mut reader, account, from, at_most).await
        })
    }

    fn reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
    ) -> BoxFuture<'_, Result<Option<AccountId>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_reset_code(&mut reader, hash, now_ms).await
        })
    }

    fn use_reset_code<'a>(
        &'a self,
        hash: [u8; 32],
        now_ms: u64,
        password_hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            operations::use_reset_code(&mut writer.connection, hash, now_ms, password_hash).await
        })
    }

    fn second_factor(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Option<StoredSecondFactor>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_second_factor(&mut reader, account).await
        })
    }

    fn set_second_factor<'a>(
        &'a self,
        before: Option<&'a StoredSecondFactor>,
        now: &'a StoredSecondFactor,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            operations::write_second_factor(&mut writer.connection, before, now).await
        })
    }

    fn delete_second_factor(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            operations::delete_second_factor(&mut writer.connection, account).await
        })
    }

    fn reassign_hand<'a>(
        &'a self,
        hand: &'a StoredHand,
        from: AccountId,
        to: AccountId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.front.settle().await?;
            let mut writer = self.writer().await;
            operations::reassign_hand(&mut writer.connection, hand, from, to).await
        })
    }

    fn move_notes(&self, from: AccountId, to: AccountId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            operations::move_notes(&mut writer.connection, from, to).await
        })
    }

    fn keep_chat<'a>(
        &'a self,
        lines: &'a [StoredChatLine],
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            moderation::write_chat(&mut writer.connection, lines).await
        })
    }

    fn find_chat<'a>(
        &'a self,
        search: &'a ChatSearch,
    ) -> BoxFuture<'a, Result<FoundChat, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            moderation::read_chat(&mut reader, search).await
        })
    }

    fn forget_chat(&self, before_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            moderation::delete_chat(&mut writer.connection, before_ms).await
        })
    }

    fn keep_report<'a>(
        &'a self,
        report: &'a StoredReport,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            moderation::write_report(&mut writer.connection, report, at_most).await
        })
    }

    fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundReports, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            moderation::read_reports(&mut reader, open, from, at_most).await
        })
    }

    fn report(&self, number: u64) -> BoxFuture<'_, Result<Option<NamedReport>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            moderation::read_report(&mut reader, number).await
        })
    }

    fn keep_sign_in<'a>(
        &'a self,
        sign_in: &'a StoredSignIn,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write_sign_in(sign_in))
    }

    fn sign_ins(
        &self,
        days: (u32, u32),
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<StoredSignIn>, StoreError>> {
        Box::pin(self.read_sign_ins(days, at_most))
    }

    fn forget_sign_ins(&self, before_day: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.remove_sign_ins(before_day))
    }

    fn ledger_audit(&self) -> BoxFuture<'_, Result<Vec<LedgerDifference>, StoreError>> {
        Box::pin(self.audit())
    }

    fn check_transfers(&self) -> BoxFuture<'_, Result<CheckedTransfers, StoreError>> {
        Box::pin(self.look_at_transfers())
    }

    fn create_account<'a>(
        &'a self,
        account: &'a StoredAccount,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            accounts::insert_account(&mut writer.connection, account).await
        })
    }

    fn open_with_identity<'a>(
        &'a self,
        account: &'a StoredAccount,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            identities::open_with_identity(&mut writer.connection, account, identity).await
        })
    }

    fn link_identity<'a>(
        &'a self,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            identities::insert_identity(&mut writer.connection, identity).await
        })
    }

    fn identity<'a>(
        &'a self,
        issuer: &'a str,
        subject: &'a str,
    ) -> BoxFuture<'a, Result<Option<AccountId>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            identities::read_identity(&mut reader, issuer, subject).await
        })
    }

    fn identities(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Vec<StoredIdentity>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            identities::read_identities(&mut reader, account).await
        })
    }

    fn unlink_identities(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut writer = self.writer().await;
            identities::delete_identities(&mut writer.connection, account).await
        })
    }

    fn account(&self, id: AccountId) -> BoxFuture<'_, Result<Option<StoredAccount>, StoreError>> {
        Box::pin(self.read_account(id))
    }

    fn accounts<'a>(
        &'a self,
        ids: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<StoredAccount>, StoreError>> {
        Box::pin(self.read_accounts(ids))
    }

    fn account_by_name<'a>(
        &'a self,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Option<StoredAccount>, StoreError>> {
        Box::pin(self.read_account_by_name(name))
    }

    fn replace_password<'a>(
        &'a self,
        id: AccountId,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write_password(id, hash))
    }

    fn upgrade_guest<'a>(
        &'a self,
        id: AccountId,
        name: &'a str,
        hash: &'a str,
        opened_ms: u64,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(self.write_upgrade(id, name, hash, opened_ms))
    }

    fn set_role(&self, id: AccountId, role: Role) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_role(id, role))
    }

    fn set_look(&self, id: AccountId, look: Look) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_look(id, look))
    }

    fn set_last_grant(&self, id: AccountId, at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_last_grant(id, at_ms))
    }

    fn create_token<'a>(&'a self, token: &'a StoredToken) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.insert_token(token))
    }

    fn token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<StoredToken>, StoreError>> {
        Box::pin(self.read_token(hash))
    }

    fn note_token_use(&self, hash: [u8; 32], at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_token_use(hash, at_ms))
    }

    fn api_tokens(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Vec<StoredToken>, StoreError>> {
        Box::pin(self.read_api_tokens(account))
    }

    fn api_token_count(&self, account: AccountId) -> BoxFuture<'_, Result<usize, StoreError>> {
        Box::pin(self.count_api_tokens(account))
    }

    fn delete_token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.remove_token(hash))
    }

    fn delete_api_token<'a>(
        &'a self,
        account: AccountId,
        label: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(self.remove_api_token(account, label))
    }

    fn delete_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.remove_tokens(account, but))
    }

    fn extend_token(
        &self,
        hash: [u8; 32],
        expires_ms: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_token_end(hash, expires_ms))
    }

    fn delete_ended_tokens(&self, now_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.remove_ended_tokens(now_ms))
    }

    fn create_tournament<'a>(
        &'a self,
        tournament: &'a StoredTournament,
    ) -> BoxFuture<'a, Result<TournamentId, StoreError>> {
        Box::pin(self.insert_tournament(tournament))
    }

    fn open_tournaments(&self) -> BoxFuture<'_, Result<Vec<StoredTournament>, StoreError>> {
        Box::pin(self.read_open_tournaments())
    }

    fn past_tournaments<'a>(
        &'a self,
        filter: &'a PastFilter,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'a, Result<PastPage, StoreError>> {
        Box::pin(self.read_past_tournaments(filter, from, at_most))
    }

    fn bans(&self, now_ms: u64) -> BoxFuture<'_, Result<Vec<StoredBan>, StoreError>> {
        Box::pin(self.read_bans(now_ms))
    }

    fn season_results<'a>(
        &'a self,
        season: &'a SeasonId,
    ) -> BoxFuture<'a, Result<Vec<StoredResults>, StoreError>> {
        Box::pin(self.read_season_results(season))
    }

    fn tournament(
        &self,
        id: TournamentId,
    ) -> BoxFuture<'_, Result<Option<StoredTournament>, StoreError>> {
        Box::pin(self.read_tournament(id))
    }

    fn keep_hosted_table<'a>(
        &'a self,
        hosted: &'a StoredHostedTable,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.insert_hosted_table(hosted))
    }

    fn end_hosted_table(
        &self,
        table: TableId,
        at_ms: u64,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.write_hosted_end(table, at_ms))
    }

    fn hosted_table(
        &self,
        table: TableId,
    ) -> BoxFuture<'_, Result<Option<FoundHostedTable>, StoreError>> {
        Box::pin(self.read_hosted_table(table))
    }

    fn wallet_transfers<'a>(
        &'a self,
        account: AccountId,
        after: &'a str,
        at_most: u32,
    ) -> BoxFuture<'a, Result<Vec<Transfer>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_wallet_transfers(&mut reader, account, after, at_most).await
        })
    }

    fn table_transfers(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Transfer>, StoreError>> {
        Box::pin(self.read_table_transfers(table))
    }

    fn hosted_tables(&self) -> BoxFuture<'_, Result<Vec<StoredHostedTable>, StoreError>> {
        Box::pin(self.read_hosted_tables())
    }

    fn idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>> {
        Box::pin(self.read_idle_guests(opened_before_ms, at_most))
    }

    fn forget_guest(&self, id: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.remove_guest(id))
    }

    fn codes(&self) -> BoxFuture<'_, Result<Vec<StoredCode>, StoreError>> {
        Box::pin(self.read_codes())
    }

    fn replace_code<'a>(
        &'a self,
        of: CodeOf,
        code: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write_code(of, code))
    }

    fn table_ids<'a>(
        &'a self,
        names: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        Box::pin(self.find_or_open_tables(names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails in a transaction, which SQLite then rolls back on its own.
    async fn fail(store: &SqliteStore) {
        let mut writer = store.writer().await;
        let mut transaction = writer.connection.begin().await.unwrap();
        let twice = "INSERT OR ROLLBACK INTO room_table (id, name) VALUES (9, 'a'), (9, 'b')";
        sqlx::raw_sql(twice).execute(&mut *transaction).await.unwrap_err();
    }

    /// Drops a transaction, which sqlx then rolls back.
    async fn give_up(store: &SqliteStore) {
        let mut writer = store.writer().await;
        let mut transaction = writer.connection.begin().await.unwrap();
        let one = "INSERT INTO room_table (id, name) VALUES (9, 'a')";
        sqlx::raw_sql(one).execute(&mut *transaction).await.unwrap();
    }

    #[tokio::test]
    async fn what_is_written_after_failed_transactions_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room.db");
        let store = SqliteStore::open(&path, Synchronous::Normal, 2).await.unwrap();
        fail(&store).await;
        give_up(&store).await;
        fail(&store).await;
        give_up(&store).await;
        let one = "INSERT INTO room_table (id, name) VALUES (9, 'a')";
        let mut writer = store.writer().await;
        sqlx::raw_sql(one).execute(&mut writer.connection).await.unwrap();
        drop(writer);
        // Another connection sees only committed rows.
        let read = sqlx::query_scalar("SELECT name FROM room_table WHERE id = 9");
        let name: String = read.fetch_one(&store.readers).await.unwrap();
        assert_eq!(name, "a");
    }
}

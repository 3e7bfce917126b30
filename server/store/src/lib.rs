//! Storage. A committed unit survives a crash.
//!
//! [`Store`] is the seam between the room and a database. Journal records and ledger transfers that
//! belong together travel in one [`Unit`], which is stored whole or not at all.

pub mod backup;
pub mod confusable;
pub mod repair;

mod accounts;
mod batch;
mod deal_log;
mod group;
mod hands;
mod health;
mod hooks;
mod hosting;
mod identities;
mod index;
mod journal;
mod keys;
mod lease;
mod ledger;
mod memory;
mod migrations;
mod moderation;
mod notes;
mod operations;
mod packing;
mod place;
#[cfg(test)]
mod plans;
mod postgres;
mod push;
mod redo;
mod requests;
mod sequence;
mod servers;
mod setups;
mod sign_ins;
mod sqlite;
mod terms;
mod tournaments;

pub use accounts::{AccountStore, Hooked};
pub use cardroom_record::{
    AuditRecord, AuditTrail, Funds, Held, HeldPrice, HookEvent, HostedBy, LedgerAccount, LogId,
    Origin, Player, Record, SALT_BYTES, Scopes, SealedDecks, SealedRound, SeasonId, SetupHash,
    Snapshot, StoredBan, StoredHand, StoredOperation, StoredResults, StoredSetup, StoredStream,
    StreamId, Ticket, Transfer, Unit, ids, is_staff, look, tenure,
};
pub use deal_log::{DealLogStore, LogStep, RoundCount};
pub use hands::{CheckedHands, FoundHands, HandSearch, HandStore};
pub use health::{StoreHealth, StoreWarning};
pub use hooks::{
    EndedAttempt, HookStore, StoredDelivery, StoredHook, StoredHookEvent, StoredWaiting,
};
pub use hosting::HostingStore;
pub use identities::{IdentityStore, StoredIdentity};
pub use journal::JournalStore;
pub use keys::{KeyFileId, KeyStore, StoredKeyRing};
pub use lease::{
    BEAT_MS, Before, Candidate, Decision, Followed, LeaseHolder, LeaseState, Process, Regaining,
    Seen, WaitingProcess,
};
pub use ledger::{CheckedTransfers, LedgerDifference, load_funds};
pub use memory::{FrameFate, Gate, MemorySegments, MemoryStore};
pub use moderation::{
    ChatSearch, FoundChat, FoundReports, ModerationStore, NamedReport, StoredChatLine, StoredReport,
};
pub use notes::{FoundNotes, NoteStore, StoredNote};
pub use operations::{
    AccountEdit, AccountSearch, FoundAccounts, FoundOperations, OperationStore, StoredSecondFactor,
    Which,
};
pub use place::{StorePlace, StoreUrl, Synchronous};
pub use postgres::{
    Lease, Obstacle, PostgresKeys, PostgresOpening, PostgresStore, Sighting, Standby, TlsError,
};
pub use push::{PushStore, StoredSubscription};
pub use requests::{Begun, KeyedRequest, RequestStore};
pub use servers::{MOST_SERVERS, ServerListError};
use setups::hash_of;
pub use setups::shared_setup;
pub use sign_ins::{KnownNetwork, SignInStore, StoredSignIn};
pub use sqlite::SqliteStore;
pub use terms::{StoredTerms, TermsKind, TermsStore};
pub use tournaments::{PublishedStart, TournamentStore};

use crate::ids::{AccountId, TableId, TournamentId};
use crate::look::Look;
use crate::tenure::Tenure;
use batch::{Link, short_hash, stream_from_key, stream_key};
use bytes::Bytes;
use cardroom_protocol::server::Role;
use cardroom_rules::Millis;
use ledger::{transfer_hash, transfer_of};
use sequence::LinkedSnapshot;
use sqlx::migrate::{MigrateError, Migrator};
use std::fmt;

/// A filter for tournaments that have ended. Absent criteria match all of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PastFilter {
    pub league: Option<String>,
    /// The id of a season.
    pub season: Option<String>,
    /// True to include private tournaments.
    pub private: bool,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PastPage {
    /// The number of tournaments on all pages.
    pub total: u32,
    /// The parts that lists show, the latest first.
    pub summaries: Vec<(TournamentId, String)>,
}

/// A stored account. `Debug` does not show the password hash.
#[derive(Clone)]
pub struct StoredAccount {
    pub id: AccountId,
    /// The name that others see; unique without regard to case.
    pub name: String,
    /// The password hash as a PHC string; `None` for guests and house bots.
    pub password_hash: Option<String>,
    pub role: Role,
    /// Whether a program plays it.
    pub bot: bool,
    /// When it last got a grant of play chips, in milliseconds since 1970; 0 for never.
    pub last_grant_ms: u64,
    /// The look its owner chose; `None` for the default that follows from its id.
    pub look: Option<Look>,
    /// When it was opened or a guest registered it, in milliseconds since 1970; 0 if unknown.
    pub opened_ms: u64,
    /// End of a suspension from the room, in milliseconds since 1970; `None` without one.
    pub suspended_until_ms: Option<u64>,
    /// End of a ban from the chat, in milliseconds since 1970; `None` without one.
    pub muted_until_ms: Option<u64>,
    /// When it was erased, in milliseconds since 1970; `None` if it was not.
    pub erased_ms: Option<u64>,
    /// Whether its owner came back on another day, or played.
    pub used: bool,
}

impl StoredAccount {
    /// Returns `true` for a guest: a person's account without a password.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.password_hash.is_none() && !self.bot && self.erased_ms.is_none()
    }

    /// Returns since when it has been an account.
    #[must_use]
    pub fn tenure(&self) -> Tenure {
        match (self.is_guest(), self.bot) {
            (true, _) => Tenure::GUEST,
            (false, true) => Tenure::ALWAYS,
            (false, false) => Tenure::since(Millis(self.opened_ms)),
        }
    }

    /// Returns how others see it.
    #[must_use]
    pub fn look(&self) -> Look {
        self.look.unwrap_or_else(|| Look::of(self.id))
    }
}

impl From<StoredAccount> for Player {
    fn from(stored: StoredAccount) -> Self {
        let (look, tenure) = (stored.look(), stored.tenure());
        let StoredAccount { id: account, name, bot, role, .. } = stored;
        let staff = is_staff(role);
        Self { account, name: name.into(), bot, role, staff, look, tenure }
    }
}

impl fmt::Debug for StoredAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("StoredAccount");
        debug.field("id", &self.id).field("name", &self.name).field("role", &self.role);
        debug.field("bot", &self.bot).finish_non_exhaustive()
    }
}

/// A tournament as it was announced. Its stream holds everything that happens in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTournament {
    pub id: TournamentId,
    /// For people to read.
    pub name: String,
    /// The setup of its director, encoded by its owner.
    pub setup: String,
    /// In milliseconds since 1970.
    pub announced_ms: u64,
    /// The account that announced it; `None` for the room itself.
    pub announced_by: Option<AccountId>,
    /// The code of a private tournament, sealed by
    /// `Vault::seal_code`. Codes are never reused.
    pub code: Option<String>,
    /// The results, encoded by their owner; `None` until it ends.
    pub results: Option<String>,
}

/// A private table and, if it is closed, the time of that.
pub type FoundHostedTable = (StoredHostedTable, Option<u64>);

/// A private table. Its stream holds everything that happens at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredHostedTable {
    pub table: TableId,
    /// The code that admits players, sealed by
    /// `Vault::seal_code`. Codes are never reused.
    pub code: String,
    pub host: AccountId,
    /// The terms, encoded by their owner.
    pub terms: String,
    /// In milliseconds since 1970.
    pub opened_ms: u64,
}

/// The private table or tournament of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeOf {
    Table(TableId),
    Tournament(TournamentId),
}

/// The code of a private table or tournament, open or closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCode {
    pub of: CodeOf,
    /// The code as it is stored: sealed.
    pub code: String,
    /// Whether the table or tournament is still open.
    pub is_open: bool,
}

/// A token that signs an account in. Only its SHA-256 is stored.
#[derive(Clone, Debug)]
pub struct StoredToken {
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    pub account: AccountId,
    /// The label of an API token; `None` for a resume token.
    pub label: Option<String>,
    /// When it expires, in milliseconds since 1970; `None` for never.
    pub expires_ms: Option<u64>,
    /// When it was created, in milliseconds since 1970; 0 if it is older than this field.
    pub created_ms: u64,
    /// Roughly when an API token last signed in; `None` for never and for resume tokens.
    pub last_used_ms: Option<u64>,
    /// The address of that sign-in.
    pub last_address: Option<String>,
    /// The rights of an API token. They mean nothing for a resume token.
    pub scopes: Scopes,
    /// When the sign-in of a resume token last proved the second factor.
    pub factor_ms: Option<u64>,
}

/// The reason why a store could not do something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The name or id is already in use.
    #[error("{what} is there already")]
    Duplicate { what: String },
    /// A transfer would overdraw an account, or a balance would overflow.
    #[error("the ledger refuses transfer {id}")]
    Overdrawn { id: String },
    /// A record does not follow the last one of its stream, or a snapshot is ahead of it.
    #[error("{stream} goes on with record {expected}, not {found}")]
    OutOfOrder {
        stream: StreamId,
        /// The sequence number that comes next.
        expected: u64,
        /// The one that came.
        found: u64,
    },
    /// Stored data cannot be read.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
    #[error("the database failed: {0}")]
    Database(String),
    /// Another room has the database open, so this one does not open it.
    #[error("Another room has {database} open. Close that room first, or use another {instead}.")]
    InUse {
        /// The file, or what else names the database.
        database: String,
        /// Something else to use, and its setting.
        instead: &'static str,
    },
    /// The database cannot be reached with the encryption that `store.url` requires.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Nothing was written, because there is no room or the database does not take what was
    /// committed before.
    #[error("nothing can be stored: {0}")]
    NotWritten(String),
    /// A write to the redo log failed. Nothing can be stored until the room opens anew, which
    /// decides what of that write counts.
    #[error("the redo log failed: {0}")]
    LogFailed(String),
    /// `store.require_replica` is set, and no replica confirms commits.
    #[error(
        "No replica confirms what the database commits, and store.require_replica asks for one. \
         Name a replica in synchronous_standby_names of the database server, or set \
         store.require_replica to false."
    )]
    NoReplica,
    /// The room's keys are not wrapped with the key file that a new key was wrapped with.
    #[error("the keys in the database are wrapped with another key file")]
    OtherKeyFile,
    /// This store has no key ring.
    #[error("only PostgreSQL stores the room's keys; here they are files of the data directory")]
    NoKeyRing,
    /// Another room has the database, or had it since this one last wrote.
    #[error("another room has taken over the database")]
    TakenOver,
    /// A newer version of the program has changed the tables of the database.
    #[error(
        "A newer version of Cardroom has used this database: it has migration {found}, and this \
         program knows migrations up to {known}. Start the newer version, or restore a backup that \
         this version made."
    )]
    Newer {
        /// The last migration of the database.
        found: i64,
        /// The last migration that this program knows.
        known: i64,
    },
    /// An older version of the program wrote the database, which this one may only read.
    #[error(
        "An older version of Cardroom wrote this database: it has migration {found}, and this \
         program reads it from migration {known} on. Back it up with the older version, then open \
         the room with this one, which updates the database."
    )]
    Older {
        /// The last migration of the database.
        found: i64,
        /// The migration that this program needs.
        known: i64,
    },
}

/// [`Store`] and its parts, whose methods a store of a known type has only if they are in scope.
pub mod prelude {
    pub use crate::{
        AccountStore, DealLogStore, HandStore, HookStore, HostingStore, IdentityStore,
        JournalStore, KeyStore, ModerationStore, NoteStore, OperationStore, PushStore,
        RequestStore, SignInStore, Store, TermsStore, TournamentStore,
    };
}

/// A database. Every method of its parts is durable when it returns. If it fails, it has changed
/// nothing.
pub trait Store:
    JournalStore
    + AccountStore
    + IdentityStore
    + OperationStore
    + ModerationStore
    + NoteStore
    + PushStore
    + RequestStore
    + SignInStore
    + TermsStore
    + TournamentStore
    + HostingStore
    + HandStore
    + HookStore
    + DealLogStore
    + KeyStore
    + fmt::Debug
    + Send
    + Sync
    + 'static
{
}

impl<S> Store for S where
    S: JournalStore
        + AccountStore
        + IdentityStore
        + OperationStore
        + ModerationStore
        + NoteStore
        + PushStore
        + RequestStore
        + SignInStore
        + TermsStore
        + TournamentStore
        + HostingStore
        + HandStore
        + HookStore
        + DealLogStore
        + KeyStore
        + fmt::Debug
        + Send
        + Sync
        + 'static
{
}

/// Returns the name of a guest that was emptied. No other account can have one like it.
fn former_guest(id: impl std::fmt::Display) -> String {
    format!("#{id}")
}

/// Returns a name in the form in which it must be unique: without its case.
fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// Converts to the signed integers of databases.
fn signed(value: u64) -> Result<i64, StoreError> {
    i64::try_from(value).map_err(|_| StoreError::Database(format!("{value} is above 2^63")))
}

/// Converts back a number that [`signed`] converted.
fn unsigned(value: i64) -> Result<u64, StoreError> {
    u64::try_from(value).map_err(|_| StoreError::Damaged(format!("{value} is below 0")))
}

/// Returns the error for results of a tournament that was never announced.
fn unknown_tournament(id: TournamentId) -> StoreError {
    StoreError::Damaged(format!("tournament {id} ends and was never announced"))
}

/// Wraps the message of the database.
#[expect(clippy::needless_pass_by_value, reason = "the form map_err takes")]
fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Database(error.to_string())
}

/// Returns the error for a database that cannot be migrated.
fn not_migrated(error: sqlx::migrate::MigrateError, migrator: &Migrator) -> StoreError {
    match error {
        MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
            StoreError::Newer { found, known: migrations::newest(migrator) }
        }
        error => StoreError::Database(error.to_string()),
    }
}

/// Returns [`StoreError::Duplicate`] for a violated uniqueness, and the plain error otherwise.
fn duplicate_or_failed(what: impl FnOnce() -> String) -> impl FnOnce(sqlx::Error) -> StoreError {
    move |error| match error.as_database_error() {
        Some(database) if database.is_unique_violation() => StoreError::Duplicate { what: what() },
        _ => failed(error),
    }
}

/// Builds a snapshot from the columns of its row, with the setup that it names. `hash` must match
/// all of them.
fn snapshot_from_row(
    kind: i64,
    id: i64,
    seq: i64,
    payload: Vec<u8>,
    link: &[u8],
    hash: &[u8],
    setup: Option<StoredSetup>,
) -> Result<LinkedSnapshot, StoreError> {
    let stream = u8::try_from(kind).ok().zip(u64::try_from(id).ok());
    let stream = stream.and_then(|(kind, id)| stream_from_key(kind, id)).ok_or_else(|| {
        StoreError::Damaged(format!("a snapshot of a stream of unknown kind {kind}"))
    })?;
    let snapshot = Snapshot { stream, seq: unsigned(seq)?, payload: Bytes::from(payload), setup };
    let wrong =
        || StoreError::Damaged(format!("{stream}: the hash of the snapshot does not match"));
    let link = link.try_into().map_err(|_| wrong())?;
    let linked = LinkedSnapshot { snapshot, link };
    if hash == snapshot_hash(&linked) { Ok(linked) } else { Err(wrong()) }
}

/// Returns a hash over everything in a snapshot.
fn snapshot_hash(linked: &LinkedSnapshot) -> Link {
    let LinkedSnapshot { snapshot, link } = linked;
    let (kind, id) = stream_key(snapshot.stream);
    let seq = snapshot.seq.to_le_bytes();
    let setup = snapshot.setup.as_ref().map_or(&[][..], |setup| hash_of(setup));
    short_hash(&[&[kind], &id.to_le_bytes(), &seq, link, &snapshot.payload, setup])
}

/// Decodes a look that was stored as two numbers, or not at all.
fn look_of(avatar: Option<i64>, color: Option<i64>) -> Result<Option<Look>, StoreError> {
    let Some((avatar, color)) = avatar.zip(color) else { return Ok(None) };
    let look = u16::try_from(avatar).ok().zip(u8::try_from(color).ok());
    let look = look.and_then(|(avatar, color)| Look::new(avatar, color));
    let wrong = || StoreError::Damaged(format!("there is no avatar {avatar} in color {color}"));
    look.map(Some).ok_or_else(wrong)
}

/// Encodes a role for the database.
fn role_str(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Host => "host",
        Role::Floor => "floor",
        Role::Admin => "admin",
    }
}

/// Decodes a role that [`role_str`] encoded.
fn role_from_str(text: &str) -> Result<Role, StoreError> {
    match text {
        "player" => Ok(Role::Player),
        "host" => Ok(Role::Host),
        "floor" => Ok(Role::Floor),
        "admin" => Ok(Role::Admin),
        _ => Err(StoreError::Damaged(format!("there is no role \"{text}\""))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_password_is_not_logged() {
        let account = StoredAccount {
            id: AccountId(1),
            name: "Ann".to_owned(),
            password_hash: Some("$argon2id$secret".to_owned()),
            role: Role::Player,
            bot: false,
            last_grant_ms: 0,
            look: None,
            opened_ms: 0,
            suspended_until_ms: None,
            muted_until_ms: None,
            erased_ms: None,
            used: true,
        };
        let text = format!("{account:?}");
        assert!(text.contains("Ann") && !text.contains("secret"), "{text}");
    }
}

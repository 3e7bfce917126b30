//! What is kept, and the promise that goes with it: a unit that was committed survives a crash.
//!
//! [`Store`] is the seam between the room and a database. Records of journal streams and ledger
//! transfers that belong together travel in one [`Unit`], which is stored whole or not at all.

pub mod backup;

mod batch;
mod group;
mod hands;
mod health;
mod identities;
mod index;
mod ledger;
mod memory;
mod moderation;
mod notes;
mod operations;
mod postgres;
mod sequence;
mod sign_ins;
mod sqlite;

pub use hands::{FoundHands, HandSearch, StoredHand};
pub use health::StoreHealth;
pub use identities::StoredIdentity;
pub use ledger::{CheckedTransfers, LedgerAccount, LedgerDifference, Transfer, load_funds};
pub use memory::{Gate, MemoryStore};
pub use moderation::{
    ChatSearch, FoundChat, FoundReports, NamedReport, StoredChatLine, StoredReport,
};
pub use notes::{FoundNotes, StoredNote};
pub use operations::{
    AccountEdit, AccountSearch, FoundAccounts, FoundOperations, StoredOperation,
    StoredSecondFactor, Which,
};
pub use postgres::{PostgresStore, TlsError};
pub use sign_ins::StoredSignIn;
pub use sqlite::SqliteStore;

use crate::accounts::Look;
use crate::ids::{AccountId, TableId, TournamentId};
use crate::tenure::Tenure;
use batch::{Link, short_hash, stream_from_key, stream_key};
use bytes::Bytes;
use cardroom_protocol::server::Role;
use cardroom_rules::Millis;
use futures_util::future::BoxFuture;
use ledger::{transfer_hash, transfer_of};
use sequence::LinkedSnapshot;
use serde::{Deserialize, Serialize};
use sqlx::migrate::{MigrateError, Migrator};
use std::fmt;

/// What is stored whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// In the order of their sequence numbers.
    pub records: Vec<Record>,
    /// Chips that change their place together with the records.
    pub transfers: Vec<Transfer>,
    /// Replaces the stream's last snapshot; everything up to its sequence number may be pruned.
    pub snapshot: Option<Snapshot>,
    /// Commands of the floor that led to the records.
    pub audit: Vec<AuditRecord>,
    /// Hands that are over with the records.
    pub hands: Vec<StoredHand>,
    /// Streams that are over with this unit: their records and snapshots are not needed any more.
    pub ended: Vec<StreamId>,
    /// How tournaments ended, or how it is told from now on.
    pub results: Vec<StoredResults>,
    /// Who may not enter from now on.
    pub bans: Vec<StoredBan>,
    /// What operators did about accounts, where chips move by it.
    pub operations: Vec<StoredOperation>,
}

impl Unit {
    /// Whether there is nothing to store.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // Whatever a unit may hold one day is asked for here.
        let Self { records, transfers, snapshot, audit, hands, ended, results, bans, operations } =
            self;
        records.is_empty()
            && transfers.is_empty()
            && snapshot.is_none()
            && audit.is_empty()
            && hands.is_empty()
            && ended.is_empty()
            && results.is_empty()
            && bans.is_empty()
            && operations.is_empty()
    }
}

/// Somebody who may not enter. Stored again for the same account and league, it replaces what was
/// there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBan {
    pub account: AccountId,
    /// From the tournaments of this league; `None`: from all.
    pub league: Option<String>,
    /// When it ends, in milliseconds since 1970; one that is lifted has ended.
    pub until_ms: u64,
    /// When it was said.
    pub at_ms: u64,
    pub operator: AccountId,
    pub reason: String,
}

/// How a tournament ended. Stored again for the same one, it replaces what was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredResults {
    pub tournament: TournamentId,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The season it counts for.
    pub season: Option<SeasonId>,
    /// What a list shows of it, encoded by its owner.
    pub summary: String,
    /// All of it, encoded by its owner.
    pub results: String,
}

/// A season of a league, by their ids.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SeasonId {
    pub league: String,
    pub season: String,
}

/// Which tournaments that have ended are meant.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PastFilter {
    /// Those of this league.
    pub league: Option<String>,
    /// Those of a season with this id.
    pub season: Option<String>,
}

/// A page of tournaments that have ended.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PastPage {
    /// How many there are on all pages.
    pub total: u32,
    /// What lists show of them, the latest first.
    pub summaries: Vec<(TournamentId, String)>,
}

/// A command of the floor at a table, as it was carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditRecord {
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    pub operator: AccountId,
    pub table: TableId,
    /// The step it led to.
    pub seq: u64,
    /// What was ordered, encoded by its owner.
    pub command: String,
    pub reason: String,
    /// The rule it rests on, as the operator gave it.
    pub rule: Option<String>,
}

/// A page of the audit trail.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AuditTrail {
    /// How many commands there are on all pages.
    pub total: u32,
    /// The commands, the latest first, with their operators' names.
    pub entries: Vec<(AuditRecord, String)>,
}

/// One journal record: an event of one stream.
#[derive(Clone, Debug)]
pub struct Record {
    pub stream: StreamId,
    /// One more than the record before it in the stream; the first is 1.
    pub seq: u64,
    /// The event, encoded by its owner.
    pub payload: Bytes,
}

/// The state of a stream after a record.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub stream: StreamId,
    /// The last record it contains.
    pub seq: u64,
    /// The state, encoded by its owner.
    pub payload: Bytes,
}

impl Snapshot {
    /// What stands for a stream that is over: that it came so far. Records of it may still lie in
    /// batches that other streams need; nobody reads them.
    fn of_the_end(stream: StreamId, seq: u64) -> Self {
        Self { stream, seq, payload: Bytes::new() }
    }

    /// Whether the stream is over with it.
    fn is_of_the_end(&self) -> bool {
        self.payload.is_empty()
    }
}

impl StoredStream {
    /// Whether the stream is over.
    fn is_over(&self) -> bool {
        self.records.is_empty() && self.snapshot.as_ref().is_some_and(Snapshot::is_of_the_end)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StreamId {
    /// The events of a table.
    Table(TableId),
    /// The events of a tournament's director.
    Tournament(TournamentId),
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(table) => write!(f, "table:{table}"),
            Self::Tournament(tournament) => write!(f, "tournament:{tournament}"),
        }
    }
}

/// A stream as it is read back.
#[derive(Clone, Debug, Default)]
pub struct StoredStream {
    /// The last snapshot, where there is one.
    pub snapshot: Option<Snapshot>,
    /// The records after it, in order, without a gap.
    pub records: Vec<Record>,
}

/// An account as it is stored. `Debug` does not show the hash of the password.
#[derive(Clone)]
pub struct StoredAccount {
    pub id: AccountId,
    /// The name others see; unique without regard to case.
    pub name: String,
    /// The PHC string of the password's hash; `None` for guests and house bots.
    pub password_hash: Option<String>,
    /// What it may do.
    pub role: Role,
    /// Whether it plays by program.
    pub bot: bool,
    /// When it got its last grant of play chips, in milliseconds since 1970; 0 for never.
    pub last_grant_ms: u64,
    /// The look it has chosen; `None` for the one that follows from its id.
    pub look: Option<Look>,
    /// When it was opened, or became an account, in milliseconds since 1970; 0 if that was not
    /// noted.
    pub opened_ms: u64,
    /// Until when it may not come in, in milliseconds since 1970; `None` if it may.
    pub suspended_until_ms: Option<u64>,
    /// Until when it may not chat, in milliseconds since 1970; `None` if it may.
    pub muted_until_ms: Option<u64>,
    /// When it was erased, in milliseconds since 1970; `None` if it was not.
    pub erased_ms: Option<u64>,
}

impl StoredAccount {
    /// Whether it is a guest: an account of a person without a password.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.password_hash.is_none() && !self.bot && self.erased_ms.is_none()
    }

    /// Since when it has been an account.
    #[must_use]
    pub fn tenure(&self) -> Tenure {
        match (self.is_guest(), self.bot) {
            (true, _) => Tenure::GUEST,
            (false, true) => Tenure::ALWAYS,
            (false, false) => Tenure::since(Millis(self.opened_ms)),
        }
    }

    /// How others see it.
    #[must_use]
    pub fn look(&self) -> Look {
        self.look.unwrap_or_else(|| Look::of(self.id))
    }
}

impl fmt::Debug for StoredAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("StoredAccount");
        debug.field("id", &self.id).field("name", &self.name).field("role", &self.role);
        debug.field("bot", &self.bot).finish_non_exhaustive()
    }
}

/// A tournament as it is announced. What happens in it is its stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTournament {
    pub id: TournamentId,
    /// Its name, for people.
    pub name: String,
    /// What its director is set up with, encoded by its owner.
    pub setup: String,
    /// When it was announced, in milliseconds since 1970.
    pub announced_ms: u64,
    /// Who announced it; `None` for the room itself.
    pub announced_by: Option<AccountId>,
    /// The code of a private tournament, sealed by
    /// [`Vault::seal_code`](crate::vault::Vault::seal_code). No other one has or had the same.
    pub code: Option<String>,
    /// How it ended, encoded by its owner; `None` while it has not.
    pub results: Option<String>,
}

/// A private table, closed or not, with the time at which it was closed.
pub type FoundHostedTable = (StoredHostedTable, Option<u64>);

/// A private table as it is kept. What happens at it is its stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredHostedTable {
    pub table: TableId,
    /// The code that lets players in, sealed by
    /// [`Vault::seal_code`](crate::vault::Vault::seal_code). No other one has or had the same.
    pub code: String,
    pub host: AccountId,
    /// On which terms, encoded by its owner.
    pub terms: String,
    /// When, in milliseconds since 1970.
    pub opened_ms: u64,
}

/// The private table or tournament of a stored code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeOf {
    Table(TableId),
    Tournament(TournamentId),
}

/// A code of something private, open or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCode {
    pub of: CodeOf,
    /// As it is stored.
    pub code: String,
    /// Whether it leads anywhere still.
    pub is_open: bool,
}

/// A token that logs an account in, stored only as its SHA-256.
#[derive(Clone, Debug)]
pub struct StoredToken {
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    pub account: AccountId,
    /// The label of an API token; `None` for a resume token.
    pub label: Option<String>,
    /// When it ends, in milliseconds since 1970; `None` for never.
    pub expires_ms: Option<u64>,
    /// When it was made, in milliseconds since 1970; 0 for one older than this note.
    pub created_ms: u64,
    /// When it last logged in, coarsely, where it is an API token and ever did.
    pub last_used_ms: Option<u64>,
}

/// Why a store could not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// There is something with this name or id already.
    #[error("{what} is there already")]
    Duplicate { what: String },
    /// A transfer would take chips that are not there, or a balance would not fit.
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
    /// What is stored cannot be read.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
    #[error("the database failed: {0}")]
    Database(String),
    /// The database cannot be reached with the encryption that `store.url` asks for.
    #[error(transparent)]
    Tls(#[from] TlsError),
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
        /// The last one of this program.
        known: i64,
    },
}

/// A database. Every method is durable when it returns, and changes nothing when it fails.
pub trait Store: std::fmt::Debug + Send + Sync + 'static {
    /// Stores units, all in one transaction, in order. Called by the group-commit writer alone.
    fn commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Returns when another room has this store: nothing will be stored here any more.
    fn taken_over(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }

    /// Writes something that changes nothing, to see whether the store can be written to. Called by
    /// the group-commit writer alone.
    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Leaves the store in its tidiest form. Nothing is read or stored after it.
    fn close(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// All streams with their last snapshots and the records after them.
    fn load_streams(&self) -> BoxFuture<'_, Result<Vec<(StreamId, StoredStream)>, StoreError>>;

    fn load_stream(&self, stream: StreamId) -> BoxFuture<'_, Result<StoredStream, StoreError>>;

    /// The balances of all ledger accounts, by their text form.
    fn load_balances(&self) -> BoxFuture<'_, Result<Vec<(String, i64)>, StoreError>>;

    /// The balances of the wallets and tickets of these accounts, by their text form, in no
    /// particular order: one question for all of them, of everything that was committed before it.
    /// Asked by the group-commit writer alone, and answered without waiting for anybody who reads.
    fn load_funds<'a>(
        &'a self,
        accounts: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<(String, i64)>, StoreError>>;

    /// Opens an account; [`StoreError::Duplicate`] if the name is taken or looks like one that is.
    /// `id` of the argument is ignored.
    fn create_account<'a>(
        &'a self,
        account: &'a StoredAccount,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>>;

    /// The account with this id.
    fn account(&self, id: AccountId) -> BoxFuture<'_, Result<Option<StoredAccount>, StoreError>>;

    /// Those of these accounts that there are, in no particular order: one question for all of
    /// them.
    fn accounts<'a>(
        &'a self,
        ids: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<StoredAccount>, StoreError>>;

    /// The account with this name, without regard to case.
    fn account_by_name<'a>(
        &'a self,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Option<StoredAccount>, StoreError>>;

    /// Replaces the hash of an account's password and ends all its resume tokens, together.
    fn replace_password<'a>(
        &'a self,
        id: AccountId,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Gives a guest a name and the hash of a password, and returns `true`; changes nothing where
    /// the account is no guest. [`StoreError::Duplicate`] where another account has the name, or
    /// one that looks like it.
    fn upgrade_guest<'a>(
        &'a self,
        id: AccountId,
        name: &'a str,
        hash: &'a str,
        opened_ms: u64,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Changes what an account may do.
    fn set_role(&self, id: AccountId, role: Role) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Changes how others see an account.
    fn set_look(&self, id: AccountId, look: Look) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Notes when an account got a grant of play chips.
    fn set_last_grant(&self, id: AccountId, at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Keeps a token; [`StoreError::Duplicate`] where the account has one with the same label.
    fn create_token<'a>(&'a self, token: &'a StoredToken) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The token with this hash, ended ones included.
    fn token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<StoredToken>, StoreError>>;

    /// Notes when a token logged in.
    fn note_token_use(&self, hash: [u8; 32], at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The API tokens of an account, by their labels.
    fn api_tokens(&self, account: AccountId)
    -> BoxFuture<'_, Result<Vec<StoredToken>, StoreError>>;

    /// How many API tokens an account has.
    fn api_token_count(&self, account: AccountId) -> BoxFuture<'_, Result<usize, StoreError>>;

    /// Ends the token with this hash; says whether there was one.
    fn delete_token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Ends the API token with this label; says whether there was one.
    fn delete_api_token<'a>(
        &'a self,
        account: AccountId,
        label: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Ends all tokens of an account, but for one.
    fn delete_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Moves the end of a token.
    fn extend_token(
        &self,
        hash: [u8; 32],
        expires_ms: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Forgets tokens that ended before this time; says how many.
    fn delete_ended_tokens(&self, now_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// The guests that were opened before this time and have no token any more, by id: `at_most` of
    /// them. One that was emptied is none.
    fn idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>>;

    /// Deletes a guest with its notes, and returns `true`. If hands, notes of others or anything
    /// else refer to it, it stays without name and picture, and this returns `false`.
    fn forget_guest(&self, id: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// The ids of tables by their names, in the order of the names. A name that was never seen
    /// gets a new id; one that was keeps its id for good, because its stream hangs on it.
    fn table_ids<'a>(
        &'a self,
        names: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>>;

    /// Keeps a private table; [`StoreError::Duplicate`] where there is or was one with its id or
    /// code.
    fn keep_hosted_table<'a>(
        &'a self,
        hosted: &'a StoredHostedTable,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// A private table is closed for good; says whether it was open.
    fn end_hosted_table(
        &self,
        table: TableId,
        at_ms: u64,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// A private table, closed or not, with the time at which it was closed.
    fn hosted_table(
        &self,
        table: TableId,
    ) -> BoxFuture<'_, Result<Option<FoundHostedTable>, StoreError>>;

    /// The transfers whose ids begin with the place of a table, such as `table:8:`, in no
    /// particular order.
    fn table_transfers(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Transfer>, StoreError>>;

    /// The transfers from and to the wallet of an account, in the order of their ids: `at_most` of
    /// those behind the id `after`. Looks at every transfer of the room in turn.
    fn wallet_transfers<'a>(
        &'a self,
        account: AccountId,
        after: &'a str,
        at_most: u32,
    ) -> BoxFuture<'a, Result<Vec<Transfer>, StoreError>>;

    /// Every private table that is not closed, by id.
    fn hosted_tables(&self) -> BoxFuture<'_, Result<Vec<StoredHostedTable>, StoreError>>;

    /// The codes of all private tables, then of all private tournaments, each by id.
    fn codes(&self) -> BoxFuture<'_, Result<Vec<StoredCode>, StoreError>>;

    /// Stores another code in place of one; [`StoreError::Duplicate`] where there is or was one
    /// like it.
    fn replace_code<'a>(
        &'a self,
        of: CodeOf,
        code: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Keeps a tournament; [`StoreError::Duplicate`] where there is or was one with its code. The
    /// `id` and `results` of the argument are ignored.
    fn create_tournament<'a>(
        &'a self,
        tournament: &'a StoredTournament,
    ) -> BoxFuture<'a, Result<TournamentId, StoreError>>;

    /// Every tournament that has not ended, by id.
    fn open_tournaments(&self) -> BoxFuture<'_, Result<Vec<StoredTournament>, StoreError>>;

    /// The tournaments that have ended, the latest first: `at_most` of them after passing over
    /// `from`.
    fn past_tournaments<'a>(
        &'a self,
        filter: &'a PastFilter,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'a, Result<PastPage, StoreError>>;

    /// The bans that have not ended.
    fn bans(&self, now_ms: u64) -> BoxFuture<'_, Result<Vec<StoredBan>, StoreError>>;

    /// How the tournaments of a season ended, the first one first.
    fn season_results<'a>(
        &'a self,
        season: &'a SeasonId,
    ) -> BoxFuture<'a, Result<Vec<StoredResults>, StoreError>>;

    /// The tournament with this id.
    fn tournament(
        &self,
        id: TournamentId,
    ) -> BoxFuture<'_, Result<Option<StoredTournament>, StoreError>>;

    /// What the floor commanded, at one table or at all of them, the latest first: `at_most` of it
    /// after passing over `from`.
    fn audit_trail(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<AuditTrail, StoreError>>;

    /// Hands that are over: a page of those that match.
    fn find_hands<'a>(
        &'a self,
        search: &'a HandSearch,
    ) -> BoxFuture<'a, Result<FoundHands, StoreError>>;

    /// A hand that is over.
    fn hand(
        &self,
        table: TableId,
        hand: u64,
    ) -> BoxFuture<'_, Result<Option<StoredHand>, StoreError>>;

    /// How often a player has revoked the links to a hand, by the seat that was dealt in.
    fn link_generation(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Counts one more revocation of the links to a hand.
    fn revoke_links(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Forgets hands that ended before this time, the oldest first and so many at most: all of
    /// them, or those that programs alone were dealt in. Says how many.
    fn forget_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Stores a note in place of the one before. Returns `false` if its account has `at_most`
    /// others.
    fn set_note<'a>(
        &'a self,
        note: &'a StoredNote,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Deletes the note of an account about another. Returns `false` if there is none.
    fn delete_note(
        &self,
        account: AccountId,
        about: AccountId,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// A page of an account's notes, in the order of the names that they are about.
    fn notes(
        &self,
        account: AccountId,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundNotes, StoreError>>;

    /// Accounts: a page of those that match.
    fn find_accounts<'a>(
        &'a self,
        search: &'a AccountSearch,
    ) -> BoxFuture<'a, Result<FoundAccounts, StoreError>>;

    /// Changes an account and notes who did it, together. [`StoreError::Duplicate`] where another
    /// account has the name, or one that looks like it.
    fn operate<'a>(
        &'a self,
        edit: &'a AccountEdit,
        operation: &'a StoredOperation,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// What operators did about one account or all of them, the latest first: `at_most` of it after
    /// passing over `from`.
    fn operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundOperations, StoreError>>;

    /// The account that a code for a new password is for; `None` if it was used or has ended.
    fn reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
    ) -> BoxFuture<'_, Result<Option<AccountId>, StoreError>>;

    /// Uses up a code for a new password, and ends all tokens of the account, together. Returns
    /// `false` if the code was used or has ended.
    fn use_reset_code<'a>(
        &'a self,
        hash: [u8; 32],
        now_ms: u64,
        password_hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// The second factor of an account.
    fn second_factor(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Option<StoredSecondFactor>, StoreError>>;

    /// Stores a second factor in place of the one that was read before. Returns `false` if another
    /// request changed it meanwhile.
    fn set_second_factor<'a>(
        &'a self,
        before: Option<&'a StoredSecondFactor>,
        now: &'a StoredSecondFactor,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Deletes the second factor of an account. Returns `false` if it has none.
    fn delete_second_factor(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Opens an account and links it to an identity, together. [`StoreError::Duplicate`] if the
    /// name is taken or looks like one that is, or if the identity has an account. The ids of both
    /// arguments are ignored.
    fn open_with_identity<'a>(
        &'a self,
        account: &'a StoredAccount,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>>;

    /// Links an account to an identity. [`StoreError::Duplicate`] if either has another already.
    fn link_identity<'a>(
        &'a self,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The account that an identity is linked to.
    fn identity<'a>(
        &'a self,
        issuer: &'a str,
        subject: &'a str,
    ) -> BoxFuture<'a, Result<Option<AccountId>, StoreError>>;

    /// The identities of an account, by issuer.
    fn identities(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Vec<StoredIdentity>, StoreError>>;

    /// Deletes the identities of an account. Returns `false` if it has none.
    fn unlink_identities(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Says that another account played a hand.
    fn reassign_hand<'a>(
        &'a self,
        hand: &'a StoredHand,
        from: AccountId,
        to: AccountId,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Moves the notes that an account wrote to another one, which keeps its own about the same
    /// players.
    fn move_notes(&self, from: AccountId, to: AccountId) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Stores lines of chat.
    fn keep_chat<'a>(
        &'a self,
        lines: &'a [StoredChatLine],
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Chat: a page of the lines that match.
    fn find_chat<'a>(
        &'a self,
        search: &'a ChatSearch,
    ) -> BoxFuture<'a, Result<FoundChat, StoreError>>;

    /// Deletes chat from before this time. Returns how many lines.
    fn forget_chat(&self, before_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Stores a report. Returns `false` if its reporter has `at_most` open ones.
    fn keep_report<'a>(
        &'a self,
        report: &'a StoredReport,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// A page of reports: all of them, or those that nobody has settled.
    fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundReports, StoreError>>;

    /// One report, with the names that its reporter and the other player have now.
    fn report(&self, number: u64) -> BoxFuture<'_, Result<Option<NamedReport>, StoreError>>;

    /// Stores from where an account signed in on a day, unless that is there or the account has 16
    /// others of this day.
    fn keep_sign_in<'a>(
        &'a self,
        sign_in: &'a StoredSignIn,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The sign-ins from one day up to and including another, the latest day first.
    fn sign_ins(
        &self,
        days: (u32, u32),
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<StoredSignIn>, StoreError>>;

    /// Forgets the sign-ins before a day. Returns how many.
    fn forget_sign_ins(&self, before_day: u32) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Adds up all transfers anew and says which balances differ; none should.
    fn ledger_audit(&self) -> BoxFuture<'_, Result<Vec<LedgerDifference>, StoreError>>;

    /// Looks at every transfer anew: how many there are, and which are not what was entered.
    fn check_transfers(&self) -> BoxFuture<'_, Result<CheckedTransfers, StoreError>>;
}

/// The name of a guest that was emptied. No other account can have one like it.
fn former_guest(id: impl std::fmt::Display) -> String {
    format!("#{id}")
}

/// A name without its case, the way it must be unique.
fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// Databases have integers with a sign.
fn signed(value: u64) -> Result<i64, StoreError> {
    i64::try_from(value).map_err(|_| StoreError::Database(format!("{value} is above 2^63")))
}

/// A number that was stored by [`signed`].
fn unsigned(value: i64) -> Result<u64, StoreError> {
    u64::try_from(value).map_err(|_| StoreError::Damaged(format!("{value} is below 0")))
}

/// Results of a tournament that was never announced.
fn unknown_tournament(id: TournamentId) -> StoreError {
    StoreError::Damaged(format!("tournament {id} ends and was never announced"))
}

/// What the database said, for the log.
#[expect(clippy::needless_pass_by_value, reason = "the form map_err takes")]
fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Database(error.to_string())
}

/// The error of a database that cannot be brought up to date.
fn not_migrated(error: sqlx::migrate::MigrateError, migrator: &Migrator) -> StoreError {
    match error {
        MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
            let known = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
            StoreError::Newer { found, known }
        }
        error => StoreError::Database(error.to_string()),
    }
}

/// [`StoreError::Duplicate`] where a uniqueness was broken.
fn duplicate_or_failed(what: impl FnOnce() -> String) -> impl FnOnce(sqlx::Error) -> StoreError {
    move |error| match error.as_database_error() {
        Some(database) if database.is_unique_violation() => StoreError::Duplicate { what: what() },
        _ => failed(error),
    }
}

/// A snapshot from the columns of its row, whose hash must be that of the rest.
fn snapshot_from_row(
    kind: i64,
    id: i64,
    seq: i64,
    payload: Vec<u8>,
    link: &[u8],
    hash: &[u8],
) -> Result<LinkedSnapshot, StoreError> {
    let stream = u8::try_from(kind).ok().zip(u64::try_from(id).ok());
    let stream = stream.and_then(|(kind, id)| stream_from_key(kind, id)).ok_or_else(|| {
        StoreError::Damaged(format!("a snapshot of a stream of unknown kind {kind}"))
    })?;
    let snapshot = Snapshot { stream, seq: unsigned(seq)?, payload: Bytes::from(payload) };
    let wrong =
        || StoreError::Damaged(format!("{stream}: the hash of the snapshot does not match"));
    let link = link.try_into().map_err(|_| wrong())?;
    let linked = LinkedSnapshot { snapshot, link };
    if hash == snapshot_hash(&linked) { Ok(linked) } else { Err(wrong()) }
}

/// A hash over everything in a snapshot.
fn snapshot_hash(linked: &LinkedSnapshot) -> Link {
    let LinkedSnapshot { snapshot, link } = linked;
    let (kind, id) = stream_key(snapshot.stream);
    let seq = snapshot.seq.to_le_bytes();
    short_hash(&[&[kind], &id.to_le_bytes(), &seq, link, &snapshot.payload])
}

/// A look that was stored as two numbers, or not at all.
fn look_of(avatar: Option<i64>, color: Option<i64>) -> Result<Option<Look>, StoreError> {
    let Some((avatar, color)) = avatar.zip(color) else { return Ok(None) };
    let look = u16::try_from(avatar).ok().zip(u8::try_from(color).ok());
    let look = look.and_then(|(avatar, color)| Look::new(avatar, color));
    let wrong = || StoreError::Damaged(format!("there is no avatar {avatar} in color {color}"));
    look.map(Some).ok_or_else(wrong)
}

/// A role the way it is stored.
fn role_str(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Host => "host",
        Role::Floor => "floor",
        Role::Admin => "admin",
    }
}

/// A role that was stored by [`role_str`].
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
        };
        let text = format!("{account:?}");
        assert!(text.contains("Ann") && !text.contains("secret"), "{text}");
    }
}

//! Private tables: opened by players within the operator's limits, found by their code, and closed
//! for good. What happens at one is the table's; what its host may do there is the floor's. Private
//! tournaments are opened and found in `hosting/tournaments.rs`.

mod code;
mod ledger;
mod sealing;
mod structure;
mod terms;
mod tournaments;

pub use ledger::TableNight;
pub use sealing::{Sealed, seal_codes};
pub use structure::TournamentTermError;
pub use terms::{TermError, allowed, ring_table};

use crate::config::HostingSettings;
use crate::director::{self, TournamentOffice};
use crate::ids::{AccountId, TableId};
use crate::opening::{self, OpenError};
use crate::store::StoredAccount;
use crate::store::{StoreError, StoredHostedTable, StoredStream, StreamId};
use crate::table::handle::Player;
use crate::table::{HostedBy, TableInput, TableServices};
use crate::tenure::Tenure;
use cardroom_protocol::hosting::{HostedTable, HostingLimits, TableTerms};
use cardroom_rules::{Library, Millis};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// How often tables are looked at where nobody may sit any more.
const INTERVAL: Duration = Duration::from_secs(1);
/// How often another code is drawn where the first is taken, which it never is.
const MOST_DRAWS: usize = 4;

/// The room's private tables. Cheap to clone.
#[derive(Clone)]
pub struct HostingOffice {
    inner: Arc<Inner>,
}

struct Inner {
    /// Opens tournaments, and has the structures.
    tournaments: TournamentOffice,
    services: TableServices,
    library: Arc<Library>,
    settings: HostingSettings,
    open: Mutex<BTreeMap<TableId, Open>>,
    /// Held while one is opened, so that nobody opens more than allowed.
    opening: tokio::sync::Mutex<()>,
    /// A table was opened.
    opened: Notify,
}

/// A private table that is open.
struct Open {
    code: String,
    host: AccountId,
    task: JoinHandle<()>,
    /// Since when nobody sits there.
    empty_since: Option<Millis>,
    /// Its code leads nowhere any more.
    closing: bool,
}

/// Why a private table is not opened or closed.
#[derive(Debug, thiserror::Error)]
pub enum HostingError {
    /// Nobody may, or this account may not.
    #[error("Your account may not host tables or tournaments in this room.")]
    Off,
    /// The account has as many as it may.
    #[error("You host {0} tables, the most you may have at a time. Close one first.")]
    TooMany(u8),
    /// The room has as many as it takes.
    #[error("The room has no space for another private table or tournament. Try again later.")]
    RoomFull,
    /// The account has as many tournaments as it may.
    #[error(
        "You host {0} tournaments, the most you may have at a time. Wait for one to end, or call it off."
    )]
    TooManyTournaments(u8),
    /// The terms of a table.
    #[error(transparent)]
    Terms(#[from] TermError),
    /// The terms of a tournament.
    #[error(transparent)]
    TournamentTerms(#[from] TournamentTermError),
    /// There is no such private table.
    #[error("This table does not exist, or it is closed.")]
    Unknown,
    /// The store failed; nothing was opened.
    #[error("The room could not store this, and nothing changed. Try again in a moment.")]
    Store(#[from] StoreError),
    /// It could not be opened.
    #[error("The room could not open the table. Try again in a moment.")]
    Open(#[from] OpenError),
    /// A tournament could not be opened.
    #[error("The room could not open the tournament. Try again in a moment.")]
    Tournament(#[from] director::OpenError),
}

impl HostingOffice {
    /// The private tables of a room, before any is open.
    #[must_use]
    pub fn new(tournaments: TournamentOffice, settings: HostingSettings) -> Self {
        let services = tournaments.services.tables.clone();
        let library = Arc::clone(&tournaments.services.library);
        let (open, opening, opened) = (Mutex::default(), Default::default(), Notify::new());
        let inner = Inner { tournaments, services, library, settings, open, opening, opened };
        Self { inner: Arc::new(inner) }
    }

    /// The limits, with the games and rulebooks to choose from.
    #[must_use]
    pub fn limits(&self) -> HostingLimits {
        terms::limits(&self.inner.settings, &self.inner.library)
    }

    /// The tables that were open when the room closed are open again. Their streams are taken out
    /// of `streams`. One whose game or rulebook is gone leaves its stream there, and is paid out.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn bring_back(
        &self,
        streams: &mut BTreeMap<StreamId, StoredStream>,
    ) -> Result<usize, StoreError> {
        let store = &self.inner.services.store;
        let mut back = 0;
        for stored in store.hosted_tables().await? {
            let id = StreamId::Table(stored.table);
            let stream = streams.get(&id).cloned().unwrap_or_default();
            match self.reopen(&stored, &stream).await {
                Ok(()) => {
                    streams.remove(&id);
                    back += 1;
                }
                Err(error) => {
                    tracing::error!(
                        table = stored.table.0,
                        %error,
                        "could not restore a private table"
                    );
                }
            }
        }
        Ok(back)
    }

    async fn reopen(
        &self,
        stored: &StoredHostedTable,
        stream: &StoredStream,
    ) -> Result<(), HostingError> {
        let terms: TableTerms =
            terms::stored(&stored.terms).map_err(|error| StoreError::Damaged(error.to_string()))?;
        let host = self.inner.services.store.account(stored.host).await?;
        let tenure = host.as_ref().map_or(Tenure::GUEST, StoredAccount::tenure);
        let name = host.map_or_else(|| "nobody".into(), |account| account.name.into());
        let host = HostedBy { account: stored.host, name, tenure };
        self.spawn(stored, host, &terms, stream).await
    }

    /// A table from its terms to a task that runs.
    async fn spawn(
        &self,
        stored: &StoredHostedTable,
        host: HostedBy,
        terms: &TableTerms,
        stream: &StoredStream,
    ) -> Result<(), HostingError> {
        let Inner { services, library, .. } = &*self.inner;
        let (id, account) = (stored.table, host.account);
        let ring = ring_table(terms, library)?;
        let table = opening::open_table(id, ring, Some(host), stream, services).await?;
        let open = Open {
            code: services.vault.unseal_code(&stored.code).ok_or_else(unreadable)?,
            host: account,
            task: table.task,
            empty_since: None,
            closing: false,
        };
        self.inner.open.lock().insert(id, open);
        services.registry.open_table(table.handle);
        self.inner.opened.notify_one();
        Ok(())
    }

    /// Whether an account may host, apart from how many tables it has.
    ///
    /// # Errors
    /// It may not, or the store failed.
    pub async fn may_host(&self, account: AccountId) -> Result<(), HostingError> {
        let Inner { services, settings, .. } = &*self.inner;
        if !settings.enabled {
            return Err(HostingError::Off);
        }
        let stored = services.store.account(account).await?.ok_or(HostingError::Off)?;
        let is_guest = stored.password_hash.is_none();
        if is_guest && !settings.guests { Err(HostingError::Off) } else { Ok(()) }
    }

    /// What an account is told of that.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn is_allowed(&self, account: AccountId) -> Result<bool, HostingError> {
        match self.may_host(account).await {
            Ok(()) => Ok(true),
            Err(HostingError::Off) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Opens a table: it is in the store, with its code, before anybody hears of
    /// it. Answers with both.
    ///
    /// # Errors
    /// The account may not, a term is outside the limits, or the store failed.
    pub async fn open(
        &self,
        player: &Player,
        terms: &TableTerms,
    ) -> Result<(TableId, String), HostingError> {
        let Inner { services, library, settings, opening, .. } = &*self.inner;
        self.may_host(player.account).await?;
        allowed(terms, settings, library)?;
        let _one_at_a_time = opening.lock().await;
        self.has_room_for(player.account)?;
        let stored = self.keep(player.account, terms).await?;
        let (name, tenure) = (Arc::clone(&player.name), player.tenure);
        let host = HostedBy { account: player.account, name, tenure };
        if let Err(error) = self.spawn(&stored, host, terms, &StoredStream::default()).await {
            let now = services.clock.now();
            services.store.end_hosted_table(stored.table, now.0).await?;
            return Err(error);
        }
        tracing::info!(table = stored.table.0, host = %player.account, "opened a private table");
        Ok((stored.table, services.vault.unseal_code(&stored.code).ok_or_else(unreadable)?))
    }

    fn has_room_for(&self, account: AccountId) -> Result<(), HostingError> {
        let settings = &self.inner.settings;
        let open = self.inner.open.lock();
        let (mut all, mut own) = (0_u32, 0_u8);
        for table in open.values().filter(|table| !table.closing) {
            all = all.saturating_add(1);
            own = own.saturating_add(u8::from(table.host == account));
        }
        if own >= settings.per_account {
            return Err(HostingError::TooMany(settings.per_account));
        }
        if all >= settings.in_all { Err(HostingError::RoomFull) } else { Ok(()) }
    }

    /// A new id and a new code, stored with the terms.
    async fn keep(
        &self,
        host: AccountId,
        terms: &TableTerms,
    ) -> Result<StoredHostedTable, StoreError> {
        let Inner { services, .. } = &*self.inner;
        // A name in the configuration has no space around it.
        let name = format!(" private {:016x}", services.entropy.number());
        let ids = services.store.table_ids(&[name]).await?;
        let table = ids.first().copied();
        let table = table.ok_or_else(|| StoreError::Damaged("a table got no id".to_owned()))?;
        let mut draws = 0;
        loop {
            draws += 1;
            let stored = StoredHostedTable {
                table,
                code: services.vault.seal_code(&code::draw(&services.entropy)),
                host,
                terms: serde_json::to_string(terms).expect("terms hold nothing but data"),
                opened_ms: services.clock.now().0,
            };
            match services.store.keep_hosted_table(&stored).await {
                Ok(()) => return Ok(stored),
                Err(StoreError::Duplicate { .. }) if draws < MOST_DRAWS => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Closes a table for its host, or for an operator who runs the room. When this returns it is
    /// certain to happen: the hand in progress is played to its end first.
    ///
    /// # Errors
    /// There is no such private table, the account may not close it, or the store failed.
    pub async fn close(
        &self,
        account: AccountId,
        runs_room: bool,
        table: TableId,
    ) -> Result<(), HostingError> {
        let host = {
            let open = self.inner.open.lock();
            let found = open.get(&table).filter(|open| !open.closing);
            found.map(|open| open.host).ok_or(HostingError::Unknown)?
        };
        if host != account && !runs_room {
            return Err(HostingError::Unknown);
        }
        self.part(table).await?;
        tracing::info!(table = table.0, by = %account, "closing a private table");
        Ok(())
    }

    async fn part(&self, table: TableId) -> Result<(), StoreError> {
        let Inner { services, open, .. } = &*self.inner;
        // From here on it is not opened again: whatever happens, everybody is paid out.
        services.store.end_hosted_table(table, services.clock.now().0).await?;
        if let Some(open) = open.lock().get_mut(&table) {
            open.closing = true;
        }
        if let Some(handle) = services.registry.table(table) {
            // One that has ended is closed.
            let _ = handle.send(TableInput::Close).await;
        }
        Ok(())
    }

    /// The table that a code leads to.
    #[must_use]
    pub fn find(&self, typed: &str) -> Option<TableId> {
        let code = code::read(typed)?;
        let open = self.inner.open.lock();
        let mut all = open.iter();
        all.find(|(_, open)| open.code == code && !open.closing).map(|(table, _)| *table)
    }

    /// The tables of an account, with their codes.
    #[must_use]
    pub fn tables_of(&self, account: AccountId) -> Vec<HostedTable> {
        let registry = &self.inner.services.registry;
        let open = self.inner.open.lock();
        let own = open.iter().filter(|(_, open)| open.host == account && !open.closing);
        let hosted = own.filter_map(|(id, open)| {
            let info = (*registry.table(*id)?.info.borrow()).as_ref().clone();
            Some(HostedTable { info, code: open.code.clone() })
        });
        hosted.collect()
    }

    /// The ids of the tables of an account.
    #[must_use]
    pub fn ids_of(&self, account: AccountId) -> Vec<TableId> {
        let open = self.inner.open.lock();
        open.iter().filter(|(_, open)| open.host == account).map(|(id, _)| *id).collect()
    }

    /// Closes tables at which nobody sits, for as long as the room is open; sleeps
    /// while there are none.
    pub async fn look_after(self) {
        loop {
            if self.inner.open.lock().is_empty() {
                self.inner.opened.notified().await;
            }
            tokio::time::sleep(INTERVAL).await;
            self.inner.open.lock().retain(|_, open| !open.task.is_finished());
            for table in self.deserted() {
                match self.part(table).await {
                    Ok(()) => tracing::info!(table = table.0, "closing an empty private table"),
                    // Asked again the next time.
                    Err(error) => {
                        tracing::error!(
                            table = table.0,
                            %error,
                            "could not close an empty private table; trying again later"
                        );
                    }
                }
            }
        }
    }

    /// Tables at which nobody has sat for the time that the operator gives.
    fn deserted(&self) -> Vec<TableId> {
        let Inner { services, settings, open, .. } = &*self.inner;
        let now = services.clock.now();
        let most = Millis::seconds(u64::from(settings.close_empty_seconds));
        let mut open = open.lock();
        let mut deserted = Vec::new();
        for (id, open) in open.iter_mut().filter(|(_, open)| !open.closing) {
            let table = services.registry.table(*id);
            let is_empty = table.is_some_and(|table| table.info.borrow().seated == 0);
            open.empty_since = is_empty.then(|| open.empty_since.unwrap_or(now));
            if open.empty_since.is_some_and(|since| now >= since + most) {
                deserted.push(*id);
            }
        }
        deserted
    }

    /// Nobody can reach the tables any more: answers with their tasks, which end.
    pub fn wind_up(&self) -> Vec<JoinHandle<()>> {
        let open = std::mem::take(&mut *self.inner.open.lock());
        let close = |(id, open): (TableId, Open)| {
            self.inner.services.registry.close_table(id);
            open.task
        };
        open.into_iter().map(close).collect()
    }
}

/// A stored code that does not open, although [`seal_codes`] has seen to all of them.
fn unreadable() -> StoreError {
    StoreError::Damaged("the code of a private table cannot be read".to_owned())
}

impl std::fmt::Debug for HostingOffice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let open = self.inner.open.lock().len();
        f.debug_struct("HostingOffice").field("open", &open).finish_non_exhaustive()
    }
}

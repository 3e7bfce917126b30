//! Private tables. Players open them within the operator's limits, find them by their code, and
//! close them for good. The table decides what happens at it, and the floor module what its host
//! may do there. `hosting/tournaments.rs` opens and finds private tournaments.

mod code;
mod desk;
mod ledger;
mod room_for;
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
use crate::ids::{AccountId, TableId, TournamentId};
use crate::inbox::{Player, TableInput};
use crate::network::Site;
use crate::opening::{self, OpenError};
use crate::store::{StoreError, StoredHostedTable, StoredStream, StreamId};
use crate::table::{HostedBy, TableServices};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::hosting::{HostedTable, HostingLimits, TableTerms};
use cardroom_rules::{Library, Millis};
use parking_lot::Mutex;
use room_for::{Coming, Held, Most, NoRoom, Place};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// How often empty tables are checked.
const INTERVAL: Duration = Duration::from_secs(1);
/// After how many checks the room also looks for tables whose players are all offline.
const CHECKS_PER_SEARCH: u32 = 60;
/// How many codes are drawn if the first is taken, which is practically impossible.
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
    /// The networks that opened the tournaments.
    networks: Mutex<BTreeMap<TournamentId, Site>>,
    /// Tables and tournaments that are being opened.
    coming_tables: Coming<TableId>,
    coming_tournaments: Coming<TournamentId>,
    /// Signals that a table was opened.
    opened: Notify,
}

/// A private table that is open.
struct Open {
    code: String,
    host: AccountId,
    /// The network of whoever opened it; `None` since a restart.
    network: Option<Site>,
    /// Nobody ever sat there.
    unused: bool,
    terms: TableTerms,
    task: JoinHandle<()>,
    /// When the table became empty; `None` while a player sits there.
    empty_since: Option<Millis>,
    /// Since when all of its players are offline; `None` while one is connected.
    away_since: Option<Millis>,
    /// Its code is no longer valid.
    closing: bool,
    /// Held while the host changes something.
    changing: Arc<tokio::sync::Mutex<()>>,
}

/// The reason why a private table or tournament was not opened or closed.
#[derive(Debug, thiserror::Error)]
pub enum HostingError {
    /// Hosting is off, or not allowed for this account.
    #[error("Your account may not host tables or tournaments in this room.")]
    Off,
    #[error("You host {0} tables, the most you may have at a time. Close one first.")]
    TooMany(u8),
    #[error("The room has no space for another private table or tournament. Try again later.")]
    RoomFull,
    #[error(
        "Players from your network host {0} tables or tournaments, the most it may have at a time. Close one first."
    )]
    NetworkFull(u32),
    /// The account already hosts the most tournaments allowed.
    #[error(
        "You host {0} tournaments, the most you may have at a time. Wait for one to end, or call it off."
    )]
    TooManyTournaments(u8),
    /// A term of a table is wrong.
    #[error(transparent)]
    Terms(#[from] TermError),
    /// A term of a tournament is wrong.
    #[error(transparent)]
    TournamentTerms(#[from] TournamentTermError),
    #[error("This table does not exist, or it is closed.")]
    Unknown,
    /// The table refuses another host.
    #[error("{1}")]
    NotNow(ErrorCode, String),
    /// The store failed; nothing was opened.
    #[error("The room could not store this, and nothing changed. Try again in a moment.")]
    Store(#[from] StoreError),
    #[error("The room could not open the table. Try again in a moment.")]
    Open(#[from] OpenError),
    #[error("The room could not open the tournament. Try again in a moment.")]
    Tournament(#[from] director::OpenError),
}

impl HostingOffice {
    /// Creates the office of a room, with no table open.
    #[must_use]
    pub fn new(tournaments: TournamentOffice, settings: HostingSettings) -> Self {
        let services = tournaments.services.tables.clone();
        let library = Arc::clone(&tournaments.services.library);
        let inner = Inner {
            tournaments,
            services,
            library,
            settings,
            open: Mutex::default(),
            networks: Mutex::default(),
            coming_tables: Coming::default(),
            coming_tournaments: Coming::default(),
            opened: Notify::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Returns the limits, with the games and rulebooks to choose from.
    #[must_use]
    pub fn limits(&self) -> HostingLimits {
        terms::limits(&self.inner.settings, &self.inner.library)
    }

    /// Reopens the tables that were open when the room closed, and removes their streams from
    /// `streams`. If a table's game or rulebook is gone, its stream stays there, and its
    /// players are paid out.
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
            let (id, of_deals) = (StreamId::Table(stored.table), StreamId::Deal(stored.table));
            let stream = streams.get(&id).cloned().unwrap_or_default();
            let rounds = streams.get(&of_deals).cloned().unwrap_or_default();
            match self.reopen(&stored, (&stream, &rounds)).await {
                Ok(()) => {
                    streams.remove(&id);
                    streams.remove(&of_deals);
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
        streams: (&StoredStream, &StoredStream),
    ) -> Result<(), HostingError> {
        let terms: TableTerms =
            terms::stored(&stored.terms).map_err(|error| StoreError::Damaged(error.to_string()))?;
        let host = self.inner.services.store.account(stored.host).await?;
        let name = host.map_or_else(|| "nobody".into(), |account| account.name.into());
        let host = HostedBy { account: stored.host, name };
        self.spawn(stored, host, None, &terms, streams).await
    }

    /// Builds a table from its terms and starts its task.
    async fn spawn(
        &self,
        stored: &StoredHostedTable,
        host: HostedBy,
        network: Option<Site>,
        terms: &TableTerms,
        streams: (&StoredStream, &StoredStream),
    ) -> Result<(), HostingError> {
        let Inner { services, library, .. } = &*self.inner;
        let (id, account) = (stored.table, host.account);
        let ring = ring_table(terms, library)?;
        let hosted = (host, opening::private_terms(terms, &ring));
        let table = opening::open_table(id, ring, Some(hosted), streams, services).await?;
        let open = Open {
            code: services.vault.unseal_code(&stored.code).ok_or_else(unreadable)?,
            host: account,
            network,
            // A table from before a restart is not new, so nobody takes its place.
            unused: network.is_some(),
            terms: terms.clone(),
            task: table.task,
            empty_since: None,
            away_since: None,
            closing: false,
            changing: Arc::default(),
        };
        self.inner.open.lock().insert(id, open);
        services.registry.open_table(table.handle);
        self.inner.opened.notify_one();
        Ok(())
    }

    /// Checks that an account may host, apart from its number of tables.
    ///
    /// # Errors
    /// The account may not host, or the store failed.
    pub async fn may_host(&self, account: AccountId) -> Result<(), HostingError> {
        let Inner { services, settings, .. } = &*self.inner;
        if !settings.enabled {
            return Err(HostingError::Off);
        }
        let stored = services.store.account(account).await?.ok_or(HostingError::Off)?;
        let is_guest = stored.password_hash.is_none();
        if is_guest && !settings.guests { Err(HostingError::Off) } else { Ok(()) }
    }

    /// Returns whether an account may host, to inform the client.
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

    /// Opens a table and returns its id and code. The table is stored before anyone can see it.
    ///
    /// # Errors
    /// The account may not host, a term is outside the limits, or the store failed.
    pub async fn open(
        &self,
        player: &Player,
        network: Site,
        terms: &TableTerms,
    ) -> Result<(TableId, String), HostingError> {
        let Inner { services, library, settings, .. } = &*self.inner;
        self.may_host(player.account).await?;
        allowed(terms, settings, library)?;
        let place = self.make_room_for(player.account, network)?;
        let gives_way = self.give_way(place.instead_of());
        let (stored, ()) = tokio::join!(self.keep(player.account, terms), gives_way);
        let stored = stored?;
        let host = HostedBy { account: player.account, name: Arc::clone(&player.name) };
        let nothing = StoredStream::default();
        if let Err(error) =
            self.spawn(&stored, host, Some(network), terms, (&nothing, &nothing)).await
        {
            let now = services.clock.now();
            services.store.end_hosted_table(stored.table, now.0).await?;
            return Err(error);
        }
        tracing::info!(table = stored.table.0, host = %player.account, "opened a private table");
        Ok((stored.table, services.vault.unseal_code(&stored.code).ok_or_else(unreadable)?))
    }

    /// Takes a place for one more table, which counts until it is dropped.
    fn make_room_for(
        &self,
        account: AccountId,
        network: Site,
    ) -> Result<Place<'_, TableId>, HostingError> {
        let HostingSettings { per_account, per_network, in_all, .. } = self.inner.settings;
        let most = Most { account: per_account, network: per_network, in_all };
        let is_empty = |id: TableId| {
            let table = self.inner.services.registry.table(id);
            table.is_some_and(|table| table.info.borrow().seated == 0)
        };
        let found = self.inner.coming_tables.place(account, network, most, || {
            let open = self.inner.open.lock();
            let held = open.iter().filter(|(_, open)| !open.closing).map(|(id, open)| Held {
                id: *id,
                host: open.host,
                network: open.network,
                unused: open.unused && is_empty(*id),
            });
            held.collect()
        });
        found.map_err(|error| match error {
            NoRoom::Account => HostingError::TooMany(per_account),
            NoRoom::Network => HostingError::NetworkFull(per_network),
            NoRoom::All => HostingError::RoomFull,
        })
    }

    /// Closes a table that was never used.
    async fn give_way(&self, unused: Option<TableId>) {
        let Some(table) = unused else { return };
        tracing::info!(table = table.0, "closing a private table that nobody ever used");
        if let Err(error) = self.part(table).await {
            tracing::warn!(%error, table = table.0, "the table could not be closed, and stays open");
        }
    }

    /// Stores the terms with a new id and a new code.
    async fn keep(
        &self,
        host: AccountId,
        terms: &TableTerms,
    ) -> Result<StoredHostedTable, StoreError> {
        let Inner { services, .. } = &*self.inner;
        // Names in the configuration have no leading space, so this cannot clash with one.
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

    /// Closes a table for its host, or for an administrator. When this returns, the table is
    /// certain to close after the hand in progress.
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
        // From here on it is never reopened. All players are paid out in any case.
        services.store.end_hosted_table(table, services.clock.now().0).await?;
        if let Some(open) = open.lock().get_mut(&table) {
            open.closing = true;
        }
        if let Some(handle) = services.registry.table(table) {
            // If the table has already ended, it is closed.
            let _ = handle.send(TableInput::Close).await;
        }
        Ok(())
    }

    /// Returns the table of a code.
    #[must_use]
    pub fn find(&self, typed: &str) -> Option<TableId> {
        let code = code::read(typed)?;
        let open = self.inner.open.lock();
        let mut all = open.iter();
        all.find(|(_, open)| open.code == code && !open.closing).map(|(table, _)| *table)
    }

    /// Returns the tables of an account, with their codes.
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

    /// Returns the ids of the tables of an account.
    #[must_use]
    pub fn ids_of(&self, account: AccountId) -> Vec<TableId> {
        let open = self.inner.open.lock();
        open.iter().filter(|(_, open)| open.host == account).map(|(id, _)| *id).collect()
    }

    /// Closes deserted tables, and those that end at a time, as long as the room is open; sleeps while there are no tables.
    pub async fn look_after(self) {
        let mut checks = 0_u32;
        loop {
            if self.inner.open.lock().is_empty() {
                self.inner.opened.notified().await;
            }
            tokio::time::sleep(INTERVAL).await;
            self.inner.open.lock().retain(|_, open| !open.task.is_finished());
            checks = checks.wrapping_add(1);
            if checks.is_multiple_of(CHECKS_PER_SEARCH) {
                self.note_absent_players();
            }
            for table in self.deserted() {
                match self.part(table).await {
                    Ok(()) => tracing::info!(table = table.0, "closing a deserted private table"),
                    // The next round tries again.
                    Err(error) => {
                        tracing::error!(
                            table = table.0,
                            %error,
                            "could not close a deserted private table; trying again later"
                        );
                    }
                }
            }
        }
    }

    /// Notes since when all players of each table are offline.
    fn note_absent_players(&self) {
        let Inner { services, open, .. } = &*self.inner;
        let now = services.clock.now();
        let attended = services.registry.tables_with_connected_players();
        for (id, open) in open.lock().iter_mut() {
            let is_away = !attended.contains(id);
            open.away_since = is_away.then(|| open.away_since.unwrap_or(now));
        }
    }

    /// Returns the tables that have been empty, or without a connected player, for as long as the
    /// operator allows, and those that end now.
    fn deserted(&self) -> Vec<TableId> {
        let Inner { services, settings, open, .. } = &*self.inner;
        let now = services.clock.now();
        let most_empty = Millis::seconds(u64::from(settings.close_empty_seconds));
        let most_away = Millis::seconds(u64::from(settings.close_away_hours) * 3_600);
        let is_past = |since: Option<Millis>, most| since.is_some_and(|since| now >= since + most);
        let mut open = open.lock();
        let mut deserted = Vec::new();
        for (id, open) in open.iter_mut().filter(|(_, open)| !open.closing) {
            let table = services.registry.table(*id);
            let is_empty = table.is_some_and(|table| table.info.borrow().seated == 0);
            open.empty_since = is_empty.then(|| open.empty_since.unwrap_or(now));
            open.unused &= is_empty;
            let ends_at = Some(open.terms.ends_at_ms).filter(|at| *at > 0).map(Millis);
            if is_past(open.empty_since, most_empty)
                || is_past(open.away_since, most_away)
                || is_past(ends_at, Millis(0))
            {
                deserted.push(*id);
            }
        }
        deserted
    }

    /// Removes all tables from the registry, and returns their tasks, which end.
    pub fn wind_up(&self) -> Vec<JoinHandle<()>> {
        let open = std::mem::take(&mut *self.inner.open.lock());
        let close = |(id, open): (TableId, Open)| {
            self.inner.services.registry.close_table(id);
            open.task
        };
        open.into_iter().map(close).collect()
    }
}

/// Returns the error for a code that cannot be unsealed, although [`seal_codes`] has
/// checked all of them.
fn unreadable() -> StoreError {
    StoreError::Damaged("the code of a private table cannot be read".to_owned())
}

impl std::fmt::Debug for HostingOffice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let open = self.inner.open.lock().len();
        f.debug_struct("HostingOffice").field("open", &open).finish_non_exhaustive()
    }
}

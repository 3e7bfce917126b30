//! The state that every connection and every page of the room shares.

mod hooked;

pub use hooked::{ToHooks, tell_of_room};

use crate::SERVER;
use crate::accounts::Accounts;
use crate::cashier::Cashier;
use crate::clock::Clock;
use crate::config::{AddressRange, ApiSettings, Config, SessionSettings, StorePlace};
use crate::deals::Deals;
use crate::director::TournamentOffice;
use crate::feeds::FeedOffice;
use crate::hand_over::HandOver;
use crate::history::Histories;
use crate::hooks::HookOffice;
use crate::hosting::HostingOffice;
use crate::ids::ConnectionId;
use crate::inbox::{DirectorHandle, DirectorInput, Player, TableInput};
use crate::integrity::Integrity;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::metrics::Totals;
use crate::push::PushOffice;
use crate::registry::Registry;
use crate::shutdown::Lifecycle;
use crate::sign_in::SignIn;
use crate::store::{LeaseState, Store};
use crate::threads::Threads;
use cardroom_certificates::Served;
use cardroom_rules::Millis;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The state that every connection and every page of the room shares.
pub struct Room {
    pub clock: Clock,
    pub registry: Registry,
    pub lobby: Lobby,
    pub cashier: Cashier,
    pub accounts: Accounts,
    /// Sign-in with a provider, if the room has one.
    pub sign_in: Option<SignIn>,
    /// Limits for each address, account and connection.
    pub limits: Limits,
    pub lifecycle: Lifecycle,
    pub hand_over: HandOver,
    /// Whether another process is meant to wait for this room's place.
    pub standby: bool,
    /// The threads that connections run on.
    pub threads: Threads,
    /// Totals of play since the start.
    pub totals: Arc<Totals>,
    /// The operator's settings for connections.
    pub session: SessionSettings,
    /// The bounds of one connection's memory and time.
    pub bounds: Bounds,
    /// Origins of other web pages that may connect, in addition to the room's own.
    pub allowed_origins: Vec<String>,
    /// The operator's settings for programs that come over HTTP.
    pub api: ApiSettings,
    /// Whether there are feeds for calendar programs.
    pub has_feeds: bool,
    /// The host names that requests to the public address may use; empty for all.
    pub hosts: Vec<String>,
    /// The room's name on the internet, if it speaks TLS with one.
    pub domain: Option<String>,
    /// The same for the admin address, in addition to its own.
    pub admin_hosts: Vec<String>,
    pub disk: Disk,
    /// A file that `cardroom backup` touches.
    pub backup_mark: PathBuf,
    /// Reverse proxies that are trusted to report a client's address.
    pub trusted_proxies: Vec<AddressRange>,
    next_connection: AtomicU64,
    /// Set once the tables are open.
    tournaments: OnceLock<TournamentOffice>,
    histories: OnceLock<Histories>,
    feeds: OnceLock<FeedOffice>,
    integrity: OnceLock<Integrity>,
    hosting: OnceLock<HostingOffice>,
    certificate: OnceLock<Arc<Served>>,
    push: OnceLock<PushOffice>,
    hooks: OnceLock<HookOffice>,
    deals: OnceLock<Deals>,
    /// The store, for its lease.
    leased: OnceLock<Arc<dyn Store>>,
}

/// The bounds of one connection's memory and time.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The largest frame that is read.
    pub frame_bytes: usize,
    /// The most bytes that wait for a client.
    pub pending_bytes: usize,
    /// From the first byte to the end of the HTTP request's head.
    pub handshake_timeout: Duration,
}

/// The disk of the database.
#[derive(Clone, Debug)]
pub struct Disk {
    /// A folder on it.
    pub folder: PathBuf,
    /// With less free space the room is not ready.
    pub least_free_bytes: u64,
}

/// Returns the file whose time is that of the last verified backup.
#[must_use]
pub fn backup_mark(data_dir: &Path) -> PathBuf {
    data_dir.join("last-backup")
}

impl Disk {
    /// Returns the disk of the SQLite file. With PostgreSQL, whose server monitors its own disk, it
    /// is the disk of the room's keys.
    fn of(config: &Config) -> Self {
        let data_dir = &config.server.data_dir;
        let folder = match config.store.place(data_dir) {
            Some(StorePlace::Sqlite(file)) => file.parent().map(Path::to_owned),
            _ => None,
        };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let least_free_bytes = config.store.least_free_mib.saturating_mul(1 << 20);
        Self { folder: folder.unwrap_or_else(|| data_dir.clone()), least_free_bytes }
    }
}

impl Room {
    /// Creates a room that is starting, without tables.
    #[must_use]
    pub fn new(
        config: &Config,
        clock: Clock,
        accounts: Accounts,
        cashier: Cashier,
        sign_in: Option<SignIn>,
        threads: Threads,
    ) -> Self {
        let registry = Registry::default();
        let told = registry.clone();
        cashier.on_release(move |cashier, account| told.tell_balance(account, cashier));
        let limits = &config.limits;
        Self {
            clock,
            lobby: Lobby::new(registry.clone()),
            registry,
            cashier,
            accounts,
            limits: Limits::new(limits),
            lifecycle: Lifecycle::default(),
            hand_over: HandOver::default(),
            threads,
            totals: Arc::default(),
            session: SessionSettings {
                room: config.server.name.clone(),
                server: SERVER.to_owned(),
                hello_timeout: Millis(limits.handshake_timeout_ms),
                login_timeout: Millis(limits.login_timeout_ms),
                ping_interval: Millis(limits.ping_interval_ms),
                idle_timeout: Millis(limits.idle_timeout_ms),
                watched_tables: limits.watched_tables,
                share_links: config.history.keep && config.history.share_links,
                pokerstars_text: config.history.keep && config.history.pokerstars_text,
                provider: sign_in.as_ref().map(|sign_in| sign_in.name().to_owned()),
            },
            sign_in,
            bounds: Bounds {
                frame_bytes: limits.frame_bytes,
                pending_bytes: limits.pending_bytes,
                handshake_timeout: Duration::from_millis(limits.handshake_timeout_ms),
            },
            allowed_origins: config.server.allowed_origins.clone(),
            api: config.api.clone(),
            has_feeds: config.calendar.enabled,
            hosts: config.server.hosts.clone(),
            domain: Some(config.server.domain.clone()).filter(|domain| !domain.is_empty()),
            admin_hosts: config.server.admin_hosts.clone(),
            disk: Disk::of(config),
            standby: config.server.standby,
            backup_mark: backup_mark(&config.server.data_dir),
            trusted_proxies: config.server.trusted_proxies.clone(),
            next_connection: AtomicU64::new(1),
            tournaments: OnceLock::new(),
            histories: OnceLock::new(),
            feeds: OnceLock::new(),
            integrity: OnceLock::new(),
            hosting: OnceLock::new(),
            certificate: OnceLock::new(),
            push: OnceLock::new(),
            hooks: OnceLock::new(),
            deals: OnceLock::new(),
            leased: OnceLock::new(),
        }
    }

    /// Returns the office of tournaments; `None` while the room starts.
    #[must_use]
    pub fn tournaments(&self) -> Option<TournamentOffice> {
        self.tournaments.get().cloned()
    }

    /// Sets the office of tournaments, once.
    pub fn offer_tournaments(&self, office: TournamentOffice) {
        // This is only called once.
        let _ = self.tournaments.set(office);
    }

    /// Returns the completed hands; `None` while the room starts.
    #[must_use]
    pub fn histories(&self) -> Option<Histories> {
        self.histories.get().cloned()
    }

    /// Sets the source of completed hands, once.
    pub fn offer_histories(&self, histories: Histories) {
        // This is only called once.
        let _ = self.histories.set(histories);
    }

    /// Returns the feeds for calendar programs; `None` if the room has none, and while it starts.
    #[must_use]
    pub fn feeds(&self) -> Option<&FeedOffice> {
        self.feeds.get()
    }

    /// Sets the feeds, once.
    pub fn offer_feeds(&self, feeds: FeedOffice) {
        // This is only called once.
        let _ = self.feeds.set(feeds);
    }

    /// Returns the integrity reports; `None` while the room starts.
    #[must_use]
    pub fn integrity(&self) -> Option<Integrity> {
        self.integrity.get().cloned()
    }

    /// Sets the source of integrity reports, once.
    pub fn offer_integrity(&self, integrity: Integrity) {
        // This is only called once.
        let _ = self.integrity.set(integrity);
    }

    /// Returns the private tables; `None` while the room starts.
    #[must_use]
    pub fn hosting(&self) -> Option<HostingOffice> {
        self.hosting.get().cloned()
    }

    /// Sets the office of private tables, once.
    pub fn offer_hosting(&self, office: HostingOffice) {
        // This is only called once.
        let _ = self.hosting.set(office);
    }

    /// Returns the certificate that clients get over TLS; `None` if the room speaks none.
    #[must_use]
    pub fn certificate(&self) -> Option<&Arc<Served>> {
        self.certificate.get()
    }

    /// Sets the certificate, once.
    pub fn offer_certificate(&self, served: Arc<Served>) {
        // This is only called once.
        let _ = self.certificate.set(served);
    }

    /// Returns the office for notices; `None` while the room starts.
    #[must_use]
    pub fn push(&self) -> Option<PushOffice> {
        self.push.get().cloned()
    }

    /// Sets the office for notices, once.
    pub fn offer_push(&self, office: PushOffice) {
        // This is only called once.
        let _ = self.push.set(office);
    }

    /// Returns the office for hooks; `None` while the room starts.
    #[must_use]
    pub fn hooks(&self) -> Option<HookOffice> {
        self.hooks.get().cloned()
    }

    /// Sets the office for hooks, once.
    pub fn offer_hooks(&self, office: HookOffice) {
        // This is only called once.
        let _ = self.hooks.set(office);
    }

    /// Returns the room's part in verifiable deals; `None` if it has none, and while it starts.
    #[must_use]
    pub fn deals(&self) -> Option<&Deals> {
        self.deals.get()
    }

    /// Sets the room's part in verifiable deals, once.
    pub fn offer_deals(&self, deals: Deals) {
        // This is only called once.
        let _ = self.deals.set(deals);
    }

    /// Returns the room's lease; `None` if no other process can take its place, and while the room
    /// starts.
    #[must_use]
    pub fn lease(&self) -> Option<LeaseState> {
        Some(self.leased.get()?.lease()?.state())
    }

    /// Sets the store whose lease the room has, once.
    pub fn offer_lease(&self, store: Arc<dyn Store>) {
        // This is only called once.
        let _ = self.leased.set(store);
    }

    /// Sends an account's new name everywhere the account is known. Returns when all of them have
    /// it in their inbox.
    pub async fn introduce(&self, player: &Player) {
        let account = player.account;
        self.registry.introduce(player);
        let mut tables = self.registry.seats(account);
        tables.extend(self.registry.lines(account));
        if let Some(office) = self.hosting() {
            tables.extend(office.ids_of(account));
        }
        tables.sort_unstable();
        tables.dedup();
        for handle in tables.into_iter().filter_map(|table| self.registry.table(table)) {
            // A closed table shows no players any more.
            let _ = handle.send(TableInput::Introduce { player: player.clone() }).await;
        }
        let entered = self.registry.entries(account);
        let knows = |handle: &DirectorHandle| {
            handle.announced_by == Some(account) || entered.contains(&handle.id)
        };
        for handle in self.registry.tournaments().into_iter().filter(knows) {
            let _ = handle.send(DirectorInput::Introduce(player.clone())).await;
        }
    }

    /// Returns an id that no connection of this process has had.
    pub fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.next_connection.fetch_add(1, Ordering::Relaxed))
    }
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Room").field("name", &self.session.room).finish_non_exhaustive()
    }
}

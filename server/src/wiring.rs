//! Assembly of the room: this module connects its parts.
//!
//! ```text
//! listener ─ http ─ session ─┬─ table ─── journal ─ store
//!                            ├─ accounts ─┘           │
//!                            ├─ cashier  ─────────────┘
//!                            └─ registry, lobby
//! ```
//!
//! [`open_at`] puts a room together, and `standby.rs` waits for another one to end before.
//! `closing.rs` takes it apart, `upkeep.rs` tidies it while it is open, `outage.rs` notifies its
//! clients while it cannot store, and `closed.rs` changes accounts while it is closed.

mod closed;
mod closing;
mod keys;
mod outage;
mod standby;
mod tls;
mod upkeep;

pub use closed::{create_admin, set_role};
pub(crate) use keys::directory as keys_directory;
pub use keys::{check_keys, note_head, open_vault, reading_vault};
pub use standby::{Doors, process, wait_for_place};

use crate::accounts::{AccountError, Accounts};
use crate::administration::socket::AdminSocket;
use crate::bans::Bans;
use crate::cashier::Cashier;
use crate::clock::Clock;
use crate::config::{
    Config, ConfigError, JournalMode, Leagues, Opening, RingTable, StorePlace, StoreSettings,
    StoreUrl,
};
use crate::deal_log::LogError;
use crate::deals::Deals;
use crate::director::{self, DirectorServices, TournamentOffice};
use crate::entropy::Entropy;
use crate::feeds::FeedOffice;
use crate::history::Histories;
use crate::hooks::HookOffice;
use crate::hosting::{HostingOffice, seal_codes};
use crate::house_bots::{self, Crew, EventCrew};
use crate::http::{self, Door};
use crate::integrity::Integrity;
use crate::journal::{Journal, JournalSettings};
use crate::league_book::LeagueBook;
use crate::moderation::Moderation;
use crate::opening::{self, OpenError, OpenTable};
use crate::push::PushOffice;
use crate::results::Shelf;
use crate::room::{Room, ToHooks, tell_of_room};
use crate::schedules::Schedules;
use crate::shutdown::Phase;
use crate::sign_in::{SignIn, SignInError};
use crate::store::prelude::*;
use crate::store::{Followed, PostgresOpening, PostgresStore, Process, SqliteStore, StoreError};
use crate::table::TableServices;
use crate::threads::{PlayThreads, Threads};
use crate::vault::{KeysError, Vault};
use cardroom_certificates::UnusableFiles;
use cardroom_https::{Outgoing, UnusableCa};
use cardroom_rules::{Library, Millis, Structure};
use metrics_exporter_prometheus::PrometheusHandle;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

#[derive(Debug)]
pub struct OpenRoom {
    /// The state that its connections share.
    pub room: Arc<Room>,
    pub address: SocketAddr,
    /// The address of metrics and state.
    pub admin_address: SocketAddr,
    /// Where players connect over TLS, if the room speaks it.
    pub tls_address: Option<SocketAddr>,
    /// Where those without TLS are sent to it.
    pub redirect_address: Option<SocketAddr>,
    tables: Vec<OpenTable>,
    house_bots: HouseBots,
    store: Arc<dyn Store>,
    journal: Journal,
    writer: JoinHandle<()>,
    listeners: Vec<JoinHandle<()>>,
    /// Tables and connections run here as long as the room is open.
    threads: PlayThreads,
}

/// The reason why a room cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("{}: {error}", path.display())]
    DataDir { path: PathBuf, error: std::io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The sign-in provider cannot be used with these settings.
    #[error(transparent)]
    SignIn(#[from] SignInError),
    #[error(transparent)]
    Tables(#[from] OpenError),
    #[error("no thread for play can be started: {0}")]
    Threads(std::io::Error),
    /// The tournaments cannot be read.
    #[error(transparent)]
    Tournaments(#[from] director::OpenError),
    #[error("cannot listen on {address}: {error}{}", port_hint(*address, error))]
    Listen { address: SocketAddr, error: std::io::Error },
    /// The operator's certificate cannot be used.
    #[error("server.tls_cert: {0}")]
    Certificate(UnusableFiles),
    #[error("server.acme_root: {0}")]
    AcmeRoot(UnusableCa),
    #[error("this machine cannot speak TLS: {0}")]
    Tls(String),
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The account whose role should change does not exist.
    #[error(
        "There is no account named \"{name}\" in {store}, so no role was changed. Check the spelling \
         and --data-dir, or create an administrator with: cardroom admin create {name}"
    )]
    NoSuchAccount {
        name: String,
        /// The store that was searched.
        store: String,
    },
}

/// The surroundings of a room, in addition to its configuration and its store.
#[derive(Debug)]
pub struct Surroundings {
    pub clock: Clock,
    pub entropy: Entropy,
    /// The keys that decks are sealed with.
    pub vault: Arc<Vault>,
    /// Where tables and connections run.
    pub threads: Threads,
}

impl Surroundings {
    /// Returns those of a closed room, for commands that change its store.
    fn closed() -> Self {
        Self {
            clock: Clock::start(),
            entropy: Entropy::of_the_system(),
            vault: Arc::new(Vault::in_memory()),
            threads: Threads::none(),
        }
    }
}

/// The games, rulebooks, tournaments and leagues that a configuration names, parsed.
#[derive(Clone, Debug)]
pub struct Rules {
    pub library: Arc<Library>,
    /// Structures of tournaments, by id.
    pub structures: Arc<BTreeMap<String, Arc<Structure>>>,
    pub leagues: Arc<Leagues>,
}

impl Rules {
    /// Reads the rules of a configuration, after [`Config::opening`] has found no mistake in it.
    ///
    /// # Errors
    /// Every mistake of the configuration.
    pub fn of(config: &Config) -> Result<Self, ConfigError> {
        Ok(Self::from(config.opening()?))
    }
}

impl From<Opening> for Rules {
    fn from(opening: Opening) -> Self {
        let Opening { library, structures, leagues, .. } = opening;
        Self {
            library: Arc::new(library),
            structures: Arc::new(structures),
            leagues: Arc::new(leagues),
        }
    }
}

/// A room whose tables and tournaments are restored, but that cannot be reached over the network.
#[derive(Debug)]
pub struct Hall {
    /// The state that its connections share.
    pub room: Arc<Room>,
    /// The number of restored tournaments.
    pub tournaments: usize,
    tables: Vec<OpenTable>,
    office: TournamentOffice,
    journal: Journal,
    writer: JoinHandle<()>,
}

/// A room with its rules, before any table or tournament is open.
struct Prepared {
    room: Arc<Room>,
    books: Books,
    rules: Rules,
    rings: Vec<RingTable>,
    surroundings: Surroundings,
    /// The way out over HTTP.
    outgoing: Outgoing,
}

/// The room's own players, who connect like all others.
#[derive(Debug)]
struct HouseBots {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

/// The parts that stored data passes through.
struct Books {
    store: Arc<dyn Store>,
    journal: Journal,
    writer: JoinHandle<()>,
    cashier: Cashier,
    accounts: Accounts,
}

/// Opens the configured store, and creates the data directory if it is missing.
///
/// # Errors
/// The directory cannot be created, or the store cannot be opened.
pub async fn open_store(config: &Config) -> Result<Arc<dyn Store>, StartError> {
    open_store_as(config, Process::this(String::new())).await
}

/// Opens the configured store like [`open_store`], for a process that may be known to others.
///
/// # Errors
/// The same as [`open_store`].
pub async fn open_store_as(
    config: &Config,
    process: Process,
) -> Result<Arc<dyn Store>, StartError> {
    let path = config.server.data_dir.clone();
    make_private_dir(&path).map_err(|error| StartError::DataDir { path: path.clone(), error })?;
    let store = &config.store;
    let place = store.place(&path).ok_or_else(|| ConfigError::Invalid {
        key: "store.url".to_owned(),
        reason: "this is not a store that is known".to_owned(),
    })?;
    Ok(match place {
        StorePlace::Sqlite(file) => {
            Arc::new(SqliteStore::open(&file, store.synchronous, store.keep_snapshots).await?)
        }
        StorePlace::Postgres(url) => Arc::new(open_postgres(store, &url, process, None).await?),
    })
}

async fn open_postgres(
    settings: &StoreSettings,
    url: &StoreUrl,
    process: Process,
    followed: Option<Followed>,
) -> Result<PostgresStore, StoreError> {
    let opening = PostgresOpening {
        synchronous: settings.synchronous,
        keep_snapshots: settings.keep_snapshots,
        requires_replica: settings.require_replica,
        process,
        followed,
    };
    let store = PostgresStore::open_by(url.revealed(), &opening).await?;
    for warning in store.warnings().await {
        tracing::warn!("{}", warning.message);
    }
    Ok(store)
}

/// Opens a room whose keys end with the process, so that hands in progress do not survive it.
///
/// # Errors
/// The same as [`open_with`].
pub async fn open(
    config: &Config,
    store: Arc<dyn Store>,
    figures: PrometheusHandle,
) -> Result<OpenRoom, StartError> {
    open_with(config, store, Vault::in_memory(), figures).await
}

/// Opens a room on a store: restores the tables, opens the listeners, then accepts players.
///
/// # Errors
/// The configuration, the store, a table or an address cannot be used.
pub async fn open_with(
    config: &Config,
    store: Arc<dyn Store>,
    vault: Vault,
    figures: PrometheusHandle,
) -> Result<OpenRoom, StartError> {
    open_by(config, Rules::of(config)?, store, vault, figures).await
}

/// Opens a room like [`open_with`], by rules that were already read.
///
/// # Errors
/// The same as [`open_with`].
pub async fn open_by(
    config: &Config,
    rules: Rules,
    store: Arc<dyn Store>,
    vault: Vault,
    figures: PrometheusHandle,
) -> Result<OpenRoom, StartError> {
    open_at(config, rules, store, vault, figures, None).await
}

/// Opens a room like [`open_by`], behind doors that may be open already.
///
/// # Errors
/// The same as [`open_by`].
pub async fn open_at(
    config: &Config,
    rules: Rules,
    store: Arc<dyn Store>,
    vault: Vault,
    figures: PrometheusHandle,
    doors: Option<Doors>,
) -> Result<OpenRoom, StartError> {
    let server = &config.server;
    let gather = Duration::from_millis(server.gather_ms);
    let threads = PlayThreads::start(server.play_threads, gather).map_err(StartError::Threads)?;
    let surroundings = Surroundings {
        clock: clock_of(config, store.as_ref()),
        entropy: Entropy::of_the_system(),
        vault: Arc::new(vault),
        threads: threads.threads(),
    };
    let prepared = prepare(config, rules, Arc::clone(&store), surroundings).await?;
    let room = Arc::clone(&prepared.room);
    room.offer_lease(Arc::clone(&store));

    // Listening begins before the tables are restored, so that a load balancer sees "starting".
    let doors = match doors {
        Some(doors) => doors,
        None => Doors::open(config).await?,
    };
    let (address, admin_address) = doors.addresses()?;
    let Doors { public, admin } = doors;
    let pages = http::public_router(Arc::clone(&room));
    let admin_pages = http::admin_router(Arc::clone(&room), Arc::clone(&store), figures.clone());
    let mut listeners = vec![
        tokio::spawn(http::serve(Arc::clone(&room), public, pages, Door::Public, None)),
        tokio::spawn(http::serve(Arc::clone(&room), admin, admin_pages, Door::Admin, None)),
    ];
    let secured = tls::open(config, &room, &prepared.outgoing).await?;
    let tls_address = secured.as_ref().map(|secured| secured.address);
    let redirect_address = secured.as_ref().and_then(|secured| secured.redirect);
    listeners.extend(secured.into_iter().flat_map(|secured| secured.listeners));

    let Hall { tournaments, tables, office, journal, writer, .. } =
        prepared.bring_back(config).await?;
    spawn_until_closed(&room, room.lobby.clone().run());
    spawn_until_closed(&room, outage::tell(Arc::clone(&room)));
    spawn_until_closed(
        &room,
        upkeep::upkeep(Arc::clone(&room), figures, config.moderation.clone()),
    );
    room.lifecycle.enter(Phase::Open);
    match AdminSocket::listen(&config.server.data_dir) {
        Ok(socket) => spawn_until_closed(&room, socket.serve(Arc::clone(&room))),
        // Everything else works without it.
        Err(error) => tracing::warn!(%error, "`cardroom admin` cannot reach this room"),
    }
    let house_bots = HouseBots::start(config, &room, Arc::clone(&store), &tables, address);
    let scheduled_tournaments = office.schedules.all().len();
    spawn_until_closed(&room, office.keep_schedules());
    look_after_private_tables(&room);

    let seated: usize =
        tables.iter().map(|table| usize::from(table.handle.info.borrow().seated)).sum();
    tracing::info!(
        server = crate::SERVER,
        %address,
        %admin_address,
        tls_address = tls_address.map(tracing::field::display),
        data_dir = %config.server.data_dir.display(),
        tables = tables.len(),
        restored_tournaments = tournaments,
        scheduled_tournaments,
        seated,
        "the room is open"
    );
    if !admin_address.ip().is_loopback() {
        tracing::warn!(
            %admin_address,
            "the admin address needs no login and is not on loopback: keep it private"
        );
    }
    Ok(OpenRoom {
        room,
        address,
        admin_address,
        tls_address,
        redirect_address,
        tables,
        house_bots,
        store,
        journal,
        writer,
        listeners,
        threads,
    })
}

/// Starts the room's clock, whose time the lease carries to the next room.
fn clock_of(config: &Config, store: &dyn Store) -> Clock {
    let Some(lease) = store.lease() else { return Clock::start() };
    let clock = match config.server.standby {
        true => Clock::following(lease.time_before().map(Millis)),
        false => Clock::start(),
    };
    let told = clock.clone();
    lease.carry(move || told.now().0);
    clock
}

/// Opens a room without a network, for simulations. It has no house bots, because they
/// connect over the network.
///
/// # Errors
/// The configuration, the store or a table cannot be used.
pub async fn open_without_doors(
    config: &Config,
    rules: Rules,
    store: Arc<dyn Store>,
    surroundings: Surroundings,
) -> Result<Hall, StartError> {
    let hall = prepare(config, rules, store, surroundings).await?.bring_back(config).await?;
    let room = &hall.room;
    spawn_until_closed(room, room.lobby.clone().run());
    spawn_until_closed(room, outage::tell(Arc::clone(room)));
    room.lifecycle.enter(Phase::Open);
    room.lifecycle.spawn(tell_of_room(Arc::clone(room)));
    spawn_until_closed(room, hall.office.clone().keep_schedules());
    look_after_private_tables(room);
    Ok(hall)
}

async fn prepare(
    config: &Config,
    rules: Rules,
    store: Arc<dyn Store>,
    surroundings: Surroundings,
) -> Result<Prepared, StartError> {
    let rings = config.ring_tables(&rules.library)?;
    let books = open_books(config, store, &surroundings).await?;
    let (accounts, cashier) = (books.accounts.clone(), books.cashier.clone());
    let outgoing = Outgoing::new(config.outgoing.clone().into(), Handle::current());
    let sign_in = SignIn::open(&config.sign_in(), Arc::clone(&surroundings.vault), &outgoing)?;
    let (clock, threads) = (surroundings.clock.clone(), surroundings.threads.clone());
    let room = Arc::new(Room::new(config, clock, accounts, cashier, sign_in, threads));
    tokio::spawn(room.clock.clone().watch());
    Ok(Prepared { room, books, rules, rings, surroundings, outgoing })
}

impl Prepared {
    /// Restores tables and tournaments from the journal.
    async fn bring_back(self, config: &Config) -> Result<Hall, StartError> {
        let Self { room, books, rules, rings, surroundings, outgoing } = self;
        let history = config.history.clone();
        let Books { store, journal, writer, cashier, .. } = books;
        let Surroundings { vault, entropy, threads, .. } = surroundings;
        let push = PushOffice::open(
            &config.push,
            config.push.contact_or(&config.server),
            vault.vapid_key(),
            Arc::clone(&store),
            Arc::new(room.registry.clone()),
            &outgoing,
        )
        .await?;
        room.offer_push(push.clone());
        let hooks = HookOffice::open(
            config.server.link_address(),
            Arc::clone(&store),
            journal.clone(),
            Arc::clone(&vault),
            &outgoing,
        )
        .await?;
        room.accounts.tell_hooks(Arc::new(ToHooks(hooks.clone())));
        room.offer_hooks(hooks.clone());
        let deals = open_deals(config, &vault, &store, room.clock.now()).await?;
        let services = TableServices {
            push,
            hooks,
            journal: journal.clone(),
            registry: room.registry.clone(),
            cashier,
            clock: room.clock.clone(),
            totals: Arc::clone(&room.totals),
            vault: Arc::clone(&vault),
            chips_held_for: config.accounts.chips_held_for(),
            moderation: Moderation::start(&config.moderation, Arc::clone(&store)),
            store,
            keeps_hands: history.keep,
            deals: deals.clone(),
            entropy,
            threads,
        };
        let Rules { library, structures, leagues } = rules;
        let bans = Bans::load(services.store.as_ref(), room.clock.now()).await?;
        let leagues = LeagueBook::of(leagues);
        leagues.load(services.store.as_ref(), &library).await?;
        let schedules = Schedules::of(&config.tournaments);
        schedules.load(services.store.as_ref()).await?;
        let office = TournamentOffice::new(
            DirectorServices { tables: services.clone(), library, leagues, bans },
            structures,
            Arc::new(Shelf::new(Arc::clone(&services.store))),
            schedules,
        );
        seal_codes(services.store.as_ref(), &vault, &services.entropy).await?;
        let mut streams = services.store.load_streams().await?.into_iter().collect();
        let tournaments = office.bring_back(&mut streams).await?;
        let hosting = HostingOffice::new(office.clone(), config.hosting.clone());
        let private = hosting.bring_back(&mut streams).await?;
        if private > 0 {
            tracing::info!(private, "restored private tables");
        }
        let tables = opening::open_tables(rings, streams, &services).await?;
        if let Err(error) = vault.forget_unused(services.store.as_ref()).await {
            tracing::warn!(%error, "could not delete old keys");
        }
        room.offer_tournaments(office.clone());
        if let Some(feeds) = FeedOffice::open(config, office.clone()) {
            room.offer_feeds(feeds);
        }
        room.offer_hosting(hosting);
        room.offer_integrity(Integrity::new(
            Arc::clone(&services.store),
            Arc::clone(&vault),
            config.integrity.clone(),
        ));
        room.offer_histories(
            Histories::new(Arc::clone(&services.store), journal.clone(), vault, history)
                .with_log(deals.as_ref().map(|deals| deals.log().clone())),
        );
        if let Some(deals) = deals {
            keep_log(&room, &deals, &outgoing)?;
            room.offer_deals(deals);
        }
        Ok(Hall { room, tournaments, tables, office, journal, writer })
    }
}

impl HouseBots {
    fn start(
        config: &Config,
        room: &Room,
        store: Arc<dyn Store>,
        tables: &[OpenTable],
        address: SocketAddr,
    ) -> Self {
        let crew =
            |table: &OpenTable| Crew { table: table.handle.clone(), bots: table.ring.house_bots };
        let stop = CancellationToken::new();
        let filled: &[_] = if config.house_bots.enabled { &config.tournaments } else { &[] };
        let events = EventCrew::new(filled, room.registry.clone(), store);
        let task = tokio::spawn(house_bots::run(
            tables.iter().map(crew).collect(),
            events,
            config.house_bots.clone(),
            (room.accounts.clone(), room.registry.clone()),
            address,
            stop.clone(),
        ));
        Self { stop, task }
    }
}

/// Opens the key and the log of verifiable deals, if the room has them.
async fn open_deals(
    config: &Config,
    vault: &Arc<Vault>,
    store: &Arc<dyn Store>,
    now: Millis,
) -> Result<Option<Deals>, StartError> {
    let path = config.server.data_dir.clone();
    Deals::open(config, vault, store, now).await.map_err(|error| match error {
        LogError::Files(error) => StartError::DataDir { path, error },
        LogError::Keys(error) => StartError::Keys(error),
        LogError::Store(error) => StartError::Store(error),
    })
}

/// Signs heads of the log of verifiable deals, and sends them to its witnesses.
fn keep_log(room: &Arc<Room>, deals: &Deals, outgoing: &Outgoing) -> Result<(), StartError> {
    spawn_until_closed(room, deals.log().clone().keep(deals.interval()));
    let calls = deals.log().call_witnesses(outgoing);
    for call in calls.map_err(|error| StartError::Tls(error.to_string()))? {
        spawn_until_closed(room, call);
    }
    Ok(())
}

async fn open_books(
    config: &Config,
    store: Arc<dyn Store>,
    Surroundings { vault, entropy, threads, .. }: &Surroundings,
) -> Result<Books, StartError> {
    let records = config.store.journal == JournalMode::On;
    if !records {
        tracing::warn!("the journal is off: hands in progress are voided if the process ends");
    }
    let settings =
        JournalSettings { queue: config.store.queue, group: config.store.group, records };
    let cashier = Cashier::default();
    let (journal, writer) =
        Journal::start_with(Arc::clone(&store), cashier.clone(), settings, threads);
    let accounts = Accounts::new(
        Arc::clone(&store),
        journal.clone(),
        cashier.clone(),
        (Arc::clone(vault), entropy.clone()),
        config.accounts.clone(),
    );
    Ok(Books { store, journal, writer, cashier, accounts })
}

fn look_after_private_tables(room: &Arc<Room>) {
    if let Some(hosting) = room.hosting() {
        spawn_until_closed(room, hosting.look_after());
    }
}

fn spawn_until_closed(room: &Arc<Room>, task: impl Future<Output = ()> + Send + 'static) {
    let lifecycle = room.lifecycle.clone();
    room.lifecycle.spawn(async move {
        tokio::select! {
            biased;
            () = task => {}
            () = lifecycle.reached(Phase::Draining) => {}
        }
    });
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    let bound = TcpListener::bind(address).await;
    let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, address.port()));
    let bound = match bound {
        // A machine without IPv6.
        Err(_) if address.ip() == Ipv6Addr::UNSPECIFIED && !has_ipv6() => {
            TcpListener::bind(everywhere).await
        }
        bound => bound,
    };
    bound.map_err(|error| StartError::Listen { address, error })
}

fn has_ipv6() -> bool {
    std::net::UdpSocket::bind((Ipv6Addr::LOCALHOST, 0)).is_ok()
}

/// Says how to get one of the ports below 1024, which most systems reserve.
fn port_hint(address: SocketAddr, error: &std::io::Error) -> &'static str {
    if error.kind() == std::io::ErrorKind::PermissionDenied && address.port() < 1_024 {
        ". Ports below 1024 are reserved: run `sudo setcap cap_net_bind_service=+ep` on the program, \
         or listen on others (server.tls_listen, server.redirect_listen) and lead ports 443 and 80 \
         to them"
    } else {
        ""
    }
}

fn local(listener: &TcpListener) -> Result<SocketAddr, StartError> {
    listener
        .local_addr()
        .map_err(|error| StartError::Listen { address: SocketAddr::from(([0, 0, 0, 0], 0)), error })
}

/// Creates a directory that only the room's own user can read, because it holds password hashes.
fn make_private_dir(path: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

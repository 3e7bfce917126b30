//! The sections of the configuration with their defaults. `config/cardroom.toml` has the same
//! values with their reasons. A test keeps the two in sync.

use super::{AddressRange, StoreUrl, Synchronous};
use crate::allowances::{
    ACCOUNTS, BUY_INS, CHAT_LINES, EXPORTS, FILES, GUESTS, LOBBY_SEATS, OPENINGS, OWN_ROWS,
};
use cardroom_rules::{Chips, Millis};
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

/// `[server]`: addresses and paths.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerSettings {
    /// The room's name, shown to clients.
    pub name: String,
    /// The address where players connect. Port 0 lets the system choose.
    pub listen: SocketAddr,
    /// The address of metrics and administration.
    pub admin_listen: SocketAddr,
    /// The room's name on the internet. With it, the room speaks TLS; empty for none.
    pub domain: String,
    /// The address of the page, such as `https://poker.example`: the beginning of links that leave
    /// the room. Empty for that of the domain.
    pub address: String,
    /// The address where players connect over TLS.
    pub tls_listen: SocketAddr,
    /// The address that answers the certificate authority, and sends everyone else to TLS.
    pub redirect_listen: SocketAddr,
    /// A PEM file with the operator's own certificate; empty for none.
    pub tls_cert: PathBuf,
    /// A PEM file with its private key.
    pub tls_key: PathBuf,
    /// The ACME directory of the authority that certifies `domain`.
    pub acme_directory: String,
    /// A mail address for the authority's warnings; empty for none.
    pub acme_contact: String,
    /// A PEM file with CAs that are trusted for the directory in addition to the system's; empty
    /// for none.
    pub acme_root: PathBuf,
    /// The directory of the room's files.
    pub data_dir: PathBuf,
    /// A directory with `games/` and `rulebooks/` whose files replace or join the built-in
    /// ones; empty for none.
    pub rules_dir: PathBuf,
    /// Whether the built-in leagues are there, next to those of `rules_dir`.
    pub builtin_leagues: bool,
    /// Origins of other web pages that may connect, in addition to the room's own; `*` for all.
    pub allowed_origins: Vec<String>,
    /// The host names that requests to the public address may use, in addition to
    /// loopback; empty for all.
    pub hosts: Vec<String>,
    /// The same for the admin address, in addition to loopback and the address itself.
    pub admin_hosts: Vec<String>,
    /// Reverse proxies that are trusted to report a client's address.
    pub trusted_proxies: Vec<AddressRange>,
    /// How long a closing room waits for hands in progress, in seconds.
    pub drain_seconds: u64,
    /// Whether this process waits for its place if another one is the room.
    pub standby: bool,
    /// How many threads tables and connections run on; 0 for as many as the machine has cores.
    pub play_threads: usize,
    /// How long an event that asks a client nothing may wait for the next one, in milliseconds; 0
    /// to send all events at once.
    pub gather_ms: u64,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            name: "Cardroom".to_owned(),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7777)),
            admin_listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7778)),
            domain: String::new(),
            address: String::new(),
            tls_listen: SocketAddr::from((Ipv6Addr::UNSPECIFIED, 443)),
            redirect_listen: SocketAddr::from((Ipv6Addr::UNSPECIFIED, 80)),
            tls_cert: PathBuf::new(),
            tls_key: PathBuf::new(),
            acme_directory: "https://acme-v02.api.letsencrypt.org/directory".to_owned(),
            acme_contact: String::new(),
            acme_root: PathBuf::new(),
            data_dir: PathBuf::from(".cardroom"),
            rules_dir: PathBuf::new(),
            builtin_leagues: true,
            allowed_origins: Vec::new(),
            hosts: Vec::new(),
            admin_hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            drain_seconds: 60,
            standby: false,
            play_threads: 0,
            gather_ms: 50,
        }
    }
}

/// `[limits]`: what a client may do before the room refuses it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// The largest frame that is read, in bytes.
    pub frame_bytes: usize,
    /// From the first byte to the end of the WebSocket handshake.
    pub handshake_timeout_ms: u64,
    /// From the handshake to a sign-in. Watching needs no sign-in, so then it ends with the hello.
    pub login_timeout_ms: u64,
    /// How long a connection is silent before it is pinged.
    pub ping_interval_ms: u64,
    /// How long a connection is silent, without even a pong, before it is closed.
    pub idle_timeout_ms: u64,
    /// The most connections of the whole room; 0 as many as the process may open.
    pub connections: usize,
    /// The most connections from one address.
    pub connections_per_address: usize,
    /// How many messages a connection may send per second, over time.
    pub messages_per_second: u32,
    /// How many messages it may send at once.
    pub message_burst: u32,
    /// How many sign-ins, registrations and guests one address may try per minute.
    pub logins_per_minute: u32,
    /// How many new guests the room accepts per hour.
    pub guests_per_hour: u32,
    /// How many new guests one network may open per hour: an IPv4 address, or a /48 of IPv6.
    pub guests_per_network_hour: u32,
    /// How many accounts the room's players may open per day.
    pub accounts_per_day: u32,
    /// How many of them one network may open per day.
    pub accounts_per_network_day: u32,
    /// How many lines of chat an account may write per minute. A network may write ten times as
    /// many.
    pub chat_lines_per_minute: u32,
    /// How many private tables and tournaments an account may open per hour. A network may open
    /// ten times as many.
    pub openings_per_hour: u32,
    /// How many notes, reports, API tokens, browsers and links to hands an account may write per
    /// hour. A network may write ten times as many.
    pub rows_per_hour: u32,
    /// How often an account may bring chips to tables per hour. A network may ten times as often.
    pub buy_ins_per_hour: u32,
    /// How many times an account may export an account per hour. A network may ten times as often.
    pub exports_per_hour: u32,
    /// How many files of hands, results and ledgers an account may have per minute. A network may
    /// have ten times as many.
    pub files_per_minute: u32,
    /// How many seats and places in line one network may have at tables of the lobby.
    pub seats_per_network: u32,
    /// How many wrong codes of private tables an account, or the visitors of an address,
    /// may try per minute.
    pub wrong_codes_per_minute: u32,
    /// How many wrong tokens and links one address may try per minute over HTTP.
    pub wrong_guesses_per_minute: u32,
    /// The most bytes that wait for a connection that does not read.
    pub pending_bytes: usize,
    /// The most tables one connection watches or plays.
    pub watched_tables: usize,
}

impl Default for LimitSettings {
    fn default() -> Self {
        Self {
            frame_bytes: cardroom_protocol::limits::MAX_FRAME_BYTES,
            handshake_timeout_ms: 5_000,
            login_timeout_ms: 30_000,
            ping_interval_ms: 20_000,
            idle_timeout_ms: 60_000,
            connections: 10_000,
            connections_per_address: 32,
            messages_per_second: 20,
            message_burst: 60,
            logins_per_minute: 20,
            guests_per_hour: GUESTS.room.unwrap_or(u32::MAX),
            guests_per_network_hour: GUESTS.network,
            accounts_per_day: ACCOUNTS.room.unwrap_or(u32::MAX),
            accounts_per_network_day: ACCOUNTS.network,
            chat_lines_per_minute: CHAT_LINES.account.unwrap_or(u32::MAX),
            openings_per_hour: OPENINGS.account.unwrap_or(u32::MAX),
            rows_per_hour: OWN_ROWS.account.unwrap_or(u32::MAX),
            buy_ins_per_hour: BUY_INS.account.unwrap_or(u32::MAX),
            exports_per_hour: EXPORTS.account.unwrap_or(u32::MAX),
            files_per_minute: FILES.account.unwrap_or(u32::MAX),
            seats_per_network: LOBBY_SEATS.network,
            wrong_codes_per_minute: 10,
            wrong_guesses_per_minute: 20,
            pending_bytes: 256 * 1024,
            watched_tables: 24,
        }
    }
}

/// `[accounts]`: accounts, passwords and play chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AccountSettings {
    /// Whether guests may come in without a password.
    pub guests: bool,
    /// Whether players may open accounts themselves.
    pub registration: bool,
    /// Whether a name may mix scripts, such as Latin and Cyrillic.
    pub mixed_scripts: bool,
    /// Play chips of a new account.
    pub signup_grant: Chips,
    /// A refill is due if wallet and tables together hold less than this.
    pub refill_threshold: Chips,
    /// The amount of a refill; 0 for no refills.
    pub refill_amount: Chips,
    /// The time from one grant to the next.
    pub refill_wait_minutes: u64,
    /// Where the chips of guests and new accounts have value.
    pub free_chips: FreeChips,
    /// For how many hours an account counts as new.
    pub new_account_hours: u64,
    /// How many passwords are hashed at the same time.
    pub hash_permits: usize,
    /// How many passwords may wait to be hashed. If more come, one of the fullest network gives way.
    pub hash_queue: usize,
    /// How long a resume token lasts after its last use.
    pub token_days: u64,
    /// For how many days a network stays known after an account signed in from it; 0 stores none.
    pub network_days: u64,
    /// For how many days an unused guest stays; 0 forever.
    pub guest_days: u64,
    /// For how many days an unused account stays; 0 forever.
    pub unused_days: u64,
    /// Whether the floor and administrators need a second factor before they can give orders.
    pub staff_second_factor: bool,
}

impl Default for AccountSettings {
    fn default() -> Self {
        Self {
            guests: true,
            registration: true,
            mixed_scripts: false,
            signup_grant: Chips(10_000),
            refill_threshold: Chips(1_000),
            refill_amount: Chips(10_000),
            refill_wait_minutes: 60,
            free_chips: FreeChips::Table,
            new_account_hours: 24,
            hash_permits: 2,
            hash_queue: 1_024,
            token_days: 30,
            network_days: 90,
            guest_days: 30,
            unused_days: 90,
            staff_second_factor: false,
        }
    }
}

/// Where the chips of guests and new accounts have value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FreeChips {
    /// At the table where they were brought into play. A player who wins them
    /// cannot take them away.
    Table,
    /// Everywhere, like all chips. This lets a player get rich with a hundred guests.
    Everywhere,
}

impl AccountSettings {
    /// Returns how long the chips of a new account have no value outside of a table; `None` if
    /// all chips have value.
    #[must_use]
    pub fn chips_held_for(&self) -> Option<Millis> {
        let hold = Millis(self.new_account_hours.saturating_mul(60 * 60 * 1_000));
        (self.free_chips == FreeChips::Table).then_some(hold)
    }
}

/// `[moderation]`: chat at tables, and its limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModerationSettings {
    /// For how many days chat is stored for operators; 0 stores none.
    pub chat_days: u64,
    /// For how many days reports of players are stored, settled or not; 0 forever.
    pub report_days: u64,
    /// Words that are not allowed in chat. A `*` at the end stands for any ending.
    pub words: Vec<String>,
}

impl Default for ModerationSettings {
    fn default() -> Self {
        Self { chat_days: 30, report_days: 365, words: Vec::new() }
    }
}

/// `[oidc]`: sign-in with an OpenID Connect provider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OidcSettings {
    /// The provider's issuer; empty for no provider.
    pub issuer: String,
    /// The provider's name, for people.
    pub name: String,
    /// The room's client id at the provider.
    pub client_id: String,
    /// A file with the client's secret; empty for a public client.
    pub client_secret_file: PathBuf,
    /// The address of the room, as browsers see it: scheme and host, without a path. If it is
    /// empty, `server.address` counts.
    pub address: String,
    /// Scopes in addition to `openid`.
    pub scopes: Vec<String>,
    /// A PEM file with CAs that are trusted in addition to those of the system; empty for none.
    pub ca_file: PathBuf,
}

impl Default for OidcSettings {
    fn default() -> Self {
        Self {
            issuer: String::new(),
            name: String::new(),
            client_id: String::new(),
            client_secret_file: PathBuf::new(),
            address: String::new(),
            scopes: vec!["profile".to_owned()],
            ca_file: PathBuf::new(),
        }
    }
}

impl OidcSettings {
    /// Returns `true` if players can sign in with a provider.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.issuer.is_empty()
    }
}

/// `[store]`: the database, and how it is used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoreSettings {
    /// `sqlite` for a file in the data directory, `sqlite:PATH`, or `postgres://...` for a server.
    pub url: StoreUrl,
    /// How durable a commit is before it is acknowledged.
    pub synchronous: Synchronous,
    /// Whether nothing is stored while no replica of the PostgreSQL server confirms commits.
    pub require_replica: bool,
    /// Whether the events of the tables are stored.
    pub journal: JournalMode,
    /// How many snapshots of each table keep the records behind them.
    pub keep_snapshots: usize,
    /// The room is not ready while the disk of the database has fewer MiB left; 0 for never.
    pub least_free_mib: u64,
    /// How many units may wait for the writer.
    pub queue: usize,
    /// The most units in one transaction.
    pub group: usize,
}

impl Default for StoreSettings {
    fn default() -> Self {
        Self {
            url: StoreUrl::from("sqlite"),
            synchronous: Synchronous::Full,
            require_replica: false,
            journal: JournalMode::On,
            keep_snapshots: 0,
            least_free_mib: 256,
            queue: 4_096,
            group: 1_024,
        }
    }
}

/// Whether the events of the tables are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalMode {
    /// They are stored, and no client sees an event before it is durable.
    On,
    /// They are dropped. For measuring only: hands in progress do not survive the process.
    Off,
}

/// `[deal]`: deals that anybody can verify.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DealSettings {
    /// Whether the room's deals can be verified; if absent, they can if store and history allow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verifiable: Option<bool>,
    /// How many packs the room lays for each round.
    pub packs: u8,
    /// How long a table waits for the links of its players.
    pub window_ms: u64,
    /// How long before a hand may start its round opens.
    pub lead_ms: u64,
    /// A player who lets this many rounds down within `lapse_hands` hands is stood up.
    pub lapses: u8,
    pub lapse_hands: u64,
    /// The room's name for deals; empty for the first of `server.hosts`.
    pub origin: String,
    /// How often the room signs a new head of the log of deals.
    pub checkpoint_ms: u64,
    /// Witnesses that are asked to cosign heads.
    pub witnesses: Vec<WitnessSettings>,
}

impl Default for DealSettings {
    fn default() -> Self {
        Self {
            verifiable: None,
            packs: 2,
            window_ms: 3_000,
            lead_ms: 1_000,
            lapses: 3,
            lapse_hands: 100,
            origin: String::new(),
            checkpoint_ms: 10_000,
            witnesses: Vec::new(),
        }
    }
}

/// A witness in `deal.witnesses`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessSettings {
    /// The key that verifies its signatures: `name+id+key`, of type 04.
    pub vkey: String,
    /// Where its requests go, without `/add-checkpoint`.
    pub url: String,
}

/// `[history]`: storage of completed hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HistorySettings {
    /// Whether hands are stored.
    pub keep: bool,
    /// For how many days; 0 forever.
    pub keep_days: u64,
    /// For how many days hands that only programs played are stored; 0 for as long as all others.
    pub keep_bot_days: u64,
    /// Whether players may make links to their hands that anyone can open.
    pub share_links: bool,
    /// Whether players may download their hands in the PokerStars format.
    pub pokerstars_text: bool,
}

impl Default for HistorySettings {
    fn default() -> Self {
        Self {
            keep: true,
            keep_days: 0,
            keep_bot_days: 2,
            share_links: false,
            pokerstars_text: false,
        }
    }
}

/// `[integrity]`: data stored for integrity reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IntegritySettings {
    /// For how many days codes of the addresses that accounts signed in from are stored; 0
    /// for not at all.
    pub addresses_days: u32,
}

impl Default for IntegritySettings {
    fn default() -> Self {
        Self { addresses_days: 30 }
    }
}

/// `[push]`: notices to players who do not see the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PushSettings {
    /// Whether players can have notices sent to their browsers.
    pub enabled: bool,
    /// Where push services reach the operator: a `mailto:` or `https:` address. Empty for the room's
    /// own: `server.address`, that of `server.domain`, or that of the first of `server.hosts`.
    pub contact: String,
    /// Whether a push service may be on this machine. For tests only.
    pub loopback_services: bool,
}

impl Default for PushSettings {
    fn default() -> Self {
        Self { enabled: true, contact: String::new(), loopback_services: false }
    }
}

impl PushSettings {
    /// Returns where push services reach the operator of a room with these names; `None` if that is
    /// unknown.
    #[must_use]
    pub fn contact_or(&self, server: &ServerSettings) -> Option<String> {
        if !self.contact.is_empty() {
            return Some(self.contact.clone());
        }
        let own = server.link_address().filter(|address| address.starts_with("https://"));
        own.or_else(|| server.hosts.first().map(|name| format!("https://{name}")))
    }
}

/// `[log]`: the content and format of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogSettings {
    pub format: LogFormat,
    /// The events to log, in the syntax of
    /// `tracing_subscriber::EnvFilter`. `RUST_LOG` overrides it.
    pub filter: String,
}

impl Default for LogSettings {
    fn default() -> Self {
        Self { format: LogFormat::Text, filter: "info".to_owned() }
    }
}

/// The form of log lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Text,
    /// One JSON object per line.
    Json,
}

/// `[house_bots]`: the room's own players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HouseBotSettings {
    pub enabled: bool,
    /// The number of house bots at a table that does not set its own.
    pub per_table: u8,
    /// Seats that house bots never take, so that people find one.
    pub free_seats: u8,
    /// The most house bots in tournaments at the same time.
    pub in_tournaments: u16,
    /// The shortest time a bot thinks.
    pub think_min_ms: u64,
    /// The longest time a bot thinks.
    pub think_max_ms: u64,
}

impl Default for HouseBotSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            per_table: 3,
            free_seats: 1,
            in_tournaments: 60,
            think_min_ms: 700,
            think_max_ms: 3_500,
        }
    }
}

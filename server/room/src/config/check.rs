//! Checks that types cannot express: ranges, and values that must fit together.

use super::api::is_origin;
use super::mistakes::Mistakes;
use super::{
    Config, ConfigError, JournalMode, Leagues, RingTable, StorePlace, StoreSettings, Synchronous,
};
use crate::allowances::LARGEST_WALLET;
use crate::deal_log::Witness;
use cardroom_https::is_reachable_address;
use cardroom_rules::{Chips, Library, Structure};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LARGEST_GRANT: Chips = LARGEST_WALLET;
/// People notice if events come later than this.
const LONGEST_GATHER_MS: u64 = 1_000;

/// A checked configuration: everything it names exists and can be used.
#[derive(Clone, Debug)]
pub struct Opening {
    pub library: Library,
    /// Structures of tournaments, by id.
    pub structures: BTreeMap<String, Arc<Structure>>,
    pub leagues: Leagues,
    /// The ring tables, with `copies` expanded.
    pub tables: Vec<RingTable>,
}

impl Config {
    /// Checks the whole configuration and returns everything that a room opens. `--check-config`
    /// accepts exactly what a room would start with.
    ///
    /// # Errors
    /// Every mistake, each with its key.
    pub fn opening(&self) -> Result<Opening, ConfigError> {
        let mut mistakes = Mistakes::default();
        mistakes.take(self.validate());
        mistakes.take(self.check_tls_files());
        mistakes.take(self.check_ca_file());
        mistakes.take(self.check_key_file());
        // Without games and rulebooks, nothing else can be checked.
        let Some(library) = mistakes.take(self.library()) else { return mistakes.fail() };
        mistakes.take(self.check_openings(&library));
        let structures = mistakes.take(self.structures(&library));
        let leagues = mistakes.take(self.leagues(&library));
        let tables = mistakes.take(self.ring_tables(&library));
        let (Some(structures), Some(leagues), Some(tables)) = (structures, leagues, tables) else {
            return mistakes.fail();
        };
        mistakes.finish(Opening { library, structures, leagues, tables })
    }

    /// Checks every setting that needs no game or rulebook; [`Config::opening`] does the rest.
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        let mut mistakes = Mistakes::default();
        self.check_server(&mut mistakes);
        self.check_tls(&mut mistakes);
        self.check_limits(&mut mistakes);
        self.check_api(&mut mistakes);
        self.check_accounts(&mut mistakes);
        self.check_oidc(&mut mistakes);
        self.check_outgoing(&mut mistakes);
        self.check_calendar(&mut mistakes);
        self.check_push(&mut mistakes);
        self.check_store(&mut mistakes);
        self.check_standby(&mut mistakes);
        self.check_deal(&mut mistakes);
        self.check_hosting(&mut mistakes);
        self.check_house_bots(&mut mistakes);
        mistakes.finish(())
    }

    fn check_oidc(&self, mistakes: &mut Mistakes) {
        let oidc = self.sign_in();
        if !oidc.is_on() {
            return;
        }
        mistakes.require(
            is_reachable_address(&oidc.issuer),
            "oidc.issuer",
            "must be an https:// address, or an http:// address of this machine",
        );
        mistakes.require(
            is_reachable_address(&oidc.address)
                && oidc.address.matches('/').count() == 2
                && !oidc.address.contains(['?', '#']),
            "oidc.address",
            "must be the address of the room like \"https://cards.example.org\", without a path; if it \
             is left out, server.address counts",
        );
        mistakes.require(!oidc.client_id.is_empty(), "oidc.client_id", "must not be empty");
        let name = oidc.name.trim().chars().count();
        mistakes.require((1..=40).contains(&name), "oidc.name", "must have 1 to 40 characters");
    }

    fn check_push(&self, mistakes: &mut Mistakes) {
        let contact = &self.push.contact;
        mistakes.require(
            contact.is_empty() || contact.starts_with("mailto:") || contact.starts_with("https://"),
            "push.contact",
            "must begin with mailto: or https://, or be empty",
        );
    }

    fn check_deal(&self, mistakes: &mut Mistakes) {
        let deal = &self.deal;
        mistakes.require((1..=8).contains(&deal.packs), "deal.packs", "must be 1 to 8");
        mistakes.require(
            (500..=30_000).contains(&deal.window_ms),
            "deal.window_ms",
            "must be 500 to 30000",
        );
        mistakes.require(deal.lead_ms <= 60_000, "deal.lead_ms", "must be at most 60000");
        mistakes.require((1..=100).contains(&deal.lapses), "deal.lapses", "must be 1 to 100");
        mistakes.require(
            (1..=10_000).contains(&deal.lapse_hands),
            "deal.lapse_hands",
            "must be 1 to 10000",
        );
        let origin = &deal.origin;
        mistakes.require(
            origin.len() <= 200 && !origin.contains(|c: char| c.is_whitespace() || c == '+'),
            "deal.origin",
            "must have at most 200 bytes, without spaces and \"+\"",
        );
        mistakes.require(
            (1_000..=60_000).contains(&deal.checkpoint_ms),
            "deal.checkpoint_ms",
            "must be 1000 to 60000",
        );
        for witness in &deal.witnesses {
            mistakes.require(
                Witness::new(&witness.vkey, &witness.url).is_ok(),
                "deal.witnesses",
                "each vkey must be name+id+key, with an Ed25519 key of type 04 (cosignature/v1)",
            );
            mistakes.require(
                is_reachable_address(&witness.url),
                "deal.witnesses",
                "each url must begin with https://, or with http:// on this machine",
            );
        }
        self.check_who_deals_verifiably(mistakes);
    }

    fn check_house_bots(&self, mistakes: &mut Mistakes) {
        let bots = &self.house_bots;
        mistakes.require(
            bots.think_min_ms <= bots.think_max_ms,
            "house_bots.think_min_ms",
            "must not be above think_max_ms",
        );
    }

    fn check_server(&self, mistakes: &mut Mistakes) {
        let server = &self.server;
        let name = server.name.trim();
        mistakes.require(
            !name.is_empty() && name.chars().count() <= 64,
            "server.name",
            "must have 1 to 64 characters",
        );
        mistakes.require(
            server.listen != server.admin_listen || server.listen.port() == 0,
            "server.admin_listen",
            "must differ from listen",
        );
        mistakes.require(
            server.gather_ms <= LONGEST_GATHER_MS,
            "server.gather_ms",
            &format!("must be at most {LONGEST_GATHER_MS}"),
        );
        for origin in &server.allowed_origins {
            mistakes.require(
                is_origin(origin),
                "server.allowed_origins",
                "each is \"*\" or like \"https://cards.example.org\", without a path",
            );
        }
        for (key, hosts) in
            [("server.hosts", &server.hosts), ("server.admin_hosts", &server.admin_hosts)]
        {
            mistakes.require(
                hosts.iter().all(|host| is_host(host)),
                key,
                "each is a name or an address like \"cards.example.org\", without scheme, port and path",
            );
        }
        let filter = tracing_subscriber::EnvFilter::try_new(&self.log.filter);
        if let Err(error) = filter {
            mistakes.add("log.filter", error.to_string());
        }
    }

    fn check_limits(&self, mistakes: &mut Mistakes) {
        let limits = &self.limits;
        let largest = cardroom_protocol::limits::MAX_FRAME_BYTES;
        mistakes.require(
            (512..=largest).contains(&limits.frame_bytes),
            "limits.frame_bytes",
            &format!("must be 512 to {largest}, the protocol's limit"),
        );
        mistakes.require(
            limits.pending_bytes >= cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES,
            "limits.pending_bytes",
            "must hold one frame of the largest size (65536)",
        );
        mistakes.require(
            limits.ping_interval_ms < limits.idle_timeout_ms,
            "limits.idle_timeout_ms",
            "must be above ping_interval_ms",
        );
        let positive = [
            ("handshake_timeout_ms", limits.handshake_timeout_ms > 0),
            ("login_timeout_ms", limits.login_timeout_ms > 0),
            ("ping_interval_ms", limits.ping_interval_ms > 0),
            ("connections_per_address", limits.connections_per_address > 0),
            ("messages_per_second", limits.messages_per_second > 0),
            ("message_burst", limits.message_burst > 0),
            ("logins_per_minute", limits.logins_per_minute > 0),
            ("guests_per_hour", limits.guests_per_hour > 0),
            ("guests_per_network_hour", limits.guests_per_network_hour > 0),
            ("accounts_per_day", limits.accounts_per_day > 0),
            ("accounts_per_network_day", limits.accounts_per_network_day > 0),
            ("chat_lines_per_minute", limits.chat_lines_per_minute > 0),
            ("openings_per_hour", limits.openings_per_hour > 0),
            ("rows_per_hour", limits.rows_per_hour > 0),
            ("buy_ins_per_hour", limits.buy_ins_per_hour > 0),
            ("exports_per_hour", limits.exports_per_hour > 0),
            ("files_per_minute", limits.files_per_minute > 0),
            ("seats_per_network", limits.seats_per_network > 0),
            ("wrong_codes_per_minute", limits.wrong_codes_per_minute > 0),
            ("wrong_guesses_per_minute", limits.wrong_guesses_per_minute > 0),
            ("watched_tables", limits.watched_tables > 0),
        ];
        for (key, holds) in positive {
            mistakes.require(holds, &format!("limits.{key}"), "must be at least 1");
        }
    }

    fn check_accounts(&self, mistakes: &mut Mistakes) {
        let accounts = &self.accounts;
        for (key, amount) in
            [("signup_grant", accounts.signup_grant), ("refill_amount", accounts.refill_amount)]
        {
            let largest = format!("must be at most {LARGEST_GRANT}");
            mistakes.require(amount <= LARGEST_GRANT, &format!("accounts.{key}"), &largest);
        }
        mistakes.require(accounts.hash_permits > 0, "accounts.hash_permits", "must be at least 1");
        mistakes.require(
            accounts.new_account_hours <= 24 * 365,
            "accounts.new_account_hours",
            "must be at most 8760: a year",
        );
        mistakes.require(
            (1..=3650).contains(&accounts.token_days),
            "accounts.token_days",
            "must be 1 to 3650",
        );
        mistakes.require(
            accounts.guest_days <= 3650,
            "accounts.guest_days",
            "must be at most 3650",
        );
        mistakes.require(
            accounts.unused_days <= 3650,
            "accounts.unused_days",
            "must be at most 3650",
        );
    }

    fn check_hosting(&self, mistakes: &mut Mistakes) {
        let hosting = &self.hosting;
        // One message lists everything that an account hosts.
        mistakes.require(
            hosting.per_network > 0 && hosting.tournaments.per_network > 0,
            "hosting.per_network",
            "must be at least 1, also in hosting.tournaments",
        );
        mistakes.require(
            (1..=4).contains(&hosting.per_account),
            "hosting.per_account",
            "must be 1 to 4",
        );
        mistakes.require((2..=10).contains(&hosting.seats), "hosting.seats", "must be 2 to 10");
        for (key, amount) in
            [("max_big_blind", hosting.max_big_blind), ("max_buy_in", hosting.max_buy_in)]
        {
            let range = format!("must be 1 to {LARGEST_GRANT}");
            let holds = !amount.is_zero() && amount <= LARGEST_GRANT;
            mistakes.require(holds, &format!("hosting.{key}"), &range);
        }
        mistakes.require(
            (1..=hosting.max_act_seconds).contains(&hosting.min_act_seconds),
            "hosting.min_act_seconds",
            "must be at least 1 and at most max_act_seconds",
        );
        mistakes.require(
            hosting.min_between_ms <= hosting.max_between_ms && hosting.max_between_ms <= 600_000,
            "hosting.min_between_ms",
            "must be at most max_between_ms, which is at most 600000",
        );
        let is_time = hosting.ledger_days <= 3_650;
        mistakes.require(is_time, "hosting.ledger_days", "must be at most 3650");
        let is_wait = (1..=24 * 31).contains(&hosting.close_away_hours);
        mistakes.require(is_wait, "hosting.close_away_hours", "must be 1 to 744: a month");
        self.check_hosted_tournaments(mistakes);
    }

    fn check_hosted_tournaments(&self, mistakes: &mut Mistakes) {
        let limits = &self.hosting.tournaments;
        let key = |name: &str| format!("hosting.tournaments.{name}");
        // One message lists everything that an account hosts.
        mistakes.require(limits.per_account <= 4, &key("per_account"), "must be 0 to 4");
        let range = format!("must be 0 to {LARGEST_GRANT}");
        mistakes.require(limits.max_price.0 <= LARGEST_GRANT.0, &key("max_price"), &range);
        let range = format!("must be 1 to {LARGEST_GRANT}");
        let has_chips = !limits.max_stack.is_zero() && limits.max_stack <= LARGEST_GRANT;
        mistakes.require(has_chips, &key("max_stack"), &range);
        let is_size = (2..=10_000).contains(&limits.max_entrants);
        mistakes.require(is_size, &key("max_entrants"), "must be 2 to 10000");
        mistakes.require(
            (1..=limits.max_level_minutes).contains(&limits.min_level_minutes),
            &key("min_level_minutes"),
            "must be at least 1 and at most max_level_minutes",
        );
        let is_length = limits.max_level_minutes <= 24 * 60;
        mistakes.require(is_length, &key("max_level_minutes"), "must be at most 1440: a day");
        let is_wait = (1..=24 * 31).contains(&limits.starts_within_hours);
        mistakes.require(is_wait, &key("starts_within_hours"), "must be 1 to 744: a month");
    }

    fn check_store(&self, mistakes: &mut Mistakes) {
        let store = &self.store;
        let place = store.place(Path::new(""));
        mistakes.require(
            place.is_some(),
            "store.url",
            "must be \"sqlite\", \"sqlite:PATH\" or \"postgres://...\"",
        );
        mistakes.require(
            has_known_tls_mode(store.url.revealed()),
            "store.url",
            "sslmode must be disable, allow, prefer, require, verify-ca or verify-full",
        );
        if let Err(error) = store.url.servers() {
            mistakes.require(!store.url.is_postgres(), "store.url", &error.to_string());
        }
        mistakes.require(
            !store.require_replica || store.url.is_postgres(),
            "store.require_replica",
            "needs a PostgreSQL server in store.url",
        );
        mistakes.require(
            !store.require_replica || store.synchronous == Synchronous::Full,
            "store.require_replica",
            "needs store.synchronous = \"full\", which waits for the replica",
        );
        mistakes.require(
            store.journal == JournalMode::On || !matches!(place, Some(StorePlace::Postgres(_))),
            "store.journal",
            "\"off\" is for measuring, in a SQLite file of its own",
        );
        mistakes.require(
            store.keep_snapshots <= 100_000,
            "store.keep_snapshots",
            "must be at most 100000",
        );
        for (key, days) in [
            ("history.keep_days", self.history.keep_days),
            ("history.keep_bot_days", self.history.keep_bot_days),
        ] {
            mistakes.require(days <= 36_500, key, "must be at most 36500");
        }
        mistakes.require(
            self.integrity.addresses_days <= 366,
            "integrity.addresses_days",
            "must be at most 366",
        );
        mistakes.require(
            store.least_free_mib <= 1 << 30,
            "store.least_free_mib",
            "must be at most 1073741824, a pebibyte",
        );
        mistakes.require(store.queue > 0, "store.queue", "must be at least 1");
        mistakes.require((1..=65_536).contains(&store.group), "store.group", "must be 1 to 65536");
    }
}

impl StoreSettings {
    /// Returns the place that `url` names; `None` if the URL is of no known kind. Without the
    /// journal the default is another file. Otherwise a measurement could leave chips of a real
    /// room on tables that no longer exist.
    #[must_use]
    pub fn place(&self, data_dir: &Path) -> Option<StorePlace> {
        let url = self.url.revealed();
        if url == "sqlite" {
            return Some(StorePlace::Sqlite(data_dir.join(match self.journal {
                JournalMode::On => "cardroom.sqlite",
                JournalMode::Off => "cardroom-without-journal.sqlite",
            })));
        }
        if self.url.is_postgres() {
            return Some(StorePlace::Postgres(self.url.clone()));
        }
        let path = url.strip_prefix("sqlite:")?;
        (!path.is_empty()).then(|| StorePlace::Sqlite(PathBuf::from(path)))
    }
}

/// Returns `true` if a text can be the host of a URL, without a port.
pub(super) fn is_host(host: &str) -> bool {
    let is_name = || host.parse::<http::uri::Authority>().is_ok_and(|url| url.host() == host);
    !host.is_empty() && !host.contains('*') && (host.parse::<IpAddr>().is_ok() || is_name())
}

/// Returns `false` if the URL of a database requires TLS in an unknown way.
fn has_known_tls_mode(url: &str) -> bool {
    let known = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
    let (_, query) = url.split_once('?').unwrap_or_default();
    let modes = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut modes = modes.filter(|(key, _)| matches!(*key, "sslmode" | "ssl-mode"));
    modes.all(|(_, mode)| known.contains(&mode))
}

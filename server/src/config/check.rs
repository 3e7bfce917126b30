//! What the types of the settings cannot say: ranges, and values that must go together.

use super::{Config, ConfigError, JournalMode, StoreSettings};
use cardroom_rules::Chips;
use std::path::{Path, PathBuf};

/// More than any grant needs, far from what would overflow a ledger of all accounts.
const LARGEST_GRANT: Chips = Chips(1 << 40);

impl Config {
    /// Checks every setting that needs no game or rulebook; [`Config::ring_tables`] does the rest.
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        self.check_server()?;
        self.check_limits()?;
        self.check_accounts()?;
        self.check_store()?;
        self.check_hosting()?;
        let bots = &self.house_bots;
        require(
            bots.think_min_ms <= bots.think_max_ms,
            "house_bots.think_min_ms",
            "must not be above think_max_ms",
        )
    }

    fn check_server(&self) -> Result<(), ConfigError> {
        let server = &self.server;
        let name = server.name.trim();
        require(
            !name.is_empty() && name.chars().count() <= 64,
            "server.name",
            "must have 1 to 64 characters",
        )?;
        require(
            server.listen != server.admin_listen || server.listen.port() == 0,
            "server.admin_listen",
            "must differ from listen",
        )?;
        for origin in &server.allowed_origins {
            let is_origin = origin == "*"
                || (origin.starts_with("http://") || origin.starts_with("https://"))
                    && !origin.ends_with('/');
            require(
                is_origin,
                "server.allowed_origins",
                "each is \"*\" or like \"https://cards.example.org\", without a path",
            )?;
        }
        let filter = tracing_subscriber::EnvFilter::try_new(&self.log.filter);
        filter.map(|_| ()).map_err(|error| ConfigError::Invalid {
            key: "log.filter".to_owned(),
            reason: error.to_string(),
        })
    }

    fn check_limits(&self) -> Result<(), ConfigError> {
        let limits = &self.limits;
        let largest = cardroom_protocol::limits::MAX_FRAME_BYTES;
        require(
            (512..=largest).contains(&limits.frame_bytes),
            "limits.frame_bytes",
            &format!("must be 512 to {largest}, the protocol's limit"),
        )?;
        require(
            limits.pending_bytes >= cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES,
            "limits.pending_bytes",
            "must hold one frame of the largest size (65536)",
        )?;
        require(
            limits.ping_interval_ms < limits.idle_timeout_ms,
            "limits.idle_timeout_ms",
            "must be above ping_interval_ms",
        )?;
        let positive = [
            ("handshake_timeout_ms", limits.handshake_timeout_ms > 0),
            ("login_timeout_ms", limits.login_timeout_ms > 0),
            ("ping_interval_ms", limits.ping_interval_ms > 0),
            ("connections", limits.connections > 0),
            ("connections_per_address", limits.connections_per_address > 0),
            ("messages_per_second", limits.messages_per_second > 0),
            ("message_burst", limits.message_burst > 0),
            ("logins_per_minute", limits.logins_per_minute > 0),
            ("wrong_codes_per_minute", limits.wrong_codes_per_minute > 0),
            ("watched_tables", limits.watched_tables > 0),
        ];
        for (key, holds) in positive {
            require(holds, &format!("limits.{key}"), "must be at least 1")?;
        }
        Ok(())
    }

    fn check_accounts(&self) -> Result<(), ConfigError> {
        let accounts = &self.accounts;
        for (key, amount) in
            [("signup_grant", accounts.signup_grant), ("refill_amount", accounts.refill_amount)]
        {
            let largest = format!("must be at most {LARGEST_GRANT}");
            require(amount <= LARGEST_GRANT, &format!("accounts.{key}"), &largest)?;
        }
        require(accounts.hash_permits > 0, "accounts.hash_permits", "must be at least 1")?;
        require(
            (1..=3650).contains(&accounts.token_days),
            "accounts.token_days",
            "must be 1 to 3650",
        )
    }

    fn check_hosting(&self) -> Result<(), ConfigError> {
        let hosting = &self.hosting;
        // What an account hosts is told in one message.
        require((1..=4).contains(&hosting.per_account), "hosting.per_account", "must be 1 to 4")?;
        require((2..=10).contains(&hosting.seats), "hosting.seats", "must be 2 to 10")?;
        for (key, amount) in
            [("max_big_blind", hosting.max_big_blind), ("max_buy_in", hosting.max_buy_in)]
        {
            let range = format!("must be 1 to {LARGEST_GRANT}");
            let holds = !amount.is_zero() && amount <= LARGEST_GRANT;
            require(holds, &format!("hosting.{key}"), &range)?;
        }
        require(
            (1..=hosting.max_act_seconds).contains(&hosting.min_act_seconds),
            "hosting.min_act_seconds",
            "must be at least 1 and at most max_act_seconds",
        )?;
        self.check_hosted_tournaments()
    }

    fn check_hosted_tournaments(&self) -> Result<(), ConfigError> {
        let limits = &self.hosting.tournaments;
        let key = |name: &str| format!("hosting.tournaments.{name}");
        // What an account hosts is told in one message.
        require(limits.per_account <= 4, &key("per_account"), "must be 0 to 4")?;
        let range = format!("must be 0 to {LARGEST_GRANT}");
        require(limits.max_price.0 <= LARGEST_GRANT.0, &key("max_price"), &range)?;
        let range = format!("must be 1 to {LARGEST_GRANT}");
        let has_chips = !limits.max_stack.is_zero() && limits.max_stack <= LARGEST_GRANT;
        require(has_chips, &key("max_stack"), &range)?;
        let is_size = (2..=10_000).contains(&limits.max_entrants);
        require(is_size, &key("max_entrants"), "must be 2 to 10000")?;
        require(
            (1..=limits.max_level_minutes).contains(&limits.min_level_minutes),
            &key("min_level_minutes"),
            "must be at least 1 and at most max_level_minutes",
        )?;
        let is_length = limits.max_level_minutes <= 24 * 60;
        require(is_length, &key("max_level_minutes"), "must be at most 1440: a day")?;
        let is_wait = (1..=24 * 31).contains(&limits.starts_within_hours);
        require(is_wait, &key("starts_within_hours"), "must be 1 to 744: a month")
    }

    fn check_store(&self) -> Result<(), ConfigError> {
        let store = &self.store;
        let place = store.place(Path::new(""));
        require(
            place.is_some(),
            "store.url",
            "must be \"sqlite\", \"sqlite:PATH\" or \"postgres://...\"",
        )?;
        require(
            !asks_for_tls(&store.url),
            "store.url",
            "the room speaks no TLS to PostgreSQL: reach it over a socket, this machine or a tunnel, and \
             leave sslmode out",
        )?;
        require(
            store.journal == JournalMode::On || !matches!(place, Some(StorePlace::Postgres(_))),
            "store.journal",
            "\"off\" is for measuring, in a SQLite file of its own",
        )?;
        require(store.keep_snapshots <= 100_000, "store.keep_snapshots", "must be at most 100000")?;
        for (key, days) in [
            ("history.keep_days", self.history.keep_days),
            ("history.keep_bot_days", self.history.keep_bot_days),
        ] {
            require(days <= 36_500, key, "must be at most 36500")?;
        }
        require(store.queue > 0, "store.queue", "must be at least 1")?;
        require((1..=65_536).contains(&store.group), "store.group", "must be 1 to 65536")
    }
}

/// Where everything is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StorePlace {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL database, by its URL.
    Postgres(String),
}

impl StoreSettings {
    /// The place that `url` names; `None` where it names none that is known. Without the journal
    /// the default is another file, so that measuring cannot leave chips of a real room on tables
    /// nobody remembers.
    #[must_use]
    pub fn place(&self, data_dir: &Path) -> Option<StorePlace> {
        if self.url == "sqlite" {
            return Some(StorePlace::Sqlite(data_dir.join(match self.journal {
                JournalMode::On => "cardroom.sqlite",
                JournalMode::Off => "cardroom-without-journal.sqlite",
            })));
        }
        if self.url.starts_with("postgres://") || self.url.starts_with("postgresql://") {
            return Some(StorePlace::Postgres(self.url.clone()));
        }
        let path = self.url.strip_prefix("sqlite:")?;
        (!path.is_empty()).then(|| StorePlace::Sqlite(PathBuf::from(path)))
    }
}

/// Whether a URL of a database insists on TLS: better refused with a reason than tried in vain.
fn asks_for_tls(url: &str) -> bool {
    let (_, query) = url.split_once('?').unwrap_or_default();
    query.split('&').filter_map(|pair| pair.split_once('=')).any(|(key, value)| {
        matches!(key, "sslmode" | "ssl-mode") && (value == "require" || value.starts_with("verify"))
    })
}

fn require(holds: bool, key: &str, reason: &str) -> Result<(), ConfigError> {
    if holds {
        Ok(())
    } else {
        Err(ConfigError::Invalid { key: key.to_owned(), reason: reason.to_owned() })
    }
}

//! The configuration: one tree of sections, read from flags, environment, a file and defaults, in
//! this order of precedence. It opens the files it is told to open and knows nothing of sockets.

mod address_range;
mod check;
mod hosting;
mod leagues;
mod load;
mod mistakes;
mod ring;
mod rules;
mod sections;
mod store_url;
mod tournaments;

pub use address_range::AddressRange;
pub use check::{Opening, StorePlace};
pub use hosting::{HostedTournamentSettings, HostingSettings};
pub use leagues::{LeagueTerms, Leagues, SeasonTerms};
pub use load::{ConfigError, Overrides};
pub use ring::{RingTable, TableChat, TableSettings};
pub use sections::{
    AccountSettings, FreeChips, HistorySettings, HouseBotSettings, IntegritySettings, JournalMode,
    LimitSettings, LogFormat, LogSettings, ModerationSettings, OidcSettings, ServerSettings,
    StoreSettings, Synchronous,
};

pub use store_url::StoreUrl;
pub use tournaments::ScheduledTournament;

use serde::{Deserialize, Serialize};

/// The text of `config/cardroom.toml`: what a room runs with when no file is named.
pub const BUILT_IN: &str = include_str!("../../../config/cardroom.toml");

/// Everything an operator can set. Each part is explained in `config/cardroom.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub server: ServerSettings,
    /// What a client may ask of the room before it is refused.
    pub limits: LimitSettings,
    /// Accounts, passwords and play chips.
    pub accounts: AccountSettings,
    /// Sign-in with an OpenID Connect provider.
    pub oidc: OidcSettings,
    /// Where and how things are kept.
    pub store: StoreSettings,
    /// Hands that are over.
    pub history: HistorySettings,
    /// What is said at tables.
    pub moderation: ModerationSettings,
    /// How long integrity reports can compare addresses.
    pub integrity: IntegritySettings,
    /// What is logged and how.
    pub log: LogSettings,
    /// The room's own players.
    pub house_bots: HouseBotSettings,
    /// Who may open private tables, and within which limits.
    pub hosting: HostingSettings,
    /// The ring tables that are open from the start.
    pub tables: Vec<TableSettings>,
    /// The tournaments that are announced, again and again.
    pub tournaments: Vec<ScheduledTournament>,
}

#[cfg(test)]
mod tests;

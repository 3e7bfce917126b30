//! The configuration: one tree of sections, read from flags, environment, a file and defaults, in
//! this order of precedence. It knows nothing of sockets.

mod address_range;
mod api;
mod calendar;
mod check;
mod hosting;
mod leagues;
mod load;
mod mistakes;
mod outgoing;
mod ring;
mod rules;
mod sections;
mod standby;
mod tls;
mod tournaments;
mod verifiable;

pub use address_range::AddressRange;
pub use api::ApiSettings;
pub use calendar::CalendarSettings;
pub use check::Opening;
pub use hosting::{HostedTournamentSettings, HostingSettings};
pub use leagues::{LeagueTerms, Leagues};
pub use load::{ConfigError, Overrides};
pub use outgoing::OutgoingSettings;
pub use ring::{RingTable, TableChat, TableSettings};
pub use rules::changes_without_effect;
pub use sections::{
    AccountSettings, DealSettings, FreeChips, HistorySettings, HouseBotSettings, IntegritySettings,
    JournalMode, LimitSettings, LogFormat, LogSettings, ModerationSettings, OidcSettings,
    PushSettings, ServerSettings, StoreSettings, WitnessSettings,
};

pub use crate::store::{StorePlace, StoreUrl, Synchronous};
pub use cardroom_sessions::SessionSettings;
pub use standby::StandbySettings;
pub use tls::CertificateSource;
pub use tournaments::ScheduledTournament;

use serde::{Deserialize, Serialize};

/// The text of `config/cardroom.toml`, which a room without a configuration file uses.
pub const BUILT_IN: &str = include_str!("../../../../config/cardroom.toml");

/// Everything an operator can set. `config/cardroom.toml` explains each part.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub server: ServerSettings,
    pub limits: LimitSettings,
    /// The room over HTTP for programs.
    pub api: ApiSettings,
    pub accounts: AccountSettings,
    /// Sign-in with an OpenID Connect provider.
    pub oidc: OidcSettings,
    /// Requests of the room to other servers.
    pub outgoing: OutgoingSettings,
    pub store: StoreSettings,
    /// A second machine that waits for the room's place.
    pub standby: StandbySettings,
    /// Deals that anybody can verify.
    pub deal: DealSettings,
    /// Storage of completed hands.
    pub history: HistorySettings,
    /// Chat at tables, and its limits.
    pub moderation: ModerationSettings,
    /// How long integrity reports can compare addresses.
    pub integrity: IntegritySettings,
    /// Feeds that calendar programs subscribe to.
    pub calendar: CalendarSettings,
    /// Notices to players who do not see the page.
    pub push: PushSettings,
    pub log: LogSettings,
    pub house_bots: HouseBotSettings,
    /// Private tables and tournaments that players open, and their limits.
    pub hosting: HostingSettings,
    /// The ring tables that open with the room.
    pub tables: Vec<TableSettings>,
    /// The schedule of tournaments that are announced repeatedly.
    pub tournaments: Vec<ScheduledTournament>,
}

#[cfg(test)]
mod tests;

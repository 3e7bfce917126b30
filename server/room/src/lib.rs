//! The tasks of a poker room and the state they share: tables, tournaments, accounts, hosting, the
//! journal and the lobby. They know clocks, disks and tasks, but no HTTP and no client's session.
//!
//! `server/ARCHITECTURE.md` gives an overview.

pub use cardroom_events::{announced, roster, standings};
pub use cardroom_sessions::{denied, permits, text};
pub use cardroom_store as store;
pub use cardroom_store::{confusable, ids, look, tenure};
pub use cardroom_tables::night;

pub mod accounts;
pub mod administration;
pub mod allowances;
pub mod bans;
pub mod calendar;
pub mod cashier;
pub mod clock;
pub mod config;
pub mod deal_log;
pub mod deals;
pub mod director;
pub mod enrolling;
pub mod entropy;
pub mod feeds;
pub mod fingerprint;
pub mod hand_over;
pub mod history;
pub mod hooks;
mod host;
pub mod hosting;
pub mod inbox;
pub mod integrity;
pub mod journal;
pub mod league_book;
pub mod leagues;
pub mod limits;
pub mod lobby;
mod lock_step;
#[cfg(test)]
mod loopback;
pub mod metrics;
pub mod moderation;
pub mod network;
pub mod noted;
pub mod opening;
pub mod outbox;
pub mod push;
pub mod registry;
pub mod results;
pub mod room;
pub mod schedules;
pub mod scheduling;
pub mod security;
pub mod shutdown;
pub mod sign_in;
pub mod table;
pub mod threads;
mod told_standings;
pub mod vault;

/// Name and version of this program.
pub const SERVER: &str = concat!("cardroom/", env!("CARGO_PKG_VERSION"));

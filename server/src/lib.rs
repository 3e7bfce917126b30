//! The async shell around the engine: the only crate that uses sockets, clocks, disks and tasks.
//!
//! `ARCHITECTURE.md` in this folder gives an overview.

pub mod accounts;
pub mod administration;
pub mod cashier;
pub mod clock;
pub mod config;
pub mod confusable;
pub mod director;
pub mod entropy;
pub mod history;
pub mod hosting;
pub mod house_bots;
pub mod http;
pub mod ids;
pub mod integrity;
pub mod interrupt;
pub mod journal;
pub mod leagues;
pub mod limits;
pub mod lobby;
pub mod logging;
pub mod metrics;
pub mod moderation;
pub mod network;
pub mod opening;
pub mod percent;
pub mod registry;
pub mod results;
pub mod room;
pub mod roster;
pub mod security;
pub mod session;
pub mod shutdown;
pub mod sign_in;
pub mod store;
pub mod table;
pub mod tenure;
pub mod vault;
pub mod verify;
pub mod wiring;

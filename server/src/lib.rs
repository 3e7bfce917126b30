//! The async shell around the engine: the only crate that uses sockets, clocks, disks and tasks.
//!
//! `ARCHITECTURE.md` in this folder gives an overview.

pub use cardroom_store as store;
pub use cardroom_store::{confusable, ids, look, tenure};

pub mod accounts;
pub mod administration;
pub mod announced;
pub mod calendar;
pub mod cashier;
mod cli;
pub mod clock;
pub mod config;
pub mod denied;
pub mod director;
pub mod enrolling;
pub mod entropy;
pub mod forms;
pub mod history;
pub mod hosting;
pub mod house_bots;
pub mod http;
pub mod inbox;
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
pub mod night;
pub mod opening;
pub mod outbox;
pub mod program;
pub mod registry;
pub mod results;
pub mod room;
pub mod roster;
pub mod security;
pub mod session;
pub mod shutdown;
pub mod sign_in;
pub mod table;
pub mod text;
pub mod threads;
pub mod vault;
pub mod verify;
pub mod wiring;

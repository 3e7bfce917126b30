//! The async shell around the engine: the only place that knows sockets, clocks, disks and tasks.
//!
//! `ARCHITECTURE.md` in this folder shows the whole house.

pub mod cashier;
pub mod ids;
pub mod session;
pub mod store;
pub mod table;

//! The program: its command line, and the wiring that opens and closes a room.
//!
//! `ARCHITECTURE.md` in this folder gives an overview.

pub use cardroom_api::forms;
pub use cardroom_front::{http, session};
pub use cardroom_room::*;

mod cli;
pub mod house_bots;
pub mod interrupt;
pub mod logging;
pub mod program;
mod reach;
pub mod verify;
pub mod wiring;

//! Hybrid tables: wagers as people make them, the rulings on them, and the floor.
//!
//! A plain table takes exact actions only. The floor's commands are the same at both.

mod audit;
mod commands;
mod dealing;
mod events;
mod gestures;
mod requests;
mod rulings;
mod views;

pub use audit::*;
pub use commands::*;
pub use dealing::*;
pub use events::*;
pub use gestures::*;
pub use requests::*;
pub use rulings::*;
pub use views::*;

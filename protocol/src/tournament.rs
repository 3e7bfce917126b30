//! Tournaments: what clients ask for, what they are told, and everything that can happen in one.
//!
//! What happens at a tournament's tables is told by the tables, as at any other. Amounts of
//! [`Money`](crate::Money) are what wallets hold, amounts of [`Chips`](crate::Chips) are the
//! tournament's; the two never mix. Levels are numbered from 1, places too, seats from 0.

mod answers;
mod commands;
mod events;
mod requests;
mod views;

pub use answers::*;
pub use commands::*;
pub use events::*;
pub use requests::*;
pub use views::*;

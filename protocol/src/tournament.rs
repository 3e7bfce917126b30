//! Tournaments: requests, answers, and public events.
//!
//! A tournament's tables send the same events as any other table. Amounts of
//! [`Money`](crate::Money) are what wallets hold, and amounts of [`Chips`](crate::Chips) belong to
//! the tournament. The two never mix. Levels and places are numbered from 1, seats from 0.

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

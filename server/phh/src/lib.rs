//! The poker hand history format (PHH): TOML, one hand in a `.phh` file, many in a `.phhs` file.
//!
//! A [`Hand`] has the fields of the format, those that only this server writes included. Each field
//! is declared once, and is read and written by that declaration. What a hand means at a table is
//! the business of others: `cardroom-history` makes hands from records, and `cardroom-casebook`
//! plays them on the engine.
#![forbid(unsafe_code)]

mod action;
mod amount;
mod hand;
mod variant;

pub use action::Action;
pub use amount::Amount;
pub use hand::{Hand, Unread};
pub use variant::{Limit, Variant};
